"""Questions before a step of one word under both methods.

Before a merge: which pair? At a position of the lattice: which segmentation? Before the comparison:
is BPE's choice also Viterbi's?
"""

from bpe import unigram
from pages.stage.prediction import about_pair, offered_pairs
from pages.stage.question import Question
from pages.stage.question_types import Choice
from pages.stage.record import sentences
from pages.stage.table_types import Content
from pages.stage.tokens import chip, number
from pages.translations.language import Translation
from pages.unigram.comparing import both_explanations
from pages.unigram.comparing.both import Both
from pages.unigram.questions import segmentation_question


def question(shown: Both, k: int, t: Translation) -> Question | None:
    """The question before step k; None if the step leaves no choice.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "hug", {})
    >>> asked = [question(shown, k, Translation()) for k in range(shown.last + 1)]
    >>> [len(each.choices) if each else 0 for each in asked]
    [0, 2, 0, 0, 2, 3, 4]
    """
    if not k:
        return None
    if k == shown.last:
        return same_choice(shown, t)
    if k > shown.joins:
        because = both_explanations.why_step(shown, k, t)
        end = k - shown.joins
        return segmentation_question(shown.lattice, end, because, shown.word.numbers, t)
    return merge(shown, k, t)


def merge(shown: Both, k: int, t: Translation) -> Question | None:
    """Which adjacent pair does BPE merge at step k? None if there is only one.

    The choices name the ranks, because the page shows only the merges of the word so far.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "hug", {})
    >>> asked = merge(shown, 1, Translation())
    >>> asked.right, [each.content[-1] for each in asked.choices]
    ([1], [' (no merge)', ' (rank 1)'])
    """
    state, because = shown.states[k - 1], both_explanations.why_merge(shown, k, t)
    pairs = offered_pairs(state)
    if state.chosen is None or len(pairs) < 2:
        return None
    ranks = {(each.left, each.right): each.rank for each in state.candidates}
    ranks[state.chosen.left, state.chosen.right] = state.chosen.rank
    choices = []
    for left, right in pairs:
        is_right = (left, right) == (state.chosen.left, state.chosen.right)
        about = "" if is_right else about_pair(state, left, right, t)
        rank = ranks.get((left, right))
        named = (
            t.gettext("rank {rank}").format(rank=number(rank)) if rank else t.gettext("no merge")
        )
        chips = chip(left, shown.word.numbers), chip(right, shown.word.numbers)
        parts: Content = [chips[0], "+", chips[1], f" ({named})"]
        why = sentences(about, because, t) if about else because
        choices.append(Choice(parts, is_right, why))
    prompt = t.gettext("Which pair does BPE merge next in this word?")
    return Question(prompt=prompt, choices=tuple(choices))


def same_choice(shown: Both, t: Translation) -> Question | None:
    """Is BPE's choice also the path of Viterbi? None if there is no path.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "bun", {})
    >>> asked = same_choice(shown, Translation())
    >>> [asked.contents[i] for i in asked.right]
    ['Yes, it is the most probable path']
    """
    best, choice = shown.lattice.best, shown.choice
    if best is None:
        return None
    if choice is None:
        answer = "none"
    elif choice.tokens == best.tokens:
        answer = "same"
    elif unigram.equal(choice.log_probability, best.log_probability):
        answer = "tied"
    else:
        answer = "other"
    texts = {
        "same": t.gettext("Yes, it is the most probable path"),
        "other": t.gettext("No, another path is more probable"),
        "tied": t.gettext("No, but both paths are equally probable"),
        "none": t.gettext("No, one of its tokens is not a piece"),
    }
    because = both_explanations.why(shown, t)
    return Question(
        prompt=t.gettext("Is BPE's choice also the path that Viterbi finds?"),
        choices=tuple(Choice(text, name == answer, because) for name, text in texts.items()),
    )

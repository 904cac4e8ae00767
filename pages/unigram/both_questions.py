"""Questions before a step of one word under both methods, in the form of `pages.stage.prediction`.

Before a merge: which pair? At a position of the lattice: which segmentation? Before the comparison:
is BPE's choice also Viterbi's?
"""

from bpe import unigram
from pages.encoding import next_merge
from pages.stage import prediction
from pages.stage.record import Record, sentences
from pages.stage.tokens import chip
from pages.translations.language import Translation
from pages.unigram import both_explanations
from pages.unigram.both import Both


def question(shown: Both, k: int, t: Translation) -> Record:
    """The question before step k; empty if the step leaves no choice.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "hug", {})
    >>> [len(question(shown, k, Translation()).get("choices", ())) for k in range(shown.last + 1)]
    [0, 2, 0, 0, 2, 3, 4]
    """
    if not k:
        return {}
    if k == shown.last:
        return same_choice(shown, t)
    if k > shown.joins:
        because = both_explanations.why_step(shown, k, t)
        end = k - shown.joins
        return prediction.segmentation_question(shown.lattice, end, because, shown.word.numbers, t)
    return merge(shown, k, t)


def merge(shown: Both, k: int, t: Translation) -> Record:
    """Which adjacent pair does BPE merge at step k? Empty if there is only one.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "hug", {})
    >>> [right for _, right, _ in merge(shown, 1, Translation())["choices"]]
    [False, True]
    """
    state, because = shown.states[k - 1], both_explanations.why_merge(shown, k, t)
    pairs = next_merge.offered_pairs(state)
    if state.chosen is None or len(pairs) < 2:
        return {}
    choices: list[list[object]] = []
    for left, right in pairs:
        is_right = (left, right) == (state.chosen.left, state.chosen.right)
        about = "" if is_right else next_merge.about_pair(state, left, right, t)
        parts = [chip(left, shown.word.numbers), "+", chip(right, shown.word.numbers)]
        choices.append([parts, is_right, sentences(about, because, t) if about else because])
    return {"ask": t.gettext("Which pair does BPE merge next in this word?"), "choices": choices}


def same_choice(shown: Both, t: Translation) -> Record:
    """Is BPE's choice also the path of Viterbi? Empty if there is no path.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "bun", {})
    >>> [parts for parts, right, _ in same_choice(shown, Translation())["choices"] if right]
    ['Yes, it is the most probable path']
    """
    best, choice = shown.lattice.best, shown.choice
    if best is None:
        return {}
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
    return {
        "ask": t.gettext("Is BPE's choice also the path that Viterbi finds?"),
        "choices": [[text, name == answer, because] for name, text in texts.items()],
    }

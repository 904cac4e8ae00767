"""Questions about one step of BPE's training: the next merge, and a pair's count.

`draw_next` and `draw_count` make a question of a level, or None if the dice make none that fits.
"""

from itertools import pairwise

from bpe import Run
from pages.practice import mistakes
from pages.practice.answers import Number, Pair
from pages.practice.material import Material
from pages.practice.mistakes import format_pair, words_with_pair
from pages.practice.questions import Dice, Exercise, Fact, Place, Say
from pages.practice.sample_words import ENGLISH, corpus_settings, counted_words, words_in_family
from pages.stage.record import sentences
from pages.stage.tokens import number, quoted
from pages.training.pair_sums import write_sum
from pages.translations.language import Translation

# By level: words, their highest count, and the merges that are already made.
COUNTING = ((3, 5, (0,)), (5, 9, (0,)), (7, 9, (2, 3, 4)))
MERGING = ((3, 5, (0,)), (4, 6, (1, 2)), (6, 9, (3, 4, 5)))
CANDIDATES = 3  # pairs that the advice names


def words_at(run: Run, k: int, t: Translation) -> Fact:
    """The whole corpus after k merges.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> words_at(run, 1, Translation()).rows[0]
    (('h', 'ug'), '10')
    """
    title = Say("words", t)("after" if k else "before", step=k)
    rows = tuple((tokens, number(count)) for tokens, count in run.at(k).words)
    return Fact(title, (), rows, "words")


def draw_next(level: int, dice: Dice, t: Translation, words: str = "en") -> Exercise | None:
    """Ask for the next merge: the first one of a few words, or a later one.

    At the last level, the pair at most places is another one.

    >>> asked = (draw_next(1, Dice(seed), Translation()) for seed in range(99))
    >>> next(filter(None, asked)).link.step
    1
    """
    size, highest, steps = MERGING[level - 1]
    counts = counted_words(dice, words_in_family(dice, words, size), highest)
    material, k = Material(corpus_settings(counts)), dice.pick(steps)
    run = material.run
    if len(run.merges) <= k or run.merges[k].tied > 1:
        return None
    question = next_pair(material, k, t)
    is_trap = any(each.name == "unweighted" for each in question.known)
    return question if is_trap or level < 3 else None


def next_pair(material: Material, k: int, t: Translation) -> Exercise:
    """Which pair does step k + 1 merge?

    >>> from pages.state.defaults import defaults
    >>> next_pair(Material(defaults("hug")), 0, Translation()).answer
    ('u', 'g')
    """
    run, merge = material.run, material.run.merges[k]
    answer = (merge.left, merge.right)
    shown = list(run.at(k).words)
    counts = run.pairs(k)
    say, total = Say("next", t), write_sum(words_with_pair(shown, answer))
    less = [count for pair, count in counts.items() if pair != answer]
    end = "tied" if merge.tied > 1 else "less" if less else "only"
    why = sentences(
        say("sum", pair=format_pair(answer), sum=total), say(end, less=max(less, default=0)), t
    )
    prompt = say("prompt", step=k + 1)
    if merge.tied > 1:
        prompt = sentences(prompt, say("rule"), t)
    top = sorted(counts, key=lambda pair: -counts[pair])[:CANDIDATES]
    candidates = [format_pair(pair) for pair in counts if pair in top]
    return Exercise(
        skill="next",
        prompt=prompt,
        help=say("help"),
        facts=(words_at(run, k, t),),
        form=Pair(material.alphabet, frozenset(counts), frozenset(counts)),
        answers=(answer,),
        shown=format_pair(answer),
        worked=why,
        link=Place(material.settings, step=k + 1),
        hint=say("hint", pairs=candidates),
        known=mistakes.distinct(mistakes.next_pair(run, k, shown, t), answer),
    )


def draw_count(level: int, dice: Dice, t: Translation, words: str = "en") -> Exercise | None:
    """Ask for the count of a pair that several words contain.

    At level 2, another word contains both letters, but not as this pair. At level 3, the pair
    contains a merged token. Few Chinese and Korean words have both then: the token is enough.

    >>> asked = (draw_count(1, Dice(seed), Translation()) for seed in range(99))
    >>> next(filter(None, asked)).link.step
    1
    """
    size, highest, steps = COUNTING[level - 1]
    counts = counted_words(dice, words_in_family(dice, words, size), highest)
    material, k = Material(corpus_settings(counts)), dice.pick(steps)
    run = material.run
    if len(run.merges) <= k:
        return None
    splits = [tokens for tokens, _ in run.at(k).words]
    pairs = [
        pair
        for pair in run.pairs(k)
        if 2 <= sum(pair in pairwise(tokens) for tokens in splits) < size
        and (level < 3 or len("".join(pair)) > 2)
    ]
    if not pairs:
        return None
    question = pair_count(material, k, dice.pick(pairs), t)
    names = {each.name for each in question.known}
    is_trap = bool(names & {"together", "once", "reversed"})
    return question if is_trap or level < 2 or (level == 3 and words != ENGLISH) else None


def pair_count(material: Material, k: int, pair: tuple[str, str], t: Translation) -> Exercise:
    """How often does a pair occur after k merges?

    >>> from pages.state.defaults import defaults
    >>> pair_count(Material(defaults("hug")), 0, ("u", "g"), Translation()).answer
    20
    """
    run, say = material.run, Say("count", t)
    shown, true = list(run.at(k).words), run.count(pair, k)
    return Exercise(
        skill="count",
        prompt=say("prompt", pair=format_pair(pair)),
        help=say("help"),
        facts=(words_at(run, k, t),),
        form=Number(),
        answers=(true,),
        shown=number(true),
        worked=f"{write_sum(words_with_pair(shown, pair))}.",
        link=Place(material.settings, step=min(k + 1, len(run.merges))),
        hint=say("hint", left=quoted(pair[0]), right=quoted(pair[1])),
        known=mistakes.distinct(mistakes.count(run, k, pair, shown, t), true),
    )

"""Questions about rules: which tied pair wins, and how many merges fit in a vocabulary."""

from itertools import pairwise

import bpe
from bpe import Run
from bpe.pair_tables import by_tie_rule
from pages.practice import mistakes
from pages.practice.answers import Letter, Number
from pages.practice.material import Material
from pages.practice.merge_questions import words_at
from pages.practice.mistakes import Pair, format_pair
from pages.practice.questions import Cell, Dice, Exercise, Fact, Place, Say, choose
from pages.practice.sample_words import ENGLISH, corpus_settings, counted_words, words_in_family
from pages.stage.tokens import number, quoted, shorten, visible
from pages.training.explanations import rule_name
from pages.translations.language import Translation

OPTIONS = 5  # pairs to choose between
MAX_LISTED = 12  # characters that are listed
# By level: words, their highest count, merges already made, and how many pairs may be tied.
TIED = ((3, 4, (0,), (2, 3)), (4, 4, (0, 1, 2), (3, 4)), (6, 5, (2, 3, 4, 5, 6), (4, 5)))
FITTING = (2, 4, 4)  # words by level
SPECIAL = ("<|endoftext|>", "<|user|> <|assistant|>", "<s> </s> <pad>")


def draw_ties(level: int, dice: Dice, t: Translation, words: str = "en") -> Exercise | None:
    """Ask which tied pair is merged: found first, then with the lowest ids, then under any rule.

    >>> asked = (draw_ties(1, Dice(seed), Translation()) for seed in range(99))
    >>> next(filter(None, asked)).skill
    'ties'
    """
    size, highest, steps, options = TIED[level - 1]
    counts = counted_words(dice, words_in_family(dice, words, size), highest)
    rule = ("first", "lowest", dice.pick(("lowest", "greatest")))[level - 1]
    material = Material(corpus_settings(counts, ties=rule))
    k = dice.pick(steps)
    if len(material.run.merges) <= k or material.run.merges[k].tied not in options:
        return None
    question = ties(material, k + 1, dice, t, level)
    names = {each.name for each in question.known}
    return question if level < 3 or len(names & set(bpe.TIES)) == 2 else None


def order_found(run: Run, k: int, pairs: set[Pair]) -> list[Pair]:
    """Some pairs in the order in which the corpus after k merges contains them.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> order_found(run, 0, {("p", "u"), ("h", "u")})
    [('h', 'u'), ('p', 'u')]
    """
    found: dict[Pair, None] = {}
    for word in range(len(run.words)):
        found.update(dict.fromkeys(p for p in pairwise(run.tokens(word, k)) if p in pairs))
        if len(found) == len(pairs):
            break
    return list(found)


def winners(run: Run, order: list[Pair]) -> dict[str, Pair]:
    """The pair that each tie rule chooses. order: the pairs, in the order they are found.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> winners(run, [("u", "g"), ("h", "u")])["first"]
    ('u', 'g')
    """
    return {rule: by_tie_rule(run, order, rule)[0] for rule in bpe.TIES}


def ties(material: Material, step: int, dice: Dice, t: Translation, level: int = 3) -> Exercise:
    """Which tied pair does a step merge under the tie rule?

    At level 1, only the words are shown; at level 2, ids too; at level 3, what each rule compares.

    >>> from pages.state.defaults import defaults
    >>> course = Material(defaults("course"))
    >>> step = next(merge.rank for merge in course.run.merges if merge.tied > 1)
    >>> asked = ties(course, step, Dice(3), Translation())
    >>> asked.answer in asked.form.options
    True
    """
    run, rule, say = material.run, material.run.ties, Say("ties", t)
    merge = run.merges[step - 1]
    equal = {pair for pair, count in run.pairs(step - 1).items() if count == merge.count}
    every = order_found(run, step - 1, equal)
    first = list(dict.fromkeys(winners(run, every).values()))
    others = [pair for pair in dice.shuffled(every) if pair not in first]
    options = dice.shuffled([*first, *others][:OPTIONS])
    order = [pair for pair in every if pair in options]
    wins = winners(run, order)
    answer = (merge.left, merge.right)
    rows = [row(run, step - 1, pair, order, t) for pair in options]
    columns = say("columns").split("\n")
    seen = ((0,), (0, 2), (0, 1, 2, 3))[level - 1]
    table = Fact(
        say("pairs", count=merge.count),
        tuple(columns[i] for i in seen),
        tuple(tuple(each[i] for i in seen) for each in rows),
        "choice",
    )
    known = mistakes.distinct(mistakes.ties(tuple(options), rule, wins, t), answer)
    word = shown_word(run, step - 1, answer)
    why = say(f"worked_{rule}", pair=format_pair(answer), word=quoted(word))
    return Exercise(
        skill="ties",
        prompt=say("prompt", step=step, rule=rule_name(rule, t)),
        help=say("help"),
        facts=(words_at(run, step - 1, t), table) if level == 1 else (table,),
        form=Letter(tuple(options)),
        answers=(answer,),
        shown=format_pair(answer),
        worked=why,
        link=Place(material.settings, step=step),
        hint=say(f"hint_{rule}"),
        known=known,
        choices=choose(options, known, why, format_pair),
    )


def shown_word(run: Run, k: int, pair: Pair) -> str:
    """The first word with a pair after k merges, as it is written.

    >>> from pages.state.defaults import defaults
    >>> shown_word(defaults("hug").train(), 0, ("p", "u"))
    'pug'
    """
    word = next(w for i, w in enumerate(run.words) if pair in set(pairwise(run.tokens(i, k))))
    return visible(shorten(word, 14))


def row(run: Run, k: int, pair: Pair, order: list[Pair], t: Translation) -> tuple[Cell, ...]:
    """A pair and what the rules compare: the order it is found, its ids, its bytes.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> pairs = [("u", "g")]
    >>> row(run, 0, pairs[0], pairs, Translation())
    (('u', 'g'), '1, in hug', '6, 1', '75 | 67')
    """
    split = run.corpus.split
    place = order.index(pair) + 1
    position = Say("ties", t)("order", place=place, word=shown_word(run, k, pair))
    ids = ", ".join(str(run.ids[token]) for token in pair)
    data = " | ".join(bpe.token_bytes(token, split).hex(" ") for token in pair)
    return pair, position, ids, data


def draw_fit(level: int, dice: Dice, t: Translation, words: str = "en") -> Exercise | None:
    """Ask how many merges fit: with a list of the characters, with the words, or with all bytes.

    >>> asked = (draw_fit(1, Dice(seed), Translation()) for seed in range(99))
    >>> next(filter(None, asked)).skill
    'fit'
    """
    if level == 3:
        words = ENGLISH  # written as bytes, other words can't be read
    counts = counted_words(dice, words_in_family(dice, words, FITTING[level - 1]), 5)
    special = ("", "<|endoftext|>", dice.pick(SPECIAL))[level - 1]
    at_byte_level = {"split": "gpt2", "alphabet": "bytes", "vocab": 400} if level == 3 else {}
    material = Material(corpus_settings(counts, special=special, **at_byte_level))
    run = material.run
    merges = 2 + dice.below(5 + 3 * level)
    sizes = run.vocab_sizes[: merges + 1]
    is_plain = sizes == tuple(range(sizes[0], sizes[0] + merges + 1))
    alphabet = len(run.first_tokens)
    if not is_plain or (level == 1 and alphabet > MAX_LISTED):
        return None
    question = fit(material, merges, t, level)
    return question if level < 2 or any(x.name == "words" for x in question.known) else None


def fit(material: Material, merges: int, t: Translation, level: int = 1) -> Exercise:
    """How many merges fit in a vocabulary? merges: the answer, which sets its size.

    At level 1, the characters are listed; otherwise the words show them.

    >>> from pages.state.defaults import defaults
    >>> fit(Material(defaults("hug")), 3, Translation()).answer
    3
    """
    run, say = material.run, Say("fit", t)
    size = run.vocab_sizes[merges]
    alphabet, special = run.first_tokens, run.special_tokens
    rows: list[tuple[Cell, ...]] = [
        (say("size"), number(size)),
        (say("special"), special or number(0)),
        (say("words"), number(len(run.words))),
    ]
    if run.has_all_bytes:
        rows.append((say("bytes"), number(len(alphabet))))
    elif level == 1:
        rows.append((say("characters"), tuple(alphabet)))
    table = Fact(say("table"), (), tuple(rows))
    terms = [number(size), *([number(len(special))] if special else []), number(len(alphabet))]
    return Exercise(
        skill="fit",
        prompt=say("prompt", size, size=size),
        help=say("help"),
        facts=(table,) if level == 1 else (table, words_at(run, 0, t)),
        form=Number(),
        answers=(merges,),
        shown=number(merges),
        worked=say("worked", sum=f"{' − '.join(terms)} = {number(merges)}"),
        link=Place(material.settings.replace(vocab=size), step=merges),
        hint=say("hint"),
        known=mistakes.distinct(mistakes.fit(run, size, merges, t), merges),
    )

"""Questions about rules: which tied pair wins, and how many merges fit in a vocabulary."""

from itertools import pairwise

import bpe
from bpe import Run
from bpe.pair_tables import by_tie_rule
from pages.i18n.language import Translation
from pages.quiz import mistakes
from pages.quiz.answers import Choice, Number
from pages.quiz.mistakes import Pair, format_pair
from pages.quiz.questions import Cell, Dice, Fact, Link, Material, Question
from pages.state.settings import MAX_VOCAB
from pages.view.bpe.explanations import rule_name
from pages.view.tokens import number, shorten, visible

OPTIONS = 5  # pairs to choose between
MAX_LISTED = 12  # characters that are listed


def draw_ties(material: Material, dice: Dice, t: Translation) -> Question | None:
    """Ask which tied pair wins under a rule; None if there is no tie.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> course = material(defaults("course"))
    >>> draw_ties(course, Dice(3), Translation()).kind
    'ties'
    """
    rules = dice.shuffled(bpe.TIES)
    for rule in rules:
        steps = [merge.rank for merge in material.run_with_rule(rule).merges if merge.tied > 1]
        if steps:
            return ties(material, rule, dice.pick(steps), dice, t)
    return None


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


def ties(material: Material, rule: str, step: int, dice: Dice, t: Translation) -> Question:
    """Which tied pair does a step merge under a rule?

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> course = material(defaults("course"))
    >>> step = next(merge.rank for merge in course.run.merges if merge.tied > 1)
    >>> asked = ties(course, "first", step, Dice(3), Translation())
    >>> asked.answer in asked.form.options
    True
    """
    run = material.run_with_rule(rule)
    merge = run.merges[step - 1]
    equal = {pair for pair, count in run.pairs(step - 1).items() if count == merge.count}
    every = order_found(run, step - 1, equal)
    first = list(dict.fromkeys(winners(run, every).values()))
    others = [pair for pair in dice.shuffled(every) if pair not in first]
    options = dice.shuffled([*first, *others][:OPTIONS])
    order = [pair for pair in every if pair in options]
    wins = winners(run, order)
    answer = (merge.left, merge.right)
    rows = tuple(row(run, step - 1, pair, order, t) for pair in options)
    columns = (t.gettext("Pair"), t.gettext("Order found"), t.gettext("IDs"), t.gettext("Bytes"))
    why = {
        "first": t.gettext(
            "Under this rule, the pair that is found first wins. The ids do not matter."
        ),
        "lowest": t.gettext(
            "Under this rule, the pair whose left token has the lowest id wins. If these ids are "
            "equal, the lowest id of the right token decides."
        ),
        "greatest": t.gettext(
            "Under this rule, the bytes are compared one by one. The pair with the greatest "
            "bytes wins."
        ),
    }
    return Question(
        kind="ties",
        prompt=t.gettext(
            "At step {step}, these pairs have the same count. Which pair is merged under this "
            "rule: {rule}?"
        ).format(step=step, rule=rule_name(rule, t)),
        hint=t.gettext("The letter of the row"),
        facts=(Fact(t.gettext("Equal counts: {count} each").format(count=number(merge.count)),
                    columns, rows, "choice"),),
        form=Choice(tuple(options)),
        answer=answer,
        shown=format_pair(answer),
        because=why[rule],
        link=Link(material.settings.replace(ties=rule), step),
        known=mistakes.distinct(mistakes.ties(tuple(options), rule, wins, t), answer),
    )  # fmt: skip


def row(run: Run, k: int, pair: Pair, order: list[Pair], t: Translation) -> tuple[Cell, ...]:
    """A pair and what the rules compare: the order it is found, its ids, its bytes.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> pairs = [("u", "g")]
    >>> row(run, 0, pairs[0], pairs, Translation())
    (('u', 'g'), '1, in hug', '6, 1', '75 | 67')
    """
    split = run.corpus.split
    word = next(w for i, w in enumerate(run.words) if pair in set(pairwise(run.tokens(i, k))))
    position = t.gettext("{place}, in {word}").format(
        place=order.index(pair) + 1, word=visible(shorten(word, 14))
    )
    ids = ", ".join(str(run.ids[token]) for token in pair)
    data = " | ".join(bpe.token_bytes(token, split).hex(" ") for token in pair)
    return pair, position, ids, data


def draw_fit(material: Material, dice: Dice, t: Translation) -> Question | None:
    """Ask how many merges fit; None if there are none, or if a merge makes an existing token.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> draw_fit(hug, Dice(3), Translation()).kind
    'fit'
    """
    sizes = material.run.vocab_sizes
    plain = [k for k in range(1, len(sizes)) if sizes[k] == sizes[0] + k and sizes[k] <= MAX_VOCAB]
    if len(plain) < 1 or plain != list(range(1, len(plain) + 1)):
        return None
    return fit(material, dice.pick(plain), t)


def fit(material: Material, merges: int, t: Translation) -> Question:
    """How many merges fit in a vocabulary? merges: the answer, which sets its size.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> fit(hug, 3, Translation()).answer
    3
    """
    run = material.run
    size = run.vocab_sizes[merges]
    alphabet, special = run.first_tokens, run.special_tokens
    signs = tuple((character,) for character in alphabet[:MAX_LISTED])
    rows = [(t.gettext("Vocabulary size"), number(size)),
            (t.gettext("Special tokens"), special or number(0)),
            (t.gettext("Different words"), number(len(run.words))),
            (t.gettext("Different characters"), number(len(alphabet)))]  # fmt: skip
    if len(signs) == len(alphabet) <= MAX_LISTED:
        rows[-1] = (t.gettext("Characters"), tuple(alphabet))
    elif run.has_all_bytes:
        rows[-1] = (t.gettext("Characters: one for each byte"), number(len(alphabet)))
    first = run.vocab_sizes[0]
    terms = [number(size), number(first)] if first != len(alphabet) + len(special) else [
        number(size), *([number(len(special))] if special else []), number(len(alphabet))
    ]  # fmt: skip
    return Question(
        kind="fit",
        prompt=t.ngettext(
            "Training ends when the vocabulary has {size} token. How many merges does it learn?",
            "Training ends when the vocabulary has {size} tokens. How many merges does it learn?",
            size,
        ).format(size=number(size)),
        hint=t.gettext("A number, or a sum such as 10 + 5"),
        facts=(Fact(t.gettext("The vocabulary and the corpus"), (), tuple(rows)),),
        form=Number(),
        answer=merges,
        shown=number(merges),
        because=t.gettext(
            "Subtract the special tokens and the characters from the vocabulary size: {sum}."
        ).format(sum=f"{' − '.join(terms)} = {number(merges)}"),
        link=Link(material.settings.replace(vocab=size), merges),
        known=mistakes.distinct(mistakes.fit(run, size, merges, t), merges),
    )

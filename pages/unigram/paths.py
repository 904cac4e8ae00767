"""The steps before Viterbi: two segmentations multiplied out, and then all of them."""

from itertools import islice
from math import exp

from bpe import unigram
from bpe.unigram import Segmentation
from pages.stage.record import sentences
from pages.stage.table_types import Fact, Part, TableRow
from pages.stage.tokens import chip, number, probability
from pages.translations.language import Translation
from pages.unigram.record_types import PathStep
from pages.unigram.word import Word

LISTED = 20  # segmentations in the table of a step


def fraction(model: unigram.Model, piece: str) -> str:
    """The probability of a piece as a fraction like 20/210; empty if the model has no counts.

    >>> model = unigram.Model.from_counts({"a": 1, "b": 3})
    >>> fraction(model, "b")
    '3/4'
    """
    if model.counts is None or piece not in model.ids:
        return ""
    count, total = model.counts[model.ids[piece]], model.total or 0
    if count != int(count) or total != int(total):
        return ""
    return f"{int(count)}/{int(total)}"


def write_product(model: unigram.Model, each: Segmentation) -> str:
    """A segmentation's probability as a product.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> write_product(run.seeds, next(shown.lattice.segmentations()))
    '15/210 = 0.071429'
    """
    factors = []
    for token, known in zip(each.tokens, each.known, strict=True):
        share = fraction(model, token) or probability(model.probability(token))
        factors.append(share if known else "?")
    product = " × ".join(factors)
    if not all(each.known) or (len(factors) == 1 and "/" not in product):
        return product
    return f"{product} = {probability(each.probability)}"


def two_paths(shown: Word) -> tuple[Segmentation, ...]:
    """Two segmentations to multiply out: the best, and single characters or else the second best.

    Empty if there are fewer than two.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> [each.tokens for each in two_paths(Word.after(run, "unhug", 0))]
    [('un', 'hug'), ('u', 'n', 'h', 'u', 'g')]
    """
    if not shown.intro:
        return ()
    best, second = islice(shown.lattice.segmentations(), 2)
    characters = shown.lattice.segmentation(shown.text)
    if characters is None or characters.tokens == best.tokens:
        return best, second
    return best, characters


def record(shown: Word, k: int, t: Translation) -> PathStep:
    """What a step before Viterbi adds to the record of step 0. k: from 1.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "unhug", 0)
    >>> record(shown, 1, Translation())["why"].partition(": ")[2]
    '16/210 × 15/210 = 0.005442.'
    """
    if k == shown.intro:
        return all_of_them(shown, t)
    paths = two_paths(shown)[:k]
    this = paths[-1]
    size, parts = len(this.tokens), list[Part]()
    for token in this.tokens:
        parts += ["×"] * bool(parts) + [chip(token, shown.numbers)]
    count = t.ngettext("{count} piece", "{count} pieces", size).format(count=number(size))
    return {
        "parts": [*parts, "=", probability(this.probability)],
        "facts": [Fact(count, "count")],
        "why": why(shown, paths, t),
        "path": arc_indices(shown, this),
        "rows": [path_row(shown, each, "chosen" if each is this else "") for each in paths],
        "heading": t.gettext("Segmentations, multiplied out"),
    }


def why(shown: Word, paths: tuple[Segmentation, ...], t: Translation) -> str:
    """How the probability of the last of some segmentations comes about.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "pug", 0)
    >>> why(shown, two_paths(shown), Translation()).partition(". ")[2]
    'The first segmentation is 5.8 times as probable.'
    """
    product = write_product(shown.model, paths[-1])
    if len(paths) == 1:
        return t.gettext(
            "A path from the first to the last position is a segmentation. Its probability is the "
            "product of the probabilities of its pieces: {product}."
        ).format(product=product)
    sentence = t.gettext("Another path through the same word: {product}.").format(product=product)
    difference = paths[0].log_probability - paths[1].log_probability
    if unigram.equal(difference, 0.0):
        return sentences(sentence, t.gettext("Both segmentations are equally probable."), t)
    ratio = f"{exp(difference):,.1f}" if difference < 14 else ""
    end = (
        t.gettext("The first segmentation is {ratio} times as probable.").format(ratio=ratio)
        if ratio
        else t.gettext("The first segmentation is far more probable.")
    )
    return sentences(sentence, end, t)


def all_of_them(shown: Word, t: Translation) -> PathStep:
    """The last step before Viterbi: every segmentation, best first.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "unhug", 0)
    >>> all_of_them(shown, Translation())["rest"]
    '8 segmentations'
    """
    found = list(islice(shown.lattice.segmentations(), LISTED))
    count = shown.lattice.count
    written = number(count)
    heading = t.gettext("Segmentations, multiplied out")
    if count > len(found):
        heading = t.gettext("The best {shown} of {all} segmentations, multiplied out").format(
            shown=number(len(found)), all=written
        )
    title = t.ngettext("{count} segmentation", "{count} segmentations", count).format(count=written)
    return {
        "rest": title,
        "facts": [],
        "why": t.gettext(
            "This word has {count} segmentations, and a word with one more character can have "
            "twice as many. Viterbi’s algorithm does not list them all. It keeps only the best "
            "segmentation up to each position. The next steps do that."
        ).format(count=written),
        "rows": [path_row(shown, each, "" if i else "chosen") for i, each in enumerate(found)],
        "heading": heading,
    }


def path_row(shown: Word, each: Segmentation, mark: str) -> TableRow:
    """A row: segmentation and product.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "unhug", 0)
    >>> path_row(shown, two_paths(shown)[0], "").cells[1:]
    ['16/210 × 15/210 = 0.005442']
    """
    tokens = [chip(token, shown.numbers) for token in each.tokens]
    return TableRow([tokens, write_product(shown.model, each)], mark)


def arc_indices(shown: Word, each: Segmentation) -> list[int]:
    """The indices of a segmentation's arcs in the lattice.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> arc_indices(shown, shown.lattice.segmentation(["h", "ug"]))
    [0, 4]
    """
    found, start = [], 0
    for token in each.tokens:
        found.append(shown.arc_indices[start, start + len(token)])
        start += len(token)
    return found

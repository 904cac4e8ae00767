"""The course's own exercises, "now your turn", on its five words.

Chapter 6.5: the next merge, and unhug. Chapter 6.7: the frequencies and their sum, and huggun
with its score.
"""

from functools import cache

from pages.practice import unigram_mistakes
from pages.practice.answers import Frequencies, Number
from pages.practice.encoding_questions import encode
from pages.practice.material import Material
from pages.practice.merge_questions import next_pair
from pages.practice.mistakes import distinct
from pages.practice.questions import Exercise, Fact, Place, Say
from pages.practice.unigram_questions import segmentation, segmentation_probability
from pages.stage.tokens import number, quoted
from pages.state.defaults import defaults
from pages.state.settings import Settings
from pages.translations.language import Translation

MERGES = 3  # learned before the chapter asks for the next


def settings(lang: str) -> Settings:
    """The settings of the course's five words.

    >>> settings("ko").corpus.name
    'hug'
    """
    return defaults("hug").replace(lang=lang)


@cache
def material(lang: str) -> Material:
    """The course's five words, trained.

    >>> material("ko").run.merges[0].token
    'ug'
    """
    return Material(settings(lang))


def boxes(hug: Material, t: Translation) -> dict[str, tuple[Exercise, ...]]:
    """The questions of each exercise, by name.

    >>> boxes(material("en"), Translation())["next"][0].answer
    ('p', 'un')
    """
    return {
        "next": (next_pair(hug, MERGES, t),),
        "unhug": (encode(hug, "unhug", MERGES, t),),
        "frequencies": (frequencies(hug, t), total(hug, t)),
        "huggun": (
            segmentation(hug, "huggun", t),
            segmentation_probability(hug, "huggun", t),
        ),
    }


def link(hug: Material) -> Place:
    """A link to the vocabulary with its counts.

    >>> link(material("en")).page
    'unigram'
    """
    return Place(hug.settings.replace(show="rounds", position=0), "unigram")


def words(hug: Material, t: Translation) -> Fact:
    """The words with their counts.

    >>> words(material("en"), Translation()).rows[0]
    (('hug',), '10')
    """
    rows = tuple(((word,), number(count)) for word, count in hug.run.corpus.counts.items())
    return Fact(Say("words", t)("counted"), (), rows, "words")


def frequencies(hug: Material, t: Translation) -> Exercise:
    """How often does each piece of the vocabulary occur in all words?

    >>> frequencies(material("en"), Translation()).answer[:2]
    (('h', 15), ('u', 36))
    """
    corpus, model, say = hug.run.corpus, hug.pieces.seeds, Say("frequencies", t)
    true = {piece: unigram_mistakes.count_of(model, piece) for piece in model.pieces}
    each = (f"{quoted(piece)} {number(count)}" for piece, count in true.items())
    found = t.gettext(", ").join(each)
    return Exercise(
        skill="frequencies",
        prompt=say("prompt", pieces=" ".join(map(quoted, model.pieces))),
        help=say("help", example="x 3, y 7"),
        facts=(words(hug, t),),
        form=Frequencies(model.pieces),
        answers=(tuple(true.items()),),
        shown=found,
        worked=say("worked"),
        link=link(hug),
        explain=lambda given: unigram_mistakes.frequencies(corpus, given, true, t),
    )


def total(hug: Material, t: Translation) -> Exercise:
    """What is the sum of the frequencies of all pieces?

    >>> total(material("en"), Translation()).answer
    210
    """
    model, say = hug.pieces.seeds, Say("sum", t)
    true = {piece: unigram_mistakes.count_of(model, piece) for piece in model.pieces}
    value = unigram_mistakes.total_of(model)
    return Exercise(
        skill="sum",
        prompt=say("prompt"),
        help=say("help"),
        facts=(),
        form=Number(),
        answers=(value,),
        shown=number(value),
        worked=f"{' + '.join(map(number, true.values()))} = {number(value)}.",
        link=link(hug),
        known=distinct(unigram_mistakes.total(hug.run.corpus, true, t), value),
    )

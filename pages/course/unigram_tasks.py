"""Places and tasks about Unigram, on words of the reader's language.

Right answers come from the engine, wrong ones from the mistakes that the quiz knows.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from bpe import unigram
from pages.course.parts import NUMBER, SHARE, TOKENS, UNEXPLAINED, Place, ask
from pages.practice import unigram_mistakes
from pages.practice.mistakes import distinct
from pages.practice.unigram_mistakes import count_of, exact_probability, format_tokens, total_of
from pages.stage.question import Mistake, Question
from pages.stage.record import sentences
from pages.stage.tokens import number, probability, quoted, with_number
from pages.state.settings import Settings
from pages.translations.language import Translation
from pages.unigram.contents import unigram_words
from pages.unigram.word import Word


class Words(NamedTuple):
    """The words that the chapters are about, in a language.

    piece: a word of the corpus that is also a seed. other: a piece that is not in `short`.
    short: has one segmentation into two pieces. more: its best segmentation has more pieces than
    another one. counted: has several segmentations, but is no piece. new: is not in the corpus.
    single: has only one segmentation. shared: is not in the corpus; BPE and Unigram segment it
    differently even if Unigram has the tokens of BPE.
    """

    piece: str
    other: str
    short: str
    more: str
    counted: str
    new: str
    single: str
    shared: str


WORDS = {
    "en": Words("start", "er", "start", "reread", "easter", "stand", "sun", "serene"),
    "zh-Hant": Words(
        "會員", "中學", "大學生", "學生會員", "大學生活", "大學學生會", "高中會", "數學生活"
    ),
    "ko": Words(
        "회원", "유학", "대학생", "학생회원", "대학생활", "유학생회원", "고교생", "수학생활"
    ),
}
NO_TABLE = ("best", "result", UNEXPLAINED)  # hidden where the table of Viterbi would be empty
MIDDLE = 4  # a position of the long word at which two pieces end


def settings_of(lang: str) -> Settings:
    """The settings of the chapters: words on which BPE and Unigram differ.

    >>> settings_of("en").view.word
    'restart'
    """
    return unigram_words(lang)


@cache
def unigram_run(lang: str) -> unigram.Run:
    """The training on the words of a language, by pruning.

    >>> len(unigram_run("en").seeds.pieces), len(unigram_run("en").model.pieces)
    (18, 15)
    """
    return settings_of(lang).train_unigram()


def long_word(lang: str) -> str:
    """The word in which Viterbi's algorithm is followed.

    >>> long_word("ko")
    '대학생회원'
    """
    return settings_of(lang).view.word


def lattice(lang: str, word: str) -> unigram.Lattice:
    """The lattice of a word under the vocabulary after training.

    >>> lattice("en", "start").count
    5
    """
    return unigram_run(lang).model.lattice(word)


def lattice_place(lang: str, word: str, position: int | None = None) -> Place:
    """Where a word's lattice is shown. position: which Viterbi has reached; None before it starts.

    >>> lattice_place("en", "start").step, lattice_place("en", "start", 1).step
    (0, 4)
    """
    run = unigram_run(lang)
    step = 0 if position is None else Word.after(run, word, len(run.rounds)).intro + position
    return Place(settings_of(lang).replace(show="word", word=word), "unigram", step)


def last_step(lang: str, word: str) -> int:
    """The step at which Viterbi has drawn the best path of a word.

    >>> last_step("en", "start")
    9
    """
    run = unigram_run(lang)
    return Word.after(run, word, len(run.rounds)).last


def rounds_place(lang: str, step: int) -> Place:
    """Where a step of the training is shown.

    >>> rounds_place("en", 2).settings.view.show
    'rounds'
    """
    return Place(settings_of(lang).replace(show="rounds"), "unigram", step)


def pieces_in(lang: str, word: str) -> list[str]:
    """The pieces in a word, the shortest first.

    >>> pieces_in("en", "art")
    ['a', 'r', 't', 'art']
    """
    return sorted(dict.fromkeys(arc.piece for arc in lattice(lang, word).arcs), key=len)


def divided_by_some(lang: str, t: Translation) -> str:
    """Why a probability is wrong that adds up only the pieces which the text or a picture shows.

    >>> divided_by_some("en", Translation())[-30:]
    'Divide by the sum of all, 557.'
    """
    return t.gettext(
        "You added up only the pieces of one word. The vocabulary has more. Divide by the sum of "
        "all, {total}."
    ).format(total=number(total_of(unigram_run(lang).model)))


def counts_line(lang: str, word: str, t: Translation) -> str:
    """The pieces in a word with their counts, as a sentence.

    >>> counts_line("en", "art", Translation()).translate({0x2068: "", 0x2069: "", 0xA0: " "})
    'Piece counts: a 47, r 74, t 49, art 23. The piece counts of all pieces add up to 557.'
    """
    model = unigram_run(lang).model
    listed = (with_number(quoted(x), count_of(model, x)) for x in pieces_in(lang, word))
    text = t.gettext("Piece counts: {list}. The piece counts of all pieces add up to {total}.")
    return text.format(list=t.gettext(", ").join(listed), total=number(total_of(model)))


def product(lang: str, tokens: tuple[str, ...]) -> str:
    """The probability of a segmentation as a product of fractions.

    >>> product("en", ("st", "art"))
    '26/557 × 23/557'
    """
    model = unigram_run(lang).model
    return " × ".join(f"{count_of(model, each)}/{total_of(model)}" for each in tokens)


def value(lang: str, tokens: tuple[str, ...]) -> str:
    """The probability of a segmentation as a decimal number.

    >>> value("en", ("st", "art"))
    '0.001927'
    """
    return probability(float(exact_probability(unigram_run(lang).model, tokens)))


def two_alternatives(lang: str, word: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The best segmentation of a word, and the best one that has fewer pieces.

    >>> two_alternatives("en", "reread")
    (('r', 'er', 'e', 'a', 'd'), ('re', 're', 'a', 'd'))
    """
    best, *others = (each.tokens for each in lattice(lang, word).segmentations())
    return best, next(tokens for tokens in others if len(tokens) < len(best))


def one_per_line(items: Iterable[str], t: Translation) -> str:
    r"""A list with a line for each item.

    >>> one_per_line(["un", "u n"], Translation())
    'un;\nu n'
    """
    return (t.gettext("; ").rstrip() + "\n").join(items)


def compared(lang: str, segmentations: Iterable[tuple[str, ...]], t: Translation) -> str:
    r"""Segmentations with their probabilities, one per line.

    >>> compared("en", [("st", "art")], Translation())
    '\u2068st\u2069 \u2068art\u2069: 26/557 × 23/557 = 0.001927'
    """
    lines = (
        t.gettext("{tokens}: {product} = {value}").format(
            tokens=format_tokens(each), product=product(lang, each), value=value(lang, each)
        )
        for each in segmentations
    )
    return one_per_line(lines, t)


def largest_wins(lang: str, segmentations: Iterable[tuple[str, ...]], t: Translation) -> str:
    r"""Which segmentation is best: the products of all, and how far the next one is behind.

    >>> largest_wins("en", [("st", "art"), ("start",)], Translation()).splitlines()[-1]
    'The largest product wins. It is 14.9 times as large as the next one.'
    """
    found = list(segmentations)
    text = t.gettext("Compare the products:\n{products}.\nThe largest product wins.").format(
        products=compared(lang, found, t)
    )
    model = unigram_run(lang).model
    first, *others = sorted((exact_probability(model, each) for each in found), reverse=True)
    if not others or others[0] == first:
        return text
    times = t.gettext("It is {times} times as large as the next one.")
    return sentences(text, times.format(times=f"{float(first / others[0]):.3g}"), t)


def last_step_open(products: Mapping[str, str], t: Translation) -> str:
    """An example of comparing two products, by name, which leaves its last step open.

    >>> last_step_open({"un": "1/2", "u n": "1/3"}, Translation()).splitlines()[-1]
    'Only the last step is left: which product is larger?'
    """
    named = t.gettext("{tokens}: {product}")
    lines = (named.format(tokens=name, product=each) for name, each in products.items())
    return t.gettext(
        "The products:\n{products}.\nOnly the last step is left: which product is larger?"
    ).format(products=one_per_line(lines, t))


def best_segmentation(lang: str, word: str, prompt: str, hint: str, t: Translation) -> Question:
    """The task to find the best segmentation of a word, or of its beginning.

    >>> best_segmentation("en", "restart", "", "", Translation()).answers
    (('re', 'start'),)
    """
    equal = tuple(each.tokens for each in lattice(lang, word).ties())
    model = unigram_run(lang).model
    found = distinct(
        [
            *unigram_mistakes.segmentation(model, word, None, t),
            *unigram_mistakes.with_other_piece(model, word, t, most=len(word)),
        ],
        *equal,
    )
    best = [each.tokens for each in lattice(lang, word).n_best(len(equal) + 2)]
    return Question(
        prompt=prompt,
        form=TOKENS,
        hint=hint,
        worked=largest_wins(lang, best, t),
        done=t.gettext("{tokens} has the probability {value}. No other product is larger.").format(
            tokens=format_tokens(equal[0]), value=value(lang, equal[0])
        ),
        known=found,
        hint_marks=("lattice",),
        answers=equal,
    )


def probability_of(lang: str, tokens: tuple[str, ...], prompt: str, t: Translation) -> Question:
    """The task to multiply out the probability of a segmentation.

    >>> probability_of("en", ("st", "art"), "", Translation()).answers
    (Fraction(598, 310249),)
    """
    run = unigram_run(lang)
    model, word = run.model, "".join(tokens)
    answer, below = exact_probability(model, tokens), total_of(model) ** len(tokens)
    mistakes = [*unigram_mistakes.segmentation_probability(model, run.corpus, word, tokens, t)]
    some = sum(count_of(model, each) for each in pieces_in(lang, word))  # as the text lists them
    mistakes.append(Mistake("", answer * below / some ** len(tokens), divided_by_some(lang, t)))
    hint = t.gettext("Multiply the fractions of these pieces: {pieces}.")
    return Question(
        prompt=prompt,
        form=SHARE,
        hint=hint.format(pieces=format_tokens(tokens)),
        worked=t.gettext("{product} = {above}/{below} = {value}.").format(
            product=product(lang, tokens),
            above=answer * below,
            below=below,
            value=value(lang, tokens),
        ),
        known=tuple(each for each in distinct(mistakes, answer) if each.name != "logarithm"),
        hint_marks=("lattice",),
        answers=(answer,),
    )


def guesses(lang: str, word: str, t: Translation) -> dict[int, str]:
    """Wrong numbers of segmentations of a word: whether there are more or fewer.

    >>> len(guesses("en", "start", Translation()))
    15
    """
    count = lattice(lang, word).count
    more = t.gettext("There are more. List those of one piece, then those of two, and so on.")
    fewer = t.gettext("There are fewer. Every part must be a piece in the picture.")
    return {
        **dict.fromkeys(range(1, count), more),
        **dict.fromkeys(range(count + 1, 2 ** (len(word) - 1) + 1), fewer),
    }


def count_segmentations(
    lang: str, word: str, hint: str, others: Mapping[int, str], t: Translation
) -> Question:
    """The task to count the segmentations of a word. others: known wrong counts, with reasons.

    >>> count_segmentations("en", "start", "", {}, Translation()).answers
    ('5',)
    """
    found = lattice(lang, word)
    arcs = t.gettext(
        "That is the number of arcs. A segmentation is a whole path from the first to the last "
        "position."
    )
    mistakes = {**others, len(found.arcs): arcs}
    return ask(
        prompt=t.gettext("How many segmentations does {word} have?").format(word=quoted(word)),
        form=NUMBER,
        hint=hint,
        worked=t.gettext("All segmentations of {word}:\n{all}.").format(
            word=quoted(word),
            all=one_per_line((format_tokens(x.tokens) for x in found.segmentations()), t),
        ),
        reasons={str(n): reason for n, reason in mistakes.items() if n != found.count},
        hint_marks=("lattice",),
        answers=(str(found.count),),
    )

"""What learners ask about the two chapters: a question, an answer, and a link that shows it.

Every number in an answer comes from the engine.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bpe import unigram
from pages.i18n.language import Translation
from pages.state.defaults import defaults
from pages.view.bpe.pair_sums import term
from pages.view.course import five_words, unigram_words
from pages.view.course.engine import Engine, encoded, fired, named, uncut
from pages.view.course.figures import tokens, training_link, unigram_link
from pages.view.tokens import listing, number, quoted


@dataclass(frozen=True, slots=True)
class Question:
    """A question as learners ask it, its answer, and the address of what shows it."""

    question: str
    answer: str
    link: str


def questions(engine: Engine, t: Translation, lang: str) -> tuple[Question, ...]:
    """All of them, BPE first."""
    return (*about_bpe(engine, t, lang), *about_unigram(engine, t, lang))


def about_bpe(engine: Engine, t: Translation, lang: str) -> Iterator[Question]:
    """The questions about BPE."""
    yield vocabulary(engine, t, lang)
    yield letters(engine, t, lang)
    yield ties(engine, t, lang)
    yield overlaps(engine, t, lang)
    yield ranks(engine, t, lang)
    yield unknown(engine, t, lang)


def about_unigram(engine: Engine, t: Translation, lang: str) -> Iterator[Question]:
    """The questions about Unigram."""
    yield five_of_210(engine, t, lang)
    yield without_pu(engine, t, lang)
    yield unknown_word(engine, t, lang)


def vocabulary(engine: Engine, t: Translation, lang: str) -> Question:
    """Where the size of the vocabulary comes from."""
    run = engine.course
    answer = t.gettext(
        "It is the sum of three parts: special tokens, the characters of the alphabet, and one "
        "token per merge. On the four sentences, that is {specials} + {alphabet} + {merges} = "
        "{size}."
    ).format(
        specials=number(len(run.special_tokens)),
        alphabet=number(len(run.corpus.alphabet)),
        merges=number(len(run.merges)),
        size=number(len(run.vocab)),
    )
    link = training_link(replace(defaults("course"), lang=lang), len(run.merges))
    question = t.gettext("Where does the size of the vocabulary come from?")
    return Question(question, answer, link)


def letters(engine: Engine, t: Translation, lang: str) -> Question:
    """How a pair can count more than a letter."""
    run = engine.hug

    def letter(character: str) -> int:
        return sum(word.count(character) * n for word, n in run.corpus.counts.items())

    answer = t.gettext(
        "A pair can occur more often than another letter, but never more often than its own two "
        "letters. {pair} occurs {count} times, and {other} only {less} times. But {left} occurs "
        "{lefts} times and {right} {rights} times."
    ).format(
        pair=quoted("u+g"),
        count=number(run.count(("u", "g"), 0)),
        other=quoted("h"),
        less=number(letter("h")),
        left=quoted("u"),
        lefts=number(letter("u")),
        right=quoted("g"),
        rights=number(letter("g")),
    )
    question = t.gettext("How can a pair occur more often than a letter?")
    return Question(question, answer, training_link(five_words.settings(lang), 0))


def ties(engine: Engine, t: Translation, lang: str) -> Question:
    """Which of equally frequent pairs is merged."""
    run, other = engine.course, engine.lowest
    tied = [merge for merge in run.merges if merge.tied > 1]
    answer = t.gettext(
        "The tie rule decides. The chapter takes the pair that is met first. Hugging Face "
        "tokenizers take the pair with the lowest ids. On the four sentences, {tied} of {merges} "
        "merges are tied, and the two rules first differ at merge {k}."
    ).format(
        tied=number(len(tied)),
        merges=number(len(run.merges)),
        k=number(run.first_difference(other) or 0),
    )
    step = min(run.first_difference(other) or 0, len(run.merges))
    question = t.gettext("Which of several equally frequent pairs is merged?")
    link = training_link(replace(defaults("course"), lang=lang), step)
    return Question(question, answer, link)


def overlaps(engine: Engine, t: Translation, lang: str) -> Question:
    """How aaaa merges."""
    run = engine.train("aaaa")
    merge, word = run.merges[0], "aaaa"
    answer = t.gettext(
        "Merging goes from left to right and uses each letter once: {word} becomes {tokens}. But "
        "overlapping pairs are all counted. In the small corpus behind this link, {pair} has a "
        "count of {count}, but only {made} can be merged."
    ).format(
        word=quoted(word),
        tokens=tokens(" ".join(run.tokens(run.words.index(word), 1))),
        pair=quoted(named(merge)),
        count=number(merge.count),
        made=number(run.tokens_saved[0]),
    )
    question = t.gettext("How is {word} merged?").format(word=quoted(word))
    return Question(question, answer, training_link(replace(defaults("aaaa"), lang=lang), 1))


def ranks(engine: Engine, t: Translation, lang: str) -> Question:
    """Why the encoder looks for the lowest rank."""
    run, word = engine.three, "unhug"
    first, *_, last = fired(run, word)
    answer = t.gettext(
        "Training learned the merges in that order, and later merges need the results of earlier "
        "ones. In {word}, {last} (rank {high}) cannot be applied until {first} (rank {low}) has "
        "been applied. Another order can produce different tokens than training did."
    ).format(
        word=quoted(word),
        first=quoted(named(first)),
        low=number(first.rank),
        last=quoted(named(last)),
        high=number(last.rank),
    )
    question = t.gettext("Why does encoding apply the merge with the lowest rank first?")
    link = training_link(five_words.settings(lang, 10, word), last.rank)
    return Question(question, answer, link)


def unknown(engine: Engine, t: Translation, lang: str) -> Question:
    """Why mug gives only ug somewhere."""
    run = engine.three
    answer = t.gettext(
        "If no unknown token is set, Hugging Face tokenizers drop characters that they do not "
        "know. This app drops nothing: {word} becomes {tokens}."
    ).format(word=quoted("mug"), tokens=tokens(encoded(run, "mug")))
    question = t.gettext("Why does {word} give only {token} in some programs?").format(
        word=quoted("mug"), token=quoted(uncut(run, "mug").split()[-1])
    )
    link = training_link(five_words.settings(lang, 10, "mug"), len(run.merges))
    return Question(question, answer, link)


def five_of_210(engine: Engine, t: Translation, lang: str) -> Question:
    """Where 5/210 comes from."""
    model = engine.model
    using = {word: n for word, n in engine.words.counts.items() if "p" in word}
    answer = t.gettext(
        "It is a mistake. The count of {piece} includes every word that contains it: {terms} = "
        "{count}. So its probability is {count}/{total}. The number {slip} is the count of "
        "{word} alone."
    ).format(
        piece=quoted("p"),
        terms=" + ".join(term(word, 1, n) for word, n in using.items()),
        count=number(unigram_words.count(model, "p")),
        total=number(int(model.total or 0)),
        slip=number(engine.words.counts["pug"]),
        word=quoted("pug"),
    )
    question = t.gettext(
        "Why does the chapter compute the probability of {word} with {share}?"
    ).format(word=quoted("pug"), share=f"{unigram_words.SLIPPED}/210")
    return Question(question, answer, unigram_words.word_link(lang, "pug"))


def without_pu(engine: Engine, t: Translation, lang: str) -> Question:
    """Why pu can go."""
    model = engine.model
    words = [word for word in engine.words.counts if "pu" in word]
    instead = {word: " ".join(model.without("pu").lattice(word).best.tokens) for word in words}
    answer = t.gettext(
        "Every word that could use it has another segmentation with the same probability: "
        "{instead}. So the loss stays at {loss}."
    ).format(
        instead=listing(
            [
                t.gettext("{word} as {tokens}").format(word=quoted(word), tokens=tokens(cut))
                for word, cut in instead.items()
            ],
            t,
        ),
        loss=f"{unigram.loss(engine.words, model) + engine.round.rises['pu']:.6f}",
    )
    question = t.gettext("Why can {piece} be removed at no cost?").format(piece=quoted("pu"))
    return Question(question, answer, unigram_words.rounds_link(lang))


def unknown_word(engine: Engine, t: Translation, lang: str) -> Question:
    """Why a whole word is unknown."""
    word = "thug"
    answer = t.gettext(
        "A segmentation must cover the whole word, but no piece covers {letter}. So there is no "
        "segmentation, and the chapter's code returns {unknown} for the whole word. BPE applies "
        "the merges that it can and gives {tokens}."
    ).format(
        letter=quoted("t"),
        unknown=quoted(unigram_words.thug(engine)),
        tokens=tokens(encoded(engine.three, word)),
    )
    question = t.gettext("Why does Unigram treat all of {word} as unknown?").format(
        word=quoted(word)
    )
    link = unigram_link(unigram_words.settings(lang), show="beside", watch=word)
    return Question(question, answer, link)

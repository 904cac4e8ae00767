"""Questions that learners ask about the two chapters, with answers computed by the engine.

`faq.toml` has their texts.
"""

from bpe import Run
from bpe.byte_characters import BYTE_CHARACTERS
from bpe.unigram import loss
from pages.figures import unigram_words
from pages.figures.claims import (
    Link,
    Question,
    chips,
    five_words,
    lattice,
    rounds,
    training,
    unigram,
)
from pages.figures.engine import Engine, best, count_of, encoded, merged, merges_of, pair
from pages.stage.messages import Message, message
from pages.stage.tokens import quoted
from pages.translations.texts import tables

SIZES = (50, 276)  # vocabularies without and with room for the chapter's 19 merges after all bytes
FEWER = ("p ug", "p u g")  # two segmentations of pug


def questions(engine: Engine) -> tuple[Question, ...]:
    """Return all questions: about BPE, Unigram, models and libraries, then probabilities.

    >>> from pages.figures.engine import engine
    >>> questions(engine())[0].question.text
    'Where does the size of the vocabulary come from?'
    """
    return (
        *about_training(engine),
        *about_encoding(engine),
        *about_unigram(engine),
        *about_libraries(engine),
        *about_probabilities(engine),
    )


def question(name: str, link: Link, **values: object) -> Question:
    """Return a question with the values of its placeholders: see `render`."""
    table = tables("figures/faq.toml")[name]
    return Question(Message(table["question"], values), Message(table["answer"], values), link)


def about_training(engine: Engine) -> tuple[Question, ...]:
    """Return the questions about training with BPE."""
    course, words, aaaa = engine.course, engine.hug, engine.train("aaaa")
    longer = engine.longer_text
    first, merges = aaaa.merges[0], len(course.merges)
    differs = course.first_difference(engine.lowest) or 0
    letters = {
        letter: sum(word.count(letter) * n for word, n in words.corpus.counts.items())
        for letter in "hug"
    }
    return (
        question(
            "vocabulary-size",
            training("course", merges),
            specials=len(course.special_tokens),
            alphabet=len(course.corpus.alphabet),
            merges=merges,
            size=len(course.vocab),
        ),
        question(
            "pair-and-letter",
            five_words(0, 20),
            pair=quoted("u+g"),
            count=words.count(("u", "g"), 0),
            other=quoted("h"),
            less=letters["h"],
            left=quoted("u"),
            lefts=letters["u"],
            right=quoted("g"),
            rights=letters["g"],
        ),
        question(
            "tie-rule",
            training("course", min(differs, merges)),
            tied=tied_merges(course, merges),
            merges=merges,
            k=differs,
        ),
        question(
            "ties-in-larger-corpus",
            training("english", 1),
            merges=merges,
            words=sum(course.corpus.counts.values()),
            tied=tied_merges(course, merges),
            more=sum(longer.corpus.counts.values()),
            fewer=tied_merges(longer, merges),
        ),
        question(
            "alphabet",
            training("course", 0, alphabet="bytes", vocab=300),
            few=len(words.corpus.alphabet),
            some=len(course.corpus.alphabet),
            bytes=len(BYTE_CHARACTERS),
        ),
        question(
            "aaaa",
            training("aaaa", 1),
            word=quoted("aaaa"),
            tokens=chips(aaaa.tokens(aaaa.words.index("aaaa"), 1)),
            pair=quoted(pair(first)),
            count=first.count,
            made=aaaa.tokens_saved[0],
        ),
    )


def tied_merges(run: Run, first: int) -> int:
    """Return how many of the first merges were tied.

    >>> from pages.figures.engine import engine
    >>> tied_merges(engine().course, 19)
    15
    """
    return sum(merge.tied > 1 for merge in run.merges[:first])


def about_encoding(engine: Engine) -> tuple[Question, ...]:
    """Return the questions about encoding with BPE."""
    run = engine.three_merges
    first, *_, last = merges_of(run, "unhug")
    return (
        question(
            "lowest-rank",
            five_words(last.rank, sentence="unhug"),
            word=quoted("unhug"),
            first=quoted(pair(first)),
            low=first.rank,
            last=quoted(pair(last)),
            high=last.rank,
        ),
        question(
            "unknown-dropped",
            five_words(len(run.merges), sentence="mug"),
            word=quoted("mug"),
            token=quoted(merged(run, "mug")[-1]),
            tokens=chips(encoded(run, "mug").split()),
            gap=quoted("hmug"),
            joined=quoted(encoded(run, "hmug".replace("m", ""))),
        ),
    )


def about_unigram(engine: Engine) -> tuple[Question, ...]:
    """Return the questions about Unigram."""
    model, without_pu = engine.model, engine.model.without("pu")
    instead = [
        message("{word} as {tokens}").format(
            word=quoted(word), tokens=chips(best(without_pu, word).tokens)
        )
        for word in engine.words.counts
        if "pu" in word
    ]
    rise = engine.pruned_words.rounds[0].rises["pu"]
    return (
        question(
            "probability-of-pug",
            lattice("hug", "pug"),
            share=f"{unigram_words.CHAPTER_COUNT}/210",
            piece=quoted("p"),
            terms=unigram_words.terms(engine, "p"),
            count=count_of(model, "p"),
            total=int(model.total or 0),
            slip=engine.words.counts["pug"],
            word=quoted("pug"),
        ),
        question(
            "free-piece",
            rounds("hug"),
            piece=quoted("pu"),
            instead=instead,
            loss=f"{loss(engine.words, model) + rise:.6f}",
        ),
        question(
            "unknown-word",
            unigram("hug", show="comparison", sentence="thug"),
            word=quoted("thug"),
            letter=quoted("t"),
            known=chips(unigram_words.thug_in_libraries(engine)),
            unknown=quoted(unigram_words.thug(engine)),
            tokens=chips(encoded(engine.three_merges, "thug").split()),
        ),
    )


def about_libraries(engine: Engine) -> tuple[Question, ...]:
    """Return the questions about models and libraries."""
    pieces = len(engine.pruned_sentences.rounds[0].rises)
    words = len(engine.sentences.counts)
    size, bytes_first = SIZES
    with_bytes = training("course", 1, ties="lowest", alphabet="bytes", vocab=bytes_first)
    return (
        question("origin", training("sennrich", 1)),
        question("models", unigram("course", show="comparison")),
        question("deberta-and-big-bird", unigram("course", show="comparison")),
        question(
            "train-new-from-iterator",
            with_bytes,
            bytes=len(BYTE_CHARACTERS),
            small=size,
            none=len(engine.with_all_bytes(size).merges),
            size=bytes_first,
            merges=len(engine.with_all_bytes(bytes_first).merges),
        ),
        question("sentencepiece", rounds("course"), mark=quoted("▁")),
        question("suffix-array", rounds("course", 0)),
        question(
            "estimated-rise", rounds("course"), pieces=pieces, words=words, all=pieces * words
        ),
    )


def about_probabilities(engine: Engine) -> tuple[Question, ...]:
    """Return the questions about the probabilities of a Unigram model."""
    model = engine.model
    common = max(model.pieces, key=lambda piece: count_of(model, piece))
    found = {" ".join(s.tokens): s.probability for s in model.lattice("pug").segmentations()}
    few, many = FEWER
    return (
        question(
            "writing-text",
            rounds("hug"),
            piece=quoted(common),
            count=count_of(model, common),
            total=int(model.total or 0),
        ),
        question(
            "fewer-tokens",
            lattice("hug", "pug"),
            word=quoted("pug"),
            few=chips(few.split()),
            many=chips(many.split()),
            high=f"{found[few]:.6f}",
            low=f"{found[many]:.6f}",
        ),
    )

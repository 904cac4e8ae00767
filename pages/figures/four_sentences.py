"""Claims about the four sentences under BPE: the English chapter, and what all versions print."""

from functools import partial

from bpe import Run
from pages.figures.claims import Claim, training
from pages.figures.engine import SENTENCE, Engine, all_pairs, counted, encoded, pair, vocabulary
from pages.stage.messages import Message, message
from pages.stage.tokens import isolated, quoted

PART = message("Four sentences")
LOWEST_PART = message("Four sentences, when the lowest ids win ties")
WORDS = (
    "This 3, Ġis 2, Ġthe 1, ĠHugging 1, ĠFace 1, ĠCourse 1, . 4, Ġchapter 1, Ġabout 1, "
    "Ġtokenization 1, Ġsection 1, Ġshows 1, Ġseveral 1, Ġtokenizer 1, Ġalgorithms 1, "
    "Hopefully 1, , 1, Ġyou 1, Ġwill 1, Ġbe 1, Ġable 1, Ġto 1, Ġunderstand 1, Ġhow 1, Ġthey 1, "
    "Ġare 1, Ġtrained 1, Ġand 1, Ġgenerate 1, Ġtokens 1"
)
ALPHABET = ", . C F H T a b c d e f g h i k l m n o p r s t u v w y z Ġ"
FIRST_SIX = "T+h 3, h+i 3, i+s 5, Ġ+i 2, Ġ+t 7, t+h 3"
MERGES = (
    "Ġ+t, i+s, e+r, Ġ+a, Ġt+o, e+n, T+h, Th+is, o+u, s+e, Ġto+k, Ġtok+en, n+d, Ġ+is, Ġt+h, "
    "Ġth+e, i+n, Ġa+b, Ġtoken+i"
)
NEW_TOKENS = "Ġt is er Ġa Ġto en Th This ou se Ġtok Ġtoken nd Ġis Ġth Ġthe in Ġab Ġtokeni"
VOCABULARY = f"<|endoftext|> {ALPHABET} {NEW_TOKENS}"
ENCODED = "This Ġis Ġ n o t Ġa Ġtoken ."
TRAINED = "Ġtrained"


def word_after(run: Run, word: str, k: int) -> str:
    """Return a word of the corpus after merge k.

    >>> from pages.figures.engine import engine
    >>> word_after(engine().hug, "hugs", 1)
    'h ug s'
    """
    return " ".join(run.tokens(run.words.index(word), k))


def printed(corpus: str, run: Run, notes: dict[str, Message]) -> dict[str, Claim]:
    """Return what each of the four texts prints, by name.

    run: the result of the text's own code. notes: the name of a claim -> why it does not hold.

    >>> from pages.figures.engine import engine
    >>> list(printed("course", engine().course, {}))[:3]
    ['words', 'alphabet', 'first six']
    """
    last = len(run.merges)
    after_first = message("{word} after merge {k}").format(word=quoted(TRAINED), k=1)
    encoding = message("Encoding of {word}").format(word=isolated(SENTENCE))
    words = ", ".join(f"{word} {count}" for word, count in run.corpus.counts.items())
    first_six, alphabet = all_pairs(run, 0, 6), " ".join(run.corpus.alphabet)
    merges = ", ".join(map(pair, run.merges))
    rows = {  # what, printed, computed, step
        "words": (message("Words and their counts"), WORDS, words, 0),
        "alphabet": (message("Alphabet"), ALPHABET, alphabet, 0),
        "first six": (message("First six pairs found"), FIRST_SIX, first_six, 0),
        "best": (message("Most frequent pair"), "Ġ+t 7", counted(run.leaders(0, 1)), 1),
        "trained": (after_first, "Ġt r a i n e d", word_after(run, TRAINED, 1), 1),
        "merges": (message("Merges"), MERGES, merges, last),
        "vocabulary": (message("Vocabulary"), VOCABULARY, vocabulary(run, last), last),
        "sentence": (encoding, ENCODED, encoded(run, SENTENCE), last),
    }
    return {
        name: Claim(what, text, computed, training(corpus, step), notes.get(name))
        for name, (what, text, computed, step) in rows.items()
    }


def sizes(corpus: str, run: Run, notes: dict[str, Message]) -> tuple[Claim, ...]:
    """Return the sizes that a text mentions in a sentence. notes: as in `printed`.

    >>> from pages.figures.engine import engine
    >>> [claim.computed for claim in sizes("course", engine().course, {})]
    [30, 31, 19]
    """
    link_to, last = partial(training, corpus), len(run.merges)
    letters, start = len(run.corpus.alphabet), run.vocab_sizes[0]
    merges = message("Merges until the vocabulary has {size} tokens").format(size=run.vocab_size)
    rows = (
        (message("Characters in the alphabet"), "30", letters, 0, "alphabet size"),
        (message("Vocabulary size before the first merge"), "31", start, 0, "start"),
        (merges, "19", last, last, "number"),
    )
    return tuple(
        Claim(what, text, computed, link_to(step), notes.get(name))
        for what, text, computed, step, name in rows
    )


def not_printed(corpus: str, run: Run) -> tuple[Claim, ...]:
    """Return what a text does not print about its own corpus.

    >>> from pages.figures.engine import engine
    >>> not_printed("course", engine().course)[0].computed
    30
    """
    counts, last = run.corpus.counts, len(run.merges)
    rows = (
        (message("Different words"), len(counts), 0),
        (message("Words in total"), sum(counts.values()), 0),
        (message("Merges, each with its count"), counted(run.merges), last),
    )
    return tuple(Claim(what, "", value, training(corpus, step)) for what, value, step in rows)


def english(engine: Engine) -> tuple[Claim, ...]:
    """Return what the English chapter prints and what it does not print.

    >>> from pages.figures.engine import engine
    >>> claim = english(engine())[3]
    >>> claim.printed, claim.computed
    ('Ġ+t 7', 'Ġ+t 7')
    """
    run = engine.course
    last, tied = len(run.merges), [merge for merge in run.merges if merge.tied > 1]
    largest = max(run.merges, key=lambda merge: merge.tied)
    trained = message("{word} after merge {k}").format(word=quoted(TRAINED), k=last)
    rows = (
        (message("Tied merges"), len(tied), tied[0].rank if tied else 0),
        (message("Pairs in the largest tie"), largest.tied, largest.rank),
        (trained, word_after(run, TRAINED, last), last),
    )
    return (
        *printed("course", run, {}).values(),
        *sizes("course", run, {}),
        *not_printed("course", run),
        *(Claim(what, "", value, training("course", step)) for what, value, step in rows),
    )


def lowest_ids(engine: Engine) -> tuple[Claim, ...]:
    """Return what the tip about Hugging Face tokenizers leaves open: how the two rules differ.

    >>> from pages.figures.engine import engine
    >>> claim = lowest_ids(engine())[1]
    >>> claim.printed, claim.computed
    ('', 2)
    """
    course, lowest = engine.course, engine.lowest
    last, differs = len(lowest.merges), course.first_difference(lowest) or 0
    ours, theirs = ({pair(merge) for merge in run.merges} for run in (course, lowest))
    tokens = {merge.token for merge in course.merges} & {merge.token for merge in lowest.merges}
    merges_with_bytes = {size: len(engine.with_all_bytes(size).merges) for size in (50, 276)}
    encoding = message("Encoding of {word}").format(word=isolated(SENTENCE))
    all_bytes = message("Merges for {size} tokens, with all 256 bytes in the alphabet")
    where = min(differs, last)
    rows = (
        (message("Merges, each with its count"), counted(lowest.merges), last),
        (message("First merge that differs"), differs, where),
        (message("Pairs merged under both rules"), len(ours & theirs), where),
        (message("Tokens made under both rules"), len(tokens), where),
        (encoding, encoded(lowest, SENTENCE), last),
        *((all_bytes.format(size=size), n, n) for size, n in merges_with_bytes.items()),
    )
    return tuple(
        Claim(what, "", value, training("course", step, ties="lowest"))
        for what, value, step in rows
    )

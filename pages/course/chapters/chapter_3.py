"""Chapter 3 of the course: the learned merges encode new words."""

from collections.abc import Iterable

import bpe
from bpe.encoder import UNKNOWN
from pages.course.bpe_tasks import (
    ENCODING,
    encode_part,
    encoded,
    five_words,
    own_words,
    token_names,
    trained,
)
from pages.course.part_texts import chapter_of, part
from pages.course.parts import CONTROLS, NUMBER, REST, Chapter, Part, Word
from pages.course.word_checks import check, letters, new_word_of, same_tokens, tokens_of
from pages.practice.encoding_mistakes import merge_in_order
from pages.stage.tokens import isolated, pair_name, quoted
from pages.translations.language import Translation

NEW = "bunhug"  # an invented word: the leftmost possible merge is not the first one
TOKENS = 3  # of the word that the learner invents
# Two of its merges need the same a of "cat".
CONFLICT = "hat 8 bat 4 can 6 cap 3"
WORD = "cat"
FEW = 3  # merges of a small vocabulary


def chapter(t: Translation, lang: str) -> Chapter:
    """The chapter in a language.

    >>> chapter(Translation(), "en").name
    'encode'
    """
    parts = (new_word, lowest_rank, until_none_fits, own_word, unknown_character, lost_letters,
             rank_order, other_order, why_order, fewer_merges)  # fmt: skip
    questions = another_word, unknown_tokens, what_decides
    return chapter_of("encode", parts, questions, t, lang, (CONTROLS,))


def states(run: bpe.Run, word: str) -> list[str]:
    r"""A word before the first merge and after each one.

    >>> states(trained(five_words("en")), "bug")
    ['\u2068b u g\u2069', '\u2068b ug\u2069']
    """
    tokens = list(word)
    found = [tokens]
    for step in run.encode(word).trace[0]:
        merge = run.merges[step.rank - 1]
        tokens = bpe.reference.merge_pair(tokens, merge.left, merge.right)
        found.append(tokens)
    return [isolated(" ".join(each)) for each in found]


def new_word(t: Translation, lang: str) -> Part:
    """Encode a short word with one merge."""
    settings, other = five_words(lang), "bug"
    values = {"other": quoted(other), "steps": " → ".join(states(trained(settings), other))}
    return encode_part("encode-word", settings, "nun", t, values=values)


def lowest_rank(t: Translation, lang: str) -> Part:
    """Find the merge that is applied first."""
    settings = five_words(lang)
    ranks = trained(settings).ranks
    left, first, later, never = ("u", "n"), ("u", "g"), ("h", "ug"), ("n", "h")
    return part(
        "lowest-rank",
        t,
        encoded(settings, NEW),
        reasons={
            pair_name(*left): ("left", {"rank": ranks[left]}),
            pair_name(*never): "never",
            pair_name(*later): ("later", {"token": quoted(later[1])}),
            pair_name(*first): "",
        },
        hides=ENCODING,
        values={"word": quoted(NEW), "pair": pair_name(*first), "rank": ranks[first]},
    )


def until_none_fits(t: Translation, lang: str) -> Part:
    """Encode a word with several merges."""
    settings = five_words(lang)
    steps = " → ".join(states(trained(settings), NEW)[:-1])
    return encode_part("until-none-fits", settings, NEW, t, values={"steps": steps})


def own_word(t: Translation, lang: str) -> Part:
    """Invent a word with a number of tokens."""
    settings, example = five_words(lang), "bugs"
    run = trained(settings)
    return part(
        "own-word",
        t,
        encoded(settings, "bun"),
        Word(check(new_word_of, settings, t, TOKENS), tokens_of(settings, t)),
        example,
        hides=ENCODING,
        keeps=ENCODING,
        values={
            "letters": letters(run),
            "count": TOKENS,
            "word": quoted(example),
            "tokens": " ".join(map(quoted, run.encode(example).tokens)),
        },
    )


def unknown_character(t: Translation, lang: str) -> Part:
    """Encode a word with an unknown character."""
    hides = ("unknown", *ENCODING)
    return encode_part(
        "unknown-character",
        five_words(lang),
        "thugs",
        t,
        hides=hides,
        values={"unknown": quoted(UNKNOWN)},
    )


def lost_letters(t: Translation, lang: str) -> Part:
    """Find a word that becomes the same tokens as another one."""
    settings, word, example = five_words(lang).replace(special=UNKNOWN), "jug", "rug"
    run = trained(settings)
    return part(
        "lost-letters",
        t,
        encoded(settings, word, ended=True),
        Word(check(same_tokens, settings, t, word), tokens_of(settings, t)),
        example,
        hides=(REST,),
        own={"worked": {"word": quoted(example)}},
        values={
            "word": quoted(word),
            "unknown": quoted(UNKNOWN),
            "id": run.ids[UNKNOWN],
            "character": quoted(word[0]),
            "tokens": token_names(run.encode(word).tokens, t),
        },
    )


def rank_order(t: Translation, lang: str) -> Part:
    """Encode a word in which two merges need the same token."""
    settings = own_words(CONFLICT, lang)
    run = trained(settings)
    first, second = run.rules[:2]
    return encode_part(
        "rank-order",
        settings,
        WORD,
        t,
        values={
            "words": token_names(run.words, t),
            "letter": quoted(first[0]),
            "first": pair_name(*first),
            "second": pair_name(*second),
            "token": quoted("".join(second)),
        },
    )


def other_order(t: Translation, lang: str) -> Part:
    """Encode the same word with two merges in the other order."""
    settings = own_words(CONFLICT, lang)
    run = trained(settings)
    one, two, *rest = run.merges
    first, second = pair_name(one.left, one.right), pair_name(two.left, two.right)

    def option(tokens: Iterable[str]) -> str:
        return isolated(" ".join(tokens))

    return part(
        "other-order",
        t,
        encoded(settings, WORD),
        reasons={
            option(run.encode(WORD).tokens): "old",
            quoted(WORD): "whole",
            option(merge_in_order(WORD, (two, one, *rest))): "",
            option(WORD): "single",
        },
        hides=ENCODING,
        keeps=ENCODING,  # the stage has the old order
        values={"first": first, "second": second, "pair": second, "word": quoted(WORD)},
    )


def why_order(t: Translation, lang: str) -> Part:
    """Say why the order of the merges changes the tokens."""
    settings = own_words(CONFLICT, lang)
    run = trained(settings)
    one, two, *rest = run.merges
    return part(
        "why-order",
        t,
        encoded(settings, WORD),
        hides=ENCODING,
        values={
            "word": quoted(WORD),
            "first": pair_name(one.left, one.right),
            "second": pair_name(two.left, two.right),
            "letter": quoted(one.left),
            "old": isolated(" ".join(run.encode(WORD).tokens)),
            "new": isolated(" ".join(merge_in_order(WORD, (two, one, *rest)))),
        },
    )


def fewer_merges(t: Translation, lang: str) -> Part:
    """Encode a word of the corpus with the first merges only."""
    return encode_part("fewer-merges", five_words(lang), "hugs", t, FEW, values={"merges": FEW})


def another_word(t: Translation, lang: str) -> Part:
    """Encode a word."""
    return encode_part("question-encode", five_words(lang), "unhugs", t)


def unknown_tokens(t: Translation, lang: str) -> Part:
    """Count the unknown tokens of a text."""
    settings, text = five_words(lang), "mug must hum"
    run = trained(settings)
    tokens = run.encode(text).tokens
    answer = tokens.count(UNKNOWN)
    unknown = [character for character in text if character not in {*run.alphabet, " "}]
    words = sum(any(c in unknown for c in word) for word in text.split())
    return part(
        "question-unknown",
        t,
        encoded(settings, text),
        NUMBER,
        answer,
        reasons={1: "one", words: "words", len(set(unknown)): "different", len(tokens): "all"},
        hides=("unknown", *ENCODING),
        values={
            "words": t.gettext(", ").join(map(quoted, run.words)),
            "text": isolated(text),
            "tokens": " ".join(map(quoted, tokens)),
            "unknown": quoted(UNKNOWN),
            "count": answer,
        },
    )


def what_decides(t: Translation, lang: str) -> Part:
    """Say what decides which merge is applied first."""
    return part("question-order", t, encoded(five_words(lang), NEW), hides=ENCODING)

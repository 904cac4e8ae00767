"""Claims about the five words under BPE: in the English chapter and in its Chinese version."""

from pages.figures.claims import Claim, chips, five_words, note, training
from pages.figures.engine import (
    Engine,
    all_pairs,
    counted,
    encoded,
    merged,
    merges_of,
    pair,
    vocabulary,
)
from pages.stage.messages import message
from pages.stage.tokens import quoted

PART = message("Five words")
MERGES = (  # the merge, the vocabulary and the corpus after it; the text gives no third count
    ("u+g 20", "b g h n p s u ug", "h ug 10, p ug 5, p u n 12, b u n 4, h ug s 5"),
    ("u+n 16", "b g h n p s u ug un", "h ug 10, p ug 5, p un 12, b un 4, h ug s 5"),
    ("h+ug", "b g h n p s u ug un hug", "hug 10, p ug 5, p un 12, b un 4, hug s 5"),
)
WORDS = {"bug": "b ug", "mug": "[UNK] ug", "thug": "[UNK] hug"}


def printed(engine: Engine) -> list[Claim]:
    """Return what both versions print, and their exercises.

    >>> from pages.figures.engine import engine
    >>> claim = printed(engine())[0]
    >>> claim.printed, claim.computed
    ('b g h n p s u', 'b g h n p s u')
    """
    run = engine.three_merges
    last, exercise = len(run.merges), five_words(len(run.merges) + 1, 20)
    claims = [
        Claim(message("Alphabet"), "b g h n p s u", " ".join(run.corpus.alphabet), five_words(0))
    ]
    for left, right, text in (("h", "u", "15"), ("u", "g", "20")):
        what = message("Count of {pair}").format(pair=quoted(f"{left}+{right}"))
        claims.append(Claim(what, text, run.count((left, right), 0), five_words(0)))
    for k in range(1, last + 1):
        claims += merge_claims(engine, k)
    for word, tokens in WORDS.items():
        what = message("Encoding of {word}").format(word=quoted(word))
        claims.append(Claim(what, tokens, encoded(run, word), five_words(last, 10, word)))
    what = message("Encoding of {word} (an exercise)").format(word=quoted("unhug"))
    claims.append(Claim(what, "", encoded(run, "unhug"), five_words(last, 10, "unhug")))
    what = message("Merge {k} (an exercise)").format(k=last + 1)
    return [*claims, Claim(what, "", counted(run.leaders(last, 1)), exercise)]


def merge_claims(engine: Engine, k: int) -> list[Claim]:
    """Return the claims about merge k, from 1.

    >>> from pages.figures.engine import engine
    >>> [claim.computed for claim in merge_claims(engine(), 1)]
    ['u+g 20', 'b g h n p s u ug', 'h ug 10, p ug 5, p u n 12, b u n 4, h ug s 5']
    """
    run, merge, claims = engine.three_merges, engine.three_merges.merges[k - 1], []
    if k == 2:
        what = message("Count of {pair} after merge {k}").format(pair=quoted("h+ug"), k=1)
        claims.append(Claim(what, "15", run.count(("h", "ug"), 1), five_words(k)))
    text, tokens, words = MERGES[k - 1]
    made = counted([merge]) if " " in text else pair(merge)
    corpus = ", ".join(f"{' '.join(word)} {count}" for word, count in run.at(k).words)
    rows = (
        (message("Merge {k}"), text, made),
        (message("Vocabulary after merge {k}"), tokens, vocabulary(run, k)),
        (message("Corpus after merge {k}"), words, corpus),
    )
    return claims + [
        Claim(what.format(k=k), left, right, five_words(k)) for what, left, right in rows
    ]


def not_printed(engine: Engine) -> list[Claim]:
    """Return what the English chapter does not print.

    >>> from pages.figures.engine import engine
    >>> claim = not_printed(engine())[0]
    >>> claim.printed, claim.computed
    ('', 'h+u 15, u+g 20, p+u 17, u+n 16, b+u 4, g+s 5')
    """
    run, lowest = engine.hug, engine.train("hug", ties="lowest")
    link = five_words(len(lowest.merges), 20, ties="lowest")
    rows = (
        (message("All pairs, in the order they are found"), all_pairs(run, 0), 0),
        (message("All pairs after merge {k}").format(k=1), all_pairs(run, 1), 2),
        (message("All merges, until no pair is left"), counted(run.merges), len(run.merges)),
    )
    what = message("All merges when the lowest ids win ties")
    return [
        *(Claim(what, "", value, five_words(step, 20)) for what, value, step in rows),
        Claim(what, "", counted(lowest.merges), link),
    ]


def thug_and_mug(engine: Engine) -> list[Claim]:
    """Return what the Chinese version says of thug and of mug.

    >>> from pages.figures.engine import engine
    >>> claim = thug_and_mug(engine())[0]
    >>> claim.printed, claim.computed
    ('u+g, hu+g', 'u+g, h+ug')
    """
    run = engine.three_merges
    merges, alphabet = merges_of(run, "thug"), run.corpus.alphabet
    steps = [k for k, size in enumerate(run.vocab_sizes) if "m" in run.vocab[:size]]
    return [
        Claim(
            message("Merges that make {token} in {word}").format(
                token=quoted("hug"), word=quoted("thug")
            ),
            "u+g, hu+g",
            ", ".join(map(pair, merges)),
            five_words(len(run.merges), 10, "thug"),
            note(
                "thug",
                first=quoted(pair(merges[0])),
                one=merges[0].rank,
                word=quoted("thug"),
                tokens=chips(["t", "h", merges[0].token]),
                token=quoted(merges[0].token),
                left=quoted(merges[-1].left),
                wrong=quoted("hu+g"),
            ),
        ),
        Claim(
            message("When {letter} is in the vocabulary").format(letter=quoted("m")),
            message("earlier, but no longer"),
            [message("step {k}").format(k=k) for k in steps] or message("never"),
            five_words(0, 10, "mug"),
            note("letter-m", count=len(alphabet), alphabet=chips(alphabet), letter=quoted("m")),
        ),
    ]


def unknown_character(engine: Engine) -> list[Claim]:
    """Return the claim that the chapter's code fails at an unknown character.

    >>> from pages.figures.engine import engine
    >>> unknown_character(engine())[0].computed
    'Ã ©'
    """
    tokens = merged(engine.course, "é")
    why = note(
        "unknown-character",
        text=quoted("é"),
        tokens=chips(tokens),
        word=quoted("mug"),
        others=chips(merged(engine.three_merges, "mug")),
        last=len(engine.hug.merges),
    )
    what = message("Result of the chapter's code for {text}").format(text=quoted("é"))
    link = training("course", len(engine.course.merges), sentence="é")
    return [Claim(what, message("an error"), " ".join(tokens), link, why)]

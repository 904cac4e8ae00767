"""Claims of the Unigram chapter about the five words."""

from itertools import islice
from math import prod

from bpe import unigram
from pages.figures.claims import Claim, Link, chips, lattice, note, rounds
from pages.figures.engine import Engine, best, count_of
from pages.figures.figures import like
from pages.stage.messages import Message, message
from pages.stage.tokens import quoted
from pages.training.pair_sums import term

PART = message("Five words")
COUNTS = (
    "h 15, u 36, g 20, hu 15, ug 20, p 17, pu 17, n 16, un 16, b 4, bu 4, s 5, hug 15, gs 5, ugs 5"
)
PUG = {"p u g": "0.000389", "p ug": "0.0022676", "pu g": "0.0022676"}
POSITIONS = ("u 0.171429", "un 0.076191", "un h 0.005442", "un hu 0.005442", "un hug 0.005442")
BEST = {
    "hug": ("hug", "0.071428"),
    "pug": ("pu g", "0.007710"),
    "pun": ("pu n", "0.006168"),
    "bun": ("bu n", "0.001451"),
    "hugs": ("hug s", "0.001701"),
}
WITHOUT_HUG = {"hug": ("hu g", "0.006802"), "hugs": ("hu gs", "0.001701")}
CHAPTER_COUNT = 5  # the count that the chapter uses for p and for pu in pug


def product(counts: list[int], total: int) -> str:
    """Return a product of probabilities as a formula.

    >>> product([17, 20], 210)
    '17/210 × 20/210'
    """
    return " × ".join(f"{each}/{total}" for each in counts)


def terms(engine: Engine, piece: str) -> str:
    """Return the count of a piece as a sum over the words that contain it.

    >>> from pages.figures.engine import engine
    >>> from pages.stage.tokens import without_isolates
    >>> without_isolates(terms(engine(), "ug"))
    '10 hug + 5 pug + 5 hugs'
    """
    using = {word: n for word, n in engine.words.counts.items() if piece in word}
    return " + ".join(term(word, 1, n) for word, n in using.items())


def claims(engine: Engine) -> tuple[Claim, ...]:
    """Return all claims about the five words.

    >>> from pages.figures.engine import engine
    >>> claim = claims(engine())[3]
    >>> claim.printed, claim.computed
    ('5/210', '17/210')
    """
    return (
        *probabilities(engine),
        *pug(engine),
        *unhug(engine),
        *best_segmentations(engine),
        *losses(engine),
        *without_hug(engine),
        *not_printed(engine),
    )


def probabilities(engine: Engine) -> tuple[Claim, ...]:
    """Return the claims about the vocabulary and its counts.

    >>> from pages.figures.engine import engine
    >>> claim = probabilities(engine())[1]
    >>> claim.printed, claim.computed
    ('210', '210')
    """
    model = engine.model
    order = [each.split()[0] for each in COUNTS.split(", ")]
    counts = [
        f"{piece} {count_of(model, piece)}" for piece in sorted(model.pieces, key=order.index)
    ]
    share = f"{count_of(model, 'ug')}/{model.total}"
    rows = (
        (message("Vocabulary and counts"), COUNTS, ", ".join(counts)),
        (message("Sum of all counts"), "210", str(model.total)),
        (message("Probability of {piece}").format(piece=quoted("ug")), "20/210", share),
    )
    return tuple(Claim(what, printed, value, rounds("hug")) for what, printed, value in rows)


def pug(engine: Engine) -> list[Claim]:
    """Return the claims about the segmentations of pug, with the wrong counts of the chapter.

    >>> from pages.figures.engine import engine
    >>> claim = pug(engine())[0]
    >>> claim.printed, claim.computed
    ('5/210', '17/210')
    """
    model, link, word = engine.model, lattice("hug", "pug"), quoted("pug")
    total, claims = int(model.total or 0), []
    for piece in ("p", "pu"):
        count = count_of(model, piece)
        what = message("Probability of {piece}, used for {word}").format(
            piece=quoted(piece), word=word
        )
        why = note(
            "count-of-one-word",
            piece=quoted(piece),
            word=word,
            terms=terms(engine, piece),
            count=count,
            total=total,
        )
        claims.append(Claim(what, f"{CHAPTER_COUNT}/210", f"{count}/{total}", link, why))
    found = {" ".join(s.tokens): s.probability for s in model.lattice("pug").segmentations()}
    for tokens, printed in PUG.items():
        pieces = tokens.split()
        counts = [count_of(model, piece) for piece in pieces]
        used = [CHAPTER_COUNT, *counts[1:]]
        what = message("Probability of {word} as {tokens}").format(word=word, tokens=chips(pieces))
        why = note(
            "wrong-count",
            piece=quoted(pieces[0]),
            count=counts[0],
            right=product(counts, total),
            value=f"{prod(each / total for each in counts):.7f}",
            wrong=CHAPTER_COUNT,
            slipped=product(used, total),
            printed=like(printed, prod(each / total for each in used)),
        )
        claims.append(Claim(what, printed, found[tokens], link, why))
    return claims


def unhug(engine: Engine) -> list[Claim]:
    """Return the claims about Viterbi on unhug and the exercise huggun.

    >>> from pages.figures.engine import engine
    >>> claim = unhug(engine())[1]
    >>> claim.printed, claim.computed
    ('un 0.076191', 'un 0.076190')
    """
    model, claims = engine.model, []
    for at, printed in enumerate(POSITIONS, 1):
        found = best(model, "unhug"[:at])
        decimals = like(printed.split()[-1], found.probability)
        counts = [count_of(model, piece) for piece in found.tokens]
        what = message("Best segmentation up to {text}").format(text=quoted("unhug"[:at]))
        why = note(
            "rounds-to",
            formula=product(counts, int(model.total or 0)),
            value=f"{found.probability:.9f}",
            rounded=decimals,
        )
        computed = f"{' '.join(found.tokens)} {decimals}"
        claims.append(Claim(what, printed, computed, lattice("hug", "unhug", at), why))
    what = message("Best segmentation of {word}").format(word=quoted("unhug"))
    tokens = " ".join(best(model, "unhug").tokens)
    claims.append(Claim(what, "un hug", tokens, lattice("hug", "unhug")))
    what = message("Best segmentation of {word} (an exercise)").format(word=quoted("huggun"))
    found = best(model, "huggun")
    computed = f"{' '.join(found.tokens)} {found.probability:.6f}"
    return [*claims, Claim(what, "", computed, lattice("hug", "huggun"))]


def _tie(word: str, model: unigram.Model, printed: str) -> Message:
    """Return why the code returns another one of the equally good segmentations."""
    found = best(model, word)
    return note(
        "tie",
        ways=[chips(each.tokens) for each in model.lattice(word).ties()],
        value=f"{found.probability:.6f}",
        taken=chips(found.tokens),
        printed=chips(printed.split()),
    )


def _best_and_probability(
    word: str, printed: tuple[str, str], model: unigram.Model, link: Link, what: list[Message]
) -> list[Claim]:
    """Return the claims about the best segmentation of a word and its probability.

    printed: the tokens and the probability. what: the name of each claim.
    """
    found = best(model, word)
    value, rounded = found.probability, like(printed[1], found.probability)
    rounding = note("cut-off", value=f"{value:.9f}", rounded=rounded)
    equal = [" ".join(each.tokens) for each in model.lattice(word).ties()]
    tokens = Claim(
        what[0], printed[0], " ".join(found.tokens), link, _tie(word, model, printed[0]), equal
    )
    return [tokens, Claim(what[1], printed[1], rounded, link, rounding)]


def best_segmentations(engine: Engine) -> list[Claim]:
    """Return the claims about the best segmentation of each word and its ties.

    >>> from pages.figures.engine import engine
    >>> claim = best_segmentations(engine())[1]
    >>> claim.printed, claim.computed
    ('0.071428', '0.071429')
    """
    model, claims = engine.model, []
    for word, printed in BEST.items():
        what = [
            message("Best segmentation of {word}").format(word=quoted(word)),
            message("Probability of the best segmentation of {word}").format(word=quoted(word)),
        ]
        claims += _best_and_probability(word, printed, model, lattice("hug", word), what)
    ties = {word: len(list(model.lattice(word).ties())) for word in BEST}
    odd = [
        message("{word} has {count}").format(word=quoted(word), count=n)
        for word, n in ties.items()
        if n != 2
    ]
    first, second = (
        f"{each.probability:.6f}" for each in islice(model.lattice("hug").segmentations(), 2)
    )
    why = note("not-two", odd=odd, one=quoted("hug"), value=first, less=second)
    two, counted = (
        ", ".join(f"{word} {n}" for word, n in counts.items())
        for counts in (dict.fromkeys(BEST, 2), ties)
    )
    equal = message("Number of equally good segmentations of each word")
    return [*claims, Claim(equal, two, counted, lattice("hug", "hugs"), why)]


def losses(engine: Engine) -> list[Claim]:
    """Return the claims about the loss, and its rise without hug and without pu.

    >>> from pages.figures.engine import engine
    >>> claim = losses(engine())[0]
    >>> claim.printed, round(claim.computed, 1)
    ('169.8', 169.8)
    """
    link, rises = rounds("hug"), engine.pruned_words.rounds[0].rises
    loss = unigram.loss(engine.words, engine.model)
    claims = [Claim(message("Loss of the corpus"), "169.8", loss, link)]
    for piece, printed in (("hug", "23.5"), ("pu", "0")):
        what = message("Rise in the loss without {piece}").format(piece=quoted(piece))
        claims.append(Claim(what, printed, rises[piece], link))
    return claims


def without_hug(engine: Engine) -> list[Claim]:
    """Return the claims about hug and hugs without the piece hug.

    >>> from pages.figures.engine import engine
    >>> claim = without_hug(engine())[0]
    >>> claim.printed, claim.computed
    ('hu g', 'h ug')
    """
    scores = {piece: score for piece, score in engine.model.scores.items() if piece != "hug"}
    model, claims = unigram.Model.from_log_probabilities(scores), []
    for word, printed in WITHOUT_HUG.items():
        names = {"word": quoted(word), "piece": quoted("hug")}
        what = [
            message("Best segmentation of {word} without {piece}"),
            message("Probability of the best segmentation of {word} without {piece}"),
        ]
        what = [each.format(**names) for each in what]
        claims += _best_and_probability(word, printed, model, rounds("hug"), what)
    return claims


def not_printed(engine: Engine) -> list[Claim]:
    """Return what the chapter does not print about the five words.

    >>> from pages.figures.engine import engine
    >>> claim = not_printed(engine())[0]
    >>> claim.printed, claim.computed
    ('', 7)
    """
    model, rises = engine.model, engine.pruned_words.rounds[0].rises
    loss = unigram.loss(engine.words, model)
    free = message("Pieces whose removal does not raise the loss, out of {all}").format(
        all=len(rises)
    )
    claims = [Claim(free, "", sum(rise == 0 for rise in rises.values()), rounds("hug"))]
    for piece in ("pu", "hug"):
        what = message(
            "Rise in the loss without {piece}, when the other pieces share its probability"
        ).format(piece=quoted(piece))
        rise = unigram.loss(engine.words, model.without(piece)) - loss
        claims.append(Claim(what, "", f"{rise:.3f}".replace("-", "−"), rounds("hug")))
    what = message("Encoding of {word}").format(word=quoted("thug"))
    return [*claims, Claim(what, "", thug(engine), lattice("hug", "thug", intro=0))]


def thug(engine: Engine) -> str:
    """Return the chapter's encoding of a word with an unknown character.

    >>> from pages.figures.engine import engine
    >>> thug(engine())
    '<unk>'
    """
    return " ".join(engine.pruned_words.encode("thug", unk="<unk>").tokens)


def thug_in_libraries(engine: Engine) -> list[str]:
    """Return the tokens of the same word where only a character can be unknown.

    >>> from pages.figures.engine import engine
    >>> thug_in_libraries(engine())
    ['t', 'hug']
    """
    counts = unigram.all_substrings(engine.words)
    found = unigram.Model.from_counts(counts, unknown="character").lattice("thug").best
    assert found
    return [token for token, _ in found.fused()]

"""Claims of the Unigram chapter about the four sentences, and pruning down to 100 pieces."""

import bpe
from bpe import unigram
from pages.figures.claims import UNIGRAM_SENTENCE, Claim, lattice, note, rounds
from pages.figures.engine import SEEDS, Engine, best, count_of
from pages.stage.messages import message
from pages.stage.tokens import isolated, quoted

PART = message("Four sentences")
PRUNING_PART = message("Pruning the four sentences")
TEN = "▁t 7, is 5, er 5, ▁a 5, ▁to 4, to 4, en 4, ▁T 3, ▁Th 3, ▁Thi 3"
SCORES = {
    "Hopefully": ("H o p e f u ll y", "41.5157494601402"),
    "This": ("This", "6.288267030694535"),
}
LOSS = "413.10377642940875"
RISES = {"ll": "6.376412403623874", "his": "0.0"}
ENCODED = "▁This ▁is ▁the ▁Hugging ▁Face ▁ c ou r s e ."


def words(engine: Engine) -> tuple[Claim, ...]:
    """Return the claims about words and seeds.

    >>> from pages.figures.engine import engine
    >>> claim = words(engine())[0]
    >>> claim.printed, claim.computed
    ('_', '▁')
    """
    corpus, seeds = engine.sentences, engine.pruned_sentences.seeds
    letters, counts = len(corpus.alphabet), corpus.counts
    mark = bpe.pre_tokenize("a", corpus.split)[0].word[0]
    why = note(
        "mark",
        mark=quoted(mark),
        code=f"{ord(mark):04X}",
        other=quoted("_"),
        plain=f"{ord('_'):04X}",
    )
    ten = ", ".join(f"{piece} {count_of(seeds, piece)}" for piece in seeds.pieces[letters:][:10])
    every = tuple(unigram.frequent_substrings(corpus, 10_000))
    total = message("Sum of all counts ({pieces} pieces)").format(pieces=len(seeds.pieces))
    last_kept = ", ".join(every[SEEDS - 1 : SEEDS + 1])
    substrings = message("Different substrings of two or more characters")
    rows = (
        (message("The ten most frequent substrings"), TEN, ten),
        (message("Different words"), "", len(counts)),
        (message("Words in total"), "", sum(counts.values())),
        (message("Characters in the alphabet"), "", letters),
        (substrings, "", len(every) - letters),
        (message("Last piece kept, first piece dropped"), "", last_kept),
        (total, "", int(seeds.total or 0)),
    )
    link = rounds("course")
    return (
        Claim(message("The mark before each word"), "_", mark, link, why),
        *(Claim(what, printed, value, link) for what, printed, value in rows),
    )


def scores(engine: Engine) -> list[Claim]:
    """Return the claims about scores and losses, where the chapter adds 1 for each word.

    >>> from pages.figures.engine import engine
    >>> claim = scores(engine())[0]
    >>> claim.printed, claim.computed
    ('H o p e f u ll y', 'H o p e f u ll y')
    """
    run, chapter, claims = engine.pruned_sentences, engine.chapter_pruning, []
    for word, (tokens, printed) in SCORES.items():
        value, other = unigram.cost(run.seeds, word), unigram.cost(chapter.seeds, word)
        link, segmentation = lattice("course", word), " ".join(best(run.seeds, word).tokens)
        what = message("Best segmentation of {word}").format(word=quoted(word))
        claims.append(Claim(what, tokens, segmentation, link))
        why = note("score-from-one", value=f"{value:.6f}", other=f"{other:.6f}")
        what = message("Score of {word}").format(word=quoted(word))
        claims.append(Claim(what, printed, value, link, why))
    first, link = run.rounds[0], rounds("course")
    value, chapter_value = first.loss or 0.0, chapter.rounds[0].loss or 0.0
    why = note(
        "loss-from-one",
        words=sum(engine.sentences.counts.values()),
        value=f"{value:.6f}",
        other=f"{chapter_value:.6f}",
    )
    claims.append(Claim(message("Loss of the corpus"), LOSS, value, link, why))
    for piece, printed in RISES.items():
        what = message("Rise in the loss without {piece}").format(piece=quoted(piece))
        why = note("rise-from-one", value=repr(chapter.rounds[0].rises[piece]))
        claims.append(Claim(what, printed, first.rises[piece], link, why))
    return claims


def pruning(engine: Engine) -> tuple[Claim, ...]:
    """Return the claims about the rounds of pruning and their result.

    >>> from pages.figures.engine import engine
    >>> claim = pruning(engine())[2]
    >>> claim.printed, claim.computed
    ('', '300, 270, 243, 219, 198, 179, 162, 146, 132, 119, 108, 98')
    """
    run = engine.pruned_sentences
    first, second = run.rounds[:2]
    last, seeds = len(run.rounds), run.seeds.pieces
    encoding = message("Encoding of {word}").format(word=isolated(UNIGRAM_SENTENCE))
    special = [p for p in seeds if not any(p in word for word in run.corpus.counts)]
    why = note("special-tokens", cut=len(seeds) - len(special), pieces=len(seeds))
    sizes = [len(each.model.pieces) for each in run.rounds] + [len(run.model.pieces)]
    rises = [each.rises[piece] for each in run.rounds for piece in each.removed]
    free = sum(rise == 0 for rise in first.rises.values())
    long = sum(len(piece) > 1 for piece in run.model.pieces)
    in_all, total = len(first.rises), int(run.model.total or 0)
    losses = f"{first.loss:.2f}, {second.loss:.2f}"
    what_free = message("Pieces whose removal does not raise the loss, out of {all}")
    what_sizes = message("Number of pieces before each round and after the last one")
    what_rise = message("Largest rise in the loss among all removed pieces")
    what_total = message("Sum of all counts ({pieces} pieces)").format(pieces=sizes[-1])
    rows = (  # what, value, round
        (what_sizes, ", ".join(map(str, sizes)), last),
        (message("Rounds"), last, last),
        (message("Pieces of two or more characters after the last round"), long, last),
        (what_total, total, last),
        (message("Loss after the last round"), f"{run.loss:.6f}", last),
        (what_free.format(all=in_all), free, 1),
        (message("First six pieces removed"), ", ".join(first.removed[:6]), 1),
        (what_rise, f"{max(rises):.1f}", last),
        (message("Loss before rounds {one} and {two}").format(one=1, two=2), losses, 2),
    )
    return (
        Claim(
            encoding, ENCODED, " ".join(run.encode(UNIGRAM_SENTENCE).tokens), rounds("course", last)
        ),
        Claim(
            message("Special tokens in the vocabulary before pruning"),
            message("added"),
            len(special) or message("none"),
            rounds("course"),
            why,
        ),
        *(Claim(what, "", value, rounds("course", at)) for what, value, at in rows),
    )

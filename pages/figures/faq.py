"""Questions that learners ask about the two chapters, with answers computed by the engine."""

from bpe import Run
from bpe.byte_characters import BYTE_CHARACTERS
from bpe.unigram import loss
from pages.figures import background, claims, unigram_words
from pages.figures.claims import Question, chips, five_words, training
from pages.figures.engine import Engine, best, count_of, encoded, merged, merges_of, pair
from pages.stage.messages import message
from pages.stage.tokens import quoted


def questions(engine: Engine) -> tuple[Question, ...]:
    """Return all questions: about BPE, Unigram, then models and libraries.

    >>> from pages.figures.engine import engine
    >>> questions(engine())[0].question.text
    'Where does the size of the vocabulary come from?'
    """
    chapters = about_training(engine) + about_encoding(engine) + about_unigram(engine)
    return chapters + background.questions(engine)


def about_training(engine: Engine) -> tuple[Question, ...]:
    """Return the questions about training with BPE.

    >>> from pages.figures.engine import engine
    >>> about_training(engine())[0].question.text
    'Where does the size of the vocabulary come from?'
    """
    course, words, aaaa = engine.course, engine.hug, engine.train("aaaa")
    longer = engine.longer_text
    first, merges = aaaa.merges[0], len(course.merges)
    differs = course.first_difference(engine.lowest) or 0
    letters = {
        letter: sum(word.count(letter) * n for word, n in words.corpus.counts.items())
        for letter in "hug"
    }
    return (
        Question(
            message("Where does the size of the vocabulary come from?"),
            message(
                "It is the sum of three parts: special tokens, the characters of the alphabet, and "
                "one token per merge. On the four sentences, that is {specials} + {alphabet} + "
                "{merges} = {size}."
            ).format(
                specials=len(course.special_tokens),
                alphabet=len(course.corpus.alphabet),
                merges=merges,
                size=len(course.vocab),
            ),
            training("course", merges),
        ),
        Question(
            message("How can a pair occur more often than a letter?"),
            message(
                "A pair never occurs more often than either of its two letters: {left} occurs "
                "{lefts} times, {right} {rights} times, and {pair} {count} times. But it can "
                "occur more often than a different letter: {other} occurs only {less} times."
            ).format(
                pair=quoted("u+g"),
                count=words.count(("u", "g"), 0),
                other=quoted("h"),
                less=letters["h"],
                left=quoted("u"),
                lefts=letters["u"],
                right=quoted("g"),
                rights=letters["g"],
            ),
            five_words(0, 20),
        ),
        Question(
            message("Which of several equally frequent pairs is merged?"),
            message(
                "The tie rule decides. The chapter takes the pair that is found first. Hugging "
                "Face tokenizers take the pair with the lowest ids. On the four sentences, "
                "{tied} of {merges} merges are tied, and the two rules first differ at merge {k}."
            ).format(tied=tied_merges(course, merges), merges=merges, k=differs),
            training("course", min(differs, merges)),
        ),
        Question(
            message("Are ties as common in a larger corpus?"),
            message(
                "No. In a larger corpus, ties are rare among the first merges, because counts are "
                "higher and differ more. Of the first {merges} merges on the four sentences "
                "({words} words), {tied} are tied. On a longer text ({more} words), {fewer} are. "
                "Later merges have lower counts, so they are tied more often."
            ).format(
                merges=merges,
                words=sum(course.corpus.counts.values()),
                tied=tied_merges(course, merges),
                more=sum(longer.corpus.counts.values()),
                fewer=tied_merges(longer, merges),
            ),
            training("english", 1),
        ),
        Question(
            message("How large is the alphabet of a real tokenizer?"),
            message(
                "Much larger than the {few} characters of the five words or the {some} of the four "
                "sentences. The alphabet, or base vocabulary, of a real tokenizer usually has at "
                "least the characters of ASCII, and many more: each character of its corpus. "
                "Byte-level BPE starts with {bytes} bytes instead, and can write every text."
            ).format(
                few=len(words.corpus.alphabet),
                some=len(course.corpus.alphabet),
                bytes=len(BYTE_CHARACTERS),
            ),
            training("course", 0, alphabet="bytes", vocab=300),
        ),
        Question(
            message("How is {word} merged?").format(word=quoted("aaaa")),
            message(
                "A merge is applied from left to right and uses each letter once: {word} becomes "
                "{tokens}. But overlapping pairs are all counted. In the small corpus that the "
                "link opens, {pair} has a count of {count}, but only {made} can be merged."
            ).format(
                word=quoted("aaaa"),
                tokens=chips(aaaa.tokens(aaaa.words.index("aaaa"), 1)),
                pair=quoted(pair(first)),
                count=first.count,
                made=aaaa.tokens_saved[0],
            ),
            training("aaaa", 1),
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
    """Return the questions about encoding with BPE.

    >>> from pages.figures.engine import engine
    >>> about_encoding(engine())[0].question.text
    'Why does encoding apply the merge with the lowest rank first?'
    """
    run = engine.three_merges
    first, *_, last = merges_of(run, "unhug")
    return (
        Question(
            message("Why does encoding apply the merge with the lowest rank first?"),
            message(
                "Training learned the merges in that order, and a later merge can need the result "
                "of an earlier one. In {word}, {last} (rank {high}) cannot be applied until "
                "{first} (rank {low}) has been applied. Another order can produce different "
                "tokens than training did."
            ).format(
                word=quoted("unhug"),
                first=quoted(pair(first)),
                low=first.rank,
                last=quoted(pair(last)),
                high=last.rank,
            ),
            five_words(last.rank, sentence="unhug"),
        ),
        Question(
            message("Why does {word} give only {token} in some programs?").format(
                word=quoted("mug"), token=quoted(merged(run, "mug")[-1])
            ),
            message(
                "If no unknown token is set, Hugging Face tokenizers drop characters that they do "
                "not know. Then merges can join the tokens on both sides: {gap} becomes {joined}. "
                "This app drops nothing: {word} becomes {tokens}."
            ).format(
                word=quoted("mug"),
                tokens=chips(encoded(run, "mug").split()),
                gap=quoted("hmug"),
                joined=quoted(encoded(run, "hmug".replace("m", ""))),
            ),
            five_words(len(run.merges), sentence="mug"),
        ),
    )


def about_unigram(engine: Engine) -> tuple[Question, ...]:
    """Return the questions about Unigram.

    >>> from pages.figures.engine import engine
    >>> about_unigram(engine())[0].question.text
    'Why does the chapter compute the probability of {word} with {share}?'
    """
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
        Question(
            message("Why does the chapter compute the probability of {word} with {share}?").format(
                word=quoted("pug"), share=f"{unigram_words.CHAPTER_COUNT}/210"
            ),
            message(
                "It is a mistake. The count of {piece} includes every word that contains it: "
                "{terms} = {count}. So its probability is {count}/{total}. The number {slip} is "
                "the count of {word} alone."
            ).format(
                piece=quoted("p"),
                terms=unigram_words.terms(engine, "p"),
                count=count_of(model, "p"),
                total=int(model.total or 0),
                slip=engine.words.counts["pug"],
                word=quoted("pug"),
            ),
            claims.lattice("hug", "pug"),
        ),
        Question(
            message("Why can {piece} be removed without raising the loss?").format(
                piece=quoted("pu")
            ),
            message(
                "Every word that could use it has another segmentation with the same probability: "
                "{instead}. So the loss stays at {loss}."
            ).format(instead=instead, loss=f"{loss(engine.words, model) + rise:.6f}"),
            claims.rounds("hug"),
        ),
        Question(
            message("Why does the chapter's Unigram code treat all of {word} as unknown?").format(
                word=quoted("thug")
            ),
            message(
                "A segmentation must cover the whole word, but no piece covers {letter}. So there "
                "is no segmentation, and the chapter's code returns {unknown} for the whole word. "
                "In libraries, only {letter} is unknown, with a very low probability. They list "
                "the tokens {known}; only the id of {letter} is that of {unknown}. BPE applies the "
                "merges that it can and gives {tokens}."
            ).format(
                letter=quoted("t"),
                known=chips(unigram_words.thug_in_libraries(engine)),
                unknown=quoted(unigram_words.thug(engine)),
                tokens=chips(encoded(engine.three_merges, "thug").split()),
            ),
            claims.unigram("hug", show="comparison", sentence="thug"),
        ),
    )

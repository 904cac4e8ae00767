"""The beginning of chapter 6: from the probability of a corpus to its loss.

A corpus of two words, so that a learner can multiply the probabilities and add up the scores.
"""

from fractions import Fraction
from math import floor, log

from pages.course.bpe_tasks import own_words
from pages.course.chapters.chapter_6_em import LONG, SHORT, shares
from pages.course.chapters.chapter_6_prune import decimal
from pages.course.parts import SHARE, UNEXPLAINED, Part, Place, ask
from pages.course.unigram_tasks import one_per_line, unigram_run
from pages.practice.unigram_mistakes import format_tokens
from pages.stage.tokens import listing, probability, quoted
from pages.translations.language import Translation

COUNT = 2  # of both words
SCORED = 2, 4, 8, 16  # the worked scores are those of 1/2, 1/4, ...


def probabilities() -> tuple[Fraction, Fraction]:
    """The probabilities of the best segmentations of the two words.

    >>> [str(each) for each in probabilities()]
    ['1/4', '1/32']
    """
    one, other = (max(shares(word).values()) for word in (SHORT, LONG))
    return one, other


def score(p: Fraction) -> str:
    """The score of a probability, with three decimals.

    >>> score(Fraction(1, 4))
    '1.386'
    """
    return f"{-log(p):.3f}"


def place(lang: str) -> Place:
    """The vocabulary of the two words before a training that removes a piece.

    >>> settings = place("en").settings
    >>> len(settings.train_unigram().seeds.pieces) - settings.unigram.vocab
    1
    """
    settings = own_words(f"{SHORT} {COUNT} {LONG} {COUNT}", lang)
    pieces = len(settings.train_unigram().seeds.pieces)
    return Place(settings.replace(show="rounds", unigram_vocab=pieces - 1), "unigram", 0)


def loss(t: Translation, lang: str) -> tuple[Part, ...]:
    """The parts about the loss.

    >>> [part.name for part in loss(Translation(), "en")]
    ['loss-product', 'loss-log', 'loss-word']
    """
    return corpus_probability(t, lang), logarithm(t, lang), word_loss(t, lang)


def corpus_probability(t: Translation, lang: str) -> Part:
    """Multiply out the probability of a small corpus.

    >>> corpus_probability(Translation(), "en").task.answers
    ('1/16384',)
    """
    p, q = probabilities()
    once, answer = p * q, (p * q) ** COUNT
    run = unigram_run(lang)
    assert run.rounds[0].loss is not None
    return Part(
        name="loss-product",
        title=t.gettext("The goal: remove what is missed least"),
        text=t.gettext(
            "Unigram starts with more pieces than it needs, and removes those that are missed "
            "least. A piece is missed if the corpus is less probable without it.\n"
            "The probability of a corpus is one product. Each time a word occurs, it adds one "
            "factor: the probability of its best segmentation.\n"
            "This small corpus has only two words. Their best segmentations have the probabilities "
            "{p} ({short}) and {q} ({long})."
        ).format(short=quoted(SHORT), p=p, long=quoted(LONG), q=q),
        example=t.gettext("If each word occurred once: {product}.").format(
            product=f"{p} × {q} = {once}"
        ),
        place=place(lang),
        task=ask(
            prompt=t.gettext(
                "Both words have a word count of {count}. What is the probability of this corpus?"
            ).format(count=COUNT),
            form=SHARE,
            hint=t.gettext(
                "A word that occurs {count} times is in the product {count} times."
            ).format(count=COUNT),
            worked=f"{' × '.join(map(str, [p, p, q, q]))} = {answer}",
            done=t.gettext(
                "{share} = {value}. With the corpus of chapter 5, {zeros} zeros would follow the "
                "decimal point."
            ).format(
                share=answer,
                value=probability(float(answer)),
                zeros=floor(run.rounds[0].loss / log(10)),
            ),
            reasons={
                str(once): t.gettext("That is for one occurrence of each word."),
                str(COUNT * (p + q)): t.gettext("You added the probabilities. Multiply them."),
                str(COUNT * once): t.gettext(
                    "The second occurrence is another factor in the product, for each word."
                ),
                str(p * p * q): t.gettext("You left out one occurrence of {word}.").format(
                    word=quoted(LONG)
                ),
                str(p * q * q): t.gettext("You left out one occurrence of {word}.").format(
                    word=quoted(SHORT)
                ),
            },
            answers=(str(answer),),
        ),
        marks=("pieces",),
        hides=(UNEXPLAINED,),
    )


def logarithm(t: Translation, lang: str) -> Part:
    """Find the score of a probability: its negative logarithm.

    >>> logarithm(Translation(), "en").task.answers
    ('3.466',)
    """
    p, q = probabilities()
    best = [format_tokens(tokens) for tokens, value in shares(LONG).items() if value == q]
    factor = q / p
    listed = one_per_line((f"−log 1/{n} = {score(Fraction(1, n))}" for n in SCORED), t)
    return Part(
        name="loss-log",
        title=t.gettext("A logarithm for tiny numbers"),
        text=t.gettext(
            "Such tiny numbers are hard to read. So one uses a score, −log p: the natural "
            "logarithm of p is negative, and −log p is positive. The smaller the probability p, "
            "the higher the score.\n"
            "When probabilities are multiplied, their scores are added."
        ).replace("−log p", "−log\N{NO-BREAK SPACE}p"),
        example=listed,
        place=place(lang),
        task=ask(
            prompt=t.gettext(
                "The best segmentations of {word} are {all}. Both have the probability {q} = {p} × "
                "{factor}. What is the score?"
            ).format(word=quoted(LONG), all=listing(best, t), q=q, p=p, factor=factor),
            form=SHARE,
            hint=t.gettext(
                "Add the scores of {p} and {factor}, or use the key ln of a calculator."
            ).format(p=p, factor=factor),
            worked=t.gettext(
                "−log {q} = {score}: the score of {p} plus the score of {factor}, up to rounding."
            ).format(q=q, score=score(q), p=p, factor=factor),
            reasons={
                f"-{score(q)}": t.gettext(
                    "A score has no minus sign. The logarithm of {q} is negative, and −log {q} is "
                    "positive."
                ).format(q=q),
                decimal(float(score(p)) * float(score(factor))): t.gettext(
                    "You multiplied the scores. Add them."
                ),
                f"{-log(q, 2):.3f}": t.gettext(
                    "That is the logarithm to base {base}. Use the natural logarithm, ln."
                ).format(base=2),
                f"{-log(q, 10):.3f}": t.gettext(
                    "That is the logarithm to base {base}. Use the natural logarithm, ln."
                ).format(base=10),
                str(q): t.gettext("That is the probability. Its score is −log {q}.").format(q=q),
            },
            answers=(score(q),),
        ),
        marks=("pieces",),
        hides=(UNEXPLAINED,),
    )


def word_loss(t: Translation, lang: str) -> Part:
    """Add up the loss of a small corpus.

    >>> word_loss(Translation(), "en").task.answers
    ('9.704',)
    """
    p, q = probabilities()
    one, other = score(p), score(q)
    answer = decimal(COUNT * (float(one) + float(other)))
    first = unigram_run(lang).rounds[0].loss
    assert first is not None
    assert answer == decimal(-COUNT * log(p * q))
    return Part(
        name="loss-word",
        title=t.gettext("The loss: add up all scores"),
        text=t.gettext(
            "The loss of a corpus adds up word count × score over all words. The less probable the "
            "corpus, the higher the loss.\n"
            "So it says in one number how badly the pieces fit the corpus. Here, the scores are "
            "{one} for the word {short} and {other} for the word {long}."
        ).format(short=quoted(SHORT), one=one, long=quoted(LONG), other=other),
        example=t.gettext("If each word occurred once: {sum}. This is also −log {product}.").format(
            sum=f"{one} + {other} = {decimal(float(one) + float(other))}", product=p * q
        ),
        place=place(lang),
        task=ask(
            prompt=t.gettext(
                "Both words have a word count of {count}. What is the loss of this corpus?"
            ).format(count=COUNT),
            form=SHARE,
            hint=t.gettext("Multiply each score by its word count, and add the results."),
            worked=f"{COUNT} × {one} + {COUNT} × {other} = {answer}",
            done=t.gettext(
                "{sum}. This is also −log of the probability of the corpus, {product}. The corpus "
                "of chapter 5 starts with a loss of {loss}."
            ).format(
                sum=f"{COUNT} × {one} + {COUNT} × {other} = {answer}",
                product=(p * q) ** COUNT,
                loss=f"{first:.3f}",
            ),
            reasons={
                decimal(float(one) + float(other)): t.gettext(
                    "That is for one occurrence of each word. Multiply by the word counts."
                ),
                **{
                    decimal(float(x) + COUNT * float(y)): t.gettext(
                        "You multiplied only one of the two scores by its word count."
                    )
                    for x, y in ((one, other), (other, one))
                },
                decimal(float(one) * float(other)): t.gettext(
                    "You multiplied the scores. Add them."
                ),
                f"-{answer}": t.gettext(
                    "The minus sign is already in the score, so the loss is positive."
                ),
            },
            answers=(answer,),
        ),
        marks=("pieces",),
        hides=(UNEXPLAINED,),
    )

"""The second half of chapter 6: the E step and the M step of EM."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from pages.course.bpe_tasks import own_words
from pages.course.parts import SHARE, UNEXPLAINED, Part, Place, ask
from pages.course.unigram_tasks import one_per_line, settings_of
from pages.practice.unigram_mistakes import format_tokens
from pages.stage.tokens import probability, quoted
from pages.state.defaults import with_method
from pages.state.settings import Settings
from pages.translations.language import Translation

SHORT, LONG = "an", "ant"  # words whose segmentations have simple shares
COUNT = 45  # of both words, so that all expected counts are whole numbers
EXAMPLE_COUNT = 15  # of SHORT in the worked example


def em_settings(lang: str, count: int) -> Settings:
    """EM on the words SHORT and LONG, which both occur `count` times.

    >>> em_settings("en", 9).corpus.own.split()
    ['an', '9', 'ant', '9']
    """
    settings = own_words(f"{SHORT} {count} {LONG} {count}", lang)
    return with_method(settings, "em").replace(show="rounds", shares="plain")


@cache
def shares(word: str) -> Mapping[tuple[str, ...], Fraction]:
    """tokens -> probability, for each segmentation of a word in the first E step.

    >>> [str(share) for share in shares("an").values()]
    ['1/4', '1/16']
    """
    model = em_settings("en", COUNT).train_unigram().seeds
    return {
        each.tokens: Fraction(each.probability).limit_denominator(1000)
        for each in model.lattice(word).segmentations()
    }


def shared(word: str, tokens: tuple[str, ...], count: int) -> Fraction:
    """How much of a word's count the E step gives to a segmentation.

    >>> str(shared("an", ("an",), 10))
    '8'
    """
    return count * shares(word)[tokens] / sum(shares(word).values())


def share_count(t: Translation, lang: str) -> Part:
    """Share the count of a word between two segmentations.

    >>> share_count(Translation(), "en").task.answers
    ('36',)
    """
    (one, p), (other, q) = shares(SHORT).items()
    count, ratio = COUNT, p / q
    answer = shared(SHORT, one, count)
    return Part(
        name="em-share",
        title=t.gettext("EM counts with shares"),
        text=t.gettext(
            "Up to now, a piece was counted at all its places, as if a word used all its pieces at "
            "once. But a word uses one segmentation, and nobody knows yet which.\n"
            "So SentencePiece uses EM (expectation–maximization). Its E step (expectation) shares "
            "each word count over all segmentations, by their probabilities. Viterbi would give it "
            "all to the best one.\n"
            "In the small corpus, now with word counts of {count}, {one} has the probability {p}, "
            "and {other} has {q}. So {one} is {ratio} times as probable."
        ).format(
            count=count, one=format_tokens(one), p=p, other=format_tokens(other), q=q, ratio=ratio
        ),
        example=t.gettext(
            "With a word count of {count}: {ratio} + 1 = {all}, so {tokens} gets {ratio} of {all} "
            "parts: {count} × {ratio}/{all} = {answer}."
        ).format(
            count=EXAMPLE_COUNT,
            ratio=ratio,
            all=ratio + 1,
            tokens=format_tokens(one),
            answer=shared(SHORT, one, EXAMPLE_COUNT),
        ),
        place=Place(em_settings(lang, count), "unigram", 0),
        task=ask(
            prompt=t.gettext(
                "The word {word} has a word count of {count}. How much of it does the segmentation "
                "{tokens} get?"
            ).format(word=quoted(SHORT), count=count, tokens=format_tokens(one)),
            form=SHARE,
            hint=t.gettext(
                "Divide the word count into {all} equal parts. {tokens} gets {ratio} of them."
            ).format(all=ratio + 1, tokens=format_tokens(one), ratio=ratio),
            worked=t.gettext(
                "{ratio} + 1 = {all}, so {tokens} gets {ratio} of {all} parts: {count} × "
                "{ratio}/{all} = {answer}."
            ).format(
                ratio=ratio, all=ratio + 1, tokens=format_tokens(one), count=count, answer=answer
            ),
            done=t.gettext(
                "{tokens} gets {answer} and {other} gets {rest}. Only for a word with a single "
                "segmentation, Viterbi and the E step do the same."
            ).format(
                tokens=format_tokens(one),
                answer=answer,
                other=format_tokens(other),
                rest=count - answer,
            ),
            reasons={
                str(count): t.gettext(
                    "That would be everything. The other segmentation gets a share too."
                ),
                str(Fraction(count, 2)): t.gettext(
                    "Those are equal shares, but the segmentations are not equally probable."
                ),
                str(count - count / ratio): t.gettext(
                    "{ratio} to 1 makes {all} equal parts, not {ratio}."
                ).format(ratio=ratio, all=ratio + 1),
                str(count - answer): t.gettext("That is the share of {tokens}.").format(
                    tokens=format_tokens(other)
                ),
                str(count * p): t.gettext(
                    "The probabilities of the two segmentations do not add up to 1. Divide by "
                    "their sum first."
                ),
            },
            answers=(str(answer),),
        ),
        marks=("pieces",),
        hides=("result", UNEXPLAINED),
    )


def three_shares(t: Translation, lang: str) -> Part:
    """Share the count of a word among three segmentations.

    >>> three_shares(Translation(), "en").task.answers
    ('20',)
    """
    found = shares(LONG)
    asked = next(tokens for tokens in found if tokens[0] == LONG[:2])
    (last,) = (tokens for tokens in found if len(tokens) == len(LONG))
    answer, ratio = shared(LONG, asked, COUNT), found[asked] / found[last]
    named = t.gettext("{tokens}: {product}")
    lines = (named.format(tokens=format_tokens(x), product=p) for x, p in found.items())
    return Part(
        name="pruning-question-share",
        title=t.gettext("Three segmentations"),
        text=t.gettext(
            "{word} has a word count of {count}, and three segmentations with these probabilities:"
            "\n{all}."
        ).format(word=quoted(LONG), count=COUNT, all=one_per_line(lines, t)),
        place=Place(em_settings(lang, COUNT), "unigram", 0),
        task=ask(
            prompt=t.gettext(
                "In the E step, how much of the word count of {word} does {tokens} get?"
            ).format(word=quoted(LONG), tokens=format_tokens(asked)),
            form=SHARE,
            hint=t.gettext(
                "How many times as probable as {tokens} are the other two? Share the word count in "
                "the same way."
            ).format(tokens=format_tokens(last)),
            worked=t.gettext(
                "The shares are {ratio} to {ratio} to 1. So {tokens} gets {ratio} of {all} parts."
            ).format(ratio=ratio, tokens=format_tokens(asked), all=2 * ratio + 1),
            reasons={
                str(Fraction(COUNT, len(found))): t.gettext(
                    "Those are equal shares, but the segmentations are not equally probable."
                ),
                str(Fraction(COUNT, 2)): t.gettext(
                    "You left out {tokens}. It gets a small share."
                ).format(tokens=format_tokens(last)),
                str(shared(LONG, last, COUNT)): t.gettext("That is the share of {tokens}.").format(
                    tokens=format_tokens(last)
                ),
                str(COUNT): t.gettext(
                    "That would be everything. EM shares the word count over all segmentations."
                ),
            },
            answers=(str(answer),),
        ),
        marks=("pieces",),
        hides=("result", UNEXPLAINED),
        after=2,
    )


def add_shares(t: Translation, lang: str) -> Part:
    """Compute the new probability of a piece from its shares.

    >>> add_shares(Translation(), "en").task.answers
    ('56/149',)
    """
    piece, count = SHORT, COUNT
    from_short, from_long = (
        sum(shared(word, tokens, count) for tokens in shares(word) if piece in tokens)
        for word in (SHORT, LONG)
    )
    total = sum(
        len(tokens) * shared(word, tokens, count)
        for word in (SHORT, LONG)
        for tokens in shares(word)
    )
    answer, old = (from_short + from_long) / total, shares(SHORT)[(piece,)]
    return Part(
        name="em-probability",
        title=t.gettext("Add up and divide: the M step"),
        text=t.gettext(
            "The piece {piece} gets {from_short} from the word {short} and {from_long} from the "
            "word {long}.\n"
            "Added up over all words, the shares of a piece are its expected count.\n"
            "The M step (maximization) divides each expected count by the sum of the expected "
            "counts of all pieces, here {total}. These are the new probabilities."
        ).format(
            short=quoted(SHORT),
            long=quoted(LONG),
            piece=quoted(piece),
            from_short=from_short,
            from_long=from_long,
            total=total,
        ),
        example=t.gettext(
            "The expected count is {from_short} + {from_long} = {sum}. Only the last step is left: "
            "divide it by the sum of all."
        ).format(from_short=from_short, from_long=from_long, sum=from_short + from_long),
        place=Place(em_settings(lang, count), "unigram", 2),
        task=ask(
            prompt=t.gettext("What is the new probability of the piece {piece}?").format(
                piece=quoted(piece)
            ),
            form=SHARE,
            hint=t.gettext("Add the two shares, and divide by the sum of all expected counts."),
            worked=f"({from_short} + {from_long})/{total} = {probability(float(answer))}",
            done=t.gettext(
                "{share} = {value}. Before, it was {old}: the words need this piece more than that."
            ).format(
                share=f"{from_short + from_long}/{total}",
                value=probability(float(answer)),
                old=probability(float(old)),
            ),
            reasons={
                str(from_short + from_long): t.gettext(
                    "That is the expected count. Divide it by the sum of all expected counts."
                ),
                str(from_short / total): t.gettext("You left out the word {word}.").format(
                    word=quoted(LONG)
                ),
                str(from_long / total): t.gettext("You left out the word {word}.").format(
                    word=quoted(SHORT)
                ),
                str(old): t.gettext("That is the old probability."),
                str((from_short + from_long) / (2 * count)): t.gettext(
                    "That divides by the sum of the word counts. But a word can use several "
                    "pieces. Divide by the sum of all expected counts, {total}."
                ).format(total=total),
            },
            hint_marks=("pieces", "shares"),
            answers=(str(answer),),
        ),
        marks=("shares",),
        hides=(UNEXPLAINED,),
        after=3,
    )


def repeat(t: Translation, lang: str) -> Part:
    """Predict what happens to the loss under EM.

    >>> repeat(Translation(), "en").task.answer
    'It falls.'
    """
    settings = with_method(settings_of(lang), "em").replace(show="rounds")
    run = settings.train_unigram()
    assert all(each.phase != "prune" for each in run.rounds)  # as the text says
    steps = [k for k, each in enumerate(run.rounds, 1) if each.phase == "e_step"][:2]
    before, after = (run.rounds[k - 1].loss for k in steps)
    assert before is not None
    assert after is not None
    falls, same, rises = (
        t.gettext("It falls."),
        t.gettext("It stays the same."),
        t.gettext("It rises."),
    )
    assert after < before
    worked = t.gettext("The loss is {before} in this E step, and {after} in the next one.").format(
        before=f"{before:.3f}", after=f"{after:.3f}"
    )
    return Part(
        name="em-repeat",
        title=t.gettext("E step, M step, repeat"),
        text=t.gettext(
            "The next E step shares the word counts again, with the new probabilities.\n"
            "A whole training repeats this: E step and M step twice, then a round of pruning.\n"
            "In EM, the loss counts all segmentations of a word, not only the best one.\n"
            "The corpus of chapter 5 is here again."
        ),
        place=Place(settings, "unigram", steps[0]),
        task=ask(
            prompt=t.gettext("What happens to the loss from this E step to the next one?"),
            hint=t.gettext(
                "The new probabilities follow the expected counts. So a piece that the words use "
                "more than before gets a higher probability."
            ),
            worked=worked,
            done=t.gettext(
                "{losses} The words are now more probable. Repeating both steps never makes this "
                "loss rise.\nIt adds up all segmentations. So do not compare it with the loss of "
                "pruning."
            ).format(losses=worked),
            reasons={
                rises: t.gettext(
                    "Pieces that these words use much get a higher probability. Does that make the "
                    "words more probable or less?"
                ),
                same: t.gettext(
                    "It would stay the same only if the new probabilities were equal to the old "
                    "ones."
                ),
                falls: "",
            },
        ),
        marks=("pieces",),
        hides=(UNEXPLAINED,),
        after=steps[1],
    )

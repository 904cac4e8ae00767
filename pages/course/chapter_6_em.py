"""The second half of chapter 6: EM, and BPE next to Unigram."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from pages.course.bpe_tasks import own_words, trained
from pages.course.parts import SHARE, STEP, Part, Place, ask
from pages.course.unigram_tasks import long_word, settings_of, unigram_run
from pages.practice.unigram_mistakes import format_tokens
from pages.stage.tokens import quoted
from pages.state.defaults import with_method
from pages.state.settings import Settings
from pages.translations.language import Translation
from pages.unigram.both import Both
from pages.unigram.contents import both_of, bpe_settings_for

SHORT, LONG = "an", "and"  # words whose segmentations have simple shares
SHORT_COUNT, LONG_COUNT = 10, 9


def em_settings(lang: str, count: int) -> Settings:
    """EM on the words SHORT and LONG, which both occur `count` times.

    >>> em_settings("en", 9).corpus.own.split()
    ['an', '9', 'and', '9']
    """
    settings = own_words(f"{SHORT} {count} {LONG} {count}", lang)
    return with_method(settings, "em").replace(show="rounds", shares="plain")


@cache
def shares(word: str) -> Mapping[tuple[str, ...], Fraction]:
    """tokens -> probability, for each segmentation of a word in the first E step.

    >>> [str(share) for share in shares("an").values()]
    ['1/4', '1/16']
    """
    model = em_settings("en", SHORT_COUNT).train_unigram().seeds
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
    ('8',)
    """
    (one, p), (other, q) = shares(SHORT).items()
    count, ratio = SHORT_COUNT, p / q
    answer = shared(SHORT, one, count)
    return Part(
        name="em-share",
        title=t.gettext("EM counts with shares"),
        text=t.gettext(
            "Libraries find the probabilities with EM. It asks how often each piece is really "
            "needed, when the pieces share the words.\n"
            "So its E step (expectation) does not choose one segmentation. It shares the count of "
            "a word over all of them, by their probabilities.\n"
            "Here, {one} has the probability {p}, and {other} has {q}. So {one} is {ratio} "
            "times as probable."
        ).format(one=format_tokens(one), p=p, other=format_tokens(other), q=q, ratio=ratio),
        place=Place(em_settings(lang, count), "unigram", 1),
        task=ask(
            prompt=t.gettext(
                "The word {word} has a count of {count}. How much of it does the segmentation "
                "{tokens} get?"
            ).format(word=quoted(SHORT), count=count, tokens=format_tokens(one)),
            form=SHARE,
            hint=t.gettext("Divide the count into {all} equal parts.").format(all=ratio + 1),
            worked=t.gettext(
                "{ratio} + 1 = {all}, so {tokens} gets {ratio} of {all} parts: {count} × "
                "{ratio}/{all} = {answer}."
            ).format(
                ratio=ratio, all=ratio + 1, tokens=format_tokens(one), count=count, answer=answer
            ),
            reasons={
                str(count): t.gettext(
                    "That would be everything. The other segmentation gets a share too."
                ),
                str(Fraction(count, 2)): t.gettext(
                    "Those are equal shares, but the segmentations are not equally probable."
                ),
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
        hides=("result",),
    )


def repeat(t: Translation, lang: str) -> Part:
    """Predict what happens to the loss under EM.

    >>> repeat(Translation(), "en").task.answer
    'It falls.'
    """
    settings = with_method(settings_of(lang), "em").replace(show="rounds")
    run = settings.train_unigram()
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
    worked = t.gettext("The loss is {before} at step {first} and {after} at step {second}.").format(
        before=f"{before:.3f}", after=f"{after:.3f}", first=steps[0], second=steps[1]
    )
    return Part(
        name="em-repeat",
        title=t.gettext("E step, M step, repeat"),
        text=t.gettext(
            "Added up over all words, the shares of a piece are its expected count.\n"
            "The M step (maximization) divides the expected counts by their sum: these are the "
            "new probabilities. Then the next E step shares the counts again.\n"
            "Here, the loss uses all segmentations of a word together."
        ),
        place=Place(settings, "unigram", steps[0]),
        task=ask(
            prompt=t.gettext("What happens to the loss until the next E step, step {step}?").format(
                step=steps[1]
            ),
            hint=t.gettext(
                "The new probabilities follow the expected counts. So a piece that the words use "
                "more than before gets a higher probability."
            ),
            worked=worked,
            done=t.gettext(
                "{losses} With these new probabilities, the words are more probable. No E and M "
                "step makes this loss rise."
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
        hides=("charts",),
        after=steps[1],
    )


def both_results(lang: str) -> tuple[Both, Settings]:
    """The long word under both methods, and the settings that show it.

    >>> both_results("en")[0].ours
    ('r', 'e', 'st', 'art')
    """
    settings = settings_of(lang).replace(show="both")
    run = unigram_run(lang)
    return both_of(settings, run, trained(bpe_settings_for(settings, run)))[1], settings


def compare(t: Translation, lang: str) -> Part:
    """Go to the step that compares both results.

    >>> compare(Translation(), "en").task.answer
    '11'
    """
    both, settings = both_results(lang)
    best = both.lattice.best
    assert best
    values = {
        "step": both.last,
        "ours": format_tokens(both.ours),
        "theirs": format_tokens(best.tokens),
    }
    return Part(
        name="both-results",
        title=t.gettext("BPE next to Unigram"),
        text=t.gettext(
            "BPE starts with characters, adds tokens, and keeps its merges in order.\n"
            "Unigram starts with many pieces, removes some, and keeps a probability for each "
            "piece.\n"
            "Both vocabularies here have {size} tokens, from the same words."
        ).format(size=both.tokens),
        place=Place(settings, "unigram", 0),
        task=ask(
            prompt=t.gettext(
                "Go to the last step, which compares the two results for {word}."
            ).format(word=quoted(long_word(lang))),
            form=STEP,
            hint=t.gettext("Step forward again and again, until the last step."),
            worked=t.gettext(
                "Step {step} compares them: BPE has {ours}, and Unigram has {theirs}."
            ).format(**values),
            done=t.gettext(
                "BPE: {ours}. Unigram: {theirs}. BPE repeats its early decisions and never looks "
                "back, but Unigram compares all segmentations of the whole word."
            ).format(**values),
            hint_marks=("transport",),
            answers=(str(both.last),),
        ),
        marks=("merges", "lattice"),
    )

"""The end of chapter 6: BPE next to Unigram."""

from pages.course.bpe_tasks import trained
from pages.course.parts import STEP, Part, Place, ask
from pages.course.unigram_tasks import long_word, settings_of, unigram_run
from pages.practice.unigram_mistakes import format_tokens
from pages.stage.tokens import quoted
from pages.state.settings import Settings
from pages.translations.language import Translation
from pages.unigram.both import Both
from pages.unigram.both_explanations import why_different
from pages.unigram.contents import both_of, bpe_settings_for


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
                "BPE: {ours}. Unigram: {theirs}.\n{why} BPE had only {n} merges, and all of them "
                "joined more frequent pairs.\nIn general, BPE repeats the decisions of its "
                "training and never looks back. Unigram compares all segmentations of the word."
            ).format(**values, why=why_different(both, t), n=both.all_merges),
            hint_marks=("transport",),
            answers=(str(both.last),),
        ),
        marks=("merges", "lattice"),
    )

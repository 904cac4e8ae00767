"""The end of chapter 6: BPE next to Unigram."""

from math import exp

from bpe import Run
from pages.course.bpe_tasks import trained
from pages.course.parts import STEP, TOKENS, Part, Place, ask, ask_class
from pages.course.unigram_tasks import WORDS, long_word, settings_of, unigram_run
from pages.practice.unigram_mistakes import format_tokens
from pages.stage.question import Question
from pages.stage.tokens import pair_name, quoted
from pages.state.settings import Settings
from pages.translations.language import Translation
from pages.unigram.comparing.both import Both
from pages.unigram.comparing.both_explanations import why_different
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
                "BPE: {ours}. Unigram: {theirs}.\n{why}\n"
                "In general, BPE repeats the decisions of its "
                "training and never looks back. Unigram compares all segmentations of the word."
            ).format(**values, why=why_different(both, t)),
            hint_marks=("transport",),
            answers=(str(both.last),),
        ),
        marks=("merges", "lattice"),
        in_class=bpe_result(both, trained(bpe_settings_for(settings, unigram_run(lang))), t),
    )


def bpe_result(both: Both, run: Run, t: Translation) -> Question:
    """What a class is asked: the tokens of BPE, from its merges.

    >>> both, settings = both_results("en")
    >>> run = trained(bpe_settings_for(settings, unigram_run("en")))
    >>> bpe_result(both, run, Translation()).right
    [1]
    """
    best, unfinished = both.lattice.best, both.states[-2]
    assert best
    assert unfinished.chosen
    merge = pair_name(unfinished.chosen.left, unfinished.chosen.right)
    why = why_different(both, t)
    listed = t.gettext(", ").join(pair_name(each.left, each.right) for each in run.merges)
    found = {
        format_tokens(both.ours): "",
        format_tokens(best.tokens): t.gettext("That is the result of Unigram. {why}").format(
            why=why
        ),
        format_tokens(unfinished.tokens): t.gettext("One more merge applies: {pair}.").format(
            pair=merge
        ),
    }
    return ask_class(
        t.gettext(
            "These are the merges of BPE, in order: {merges}. Which tokens does BPE make of {word}?"
        ).format(merges=listed, word=quoted(both.word.text)),
        {tokens: found[tokens] for tokens in sorted(found)},
        t.gettext("BPE: {ours}. Unigram: {theirs}. {why}").format(
            ours=format_tokens(both.ours), theirs=format_tokens(best.tokens), why=why
        ),
    )


def same_tokens(t: Translation, lang: str) -> Part:
    """Question: which tokens does BPE make of a word, if Unigram has the same vocabulary?

    >>> same_tokens(Translation(), "en").task.answers
    ('s er e n e',)
    """
    settings = settings_of(lang).replace(show="both", round=0, word=WORDS[lang].shared)
    run = unigram_run(lang)
    bpe_run = trained(bpe_settings_for(settings, run))
    merges, both = bpe_run.merges, both_of(settings, run, bpe_run)[1]
    best, word = both.lattice.best, both.word.text
    assert best
    assert both.choice
    times = exp(best.log_probability - both.choice.log_probability)
    listed = t.gettext(", ").join(
        t.gettext("merge {rank} joins {pair}").format(
            rank=each.rank, pair=pair_name(each.left, each.right)
        )
        for each in merges
        if each.token in word
    )
    return Part(
        name="both-same-tokens",
        title=t.gettext("The same tokens, another result"),
        text=t.gettext(
            "Before its training, Unigram has {size} pieces here, and BPE after {count} merges has "
            "exactly these tokens. With them, both segment all words of the corpus alike.\n"
            "A new word can still differ. These merges of BPE fit {word}: {merges}."
        ).format(size=both.tokens, count=len(merges), word=quoted(word), merges=listed),
        place=Place(settings, "unigram", 0),
        task=ask(
            prompt=t.gettext("Which tokens does BPE make of {word}?").format(word=quoted(word)),
            form=TOKENS,
            hint=t.gettext(
                "The merge with the lowest rank comes first. Which pairs are then left?"
            ),
            worked=t.gettext("BPE: {ours}. {why}").format(
                ours=format_tokens(both.ours), why=why_different(both, t)
            ),
            done=t.gettext(
                "BPE: {ours}. Unigram: {theirs}, which is {times} times as probable.\n{why}\nSo "
                "there are two causes of a difference: other tokens in the vocabulary, or, with "
                "the same tokens, the order of the merges instead of the largest product."
            ).format(
                ours=format_tokens(both.ours),
                theirs=format_tokens(best.tokens),
                times=f"{times:.1f}",
                why=why_different(both, t),
            ),
            reasons={
                " ".join(best.tokens): t.gettext(
                    "That is the most probable segmentation, the result of Unigram. BPE follows "
                    "the order of its merges."
                ),
                " ".join(both.states[0].tokens): t.gettext("One of the merges applies here."),
            },
            answers=(" ".join(both.ours),),
        ),
        marks=("lattice",),
        is_question=True,
        after=both.last,
    )

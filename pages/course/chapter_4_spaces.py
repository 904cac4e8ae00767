"""The middle of chapter 4: spaces as Ġ."""

from dataclasses import replace

import bpe
from pages.course.bpe_tasks import COUNTING, Pair, count_pair, trained
from pages.course.parts import Part, Place, ask, explained
from pages.stage.tokens import number, pair_name, quoted
from pages.state.defaults import defaults
from pages.translations.language import Translation

SPACED = "hug a pug"


def words_with_spaces(t: Translation, lang: str) -> Part:
    """Choose how a text is split into words.

    >>> words_with_spaces(Translation(), "en").task.answer.translate({0x2068: "", 0x2069: ""})
    'hug Ġa Ġpug'
    """

    def option(words: list[str]) -> str:
        return " ".join(map(quoted, words))

    plain = SPACED.split()
    words = [each.word for each in bpe.pre_tokenize(SPACED, "gpt2")]
    everywhere = ["Ġ" + word for word in plain]
    at_end = [*(word + "Ġ" for word in plain[:-1]), plain[-1]]
    return Part(
        name="space-words",
        title=t.gettext("Where is the space?"),
        text=t.gettext(
            "Before training, GPT-2 splits a text into words. This is called pre-tokenization.\n"
            "Each word keeps the space before it, written as {sign}. So no space gets lost."
        ).format(sign=quoted("Ġ")),
        place=Place(defaults("course").replace(lang=lang)),
        task=ask(
            prompt=t.gettext("How is the text “{text}” split into words?").format(text=SPACED),
            hint=t.gettext("Look for each space. Which word comes after it?"),
            worked=t.gettext("Each space goes to the word after it: {words}.").format(
                words=option(words)
            ),
            done=t.gettext("So {one} and {other} are different words.").format(
                one=quoted(plain[-1]), other=quoted(words[-1])
            ),
            reasons={
                option(plain): t.gettext(
                    "Then the spaces would be lost, and the tokens could not be decoded correctly."
                ),
                option(everywhere): t.gettext(
                    "This text does not begin with a space, so its first word has no {sign}."
                ).format(sign=quoted("Ġ")),
                option(words): "",
                option(at_end): t.gettext("A space belongs to the word after it."),
            },
        ),
        marks=("corpus",),
        hides=COUNTING,
    )


def pairs_with_space(t: Translation, lang: str) -> Part:
    """Count a pair whose left character is a space.

    >>> pairs_with_space(Translation(), "en").task.answers
    (7,)
    """
    settings = defaults("course").replace(lang=lang)
    run = trained(settings)
    pair: Pair = ("Ġ", "t")
    word = next(word for word in run.words if word.startswith("T"))
    count = run.count(pair, 0)
    with_capital = count + run.corpus.counts[word]
    prompt = t.gettext("How often does {pair} occur in this corpus?").format(pair=pair_name(*pair))
    task = count_pair(settings, 0, pair, prompt, t)
    capital = t.gettext(
        "You also counted {word}. It begins with another character, and there is no space before "
        "it."
    ).format(word=quoted(word))
    return Part(
        name="space-pairs",
        title=t.gettext("{sign} is a character like any other").format(sign="Ġ"),
        text=t.gettext(
            "{sign} forms pairs like every other character.\n"
            "This corpus has {words} different words. Most of them begin with {sign}."
        ).format(words=number(len(run.words)), sign=quoted("Ġ")),
        place=Place(settings),
        task=replace(task, known=(*task.known, *explained({str(with_capital): capital}))),
        marks=("corpus",),
        hides=COUNTING,
    )

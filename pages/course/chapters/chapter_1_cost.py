"""The parts of chapter 1 about what one sentence costs in three languages."""

from pages.course.bpe_tasks import encoded, trained
from pages.course.lecture.places import languages, settings_at
from pages.course.part_texts import part
from pages.course.parts import Part, Place
from pages.stage.tokens import isolated, quoted
from pages.translations.language import Translation
from pages.translations.sentences import SENTENCES, names

COMPARED = ("zh-Hant", "ko", "en")  # in the order of the choices


def counts(lang: str) -> dict[str, tuple[int, int]]:
    """The characters and the tokens of the sentence, by its language.

    >>> counts("en")
    {'zh-Hant': (8, 24), 'ko': (17, 43), 'en': (35, 18)}
    """
    run = trained(settings_at(languages(), lang))
    return {code: (len(SENTENCES[code]), len(run.encode(SENTENCES[code]).ids)) for code in COMPARED}


def place_of(lang: str, ended: bool = False) -> Place:
    """The three sentences, one on each line, under a tokenizer that has learned from English.

    >>> place_of("en").page
    'encode'
    """
    text = "\n".join(SENTENCES[code] for code in COMPARED)
    return encoded(settings_at(languages(), lang), text, ended=ended)


def values_of(t: Translation, lang: str) -> dict[str, object]:
    """The values that the sentences of both parts need.

    >>> values_of(Translation(), "en")["few"]
    18
    """
    found = counts(lang)
    return {
        "short": found["zh-Hant"][0],
        "long": found["en"][0],
        "few": found["en"][1],
        "more": found["zh-Hant"][1],
        "most": found["ko"][1],
        "chinese": isolated(SENTENCES["zh-Hant"]),
        "korean": isolated(SENTENCES["ko"]),
        "english": isolated(SENTENCES["en"]),
        "sign": quoted("Ġ"),
    }


def three_languages(t: Translation, lang: str) -> Part:
    """Guess in which language a sentence has the fewest tokens."""
    named = names(t)
    option = t.gettext("{language}: {sentence}")
    chinese, korean, english = (
        option.format(language=named[code], sentence=isolated(SENTENCES[code])) for code in COMPARED
    )
    return part(
        "three-languages",
        t,
        place_of(lang),
        reasons={chinese: "shortest", korean: "most", english: ""},
        leads_to=place_of(lang, ended=True).step,
        values=values_of(t, lang),
    )


def why_it_costs(t: Translation, lang: str) -> Part:
    """Say why a shorter sentence has more tokens."""
    return part("why-it-costs", t, place_of(lang, ended=True), values=values_of(t, lang))

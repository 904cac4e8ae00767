"""Texts that are one click away on the page of encoding, each with what readers stumble over."""

from dataclasses import dataclass, replace

from pages.i18n.language import Translation
from pages.state.defaults import defaults
from pages.state.settings import Settings

LANGUAGES = (
    "Small ships carry salt across the quiet bay.\n"
    "Kleine Schiffe bringen Salz über die stille Bucht.\n"
    "小船載著鹽穿過平靜的海灣。\n"
    "작은 배가 고요한 만을 건너 소금을 나른다.\n"
    "سفن صغيرة تحمل الملح عبر الخليج الهادئ.\n"
    "⛵🧂🌊"
)


@dataclass(frozen=True, slots=True)
class Example:
    """A text to encode: its title, the settings that show it, and what there is to see."""

    title: str
    settings: Settings
    lesson: str


def examples(lang: str, t: Translation) -> dict[str, Example]:
    """The examples by id."""
    hug = replace(defaults("hug"), vocab=10, lang=lang)
    course = replace(defaults("course"), lang=lang)
    return {
        "bug": Example(
            "bug",
            replace(hug, input="bug"),
            t.gettext(
                "Only one rule fires: b stays alone, for no rule joins it to ug. The word was "
                "never seen, and is written all the same."
            ),
        ),
        "mug": Example(
            "mug",
            replace(hug, input="mug"),
            t.gettext(
                "m is in no word of the corpus, so it is unknown. The course warns that its code "
                "fails here; it does not, because it never looks at the vocabulary. A tokenizer "
                "without an unknown token drops the letter and says nothing; here it stays to be "
                "seen."
            ),
        ),
        "thug": Example(
            "thug",
            replace(hug, input="thug"),
            t.gettext(
                "t is unknown, the rest is hug: first u and g, then h and ug. One page has it as "
                "hu and g, but no rule makes hu."
            ),
        ),
        "unhug": Example(
            "unhug",
            replace(hug, input="unhug"),
            t.gettext(
                "An exercise of the course. The rule of the lowest rank goes first, wherever it "
                "stands: u and g, then u and n, then h and ug."
            ),
        ),
        "not": Example(
            t.gettext("not a token"),
            replace(course, input="This is not a token."),
            t.gettext(
                "The course's sentence. The corpus has “token”, so that is one token; it does not "
                "have “not”, which falls into characters."
            ),
        ),
        "languages": Example(
            t.gettext("several languages"),
            replace(defaults("english"), vocab=300, input=LANGUAGES, lang=lang),
            t.gettext(
                "The same sentence costs more tokens where the corpus had less of its language; "
                "a character that the corpus never had is unknown. Bring a real tokenizer and "
                "compare."
            ),
        ),
    }

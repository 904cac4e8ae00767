"""Example texts for the Encoding page, each with an explanation of what is surprising."""

from dataclasses import dataclass

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
    """A text to encode: its title, the settings that show it, and the explanation."""

    title: str
    settings: Settings
    lesson: str


def examples(lang: str, t: Translation) -> dict[str, Example]:
    """The examples by id.

    >>> examples("en", Translation())["bug"].title
    'bug'
    """
    hug = defaults("hug").replace(vocab=10, lang=lang)
    course = defaults("course").replace(lang=lang)
    return {
        "bug": Example(
            "bug",
            hug.replace(input="bug"),
            t.gettext(
                "Only one merge applies. No merge joins b to ug, so b stays separate. Training "
                "never saw this word, but BPE can still encode it."
            ),
        ),
        "mug": Example(
            "mug",
            hug.replace(input="mug"),
            t.gettext(
                "No word in the corpus contains m, so m is unknown. The course warns that its "
                "code fails here. In fact, the code does not fail, because it never checks the "
                "vocabulary. A tokenizer without an unknown token silently drops the letter. "
                "This page shows it as [UNK]."
            ),
        ),
        "thug": Example(
            "thug",
            hug.replace(input="thug"),
            t.gettext(
                "t is unknown. The rest is hug: first u and g are merged, then h and ug. The "
                "chapter's Chinese version says hu and g, but no merge makes hu."
            ),
        ),
        "unhug": Example(
            "unhug",
            hug.replace(input="unhug"),
            t.gettext(
                "An exercise from the course. The merge with the lowest rank is applied first, "
                "wherever it is in the word: u and g, then u and n, then h and ug."
            ),
        ),
        "not": Example(
            t.gettext("not a token"),
            course.replace(input="This is not a token."),
            t.gettext(
                "A sentence from the course. The corpus contains “token”, so it becomes one "
                "token. The corpus does not contain “not”, so that word is split into characters."
            ),
        ),
        "languages": Example(
            t.gettext("several languages"),
            defaults("english").replace(vocab=300, input=LANGUAGES, lang=lang),
            t.gettext(
                "The same sentence takes more tokens if the corpus contains less of its "
                "language. A character that is not in the corpus is unknown. Upload a real "
                "tokenizer and compare."
            ),
        ),
    }

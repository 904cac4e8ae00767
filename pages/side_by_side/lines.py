"""The texts that tokenizers are compared on: one text, or the lines of a file, with limits."""

from dataclasses import dataclass

from pages.stage.record import sentences
from pages.stage.tokens import number
from pages.translations.language import Translation
from pages.translations.sentences import ENGLISH, SENTENCES, names

MAX_LINES = 500
MAX_LINE = 1_000  # characters; the rest of a longer line is not compared
MAX_CHARACTERS = 30_000  # of all lines


@dataclass(frozen=True, slots=True)
class Line:
    """A text to compare. name: its title, empty for the only text. lang: as in HTML, if known."""

    text: str
    name: str = ""
    lang: str = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a file that are compared. all: how many it has; shortened: those over MAX_LINE.

    Lines with only white space do not count.
    """

    compared: tuple[Line, ...]
    all: int
    shortened: int

    @classmethod
    def of(cls, text: str, t: Translation) -> "Lines":
        r"""The first lines of a text, within the limits.

        >>> Lines.of("a hug\n\na pug", Translation()).compared[1].text
        'a pug'
        """
        listed = [(i, line) for i, line in enumerate(text.split("\n"), 1) if line.strip()]
        compared: list[Line] = []
        characters = shortened = 0
        for i, line in listed[:MAX_LINES]:
            short = line[:MAX_LINE]
            characters += len(short)
            if characters > MAX_CHARACTERS:
                break
            compared.append(Line(short, t.gettext("Line {number}").format(number=number(i))))
            shortened += len(line) > MAX_LINE
        return cls(tuple(compared), len(listed), shortened)

    def note(self, t: Translation) -> str:
        """What of the file is not compared; empty if all of it is.

        >>> Lines.of("hug", Translation()).note(Translation())
        ''
        >>> Lines.of("hug " * 300, Translation()).note(Translation())
        '1 line is longer than 1,000 characters. Only its beginning is compared.'
        """
        first = long = ""
        if len(self.compared) < self.all:
            first = t.gettext("The first {shown} of {all} lines are compared.").format(
                shown=number(len(self.compared)), all=number(self.all)
            )
        if self.shortened:
            long = t.ngettext(
                "{lines} line is longer than {most} characters. Only its beginning is compared.",
                "{lines} lines are longer than {most} characters. Only their beginnings are "
                "compared.",
                self.shortened,
            ).format(lines=number(self.shortened), most=number(MAX_LINE))
        return sentences(first, long, t) if first else long


def in_all_languages(t: Translation, lang: str) -> tuple[Line, ...]:
    """The same sentence as lines to compare: in English, in the reader's language, in the others.

    >>> [line.name for line in in_all_languages(Translation(), "ko")][:3]
    ['English', 'Korean', 'German']
    """
    named = names(t)
    codes = dict.fromkeys((ENGLISH, lang, *SENTENCES))
    return tuple(Line(SENTENCES[code], named[code], code) for code in codes)

"""A question as a learning platform asks it: by a choice, a number, a short answer or an essay."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal
from xml.etree.ElementTree import Element, SubElement, tostring

from pages.practice.expressions import evaluate
from pages.stage.tokens import visible, without_isolates

Kind = Literal["choice", "number", "text", "essay"]
QUOTE = re.compile("\u2068([^\u2068\u2069]*)\u2069")  # user text in our sentences
# What XML 1.0 cannot contain.
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
MAX_TITLE = 120  # characters
DIGITS = 10  # of a number that is no decimal fraction


@dataclass(frozen=True, slots=True)
class Option:
    """An answer to choose, with what is said about it."""

    text: str
    is_right: bool
    feedback: str


@dataclass(frozen=True, slots=True)
class Wrong:
    """A known wrong answer, in all forms in which it is accepted, and why it is wrong."""

    forms: tuple[str, ...]
    feedback: str


@dataclass(frozen=True, slots=True)
class Table:
    """What a question shows. A cell is a text, or tokens. columns: empty without a header."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | tuple[str, ...], ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A question.

    name: an identifier. about: sentences and tables before the prompt. help: how to type the
    answer. forms: the accepted answers, as they are typed; the first one is shown. tolerance: of a
    number, relative. is_exact: whether upper and lower case differ. worked: the answer, worked out.
    """

    name: str
    title: str
    kind: Kind
    prompt: str
    about: tuple[str | Table, ...] = ()
    help: str = ""
    options: tuple[Option, ...] = ()
    forms: tuple[str, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    tolerance: float = 0.0
    is_exact: bool = True
    hint: str = ""
    worked: str = ""

    @property
    def plain_title(self) -> str:
        """The title on one line, without marks around user text.

        >>> Item(name="q", title="The pair\u2068 u\u2069", kind="essay", prompt="").plain_title
        'The pair u'
        """
        return " ".join(plain(self.title).split())[:MAX_TITLE]


def plain(text: str) -> str:
    r"""A text as XML can contain it, without marks around user text.

    >>> plain("\u2068a\x00\u2069 <b>")
    'a␀ <b>'
    """
    return NOT_XML.sub(lambda found: visible(found[0]), without_isolates(text))


def value_of(form: str) -> Fraction:
    """The value of an accepted number, or of a known wrong one.

    >>> value_of("34/557"), value_of("20")
    (Fraction(34, 557), Fraction(20, 1))
    """
    value = evaluate(form)
    if value is None:
        raise ValueError(f"not a number: {form!r}")
    return value


def decimal(value: Fraction) -> str:
    """A number as platforms read it: exact if it is a short decimal fraction.

    >>> decimal(Fraction(20)), decimal(Fraction("14.768")), decimal(Fraction(1, 3))
    ('20', '14.768', '0.3333333333')
    """
    if value.denominator == 1:
        return str(value)
    return f"{float(value):.{DIGITS}g}"


def is_short(value: Fraction) -> bool:
    """Whether a number is a short decimal fraction, so that it can be typed exactly.

    >>> is_short(Fraction("14.768")), is_short(Fraction(1, 3))
    (True, False)
    """
    return Fraction(decimal(value)) == value


def body_of(item: Item) -> list[Element]:
    """What comes before the answer: sentences, tables and the prompt, as XHTML."""
    shown = [table(each) if isinstance(each, Table) else paragraph(each) for each in item.about]
    asked = [paragraph(each) for each in (item.prompt, item.help) if each]
    return [*shown, *asked]


def paragraph(sentence: str, tag: str = "p") -> Element:
    r"""A sentence as XHTML. User text in it is code.

    >>> tostring(paragraph("Count \u2068<u>\u2069."), "unicode")
    '<p>Count <code>&lt;u&gt;</code>.</p>'
    """
    node = Element(tag)
    add_text(node, sentence)
    return node


def add_text(node: Element, sentence: str) -> None:
    """Add a sentence to an element."""
    pieces = QUOTE.split(sentence)
    node.text = plain(pieces[0])
    for quote, rest in zip(pieces[1::2], pieces[2::2], strict=True):
        code = SubElement(node, "code")
        code.text, code.tail = plain(quote), plain(rest)


def table(shown: Table) -> Element:
    """A table as XHTML. Its title is its caption."""
    node = Element("table")
    add_text(SubElement(node, "caption"), shown.title)
    if shown.columns:
        row = SubElement(SubElement(node, "thead"), "tr")
        for name in shown.columns:
            add_text(SubElement(row, "th"), name)
    body = SubElement(node, "tbody")
    for cells in shown.rows:
        row = SubElement(body, "tr")
        for cell in cells:
            add_cell(SubElement(row, "td"), cell)
    return node


def add_cell(node: Element, cell: str | tuple[str, ...]) -> None:
    """Add a text or tokens to a cell."""
    if isinstance(cell, str):
        add_text(node, cell)
        return
    for token in cell:
        code = SubElement(node, "code")
        code.text, code.tail = plain(visible(token)), " "


def html_of(nodes: Iterable[Element]) -> str:
    """Elements as HTML, for a platform that keeps it as a text."""
    return "".join(tostring(node, "unicode", method="html") for node in nodes)


def html_text(sentence: str) -> str:
    """A sentence as HTML; empty if there is none.

    >>> html_text("1 < 2"), html_text("")
    ('<p>1 &lt; 2</p>', '')
    """
    return html_of([paragraph(sentence)]) if sentence else ""


def add(parent: Element, tag: str, attributes: Mapping[str, str] | None = None) -> Element:
    """Add an element to another one."""
    return SubElement(parent, tag, dict(attributes or {}))


def document(root: Element) -> bytes:
    r"""An XML document.

    >>> document(Element("quiz"))
    b'<?xml version="1.0" encoding="UTF-8"?>\n<quiz />\n'
    """
    text = tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()

"""Items as Moodle XML, which Moodle's question bank imports.

The format: https://docs.moodle.org/en/Moodle_XML_format
"""

from collections.abc import Sequence
from fractions import Fraction
from xml.etree.ElementTree import Element

from pages.course.learning_platform.item import (
    Item,
    add,
    body_of,
    decimal,
    document,
    html_of,
    html_text,
    paragraph,
    plain,
    value_of,
)

TYPES = {"choice": "multichoice", "number": "numerical", "text": "shortanswer", "essay": "essay"}
PENALTY = "0.3333333"  # Moodle's default


def moodle_xml(items: Sequence[Item], category: str) -> bytes:
    """A file with questions. category: where the question bank puts them.

    >>> moodle_xml([], "Pairs").decode().count("<question")
    1
    """
    root = Element("quiz")
    first = add(root, "question", {"type": "category"})
    # A slash separates categories; two are a slash in a name.
    name = " ".join(plain(category).split()).replace("/", "//")
    text(first, "category", f"$course$/top/Merge by Merge/{name}")
    for item in items:
        question(root, item)
    return document(root)


def question(root: Element, item: Item) -> None:
    """Add a question."""
    node = add(root, "question", {"type": TYPES[item.kind]})
    text(node, "name", item.plain_title)
    html(node, "questiontext", html_of(body_of(item)))
    html(node, "generalfeedback", html_text(item.worked))
    value(node, "defaultgrade", "1.0")
    value(node, "penalty", "0" if item.kind == "essay" else PENALTY)
    value(node, "hidden", "0")
    value(node, "idnumber", "")
    if item.kind == "choice":
        choices(node, item)
    elif item.kind == "essay":
        essay(node, item)
    else:
        if item.kind == "text":
            value(node, "usecase", "1" if item.is_exact else "0")
        typed(node, item)
    if item.hint and item.kind != "essay":
        html(node, "hint", html_text(item.hint))


def choices(node: Element, item: Item) -> None:
    """Add what can be chosen. Several answers can be right, but only one can be chosen."""
    value(node, "single", "true")
    value(node, "shuffleanswers", "false")
    value(node, "answernumbering", "ABCD")
    for each in item.options:
        fraction = "100" if each.is_right else "0"
        option = add(node, "answer", {"fraction": fraction, "format": "html"})
        value(option, "text", html_of([paragraph(each.text)]))
        html(option, "feedback", html_text(each.feedback))


def typed(node: Element, item: Item) -> None:
    """Add the accepted answers and the known mistakes. Moodle takes the first one that fits."""
    answers = [("100", form, "") for form in item.forms]
    answers += [("0", form, each.feedback) for each in item.wrong for form in each.forms]
    for fraction, form, feedback in answers:
        answer = add(node, "answer", {"fraction": fraction, "format": "moodle_auto_format"})
        if item.kind == "number":
            number = value_of(form)
            value(answer, "text", decimal(number))
            value(answer, "tolerance", decimal(abs(number) * Fraction(str(item.tolerance))))
        else:
            value(answer, "text", plain(form).replace("*", r"\*"))  # else it stands for any text
        html(answer, "feedback", html_text(feedback))


def essay(node: Element, item: Item) -> None:
    """Add what an essay needs. The worked answer is for whoever grades it."""
    value(node, "responseformat", "plain")
    value(node, "responserequired", "1")
    value(node, "responsefieldlines", "5")
    value(node, "attachments", "0")
    html(node, "graderinfo", html_text(item.worked))
    html(node, "responsetemplate", "")


def text(parent: Element, tag: str, content: str) -> None:
    """Add an element with a plain text."""
    value(add(parent, tag), "text", content)


def html(parent: Element, tag: str, content: str) -> None:
    """Add an element with a text in HTML."""
    value(add(parent, tag, {"format": "html"}), "text", content)


def value(parent: Element, tag: str, content: str) -> None:
    """Add an element with a value."""
    add(parent, tag).text = content

"""How learning platforms judge an answer: Moodle by its own rules, QTI by the library pyslet.

Moodle's rules are those of its question types shortanswer, numerical and multichoice: the first
answer that fits counts. An asterisk stands for any text, unless a backslash is before it.
"""

import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.etree import ElementTree

from pyslet import imsqtiv2p1
from pyslet.qtiv2.expressions import Equal
from pyslet.qtiv2.variables import ItemSessionState

QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"


class Judged(NamedTuple):
    """Whether an answer is right, and what is said about it, without markup."""

    is_right: bool
    feedback: str


def plain_text(markup: str) -> str:
    """The text of HTML that is also XML."""
    return "".join(ElementTree.fromstring(f"<div>{markup}</div>").itertext())


def moodle_questions(data: bytes) -> list[ElementTree.Element]:
    """The questions of a file, without the category."""
    root = ElementTree.fromstring(data)
    return [each for each in root.iter("question") if each.get("type") != "category"]


def text_of(node: ElementTree.Element, path: str) -> str:
    """The text at a path; it is there."""
    found = node.findtext(path)
    assert found is not None, path
    return found


def judged_by_moodle(question: ElementTree.Element, typed: str) -> Judged:
    """What Moodle says about a typed answer, or about a choice by its letter."""
    answers = question.findall("answer")
    for i, answer in enumerate(answers):
        if fits(question, answer, i, typed):
            feedback = plain_text(text_of(answer, "feedback/text"))
            return Judged(answer.get("fraction") == "100", feedback)
    return Judged(False, "")


def fits(question: ElementTree.Element, answer: ElementTree.Element, i: int, typed: str) -> bool:
    """Whether an answer of the file is the typed one."""
    kind, text = question.get("type"), text_of(answer, "text")
    if kind == "multichoice":
        return typed == "ABCDEFGH"[i]
    if kind == "numerical":
        return abs(float(typed) - float(text)) <= float(text_of(answer, "tolerance"))
    parts = [re.escape(part.replace(r"\*", "*")) for part in re.split(r"(?<!\\)\*", text)]
    ignored = re.IGNORECASE if question.findtext("usecase") == "0" else 0
    return bool(re.fullmatch(".*".join(parts), typed.strip(), ignored))


class QtiItem:
    """A question of a package, read by pyslet."""

    def __init__(self, data: bytes) -> None:
        self.tree = ElementTree.fromstring(data)
        # pyslet declares this attribute as one text, and then reads it as a list of numbers.
        read = ElementTree.fromstring(data)
        tolerances = [each.attrib.pop("tolerance", "") for each in read.iter(f"{QTI}equal")]
        self.document = imsqtiv2p1.QTIDocument()
        self.document.read(src=io.BytesIO(ElementTree.tostring(read)))
        self.item: Any = self.document.root
        found = self.item.find_children_depth_first(Equal)
        for each, tolerance in zip(found, tolerances, strict=True):
            each.tolerance = tolerance.split()

    def judged(self, typed: str) -> Judged:
        """What a platform says about an answer."""
        state = ItemSessionState(self.item)
        state.begin_session()
        kind = self.tree.find(f"{QTI}responseDeclaration").get("baseType")
        state["RESPONSE"].set_value(float(typed) if kind == "float" else typed)
        self.item.ResponseProcessing.run(state)
        return Judged(state["SCORE"].value == 1, self.modal("FEEDBACK", state["FEEDBACK"].value))

    def modal(self, outcome: str, value: str | None) -> str:
        """What is shown for the value of an outcome."""
        for each in self.tree.iter(f"{QTI}modalFeedback"):
            if (each.get("outcomeIdentifier"), each.get("identifier")) == (outcome, value):
                return "".join(each.itertext())
        return ""


def qti_items(data: bytes) -> Iterator[QtiItem]:
    """The questions of a package, in the order of its test."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        test = ElementTree.fromstring(package.read("test.xml"))
        for each in test.iter(f"{QTI}assessmentItemRef"):
            yield QtiItem(package.read(each.attrib["href"]))

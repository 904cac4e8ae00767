"""Items as a QTI 2.1 content package: one file for each question, a test of all, a manifest.

The specification: https://www.imsglobal.org/question/index.html#version2.1
"""

import io
import zipfile
from collections.abc import Iterable, Sequence
from fractions import Fraction
from xml.etree.ElementTree import Element

from pages.course.learning_platform.item import (
    Item,
    add,
    add_text,
    body_of,
    decimal,
    document,
    paragraph,
    plain,
    value_of,
)
from pages.course.worksheet import LETTERS

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
SCHEMA = "http://www.w3.org/2001/XMLSchema-instance"
WHERE = "http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"
TYPES = {"choice": "identifier", "number": "float", "text": "string", "essay": "string"}
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # so that the same questions make the same file


def qti_package(items: Sequence[Item], title: str, lang: str) -> bytes:
    """A zip file with questions and a test that asks all of them.

    >>> zipfile.ZipFile(io.BytesIO(qti_package([], "Pairs", "en"))).namelist()
    ['imsmanifest.xml', 'test.xml']
    """
    files = {
        "imsmanifest.xml": manifest(items),
        "test.xml": test(items, title),
        **{f"{item.name}.xml": assessment_item(item, lang) for item in items},
    }
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as package:
        for name, root in files.items():
            info = zipfile.ZipInfo(name, LONG_AGO)
            info.compress_type = zipfile.ZIP_DEFLATED
            package.writestr(info, document(root))
    return data.getvalue()


def manifest(items: Sequence[Item]) -> Element:
    """What the package contains."""
    root = Element("manifest", {"xmlns": PACKAGE, "identifier": "MANIFEST"})
    metadata = add(root, "metadata")
    add(metadata, "schema").text = "QTIv2.1 Package"
    add(metadata, "schemaversion").text = "1.0.0"
    add(root, "organizations")
    resources = add(root, "resources")
    kinds = [("test", "imsqti_test_xmlv2p1")]
    kinds += [(item.name, "imsqti_item_xmlv2p1") for item in items]
    for name, kind in kinds:
        at = {"identifier": f"RES-{name}", "type": kind, "href": f"{name}.xml"}
        resource = add(resources, "resource", at)
        add(resource, "file", {"href": f"{name}.xml"})
        for item in items if name == "test" else ():
            add(resource, "dependency", {"identifierref": f"RES-{item.name}"})
    return root


def test(items: Sequence[Item], title: str) -> Element:
    """A test of all questions in their order."""
    shown = " ".join(plain(title).split())
    root = Element("assessmentTest", head("test", shown))
    at = {"identifier": "part", "navigationMode": "nonlinear", "submissionMode": "individual"}
    part = add(root, "testPart", at)
    at = {"identifier": "section", "title": shown, "visible": "true"}
    section = add(part, "assessmentSection", at)
    for item in items:
        add(section, "assessmentItemRef", {"identifier": item.name, "href": f"{item.name}.xml"})
    return root


def head(name: str, title: str) -> dict[str, str]:
    """The attributes of a root element."""
    return {
        "xmlns": QTI,
        "xmlns:xsi": SCHEMA,
        "xsi:schemaLocation": f"{QTI} {WHERE}",
        "identifier": name,
        "title": title,
    }


def assessment_item(item: Item, lang: str) -> Element:
    """A question, how its answers are judged, and what is said about them."""
    root = Element(
        "assessmentItem",
        head(item.name, item.plain_title)
        | {"xml:lang": lang, "adaptive": "false", "timeDependent": "false"},
    )
    declare_response(root, item)
    score = add(root, "outcomeDeclaration", outcome("SCORE", "float"))
    add(add(score, "defaultValue"), "value").text = "0"
    for name in ("FEEDBACK", "WORKED"):
        add(root, "outcomeDeclaration", outcome(name, "identifier"))
    body = add(root, "itemBody")
    body.extend(body_of(item))
    interaction(body, item)
    process(root, item)
    for name, feedback in feedbacks(item):
        modal(root, "FEEDBACK", name, feedback)
    if item.worked:
        modal(root, "WORKED", "worked", item.worked)
    return root


def outcome(name: str, kind: str) -> dict[str, str]:
    """The attributes of the declaration of an outcome or a response."""
    return {"identifier": name, "cardinality": "single", "baseType": kind}


def declare_response(root: Element, item: Item) -> None:
    """Declare the response with the right answer that is shown."""
    node = add(root, "responseDeclaration", outcome("RESPONSE", TYPES[item.kind]))
    right = next(iter(right_answers(item)), None)
    if right is not None:
        add(add(node, "correctResponse"), "value").text = right


def right_answers(item: Item) -> list[str]:
    """The right answers as values of QTI."""
    if item.kind == "choice":
        return [LETTERS[i] for i, each in enumerate(item.options) if each.is_right]
    return [value(item, form) for form in item.forms]


def value(item: Item, form: str) -> str:
    """An answer as a value of QTI."""
    return decimal(value_of(form)) if item.kind == "number" else plain(form)


def interaction(body: Element, item: Item) -> None:
    """Add how the question is answered."""
    at = {"responseIdentifier": "RESPONSE"}
    if item.kind == "choice":
        node = add(body, "choiceInteraction", {**at, "shuffle": "false", "maxChoices": "1"})
        for letter, each in zip(LETTERS, item.options, strict=False):
            add_text(add(node, "simpleChoice", {"identifier": letter}), each.text)
    elif item.kind == "essay":
        add(body, "extendedTextInteraction", {**at, "expectedLines": "5"})
        add(body, "rubricBlock", {"view": "scorer"}).append(paragraph(item.worked))
    else:
        add(add(body, "p"), "textEntryInteraction", {**at, "expectedLength": "20"})


def feedbacks(item: Item) -> list[tuple[str, str]]:
    """What is said about wrong answers: the name of an outcome, and the text."""
    if item.kind == "choice":
        pairs = zip(LETTERS, item.options, strict=False)
        return [(f"wrong-{letter}", x.feedback) for letter, x in pairs if not x.is_right]
    return [(f"wrong-{i}", each.feedback) for i, each in enumerate(item.wrong, 1)]


def process(root: Element, item: Item) -> None:
    """Add how an answer is judged: right, a known mistake, or wrong. An essay is not judged."""
    node = add(root, "responseProcessing")
    if item.kind != "essay":
        condition = add(node, "responseCondition")
        is_right = add(condition, "responseIf")
        match_any(is_right, item, right_answers(item))
        set_value(is_right, "SCORE", "float", "1")
        if item.kind == "choice":
            answers = [[name.removeprefix("wrong-")] for name, _ in feedbacks(item)]
        else:
            answers = [[value(item, form) for form in each.forms] for each in item.wrong]
        for (name, _), forms in zip(feedbacks(item), answers, strict=True):
            is_wrong = add(condition, "responseElseIf")
            match_any(is_wrong, item, forms)
            set_value(is_wrong, "FEEDBACK", "identifier", name)
    set_value(node, "WORKED", "identifier", "worked")


def match_any(parent: Element, item: Item, values: Iterable[str]) -> None:
    """Add the condition that the response is one of some values."""
    node = add(parent, "or")
    for each in values:
        expression = add(node, *comparison(item, each))
        add(expression, "variable", {"identifier": "RESPONSE"})
        add(expression, "baseValue", {"baseType": TYPES[item.kind]}).text = each


def comparison(item: Item, value: str) -> tuple[str, dict[str, str]]:
    """The element that compares a response with a value, and its attributes."""
    if item.kind == "choice":
        return "match", {}
    if item.kind == "text":
        return "stringMatch", {"caseSensitive": "true" if item.is_exact else "false"}
    if not item.tolerance:
        return "equal", {"toleranceMode": "exact"}
    most = decimal(abs(value_of(value)) * Fraction(str(item.tolerance)))
    return "equal", {"toleranceMode": "absolute", "tolerance": f"{most} {most}"}


def set_value(parent: Element, name: str, kind: str, value: str) -> None:
    """Add that an outcome gets a value."""
    node = add(parent, "setOutcomeValue", {"identifier": name})
    add(node, "baseValue", {"baseType": kind}).text = value


def modal(root: Element, outcome: str, name: str, sentence: str) -> None:
    """Add a text that is shown if an outcome has a value."""
    at = {"outcomeIdentifier": outcome, "identifier": name, "showHide": "show"}
    add(root, "modalFeedback", at).append(paragraph(sentence))

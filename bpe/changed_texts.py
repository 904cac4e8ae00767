"""What a trainer may read instead of the texts: another form, a part of them, or pieces of them.

`causes` tries each.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Literal

from bpe.errors import Remark
from bpe.normalization import check_marks

# Forms of Unicode that are no NORMALIZATIONS of a corpus.
FORMS: tuple[Literal["NFD", "NFKD"], ...] = ("NFD", "NFKD")
PARTS = (2, 4, 8)  # of a text, such as one for each process
PIECES = (1024, 4096, 8192, 65_536)  # characters that a loop often reads at a time

SPACE_AT_END = re.compile(r"[^\S\n]\n")  # only then it matters whether a line keeps its end
LINES = (
    (
        "newlines",
        Remark("Your trainer drops the line ends: it reads the text line by line."),
        lambda text: text.splitlines(),
    ),
    (
        "newlines:stripped",
        Remark("Your trainer strips white space at both ends of each line."),
        lambda text: [line.strip() for line in text.splitlines()],
    ),
    (
        "newlines:ends",
        Remark("Your trainer reads the text line by line, each line with its line end."),
        lambda text: text.splitlines(keepends=True),
    ),
    (
        "newlines:blank",
        Remark("Your trainer leaves out empty lines."),
        lambda text: [re.sub(r"\n(?:\r?\n)+", "\n", text)],
    ),
    (
        "newlines:windows",
        Remark("Your text has the line ends of Windows, and this one does not."),
        lambda text: [re.sub(r"\r?\n", "\r\n", text)],
    ),
    (
        "newlines:unix",
        Remark("This text has the line ends of Windows, and yours does not."),
        lambda text: [text.replace("\r\n", "\n")],
    ),
    (
        "newlines:spaces",
        Remark("Your trainer replaces line ends with spaces."),
        lambda text: [" ".join(text.splitlines())],
    ),
    (
        "newlines:joined",
        Remark(
            "Your trainer removes the line ends, so the last word of a line and the first word of "
            "the next one become one."
        ),
        lambda text: ["".join(text.splitlines())],
    ),
)
LINE_ENDS = (
    (
        "newlines:kept",
        Remark(
            "Your trainer reads the texts as one text with line ends between them. Here, each is a "
            "document of its own."
        ),
        "\n",
    ),
    (
        "texts:spaces",
        Remark(
            "Your trainer joins the texts with a space between them. Here, each is a document of "
            "its own."
        ),
        " ",
    ),
    (
        "texts:joined",
        Remark(
            "Your trainer joins the texts with nothing between them, so the last word of a text "
            "and the first word of the next one become one."
        ),
        "",
    ),
)

Texts = Callable[[], list[str]]


def changed_texts(documents: list[str]) -> Iterator[tuple[str, Remark, Texts]]:
    """What may be read instead of some texts: an id, a sentence, and the texts.

    >>> [(name, texts()) for name, _, texts in changed_texts(["hug pug"])][:2]
    [('texts:half', ['hug']), ('parts:2', ['hug', ' pug'])]
    """
    yield from other_lines(documents)
    if not all(map(str.isascii, documents)):
        for form in FORMS:
            yield (
                f"normalization:{form.lower()}",
                to_form(form),
                partial(normalized, documents, form),
            )
    yield from parts_read(documents)
    longest = max(map(len, documents), default=0)
    for parts in PARTS if longest else ():
        yield (
            f"parts:{parts}",
            Remark(
                "Your trainer reads the text in {parts} parts of the same length, and cuts the "
                "words where they meet.",
                (("parts", parts),),
            ),
            partial(in_parts, documents, parts),
        )
    for size in PIECES:
        if size < longest:
            yield (
                f"pieces:{size}",
                Remark(
                    "Your trainer reads {size} characters at a time, and cuts the words where "
                    "these parts meet.",
                    (("size", size),),
                ),
                partial(in_pieces, documents, size),
            )


def to_form(form: str) -> Remark:
    """The sentence about a form of Unicode.

    >>> str(to_form("NFC"))
    'Your trainer normalizes the text to NFC.'
    """
    return Remark("Your trainer normalizes the text to {form}.", (("form", form),))


def other_lines(documents: list[str]) -> Iterator[tuple[str, Remark, Texts]]:
    r"""The lines of some texts read or joined in another way, as `changed_texts` has it.

    >>> [(name, texts()) for name, _, texts in other_lines(["hug\npug"])][-2:]
    [('newlines:spaces', ['hug pug']), ('newlines:joined', ['hugpug'])]
    """
    if any("\n" in text or "\r" in text for text in documents):
        for name, remark, change in LINES:
            if name != "newlines:ends" or any(map(SPACE_AT_END.search, documents)):
                yield name, remark, partial(replaced, documents, change)
    if len(documents) > 1:
        for name, remark, end in LINE_ENDS:
            yield name, remark, partial(joined, documents, end)


def replaced(documents: list[str], change: Callable[[str], Iterable[str]]) -> list[str]:
    """What a function makes of each text, in one list.

    >>> replaced(["a b", "c"], str.split)
    ['a', 'b', 'c']
    """
    return [part for text in documents for part in change(text)]


def joined(documents: list[str], end: str) -> list[str]:
    """The texts as one, with something between them.

    >>> joined(["a", "b"], " ")
    ['a b']
    """
    return [end.join(documents)]


def parts_read(documents: list[str]) -> Iterator[tuple[str, Remark, Texts]]:
    """A part of some texts, as `changed_texts` has it.

    >>> [(name, texts()) for name, _, texts in parts_read(["a", "b", "c"])]
    [('texts:first', ['a']), ('texts:not_last', ['a', 'b'])]
    """
    count = len(documents)
    if count > 1:
        first = Remark("Your trainer reads only the first of the texts.")
        yield "texts:first", first, lambda: documents[:1]
    if count > 2:
        most = Remark("Your trainer does not read the last of the texts.")
        yield "texts:not_last", most, lambda: documents[:-1]
    half = Remark("Your trainer reads only the first half of the text.")
    if count == 1:
        yield "texts:half", half, lambda: [documents[0][: len(documents[0]) // 2]]
    if count > 3:
        yield "texts:half", half, lambda: documents[: count // 2]


def normalized(documents: list[str], form: Literal["NFD", "NFKD"]) -> list[str]:
    r"""The texts in a form of Unicode. Raises InputError as `check_marks` does.

    >>> normalized(["\u00e9"], "NFD")
    ['é']
    """
    for text in documents:
        check_marks(text)
    return [unicodedata.normalize(form, text) for text in documents]


def in_parts(documents: list[str], count: int) -> list[str]:
    """Each text as parts of the same length; the last one has the rest.

    >>> in_parts(["hugs pugs"], 2)
    ['hugs', ' pugs']
    """
    parts = []
    for text in documents:
        size = len(text) // count
        parts += [text[i * size : (i + 1) * size] for i in range(count - 1)]
        parts.append(text[(count - 1) * size :])
    return parts


def in_pieces(documents: list[str], size: int) -> list[str]:
    """Each text as pieces with so many characters; the last one can have fewer.

    >>> in_pieces(["hugs pugs"], 4)
    ['hugs', ' pug', 's']
    """
    return [text[i : i + size] for text in documents for i in range(0, len(text), size)]

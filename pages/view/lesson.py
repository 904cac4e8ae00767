"""Lessons: lists of links into the app, each with a sentence.

One lesson is included. Teachers write others: each line is a link into this app and a sentence.
"""

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

import bpe
from pages.i18n.language import Translation
from pages.server.components import base_path
from pages.state.defaults import defaults
from pages.state.url import from_query, query_of

PAGES = ("", "encode", "unigram", "practice", "course", "algorithm")
MAX_PARTS = 40  # parts of a lesson
MAX_SENTENCE = 300  # characters of a sentence


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a lesson: what to look at, and the link, by page and query."""

    sentence: str
    page: str
    query: str

    @property
    def link(self) -> str:
        """The address, relative to any page of the app.

        >>> Part("Look at the ties.", "unigram", "corpus=hug").link
        './unigram?corpus=hug'
        """
        return f"./{self.page}?{self.query}" if self.query else f"./{self.page}"


def read(text: str) -> tuple[Part, ...]:
    """The parts of a written lesson. Each line is a link, white space and a sentence.

    Raises bpe.InputError with the number of the line that cannot be read.

    >>> read("http://here/unigram?corpus=hug Look at the ties.")
    (Part(sentence='Look at the ties.', page='unigram', query='corpus=hug'),)
    """
    lines = [line.strip() for line in text.split("\n")]
    parts = []
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        link, *rest = line.split(maxsplit=1)
        parts.append(read_part(number, link, "".join(rest)))
    if not parts:
        raise bpe.InputError("The lesson is empty. Write one line for each part.")
    if len(parts) > MAX_PARTS:
        raise bpe.InputError(
            "A lesson can have at most {most} parts. Remove some lines.", most=MAX_PARTS
        )
    return tuple(parts)


def without_lessons(text: str) -> str:
    """A written lesson whose links no longer contain another lesson.

    >>> without_lessons("/?corpus=hug&lesson=eJwrSS0uAQ&step=1 Look. /encode?lesson=eJw Encode.")
    '/?corpus=hug&step=1 Look. /encode? Encode.'
    """
    return re.sub(r"(?<=[?&])lesson=[^&\s]*&?", "", text)


def read_part(number: int, link: str, sentence: str) -> Part:
    """A part of a lesson; number: its line.

    >>> read_part(1, "http://here/unigram?corpus=hug", "Look at the ties.").page
    'unigram'
    """
    try:
        address = urlsplit(link)
    except ValueError:
        address = urlsplit("")
    page = address.path.removeprefix(base_path()).strip("/")
    if page not in PAGES or not (address.path or address.query):
        raise bpe.InputError(
            "Line {number} must start with a link to a page of this app.", number=number
        )
    if not sentence or len(sentence) > MAX_SENTENCE:
        raise bpe.InputError(
            "Line {number} needs a sentence of at most {most} characters after the link.",
            number=number,
            most=MAX_SENTENCE,
        )
    _, _, refused = from_query(dict(parse_qsl(address.query, keep_blank_values=True)))
    if refused:
        raise bpe.InputError(
            "The link in line {number} has invalid settings: {names}. Copy the link again.",
            number=number,
            names=", ".join(refused),
        )
    return Part(sentence, page, address.query)


def included_lesson(lang: str, t: Translation) -> tuple[Part, ...]:
    """The included lesson on BPE and Unigram: twenty minutes, two for each part.

    >>> included_lesson("en", Translation())[0].sentence.partition(":")[0]
    'Count by hand'
    """
    hug = defaults("hug").replace(lang=lang)
    course = defaults("course").replace(lang=lang)
    small = hug.replace(vocab=10)
    asked = hug.replace(view=("predict",))
    return (
        Part(
            t.gettext(
                "Count by hand: how often is u followed by g? Count each word as often as it "
                "occurs."
            ),
            "",
            query_of(hug, 0),
        ),
        Part(
            t.gettext("The first merge. Point at u+g to see how its count adds up."),
            "",
            query_of(hug, 1),
        ),
        Part(
            t.gettext("Predict the next merges. Choose a pair, then say how often it occurs."),
            "",
            query_of(asked, 1),
        ),
        Part(
            t.gettext("A longer text. Why is Ġt made first, and what does Ġ stand for?"),
            "",
            query_of(course, 1),
        ),
        Part(
            t.gettext(
                "Three pairs are tied: they have the same count. Which one is merged, and what "
                "decides that?"
            ),
            "",
            query_of(course, 2),
        ),
        Part(
            t.gettext("The same text with another tie rule. Open the comparison below the corpus."),
            "",
            query_of(course.replace(ties="lowest"), 2),
        ),
        Part(
            t.gettext(
                "Apply the learned merges to new words. One character is unknown. Which one?"
            ),
            "encode",
            query_of(small.replace(input="mug hugs bugs")),
        ),
        Part(
            t.gettext(
                "Now Unigram: the lattice shows every piece at every position. Which path is the "
                "best?"
            ),
            "unigram",
            query_of(hug.replace(word="unhug", show="word")),
        ),
        Part(
            t.gettext("Which piece can be removed, and why not hug? Point at the pieces."),
            "unigram",
            query_of(hug.replace(show="rounds", position=1)),
        ),
        Part(
            t.gettext("BPE and Unigram side by side. Which words are tokenized differently?"),
            "unigram",
            query_of(hug.replace(show="comparison")),
        ),
        Part(t.gettext("Ten questions, the same for everybody."), "practice", query_of(hug)),
    )

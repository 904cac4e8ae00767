"""What every kind of stage can be asked, and the kind of what is cached.

A feature has one class for each kind of stage that it draws. `pages.registry` makes them known, so
that nothing here knows a feature.
"""

import gzip
import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from pages.runs.choice import FIRST, WordChoice
from pages.stage.by_hand_types import ByHandOffer, ByHandRecord
from pages.stage.chart_types import ChartsRecord
from pages.stage.question import Question
from pages.stage.record_types import Block, CodeBlock, Head, NextLink, StepT
from pages.stage.table_types import TokenData
from pages.translations.language import Translation

Content = Any  # what a stage steps through: a run, a lattice, a text; its kind knows its type
Detail = CodeBlock | ChartsRecord | str


class Kind(ABC):
    """A kind of stage, for one thing that it steps through.

    name: of the kind; the module `renderer` exports a renderer with this name. styles: the style
    sheets that not every stage needs. secrets: the parts of the head that show later steps.
    has_choice: whether the reader chooses which words of the corpus are shown. What is Any here,
    each kind declares with the types of its own head and blocks. By default, there are no records.
    """

    name: ClassVar[str] = ""
    renderer: ClassVar[str] = ""
    styles: ClassVar[tuple[str, ...]] = ()
    secrets: ClassVar[tuple[str, ...]] = ()
    has_choice: ClassVar[bool] = False

    @abstractmethod
    def __init__(self, content: Content) -> None: ...

    @property
    @abstractmethod
    def last(self) -> int:
        """The number of the last step."""

    @property
    @abstractmethod
    def size(self) -> int:
        """About how many bytes of memory it takes."""

    def has(self, part: str) -> bool:
        """Whether there is a record of this name.

        A name is "head" (what all steps share), the number of a block of steps, or a detail.
        """
        return False

    def record(
        self, part: str, t: Translation, lang: str, choice: WordChoice = FIRST
    ) -> Head[Any] | Block[Any] | Detail:
        """Return the record of this name, in a language. `has` must be true for the name.

        choice: which words of a corpus are shown, if it has too many.
        """
        if part == "head":
            return self.head(t, lang, choice)
        return self.block(int(part), t, choice) if part.isdigit() else self.detail(part, t)

    def head(self, t: Translation, lang: str, choice: WordChoice = FIRST) -> Head[Any]:
        """Return what all steps share."""
        raise LookupError("head")

    def block(self, which: int, t: Translation, choice: WordChoice = FIRST) -> Block[Any]:
        """Return the block of steps with this number."""
        raise LookupError(which)

    def detail(self, part: str, t: Translation) -> Detail:
        """Return the code of a block, the charts, or a sentence."""
        raise LookupError(part)

    def step(
        self, k: int, t: Translation, choice: WordChoice = FIRST, shared: Any = None
    ) -> Block[Any]:
        """Return one step as a block of records. shared: see `shared_at`."""
        raise LookupError(k)

    def block_at(self, k: int) -> int:
        """Return the number of the block that contains step k."""
        return 0

    def shared_at(self, k: int, choice: WordChoice = FIRST) -> object:
        """Return what takes long to compute for a step, and is the same in every language."""
        return None

    def question(self, k: int, t: Translation) -> Question | None:
        """Return the choices before a step; None if there are none."""
        quiz = only_step(self.step(k, t)).get("quiz", {})
        if "prompt" not in quiz:
            return None
        return Question(prompt=quiz["prompt"], choices=tuple(quiz["choices"]))

    def values_of_choices(self, k: int, t: Translation) -> list[str]:
        """Return the value of each choice of the question before a step; nothing without values."""
        return []

    def withhold(self, head: Any, late: Any) -> None:
        """Change what a class gets. head: without the secrets; late: the secrets."""
        return

    def revealed(self, late: Any, k: int) -> Mapping[str, object]:
        """Return what of the secrets is no longer secret at step k."""
        secrets: Mapping[str, object] = late
        return secrets if k == self.last else {}

    def complete(
        self, block: Any, head: Any, k: int, t: Translation, known: dict[int, TokenData]
    ) -> None:
        """Add to the block of a step what a class cannot find in the head. known: a memory."""
        return

    def hide_answer(self, block: Any) -> None:
        """Remove from the block of a step what says which step comes next."""
        return

    def cover(self, late: Any, block: Any, hides: Collection[str]) -> None:
        """Remove what a part of the course or of a lesson hides, from what a class gets of a step.

        late: what is no secret at the step. hides: names of `guide_marks.js`, which covers the same
        on the projector.
        """
        return

    def links(self, t: Translation) -> list[NextLink]:
        """Return what the stage suggests after its last step."""
        return []

    def offer(self, t: Translation) -> ByHandOffer | None:
        """Return the labels with which the stage offers its by-hand mode; None if there is none."""
        return None

    def by_hand(self, chosen: list[tuple[int, int]], t: Translation) -> ByHandRecord[Any]:
        """Return what follows from choices in the by-hand mode. Raises ValueError for others."""
        raise ValueError("no by-hand mode")

    def table(self, name: str, k: int | None, t: Translation) -> tuple[str, bytes] | None:
        """Return how a table is told from others with its name, and the table as CSV.

        name: "merges", or with a step k "pairs" or "pieces". None: there is no such table or step.
        """
        return None


Kinds = Mapping[type, type[Kind]]  # the kind of each type of content
KINDS: dict[type, type[Kind]] = {}  # filled by `pages.registry`


def kind_of(content: Content) -> Kind:
    """Return the kind of stage that steps through a run, a lattice or a text.

    >>> import bpe
    >>> run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6)
    >>> kind_of(run).name, kind_of(run).has("head"), kind_of(run).has("9")
    ('training', True, False)
    """
    return KINDS[type(content)](content)


def only_step(block: Block[StepT]) -> StepT:
    """Return the record of the only step of a block.

    >>> only_step({"first": 3, "steps": [{"why": "It is the most frequent pair."}]})["why"]
    'It is the most frequent pair.'
    """
    return block["steps"][0]


def compressed_record(
    kind: Kind, part: str, t: Translation, lang: str, choice: WordChoice = FIRST
) -> bytes:
    """Return a record as JSON compressed with gzip.

    >>> import bpe
    >>> kind = kind_of(bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6))
    >>> json.loads(gzip.decompress(compressed_record(kind, "head", Translation(), "en")))["last"]
    2
    """
    record = kind.record(part, t, lang, choice)
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), 4, mtime=0)

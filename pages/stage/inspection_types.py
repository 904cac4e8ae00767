"""The records of looking into a tokenizer: the steps of a text, lists of tokens, and trees."""

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from pages.stage.table_types import ChipData, Column, Content


class InspectedPart(NamedTuple):
    """A part of a text: its chip, and below it the id of a token, or ""."""

    chip: ChipData
    id: str


class PatternPart(NamedTuple):
    """A part of a pattern: its source, and the number of its color."""

    source: str
    number: int


class InspectedStage(TypedDict):
    """A step of a tokenizer. badge: that it changed the text, or "". more: how many parts are left
    out, in words.
    """

    title: str
    detail: str
    badge: str
    patterns: Sequence[PatternPart]
    parts: Sequence[InspectedPart]
    more: str


class InspectedStages(TypedDict):
    """All steps. empty: what stands for an empty text. present: the label of the button that
    presents them; empty where none is.
    """

    title: str
    present: str
    empty: str
    stages: Sequence[InspectedStage]


class ListedToken(NamedTuple):
    """A row: its cells; pick: the id of the token that the row opens, or None."""

    cells: Sequence[Content]
    pick: int | None


class TableFile(NamedTuple):
    """A file with a whole table: the label of its link, and its address in our folder of files.

    waiting: shown while the server makes it. busy, failed: sentences if it cannot.
    """

    label: str
    address: str
    waiting: str
    busy: str
    failed: str


class TokenList(TypedDict):
    """A table of tokens. A token opens when its button is pressed. file: None where none is."""

    title: str
    heads: Sequence[Column]
    rows: Sequence[ListedToken]
    open: str
    note: str
    file: TableFile | None


class TreeNode(NamedTuple):
    """A token in a tree: its depth, its chip, its id and rank in words, and the id to open."""

    depth: int
    chip: ChipData
    about: str
    pick: int | None


class TokenFact(NamedTuple):
    """What is known of a token: a name and a value."""

    name: str
    value: str


class InspectedTree(TypedDict):
    """How a token is made."""

    title: str
    facts: Sequence[TokenFact]
    nodes: Sequence[TreeNode]
    note: str


class InspectorData(TypedDict):
    """What a component of the inspector draws: one of these, the others are None."""

    stages: InspectedStages | None
    tokens: TokenList | None
    tree: InspectedTree | None

"""A compared tokenizer with its letter, and what the page says about it."""

from dataclasses import dataclass

from bpe.formats import Remark
from pages.stage.counts import token_count
from pages.stage.tokens import kind_names, shorten, visible_name
from pages.translations.language import Translation

LETTERS = "ABCD"
MAX_TITLE = 30  # characters of the name of a file


@dataclass(frozen=True, slots=True)
class Column:
    """A tokenizer that is compared.

    letter: one of LETTERS. kind: one of `kind_names`. source: the format of its file; empty if it
    was trained here. tokens: the size of its vocabulary. remarks: settings of its file that are not
    applied. title: the names of its files, or that of the model; empty if it was trained here.
    is_named: whether it belongs to a well-known model. inspected: the settings with which the
    inspector shows it, by URL parameter.
    """

    letter: str
    kind: str
    source: str
    tokens: int
    remarks: tuple[Remark, ...] = ()
    title: str = ""
    is_named: bool = False
    inspected: tuple[tuple[str, str], ...] = ()

    def name(self, t: Translation) -> str:
        """Its name in tables and charts.

        >>> Column("A", "bpe", "", 200).name(Translation())
        'A: BPE'
        >>> Column("B", "bpe", "tiktoken", 200, title="my.tiktoken").name(Translation())
        'B: my.tiktoken'
        """
        title = shorten(visible_name(self.title), MAX_TITLE)
        return f"{self.letter}: {title or kind_names(t).get(self.kind, self.kind)}"

    def origin(self, t: Translation) -> str:
        """Where it comes from, and the size of its vocabulary.

        >>> Column("A", "bpe", "", 1200).origin(Translation())
        'trained here, 1,200 tokens'
        """
        if not self.source:
            return t.gettext("trained here, {tokens}").format(tokens=token_count(self.tokens, t))
        kind = kind_names(t).get(self.kind, self.kind)
        values = {"kind": kind, "format": self.source, "tokens": token_count(self.tokens, t)}
        if self.is_named:
            return t.gettext("{kind}, {tokens}").format(**values)
        return t.gettext("{kind}, uploaded ({format}), {tokens}").format(**values)

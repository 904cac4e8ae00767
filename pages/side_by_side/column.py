"""A compared tokenizer with its letter, and what the page says about it."""

from dataclasses import dataclass

from bpe.formats import Remark
from pages.stage.counts import token_count
from pages.stage.tokens import kind_names
from pages.translations.language import Translation

LETTERS = "ABCD"


@dataclass(frozen=True, slots=True)
class Column:
    """A tokenizer that is compared.

    letter: one of LETTERS. kind: one of `kind_names`. source: the format of its file; empty if it
    was trained here. tokens: the size of its vocabulary. remarks: settings of its file that are not
    applied.
    """

    letter: str
    kind: str
    source: str
    tokens: int
    remarks: tuple[Remark, ...] = ()

    def name(self, t: Translation) -> str:
        """Its name in tables and charts.

        >>> Column("A", "bpe", "", 200).name(Translation())
        'A: BPE'
        """
        return f"{self.letter}: {kind_names(t).get(self.kind, self.kind)}"

    def origin(self, t: Translation) -> str:
        """Where it comes from, and the size of its vocabulary.

        >>> Column("A", "bpe", "", 1200).origin(Translation())
        'trained here, 1,200 tokens'
        """
        if not self.source:
            return t.gettext("trained here, {tokens}").format(tokens=token_count(self.tokens, t))
        return t.gettext("uploaded ({format}), {tokens}").format(
            format=self.source, tokens=token_count(self.tokens, t)
        )

"""The readable programs: their names, what is said about them, and their source code."""

import inspect
from collections.abc import Sequence
from types import ModuleType
from typing import NamedTuple

import bpe
from bpe.complete import byte_level_bpe, fast_training, unigram, unigram_em, wordpiece
from pages.translations.language import Translation
from pages.translations.texts import tables


class Program(NamedTuple):
    """A program: its name, paragraphs in Markdown, and its module."""

    name: str
    paragraphs: Sequence[str]
    module: ModuleType

    @property
    def code(self) -> str:
        """Its source code."""
        return inspect.getsource(self.module)

    @property
    def runs_alone(self) -> bool:
        """Whether it runs in an empty folder, with only `regex` installed.

        >>> [each.runs_alone for each in programs(Translation())][:3]
        [False, True, True]
        """
        return self.module.__name__.startswith("bpe.complete.")


def programs(t: Translation) -> list[Program]:
    """Return the programs in the order of the page.

    >>> programs(Translation())[0].name
    'BPE'
    """
    names = [
        t.gettext("BPE"),
        t.gettext("BPE in one file"),
        t.gettext("BPE, fast training"),
        t.gettext("WordPiece"),
        t.gettext("WordPiece in one file"),
        t.gettext("Unigram"),
        t.gettext("Unigram in one file"),
        t.gettext("EM"),
        t.gettext("EM in one file"),
    ]
    modules = [
        bpe.reference,
        byte_level_bpe,
        fast_training,
        bpe.wordpiece.reference,
        wordpiece,
        bpe.unigram.reference,
        unigram,
        bpe.unigram.em_reference,
        unigram_em,
    ]
    texts = tables("algorithm/texts.toml").values()
    return [
        Program(name, [t.gettext(each) for each in paragraphs], module)
        for name, module, paragraphs in zip(names, modules, texts, strict=True)
    ]

"""The record of the steps of a tokenizer with the text after each."""

import unicodedata
from collections.abc import Sequence

from bpe.inspection.stages import Part, Stage
from pages.settings import setting_names
from pages.stage.inspection_types import (
    InspectedPart,
    InspectedStage,
    InspectedStages,
    PatternPart,
)
from pages.stage.table_types import Chip, MarkedChip
from pages.stage.tokens import kind_names, number, shorten, visible, visible_name
from pages.translations.language import Translation

MAX_PARTS = 400  # of a text at a stage
MAX_PART = 800  # characters of a part
MAX_PATTERN = 300  # characters of a part of a pattern


def record(stages: Sequence[Stage], t: Translation, present: str = "") -> InspectedStages:
    """The record of all steps. present: as in `InspectedStages`.

    >>> record((Stage("text", "", "", (Part("a hug"),)),), Translation())["stages"][0]["title"]
    'Text'
    """
    is_bpe = any(each.kind == "model" and each.name == "bpe" for each in stages)
    return {
        "title": t.gettext("What each step does with the text"),
        "present": present,
        "empty": t.gettext("nothing"),
        "stages": [
            stage(each, before, is_bpe, t)
            for before, each in zip(("", *(each.text for each in stages)), stages, strict=False)
        ],
    }


def stage(each: Stage, before: str, is_bpe: bool, t: Translation) -> InspectedStage:
    """The record of a step. before: the text before it. is_bpe: whether the model is BPE."""
    hidden = len(each.parts) - MAX_PARTS
    more = t.ngettext("{count} more part", "{count} more parts", hidden)
    return {
        "title": title(each, t),
        "detail": "" if each.patterns else visible_name(each.detail),
        "badge": change(before, each.text, t) if each.changed else "",
        "patterns": [
            PatternPart(shorten(escaped(source), MAX_PATTERN), i + 1)
            for i, source in enumerate(each.patterns)
        ],
        "parts": [part(each.kind, one, is_bpe) for one in each.parts[:MAX_PARTS]],
        "more": more.format(count=number(hidden)) if hidden > 0 else "",
    }


def change(before: str, after: str, t: Translation) -> str:
    """How a step changes a text: with numbers if the text looks the same after it.

    >>> change("e\u0301", "é", Translation())
    'changes the text, but not how it looks (characters: 2 → 1)'
    """
    if unicodedata.normalize("NFC", before) != unicodedata.normalize("NFC", after):
        return t.gettext("changes the text")
    return t.gettext(
        "changes the text, but not how it looks (characters: {before} → {after})"
    ).format(before=number(len(before)), after=number(len(after)))


def escaped(source: str) -> str:
    r"""A part of a pattern, with its characters that are not visible as escapes.

    >>> escaped("[^\r\n]")
    '[^\\r\\n]'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in source)


def part(kind: str, one: Part, is_bpe: bool = True) -> InspectedPart:
    """The record of a part.

    Its color says which part of the pattern made it, or is that of the token: by the rank of its
    merge in BPE, else by its id.

    >>> part("split", Part("hug", pattern=1))
    InspectedPart(chip=Chip(text='hug', number=2), id='')
    """
    text = shorten(visible(one.text), MAX_PART)
    color = 0 if one.pattern is None else one.pattern + 1
    if one.id is not None and len(one.text) > 1:
        color = one.rank if is_bpe else one.id + 1
    id_ = "" if one.id is None else str(one.id)
    if one.added:
        return InspectedPart(MarkedChip(text, 0, "special"), id_)
    if kind == "model" and one.id is None:
        return InspectedPart(MarkedChip(text, 0, "unknown"), "–")
    return InspectedPart(Chip(text, color), id_)


def title(each: Stage, t: Translation) -> str:
    """The name of a step.

    >>> title(Stage("normalizer", "NFKC", "", ()), Translation())
    'Normalizer: NFKC'
    """
    kinds = {
        "text": t.gettext("Text"),
        "added": t.gettext("Added tokens found"),
        "normalizer": t.gettext("Normalizer"),
        "split": t.gettext("Pre-tokenizer"),
        "model": t.gettext("Model"),
        "post": t.gettext("Post-processor"),
        "decoder": t.gettext("Decoder"),
    }
    names = {
        **kind_names(t),
        **setting_names.splits_of_bpe(t, "gpt2"),
        **setting_names.normalizations(t),
    }
    name = names.get(each.name, each.name) if each.kind != "decoder" else each.name
    kind = kinds[each.kind]
    return t.gettext("{kind}: {name}").format(kind=kind, name=name) if name else kind

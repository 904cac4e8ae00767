"""The post-processors of a tokenizer.json: what frames a text, and which offsets are trimmed.

Supported: Sequence, ByteLevel, TemplateProcessing, RobertaProcessing, BertProcessing, for one text.
But: pairs of texts and token types are not; a template of another shape is left out and named.
"""

from dataclasses import dataclass
from itertools import takewhile

from bpe.encoded import Span, Trim
from bpe.formats.reading import Json, Remark, field, items, unsupported


@dataclass(frozen=True, slots=True)
class Processing:
    """Tokens around a text, how offsets are trimmed, and what is left out."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    trim: Trim | None = None
    remarks: tuple[Remark, ...] = ()

    def then(self, other: "Processing") -> "Processing":
        """Both, one behind the other."""
        return Processing(
            other.before + self.before,
            self.after + other.after,
            other.trim or self.trim,
            self.remarks + other.remarks,
        )


def processing(data: Json | None) -> Processing:
    """What a `post_processor` does to one text."""
    if data is None:
        return Processing()
    kind = field(data, "type", str)
    if kind == "Sequence":
        done = Processing()
        for item in items(data, "processors"):
            done = done.then(processing(item))
        return done
    if kind == "ByteLevel":
        return trimmed(data)
    if kind == "TemplateProcessing":
        return template(items(data, "single"))
    if kind in ("RobertaProcessing", "BertProcessing"):
        frame = Processing((_name(data, "cls"),), (_name(data, "sep"),))
        return frame.then(trimmed(data)) if kind == "RobertaProcessing" else frame
    other = Remark(
        "The post-processor {kind} is not supported, so the tokens that it adds are left out.",
        (("kind", kind[:60]),),
    )
    return Processing(remarks=(other,))


def _name(data: Json, key: str) -> str:
    """The token of a field like ["</s>", 2]."""
    pair = field(data, key, list)
    if not pair or not isinstance(pair[0], str):
        raise unsupported(key, pair)
    return pair[0]


def template(parts: list[Json]) -> Processing:
    """The tokens before and after the text in a template like <s> $A </s>."""
    names, places = [], []
    for place, part in enumerate(parts):
        if "SpecialToken" in part:
            names.append(field(field(part, "SpecialToken", dict), "id", str))
        else:
            field(field(part, "Sequence", dict), "id", str)
            places.append(place)
    if len(places) != 1:
        odd = Remark(
            "The file's template is not supported, so no tokens are added before or after the text."
        )
        return Processing(remarks=(odd,))
    return Processing(tuple(names[: places[0]]), tuple(names[places[0] :]))


def trimmed(data: Json) -> Processing:
    """ByteLevel's offsets without the white space at both ends of a token, if asked for."""
    if not field(data, "trim_offsets", bool, True):
        return Processing()
    prefixed = field(data, "add_prefix_space", bool, True)

    def trim(token: str, span: Span, place: int) -> Span:
        start, end = span
        leading, trailing = _spaces(token), _spaces(token[::-1])
        if leading == 1 and prefixed and (place == 0 or start == 0):
            leading = 0  # it was put in; several were there before
        start = min(start + leading, end)
        if trailing and end >= trailing:
            end = max(end - trailing, start)
        return start, end

    return Processing(trim=trim)


def _spaces(token: str) -> int:
    return sum(1 for _ in takewhile(lambda c: c == "Ġ" or c.isspace(), token))

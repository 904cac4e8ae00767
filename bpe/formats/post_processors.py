"""The post-processors of a tokenizer.json: tokens around a text, and trimmed offsets.

Supported, for a single text: Sequence, ByteLevel, TemplateProcessing, RobertaProcessing,
BertProcessing. Others, and templates of another shape, are left out with a remark. Pairs of texts
and token types are not supported.
"""

from dataclasses import dataclass
from itertools import takewhile

from bpe.encoding import Span, Trim
from bpe.errors import Remark
from bpe.formats.json_files import Json, field, items, unsupported
from bpe.short_repr import short_repr


@short_repr
@dataclass(frozen=True, slots=True)
class PostProcessing:
    """The tokens to add around a text, the function that trims offsets, and remarks."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    trim: Trim | None = None
    remarks: tuple[Remark, ...] = ()

    def then(self, other: "PostProcessing") -> "PostProcessing":
        """The combination of this processing and a later one.

        >>> both = PostProcessing(("<s>",)).then(PostProcessing(after=("</s>",)))
        >>> both.before, both.after
        (('<s>',), ('</s>',))
        """
        return PostProcessing(
            other.before + self.before,
            self.after + other.after,
            other.trim or self.trim,
            self.remarks + other.remarks,
        )


def post_processing(data: Json | None) -> PostProcessing:
    """The post-processing of the field `post_processor`.

    >>> post = post_processing({"type": "BertProcessing", "cls": ["<s>", 0], "sep": ["</s>", 1]})
    >>> post.before, post.after
    (('<s>',), ('</s>',))
    """
    if data is None:
        return PostProcessing()
    kind = field(data, "type", str)
    if kind == "Sequence":
        result = PostProcessing()
        for item in items(data, "processors"):
            result = result.then(post_processing(item))
        return result
    if kind == "ByteLevel":
        return byte_level_trim(data)
    if kind == "TemplateProcessing":
        return template(items(data, "single"))
    if kind in ("RobertaProcessing", "BertProcessing"):
        frame = PostProcessing((_name(data, "cls"),), (_name(data, "sep"),))
        return frame.then(byte_level_trim(data)) if kind == "RobertaProcessing" else frame
    other = Remark(
        "The post-processor {kind} is not supported, so the tokens that it adds are left out.",
        (("kind", kind[:60]),),
    )
    return PostProcessing(remarks=(other,))


def _name(data: Json, key: str) -> str:
    """The token in a field like ["</s>", 2]."""
    pair = field(data, key, list)
    if not pair or not isinstance(pair[0], str):
        raise unsupported(key, pair)
    return pair[0]


def template(parts: list[Json]) -> PostProcessing:
    """The tokens that a template like <s> $A </s> puts before and after the text.

    >>> parts = [{"SpecialToken": {"id": "<s>"}}, {"Sequence": {"id": "A"}}]
    >>> template(parts).before
    ('<s>',)
    """
    names, text_indices = [], []
    for index, part in enumerate(parts):
        if "SpecialToken" in part:
            names.append(field(field(part, "SpecialToken", dict), "id", str))
        else:
            field(field(part, "Sequence", dict), "id", str)
            text_indices.append(index)
    if len(text_indices) != 1:
        odd = Remark(
            "The file's template is not supported, so no tokens are added before or after the text."
        )
        return PostProcessing(remarks=(odd,))
    return PostProcessing(tuple(names[: text_indices[0]]), tuple(names[text_indices[0] :]))


def byte_level_trim(data: Json) -> PostProcessing:
    """ByteLevel's removal of white space from the offsets of tokens, if the file asks for it.

    >>> trim = byte_level_trim({"type": "ByteLevel"}).trim
    >>> trim("Ġhug", (1, 5), 1)
    (2, 5)
    """
    if not field(data, "trim_offsets", bool, True):
        return PostProcessing()
    has_prefix = field(data, "add_prefix_space", bool, True)

    def trim(token: str, span: Span, index: int) -> Span:
        start, end = span
        leading, trailing = _spaces(token), _spaces(token[::-1])
        if leading == 1 and has_prefix and (index == 0 or start == 0):
            leading = 0  # this one was inserted; several were in the text
        start = min(start + leading, end)
        if trailing and end >= trailing:
            end = max(end - trailing, start)
        return start, end

    return PostProcessing(trim=trim)


def _spaces(token: str) -> int:
    return sum(1 for _ in takewhile(lambda c: c == "Ġ" or c.isspace(), token))

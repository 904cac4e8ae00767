"""The normalizer BertNormalizer of Hugging Face tokenizers, as steps from text to text.

It removes control characters, separates Chinese characters by spaces, and removes accents and upper
case if the file says so.
"""

from collections.abc import Callable
from functools import partial

import regex

from bpe.formats.aligned_text import AlignedText
from bpe.formats.json_files import Json, field
from bpe.formats.patterns import match_spans
from bpe.normalization import normalize

Step = Callable[[AlignedText, float], AlignedText]

# The library does not know the format characters assigned after Unicode 8.
REMOVED = regex.compile(
    r"\uFFFD|(?![\t\n\r\u0890\u0891\u08E2\U000110CD\U00013430-\U0001343F])[\p{Cc}\p{Cf}\p{Co}]"
)
SPACES = regex.compile(r"[\t\n\r]|(?! )\p{White_Space}")
CHINESE = regex.compile(
    r"[\u4E00-\u9FFF\u3400-\u4DBF\U00020000-\U0002A6DF\U0002A700-\U0002B73F\U0002B740-\U0002B81F"
    r"\U0002B920-\U0002CEAF\uF900-\uFAFF\U0002F800-\U0002FA1F]"
)


def replaced_by(pattern: "regex.Pattern[str]", content: str) -> Step:
    r"""The step that replaces each match of a pattern.

    >>> from time import monotonic
    >>> replaced_by(SPACES, " ")(AlignedText.of("a\tb"), monotonic() + 60).text
    'a b'
    """
    return lambda text, deadline: text.replaced(match_spans(pattern, text.text, deadline), content)


def separate_chinese(text: AlignedText, _deadline: float = 0.0) -> AlignedText:
    """A text with a space before and after each Chinese character.

    >>> separate_chinese(AlignedText.of("a貓")).text
    'a 貓 '
    """
    if not CHINESE.search(text.text):
        return text
    new: list[str] = []
    spans: list[tuple[int, int]] = []
    for character, span in zip(text.text, text.spans, strict=True):
        found = f" {character} " if CHINESE.match(character) else character
        new.append(found)
        spans += [span] * len(found)
    return AlignedText("".join(new), spans)


def bert_steps(data: Json, strip_accents: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps of a BertNormalizer. strip_accents: the steps that remove accents.

    >>> from time import monotonic
    >>> *_, lower = bert_steps({"lowercase": True, "strip_accents": False}, ())
    >>> lower(AlignedText.of("Hug"), monotonic() + 60).text
    'hug'
    """
    steps: list[Step] = []
    lowercase = field(data, "lowercase", bool, True)
    if field(data, "clean_text", bool, True):
        steps += replaced_by(REMOVED, ""), replaced_by(SPACES, " ")
    if field(data, "handle_chinese_chars", bool, True):
        steps.append(separate_chinese)
    if field(data, "strip_accents", bool, lowercase):
        steps += strip_accents
    if lowercase:
        lower = partial(normalize, normalization="lower")
        steps.append(lambda text, _: text.changed(lower, composes=False))
    return tuple(steps)

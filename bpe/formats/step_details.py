"""What a step of a tokenizer.json does, in the words of the file."""

from bpe.formats.json_files import Json

LEFT_OUT = ("type", "precompiled_charsmap", "pattern", "content", "normalizers", "pretokenizers")
MAX_DETAIL = 1_000  # characters


def detail_of(data: Json) -> str:
    """The settings of a step, without its type.

    >>> detail_of({"type": "Replace", "pattern": {"String": " "}, "content": "▁"})
    "' ' → '▁'"
    >>> detail_of({"type": "Split", "pattern": {"Regex": "[0-9]"}, "behavior": "Isolated"})
    '/[0-9]/  behavior: Isolated'
    """
    pattern = data.get("pattern")
    parts: list[str] = []
    if isinstance(pattern, dict):
        parts += [f"/{pattern['Regex']}/"] if "Regex" in pattern else map(repr, pattern.values())
    if "content" in data:
        parts = [f"{' '.join(parts)} → {data['content']!r}".strip()]
    parts += [f"{key}: {value}" for key, value in data.items() if key not in LEFT_OUT]
    return "  ".join(parts)[:MAX_DETAIL]

"""GPT-2's byte level: one visible character for each byte.

Printable Latin-1 bytes stand for themselves. The others, in order, use U+0100 and up, so a space
is Ġ. Source: GPT-2's encoder.py, as released by OpenAI.
"""

from bpe.split_patterns import is_byte_level


def _byte_characters() -> dict[int, str]:
    """byte -> its visible character, for all 256 bytes.

    >>> _byte_characters()[ord(" ")], _byte_characters()[ord("A")], _byte_characters()[0]
    ('Ġ', 'A', 'Ā')
    """
    printable = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = (b for b in range(256) if b not in printable)
    table = {b: chr(b) for b in printable} | {b: chr(256 + n) for n, b in enumerate(others)}
    return dict(sorted(table.items()))


BYTE_CHARACTERS = _byte_characters()
CHARACTER_BYTES = {character: byte for byte, character in BYTE_CHARACTERS.items()}


def byte_level(text: str) -> str:
    """Return the text with each UTF-8 byte as its visible character.

    >>> byte_level(" é")
    'ĠÃ©'
    """
    return text.encode().decode("latin-1").translate(BYTE_CHARACTERS)


def token_bytes(token: str, split: str) -> bytes:
    r"""The bytes of a token: with a byte-level split one for each character, else its UTF-8.

    >>> token_bytes("Ġt", "gpt2"), token_bytes("é", "none")
    (b' t', b'\xc3\xa9')
    """
    if is_byte_level(split) and all(character in CHARACTER_BYTES for character in token):
        return bytes(CHARACTER_BYTES[character] for character in token)
    return token.encode()

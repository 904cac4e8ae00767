"""What the page says of ids that were decoded: what decoding did, and the tokens as a table."""

import bpe
from bpe.split_patterns import is_byte_level
from pages.encoding.decoding import NO_ID, Decoded, Ids, id_text
from pages.encoding.result import token_chip
from pages.stage.table_types import Column, Content, StaticTablesData, TableData, TableRow
from pages.stage.tokens import number
from pages.translations.language import Translation

MAX_LISTED = 60  # tokens in the table
MAX_NAMED = 20  # ids in a sentence


def notes(decoded: Decoded, t: Translation) -> list[str]:
    """What decoding did to the tokens, what it cannot restore, and whether the ids come back.

    >>> from pages.encoding.decoding import Tokenizer, decode
    >>> run = bpe.train(bpe.Corpus.from_texts(["a hug"]))
    >>> tokenizer = Tokenizer.of_encoder(run.encoder(), "gpt2", False)
    >>> notes(decode(tokenizer, (5,)), Translation())
    ['Each Ġ becomes a space.', 'Encoding this text gives the same ids again.']
    """
    tokens = decoded.tokens or ()
    found = []
    if is_byte_level(decoded.split) and any("Ġ" in token for token in tokens):
        found.append(t.gettext("Each Ġ becomes a space."))
    if decoded.split == "metaspace" and any("▁" in token for token in tokens):
        if tokens[0].startswith("▁"):
            found.append(
                t.gettext(
                    "Each ▁ becomes a space. The first one is removed, because pre-tokenization "
                    "added it."
                )
            )
        else:
            found.append(t.gettext("Each ▁ becomes a space."))
    if decoded.prefix and any(token.startswith(decoded.prefix) for token in tokens[1:]):
        found.append(
            t.gettext("{prefix} marks a token inside a word. Decoding removes it.").format(
                prefix=decoded.prefix
            )
        )
    if decoded.split in ("whitespace", "punctuation") and len(tokens) > 1:
        found.append(
            t.gettext(
                "Pre-tokenization dropped the spaces between words. Decoding puts one space "
                "between two words."
            )
            if decoded.prefix
            else t.gettext(
                "Pre-tokenization dropped the spaces between words, so the tokens are joined "
                "without spaces."
            )
        )
    if None in decoded.ids:
        found.append(
            t.gettext(
                "{dash} is an unknown token without an id. Decoding cannot restore its text."
            ).format(dash=NO_ID)
        )
    if has_invalid_bytes(decoded):
        found.append(
            t.gettext(
                "Some of these bytes are not valid UTF-8, for example only a part of a character. "
                "� (U+FFFD) replaces them."
            )
        )
    if decoded.again is not None and None not in decoded.ids:
        found.append(describe_again(decoded.ids, decoded.again, t))
    return found


def has_invalid_bytes(decoded: Decoded) -> bool:
    r"""Whether U+FFFD stands for bytes that are not UTF-8; the text can also contain it itself.

    >>> has_invalid_bytes(Decoded((1,), ("Ã",), "\ufffd", None, "gpt2"))
    True
    >>> has_invalid_bytes(Decoded((1,), ("\ufffd",), "\ufffd", None, "whitespace"))
    False
    """
    if "\ufffd" not in decoded.text or decoded.tokens is None:
        return "\ufffd" in decoded.text
    try:
        b"".join(bytes_of(decoded)).decode()
    except UnicodeDecodeError:
        return True
    return False


def bytes_of(decoded: Decoded) -> list[bytes]:
    """The bytes of each token, without the prefix of a token inside a word.

    >>> bytes_of(Decoded((0, 1), ("hug", "##s"), "hugs", None, "gpt2", "##"))
    [b'hug', b's']
    """
    first, rest = (decoded.tokens or ())[:1], (decoded.tokens or ())[1:]
    parts = (*first, *(token.removeprefix(decoded.prefix) for token in rest))
    return [bpe.token_bytes(part, decoded.split) for part in parts]


def describe_again(ids: Ids, again: Ids, t: Translation) -> str:
    """Whether encoding the text gives the same ids.

    >>> describe_again((1, 2), (3,), Translation()).partition(". ")[0]
    'Encoding this text gives other ids: 3'
    """
    if ids == again:
        return t.gettext("Encoding this text gives the same ids again.")
    if not again:
        return t.gettext("Encoding this text gives no ids.")
    more = ["…"] if len(again) > MAX_NAMED else []
    named = " ".join([*map(id_text, again[:MAX_NAMED]), *more])
    return t.gettext(
        "Encoding this text gives other ids: {ids}. Several lists of ids can have the same text, "
        "but the encoder chooses one of them."
    ).format(ids=named)


def table(decoded: Decoded, t: Translation) -> StaticTablesData:
    """The table of the tokens; at byte level, with their bytes.

    >>> from pages.encoding.decoding import Tokenizer, decode
    >>> run = bpe.train(bpe.Corpus.from_texts(["a hug"]))
    >>> tokenizer = Tokenizer.of_encoder(run.encoder(), "gpt2", False)
    >>> table(decode(tokenizer, (5,)), Translation())["tables"][0]["rows"]
    [TableRow(cells=['5', [Chip(text='Ġh', number=0)], '20 68'], mark='')]
    """
    tokens = decoded.tokens or ()
    rows: list[TableRow] = []
    has_bytes = is_byte_level(decoded.split)
    data = bytes_of(decoded) if has_bytes else []
    for i, (token_id, token) in enumerate(zip(decoded.ids[:MAX_LISTED], tokens, strict=False)):
        kind = "unknown" if token_id is None else "token"
        cells: list[Content] = [id_text(token_id), [token_chip(token, kind, {})]]
        if has_bytes:
            cells.append("" if token_id is None else data[i].hex(" "))
        rows.append(TableRow(cells))
    note = ""
    if len(tokens) > MAX_LISTED:
        note = t.gettext("The table has the first {shown} of {all} tokens.").format(
            shown=number(MAX_LISTED), all=number(len(tokens))
        )
    columns = [Column("id", t.gettext("Id")), Column("segmentation", t.gettext("Token"))]
    if has_bytes:
        columns.append(Column("value", t.gettext("Bytes (hexadecimal)")))
    title = t.gettext("The tokens of these ids")
    shown: TableData = {"title": title, "columns": columns, "rows": rows, "note": note}
    return {"title": title, "tables": [shown]}

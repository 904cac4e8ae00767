"""The records of tokens, merges and trees."""

from bpe.inspection.merges import FoundMerges, Node, TokenTree
from bpe.inspection.two_vocabularies import ComparedVocabularies
from bpe.inspection.vocabulary import FoundTokens, Token
from pages.stage.inspection_types import (
    InspectedTree,
    ListedToken,
    TableFile,
    TokenFact,
    TokenList,
    TreeNode,
)
from pages.stage.table_types import Chip, ChipData, Column, Content, MarkedChip
from pages.stage.tokens import number, shorten, visible
from pages.translations.language import Translation

MAX_TOKEN = 60  # characters of a token in a row
MAX_BYTES = 16  # of a token in a row
MAX_WHOLE = 2_000  # characters of the token that is open


def token_chip(token: str, number: int = 0, kind: str = "token") -> ChipData:
    """The chip of a token. number: of its color.

    >>> token_chip("a b", 4)
    Chip(text='a␣b', number=4)
    """
    text = shorten(visible(token), MAX_TOKEN)
    if kind != "token":
        return MarkedChip(text, 0, "special")
    return Chip(text, 0 if len(token) == 1 else number)


def hexadecimal(data: bytes, most: int = MAX_BYTES) -> str:
    r"""Bytes in hexadecimal.

    >>> hexadecimal(b"\xc3\xa9"), hexadecimal(b"abc", 2)
    ('C3 A9', '61 62 …')
    """
    return data[:most].hex(" ").upper() + (" …" if len(data) > most else "")


def tokens(
    found: FoundTokens, is_bpe: bool, title: str, file: TableFile | None, t: Translation
) -> TokenList:
    """The record of tokens. Ids have no separators, so that they can be copied.

    is_bpe: whether the tokens are those of BPE, whose color depends on their rank.
    """
    has_scores = any(each.score is not None for each in found.tokens)
    last = (
        Column("value", t.gettext("Log probability"))
        if has_scores
        else Column("value few", t.gettext("Rank"))
    )
    return {
        "title": title,
        "heads": [
            Column("id", t.gettext("Id")),
            Column("spelling", t.gettext("Token")),
            Column("value", t.gettext("Text")),
            Column("value", t.gettext("Bytes")),
            Column("value few", t.gettext("Length")),
            last,
        ],
        "rows": [ListedToken(token_cells(each, is_bpe), each.id) for each in found.tokens],
        "open": t.gettext("Show the token {id}"),
        "note": "" if found.tokens else t.gettext("No token matches."),
        "file": file,
    }


def added(found: FoundTokens, is_bpe: bool, title: str, t: Translation) -> TokenList:
    """The record of added tokens. It has their options instead of ranks, which they don't have."""
    record = tokens(found, is_bpe, title, None, t)
    options = [", ".join(each.options) or "–" for each in found.tokens]
    return {
        **record,
        "heads": [*record["heads"][:-1], Column("value", t.gettext("Options"))],
        "rows": [
            ListedToken([*row.cells[:-1], set_ones], row.pick)
            for row, set_ones in zip(record["rows"], options, strict=True)
        ],
    }


def token_cells(each: Token, is_bpe: bool) -> list[Content]:
    """The cells of a token.

    >>> token_cells(Token(7, "Ġhug", " hug", b" hug", 3), True)[2:]
    ['␣hug', '20 68 75 67', '4', '3']
    """
    last = f"{each.score:.2f}" if each.score is not None else str(each.rank or "–")
    return [
        str(each.id),
        [token_chip(each.token, each.rank if is_bpe else each.id + 1, each.kind)],
        shorten(visible(each.text), MAX_TOKEN),
        hexadecimal(each.bytes),
        str(each.length),
        last,
    ]


def merges(found: FoundMerges, title: str, t: Translation) -> TokenList:
    """The record of merges."""
    rows = [
        ListedToken(
            [
                str(each.rank),
                [token_chip(each.left), token_chip(each.right)],
                [token_chip(each.left + each.right, each.rank)],
                "–" if each.id is None else str(each.id),
            ],
            each.id,
        )
        for each in found.merges
    ]
    return {
        "title": title,
        "heads": [
            Column("rank", t.gettext("Rank")),
            Column("pair", t.gettext("Pair")),
            Column("spelling", t.gettext("Token")),
            Column("id", t.gettext("Id")),
        ],
        "rows": rows,
        "open": t.gettext("Show the token {id}"),
        "note": "" if rows else t.gettext("No merge matches."),
        "file": None,
    }


def compared(
    found: ComparedVocabularies,
    names: tuple[str, str],
    title: str,
    file: TableFile,
    t: Translation,
) -> TokenList:
    """The record of two vocabularies compared. names: of the tokenizers."""
    rows = [
        ListedToken(
            [
                shorten(visible(each.bytes.decode(errors="replace")), MAX_TOKEN),
                hexadecimal(each.bytes),
                "–" if each.first is None else str(each.first),
                "–" if each.second is None else str(each.second),
            ],
            each.second if each.first is None else each.first,
        )
        for each in found.tokens
    ]
    ids = [t.gettext("Id in {name}").format(name=shorten(name, 20)) for name in names]
    return {
        "title": title,
        "heads": [
            Column("value", t.gettext("Text")),
            Column("value", t.gettext("Bytes")),
            Column("id", ids[0]),
            Column("id", ids[1]),
        ],
        "rows": rows,
        "open": t.gettext("Show the token {id}"),
        "note": "" if rows else t.gettext("There is no such token."),
        "file": file,
    }


def categories(first: str, second: str, t: Translation) -> dict[str, str]:
    """What the page calls the differences of two vocabularies. first, second: their tokenizers.

    >>> categories("a", "b", Translation())["second"]
    'Only in b'
    """
    return {
        "first": t.gettext("Only in {name}").format(name=first),
        "second": t.gettext("Only in {name}").format(name=second),
        "ids": t.gettext("In both, with different ids"),
    }


def tree(found: TokenTree, t: Translation) -> InspectedTree:
    """The record of a token with its tree.

    >>> tree(TokenTree(Token(1, "u", "u", b"u"), ()), Translation())["facts"][0]
    TokenFact(name='Id', value='1')
    """
    token = found.token
    facts = [
        TokenFact(t.gettext("Id"), str(token.id)),
        TokenFact(t.gettext("Text"), shorten(visible(token.text), MAX_WHOLE)),
        TokenFact(t.gettext("Spelling in the file"), shorten(visible(token.token), MAX_WHOLE)),
        TokenFact(t.gettext("Bytes"), hexadecimal(token.bytes, MAX_WHOLE)),
        TokenFact(
            t.gettext("Length"),
            t.ngettext("{count} byte", "{count} bytes", token.length).format(
                count=number(token.length)
            ),
        ),
    ]
    if token.score is not None:
        facts.append(TokenFact(t.gettext("Log probability"), f"{token.score:.4f}"))
    if token.rank:
        facts.append(TokenFact(t.gettext("Rank"), str(token.rank)))
    no_tree = (
        t.gettext("Special tokens are not made by merges.")
        if token.kind != "token"
        else t.gettext("No merge makes this token.")
    )
    has_tree = len(found.nodes) > 1
    return {
        "title": t.gettext("Token {id}").format(id=token.id),
        "facts": facts,
        "nodes": [node(each, t) for each in found.nodes] if has_tree else [],
        "note": "" if has_tree else no_tree,
    }


def node(each: Node, t: Translation) -> TreeNode:
    """The record of a node of a tree."""
    parts = []
    if each.id is not None:
        parts.append(t.gettext("id {id}").format(id=each.id))
    if each.rank:
        parts.append(t.gettext("merge {rank}").format(rank=each.rank))
    return TreeNode(each.depth, token_chip(each.token, each.rank), " · ".join(parts), each.id)

"""Tables of an encoded text: its tokens and counts, and a comparison of two merge orders.

Both orders give the same tokens with every list of merges from a training. ODD_LISTS are not from a
training and show where the orders differ.
"""

from collections.abc import Iterable

from bpe.decoding import Decoder
from bpe.encoder import Encoder
from bpe.encoding import Encoding
from bpe.pre_tokenization import iterate_pre_tokens
from pages.encoding.encoders import EncodingOptions, TextEncoder, TextWithTokens, encode
from pages.encoding.result import id_text, token_chip
from pages.stage.table_types import Column, StaticTablesData, TableData, TableRow
from pages.stage.tokens import chip, number, visible
from pages.translations.language import Translation

# (word, merges); no training learns such merges
ODD_LISTS = (
    ("abcd", (("a", "b"), ("b", "c"), ("a", "bc"), ("abc", "d"), ("ab", "c"))),
    ("abab", (("ab", "a"), ("a", "b"))),
)
MAX_TOKENS = 200  # tokens in the table


def encoder_of(merges: tuple[tuple[str, str], ...]) -> Encoder:
    """An encoder with any list of merges.

    >>> encoder_of((("u", "g"), ("h", "ug"))).encode("hug").tokens
    ('hug',)
    """
    characters = sorted({letter for pair in merges for part in pair for letter in part})
    tokens = list(dict.fromkeys([*characters, *("".join(pair) for pair in merges)]))
    return Encoder.of(
        {token: i for i, token in enumerate(tokens)},
        merges,
        pre_tokenizer=lambda text, specials: iterate_pre_tokens(text, "none", "none"),
        decoder=Decoder(),
    )


def token_table(shown: TextWithTokens, t: Translation) -> StaticTablesData:
    """The table of final tokens.

    >>> from pages.encoding.encoded_text import encode_text
    >>> from pages.state.defaults import defaults
    >>> shown = encode_text(defaults("hug").train().encoder(), "hug")
    >>> len(token_table(shown, Translation())["tables"][0]["rows"])
    1
    """
    found = shown.encoding
    rows = [
        TableRow(
            [
                number(i),
                [token_chip(token, kind, shown.numbers)],
                id_text(token_id, t),
                f"{start}–{end}",
                visible(shown.text[start:end]),
            ]
        )
        for i, (token, token_id, (start, end), kind) in enumerate(
            zip(found.tokens, found.ids, found.offsets, found.kinds, strict=True)
        )
    ]
    note = ""
    if len(rows) > MAX_TOKENS:
        note = t.gettext("The table has the first {shown} of {all} tokens.").format(
            shown=number(MAX_TOKENS), all=number(len(rows))
        )
    columns = [
        Column("rank", "#"),
        Column("segmentation", t.gettext("Token")),
        Column("id", t.gettext("Id")),
        Column("where", t.gettext("Offsets")),
        Column("subject", t.gettext("Text")),
    ]
    title = t.gettext("The tokens")
    table: TableData = {"title": title, "columns": columns, "rows": rows[:MAX_TOKENS], "note": note}
    return {"title": title, "tables": [table]}


def counts(text: str, encoding: Encoding) -> tuple[int, int, int, int, float, float]:
    """Characters, bytes, words, tokens, tokens per word, characters per token.

    >>> from pages.encoding.encoded_text import encode_text
    >>> from pages.state.defaults import defaults
    >>> shown = encode_text(defaults("hug").train().encoder(), "hug")
    >>> counts("hug", shown.encoding)
    (3, 3, 1, 1, 1.0, 3.0)
    """
    tokens, words = len(encoding.tokens), len(encoding.words)
    return (
        len(text),
        len(text.encode()),
        words,
        tokens,
        tokens / words if words else 0.0,
        len(text) / tokens if tokens else 0.0,
    )


def line_table(lines: list[str], tokens: Iterable[int], t: Translation) -> StaticTablesData:
    """A table that compares the lines of a text. tokens: how many each line has.

    >>> table = line_table(["hug"], [2], Translation())
    >>> table["tables"][0]["rows"]
    [TableRow(cells=['hug', '3', '3', '2', '0.67'], mark='')]
    """
    columns = [
        Column("subject", t.gettext("Line")),
        Column("value", t.gettext("Characters")),
        Column("value", t.gettext("Bytes")),
        Column("value", t.gettext("Tokens")),
        Column("value", t.gettext("Tokens per character")),
    ]
    rows = [
        TableRow(
            [
                visible(line),
                number(len(line)),
                number(len(line.encode())),
                number(count),
                f"{count / len(line):.2f}",
            ]
        )
        for line, count in zip(lines, tokens, strict=True)
    ]
    title = t.gettext("Lines compared")
    return {
        "title": title,
        "tables": [{"title": title, "columns": columns, "rows": rows, "note": ""}],
    }


def comparison(
    shown: TextWithTokens, encoder: TextEncoder, specials: bool, t: Translation
) -> StaticTablesData:
    """The text in both orders, and two lists of merges for which the orders differ.

    shown: a text that merges encode. encoder: the whole encoder; that of the text may be
    restricted. specials: whether special tokens are found in the text. Raises bpe.InputError if an
    uploaded tokenizer does not answer.

    >>> from pages.encoding.encoded_text import encode_text
    >>> from pages.state.defaults import defaults
    >>> encoder = defaults("hug").train().encoder()
    >>> len(comparison(encode_text(encoder, "hug"), encoder, False, Translation())["tables"])
    3
    """
    columns = [
        Column("order", t.gettext("Order")),
        Column("segmentation", t.gettext("Tokens")),
    ]
    order_names = {
        "rank": t.gettext("By rank: apply the merge with the lowest rank in the word, then repeat"),
        "rules": t.gettext("Rule by rule: apply each merge once, in order, to the whole word"),
    }
    options = [EncodingOptions(order, specials) for order in order_names]
    encodings = {each.order: encode(encoder, shown.text, each) for each in options}
    same = encodings["rank"].tokens == encodings["rules"].tokens
    first: TableData = {
        "title": t.gettext("This text"),
        "columns": columns,
        "rows": [
            TableRow(
                [
                    order_names[order],
                    [chip(token, shown.numbers) for token in found.tokens[:MAX_TOKENS]],
                ]
            )
            for order, found in encodings.items()
        ],
        "note": t.gettext(
            "Both orders give the same result here. With learned merges, they always do: a merge "
            "is learned only after the merges that make its two tokens."
        )
        if same
        else t.gettext(
            "The two orders give different results here, so these merges did not come from a "
            "single training run."
        ),
    }
    return {
        "title": t.gettext("Merge order: by rank, or rule by rule"),
        "tables": [first, *(odd_list(word, merges, t) for word, merges in ODD_LISTS)],
    }


def odd_list(word: str, merges: tuple[tuple[str, str], ...], t: Translation) -> TableData:
    """A table of every state of a word under both orders.

    >>> odd_list(*ODD_LISTS[0], Translation())["note"]
    'Merges: 1 a+b, 2 b+c, 3 a+bc, 4 abc+d, 5 ab+c.'
    """
    encoder = encoder_of(merges)
    rows: list[TableRow] = []
    for order, name in {"rank": t.gettext("By rank"), "rules": t.gettext("Rule by rule")}.items():
        for i, state in enumerate(encoder.walk(word, order)):
            chosen = state.chosen
            rank = (
                t.gettext("rank {rank}").format(rank=number(chosen.rank))
                if chosen
                else t.gettext("the end")
            )
            mark = "" if chosen else "chosen"
            tokens = [chip(token, encoder.first_ranks) for token in state.tokens]
            rows.append(TableRow(["" if i else name, tokens, rank], mark))
    listed = ", ".join(f"{number(i)} {a}+{b}" for i, (a, b) in enumerate(merges, 1))
    return {
        "title": t.gettext("{word} with merges that training cannot produce").format(word=word),
        "columns": [
            Column("order", t.gettext("Order")),
            Column("segmentation", t.gettext("Tokens")),
            Column("next-merge", t.gettext("Next merge")),
        ],
        "rows": rows,
        "note": t.gettext("Merges: {listed}.").format(listed=listed),
    }

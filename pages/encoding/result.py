"""The result of encoding a text, for its last step: tokens, ids, and the text decoded again."""

from collections import Counter
from collections.abc import Mapping

from pages.encoding import explanations
from pages.encoding.encoders import TextWithTokens
from pages.encoding.record_types import EncodingResultData, ResultToken, TextLine
from pages.stage.counts import token_count
from pages.stage.record import sentences
from pages.stage.table_types import ChipData, MarkedChip
from pages.stage.tables import as_csv
from pages.stage.tokens import chip, isolated, listing, number, quoted, shorten, visible
from pages.translations.language import Translation

MAX_TOKENS = 100  # in the result; a table below the stage has more
MAX_TEXT = 600  # characters of the decoded text
MAX_NAMED = 4  # unknown characters named in a sentence
LOOKS = {"unknown": "unknown", "added": "special"}  # by kind of token
MAX_SPOKEN = 12  # ids that a screen reader reads


def result(shown: TextWithTokens, t: Translation) -> EncodingResultData:
    """The result: its tokens, the decoded text, and what decoding cannot restore.

    >>> from pages.state.defaults import defaults
    >>> from pages.encoding.encoded_text import encode_text
    >>> shown = encode_text(defaults("hug").train().encoder(), "hug")
    >>> result(shown, Translation())["decoded"]
    'hug'
    """
    tokens = [
        ResultToken(token_chip(token, kind, shown.numbers), id_text(token_id, t))
        for token, kind, token_id in zip(
            shown.encoding.tokens[:MAX_TOKENS],
            shown.encoding.kinds,
            shown.encoding.ids,
            strict=False,
        )
    ]
    hidden = len(shown.encoding.tokens) - len(tokens)
    more = t.ngettext("{count} more token", "{count} more tokens", hidden)
    return {
        "title": t.gettext("Result"),
        "total": explanations.totals(shown.encoding, t),
        "tokens": tokens,
        "more": more.format(count=number(hidden)) if hidden else "",
        "token_ids": {visible(token): id_ for token, id_ in shown.encoder.ids.items()},
        "ids": t.gettext("Tokens and ids"),
        "label": t.gettext("Decoded"),
        "decoded": shorten(shown.decoded, MAX_TEXT),
        "note": lost(shown, t),
        "later": t.gettext(
            "After the last step, you see the tokens, their ids, and the text decoded again."
        ),
    }


def token_chip(token: str, kind: str, ranks: Mapping[str, int]) -> ChipData:
    """A token as the stage draws it. kind: one of `bpe.encoding.KINDS`. ranks: see `chip`.

    >>> token_chip("[UNK]", "unknown", {})
    MarkedChip(text='[UNK]', number=0, class_name='unknown')
    """
    look = LOOKS.get(kind)
    return MarkedChip(visible(token), 0, look) if look else chip(token, ranks)


def id_text(token_id: int | None, t: Translation) -> str:
    """An id as a text. An unknown token has none if it is not in the vocabulary.

    >>> id_text(12345, Translation()), id_text(None, Translation())
    ('12345', 'no id')
    """
    return t.gettext("no id") if token_id is None else str(token_id)


def lines(shown: TextWithTokens, t: Translation) -> list[TextLine]:
    r"""The lines of a text with several, in the order of their first words.

    A token of line breaks belongs to none.

    >>> from pages.state.defaults import defaults
    >>> from pages.encoding.encoded_text import encode_text
    >>> shown = encode_text(defaults("hug").train().encoder(), "hug\npug hugs")
    >>> lines(shown, Translation())[1]
    TextLine(word=1, text='pug hugs', total='2 tokens')
    >>> lines(encode_text(defaults("hug").train().encoder(), "hug pug"), Translation())
    []
    """
    encoding, texts = shown.encoding, shown.text.split("\n")
    words: dict[int, int] = {}  # by line, its first word
    counts: Counter[int] = Counter()  # by line, its tokens
    start = 0
    for i, end in enumerate(encoding.word_ends):
        offsets, start = encoding.offsets[start:end], end
        if offsets and shown.text[offsets[0][0] : offsets[-1][1]].strip("\n"):
            line = shown.text.count("\n", 0, offsets[0][0])
            words.setdefault(line, i)
            counts[line] += len(offsets)
    if len(counts) < 2:
        return []
    return [TextLine(words[line], texts[line], token_count(n, t)) for line, n in counts.items()]


def lost(shown: TextWithTokens, t: Translation) -> str:
    r"""What the decoded text lacks.

    >>> from pages.state.defaults import defaults
    >>> from pages.encoding.encoded_text import encode_text
    >>> shown = encode_text(defaults("hug").train().encoder(), "hug")
    >>> lost(shown, Translation())
    'This is the text again.'
    """
    if shown.decoded == shown.text:
        return t.gettext("This is the text again.")
    encoding = shown.encoding
    unknown = [
        shown.text[start:end]
        for kind, (start, end) in zip(encoding.kinds, encoding.offsets, strict=True)
        if kind == "unknown"
    ]
    sentence = ""
    if unknown:
        named = list(dict.fromkeys(unknown))
        sentence = t.ngettext(
            "{unk} stands for {characters}, which decoding cannot restore.",
            "{unk} stands for {characters}. Decoding cannot restore them.",
            len(named),
        ).format(
            unk=quoted(shown.unk),
            characters=listing([quoted(each) for each in named[:MAX_NAMED]], t)
            + (" …" if len(named) > MAX_NAMED else ""),
        )
        if shown.has_bytes:
            cure = t.gettext("If training starts with all 256 bytes, nothing is unknown.")
            sentence = sentences(sentence, cure, t)
    if has_space(shown.text) and not has_space(shown.decoded):
        spaces = t.gettext("Pre-tokenization dropped the spaces, so they are lost.")
        return sentences(sentence, spaces, t) if sentence else spaces
    return sentence or t.gettext(
        "It differs from the text, because normalization, pre-tokenization or decoding changed it."
    )


def has_space(text: str) -> bool:
    """Whether a text contains white space.

    >>> has_space("a b"), has_space("ab")
    (True, False)
    """
    return any(character.isspace() for character in text)


def spoken(shown: TextWithTokens, t: Translation) -> str:
    """The result as a screen reader reads it at the last step.

    >>> from pages.state.defaults import defaults
    >>> from pages.encoding.encoded_text import encode_text
    >>> shown = encode_text(defaults("hug").train().encoder(), "hug")
    >>> spoken(shown, Translation())
    'Result: 1 token. Ids: 9. Decoded: \u2068hug\u2069.'
    """
    ids = t.gettext(", ").join(id_text(each, t) for each in shown.encoding.ids[:MAX_SPOKEN])
    end = t.gettext("Ids: {ids}. Decoded: {text}.").format(
        ids=ids + (" …" if len(shown.encoding.ids) > MAX_SPOKEN else ""),
        text=isolated(" ".join(map(visible, shorten(shown.decoded, MAX_TEXT).split(" ")))),
    )
    return sentences(explanations.totals(shown.encoding, t), end, t)


def tokens_csv(shown: TextWithTokens, t: Translation) -> bytes:
    """The tokens of an encoded text, with ids and offsets.

    >>> from pages.state.defaults import defaults
    >>> from pages.encoding.encoded_text import encode_text
    >>> run = defaults("hug").train()
    >>> shown = encode_text(run.encoder(), "hug")
    >>> tokens_csv(shown, Translation()).decode().splitlines()[1]
    'hug,9,0,3'
    """
    found = shown.encoding
    heads = [t.gettext("Token"), t.gettext("Id"), t.gettext("Start"), t.gettext("End")]
    rows = zip(found.tokens, found.ids, found.offsets, strict=True)
    return as_csv(heads, [(token, i, start, end) for token, i, (start, end) in rows])

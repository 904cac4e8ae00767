"""Tables of the stages before the first merge, and of the pairs after the last one."""

from collections.abc import Iterable, Sequence
from itertools import islice

from bpe import Corpus, Run, normalize, pre_tokenize, token_bytes
from bpe.byte_characters import CHARACTER_BYTES
from pages.stage.tables import Table
from pages.stage.tokens import number, visible
from pages.training.corpus_words import Words
from pages.training.explanations import format_pair
from pages.translations.language import Translation

TEXT = 2_000  # characters of a text that are shown
ROWS = 300


def beginning(texts: Sequence[str]) -> str:
    r"""The beginning of the texts, one per line.

    >>> beginning(["hug pug", "pun"])
    'hug pug\npun'
    """
    text = "\n".join(texts)
    return text if len(text) <= TEXT else text[:TEXT] + " …"


def words(texts: Iterable[str], corpus: Corpus, t: Translation) -> Table:
    """The words in the order of the text, with offsets: text[start:end] is the word.

    >>> from pages.state.defaults import defaults
    >>> words(["hug pug"], defaults("hug").read_corpus(), Translation())[1][1]
    (1, 'pug', 4, 7, 'pug')
    """
    pieces = (
        (line, visible(piece.word), piece.start, piece.end, visible(text[piece.start : piece.end]))
        for line, text in enumerate(texts, 1)
        for piece in pre_tokenize(text, corpus.split, corpus.normalization)
    )
    columns = ["Text", "Word", "Start", "End", "text[start:end]"]
    titles = [
        t.gettext("Text"),
        t.gettext("Word"),
        t.gettext("Start"),
        t.gettext("End"),
        columns[4],
    ]
    return titles, list(islice(pieces, ROWS))


def normalized(texts: Sequence[str], normalization: str) -> str:
    r"""The beginning of the normalized texts.

    >>> normalized(["Hug", "PUG"], "lower")
    'hug\npug'
    """
    return beginning([normalize(text, normalization) for text in texts])


def counts(run: Words, t: Translation) -> Table:
    """The distinct words, how often each occurs, and its characters.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> counts(run, Translation())[1][0]
    ('hug', 10, 'h u g')
    """
    rows = [
        (visible(word), count, " ".join(map(visible, word[:80])))
        for word, count in islice(run.corpus.counts.items(), ROWS)
    ]
    return [t.gettext("Word"), t.gettext("Count"), t.gettext("Characters")], rows


def alphabet(run: Run, t: Translation) -> Table:
    """The initial vocabulary by id: special tokens and characters; at byte level, with their bytes.

    >>> from pages.state.defaults import defaults
    >>> alphabet(defaults("hug").train(), Translation())[1][0]
    [0, 'b', 'U+0062']
    >>> alphabet(defaults("course").train(), Translation())[1][-1]
    [30, 'Ġ', 'U+0120', '20']
    """
    titles = [t.gettext("Id"), t.gettext("Token"), t.gettext("Code point")]
    rows = [
        [token_id, visible(token), " ".join(f"U+{ord(c):04X}" for c in token[:20])]
        for token_id, token in enumerate(run.vocab[: run.vocab_sizes[0]])
    ]
    if run.corpus.split == "gpt2":
        titles.append(t.gettext("Byte (hexadecimal)"))
        for row, token in zip(rows, run.vocab, strict=False):
            is_byte = token in run.alphabet and token in CHARACTER_BYTES
            row.append(token_bytes(token, "gpt2").hex() if is_byte else "")
    return titles, rows


def about_alphabet(run: Run, t: Translation) -> str:
    """What the training starts with, and why other characters are unknown.

    >>> from pages.state.defaults import defaults
    >>> about_alphabet(defaults("course").train(), Translation()).partition(". ")[0]
    'Training starts with only the 30 bytes that occur in the corpus'
    """
    bytes_met = len(CHARACTER_BYTES.keys() & set(run.corpus.alphabet))
    if run.has_all_bytes:
        return t.ngettext(
            "Training starts with all 256 bytes, and {count} of them occurs in the corpus. Every "
            "text consists of bytes, so nothing is unknown.",
            "Training starts with all 256 bytes, and {count} of them occur in the corpus. Every "
            "text consists of bytes, so nothing is unknown.",
            bytes_met,
        ).format(count=number(bytes_met))
    if run.corpus.split == "gpt2":
        return t.ngettext(
            "Training starts with only the {count} byte that occurs in the corpus. All other bytes "
            "are unknown. That keeps a small example small. GPT-2 itself starts with all 256 "
            "bytes, so nothing is unknown: choose this alphabet under More settings.",
            "Training starts with only the {count} bytes that occur in the corpus. All other bytes "
            "are unknown. That keeps a small example small. GPT-2 itself starts with all 256 "
            "bytes, so nothing is unknown: choose this alphabet under More settings.",
            bytes_met,
        ).format(count=number(bytes_met))
    return t.ngettext(
        "Training starts with the {count} different character of the corpus. All other characters "
        "are unknown. Byte-level BPE, as in GPT-2, can start with all 256 bytes instead, so "
        "nothing is unknown.",
        "Training starts with the {count} different characters of the corpus. All other characters "
        "are unknown. Byte-level BPE, as in GPT-2, can start with all 256 bytes instead, so "
        "nothing is unknown.",
        len(run.first_tokens),
    ).format(count=number(len(run.first_tokens)))


def remaining_pairs(run: Run, t: Translation) -> Table:
    """The pairs that are left after the last merge.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").replace(vocab=8).train()
    >>> [count for _, count in remaining_pairs(run, Translation())[1]]
    [16, 15, 12, 5, 5, 4]
    """
    rows = [(format_pair(leader), leader.count) for leader in run.leaders(len(run.merges), ROWS)]
    return [t.gettext("Pair"), t.gettext("Count")], rows


def sizes(run: Run, t: Translation) -> str:
    """Where the vocabulary comes from: special tokens + alphabet + merges.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> sizes(run, Translation())
    '0 (special tokens) + 7 (characters) + 7 (merges) = 14'
    """
    specials = len(run.special_tokens)
    start, end = run.vocab_sizes[0], run.vocab_sizes[-1]
    return t.gettext(
        "{specials} (special tokens) + {alphabet} (characters) + {merges} (merges) = {size}"
    ).format(
        specials=number(specials),
        alphabet=number(start - specials),
        merges=number(end - start),
        size=number(end),
    )

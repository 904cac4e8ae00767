"""The words of a corpus as step 0 shows them, before they are split into characters."""

import regex

from bpe import Run, token_bytes
from bpe.split_patterns import is_byte_level
from pages.runs.runs import TrainingRun
from pages.stage.record import sentences
from pages.stage.tokens import number, shorten, visible
from pages.training.labels import legend
from pages.training.record_types import StartData, WordCount
from pages.translations.language import Translation

SHOWN_WORDS = 12  # more than fit in a line
SHOWN_CHARACTERS = 24  # of a word
CHINESE = regex.compile(r"\p{Han}")
KOREAN = regex.compile(r"\p{Hangul}")
OTHERS = regex.compile(r"[\p{Hiragana}\p{Katakana}]")  # Japanese has Chinese characters too


def about_first_tokens(run: Run, t: Translation) -> str:
    """What the first tokens of BPE are.

    >>> from pages.state.defaults import defaults
    >>> about_first_tokens(defaults("hug").train(), Translation())
    'At first, each character is a token.'
    """
    if run.has_all_bytes:
        return t.gettext(
            "At first, each of the 256 bytes is a token, so nothing is unknown. An English letter "
            "is one byte."
        )
    if is_byte_level(run.corpus.split) and not all(map(is_one_byte, run.corpus.counts)):
        return t.gettext("At first, each byte is a token. An English letter is one byte.")
    return t.gettext("At first, each character is a token.")


def is_one_byte(word: str) -> bool:
    """Whether each character of a word, in GPT-2's visible characters, is one byte.

    >>> is_one_byte("Ġhug"), is_one_byte("Ã©")
    (True, False)
    """
    return token_bytes(word, "gpt2").isascii()


def introduction(run: TrainingRun, tokens: str, t: Translation) -> StartData:
    """The first words as they are written, each with its count, and sentences about them.

    tokens: what the first tokens are.

    >>> from pages.state.defaults import defaults
    >>> introduction(defaults("hug").train(), "Letters.", Translation())["words"][0]
    WordCount(word='hug', times='×10')
    """
    counts = list(run.corpus.counts.items())
    if len(counts) > SHOWN_WORDS:
        words = t.gettext("These are the first words of the corpus, and how often each occurs.")
    else:
        words = t.gettext("These are the words of the corpus, and how often each occurs.")
    shown = [(written(word, run.corpus.split), count) for word, count in counts[:SHOWN_WORDS]]
    units = units_of("".join(word for word, _ in shown), run.corpus.split, t)
    about = sentences(sentences(words, units, t), tokens, t)
    # All bytes need long sentences, so there is no room for the legend; it is below too.
    if not (isinstance(run, Run) and run.has_all_bytes):
        about = sentences(about, legend(run, t), t)
    return {
        "words": [WordCount(word, counted(n, t)) for word, n in shown],
        "about": about,
    }


def counted(count: int, t: Translation) -> str:
    """How often a word occurs.

    >>> counted(1000, Translation())
    '×1,000'
    """
    return t.gettext("×{count}").format(count=number(count))


def units_of(text: str, split: str, t: Translation) -> str:
    """What counts as a word in Chinese and Korean; empty for other text, and if words are words.

    >>> units_of("도서관에서", "metaspace", Translation())
    'In Korean, each unit between spaces (어절) is one word here.'
    >>> units_of("hug", "whitespace", Translation())
    ''
    """
    if OTHERS.search(text):
        return ""
    if KOREAN.search(text) and split != "none":
        return t.gettext("In Korean, each unit between spaces (어절) is one word here.")
    if CHINESE.search(text) and split == "none":
        return t.gettext("Chinese has no spaces between words, so each line is one word here.")
    if CHINESE.search(text) and (is_byte_level(split) or split == "punctuation"):
        return t.gettext(
            "Chinese has no spaces between words, so all that stands between two punctuation "
            "marks is one word here."
        )
    return ""


def written(word: str, split: str) -> str:
    """A word as it is in the text, without the space before it.

    >>> written("Ġhug", "gpt2"), written("▁hug", "metaspace"), written("hug", "whitespace")
    ('hug', 'hug', 'hug')
    """
    if is_byte_level(split):
        word = token_bytes(word, split).decode(errors="replace")
    space = "▁" if split == "metaspace" else " " if is_byte_level(split) else ""
    return shorten(visible(word.removeprefix(space) or word), SHOWN_CHARACTERS)

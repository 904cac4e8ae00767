"""Example texts for the Encoding page, each with an explanation of what is surprising.

An example is only a text, chosen for the corpus: taking one changes no other setting.
"""

import unicodedata
from dataclasses import dataclass

from bpe.split_patterns import is_byte_level
from pages.stage.tokens import shorten, visible
from pages.state.corpus import OWN_COUNTS, CorpusSettings
from pages.state.defaults import defaults, with_alphabet
from pages.state.settings import Settings
from pages.storage.typed import read_counts
from pages.translations.language import Translation

TITLE = 16  # characters of a text in the title of its example
OWN_LINE = 60  # characters of the first line of a learner's own text
OWN_WORDS = 3  # of a learner's own word counts
LANGUAGES = (
    "Small ships carry salt across the quiet bay.\n"
    "Kleine Schiffe bringen Salz über die stille Bucht.\n"
    "小船載著鹽穿過平靜的海灣。\n"
    "작은 배가 고요한 만을 건너 소금을 나른다.\n"
    "سفن صغيرة تحمل الملح عبر الخليج الهادئ.\n"
    "⛵🧂🌊"
)
# By corpus, texts that follow the watched sentence.
TEXTS: dict[str, tuple[str, ...]] = {
    "sennrich": ("low·", "lower·", "widen·"),
    "aaabdaaabac": ("aaab", "abac", "aaaaaa"),
    "aaaa": ("aaa", "aaaaaa"),
    "english": ("unhappiest baker", "walking slower"),
    "chinese": ("下雨天", "妹妹賣熱湯。"),
    "chinese-words": ("下雨天 水果茶", "妹妹 賣 熱湯 。"),
    "korean": ("도서관에서", "동생은 바다에 가요."),
    "arabic": ("المكتبة", "كتبت المعلّمة كتابًا"),
    "emoji": ("☀️❤️", "👏🏽👏🏾"),
    "code": ("self.readers", "return date"),
    "python": ("class Token:", "return None"),
}


@dataclass(frozen=True, slots=True)
class Example:
    """A text to encode: its title, and the explanation of its encoding; empty for most.

    with_bytes: the explanation if training started with all 256 bytes.
    """

    title: str
    text: str
    lesson: str = ""
    with_bytes: str = ""


def examples(settings: Settings, t: Translation) -> dict[str, Example]:
    """The examples for a corpus or for an uploaded tokenizer, by id.

    >>> list(examples(defaults("hug"), Translation()))
    ['bug', 'mug', 'thug', 'unhug']
    >>> examples(defaults("chinese"), Translation())["1"].text
    '下雨天'
    """
    corpus = settings.corpus.name
    if settings.encoding.tokenizer:
        return {"not": Example("This is not a token.", "This is not a token."), **languages(t)}
    if corpus == "hug":
        return five_words(t)
    if corpus in ("course", "notebook", "chinese-page"):
        return {**four_sentences(t), **languages(t)}
    more = own_texts(settings.corpus) if settings.corpus.is_own else TEXTS.get(corpus, ())
    texts = (settings.view.sentence, *more)
    found = {
        str(i): Example(shorten(visible_spaces(text), TITLE), text)
        for i, text in enumerate(dict.fromkeys(texts))
    }
    if corpus == "korean":
        found["jamo"] = jamo(t)
    return found | (languages(t) if corpus in ("english", "code", "python") else {})


def lesson(settings: Settings, t: Translation) -> str:
    """The explanation of the text, if it is an example and nothing else was changed.

    >>> lesson(defaults("hug").replace(input="bug"), Translation())[:23]
    'Only one merge applies.'
    >>> lesson(defaults("hug").replace(input="bug", vocab=8), Translation())
    ''
    """
    usual = defaults(settings.corpus.name)
    has_all_bytes = settings.bpe.alphabet == "bytes" and is_byte_level(usual.bpe.split)
    if has_all_bytes:
        usual = with_alphabet(usual, "bytes")
    is_usual = (
        settings.bpe == usual.bpe
        and settings.corpus == usual.corpus
        and settings.encoding == usual.replace(input=settings.encoding.input).encoding
    )
    found = (e for e in examples(settings, t).values() if e.text == settings.text)
    example = next(found, None)
    if example is None or not is_usual:
        return ""
    return example.with_bytes if has_all_bytes else example.lesson


def visible_spaces(text: str) -> str:
    """A text in one line, with a sign for what would not be seen at its start.

    >>> visible_spaces("  return"), visible_spaces("a b")
    ('␣␣return', 'a b')
    """
    start = len(text) - len(text.lstrip())
    return visible(text[:start]) + " ".join(text.split())


def five_words(t: Translation) -> dict[str, Example]:
    """The examples for the course's five words.

    >>> five_words(Translation())["bug"].title
    'bug'
    """
    lessons = {
        "bug": t.gettext(
            "Only one merge applies. No merge joins b to ug, so b stays separate. Training "
            "never saw this word, but BPE can still encode it."
        ),
        "mug": t.gettext(
            "No word in the corpus contains m, so m is unknown. The Hugging Face chapters warn "
            "that their code fails here. In fact, the code does not fail, because it never checks "
            "the vocabulary. Hugging Face tokenizers silently drop the letter if they have no "
            "unknown token. This page shows it as [UNK]."
        ),
        "thug": t.gettext(
            "t is unknown. The rest is hug: first u and g are merged, then h and ug. The "
            "chapter's Chinese version says hu and g, but no merge makes hu."
        ),
        "unhug": t.gettext(
            "An exercise from the Hugging Face chapters. The merge with the lowest rank is applied "
            "first, wherever it is in the word: u and g, then u and n, then h and ug."
        ),
    }
    return {text: Example(text, text, lesson) for text, lesson in lessons.items()}


def own_texts(corpus: CorpusSettings) -> tuple[str, ...]:
    r"""Examples from a learner's own corpus: its first line, or its first words.

    >>> own_texts(CorpusSettings("counts", "hug 10\npug 5"))
    ('hug pug',)
    """
    if corpus.name == OWN_COUNTS:
        return (" ".join(list(read_counts(corpus.own))[:OWN_WORDS]),)
    lines = (line.strip() for line in corpus.texts())
    return tuple(line[:OWN_LINE] for line in lines if line)[:1]


def four_sentences(t: Translation) -> dict[str, Example]:
    """The examples for the course's four sentences.

    >>> list(four_sentences(Translation()))
    ['not', 'tokens', 'bytes']
    """
    not_a_token, tokens = "This is not a token.", "tokenizers understand tokens"
    lesson = t.gettext(
        "A sentence from the Hugging Face chapters. In the corpus, “token” is frequent enough for "
        "merges that make it one token. No merge joins the characters of “not”, so it is split. "
        "Rare words of the corpus, such as “will”, are split in the same way."
    )
    unknown = t.gettext(
        "é has 2 bytes and 🙂 has 4. None of these bytes is in the corpus, so each one is "
        "unknown. This small example starts with only the bytes of its corpus. GPT-2 starts with "
        "all 256: choose that alphabet under More settings."
    )
    known = t.gettext(
        "é has 2 bytes and 🙂 has 4. Each of the 256 bytes is a token, so nothing is unknown. No "
        "merge joins these bytes, because the corpus does not contain them."
    )
    return {
        "not": Example(not_a_token, not_a_token, lesson, lesson),
        "tokens": Example(tokens, tokens),
        "bytes": Example("café 🙂", "café 🙂", unknown, known),
    }


def jamo(t: Translation) -> Example:
    """A Korean word twice: in syllables, and in jamo, as the normalization NFD writes it.

    >>> [len(word) for word in jamo(Translation()).text.split()]
    [3, 7]
    """
    word = "도서관"
    letters = unicodedata.normalize("NFD", word)
    lesson = t.gettext(
        "Both words look the same. The first one has {syllables} characters: its syllables. The "
        "second one is in the form NFD, as in many file names from a Mac. It has {jamo} "
        "characters: its letters, called jamo. The corpus contains no jamo, so each one is "
        "unknown. Under the normalization NFC, both words are the same."
    ).format(syllables=len(word), jamo=len(letters))
    title = t.gettext("{word}: syllables and jamo").format(word=word)
    return Example(title, f"{word} {letters}", lesson)


def languages(t: Translation) -> dict[str, Example]:
    """An example that compares languages.

    >>> languages(Translation())["languages"].title
    'several languages'
    """
    lesson = t.gettext(
        "The less of a language the corpus contains, the fewer merges fit, and the more tokens a "
        "character of the sentence takes. A character that is not in the corpus is unknown. Upload "
        "a real tokenizer and compare."
    )
    with_bytes = t.gettext(
        "Each of the 256 bytes is a token, so nothing is unknown. But each Chinese, Korean or "
        "Arabic character that the corpus lacks takes several tokens, up to one for each of its "
        "bytes."
    )
    return {"languages": Example(t.gettext("several languages"), LANGUAGES, lesson, with_bytes)}

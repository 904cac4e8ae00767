"""The glossary's terms of other texts and libraries, and other forms that their readers know."""

from collections.abc import Iterator, Mapping

from pages.translations.language import Translation

# language -> name of a term -> other forms of it: those of the Hugging Face course and its
# translations, or common ones. Nobody has to translate them, because each language has its own.
OTHER_FORMS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "word": ("pre-token",),
        "alphabet": ("base vocabulary",),
        "piece": ("subword",),
    },
    "zh-Hant": {
        "token": ("標記",),
        "tokenizer": ("標記器",),
        "tokenization": ("標記化",),
        "word": ("單詞",),
        "character": ("字符",),
        "byte": ("字節",),
        "alphabet": ("字母表", "基本詞彙表"),
        "vocabulary": ("詞彙",),
        "bpe": ("字節對編碼",),
        "byte-level": ("字節級 BPE",),
        "offset": ("偏移",),
        "unknown": ("未知標記",),
        "special": ("特殊標記",),
        "normalization": ("標準化", "規範化"),
        "pre-tokenization": ("預標記化",),
        "segmentation": ("分割",),
        "probability": ("概率",),
        "likelihood": ("似然",),
    },
    "ko": {
        "corpus": ("코퍼스",),
        "character": ("문자",),
        "alphabet": ("기본 어휘",),
        "vocabulary": ("단어 사전",),
        "bpe": ("바이트 페어 인코딩",),
        "byte-level": ("바이트 레벨 BPE",),
        "piece": ("서브워드", "하위 단어"),
        "likelihood": ("가능도",),
        "prune": ("프루닝",),
    },
}


def of_libraries(t: Translation) -> Iterator[tuple[str, str, str, str]]:
    """Yield the terms of other texts and libraries: name, forms, sentence, name of the place.

    >>> [name for name, *_ in of_libraries(Translation())]
    ['byte-level', 'suffix-array']
    """
    yield (
        "byte-level",
        t.gettext("byte-level BPE"),
        t.gettext(
            "BPE on the bytes of a text instead of its characters; it can write every text, also "
            "emoji that training never saw."
        ),
        "bytes",
    )
    yield (
        "suffix-array",
        t.gettext("suffix array, suffix arrays, enhanced suffix array, ESA"),
        t.gettext(
            "All positions of a text, sorted by the text that follows them; libraries find "
            "Unigram’s first pieces with an enhanced one (ESA)."
        ),
        "seeds",
    )

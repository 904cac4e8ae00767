"""Where the parts of the lecture are, with words of the reader's language."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from pages.course.unigram_tasks import WORDS, long_word
from pages.state.settings import Settings
from pages.state.url import from_query
from pages.storage.typed import pack
from pages.unigram.contents import UNIGRAM_CORPORA


class Examples(NamedTuple):
    """The examples of a language.

    corpus: a text of which `hidden` is one token. words: the counted words of the votes; empty for
    the five words of the course. Two pairs are tied at the fifth merge. The counts have one digit,
    so that all words fit on a projector. characters: the different ones. new: a word to encode.
    """

    corpus: str
    hidden: str
    words: str
    characters: int
    new: str


EXAMPLES: Mapping[str, Examples] = MappingProxyType(
    {
        "en": Examples("english", "lighthouse", "", 7, "unhugs"),
        "zh-Hant": Examples(
            "chinese-words",
            "下雨天",
            "電影院 9\n飛機 6\n電影票 6\n電視 5\n電視機 8\n車站 4",
            9,
            "飛機票",
        ),
        "ko": Examples(
            "korean",
            "은행나무",
            "음악실 6\n음악 3\n미술실 4\n미술관 7\n과학실 3\n과학관 1",
            8,
            "음악관",
        ),
    }
)
Query = Mapping[str, str | int]
VOTES = 6


def link(page: str, query: Query) -> str:
    """A link with only what differs from the default settings, because a lesson has little room.

    >>> link("encode", {"corpus": "hug", "input": "bug"})
    '/encode?corpus=hug&input=bug'
    """
    return f"/{page}?{urlencode(query)}"


def settings_at(query: Query, lang: str) -> Settings:
    """The settings of a link.

    >>> settings_at({"corpus": "hug", "vocab": 12}, "en").bpe.vocab
    12
    """
    settings, _, refused = from_query(dict(parse_qsl(urlencode(query))), lang)
    assert not refused, refused
    return settings


def hidden_letters(lang: str) -> Query:
    """A word of a longer text, on the page that encodes it.

    >>> hidden_letters("en")["input"]
    'lighthouse'
    """
    example = EXAMPLES[lang]
    return {"corpus": example.corpus, "split": "whitespace", "input": example.hidden}


def languages() -> Query:
    """One sentence in many languages, under a tokenizer that has learned from English.

    >>> languages()["compared"]
    'languages'
    """
    return {
        "corpus": "english",
        "alphabet": "bytes",
        "vocab": 600,
        "tokenizers": "bpe",
        "compared": "languages",
    }


def counted(lang: str) -> Query:
    """The words whose merges the class votes on. Training ends after the last vote.

    >>> counted("en")
    {'corpus': 'hug', 'vocab': 13}
    """
    example = EXAMPLES[lang]
    corpus: Query = {"corpus": "hug"}
    if example.words:
        corpus = {"corpus": "own", "counts": pack(example.words), "sentence": example.new}
    return {**corpus, "vocab": example.characters + VOTES}


def unigram(lang: str) -> Query:
    """The words on which BPE and Unigram differ.

    >>> unigram("ko")
    {'corpus': 'unigram-ko'}
    """
    return {"corpus": UNIGRAM_CORPORA[lang]}


def short_word(lang: str) -> str:
    """The word whose segmentations are counted.

    >>> short_word("en")
    'start'
    """
    return WORDS[lang].short


def whole_word(lang: str) -> str:
    """The word whose best segmentation is searched.

    >>> whole_word("en")
    'restart'
    """
    return long_word(lang)

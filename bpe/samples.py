"""The built-in corpora. Their titles and descriptions are in `pages`, where they are translated."""

from dataclasses import dataclass

from bpe import sample_texts
from bpe.corpus import Corpus
from bpe.short_repr import short_repr


@short_repr
@dataclass(frozen=True, slots=True)
class Sample:
    """A built-in corpus and the settings that show it best.

    Has either texts or counts. vocab_size: in tokens, special tokens included. watch: a sentence
    to encode at each step. lang: language of the texts, as in HTML. ties: the tie rule. seed_size:
    the number of tokens of BPE that Unigram starts with; None if it starts with other seeds. Then
    unigram_vocab_size: in pieces; word: the word of its lattice, or none. em_vocab_size: of EM, so
    small that it prunes; 0 if it is that of Unigram. unigram_split: the pre-tokenization of
    Unigram, if it differs from that of BPE.
    """

    texts: tuple[str, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    split: str = "gpt2"
    vocab_size: int = 50
    special_tokens: tuple[str, ...] = ()
    watch: str = ""
    lang: str = "en"
    ties: str = "first"
    seed_size: int | None = None
    em_vocab_size: int = 0
    unigram_vocab_size: int = 100
    word: str = ""
    unigram_split: str = ""

    def corpus(self, split: str, normalization: str) -> Corpus:
        """The corpus with the given pre-tokenization and normalization.

        >>> SAMPLES["hug"].corpus("whitespace", "none").counts["hugs"]
        5
        """
        if self.counts:
            return Corpus.from_counts(dict(self.counts), split, normalization)
        return Corpus.from_texts(self.texts, split, normalization)


# Texts of the Hugging Face course, chapter 6.5; of its notebook, where a comma is missing after the
# first string, so the first two are joined; and of its Traditional Chinese translation.
_COURSE = (
    "This is the Hugging Face Course.",
    "This chapter is about tokenization.",
    "This section shows several tokenizer algorithms.",
    "Hopefully, you will be able to understand how they are trained and generate tokens.",
)
_NOTEBOOK = ("This info comes from the Hugging Face Course." + _COURSE[1], *_COURSE[2:])
_CHINESE_PAGE = ("This is the Hugging Face course.", *_COURSE[1:])
_END = ("<|endoftext|>",)
_NOT = "This is not a token."
_TRAINED = "▁trained"


def _text(text: str, **settings: object) -> Sample:
    return Sample(texts=tuple(text.strip("\n").split("\n")), **settings)  # type: ignore[arg-type]


SAMPLES = {
    "course": Sample(_COURSE, special_tokens=_END, watch=_NOT, word=_TRAINED),
    "hug": Sample(
        counts=(("hug", 10), ("pug", 5), ("pun", 12), ("bun", 4), ("hugs", 5)),
        split="whitespace",
        vocab_size=20,
        watch="bug thug unhug",
        unigram_vocab_size=10,
        word="unhug",
    ),
    "notebook": Sample(_NOTEBOOK, special_tokens=_END, watch=_NOT, word=_TRAINED),
    "chinese-page": Sample(_CHINESE_PAGE, special_tokens=_END, watch=_NOT, word=_TRAINED),
    # Sennrich et al. 2016, algorithm 1, with the one-character end-of-word symbol of the paper.
    "sennrich": Sample(
        counts=(("low·", 5), ("lower·", 2), ("newest·", 6), ("widest·", 3)),
        split="whitespace",
        vocab_size=21,
        watch="lowest· newer·",
        unigram_vocab_size=15,
        word="lowest·",
    ),
    # The example of the handout of Stanford's CS336, assignment 1: six merges, three of them tied.
    "handout": Sample(
        counts=(("low", 5), ("lower", 2), ("widest", 3), ("newest", 6)),
        split="whitespace",
        vocab_size=16,
        watch="newest lowest",
        ties="greatest",
        unigram_vocab_size=13,
        word="newest",
    ),
    "aaabdaaabac": Sample(
        ("aaabdaaabac",), split="none", vocab_size=7, watch="aaab", unigram_vocab_size=8
    ),
    "aaaa": Sample(
        counts=(("aaaa", 3), ("aaa", 2), ("aa", 1)),
        split="none",
        vocab_size=6,
        watch="aaaaa",
        unigram_vocab_size=2,
        word="aaaa",
    ),
    "english": _text(
        sample_texts.ENGLISH,
        vocab_size=200,
        watch="The lighthouse keeper listened.",
        word="▁under",
    ),
    "chinese": _text(
        sample_texts.CHINESE,
        split="none",
        vocab_size=213,
        watch="夜市裡的人很多。",
        lang="zh-Hant",
        unigram_vocab_size=180,
        word="我們買了芭樂",
        unigram_split="punctuation",
    ),
    "chinese-words": _text(
        sample_texts.CHINESE_WORDS,
        split="whitespace",
        vocab_size=188,
        watch="我們 去 夜市",
        lang="zh-Hant",
        unigram_vocab_size=200,
        word="魚丸湯",
    ),
    "korean": _text(
        sample_texts.KOREAN,
        split="metaspace",
        vocab_size=264,
        watch="시장에서",
        lang="ko",
        unigram_vocab_size=190,
    ),
    "arabic": _text(
        sample_texts.ARABIC, split="metaspace", vocab_size=183, watch="المدينة", lang="ar"
    ),
    "emoji": _text(
        sample_texts.EMOJI,
        split="metaspace",
        vocab_size=300,
        watch="👩🏽‍🚀 ❤️ 👍🏽",
        unigram_vocab_size=150,
    ),
    "code": _text(sample_texts.CODE, vocab_size=284, watch="        return self.title"),
    # Words that BPE and Unigram segment differently with the same vocabulary size. Unigram starts
    # with the `seed_size` tokens of a longer BPE training (seeds "bpe"), and with the share 0.05
    # each round removes one. No tie decides anything, and every removed piece costs something.
    "unigram-en": Sample(
        counts=(
            ("art", 7),
            ("start", 4),
            ("starter", 12),
            ("send", 10),
            ("resend", 11),
            ("and", 11),
            ("understand", 2),
            ("are", 2),
            ("deer", 11),
            ("easter", 8),
            ("reused", 3),
            ("reread", 1),
        ),
        split="whitespace",
        vocab_size=15,
        seed_size=18,
        em_vocab_size=14,
        watch="restart stand serene",
    ),
    "unigram-zh": Sample(
        counts=(
            ("大學", 10),
            ("中學", 12),
            ("數學", 11),
            ("大學生", 12),
            ("中學生", 8),
            ("學生會", 6),
            ("會員", 7),
            ("學生會員", 1),
            ("生活", 5),
            ("大學生活", 9),
            ("中學生活", 5),
            ("高中生活", 2),
        ),
        split="whitespace",
        vocab_size=16,
        seed_size=20,
        em_vocab_size=14,
        watch="大學生會員 大學學生會 數學生活",
        lang="zh-Hant",
    ),
    "unigram-ko": Sample(
        counts=(
            ("대학", 10),
            ("유학", 12),
            ("수학", 11),
            ("대학생", 12),
            ("유학생", 8),
            ("학생회", 6),
            ("회원", 7),
            ("학생회원", 1),
            ("생활", 5),
            ("대학생활", 9),
            ("유학생활", 5),
            ("고교생활", 2),
        ),
        split="whitespace",
        vocab_size=17,
        seed_size=21,
        em_vocab_size=14,
        watch="대학생회원 유학생회원 수학생활",
        lang="ko",
    ),
}

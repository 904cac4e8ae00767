"""What BPE and Unigram do with the words they are compared on, as it can be told to a class."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Example:
    """The expected results for one sample; segmentations are space-separated.

    rounds: the removed piece and the rise of the loss without it, then the next piece and its rise.
    tokens: the merges of BPE in order. pieces: the remaining pieces of several characters. differ:
    by word, the segmentation by BPE and by Unigram. more: by word, its best segmentation, and one
    with fewer pieces that is less probable. new: words outside the corpus. shared: another
    one, which differs even with the vocabulary before training. em: the pieces that EM removes in
    the end, from the same seeds and to the same size.
    """

    rounds: list[tuple[str, str, str, str]]
    tokens: list[str]
    pieces: list[str]
    differ: dict[str, tuple[str, str]]
    more: dict[str, tuple[str, str]]
    new: tuple[str, ...]
    shared: tuple[str, str, str]
    em: set[str]


EXAMPLES = {
    "unigram-en": Example(
        rounds=[
            ("ar", "2.043", "se", "3.562"),
            ("se", "3.443", "nd", "4.986"),
            ("nd", "4.907", "re", "6.851"),
        ],
        tokens=["nd", "er", "st", "ar", "se", "art", "send"],
        pieces=["er", "st", "art", "send", "start", "re", "and"],
        differ={
            "start": ("st art", "start"),
            "starter": ("st art er", "start er"),
            "resend": ("r e send", "re send"),
            "and": ("a nd", "and"),
            "understand": ("u nd er st a nd", "u n d er st and"),
            "are": ("ar e", "a re"),
            "reused": ("r e u se d", "re u s e d"),
            "restart": ("r e st art", "re start"),
            "stand": ("st a nd", "st and"),
        },
        more={
            "reread": ("r er e a d", "re re a d"),
        },
        new=("restart", "stand"),
        shared=("serene", "s er e n e", "se re n e"),
        em={"nd", "ar", "se"},
    ),
    "unigram-zh": Example(
        rounds=[
            ("學生", "1.597", "中學生活", "7.026"),
            ("中學生活", "6.522", "中學生", "11.466"),
            ("中學生", "11.362", "大學生活", "14.977"),
            ("大學生活", "14.666", "大學", "16.067"),
        ],
        tokens=["學生", "大學生", "中學生", "中學", "數學", "大學", "大學生活"],
        pieces=["大學生", "中學", "數學", "大學", "會員", "生活", "學生會"],
        differ={
            "中學生": ("中學生", "中學 生"),
            "學生會": ("學生 會", "學生會"),
            "會員": ("會 員", "會員"),
            "學生會員": ("學生 會 員", "學 生 會員"),
            "生活": ("生 活", "生活"),
            "大學生活": ("大學生活", "大學 生活"),
            "中學生活": ("中學生 活", "中學 生活"),
            "高中生活": ("高 中 生 活", "高 中 生活"),
            "大學生會員": ("大學生 會 員", "大學生 會員"),
            "大學學生會": ("大學 學生 會", "大學 學生會"),
        },
        more={
            "學生會員": ("學 生 會員", "學生會 員"),
        },
        new=("大學生會員", "大學學生會"),
        shared=("數學生活", "數 學生 活", "數學 生活"),
        em={"學生", "中學生", "學生會", "中學生活"},
    ),
    "unigram-ko": Example(
        rounds=[
            ("학생", "1.597", "유학생활", "7.026"),
            ("유학생활", "6.522", "유학생", "11.466"),
            ("유학생", "11.362", "대학생활", "14.977"),
            ("대학생활", "14.666", "대학", "16.067"),
        ],
        tokens=["학생", "대학생", "유학생", "유학", "수학", "대학", "대학생활"],
        pieces=["대학생", "유학", "수학", "대학", "회원", "생활", "학생회"],
        differ={
            "유학생": ("유학생", "유학 생"),
            "학생회": ("학생 회", "학생회"),
            "회원": ("회 원", "회원"),
            "학생회원": ("학생 회 원", "학 생 회원"),
            "생활": ("생 활", "생활"),
            "대학생활": ("대학생활", "대학 생활"),
            "유학생활": ("유학생 활", "유학 생활"),
            "고교생활": ("고 교 생 활", "고 교 생활"),
            "대학생회원": ("대학생 회 원", "대학생 회원"),
            "유학생회원": ("유학생 회 원", "유학 생 회원"),
        },
        more={
            "학생회원": ("학 생 회원", "학생회 원"),
        },
        new=("대학생회원", "유학생회원"),
        shared=("수학생활", "수 학생 활", "수학 생활"),
        em={"학생", "유학생", "학생회", "유학생활"},
    ),
}

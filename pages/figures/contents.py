"""The data of the course page: all figures, text by text, and the questions of learners."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cache

from pages.figures import (
    faq,
    five_words,
    four_sentences,
    other_versions,
    unigram_sentences,
    unigram_words,
)
from pages.figures.claims import Section
from pages.figures.engine import Engine, engine
from pages.figures.figures import TEXTS, VERDICTS, Figure, figure
from pages.figures.record_types import (
    CourseData,
    CourseQuestion,
    CourseText,
    FigureData,
    Sign,
    TextSource,
    ValuePart,
    VerdictCount,
)
from pages.stage.messages import fill, render
from pages.stage.tokens import number
from pages.translations.language import Translation, translation
from pages.translations.texts import tables, translated

# Where the texts are. The app links to them but requests nothing from there.
COURSE = "https://huggingface.co/learn/llm-course"
SOURCES = {
    "english": f"{COURSE}/chapter6/5",
    "chinese": f"{COURSE}/zh-TW/chapter6/5",
    "unigram": f"{COURSE}/chapter6/7",
}
# Texts whose address is not known: the official texts that they copy. The notebook's corpus was
# changed in the copy, and the course has no Korean translation of chapter 6.
ORIGINALS = {
    "notebook": "https://github.com/huggingface/notebooks/blob/main/course/en/chapter6/section5.ipynb",
    "korean": SOURCES["english"],
}
SIGNS = {"holds": "✓", "rounding": "≈", "tie": "=", "wrong": "✗", "open": "○"}
LABELS = tables("figures/labels.toml")
COMMA = re.compile(r"(?<=\S), (?=\S)")
COUNTED = re.compile(r"\S+\+\S+ \d+")  # a pair and its count


def sections(engine: Engine) -> tuple[Section, ...]:
    """Return the claims of the five texts, part by part.

    >>> sections(engine())[0].claims[0].computed
    'b g h n p s u'
    """
    words, sentences = five_words.PART, four_sentences.PART
    return (
        Section("english", words, five_words.printed(engine) + five_words.not_printed(engine)),
        Section("english", sentences, four_sentences.english(engine)),
        Section("english", four_sentences.LOWEST_PART, four_sentences.lowest_ids(engine)),
        Section("english", sentences, five_words.unknown_character(engine)),
        Section("chinese", words, five_words.printed(engine) + five_words.thug_and_mug(engine)),
        Section("chinese", sentences, other_versions.chinese(engine)),
        Section("chinese", sentences, five_words.unknown_character(engine)),
        Section("notebook", sentences, other_versions.notebook(engine)),
        Section("korean", sentences, other_versions.korean(engine)),
        Section("unigram", words, unigram_words.claims(engine)),
        Section("unigram", sentences, unigram_sentences.words(engine)),
        Section("unigram", sentences, unigram_sentences.scores(engine)),
        Section("unigram", unigram_sentences.PRUNING_PART, unigram_sentences.pruning(engine)),
    )


@cache
def figures(lang: str) -> tuple[Figure, ...]:
    """Return every figure of the five texts in a language, in their order.

    >>> figures("en")[0].verdict
    'holds'
    """
    t = translation(lang)
    return tuple(
        figure(section, claim, t, lang)
        for section in sections(engine())
        for claim in section.claims
    )


def verdict_text(verdict: str, n: int, t: Translation) -> str:
    """A verdict on n figures in words; "all": their number.

    >>> verdict_text("rounding", 2, Translation())
    'correct apart from rounding'
    """
    return fill(LABELS["verdicts"][verdict], {}, t, n)


@cache
def serialized(lang: str) -> str:
    """The data of the page as JSON, cached per language.

    >>> serialized("en").startswith('{"lang": "en"')
    True
    """
    return json.dumps(data(lang), ensure_ascii=False)


def data(lang: str) -> CourseData:
    """The data of the page.

    >>> data("en")["summary"][0][2]
    'printed values'
    """
    t = translation(lang)
    found = figures(lang)
    return {
        "lang": lang,
        "summary": summary(found, t),
        "texts": [text(text_id, found, t) for text_id in TEXTS],
        "signs": {
            verdict: Sign(sign, verdict_text(verdict, 1, t)) for verdict, sign in SIGNS.items()
        },
        "labels": translated(LABELS["labels"], t),
        "figures": [record(figure) for figure in found],
        "questions": [
            CourseQuestion(render(each.question, t), render(each.answer, t), each.link.href(lang))
            for each in faq.questions(engine())
        ],
    }


def tally(found: tuple[Figure, ...]) -> dict[str, int]:
    """How many figures have each verdict.

    >>> tally((Figure("english", "", "", "30", "29", ""),))
    {'holds': 0, 'rounding': 0, 'tie': 0, 'wrong': 1, 'open': 0}
    """
    counts = Counter(figure.verdict for figure in found)
    return {verdict: counts[verdict] for verdict in VERDICTS}


def summary(found: tuple[Figure, ...], t: Translation) -> list[VerdictCount]:
    """All figures by verdict.

    >>> summary((Figure("english", "", "", "30", "29", ""),), Translation())[0]
    VerdictCount(kind='all', number='1', words='printed value')
    """
    counts = tally(found)
    printed = sum(counts.values()) - counts["open"]
    return [
        VerdictCount("all", number(printed), verdict_text("all", printed, t)),
        *(
            VerdictCount(each, number(counts[each]), verdict_text(each, counts[each], t))
            for each in VERDICTS
        ),
    ]


def text(text_id: str, found: tuple[Figure, ...], t: Translation) -> CourseText:
    """One of the texts: its name, and its figures by verdict.

    >>> text("english", (), Translation())["title"]
    'English chapter'
    """
    title, about = map(t.gettext, LABELS["texts"][text_id])
    counts = tally(tuple(figure for figure in found if figure.text_id == text_id))
    link = TextSource(SOURCES.get(text_id, ""), t.gettext("Read this text"))
    if text_id in ORIGINALS:
        link = TextSource(ORIGINALS[text_id], t.gettext("Read the official text that it copies"))
    return {"id": text_id, "title": title, "about": about, "counts": counts, "source": link}


def record(figure: Figure) -> FigureData:
    """One figure; with its note only if it is wrong, rounded or tied.

    >>> record(Figure("english", "", "", "30", "29", "", why="A typo."))["why"]
    'A typo.'
    """
    left, right = parts(figure)
    result: FigureData = {
        "text": figure.text_id,
        "part": figure.part,
        "what": figure.what,
        "printed": left,
        "computed": right,
        "verdict": figure.verdict,
        "link": figure.link,
        "prose": figure.prose,
    }
    if figure.why and figure.verdict in ("rounding", "tie", "wrong"):
        result["why"] = figure.why
    return result


def parts(figure: Figure) -> tuple[list[ValuePart], list[ValuePart]]:
    """The printed and the computed value in parts.

    >>> parts(Figure("english", "", "", "a b", "a c", ""))[1]
    [ValuePart(text='a', is_marked=False), ValuePart(text='c', is_marked=True)]
    """
    given = figure.printed or figure.computed
    if figure.prose or COUNTED.fullmatch(given):
        printed = [ValuePart(figure.printed, False)] if figure.printed else []
        return printed, [ValuePart(figure.computed, False)]
    split = COMMA.split if COMMA.search(given) else str.split
    left, right = (split(value) if value else [] for value in (figure.printed, figure.computed))
    if not left or not right or len(left) == len(right) == 1:
        return plain(left), plain(right)
    same = SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
    mine = {block.a + i for block in same for i in range(block.size)}
    theirs = {block.b + i for block in same for i in range(block.size)}
    return (
        [ValuePart(each, i not in mine) for i, each in enumerate(left)],
        [ValuePart(each, i not in theirs) for i, each in enumerate(right)],
    )


def plain(texts: Sequence[str]) -> list[ValuePart]:
    """Parts of which none is marked."""
    return [ValuePart(each, False) for each in texts]

"""The picture of a lattice: every arc is drawn, and no label is over another arc."""

from itertools import pairwise

import pytest

from pages.state.defaults import defaults
from pages.translations.language import Translation
from pages.unigram.lattice_records import picture
from pages.unigram.word import Word

CORPORA = ("unigram-en", "unigram-zh", "unigram-ko", "hug")
LONG_WORDS = {  # words of ten characters, and longer ones, also with hundreds of pieces
    "unigram-en": ["understand", "startereds", "restartunderstand"],
    "hug": ["hugpunbugs", "pugpugpugpugpug"],
    "course": ["generation", "generations", "understand", "▁tokenizer", "▁tokenization"],
    "english": ["lighthouse", "▁lighthouse"],
    "chinese": ["我們買了芭樂我們買了芭"],
    "code": ["self.title", "return"],
}
# In units of the picture: beside tables at 1366x768 and smaller, presented at 1280x720, 1920x1080.
PLACES = ((400, 300), (522, 300), (560, 330), (675, 461), (840, 420), (1200, 600))
EVERY_LAYOUT = """
const { LARGE, SMALL, layoutOf } = await load('lattice_layout');
const { heads, places } = given;
return heads.map((head) => [
  layoutOf(head, SMALL),
  ...places.map(([width, height]) => layoutOf(head, LARGE, { width, height })),
]);
"""
INSET = 3  # between an arc and its positions


def heads():
    for corpus in dict.fromkeys((*CORPORA, *LONG_WORDS)):
        trained = defaults(corpus).train_unigram()
        words = [*(trained.corpus.counts if corpus in CORPORA else ()), *LONG_WORDS.get(corpus, ())]
        rounds = range(len(trained.rounds) + 1)
        for k in rounds if corpus in CORPORA else (rounds[0], rounds[-1]):
            for text in words:
                word = Word.after(trained, text, k)
                yield f"{corpus} {k} {text}", picture(word, Translation())


@pytest.fixture(name="drawn")
def drawn_fixture(run):
    """(name, head, place, layout) of many words."""
    names, every = zip(*heads(), strict=True)
    assert len(names) > 100
    found = run(EVERY_LAYOUT, {"heads": every, "places": PLACES})
    return [
        (f"{name} {place}", head, place, layout)
        for name, head, layouts in zip(names, every, found, strict=True)
        for place, layout in zip((None, *PLACES), layouts, strict=True)
    ]


def lines(layout, arc, box):
    """What an arc covers: a horizontal line, and one down to each of its positions."""
    left, right = (layout["margin"] + end * layout["unit"] for end in arc[:2])
    left, right, middle = left + INSET, right - INSET, box["top"] + box["height"] / 2
    yield (left, middle, right, middle)
    yield from ((x, middle, x, box["foot"]) for x in (left, right))


def is_over(box, line) -> bool:
    left, top, right, bottom = line
    return (
        left < box["left"] + box["width"]
        and box["left"] < right + 0.01
        and top < box["top"] + box["height"]
        and box["top"] < bottom + 0.01
    )


def outline(box):
    return box["left"], box["top"], box["left"] + box["width"], box["top"] + box["height"]


def test_no_label_is_over_another_label_or_arc(drawn):
    for name, head, _, layout in drawn:
        arcs, boxes = head["arcs"], layout["boxes"]
        assert len(boxes) == len(arcs), name
        for i, box in enumerate(boxes):
            assert box["left"] >= 0, name
            assert box["left"] + box["width"] <= layout["width"] + 0.01 or not box["height"], name
            assert 0 <= box["top"] < box["foot"] < layout["base"], name
            if not box["height"]:
                continue
            for n, other in enumerate(boxes):
                if n != i:
                    assert not (other["height"] and is_over(box, outline(other))), name
                    crossed = [line for line in lines(layout, arcs[n], other) if is_over(box, line)]
                    assert not crossed, (name, arcs[i][2], arcs[n][2])


def test_no_two_arcs_are_drawn_over_each_other(drawn):
    for name, head, _, layout in drawn:
        lanes = {}
        for arc, box in zip(head["arcs"], layout["boxes"], strict=True):
            lanes.setdefault(round(box["foot"], 3), []).append(tuple(arc[:2]))
        for spans in lanes.values():
            assert all(one[1] <= other[0] for one, other in pairwise(sorted(spans))), name


def test_longer_arc_is_above_those_that_it_spans(drawn):
    for name, head, _, layout in drawn:
        spans = [tuple(arc[:2]) for arc in head["arcs"]]
        for (start, end), outer in zip(spans, layout["boxes"], strict=True):
            for (first, last), inner in zip(spans, layout["boxes"], strict=True):
                if start <= first and last <= end and (start, end) != (first, last):
                    assert outer["foot"] < inner["foot"], name


def test_word_of_ten_characters_fits_its_place(drawn):
    """With the name of each piece, if few arcs are over each other, and of characters anyway."""
    for name, head, place, layout in drawn:
        characters = [arc[2] for arc, box in zip(head["arcs"], layout["boxes"], strict=True)
            if box["height"] and arc[1] - arc[0] == 1
        ]  # fmt: skip
        assert len(characters) == sum(arc[1] - arc[0] == 1 for arc in head["arcs"]), name
        if place is None or len(head["text"]) > 10:
            continue
        scale = place[0] / layout["width"]
        assert scale >= 0.999, name
        assert layout["height"] * 0.999 <= place[1], name
        depth = max(
            sum(start <= at < end for start, end, *_ in head["arcs"])
            for at in range(len(head["text"]))
        )
        if depth <= (4 if place[1] <= 300 else 6):
            assert all(box["height"] for box in layout["boxes"]), name

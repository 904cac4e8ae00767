"""The labels of a lattice: no two overlap, and all are inside the picture."""

from pages.state.defaults import defaults
from pages.translations.language import Translation
from pages.unigram.lattice_records import picture
from pages.unigram.word import Word

CORPORA = ("unigram-en", "unigram-zh", "unigram-ko", "hug")
PLACES = ((400, 300), (560, 330), (840, 420), (1200, 600))  # of a projector and beside tables
EVERY_LAYOUT = """
const { LARGE, SMALL, stepLayout, wholeLayout } = await load('lattice_layout');
const { heads, places } = given;
const step = { candidates: [], won: [], path: [] };
return heads.map((head) => [
  ...[SMALL, LARGE].map((text) => wholeLayout(head, text)),
  ...places.flatMap(([width, height]) => [step, { ...step, path: head.best }].map((record) =>
    ({ ...stepLayout(head, record, { width, height }), isPart: true }))),
]);
"""


def heads():
    for corpus in CORPORA:
        trained = defaults(corpus).train_unigram()
        for k in range(len(trained.rounds) + 1):
            for text in trained.corpus.counts:
                word = Word.after(trained, text, k)
                if word.lattice.best is None:
                    continue
                shown = picture(word, Translation())
                cuts, at = set(), 0
                for token in word.lattice.best.tokens:
                    cuts.add((at, at + len(token)))
                    at += len(token)
                arcs = shown["arcs"]
                best = [i for i, (start, end, *_) in enumerate(arcs) if (start, end) in cuts]
                yield f"{corpus} {k} {text}", {**shown, "best": best}


def overlap(one, other) -> bool:
    return all(
        one[start] < other[start] + other[size] and other[start] < one[start] + one[size]
        for start, size in (("left", "width"), ("top", "height"))
    )


def test_no_two_labels_of_a_lattice_overlap(run):
    names, every = zip(*heads(), strict=True)
    assert len(names) > 100
    found = run(EVERY_LAYOUT, {"heads": every, "places": PLACES})
    for name, head, layouts in zip(names, every, found, strict=True):
        for layout in layouts:
            boxes = [each for each in layout["labels"] if each]
            assert boxes
            if not layout.get("isPart"):
                assert len(boxes) == len(head["arcs"])
            for i, one in enumerate(boxes):
                assert one["left"] >= 0, name
                assert one["left"] + one["width"] <= layout["width"] + 0.01, name
                assert 0 <= one["top"] < one["top"] + one["height"] <= layout["base"], name
                assert not any(overlap(one, other) for other in boxes[:i]), name


def test_longer_arc_is_above_those_that_it_spans_where_there_is_room(run):
    names, every = zip(*heads(), strict=True)
    found = run(EVERY_LAYOUT, {"heads": every, "places": [(2400, 600)]})
    for name, head, layouts in zip(names, every, found, strict=True):
        for layout in layouts:
            spans = [(start, end) for start, end, *_ in head["arcs"]]
            for (start, end), outer in zip(spans, layout["labels"], strict=True):
                for (first, last), inner in zip(spans, layout["labels"], strict=True):
                    if start <= first and last <= end and (start, end) != (first, last):
                        assert outer["top"] < inner["top"], name

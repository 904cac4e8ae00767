"""The figures of the Unigram page are those of the course and of the engine."""

from itertools import pairwise
from math import isclose, log, prod

import pytest

import bpe
from bpe import unigram
from pages.runs import runs
from pages.settings.own_text import with_unspaced_text
from pages.stage.tokens import probability, visible
from pages.state.corpus import OWN_TEXT
from pages.state.defaults import defaults
from pages.unigram import round_tables, training_explanations, training_records
from pages.unigram.comparing import comparison_chart
from tests.app.unigram_helpers import SAMPLES, T, cut_of, every_cut, part, settings_of, word_of
from tests.support.cases import combined


def test_five_words_have_the_course_figures():
    pug = word_of(settings_of("hug", word="pug", round=0))
    head, block = part(pug, "head"), part(pug, "0")
    rows = head["segmentations"]["rows"]
    assert [cut_of(cells[1]) for cells, _ in rows] == [("p", "ug"), ("pu", "g"), ("p", "u", "g")]
    assert rows[0][0][2] == "17/210 × 20/210 = 0.007710"
    assert rows[2][0][2] == "17/210 × 36/210 × 20/210 = 0.001322"
    assert [mark for _, mark in rows] == ["chosen", "tied", ""]
    assert "equally good" in block["steps"][6]["why"]
    assert head["stops"] == [6]
    shown = word_of(defaults("hug").replace(round=0))
    assert {arc[2]: arc[7] for arc in part(shown, "head")["arcs"]}["u"] == "36/210"
    unhug = part(shown, "0")
    assert "16/210 × 15/210 = 0.005442" in unhug["steps"][1]["why"]
    assert "36/210 × 16/210 × 15/210 × 36/210 × 20/210 = 0.000015232" in unhug["steps"][2]["why"]
    assert len(unhug["steps"][3]["rows"]) == shown.lattice.count == 8
    cells = [cells for cells, _ in part(shown, "head")["segmentations"]["rows"]]
    assert isclose(sum(float(row[4].rstrip("%")) for row in cells), 100, abs_tol=0.4)
    assert sum(int(row[5]) for row in cells) == 100
    table = [(cut_of(cells[1]), cells[2]) for cells, _ in unhug["steps"][-1]["best"]]
    assert table == [
        (("u",), "0.171429"),
        (("un",), "0.076190"),
        (("un", "h"), "0.005442"),
        (("un", "hu"), "0.005442"),
        (("un", "hug"), "0.005442"),
    ]
    run = runs.unigram_run_of(settings_of("hug"))
    first = part(run, "0")["steps"][1]
    assert ["loss 169.8028", "id loss"] in first["facts"]
    cells = {row[1][0]: (row[2][0], row[3]) for row in first["rows"]}
    assert cells["hug"] == ("23.513753", "stays")
    assert cells["pu"][0] == "0"
    assert "7 of the 8 removable pieces" in first["why"]
    piece_id = run.seeds.ids["hug"]
    sentence = training_records.detail(run, f"without-1-{piece_id}", T)
    assert "rises by 23.513753" in sentence
    assert "10 ⁨hug⁩ → ⁨h ug⁩" in sentence


@pytest.mark.parametrize("corpus", ["hug", "course"])
def test_loss_is_written_out_word_by_word(corpus):
    run = runs.unigram_run_of(settings_of(corpus))
    for this, step in zip(run.rounds, part(run, "0")["steps"][1:], strict=False):
        *rows, (total, _) = step["example"]["rows"]
        assert len(rows) == len(run.corpus.counts)
        for (_, count, tokens, score, product), _ in rows:
            chance = prod(map(this.model.probability, cut_of(tokens)))
            assert score == f"{-log(chance):.4f}"
            assert isclose(float(product), int(count) * -log(chance), abs_tol=1e-4)
        assert total[-1] == f"{this.loss:.4f}"


def test_em_shares_the_count_of_a_word_and_prunes_five_of_15_seeds():
    run = runs.unigram_run_of(settings_of("hug", "em").replace(shares="digamma"))
    assert (len(run.seeds.pieces), len(run.model.pieces)) == (15, 10)
    seeds, e_step, m_step = (part(run, "0")["steps"][k] for k in (0, 2, 3))
    assert seeds["title"] == "The first pieces: more than needed"
    (shares,) = (row for row in e_step["shares"]["rows"] if row[0] == "hug ×10")
    chances = {cut: prod(map(run.seeds.probability, cut)) for cut in [("hug",), *every_cut("hug")]}
    shown = {cut_of(content): float(amount) for content, _, amount, _ in shares[1]}
    for cut, chance in chances.items():
        assert isclose(shown[cut], 10 * chance / sum(chances.values()), abs_tol=6e-3)
    (cells, _), *_ = m_step["example"]["rows"]
    assert cells[:2] == [[["hug", 3]], "9.766"]
    assert "ψ(c) − ψ(66.091)" in m_step["example"]["note"]
    assert float(cells[4]) < 1  # the digamma function lowers every share


def test_columns_of_em_say_what_they_have():
    """No empty column of reasons, and no piece count where longer pieces start with a weight."""
    for corpus, first, pruned in (("english", "Weight", 3), ("unigram-en", "Piece count", 4)):
        run = runs.unigram_run_of(settings_of(corpus, "em"))
        columns = training_records.labels(run, T)["columns"]
        assert columns[""][1].title == first
        assert len(columns["prune"]) == pruned
    english = runs.unigram_run_of(settings_of("english", "em"))
    pruning = next(each.number for each in english.rounds if each.phase == "prune")
    rows = training_records.record(english, pruning, T)["rows"]
    assert {len(row.cells) for row in rows} == {1}


def test_tiny_share_is_not_written_as_none():
    run = runs.unigram_run_of(settings_of("unigram-en", "em"))
    rows = part(run, "0")["steps"][2]["shares"]["rows"]
    amounts = [amount for row in rows for _, _, amount, _ in row[1]]
    assert "<0.01" in amounts
    assert "0.00" not in amounts


def test_end_below_the_target_is_explained():
    settings = settings_of("english", "course")
    run = runs.unigram_run_of(settings)
    assert len(run.model.pieces) < settings.unigram.vocab
    assert "so it can end below the target" in training_explanations.why(run, len(run.rounds), T)


UNSPACED = (
    "今天天氣很好，我們去公園散步。公園裡有很多人，也有很多狗。我喜歡公園，因為公園很安靜。",
    "今日は天気がいいので、公園へ行きました。公園には犬がたくさんいました。犬はかわいいです。",
    "วันนี้อากาศดี เราไปสวนสาธารณะ ในสวนมีคนมากมาย และมีสุนัขมากมาย",
)


def test_text_without_spaces_leaves_unigram_something_to_segment():
    for each in UNSPACED:
        settings = with_unspaced_text(defaults(OWN_TEXT).replace(own=each), each)
        run = runs.unigram_run_of(settings)
        shown = word_of(settings.replace(round=0))
        assert 2 < len(shown.text) < 20
        assert shown.lattice.count > 1  # several segmentations, but not too many to draw
        assert len(run.corpus.alphabet) < len(run.model.pieces)
    text = "夜市裡的人很多。我們去夜市，夜市的人在夜市吃東西。"
    settings = with_unspaced_text(defaults(OWN_TEXT).replace(own=text), text)
    run = runs.unigram_run_of(settings)
    assert "夜市" in run.model.pieces
    assert len(run.model.encode_word(text).tokens) < len(text)
    assert max(map(len, run.seeds.pieces)) < 4  # no clause is a piece
    assert word_of(settings).text == "夜市的人在夜市吃東西"
    english = defaults(OWN_TEXT)
    assert with_unspaced_text(english, english.corpus.own) == english


def test_four_sentences_have_the_course_figures():
    settings = settings_of("course", word="Hopefully", start="one", round=0)
    shown = word_of(settings)
    note = part(shown, "head")["note"]
    assert "41.5157" in note
    assert "40.5157" in note
    run = runs.unigram_run_of(settings)
    steps = part(run, "0")["steps"] + part(run, "1")["steps"]
    sizes = [300, 270, 243, 219, 198, 179, 162, 146, 132, 119, 108, 98]
    for k, (before, after) in enumerate(pairwise(sizes), 1):
        assert steps[k]["facts"][0][0] == f"{before} → {after} pieces"
    assert ["loss 413.1038", "id loss"] in steps[1]["facts"]
    assert "237 of the 270 removable pieces" in steps[1]["why"]
    gone = [row[1][0] for row in steps[1]["rows"] if row[3] == "gone"]
    assert gone[:6] == ["is", "to", "▁T", "▁Th", "▁Thi", "Th"]
    assert gone[-1] == "tokeni"
    assert "without any one of them" in steps[11]["why"]


@pytest.mark.parametrize(("corpus", "method"), combined(SAMPLES, unigram.METHODS))
def test_every_round_record_matches_the_run(corpus, method):
    run = runs.unigram_run_of(settings_of(corpus, method))
    head = part(run, "head")
    blocks = [part(run, str(i)) for i in range(len(run.rounds) // training_records.BLOCK + 1)]
    steps = [record for block in blocks for record in block["steps"]]
    assert len(steps) == head["last"] + 1 == len(run.rounds) + 1
    for k, this in enumerate(run.rounds, 1):
        rows = steps[k]["rows"]
        assert len(rows) == min(len(this.model.pieces), round_tables.PIECES)
        ids = [row[0] for row in rows]
        assert len(set(ids)) == len(ids)
        gone = {this.model.pieces[row[0]] for row in rows if row[3] == "gone"}
        assert gone == set(this.removed) if len(this.removed) <= round_tables.PIECES else gone
        for piece_id, chip, cells, *_ in rows:
            assert chip[0] == visible(this.model.pieces[piece_id])
            share = probability(this.model.probability(this.model.pieces[piece_id]))
            assert share in cells or this.phase in ("m_step", "prune")
        changed = (
            list(run.changes(k))[: round_tables.WORDS] if this.model is not this.result else []
        )
        assert [cut_of(after) for _, _, after in steps[k]["words"]] == [
            tuple(map(visible, change.after.tokens)) for change in changed
        ]
    assert "Training ends here" in steps[-1]["why"] or "nothing is pruned" in steps[-1]["why"]


def test_size_curve_matches_separate_trainings():
    settings = settings_of("english")
    run = runs.unigram_run_of(settings)
    corpus = settings.corpus.read(settings.unigram.split)
    whole = bpe.train(corpus, 300)
    points = comparison_chart.curve(whole, run, ("BPE", "Unigram"))
    words = sum(corpus.counts.values())
    for point in points:
        if point.method == "BPE":
            at_size = bpe.train(corpus, point.size)
            assert len(at_size.vocab) == point.size
            total = at_size.token_totals[-1]
        else:
            models = [run.seeds, *(each.result for each in run.rounds)]
            (model,) = {id(m): m for m in models if len(m.pieces) == point.size}.values()
            total = sum(
                len(model.encode_word(word).tokens) * count for word, count in corpus.counts.items()
            )
        assert isclose(point.value, total / words)
    assert {point.method for point in points} == {"BPE", "Unigram"}


def test_finalize_names_the_least_probable_pieces():
    run = settings_of("english", "em").train_unigram()
    last = run.rounds[-1]
    longer = sorted((p for p in last.model.pieces if len(p) > 1), key=last.model.probability)
    count = len(last.removed)
    assert 0 < count < len(longer)
    assert set(last.removed) == set(longer[:count])
    step = training_records.record(run, last.number, T)
    rows = [(chip[0], cells, mark) for _, chip, cells, mark, _ in step["rows"]]
    shares = [[probability(last.model.probability(piece)), "–"] for piece in longer[:count]]
    marked = ["gone"] * count
    assert rows[:count] == list(zip(map(visible, longer[:count]), shares, marked, strict=True))
    assert {mark for *_, mark in rows[count:]} == {"stays"}
    columns = training_records.labels(run, T)["columns"][step["kind"]]
    assert [name for _, name in columns] == ["Piece", "Probability", "In the end", "Status"]
    ends = [cells[1] for _, cells, _ in rows[count:]]
    kept = list(training_explanations.sorted_pieces(last, last.model))[count:]
    assert ends == [probability(run.model.probability(piece)) for piece in kept[: len(ends)]]
    assert f"the {count} least probable longer pieces" in step["why"]
    assert len(run.rounds[-2].lost) == 2
    least = probability(min(map(run.model.probability, run.rounds[-2].lost)))
    for said in (step["why"], step["example"]["note"]):
        assert f"Each now gets one just below the lowest: {least}." in said
    size = len(run.model.pieces)
    other = unigram.train(run.corpus, size, "em", quirks=["finalize_in_order"]).model
    marks = {cells[0][0][0]: tuple(cells[2:]) for cells, _ in step["example"]["rows"]}
    for piece in longer:
        both = tuple("kept" if piece in each.ids else "removed" for each in (run.model, other))
        assert marks.get(visible(piece), ("kept", "kept")) == both


def test_pruning_of_em_says_what_is_estimated():
    run = settings_of("english", "em").train_unigram()
    this = next(each for each in run.rounds if each.phase == "prune")
    piece = "▁The"
    changes = unigram.changes_without(run.corpus, this.model, piece)
    exact = f"{sum(change.rise for change in changes):.6f}"
    estimate = f"{this.rises[piece]:.6f}"
    assert exact != estimate
    detail = training_records.detail(run, f"without-{this.number}-{this.model.ids[piece]}", T)
    assert f"the loss rises by {exact}. This is exact. The table estimates {estimate}." in detail
    answers = training_records.record(run, this.number, T)["quiz"]["choices"]
    rises = [f"{training_explanations.rise_text(rise)} (estimate)" for rise in this.rise]
    assert sum(any(rise in text for rise in rises) for _, _, text in answers) == len(answers) - 1
    columns = training_records.labels(run, T)["columns"]["prune"]
    assert ("rise", "Estimated rise") in columns
    course = training_records.labels(settings_of("english").train_unigram(), T)
    assert ("rise", "Loss rises by") in course["columns"]["prune"]

"""The Unigram page: its three views match the engine."""

import gzip
import json
import random
from functools import partial
from itertools import combinations, pairwise
from math import isclose, log, prod
from urllib.parse import parse_qsl, urlsplit
from uuid import uuid4

import pytest

import bpe
from bpe import unigram
from pages.jobs.queue import TRAININGS
from pages.runs import records, runs
from pages.runs.trainings import unigram_cost_of, unigram_job_of
from pages.settings.own_text import with_unspaced_text
from pages.stage.tokens import probability, visible
from pages.state.corpus import OWN_TEXT
from pages.state.defaults import defaults, with_method
from pages.state.settings import MAX_WORD
from pages.state.url import from_query
from pages.translations.language import LANGUAGES, translation
from pages.unigram import (
    comparison_chart,
    contents,
    round_tables,
    training_explanations,
    training_records,
)
from pages.unigram.word import Word
from tests.support.cases import combined
from tests.support.trainings import finish

T = translation("en")
SAMPLES = tuple(bpe.SAMPLES)


def settings_of(corpus: str, method: str = "course", **changes: object):
    return with_method(defaults(corpus), method).replace(**changes)


def plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' if count != 1 else ''}"


def part(shown, name: str, lang: str = "en") -> dict:
    data = records.serialized(shown, f"test {uuid4()}", lang, name)
    return json.loads(gzip.decompress(data))


def word_of(settings) -> Word:
    return contents.word_of(settings, runs.unigram_run_of(settings))[1]


def every_cut(word: str):
    """All segmentations of a word."""
    for size in range(len(word)):
        for borders in combinations(range(1, len(word)), size):
            ends = [0, *borders, len(word)]
            yield tuple(word[a:b] for a, b in pairwise(ends))


def cut_of(cell) -> tuple[str, ...]:
    """The tokens in a table cell."""
    return tuple(part[0] for part in cell if isinstance(part, list))


@pytest.mark.parametrize("method", unigram.METHODS)
@pytest.mark.parametrize("corpus", SAMPLES)
def test_every_lattice_step_matches_brute_force(corpus, method):
    shown = word_of(settings_of(corpus, method))
    model = shown.model
    head, block = part(shown, "head"), part(shown, "0")
    assert head["text"] == [visible(letter) for letter in shown.text]
    known = {
        (a, b)
        for a in range(len(shown.text))
        for b in range(a + 1, len(shown.text) + 1)
        if shown.text[a:b] in model.scores
    }
    assert {tuple(arc[:2]) for arc in head["arcs"] if arc[6]} == known
    assert len(block["steps"]) == head["last"] + 1
    for end in range(1, len(shown.text) + 1):
        record = block["steps"][shown.intro + end]
        label, cell, value = record["best"][end - 1][0]
        assert label.startswith(f"{end} ")
        weighted = [
            (prod(model.probability(token) for token in tokens), tokens)
            for tokens in every_cut(shown.text[:end])
            if all(token in model.scores for token in tokens)
        ]
        if not weighted:
            continue  # an unknown character has a price of its own
        best = max(chance for chance, _ in weighted)
        mine = {tuple(map(visible, tokens)): chance for chance, tokens in weighted}
        assert isclose(mine[cut_of(cell)], best, rel_tol=1e-9)
        assert value == probability(shown.lattice.best_at[end - 1].probability)
        assert [row[1] for row in record["rows"]].count("chosen") == 1
        for earlier in block["steps"][: shown.intro + end]:
            assert earlier["best"][end - 1][1] == "yet"
    final = block["steps"][-1]
    if shown.lattice.best:
        path = sorted(final["path"], key=lambda i: head["arcs"][i][0])
        tokens = [head["arcs"][i][3] for i in path]
        assert tokens == [visible(token) for token in shown.lattice.best.tokens]


def test_five_words_have_the_course_figures():
    pug = word_of(settings_of("hug", word="pug"))
    head, block = part(pug, "head"), part(pug, "0")
    rows = head["segmentations"]["rows"]
    assert [cut_of(cells[1]) for cells, _ in rows] == [("p", "ug"), ("pu", "g"), ("p", "u", "g")]
    assert rows[0][0][2] == "17/210 × 20/210 = 0.007710"
    assert rows[2][0][2] == "17/210 × 36/210 × 20/210 = 0.001322"
    assert [mark for _, mark in rows] == ["chosen", "tied", ""]
    assert "equally good" in block["steps"][6]["why"]
    assert head["stops"] == [6]
    shown = word_of(defaults("hug"))
    assert {arc[3]: arc[8] for arc in part(shown, "head")["arcs"]}["u"] == "36/210"
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
    run = runs.unigram_run_of(settings_of("hug", "em"))
    assert (len(run.seeds.pieces), len(run.model.pieces)) == (15, 10)
    seeds, e_step, m_step = (part(run, "0")["steps"][k] for k in (0, 2, 3))
    assert seeds["title"] == "The seeds: more pieces than needed"
    shares = e_step["shares"]["rows"][0]
    assert shares[0] == "hug ×10"
    chances = {cut: prod(map(run.seeds.probability, cut)) for cut in [("hug",), *every_cut("hug")]}
    shown = {cut_of(content): float(amount) for content, _, amount, _ in shares[1]}
    for cut, chance in chances.items():
        assert isclose(shown[cut], 10 * chance / sum(chances.values()), abs_tol=6e-3)
    (cells, _), *_ = m_step["example"]["rows"]
    assert cells[:2] == [[["hug", 6]], "9.766"]
    assert "ψ(c) − ψ(66.091)" in m_step["example"]["note"]
    assert float(cells[4]) < 1  # the digamma function lowers every share


UNSPACED = (
    "今天天氣很好，我們去公園散步。公園裡有很多人，也有很多狗。我喜歡公園，因為公園很安靜。",
    "今日は天気がいいので、公園へ行きました。公園には犬がたくさんいました。犬はかわいいです。",
    "วันนี้อากาศดี เราไปสวนสาธารณะ ในสวนมีคนมากมาย และมีสุนัขมากมาย",
)


def test_text_without_spaces_leaves_unigram_something_to_segment():
    for each in UNSPACED:
        settings = with_unspaced_text(defaults(OWN_TEXT).replace(own=each), each)
        run = runs.unigram_run_of(settings)
        shown = word_of(settings)
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
    settings = settings_of("course", word="Hopefully", start="one")
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


@pytest.mark.parametrize("corpus", ["hug", "course", "english", "chinese"])
def test_comparison_with_bpe_matches_the_engine(open_app, corpus):
    app = open_app(corpus=corpus, show="comparison")
    app.go_to("unigram/page.py")
    data = app.component("comparison")
    settings = settings_of(corpus)
    run = runs.unigram_run_of(settings)
    words = settings.corpus.read(settings.unigram.split)
    other = bpe.train(words, len(run.model.pieces))
    for i, (row, word) in enumerate(zip(data["rows"], words.counts, strict=False)):
        ours = other.at(len(other.merges)).words[i][0]
        best = run.model.encode_word(word)
        assert cut_of(row["bpe"]) == tuple(map(visible, ours))
        assert cut_of(row["unigram"]) == tuple(map(visible, best.tokens))
        assert (row["kind"] == "same") == (tuple(ours) == best.tokens)
        to_bpe, to_word = row["links"]
        found, _, invalid = read(to_word)
        assert not invalid
        assert found.view.word == word[:MAX_WORD]
        assert found.view.round == len(run.rounds)
        found, step, invalid = read(to_bpe)
        assert not invalid
        again = runs.run_of(found)
        assert again.merges == other.merges
        assert step == max(other.merge_ranks(i), default=0)


def read(link: str):
    """The settings and the step of a link, and its invalid parameters."""
    return from_query(dict(parse_qsl(urlsplit(link).query, keep_blank_values=True)))


def test_chosen_view_and_word_are_in_the_link(open_app):
    app = open_app(corpus="course")
    app.go_to("unigram/page.py")
    assert app.query()["show"] == "both"
    app.set(show="rounds")
    assert app.query()["show"] == "rounds"
    assert app.stage["run"] == settings_of("course").unigram_key
    app.set(method="em")
    assert app.query()["method"] == "em"
    assert "seeds" not in app.query()  # as is usual with EM
    assert app.stage["run"] == settings_of("course", "em").unigram_key
    app.set(show="word", word="▁tokens.")
    assert app.query()["word"] == "▁tokens."
    app.set(round=2)
    assert app.query()["round"] == "2"


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


@pytest.mark.parametrize("ties", bpe.TIES)
@pytest.mark.parametrize("corpus", ["hug", "course", "korean", "aaaa"])
def test_compared_bpe_has_the_same_vocabulary_size(open_app, corpus, ties):
    app = open_app(corpus=corpus, show="comparison", ties=ties)
    app.go_to("unigram/page.py")
    shown = app.component("comparison")
    settings = settings_of(corpus, ties=ties)
    pieces = len(runs.unigram_run_of(settings).model.pieces)
    run = bpe.train(settings.corpus.read(settings.unigram.split), pieces, ties)
    assert (
        f"BPE has {plural(len(run.vocab), 'token')}, and Unigram has {plural(pieces, 'piece')}."
        in shown["summary"]
    )
    for i, row in enumerate(shown["rows"]):
        tokens = run.tokens(i, len(run.merges))
        assert [each[0] for each in row["bpe"]] == [visible(token) for token in tokens]
        assert row["links"][0].endswith(f"&step={max(run.merge_ranks(i), default=0)}")
    watched = run.encode(settings.view.sentence)
    drawn = dict(shown["texts"]).get("BPE", [])
    assert [chip[0] for chip in drawn] == [visible(token) for token in watched.tokens]


@pytest.mark.parametrize(
    ("show", "lang", "corpus"),
    [
        (show, lang, corpus)
        for show in ("word", "rounds", "comparison")
        for lang, corpus in combined(LANGUAGES, ["hug", "course", "korean"])
    ],
)
def test_page_opens_in_every_language(open_app, lang, corpus, show):
    app = open_app(corpus=corpus, lang=lang, show=show, at="2")
    app.go_to("unigram/page.py")
    assert not app.errors
    assert not app.warnings
    name = "comparison" if show == "comparison" else "stage"
    assert app.component(name)
    if lang == "ko":
        assert not any("Unigram" in each.proto.json for each in app.at.get("bidi_component"))


def test_stage_keeps_its_subject_until_something_else_is_shown(open_app):
    app = open_app(corpus="course", lang="en", show="rounds")
    app.go_to("unigram/page.py")
    assert app.address["has_position"]
    before = app.stage["subject"]
    app.set(unigram_vocab=90)
    assert app.stage["subject"] == before
    subjects = [before]
    for change in ({"show": "word"}, {"round": 1}, {"method": "em"}, {"corpus": "hug"}):
        app.set(**change)
        assert app.stage["subject"] not in subjects
        subjects.append(app.stage["subject"])
    app.go_to("encoding/page.py")
    assert app.stage["subject"] not in subjects


@pytest.mark.parametrize(
    "change", [{"norm": "lower"}, {"unigram_vocab": 90}, {"unigram_split": "whitespace"}]
)
def test_new_training_does_not_inherit_the_stop(open_app, change):
    app = open_app(corpus="course", lang="en", method="em", upto="1")
    app.go_to("unigram/page.py")
    assert runs.unigram_run_of(app.at.session_state["session"].settings).stopped == "user"
    app.set(**change)
    assert runs.unigram_run_of(app.at.session_state["session"].settings).stopped != "user"


def test_vocabulary_is_at_least_the_alphabet():
    settings = settings_of("chinese", unigram_vocab=3)
    run = runs.unigram_run_of(settings)
    assert len(run.model.pieces) == len(run.corpus.alphabet)


@pytest.mark.parametrize("method", unigram.METHODS)
@pytest.mark.parametrize("text", ["a", "a" * 100, "\0", "👩🏽‍🚀 é", "مدينة"])
def test_unusual_texts_are_displayed(text, method):
    settings = settings_of(OWN_TEXT, method, own=text, word="ab ☃")
    run = runs.unigram_run_of(settings)
    for lang in LANGUAGES:
        for name in ("head", "0"):
            assert part(run, name, lang)
            assert part(word_of(settings), name, lang)


def test_word_of_a_round_uses_the_vocabulary_of_that_round():
    settings = settings_of("course", word="This")
    run = runs.unigram_run_of(settings)
    for number in range(len(run.rounds) + 1):
        shown = word_of(settings.replace(round=number))
        after = run.rounds[number - 1].result if number else run.seeds
        assert shown.model == after
    beyond = word_of(settings.replace(round=99))
    assert beyond.model == run.model


def long_words(count: int, length: int) -> str:
    chance = random.Random(5)
    return "\n".join("".join(chance.choices("abcdefgh", k=length)) for _ in range(count))


@pytest.mark.parametrize(
    "before", [(), ("unigram/page.py", "training/page.py")], ids=["first", "again"]
)
def test_own_corpus_survives_a_method_that_cannot_use_it(open_app, before):
    own = long_words(20, 300)
    app = open_app()
    for page in before:
        app.go_to(page)
    app.set(corpus=OWN_TEXT, own=own)
    app.go_to("unigram/page.py")
    asked = app.at.session_state["session"].settings
    finish(TRAININGS.get_or_start(asked.unigram_key, partial(unigram_job_of, asked)))
    app.run()
    app.run()
    assert any("too long to use all their substrings" in each for each in app.warnings)
    settings = app.at.session_state["session"].settings
    assert (settings.corpus.own, settings.unigram.method) == (own, "em")
    assert app.stage["run"]
    app.go_to("training/page.py")
    assert app.at.session_state["session"].settings.corpus.own == own


def test_many_seeds_are_computed_in_a_worker():
    settings = settings_of(
        OWN_TEXT, own=long_words(1, 170), unigram_split="none", seeds="substrings"
    )
    assert unigram_cost_of(settings).is_large
    assert not unigram_cost_of(settings_of(OWN_TEXT, own=long_words(6, 20))).is_large
    assert runs.unigram_run_of(settings) is None
    finish(TRAININGS.get_or_start(settings.unigram_key, partial(unigram_job_of, settings)))
    run, expected = runs.unigram_run_of(settings), settings.train_unigram()
    assert run.rounds == expected.rounds
    assert run.model.pieces == expected.model.pieces
    assert dict(run.corpus.counts) == dict(expected.corpus.counts)


def test_finalize_names_the_least_probable_pieces():
    run = settings_of("english", "em").train_unigram()
    last = run.rounds[-1]
    longer = sorted((p for p in last.model.pieces if len(p) > 1), key=last.model.probability)
    count = len(last.removed)
    assert 0 < count < len(longer)
    assert set(last.removed) == set(longer[:count])
    step = training_records.record(run, last.number, T)
    rows = [(chip[0], mark) for _, chip, _, mark, _ in step["rows"]]
    assert rows[:count] == [(visible(piece), "gone") for piece in longer[:count]]
    gone, kept = (probability(last.model.probability(each)) for each in longer[count - 1 :][:2])
    assert f"The {count} least probable pieces" in step["why"]
    assert f"{gone}. The next one, " in step["why"]
    assert f", has {kept}." in step["why"]
    assert len(run.rounds[-2].lost) == 2
    assert "2 characters that M steps dropped return" in step["example"]["note"]
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


def test_link_can_take_the_tokens_of_bpe_as_seeds():
    link = "corpus=english&unigram_split=metaspace&seeds=bpe&max_seeds=300"
    settings = from_query(dict(parse_qsl(link)))[0]
    run = runs.unigram_run_of(settings)
    assert run.seeds.pieces == bpe.train(run.corpus, 300).vocab
    why = training_records.record(run, 0, T)["why"]
    assert f"300 pieces: the {len(run.corpus.alphabet)} characters of the corpus and" in why
    assert "the tokens of BPE with a large vocabulary" in why


def test_error_disappears_with_the_next_change(open_app):
    app = open_app()
    app.set(corpus=OWN_TEXT, own="")
    assert app.warnings
    app.go_to("unigram/page.py")
    app.set(method="em")
    assert not app.warnings

"""Predict: every question has one correct answer, and its numbers match the run."""

import inspect

import pytest

import bpe
from bpe import reference, unigram
from pages.encoding.encoded_text import encode_text
from pages.encoding.encoders import EncodingOptions
from pages.encoding.records import MergedText
from pages.encoding.walk import Text
from pages.runs import runs
from pages.stage.tokens import visible
from pages.state.defaults import defaults, with_method
from pages.training import code
from pages.training.kind import training_kind
from pages.translations.language import LANGUAGES, translation
from pages.unigram import lattice_records, training_records
from pages.unigram.contents import word_of
from tests.support.cases import combined

T = translation("en")
SAMPLES = tuple(bpe.SAMPLES)


def steps_of(view, shown, last: int) -> list[dict]:
    size = view.head(shown, T, "en")["size"]
    blocks = [view.block(shown, i, T) for i in range(last // size + 1)]
    return [record for block in blocks for record in block["steps"]]


def training_steps(run: bpe.Run) -> list[dict]:
    return training_kind(run).steps(0, len(run.merges) + 1, T)["steps"]


def text_of(parts) -> str:
    return "".join(part if isinstance(part, str) else part[0] for part in parts)


@pytest.mark.parametrize(("corpus", "ties"), combined(SAMPLES, bpe.TIES))
def test_one_offered_pair_is_the_next_merge(corpus, ties):
    run = runs.run_of(defaults(corpus).replace(ties=ties))
    steps = training_steps(run)
    assert not steps[0]["quiz"]
    asked = 0
    for merge, step in zip(run.merges, steps[1:], strict=True):
        quiz = step["quiz"]
        pairs = run.pairs(merge.rank - 1)
        if not quiz:
            assert len(pairs) == 1
            continue
        asked += 1
        (right,) = (choice for choice in quiz["choices"] if choice[1])
        assert text_of(right[0]) == f"{visible(merge.left)}+{visible(merge.right)}"
        assert quiz["then"]["answers"] == [str(merge.count)]
        assert right[2] == step["why"]
        offered = [text_of(parts) for parts, _, _ in quiz["choices"]]
        assert len(set(offered)) == len(offered) <= 6
        written = {f"{visible(a)}+{visible(b)}": n for (a, b), n in pairs.items()}
        for parts, is_right, feedback in quiz["choices"]:
            count = written[text_of(parts)]
            if is_right:
                continue
            just_as_often = "occurs just as often" in feedback
            assert just_as_often == (count == merge.count)
            assert just_as_often or f"has a count of {count:,}." in feedback
    assert asked or len(run.merges) < 3


def test_sum_of_every_listed_pair_gives_its_count_at_every_step():
    run = runs.run_of(defaults("emoji"))  # has more pairs than are listed, so some come back
    block = training_kind(run).steps(0, len(run.merges) + 1, T)
    for k, step in enumerate(block["steps"]):
        for left, right, times, *_ in step["rows"]:
            sums = block["sums"].get(f"{left} {right}", ())
            texts = [text for first, text in sums if first <= k]
            assert not times or texts[-1].endswith(f" = {times:,}")


def test_wrong_pair_gets_the_correct_sum():
    run = runs.run_of(defaults("hug"))
    quiz = training_steps(run)[1]["quiz"]
    feedbacks = {text_of(parts): feedback for parts, _, feedback in quiz["choices"]}
    plain = {
        pair: text.replace("\u2068", "").replace("\u2069", "") for pair, text in feedbacks.items()
    }
    assert plain["p+u"] == "p+u has a count of 17. u+g: 10 hug + 5 pug + 5 hugs = 20"
    assert quiz["then"]["answers"] == ["20"]


@pytest.mark.parametrize(("corpus", "method"), combined(SAMPLES, unigram.METHODS))
def test_equal_segmentations_are_all_correct_and_equal_pieces_are_not_asked(corpus, method):
    settings = with_method(defaults(corpus), method)
    run = runs.unigram_run_of(settings)
    _, shown = word_of(settings, run)
    for k, step in enumerate(steps_of(lattice_records, shown, shown.last)):
        quiz = step["quiz"]
        if not quiz:
            continue
        position = k - shown.intro
        found = shown.lattice.positions[position - 1]
        best = shown.lattice.best_at[position - 1].tokens
        right = [choice for choice in quiz["choices"] if choice[1]]
        assert [visible(token) for token in best] in [[chip[0] for chip in x[0]] for x in right]
        equal = [x for x in found.candidates if unigram.equal(x.total, found.winner.total)]
        assert len(right) == len(equal) or len(quiz["choices"]) < len(found.candidates)
        assert all(
            text_of(parts).replace("◌", "") == visible(shown.text[:position])  # under a lone accent
            for parts, _, _ in quiz["choices"]
        )
    for this, step in zip(
        run.rounds, steps_of(training_records, run, len(run.rounds))[1:], strict=True
    ):
        quiz = step["quiz"]
        if this.phase in ("e_step", "m_step"):
            assert not quiz or sum(choice[1] for choice in quiz["choices"]) == 1
        elif quiz:
            right = {text_of(parts) for parts, is_right, _ in quiz["choices"] if is_right}
            assert right == {visible(this.removed[0])}
        else:
            rises = dict(this.rises)
            kept = [rises[piece] for piece in rises if piece not in this.gone]
            dearest = max((rises[piece] for piece in this.removed if piece in rises), default=0)
            assert this.phase != "prune" or not this.removed or min(kept) < dearest + 1e-9


@pytest.mark.parametrize(("order", "dropout"), [("rank", 0.0), ("rules", 0.0), ("rank", 0.5)])
def test_one_offered_merge_is_applied_next(order, dropout):
    encoder = runs.run_of(defaults("course")).encoder()
    options = EncodingOptions(order, dropout=dropout)
    shown = encode_text(encoder, "This is the tokenization of Hugging Face, été.", options)
    asked = 0
    for k, step in enumerate(encoding_steps(shown)):
        quiz = step.get("quiz")
        if not quiz:
            continue
        asked += 1
        (right,) = (choice for choice in quiz["choices"] if choice[1])
        applied = step.get("parts")
        assert text_of(right[0]) == (text_of(applied[:3]) if applied else "No merge applies"), k
        offered = [text_of(parts) for parts, _, _ in quiz["choices"]]
        assert len(set(offered)) == len(offered) <= 6
        assert all(feedback.endswith(step["why"]) for _, _, feedback in quiz["choices"])
    assert asked > 10


def encoding_steps(shown: Text) -> list[dict]:
    blocks = (MergedText(shown).block(i, T) for i in range(shown.last // shown.block + 1))
    return [record for block in blocks for record in block["steps"]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_step_code_shows_the_values_of_the_step(lang):
    t = translation(lang)
    for ties in bpe.TIES:
        run = runs.run_of(defaults("course").replace(ties=ties))
        splits = {word: list(word) for word in run.corpus.counts}
        shown = training_kind(run).code_block(0, len(run.merges) + 1, t)
        source = [text.strip() for _, text in shown["lines"]]
        for merge, step in zip(run.merges, shown["steps"][1:], strict=True):
            pairs = reference.count_pairs(splits, run.corpus)
            after = {
                word: reference.merge_pair(tokens, merge.left, merge.right)
                for word, tokens in splits.items()
            }
            lines = {source[i]: value for i, value in step["values"].items()}
            touched = sum(after[word] != splits[word] for word in splits)
            assert str(len(pairs)) in lines["pairs = count_pairs(splits, corpus)"]
            assert lines["count = max(pairs.values(), default=0)"] == str(merge.count)
            (choice,) = (value for line, value in lines.items() if line.startswith("left, right"))
            assert choice == f"{visible(merge.left)}, {visible(merge.right)}"
            tied = [pair for pair, count in pairs.items() if count == merge.count]
            named = lines["tied = [pair for pair in pairs if pairs[pair] == count]"]
            names = named.removesuffix(", …").split(", ")
            assert names[0] == f"{visible(merge.left)}+{visible(merge.right)}"
            assert set(names) <= {"+".join(map(visible, pair)) for pair in tied}
            assert len(names) == min(len(tied), code.NAMED)
            assert named.endswith("…") == (len(tied) > code.NAMED)
            (words,) = (value for line, value in lines.items() if line.startswith("splits"))
            assert str(touched) in words
            assert str(touched) in step["note"]
            splits = after
        assert "[]" in shown["steps"][0]["values"].values()


def test_displayed_code_is_the_reference_source():
    lines = training_kind(runs.run_of(defaults("hug"))).code_block(1, 2, T)["lines"]
    source = inspect.getsource(reference).splitlines()
    assert [text for _, text in lines] == [source[number - 1] for number, _ in lines]
    function = inspect.getsource(reference.train).replace(reference.train.__doc__, "")
    shown = "".join(text for _, text in lines)
    assert shown == "".join(line for line in function.splitlines() if '""""""' not in line)

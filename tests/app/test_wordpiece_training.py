"""WordPiece on the training page: its records, its settings, and the pages that follow it."""

import csv
import io
import re
from itertools import pairwise
from urllib.parse import parse_qsl

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

import bpe
from bpe import formats, wordpiece
from bpe.wordpiece import reference
from pages.classroom.frames import frames_of
from pages.classroom.places import Place
from pages.classroom.questions import ask
from pages.encoding import paper as encoding_paper
from pages.encoding.contents import encoder_of
from pages.runs import runs
from pages.runs.kinds import kind_of
from pages.runs.pages import BY_PATH
from pages.settings import exports, present
from pages.stage.tokens import without_isolates
from pages.state.defaults import defaults, with_algorithm
from pages.state.url import from_query, query_of
from pages.training import paper as training_paper
from pages.training.exports import files_of
from pages.training.kind import training_kind
from pages.training.wordpiece_explanations import score_text
from pages.translations.language import translation
from pages.unigram.contents import bpe_settings_for

T = translation("en")
SCORE = re.compile(r"([\d,]+) / \(([\d,]+) × ([\d,]+)\) = (\S+?)\.?$")


def wordpiece_of(corpus: str, **changes: object):
    return with_algorithm(defaults(corpus), "wordpiece").replace(**changes)


def replay(run: wordpiece.Run):
    """The splits before each merge, by the course's code."""
    splits = {w: [c if i == 0 else "##" + c for i, c in enumerate(w)] for w in run.words}
    for merge in run.merges:
        yield splits
        splits = {
            word: reference.merge_pair(split, merge.left, merge.right)
            for word, split in splits.items()
        }


def blocks(run: wordpiece.Run):
    for which in range(len(run.merges) // 64 + 1):
        yield training_kind(run).block(which, T)


def number(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.mark.parametrize("corpus", ["hug", "course", "arabic"])
def test_every_step_shows_the_counts_and_scores_of_the_course(corpus):
    run = wordpiece_of(corpus).train_wordpiece()
    steps = [step for block in blocks(run) for step in block["steps"]]
    assert len(steps) == len(run.merges) + 1 > 5
    before: dict[tuple[str, str], int] = {}
    for merge, splits, step in zip(run.merges, replay(run), steps[1:], strict=True):
        scores = reference.pair_scores(splits, run.corpus)
        counts: dict[tuple[str, str], int] = {}
        for word, split in splits.items():
            for pair in pairwise(split):
                counts[pair] = counts.get(pair, 0) + run.corpus.counts[word]
        rows = [row for row in step["rows"] if row[4] != "gone"]
        pairs = [(run.vocab[left], run.vocab[right]) for left, right, *_ in rows]
        shown = [(scores[pair], counts[pair]) for pair in pairs]
        assert sorted(scores.values(), reverse=True)[: len(rows)] == [score for score, _ in shown]
        assert [(row[6], row[2]) for row in rows] == [(score_text(s), n) for s, n in shown]
        assert [row[7] for row in rows] == [round(100 * s / shown[0][0], 1) for s, _ in shown]
        marks = [row[5] for row in rows]
        assert pairs[0] == (merge.left, merge.right)
        assert marks == ["chosen", *["tied"] * (merge.tied - 1)] + [""] * (len(rows) - merge.tied)
        if before:
            changed = {p for p in counts | before if counts.get(p, 0) != before.get(p, 0)}
            assert {p for p, row in zip(pairs, rows, strict=True) if row[3]} == changed & {*pairs}
        before = counts


def test_pointing_at_a_pair_writes_out_its_count_and_its_score():
    run = wordpiece_of("course").train_wordpiece()
    (block,) = blocks(run)
    seen = 0
    for k in range(1, len(run.merges) + 1):
        pairs, tokens = run.pairs(k - 1), run.token_counts(k - 1)
        for left, right, *_ in block["steps"][k]["rows"]:
            pair = run.vocab[left], run.vocab[right]
            if pair not in pairs:
                continue  # it is gone
            sums = block["sums"][f"{left} {right}"]
            text = without_isolates([each for step, each in sums if step <= k][-1])
            assert text == without_isolates(training_kind(run).detail(f"sum-{k}-{left}-{right}", T))
            count, of_left, of_right, score = SCORE.search(text).groups()
            assert (number(count), score) == (pairs[pair][0], score_text(pairs[pair][1]))
            assert (number(of_left), number(of_right)) == (tokens[pair[0]], tokens[pair[1]])
            written = text.removeprefix("+".join(pair)).partition(". Score")[0]
            terms, _, total = written.rpartition(" = ")
            if "more word" not in terms:
                found = re.findall(r"(?:(\d+)×)?(\d+) \S", terms)
                assert sum(int(times or 1) * int(n) for times, n in found) == number(total)
                seen += 1
    assert seen > 100


def test_sentence_says_why_a_more_frequent_pair_loses():
    run = wordpiece_of("course").train_wordpiece()
    (block,) = blocks(run)
    lost = 0
    for k, splits in enumerate(replay(run), 1):
        scores, merge = reference.pair_scores(splits, run.corpus), run.merges[k - 1]
        why = without_isolates(block["steps"][k]["why"])
        written = f"{merge.count} / ({merge.left_count} × {merge.right_count})"
        assert f"{written} = {score_text(merge.score)}" in why
        named = re.search(
            r"(\S+)\+(\S+) is more frequent, but the product of its tokens' counts is larger, too: "
            r"(.*?)\.( |$)",
            why,
        )
        if named:
            lost += 1
            pair, (count, *_) = named.group(1, 2), SCORE.search(named[3]).groups()
            assert (
                number(count)
                == run.pairs(k - 1)[pair][0]
                == max(count for count, _ in run.pairs(k - 1).values())
            )
            assert number(count) > merge.count
            assert scores[pair] < merge.score
    assert lost > 10
    assert "Training ends here because the vocabulary has 70 tokens." in why


def test_question_offers_the_most_frequent_pair_and_explains_why_it_is_wrong():
    run = wordpiece_of("course").train_wordpiece()
    (block,) = blocks(run)
    for k, merge in enumerate(run.merges, 1):
        quiz, pairs = block["steps"][k]["quiz"], run.pairs(k - 1)
        choices = {
            (parts[0][0], parts[2][0]): (right, without_isolates(feedback))
            for parts, right, feedback in quiz["choices"]
        }
        assert [pair for pair, (right, _) in choices.items() if right] == [
            (merge.left, merge.right)
        ]
        assert quiz["then"]["answers"] == [str(merge.count)]
        most = max(count for count, _ in pairs.values())
        assert any(pairs[pair][0] == most for pair in choices)
        for pair, (right, feedback) in choices.items():
            if not right and pairs[pair][0] == most > merge.count:
                assert "but the product of its tokens' counts is larger, too" in feedback
            elif not right:
                assert ("has the same score" in feedback) == (pairs[pair][1] == merge.score)


def test_watched_sentence_takes_the_longest_match_like_the_library():
    run = wordpiece_of("course").train_wordpiece()
    text = "Hugging Face tokens, abouthm? " + "a" * 101
    versions = training_kind(run).watched(text, T)
    first = run.history.vocab_sizes[0]
    for k in range(len(run.merges) + 1):
        vocab = {token: i for i, token in enumerate(run.vocab[: first + k])}
        library = Tokenizer(models.WordPiece(vocab, unk_token="[UNK]"))
        library.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        _, tokens, count, starts = [version for version in versions if version[0] <= k][-1]
        theirs = library.encode(text)
        assert tokens == theirs.ids
        assert count == f"{len(tokens)} tokens"
        words = list(theirs.word_ids)
        assert starts == [i for i in range(1, len(words)) if words[i] != words[i - 1]]
    assert len(versions) > 3


def test_large_corpus_has_few_rows_and_sums_on_request():
    counts = {f"{a}{b}{c}": 1 + (i * 7) % 11 for i, (a, b, c) in enumerate(
        (a, b, c) for a in "abcdefghijklmn" for b in "opqrstuvwxyz" for c in "abcdefghijklmnop"
    )}  # fmt: skip
    run = wordpiece.train(bpe.Corpus.from_counts(counts), 400)
    head = training_kind(run).head(T, "en")
    assert head["sums_on_request"]
    block = training_kind(run).block(1, T)
    assert not block["sums"]
    for step in block["steps"]:
        rows = [row for row in step["rows"] if row[4] != "gone"]
        assert len(rows) == 60
        assert "The 60 of" in step["more"]


def test_wordpiece_replaces_the_rule_and_its_settings(open_app):
    app = open_app(corpus="course", alphabet="bytes", vocab="300")
    app.set(algorithm="wordpiece")
    query = app.query()
    assert (query["algorithm"], query["split"], query["vocab"]) == (
        "wordpiece",
        "punctuation",
        "70",
    )
    assert query["special"] == "[PAD] [UNK] [CLS] [SEP] [MASK]"
    for name in ("ties", "alphabet", "min_count"):
        with pytest.raises(LookupError):
            app.widget(name)
    run = runs.RUNS.find(app.stage["run"])
    assert isinstance(run, wordpiece.Run)
    assert app.stage["by_hand"] is None
    assert any("chapter6/6" in each.value for each in app.at.caption)
    app.at.session_state["start_and_end"] = True
    app.at.session_state["take_away"] = True
    app.run()
    assert any(
        "5 (special tokens) + 40 (characters) + 25 (merges) = 70" in e.value for e in app.at.text
    )
    assert "tokenizer.json" in [each.label for each in app.at.get("download_button")]
    for name in ("encoding", "unigram", "practice", "course", "figures"):
        app.go_to(f"{name}/page.py")
        assert not app.errors
    app.go_to("training/page.py")
    app.set(corpus="hug")
    assert isinstance(runs.RUNS.find(app.stage["run"]), wordpiece.Run)
    app.set(corpus="course", algorithm="bpe")
    assert (
        app.query().items() >= {"split": "gpt2", "vocab": "50", "special": "<|endoftext|>"}.items()
    )


def test_link_with_only_the_algorithm_gets_its_defaults():
    for corpus in bpe.SAMPLES:
        settings, _, refused = from_query({"corpus": corpus, "algorithm": "wordpiece"})
        assert not refused
        assert settings == wordpiece_of(corpus)
        again, _, refused = from_query(dict(parse_qsl(query_of(settings), keep_blank_values=True)))
        assert (again, refused) == (settings, ())
        assert settings.train_wordpiece().merges


def test_bpe_stays_where_a_page_needs_it():
    settings = wordpiece_of("hug")
    assert isinstance(runs.training_of(settings), wordpiece.Run)
    assert isinstance(runs.run_of(settings), bpe.Run)
    run = runs.unigram_run_of(settings)
    assert bpe_settings_for(settings, run).bpe.algorithm == "bpe"
    assert encoder_of(settings).encode("hugs mug").tokens == ("hugs", "[UNK]")


def test_class_follows_wordpiece_without_later_merges():
    place = Place("", query_of(wordpiece_of("hug")), 2)
    run = wordpiece_of("hug").train_wordpiece()
    frames = frames_of(place, ["en", "ko"])
    for frame in frames.values():
        block = frame.step["block"]
        tokens = {name for name, *_ in block["tokens"].values()}
        assert "hu" in tokens
        assert not tokens & {merge.token for merge in run.merges[2:]}
        assert len(frame.step["late"]["merges"]) == 2
    asked = ask({"kind": "predict", "page": "", "query": place.query, "step": 1}, "en")
    right = [parts for parts, right, _ in asked.question.choices if right]
    assert [part[0] for part in right[0] if part != "+"] == ["##g", "##s"]
    first = run.pairs(0)
    offered = asked.question.contents
    chosen = [tuple(part[0] for part in parts if part != "+") for parts in offered]
    assert asked.values == [score_text(first[pair][1]) for pair in chosen]


def test_presenting_and_paper_show_what_wordpiece_has():
    settings = wordpiece_of("hug", section="rules")
    assert BY_PATH[""].target(settings).name == "training"
    pages = dict(present.data(settings, BY_PATH[""], T)["pages"])
    assert "training" in pages
    assert "rules" not in pages
    line = without_isolates(training_paper.words_after(settings, 2, T))
    assert "hu ##g × 10" in line
    assert "hu ##gs × 5" in line
    assert encoding_paper.merges_of(settings, T) == ""


def test_files_of_a_run_contain_counts_scores_and_the_vocabulary():
    settings = wordpiece_of("hug")
    run = settings.train_wordpiece()

    def rows(kind: str, k: int | None) -> list[list[str]]:
        option, data = kind_of(run).table(kind, k, T)
        assert option == "wordpiece"
        return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))[1:]

    for row, merge in zip(rows("merges", None), run.merges, strict=True):
        assert row[1:5] == [merge.left, merge.right, merge.token, str(merge.count)]
        assert float(row[8]) == merge.count / (int(row[6]) * int(row[7]))
    found = {(left, right): (int(n), float(s)) for left, right, n, s in rows("pairs", 3)}
    assert found == run.pairs(2)
    group, _ = files_of(run, "hug", T)
    (file,) = group.files
    library = Tokenizer.from_str(file.make().decode())
    back = formats.load({"tokenizer.json": file.make()}).encoder
    for text in ("hug hugs", "pun mug", "bunhug"):
        assert library.encode(text).ids == list(back.encode(text).ids) == list(run.encode(text).ids)
    without = settings.replace(special="").train_wordpiece()
    notes = exports.tokenizer(without, T).notes
    assert any("Train with the special token [UNK]" in note for note in notes)
    with pytest.raises(Exception, match=r"unk|UNK"):
        Tokenizer.from_str(formats.tokenizer_json(without).decode()).encode("mug")


def test_code_shows_the_score_of_the_merge():
    run = wordpiece_of("hug").train_wordpiece()
    code = training_kind(run).detail("code-0", T)
    for merge in run.merges:
        values = [without_isolates(value) for value in code["steps"][merge.rank]["values"].values()]
        assert f"{merge.left}, {merge.right}" in values
        assert any(score_text(merge.score) in value for value in values)

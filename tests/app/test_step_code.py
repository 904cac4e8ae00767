"""The code of a step: its values are those that the readable code has when it runs."""

import gettext
import inspect
import sys
from dataclasses import replace

import pytest

from bpe import Corpus, reference, unigram, wordpiece
from bpe.decoding import Decoder
from bpe.unigram import em_reference
from bpe.unigram import reference as unigram_reference
from bpe.unigram.encoder import whole_text
from bpe.wordpiece import reference as wordpiece_reference
from bpe.wordpiece.encoder import plain
from pages.encoding import code as encoding_code
from pages.encoding import match_code
from pages.encoding.encoded_text import encode_text
from pages.encoding.longest_match import LongestMatch
from pages.encoding.match_records import MatchedText
from pages.encoding.records import MergedText
from pages.stage.source_lines import SourceLines
from pages.stage.tokens import number, probability, visible
from pages.state.defaults import defaults, with_method
from pages.unigram import code, em_code
from pages.unigram.em_code import example_word
from pages.unigram.word import Word

T = gettext.NullTranslations()


def shown_values(lines: SourceLines, record: dict) -> list[dict[str, str]]:
    """The values of each step by the text of their line."""
    return [
        {lines.lines[i][1].strip(): value for i, value in each["values"].items()}
        for each in record["steps"]
    ]


def value_of(values: dict[str, str], start: str) -> str:
    """The value of the line that starts with a text."""
    (found,) = (value for line, value in values.items() if line.startswith(start))
    return found


def locals_of(function, *args) -> dict:
    """The variables of a function when it returns."""
    found: dict = {}

    def note(frame, event, arg):
        if event == "return" and frame.f_code is function.__code__:
            found.update(frame.f_locals)
        return note

    before = sys.gettrace()
    sys.settrace(note)
    try:
        function(*args)
    finally:
        sys.settrace(before)
    return found


@pytest.mark.parametrize(
    ("corpus", "text"),
    [("hug", "hugs unhug pugs hugs"), ("aaaa", "aaaaaaa"), ("course", "This is")],
)
def test_encoding_shows_the_words_of_the_readable_code(corpus, text):
    settings = defaults(corpus)
    run = settings.train()
    shown = encode_text(run.encoder(), text)
    record = MergedText(shown).detail("code-0", T)
    found = shown_values(encoding_code.LINES, record)
    assert record["steps"][0]["note"]
    at = 0
    for which in range(len(shown.occurrences)):
        word = list(shown.word(which))
        at += 1
        assert found[at]["word = list(pre_token.word)"] == encoding_code.written(tuple(word), 0)
        last = {}
        for k in range(at, shown.ends[which] + 1):
            rank = found[k]["for merge in merges:"].partition(":")[0]
            last[rank] = found[k]["word = merge_pair(word, merge.left, merge.right)"]
        at = shown.ends[which]
        for merge in run.merges:
            after = reference.merge_pair(word, merge.left, merge.right)
            if after != word:
                assert last.pop(number(merge.rank)) == " ".join(map(visible, after))
            word = after
        assert last == {}
    tokens = reference.tokenize(text, run.merges, settings.bpe.split)
    assert found[-1]["return tokens"].split()[0] == number(len(tokens))


def attempts_of(word: str, vocab: list[str]) -> tuple[list[tuple[int, int]], list[str]]:
    """The (start, end) of each attempt of the readable WordPiece, and the tokens."""
    function = wordpiece_reference.encode_word
    lines, first = inspect.getsourcelines(function)
    (at,) = (first + i for i, line in enumerate(lines) if line.strip().startswith("while end >"))
    found = []

    def note(frame, event, arg):
        if event == "line" and frame.f_code is function.__code__ and frame.f_lineno == at:
            found.append((frame.f_locals["start"], frame.f_locals["end"]))
        return note

    before = sys.gettrace()
    sys.settrace(note)
    try:
        tokens = function(word, vocab)
    finally:
        sys.settrace(before)
    return [each for each in found if each[0] < each[1]], tokens


def code_of_matches(shown: LongestMatch) -> list[dict]:
    """The values and the note of each step."""
    blocks = range(shown.last // shown.block + 1)
    records = [MatchedText(shown).detail(f"code-{block}", T) for block in blocks]
    return [step for record in records for step in record["steps"]]


def test_longest_match_shows_the_attempts_of_the_readable_code():
    corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    run = wordpiece.train(corpus, vocab_size=15)
    other = ("h", "un", "hug", "##hug", "##s", "##u", "##ug")
    ids = {token: i for i, token in enumerate(other)}
    for encoder in (run.encoder(), replace(run.encoder(), ids=ids)):
        shown = encode_text(encoder, "hugs unhugs mug hugs pun unhugt a")
        found = shown_values(match_code.LINES, {"steps": code_of_matches(shown)})
        assert found[0] == {}
        at = 1
        for which in range(len(shown.occurrences)):
            word = shown.word(which)
            attempts, tokens = attempts_of(word, list(encoder.ids))
            assert at + len(attempts) - 1 == shown.steps_of(which)[1]
            for start, end in attempts:
                values, at = found[at], at + 1
                token = ("##" if start else "") + word[start:end]
                assert (
                    value_of(values, "while end > start") == f"{token}: {token not in encoder.ids}"
                )
                if token in encoder.ids:
                    assert values["start = end"] == str(end)
                else:
                    assert values["end -= 1"] == str(end - 1)
            if "[UNK]" in tokens:
                assert values["return [UNKNOWN]"] == "[UNK]"
                assert "return tokens" not in values
            else:
                assert values["return tokens"] == " ".join(tokens)
        assert at == len(found)


def test_code_of_long_words_says_what_the_page_does_otherwise():
    encoder = plain("a", "##a")
    for word, ends, note in (
        ("a" * 40, "##a", "skips the attempts"),
        ("a" * 101, "[UNK]", "the characters of a word, 100"),
    ):
        *_, last = code_of_matches(encode_text(encoder, word))
        assert list(last["values"].values())[-1].endswith(ends)
        assert note in last["note"]
    words = wordpiece.WordLevelEncoder({"hug": 0}, whole_text, Decoder())
    assert not MatchedText(encode_text(words, "hug")).has("code-0")


@pytest.mark.parametrize(
    ("corpus", "text"), [("hug", "unhug"), ("hug", "pug"), ("course", "Hopefully"), ("hug", "mug")]
)
def test_viterbi_shows_the_costs_of_the_readable_code(corpus, text):
    run = defaults(corpus).replace(start="zero").train_unigram()
    shown = Word.after(run, text, 0)
    found = shown_values(code.VITERBI, code.lattice_block(shown, T))
    costs = {piece: -score for piece, score in shown.model.scores.items()}
    ran = locals_of(unigram_reference.encode_word, text, costs)
    first = shown.last - len(text) - len(shown.backtrace)
    for end in range(1, len(text) + 1):
        values = found[first + end]
        assert values["for end in range(1, len(word) + 1):"] == str(end)
        expected = code.cost(ran["best"][end])
        assert values.get("best[end] = cost", "∞") == expected
        if expected != "∞":
            assert values["last_start[end] = start"] == str(ran["last_start"][end])
    if "pieces" in ran:
        assert found[-1]["return pieces, best[-1]"] == code.cost(ran["best"][-1])
        inserted = found[-1][
            inspect.getsource(unigram_reference.encode_word).split("\n")[-4].strip()
        ]
        assert inserted == code.listed(ran["pieces"])


def test_rounds_show_the_losses_and_removals_of_the_readable_code():
    run = defaults("hug").replace(start="zero").train_unigram()
    found = shown_values(code.ROUND, code.round_block(run, 0, len(run.rounds) + 1, T))
    counts = unigram.all_substrings(run.corpus)
    words = run.corpus.counts
    for values in found[1:]:
        costs = unigram_reference.costs_of(counts)
        loss = unigram_reference.compute_loss(words, costs)
        assert values["loss = compute_loss(words, costs)"] == code.cost(loss)
        left = unigram_reference.prune(words, counts)
        removed = [piece for piece in counts if piece not in left]
        (shown,) = (value for line, value in values.items() if line.startswith("removed ="))
        assert shown == ", ".join(removed)
        (scores,) = (value for line, value in values.items() if line.startswith("scores[piece] ="))
        rise = unigram_reference.compute_scores(words, costs)[removed[0]]
        assert scores.startswith(f"{removed[0]} {code.cost(rise)}")
        counts = left
    assert len(counts) == len(run.model.pieces)


def test_phases_of_em_show_the_values_of_the_readable_code():
    run = with_method(defaults("english"), "em").train_unigram()
    found = shown_values(em_code.EM, em_code.block(run, 0, len(run.rounds) + 1, T))
    words, characters = run.corpus.counts, run.corpus.alphabet
    seeds = dict(zip(run.seeds.pieces, run.seeds.counts, strict=True))
    trained = em_reference.train(words, seeds, len(run.model.pieces))
    assert {piece: -cost for piece, cost in trained.items()} == dict(run.model.scores)
    assert value_of(found[-1], "return finalize(") == f"{len(trained)} pieces"
    for this, values in zip(run.rounds, found[1:], strict=True):
        costs = {piece: -score for piece, score in this.model.scores.items()}
        if this.phase == "e_step":
            word, count, _ = example_word(run, this.model)
            ran = locals_of(em_reference.e_step, {word: count}, costs)
            assert values["size = len(word)"] == str(len(word))
            sums = code.listed([probability(each) for each in ran["before"]])
            assert value_of(values, "before[end] +=") == sums
            shares = code.listed([f"{each:,.3f}" for each in ran["after"]])
            assert value_of(values, "after[start] +=") == shares
        elif this.phase == "m_step":
            ran = locals_of(em_reference.m_step, this.expected_counts)
            assert value_of(values, "total = sum(kept") == f"{ran['total']:,.3f}"
            assert value_of(values, "kept =") == f"{len(ran['kept'])} pieces"
        elif this.phase == "prune":
            left = {piece: cost for piece, cost in costs.items() if piece not in this.lost}
            size = len(left) - len(this.removed)
            ran = locals_of(em_reference.prune, words, left, size, characters)
            best = ran["ranked"][0]
            shown = value_of(values, "ranked =")
            assert shown.startswith(f"{visible(best)} {code.cost(ran['rises'][best])}; ")
            assert value_of(values, "costs = prune(") == f"{len(left)} → {len(ran['kept'])}"

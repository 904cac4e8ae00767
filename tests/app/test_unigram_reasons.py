"""Why words differ under BPE and Unigram, and how EM shares counts, by brute force."""

import re
from collections import Counter
from itertools import accumulate, combinations, pairwise
from math import isclose, log, prod

import pytest

import bpe
from bpe import unigram
from bpe.unigram import Model
from pages.runs import runs
from pages.stage.tokens import listing, without_isolates
from pages.state.defaults import defaults, with_method
from pages.translations.language import Translation
from pages.unigram import expected_shares
from pages.unigram.comparing import both_explanations, comparison
from pages.unigram.comparing.both import Both
from pages.unigram.comparing.comparison_reasons import ComparedWord, reason
from pages.unigram.comparing.comparison_words import Links
from pages.unigram.comparing.missing_pieces import Missing, describe_all, missing_pieces
from pages.unigram.contents import (
    UNIGRAM_CORPORA,
    bpe_settings_for,
    long_bpe_settings,
    unigram_words,
)
from pages.unigram.expected_shares import DRAWN
from pages.unigram.round_tables import RoundTables
from pages.unigram.training_records import detail, has

T = Translation()
every_language = pytest.mark.parametrize("lang", UNIGRAM_CORPORA)


def no_links(word: str) -> Links:
    return Links("", "")


def probabilities(model) -> dict[str, float]:
    return {piece: model.probability(piece) for piece in model.pieces}


def segmentations(word: str, pieces: dict[str, float]) -> dict[tuple[str, ...], float]:
    found = {}
    for number in range(len(word)):
        for cuts in combinations(range(1, len(word)), number):
            tokens = tuple(word[a:b] for a, b in pairwise([0, *cuts, len(word)]))
            if all(token in pieces for token in tokens):
                found[tokens] = prod(pieces[token] for token in tokens)
    return found


def best_of(word: str, pieces: dict[str, float]) -> list[tuple[str, ...]]:
    """The most probable segmentations of a word; several if they are equal."""
    found = segmentations(word, pieces)
    most = max(found.values())
    return [each for each, value in found.items() if isclose(value, most)]


def would_use(word: str, ours: tuple[str, ...], run) -> dict[str, set[bool]]:
    """By token of BPE that is not a piece: whether the best segmentations would have it.

    Each is a piece again, with the probability that it had before its removal.
    """
    missing = [token for token in ours if token not in run.model.ids]
    pieces = probabilities(run.model)
    for token in missing:
        if token in run.seeds.ids:
            this = next(each for each in run.rounds if token in each.gone)
            pieces[token] = this.model.probability(token)
    best = best_of(word, pieces)
    return {
        token: {token in each for each in best} if token in run.seeds.ids else {True}
        for token in missing
    }


def expected_kind(word: str, ours: tuple[str, ...], tokens: set[str], run) -> str:
    """The kind of reason, from all segmentations of a word. tokens: of BPE."""
    model = run.model
    best = best_of(word, probabilities(model))
    if len(best) > 1:
        return "tie" if ours in best else "several"
    (best,) = best
    if ours == best:
        return "same"
    needed = list(would_use(word, ours, run).values())
    if {True} in needed:
        return "removed"
    if {True, False} in needed:
        return "several"
    ends = set(accumulate(map(len, best)))
    places = pairwise(accumulate(map(len, ours), initial=0))
    crossing = [
        token
        for token, (start, end) in zip(ours, places, strict=True)
        if ends & set(range(start + 1, end))
    ]
    if crossing:
        rare = {not needed and is_rare(token, best, model) for token in crossing}
        if len(rare) > 1:
            return "several"
        if rare.pop():
            return "rare"
    return "order" if set(best) <= tokens else "missing"


def is_rare(token: str, best: tuple[str, ...], model) -> bool:
    every = sorted(map(model.probability, model.pieces))
    own = model.probability(token)
    return own < every[len(every) // 2] and all(own < model.probability(each) for each in best)


def check_order(text: str, ours, best, merges) -> None:
    """The sentence names a merge over the end of a piece, or a pair that no merge joins.

    It also names the pieces that no merge makes.
    """
    made = {each.token for each in merges}
    missing = [each for each in dict.fromkeys(best) if len(each) > 1 and each not in made]
    text, _, listed = re.fullmatch(r"(.+?[.])( BPE has no (.+?): .+[.])?", text).groups()
    assert listed == (listing(missing, T) if missing else None)
    pattern = r"Merge (\d+) joins (.+)\+(.+) \(count (\d+)\), and Unigram splits there\."
    if found := re.fullmatch(pattern, text):
        merge = merges[int(found[1]) - 1]
        assert (merge.left, merge.right, str(merge.count)) == found.groups()[1:]
        places = [
            (sum(map(len, ours[:i])) + token.find(merge.token), merge)
            for i, token in enumerate(ours)
            if merge.token in token
        ]
        ends = set(accumulate(map(len, best)))
        assert any(start + len(merge.left) in ends for start, merge in places)
        return
    left, right = re.fullmatch(r"BPE has no merge for (.+)\+(.+)\.", text).groups()
    assert (left, right) in pairwise(ours)
    assert any(left + right in piece for piece in best)
    assert (left, right) not in {(each.left, each.right) for each in merges}


def check_never_made(said: str, best, run) -> None:
    """The sentences name the pieces, and compare a pair in each with the last merge."""
    missing = [each for each in dict.fromkeys(best) if each not in run.vocab]
    assert re.findall(r"BPE has no ([^.:]+)[.:]", said) == [listing(missing, T)]
    counts = {}
    for piece in missing:
        left, right = run.encode(piece).tokens[:2]
        counts[f"{left}+{right}"] = sum(
            times * list(pairwise(run.encode(word).tokens)).count((left, right))
            for word, times in run.corpus.counts.items()
        )
    pair, last = max(counts, key=counts.__getitem__), run.merges[-1].count
    assert counts[pair] <= last
    listed = [f"{each} (count {count} by then)" for each, count in counts.items() if count]
    verb = "were" if len(listed) > 1 else "was"
    expected = (
        f"{pair} has the same count as its last merge ({last}), so the tie rule decided."
        if counts[pair] == last
        else f"stopped after a merge with the count {last}. {listing(listed, T)} {verb} rarer, so"
        if listed
        else f"other merges have used the tokens of {listing(list(counts), T)}."
    )
    assert f" {expected}" in said


def check_removed(said: str, missing: list[str], run) -> None:
    """The sentences name the step that removed the first piece, and whether it was a tie."""
    piece, step = re.match(r"Unigram removed (.+) in step (\d+)\.", said).groups()
    this = run.rounds[int(step) - 1]
    assert piece == missing[0]
    assert piece in this.removed
    rises = [round(rise, 6) for rise in this.rises.values()]
    tied = rises.count(round(this.rises[piece], 6))
    assert ("It was a tie" in said) == (tied > 1)
    assert ("Without it, the loss rises least" in said) == (tied == 1)
    assert re.findall(r" either: ([^.]+)\.", said) == [listing(missing[1:], T)] * (len(missing) > 1)


@every_language
def test_each_word_that_differs_has_a_true_reason(lang):
    settings = unigram_words(lang)
    run = runs.unigram_run_of(settings)
    bpe_run = runs.run_of(bpe_settings_for(settings, run))
    data = comparison.data(bpe_run, len(bpe_run.merges), run, no_links, no_links, "", T)
    kinds = Counter()
    for word, row in zip(run.corpus.counts, data["rows"], strict=True):
        ours = tuple(bpe_run.encode(word).tokens)
        found = segmentations(word, probabilities(run.model))
        best = max(found, key=found.__getitem__)
        assert tuple(each.text for each in row["bpe"]) == ours
        assert tuple(each.text for each in row["unigram"]) == best
        assert row["kind"] == expected_kind(word, ours, set(bpe_run.vocab), run)
        assert bool(row["why"]) == (row["kind"] != "same")
        if row["kind"] == "order":
            check_order(without_isolates(row["why"]), ours, best, bpe_run.merges)
        if row["kind"] == "missing":
            said = both_explanations.why(Both.of(bpe_run, run, word, {}), T)
            check_never_made(without_isolates(said), best, bpe_run)
        if row["kind"] == "removed":
            missing = [each for each in dict.fromkeys(ours) if each not in run.model.ids]
            used = would_use(word, ours, run)
            needed = [each for each in missing if used[each] == {True}]
            check_removed(without_isolates(row["why"]), needed, run)
        kinds[row["kind"]] += 1
    assert kinds["removed"] >= 2
    assert kinds["missing"] >= 2
    assert {each.kind for each in data["groups"]} == set(kinds)
    for kind, title, _ in data["groups"]:
        assert re.search(r"\d+", title)[0] == str(kinds[kind])
    assert f"BPE has {len(run.model.pieces)} tokens" in data["summary"]


@every_language
def test_a_word_differs_although_both_have_the_same_tokens(lang):
    """The comparison shows it: BPE's tokens are pieces of Unigram before its training."""
    settings = unigram_words(lang)
    run = runs.unigram_run_of(settings)
    long_run = runs.run_of(long_bpe_settings(settings, run))
    assert set(long_run.vocab) == set(run.seeds.pieces)
    asked = []
    data = comparison.data(
        long_run,
        comparison.merges_for_size(long_run, len(run.model.pieces)),
        run,
        no_links,
        lambda word: asked.append(word) or Links("at start", word),
        settings.view.sentence,
        T,
    )
    (group,) = (each for each in data["groups"] if each.kind == "shared")
    assert group.title == f"With the same {len(long_run.vocab)} tokens: 1 word"
    assert "no word of the corpus differs" in group.why
    (row,) = (each for each in data["rows"] if each["kind"] == "shared")
    ours, best = (tuple(each.text for each in row[name]) for name in ("bpe", "unigram"))
    word = "".join(ours)
    assert row["word"] == word in settings.view.sentence.split()
    assert ours == long_run.encode(word).tokens
    every = segmentations(word, probabilities(run.seeds))
    assert every[ours] < every[best] == max(every.values())
    check_order(without_isolates(row["why"]), ours, best, long_run.merges)
    assert row["links"] == ("at start", word)
    assert sum(each["kind"] not in ("same", "shared") for each in data["rows"]) == int(
        re.search(r"differently: (\d+)", data["summary"])[1]
    )


def test_both_causes_of_a_difference_are_told():
    """BPE's merge is over the end of a piece, and another piece is only Unigram's."""
    run = runs.unigram_run_of(with_method(unigram_words("en"), "em"))
    bpe_run = runs.run_of(bpe_settings_for(unigram_words("en"), run))
    data = comparison.data(bpe_run, len(bpe_run.merges), run, no_links, no_links, "", T)
    row = dict(zip(run.corpus.counts, data["rows"], strict=True))["are"]
    ours, best = ([each.text for each in row[name]] for name in ("bpe", "unigram"))
    assert (ours, best) == (["ar", "e"], ["a", "re"])
    assert without_isolates(row["why"]).endswith(
        "splits there. BPE has no re: r+e (14) is rarer than merge 7 (21)."
    )
    check_order(without_isolates(row["why"]), ours, best, bpe_run.merges)


@every_language
def test_only_tokens_that_the_other_method_lacks_are_marked(lang):
    settings = unigram_words(lang)
    run = runs.unigram_run_of(settings)
    bpe_run = runs.run_of(bpe_settings_for(settings, run))
    data = comparison.data(bpe_run, len(bpe_run.merges), run, no_links, no_links, "", T)
    for row in data["rows"]:
        places = []
        for method in ("bpe", "unigram"):
            ends = list(accumulate(len(each.text) for each in row[method]))
            places.append(list(zip([0, *ends], ends, strict=False)))
        for method, own, other in (("bpe", *places), ("unigram", *places[::-1])):
            marked = [getattr(each, "class_name", "") == "apart" for each in row[method]]
            assert marked == [place not in other for place in own]
        assert (row["kind"] == "same") == (places[0] == places[1])


@pytest.mark.parametrize("method", ["course", "em"])
@pytest.mark.parametrize("corpus", ["hug", "course", "english"])
def test_reasons_are_true_for_words_of_other_corpora(corpus, method):
    settings = with_method(defaults(corpus), method)
    run = runs.unigram_run_of(settings)
    bpe_run = runs.run_of(bpe_settings_for(settings, run))
    k = len(bpe_run.merges)
    data = comparison.data(bpe_run, k, run, no_links, no_links, "", T)
    for i, (word, row) in enumerate(zip(run.corpus.counts, data["rows"], strict=False)):
        if len(word) < 10:
            kind = expected_kind(word, bpe_run.tokens(i, k), set(bpe_run.vocab), run)
            assert kind in (row["kind"], "several"), word


def test_rare_piece_and_tie_are_told_apart():
    model = Model.from_counts({"a": 30, "b": 30, "c": 30, "ab": 1, "bc": 10})
    assert kind_of("abc", {"a", "b", "c", "ab"}, model) == "rare"
    assert kind_of("abc", {"a", "b", "c", "ab"}, model.without("ab")) == "removed"
    frequent = Model.from_counts({"a": 20, "b": 30, "c": 10, "ab": 25, "bc": 90})
    assert kind_of("abc", {"a", "b", "c", "ab", "bc"}, frequent) == "order"
    assert kind_of("abc", {"a", "b", "c", "ab"}, frequent) == "missing"
    tied = Model.from_log_probabilities({"a": -1, "b": -1, "ab": -2})
    assert {kind_of("ab", tokens, tied) for tokens in ({"a", "b"}, {"a", "b", "ab"})} == {
        "same",
        "tie",
    }


def kind_of(word: str, tokens: set[str], model) -> str:
    """The kind of reason if BPE's only merge makes the first two characters."""
    merges = [bpe.Merge(1, word[0], word[1], word[:2], 1, 1)] * (word[:2] in tokens)
    ours = (word[:2], *word[2:]) if merges else tuple(word)
    joined = [(merge, 1) for merge in merges]
    missing = {each: Missing(1, "least", 1) for each in ours if each not in model.ids}
    return reason(ComparedWord(ours, joined, tokens, model, model.lattice(word), missing), T).kind


def why_missing(run, piece: str) -> str:
    """Why a training has no such piece."""
    return without_isolates(describe_all(missing_pieces(run, run.model, [piece]), T))


def test_removal_by_a_tie_says_so():
    run = runs.unigram_run_of(defaults("hug"))
    this = next(each for each in run.rounds if "un" in each.removed)
    free = sum(rise < 1e-9 for rise in this.rises.values())
    assert why_missing(run, "un") == (
        f"Unigram removed un in step {this.number}. It was a tie: without any one of "
        f"{free} pieces, the loss rises by 0. So only the table order decided."
    )


def test_reason_says_how_em_lost_a_piece():
    run = runs.unigram_run_of(with_method(defaults("course"), "em"))
    step, expected = next(
        (each.number, each.expected_counts["se"]) for each in run.rounds if "se" in each.removed
    )
    assert why_missing(run, "se") == (
        f"Unigram removed se in step {step}. Its expected count was {expected:.3f}, less than 0.5."
    )
    assert "and ▁This only once" in why_missing(run, "▁This")
    run = runs.unigram_run_of(with_method(defaults("english"), "em"))
    for phase, i, said in (
        ("prune", 0, "No word had it in its best segmentation."),
        ("prune", -1, "It was among the {} pieces without which the loss rises least: by"),
        (
            "finalize",
            0,
            "There were {0} pieces too many, so the {0} least probable longer ones had to go.",
        ),
    ):
        this = next(each for each in run.rounds if each.phase == phase)
        about = f"in step {this.number}. {said.format(len(this.removed))}"
        assert about in why_missing(run, this.removed[i])


def test_reason_says_why_a_piece_is_no_seed():
    counts = {"abab": 1, "xaby": 9, "longestoftheseall": 1, "longestoftheseally": 1}
    words = bpe.Corpus.from_counts(counts)
    run = unigram.train(words, 30, method="em")
    assert "no" not in run.seeds.ids
    assert "and xa only once" in why_missing(run, "xa")
    assert "and longe always by s" in why_missing(run, "longe")
    assert "at most 16 characters" in why_missing(run, "longestoftheseall")
    run = unigram.train(words, 20, seed_size=22)
    assert "Its 22 first pieces are the characters and" in why_missing(run, "st")
    run = unigram.train(words, 20, seeds="substrings")
    assert "only parts of longer words" in why_missing(run, "xaby")


@every_language
def test_words_share_their_counts_and_pieces_add_them_up(lang):
    run = runs.unigram_run_of(with_method(unigram_words(lang), "em"))
    phases = [this.phase for this in run.rounds]
    k = phases.index("e_step") + 1
    model, added = run.rounds[k - 1].model, Counter()
    words, apart = list(run.corpus.counts.items()), []
    rows = expected_shares.picture(run, k, T)["rows"]
    assert {row.key for row in rows} == {f"word {i}" for i in range(len(words))}
    for row in rows:
        word, count = words[int(row.key.removeprefix("word "))]
        found = segmentations(word, probabilities(model))
        others = count * (1 - max(found.values()) / sum(found.values()))
        apart.append((len(found) == 1, min(len(found), DRAWN + 1), -round(others, 9)))
        total = sum(found.values())
        for tokens, value in found.items():
            for token in tokens:
                added[token] += count * value / total
        assert isclose(sum(part.share for part in row.parts), 1)
        assert (row.parts[-1].content == "…") == (len(found) > len(row.parts[:-1]) >= DRAWN)
        for part in row.parts[:DRAWN]:
            tokens = tuple(chip.text for chip in part.content)
            assert isclose(part.share, found[tokens] / total, abs_tol=1e-9)
        assert row.parts[0].is_best
        assert found[tuple(chip.text for chip in row.parts[0].content)] == max(found.values())
    assert apart == sorted(apart)  # words that are easy to follow come first
    pieces = expected_shares.picture(run, k + 1, T)["rows"]
    for row in pieces:
        piece = row.name[0].text
        assert isclose(float(row.total), added[piece], abs_tol=0.006)
        assert f"{added[piece]:.3f}" in detail(run, f"without-{k}-{model.ids[piece]}", T)


@every_language
def test_rise_writes_both_losses(lang):
    run = runs.unigram_run_of(unigram_words(lang))
    for k, this in enumerate(run.rounds, 1):
        for piece, rise in this.rises.items():
            said = detail(run, f"without-{k}-{this.model.ids[piece]}", T)
            assert f"{this.loss:,.4f}" in said
            assert f"{this.loss + rise:,.4f}" in said


@every_language
@pytest.mark.parametrize("method", ["course", "em"])
def test_loss_is_written_as_the_sum_of_its_terms(lang, method):
    run = runs.unigram_run_of(with_method(unigram_words(lang), method))
    for k, this in enumerate(run.rounds, 1):
        assert has(run, f"loss-{k}") == (this.loss is not None)
        if this.loss is None:
            continue
        said = without_isolates(detail(run, f"loss-{k}", T))
        terms = re.findall(r"(\d+) × ([\d.]+) \((\w+)\)", said)
        named = [(word, int(count)) for count, _, word in terms]
        assert named == list(run.corpus.counts.items())[: len(terms)]
        scores = {}
        for word in run.corpus.counts:
            found = segmentations(word, probabilities(this.model)).values()
            scores[word] = -log(sum(found) if this.phase == "e_step" else max(found))
        for _, score, word in terms:
            assert isclose(float(score), scores[word], abs_tol=6e-5)
        rest = list(run.corpus.counts.items())[len(terms) :]
        (written,) = re.findall(rf"\+ ([\d.]+) \({len(rest)} more words\)", said)
        assert isclose(float(written), sum(n * scores[word] for word, n in rest), abs_tol=1e-3)
        assert f"= {this.loss:,.4f}." in said


def shown_reason(row) -> str:
    """The reason in a row of a pruning table, as text."""
    parts = row.cells[1]
    texts = [parts] if isinstance(parts, str) else [getattr(p, "text", p) for p in parts]
    return without_isolates("".join(texts))


def test_piece_that_costs_nothing_is_unused_or_has_an_equal_segmentation():
    run = defaults("hug").train_unigram()
    seen = set()
    for k, this in enumerate(run.rounds, 1):
        pieces = probabilities(this.model)
        for row in RoundTables(run, k).pieces:
            if row.chip.text not in this.rises or this.rises[row.chip.text] > 1e-9:
                continue
            piece, said = row.chip.text, shown_reason(row)
            best = {word: best_of(word, pieces) for word in run.corpus.counts}
            if said == "×0":
                assert not all(piece in tokens for each in best.values() for tokens in each)
            else:
                word, _, instead = re.fullmatch(r"(\w+) ×(\d+) = (\w+)( [+]\d+)?", said).groups()[
                    :3
                ]
                assert word == instead
                assert any(piece in tokens for tokens in best[word])
                assert any(piece not in tokens for tokens in best[word])
            seen.add(said == "×0")
    assert seen == {True, False}


@every_language
def test_estimate_of_em_names_what_replaces_a_piece(lang):
    run = with_method(defaults(UNIGRAM_CORPORA[lang]), "em").replace(unigram_vocab=9, prune=20)
    run = run.train_unigram()
    rounds = [(k, each) for k, each in enumerate(run.rounds, 1) if each.phase == "prune"]
    seen = 0
    for k, this in rounds:
        pieces = probabilities(this.model)
        uses = Counter()
        for word, count in run.corpus.counts.items():
            for used in this.model.lattice(word).best.tokens:
                uses[used] += count
        for row in RoundTables(run, k).pieces:
            piece = row.chip.text
            if piece not in this.rises or shown_reason(row) in ("", "×0"):
                continue
            instead = [each for each in row.cells[1] if hasattr(each, "text")][1:]
            without = {each: p for each, p in pieces.items() if each != piece}
            assert tuple(each.text for each in instead) in best_of(piece, without)
            assert shown_reason(row).startswith(f"{piece} → ")
            assert shown_reason(row).endswith(f" ×{uses[piece]}")
            seen += 1
    assert seen

"""The route of the by-hand modes: every answer is the engine's, and the work is bounded."""

from math import exp

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

import bpe
from bpe import unigram
from bpe.unigram.own_path import choose_path
from bpe.unigram.own_pruning import remove_pieces
from pages.runs import by_hand, runs
from pages.runs.kinds import kind_of
from pages.stage.tokens import probability
from pages.state.defaults import defaults
from pages.training.stage_data import of_training
from pages.translations.language import LANGUAGES
from pages.unigram.contents import word_of
from pages.unigram.stage_data import of_rounds

HUG = defaults("hug").replace(word="unhug", show="word")


@pytest.fixture(scope="module")
def client() -> TestClient:
    """A client of the route, with a run of each kind in the cache."""
    return TestClient(Starlette(routes=[by_hand.route("")]))


def ask(client: TestClient, key: str, chosen: str = "", lang: str = "en"):
    return client.get(f"/by_hand/{key}/{lang}", params={"chosen": chosen})


def test_merges_of_the_training_give_its_corpus_in_every_language(client):
    run = runs.run_of(HUG)
    ids = [(run.ids[merge.left], run.ids[merge.right]) for merge in run.merges]
    for lang in LANGUAGES:
        for k in range(len(ids) + 1):
            chosen = ",".join(f"{left}-{right}" for left, right in ids[:k])
            found = ask(client, HUG.key, chosen, lang).json()
            tokens = [text for text, _ in found["board"]["tokens"]]
            words = [tuple(tokens[each] for each in word) for word, *_ in found["board"]["words"]]
            assert words == [tokens for tokens, _ in run.at(k).words]
            assert f"{run.token_totals[k]:,}" in found["facts"][1][0]
            assert found["is_done"] == (k == len(ids))
        assert [row[0][3] for row in found["list"]["rows"]] == [
            f"{total}" for total in run.token_totals[1:]
        ]


def test_other_merges_are_compared_with_the_training(client):
    run = runs.run_of(HUG)
    ids, first = run.ids, len(run.vocab) - len(run.merges)
    chosen = f"{ids['p']}-{ids['u']},{ids['h']}-{ids['u']},{first}-{ids['n']}"
    found = ask(client, HUG.key, chosen).json()
    said = "after 3 merges: 69 yours, 62 in the training. Your choices cost 7 tokens."
    assert found["comparison"]["said"] == f"Tokens in the corpus {said}"
    (_, mine), (_, theirs) = found["comparison"]["chart"]["lines"]
    assert [y for _, y in mine] == [113, 96, 81, 69]
    assert [y for _, y in theirs] == list(run.token_totals[:4])
    marks = [(row[0][2], row[0][5], row[1]) for row in found["comparison"]["rows"]]
    assert marks == [("17", "20", "tied"), ("15", "16", ""), ("12", "15", "tied")]


def test_choices_of_viterbi_and_others_are_compared(client):
    key, word = word_of(HUG, runs.unigram_run_of(HUG))
    best = [position.winner.arc.start for position in word.lattice.positions]
    found = ask(client, key, ",".join(map(str, best))).json()
    assert found["is_done"]
    assert "no segmentation is better than yours" in found["comparison"]["said"]
    assert {mark for _, mark in found["comparison"]["rows"]} == {""}
    characters = list(range(5))
    found = ask(client, key, ",".join(map(str, characters))).json()
    own = choose_path(word.lattice, characters)
    assert own.best.tokens == tuple("unhug")
    assert [cells[2] for cells, _ in found["list"]["rows"]] == [
        probability(exp(winner.total)) for winner in own.winners
    ]
    assert found["comparison"]["rows"][-1][1] == "tied"


def test_removals_are_compared_with_the_training(client):
    run = runs.unigram_run_of(HUG)
    chosen = ["hug", "un", "bu"]
    ids = ",".join(str(run.seeds.ids[piece]) for piece in chosen)
    found = ask(client, HUG.unigram_key, ids).json()
    removals = remove_pieces(run.corpus, run.seeds, chosen)
    assert [row[0][3] for row in found["list"]["rows"]] == [f"{each.loss:.4f}" for each in removals]
    (_, mine), (_, others) = found["comparison"]["chart"]["lines"]
    start = unigram.loss(run.corpus, run.seeds)
    assert [y for _, y in mine] == [start, *(each.loss for each in removals)]
    assert [y for _, y in others[1:]] == [
        unigram.loss(run.corpus, each.result) for each in run.rounds[:3]
    ]
    theirs = [row[0][4][0][0] for row in found["comparison"]["rows"]]
    assert theirs == [each.removed[0] for each in run.rounds[:3]]
    open_pieces = {chip[0] for _, chip, _, state in found["board"]["pieces"] if state == "open"}
    assert open_pieces == {p for p in run.seeds.pieces if len(p) > 1} - set(chosen)


def test_impossible_choices_and_unknown_runs_are_refused(client):
    run = runs.run_of(HUG)
    runs.unigram_run_of(HUG)
    key, _ = word_of(HUG, runs.unigram_run_of(HUG))
    u, g = run.ids["u"], run.ids["g"]
    bad = [f"{g}-{u}", f"{u}-{g},{u}-{g}", "999-1", f"{u}-{g},9999-9999", "x", "1-2-3", "-", "1,"]
    for chosen in (*bad, ",".join([f"{u}-{g}"] * 8), "1" * 30 + "x", "1," * 5_000):
        assert ask(client, HUG.key, chosen).status_code == 400, chosen[:40]
    for chosen in ("5", "0,2", "0,0,0,0,0,0"):
        assert ask(client, key, chosen).status_code == 400, chosen
    for chosen in ("0", "99", "3,3", "3,4,5,7,9,11"):
        assert ask(client, HUG.unigram_key, chosen).status_code == 400, chosen
    assert ask(client, "unknown").status_code == 404
    assert ask(client, HUG.key, lang="xx").status_code == 404


def test_mode_is_offered_only_for_small_subjects():
    long = bpe.Corpus.from_counts({"ab" * 800: 1})
    many = bpe.Corpus.from_counts({f"a{n}": 1 for n in range(300)})
    t = by_hand.translation("en")
    for corpus in (long, many, bpe.Corpus.from_counts({"a": 3})):
        assert kind_of(bpe.train(corpus, 20)).offer(t) is None
    assert kind_of(unigram.train(many, 50, method="em")).offer(t) is None
    settings = defaults("english").replace(show="rounds")
    assert of_rounds(settings, runs.unigram_run_of(settings))["by_hand"] is None
    assert of_training(HUG, runs.run_of(HUG))["by_hand"]["start"]


def test_most_merges_of_the_largest_corpus_are_quick_to_follow(client):
    """The work is bounded: 60 merges at most, of at most 1,500 characters."""
    settings = defaults("code")
    run = runs.run_of(settings)
    ids = [f"{run.ids[merge.left]}-{run.ids[merge.right]}" for merge in run.merges[:61]]
    assert ask(client, settings.key, ",".join(ids[:60])).json()["is_done"]
    assert ask(client, settings.key, ",".join(ids)).status_code == 400

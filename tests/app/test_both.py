"""One word under both methods: the default word, BPE's rank, and why the results differ."""

import re
from itertools import islice, pairwise
from math import prod
from urllib.parse import parse_qsl

import pytest

import bpe
from bpe import unigram
from pages.runs import runs
from pages.stage.tokens import listing, probability, without_isolates
from pages.state.defaults import COMPARED_CORPUS, defaults, with_method
from pages.state.settings import MAX_WORD
from pages.state.url import from_query, query_of
from pages.translations.language import Translation, translation
from pages.unigram import contents, lattice_records
from pages.unigram.comparing import both_explanations, both_records, comparison, vocabulary_overlap
from pages.unigram.comparing.both import Both
from pages.unigram.comparing.comparison_reasons import reason
from pages.unigram.comparing.comparison_words import Links, color_numbers
from pages.unigram.contents import UNIGRAM_CORPORA, bpe_settings_for, unigram_words
from pages.unigram.kind import ComparedWord
from pages.unigram.round_tables import RoundTables
from pages.unigram.word import Word
from tests.support.visit import Visit

T = Translation()


def no_links(word: str) -> Links:
    return Links("", "")


def both_of(settings, word=None):
    run = runs.unigram_run_of(settings)
    bpe_run = runs.run_of(bpe_settings_for(settings, run))
    return contents.both_of(
        settings if word is None else settings.replace(word=word), run, bpe_run
    )[1]


def paths(text: str, pieces: dict[str, float]):
    """Every segmentation of a text, found without a lattice: (probability, tokens)."""
    if not text:
        yield 1.0, ()
    for end in range(1, len(text) + 1):
        if text[:end] in pieces:
            for value, rest in paths(text[end:], pieces):
                yield pieces[text[:end]] * value, (text[:end], *rest)


@pytest.mark.parametrize("lang", UNIGRAM_CORPORA)
def test_default_word_differs_for_a_reason_under_every_tie_rule(lang):
    settings = unigram_words(lang)
    both = both_of(settings)
    assert {both_of(settings.replace(ties=ties)).ours for ties in bpe.TIES} == {both.ours}
    assert both.tokens == len(both.word.model.pieces)
    assert both.choice
    logs = [each.log_probability for each in both.lattice.segmentations()]
    assert both.choice.log_probability < logs[0]
    assert not any(unigram.equal(one, other) for one, other in pairwise(logs))
    assert "good example" in both_records.labels(both, T)["later"]


@pytest.mark.parametrize("lang", UNIGRAM_CORPORA)
def test_lattice_uses_the_compared_vocabulary_and_every_step_names_it(lang):
    settings = unigram_words(lang)
    run = runs.unigram_run_of(settings)
    word, both = contents.word_of(settings, run)[1], both_of(settings)
    assert word.model == both.word.model
    name = f"after training: {len(run.model.pieces)} pieces"
    for step in lattice_records.block(word, 0, T)["steps"]:
        assert step["facts"][-1].text == name
    labels = both_records.labels(both, T)
    assert labels["picture"] == f"Unigram, {name}"
    assert labels["merges"].startswith(f"BPE, {len(run.model.pieces)} tokens:")


def test_example_says_what_the_sign_means_and_why_it_was_chosen():
    later = both_records.labels(both_of(defaults(COMPARED_CORPUS)), T)["later"]
    assert later.startswith("▁ marks the start of a word. ")
    assert "good example" in later
    same = both_records.labels(both_of(defaults("hug"), "pug"), T)["later"]
    assert "▁" not in same
    assert "good example" not in same


def test_default_word_in_chinese_differs_too():
    both = both_of(defaults("chinese"))
    assert both.ours == ("我們", "買", "了", "芭", "樂")
    assert both.lattice.best.tokens == ("我們", "買", "了", "芭樂")
    assert (both.rank, both.lattice.count) == (3, 4)


def test_rank_and_reason_are_true_for_every_short_word():
    kinds = set()
    for corpus in ("course", "english", "sennrich", "hug"):
        settings = defaults(corpus)
        run = runs.unigram_run_of(settings)
        for word in islice((each for each in run.corpus.counts if len(each) <= 10), 60):
            kinds.add(check_word(settings, run, word))
    assert {"same", "removed", "order", "missing"} <= kinds


def check_word(settings, run, word) -> str:
    """Check the sentences on a word against all its segmentations. Return the kind of reason."""
    both = both_of(settings, word)
    bpe_run = runs.run_of(bpe_settings_for(settings, run))
    pieces = {each: run.model.probability(each) for each in run.model.pieces}
    sentence = without_isolates(both_explanations.why(both, T))
    found = reason(both.compared, T).kind
    every = list(paths(word, pieces))
    mine = next((value for value, tokens in every if tokens == both.ours), None)
    best = both.lattice.best.tokens
    if mine is None:
        assert both.rank is None
        needed = would_use(run, word, both.ours)
        if None not in needed.values():
            assert (found == "removed") == any(needed.values())
        for token in (x for x in needed if needed[x]):
            steps = [each.number for each in run.rounds if token in each.removed]
            end = [f"{token} in step {number}" for number in steps] or [f"started without {token}"]
            first, _, others = sentence.partition(" either: ")
            assert end[0] in first or token in re.findall(r"[^\s,.]+", others)
    else:
        better = sum(value > mine * (1 + 1e-9) for value, _ in every)
        equal = sum(abs(value - mine) <= mine * 1e-9 for value, _ in every)
        assert better < both.rank <= better + equal
        assert (found == "same") == (both.ours == best)
        assert (found in ("same", "tie")) == (better == 0)
    if mine and better:
        assert f"the larger product, {probability(max(every)[0])}, " in sentence
    if crossing := re.match(r"Merge (\d+) joins (.+?)\+(.+?) \(count (\d+)\)", sentence):
        merge = bpe_run.merges[int(crossing[1]) - 1]
        assert (merge.left, merge.right, str(merge.count)) == crossing.groups()[1:]
        assert any(merge.token in token for token in both.ours)
    if found == "missing":
        listed = re.search(r"BPE has no ([^.:]+)[.:]", sentence)[1]
        missing = [each for each in dict.fromkeys(best) if each not in bpe_run.ids]
        assert listed == listing(missing, T)
    return found


def would_use(run, word: str, ours) -> dict[str, bool | None]:
    """By token of BPE that is not a piece: whether Unigram would use it. None: a tie.

    Each that a step has removed is there again, with the probability that it had before.
    """
    pieces = {piece: run.model.probability(piece) for piece in run.model.pieces}
    missing, removed = set(ours) - set(pieces), set()
    for each in run.rounds:
        for token in missing & set(each.removed):
            pieces[token] = each.model.probability(token)
            removed.add(token)
    every = list(paths(word, pieces))
    most = max(value for value, _ in every) * (1 - 1e-9)
    best = [tokens for value, tokens in every if value >= most]
    found = {token: {token in tokens for tokens in best} for token in removed}
    used = {token: (each.pop() if len(each) == 1 else None) for token, each in found.items()}
    return {token: used.get(token, True) for token in missing}


def test_steps_merge_then_search_then_compare():
    both = both_of(defaults(COMPARED_CORPUS))
    head = both_records.head(both, T, "en")
    steps = both_records.block(both, 0, T)["steps"]
    assert len(steps) == head["last"] + 1 == 2 + 6 + 2
    assert [each["joins"] for each in steps] == [0, 1, 2, 2, 2, 2, 2, 2, 2, 2]
    assert [each.get("now") for each in steps] == [None, None, None, 1, 2, 3, 4, 5, 6, None]
    texts = [head["arcs"][i][2] for i in head["second"]]
    assert texts == ["▁", "u", "nd", "er"]
    assert [head["arcs"][i][2] for i in steps[-1]["path"]] == ["▁un", "d", "er"]
    assert [each["second"] for each in steps] == [False] * 2 + [True] * 8


@pytest.mark.parametrize(("lang", "name"), [("en", "Unigram"), ("ko", "유니그램")])
def test_method_is_named_in_the_language_of_the_page(lang, name):
    both = both_of(defaults(COMPARED_CORPUS))
    rows = both_records.head(both, translation(lang), lang)["verdict"]["rows"]
    assert [cells[0] for cells, _ in rows] == ["BPE", name]
    steps = both_records.block(both, 0, translation(lang))["steps"]
    facts = [each["facts"][0][0] for each in steps if each.get("now")]
    assert facts == [name] * 6


def test_each_question_has_one_true_answer():
    answers = set()
    for corpus in ("course", "english", "hug"):
        settings = defaults(corpus)
        for word in islice(runs.unigram_run_of(settings).corpus.counts, 40):
            both = both_of(settings, word)
            steps = both_records.block(both, 0, T)["steps"]
            assert not steps[0]["quiz"]
            for k, step in enumerate(steps):
                if quiz := step["quiz"]:
                    (right,) = (parts for parts, is_right, _ in quiz["choices"] if is_right)
                    answers.add(check_answer(both, k, right))
    assert {"Yes", "other", "none", "path", "merge"} <= answers


def check_answer(both, k: int, right) -> str:
    """Check the right answer before step k against the results. Return its kind."""
    best = both.lattice.best
    if k == both.last:
        is_path = all(token in both.word.model.ids for token in both.ours)
        assert right.startswith("Yes") == (both.ours == best.tokens)
        assert ("not a piece" in right) == (not is_path)
        return "Yes" if right.startswith("Yes") else "other" if is_path else "none"
    tokens = [part[0] for part in right if not isinstance(part, str)]
    if k > both.joins:
        assert tokens == list(both.lattice.best_at[k - both.joins - 1].tokens)
        return "path"
    before, after = (both.states[i].tokens for i in (k - 1, k))
    assert right[-1] == f" (rank {both.states[k - 1].chosen.rank})"
    assert "".join(tokens) in after
    assert len(after) < len(before)
    return "merge"


@pytest.mark.parametrize("method", unigram.METHODS)
def test_unknown_and_long_words_have_a_verdict(method):
    settings = defaults("course").replace(method=method)
    for word in ("漢", "a漢b", "t" * 30, "🙂🙂", "▁"):
        both = both_of(settings, word)
        assert both_explanations.why(both, T)
        assert both_explanations.rank(both, T)
        assert len(both_records.block(both, 0, T)["steps"]) == both.last + 1


def test_overlap_divides_both_vocabularies():
    settings = defaults("english")
    run = runs.unigram_run_of(settings)
    bpe_run = runs.run_of(bpe_settings_for(settings, run))
    table = vocabulary_overlap.table(bpe_run, len(bpe_run.merges), run, T)
    letters, longer, ours, theirs = (int(cells[1]) for cells, _ in table["rows"])
    shared = set(bpe_run.vocab) & set(run.model.pieces)
    assert letters + longer == len(shared)
    assert letters + longer + ours == len(bpe_run.vocab)
    assert letters + longer + theirs == len(run.model.pieces)


@pytest.mark.parametrize("lang", UNIGRAM_CORPORA)
def test_page_without_settings_opens_on_words_of_the_language(lang):
    found = Visit("unigram", f"lang={lang}").app.session_state["session"].settings
    assert found == unigram_words(lang).without_stage()
    assert Visit("").app.session_state["session"].settings.corpus.name == "hug"


def test_old_links_to_a_word_still_open_its_lattice():
    for query in ("corpus=hug&word=pug", "corpus=hug&round=2", "corpus=hug&at=3"):
        assert from_query(dict(parse_qsl(query)))[0].view.show == "word"
    both = defaults("hug").replace(word="pug", show="both")
    assert from_query(dict(parse_qsl(query_of(both))))[0] == both


def test_free_text_is_tokenized_by_both(open_app):
    text = "the baker walks. the lighthouse"
    app = open_app(corpus="english", show="text", passage=text)
    app.go_to("unigram/page.py")
    data = app.component("comparison")
    settings = defaults("english")
    run = runs.unigram_run_of(settings)
    bpe_run = runs.run_of(bpe_settings_for(settings, run))
    (_, ours, starts), (_, theirs, _) = data["texts"]
    assert starts == [i for i, (token, *_) in enumerate(ours) if i and token.startswith("▁")]
    assert [token for token, *_ in ours] == list(bpe_run.encode(text).tokens)
    assert [token for token, *_ in theirs] == list(run.encode(text).tokens)
    assert [row["word"] for row in data["rows"]] == [
        "▁the ×2",
        "▁baker ×1",
        "▁walks. ×1",
        "▁lighthouse ×1",
    ]
    assert app.widget("passage").value == text
    too_long = dict(parse_qsl("corpus=hug&passage=" + "a" * 2001))
    assert from_query(too_long)[2] == ("passage",)


@pytest.mark.parametrize("method", unigram.METHODS)
@pytest.mark.parametrize("corpus", [*UNIGRAM_CORPORA.values(), "hug", "course"])
def test_every_view_gives_the_same_reason(corpus, method):
    """One word, all words, and free text."""
    settings = with_method(defaults(corpus), method)
    run = runs.unigram_run_of(settings)
    bpe_run = runs.run_of(bpe_settings_for(settings, run))
    words = [each for each in run.corpus.counts if len(each) <= MAX_WORD]
    listed = comparison.data(bpe_run, len(bpe_run.merges), run, no_links, no_links, "", T)["rows"]
    for word, row in zip(words, listed, strict=True):
        shown = Both.of(bpe_run, run, word, {})
        assert reason(shown.compared, T, is_brief=True) == (row["kind"], row["why"])
        why = both_explanations.why_different(shown, T)
        assert both_explanations.why(shown, T).startswith(why)
        brief, _, counts = row["why"].partition("BPE has no")
        assert why.startswith(brief)  # the table has its counts in another form
        assert all(each in why for each in re.split("[:.]", counts)[0].split())
        text = comparison.text_data(bpe_run, run, no_links, word.replace("▁", " "), T)
        assert {each["why"] for each in text["rows"] if each["word"] == f"{word} ×1"} <= {
            row["why"]
        }


def test_reason_names_the_step_that_removed_a_piece_and_links_to_it():
    both = both_of(unigram_words("en"), "understand")
    why = without_isolates(both_explanations.why(both, T))
    rise = runs.unigram_run_of(unigram_words("en")).rounds[2].rises["nd"]
    assert why.startswith(
        f"Unigram removed nd in step 3. Without it, the loss rises least: by {rise:.6f}."
    )
    text, page, place = ComparedWord(both).links(T)[0]
    assert (text, page) == ("Why Unigram removed nd", "unigram")
    assert place == {"show": "rounds", "position": "3"}


def test_reason_names_a_removed_piece_that_would_not_be_used():
    """The removal of nd is not why `and` differs, but it is why BPE's tokens cannot be chosen."""
    both = both_of(unigram_words("en"), "and")
    assert both.ours == ("a", "nd")
    title = without_isolates(both_explanations.rank(both, T))
    assert title == "Unigram cannot choose BPE's tokens: it has no piece nd"
    why = without_isolates(both_explanations.why(both, T))
    assert why.startswith(
        "BPE stopped after a merge with the count 21. a+nd (count 13 by then) was rarer, so BPE "
        "has no and."
    )
    assert why.endswith("It would not use nd in this word.")


def test_reason_writes_the_product_that_is_larger():
    both = both_of(unigram_words("en"), "restart")
    product = prod(both.word.model.probability(each) for each in ("re", "start"))
    said = f"Unigram takes the larger product, {probability(product)}, however many tokens it has."
    assert both_explanations.why(both, T).endswith(said)


def test_vocabulary_in_use_is_the_same_in_all_views(open_app):
    app = open_app(corpus="unigram-en", show="word", word="understand", round="2")
    app.go_to("unigram/page.py")
    size = len(runs.unigram_run_of(unigram_words("en")).rounds[1].result.pieces)
    named = f"after step 2: {size} pieces"
    settings = app.at.session_state["session"].settings
    run = runs.unigram_run_of(settings)
    word, both = contents.word_of(settings, run)[1], both_of(settings)
    assert word.model == both.word.model == run.rounds[1].result
    assert both.tokens == size
    assert both_records.labels(both, T)["picture"] == f"Unigram, {named}"
    for show in ("word", "both", "comparison", "text"):
        app.set(show=show)
        control = app.widget("round")
        assert control.options[control.index] == named
    app.set(show="comparison")
    assert f"BPE has {size} tokens, and Unigram has {size} pieces" in str(
        app.component("comparison")["summary"]
    )


def test_new_corpus_starts_with_the_trained_vocabulary(open_app):
    app = open_app(corpus="unigram-en", show="word", round="1")
    app.go_to("unigram/page.py")
    app.set(corpus="course")
    settings = app.at.session_state["session"].settings
    run = runs.unigram_run_of(settings)
    assert contents.word_of(settings, run)[1].model == both_of(settings).word.model == run.model


@pytest.mark.parametrize("corpus", [*UNIGRAM_CORPORA.values(), "hug", "course", "english"])
def test_piece_has_one_color_number_in_all_views(corpus):
    settings = defaults(corpus)
    run = runs.unigram_run_of(settings)
    bpe_run = runs.run_of(bpe_settings_for(settings, run))
    compared, of_rounds = color_numbers(bpe_run, run), RoundTables(run, 0).numbers
    assert len(of_rounds) > 5
    for piece, number in of_rounds.items():
        assert compared[piece] == number
        assert Word.after(run, piece, 0).numbers[piece] == number
    for merge in bpe_run.merges:
        assert of_rounds.get(merge.token, merge.rank) == merge.rank


UNKNOWN_CHIP = ("[UNK]", 0, "unknown")


@pytest.mark.parametrize(
    ("method", "word", "ours", "theirs", "said"),
    [
        ("course", "dog", 2, ["[UNK]"], "Neither vocabulary has d and o."),
        ("em", "dog", 2, ["[UNK]", "g"], "Neither vocabulary has d and o."),
        ("course", "bux", 1, ["[UNK]"], "Neither vocabulary has x."),
    ],
)
def test_unknown_characters_are_named_and_written_as_one_token(method, word, ours, theirs, said):
    both = both_of(with_method(defaults("hug"), method), word)
    last = both_records.block(both, 0, T)["steps"][-1]
    rows = both_records.results(both, T)
    assert sum(tuple(chip) == UNKNOWN_CHIP for chip in rows[0].cells[1]) == ours
    assert [chip.text for chip in rows[1].cells[1]] == theirs
    assert tuple(rows[1].cells[1][0]) == UNKNOWN_CHIP
    assert last["parts"] == [*rows[0].cells[1], "≠", *rows[1].cells[1]]
    why = without_isolates(both_explanations.why(both, T))
    assert why.startswith(said)
    assert both_explanations.rank(both, T).startswith(
        f"This word has {len(re.findall('[dox]', word))} "
    )
    assert "one [UNK] for each unknown character" in why
    bpe_run = runs.run_of(bpe_settings_for(defaults("hug"), runs.unigram_run_of(defaults("hug"))))
    run = runs.unigram_run_of(with_method(defaults("hug"), method))
    data = comparison.text_data(bpe_run, run, no_links, word, T)
    (row,) = data["rows"]
    assert (row["kind"], without_isolates(row["why"])) == ("unknown", said)
    assert [chip.text for chip in row["unigram"]] == theirs
    assert [chip.text for _, chips, _ in data["texts"] for chip in chips].count("[UNK]") == ours + 1


def test_lattice_names_the_characters_without_a_piece():
    word = Word.after(runs.unigram_run_of(defaults("hug")), "dog", 0)
    last = lattice_records.block(word, 0, T)["steps"][-1]
    assert tuple(last["parts"][0]) == UNKNOWN_CHIP
    assert "no piece covers d and o" in without_isolates(last["why"])

"""The course's figures: all are listed with the correct verdict, and all are computed."""

import json
import math
from collections import Counter
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

import bpe
from bpe import unigram
from pages.figures import contents as course_page
from pages.figures import faq
from pages.figures.engine import engine
from pages.figures.figures import TEXTS, VERDICTS, judge
from pages.runs import runs
from pages.stage.tokens import without_isolates
from pages.state.url import from_query, query_of
from pages.translations import texts
from pages.translations.language import LANGUAGES
from pages.unigram.contents import word_of
from tests.benchmarks.texts import write_standard_library

# What does not hold: text -> [(how the printed figure begins, how the right one begins)].
COURSE_WORDS = "This 3, Ġis 2, Ġthe 1"
ALPHABET = ", . C F H T a b"
MERGES = "Ġ+t, i+s, e+r, Ġ+a"
WRONG = {
    "english": [("an error", "Ã ©")],
    "chinese": [
        ("u+g, hu+g", "u+g, h+ug"),
        ("earlier, but no longer", "never"),
        ("30", "29"),
        ("31", "30"),
        ("19", "20"),
        ("ĠCourse 1", "Ġcourse 1"),
        (ALPHABET, ", . F H T a b"),
        (MERGES, MERGES),
        (f"<|endoftext|> {ALPHABET}", "<|endoftext|> , . F H T"),
        ("an error", "Ã ©"),
    ],
    "notebook": [
        (COURSE_WORDS, "This 3, Ġinfo 1, Ġcomes 1"),
        ("T+h 3, h+i 3, i+s 5", "T+h 3, h+i 3, i+s 4, Ġ+i 2, i+n 3, n+f 1"),
        (MERGES, "Ġ+t, e+r, Ġ+a, i+s, Ġt+o"),
        (f"<|endoftext|> {ALPHABET}", f"<|endoftext|> {ALPHABET}"),
        ("This Ġis Ġ n o t", "This Ġ is Ġ n o t Ġa Ġtoken ."),
    ],
    "korean": [],
    "unigram": [
        ("5/210", "17/210"),
        ("5/210", "17/210"),
        ("0.000389", "0.001322"),
        ("0.0022676", "0.0077098"),
        ("0.0022676", "0.0077098"),
        ("hug 2, pug 2, pun 2, bun 2, hugs 2", "hug 1, pug 2, pun 2, bun 2, hugs 3"),
        ("_", "▁"),
        ("41.5157494601402", "40.5157494601402"),
        ("6.288267030694535", "5.288267030694535"),
        ("413.10377642940875", "382.10377642940875"),
        ("added", "none"),
    ],
}
# The chapter takes another one of several equally probable segmentations than its code.
TIED = [
    ("pu g", "p ug"),
    ("pu n", "p un"),
    ("bu n", "b un"),
    ("hug s", "h ugs"),
    ("hu g", "h ug"),
    ("hu gs", "h ugs"),
]
ROUNDED = [
    ("un 0.076191", "un 0.076190"),
    ("0.071428", "0.071429"),
    ("0.006802", "0.006803"),
    ("6.376412403623874", "6.376412403623931"),
]
HOLDS = {"english": 27, "chinese": 21, "notebook": 3, "korean": 12, "unigram": 22}
# What the texts leave open, and the engine says.
OPEN = {
    "english": [
        *("un hug", "p+un 12", "h+u 15, u+g 20, p+u 17, u+n 16, b+u 4, g+s 5"),
        "u+g 20, u+n 16, h+ug 15, p+un 12, p+ug 5, hug+s 5, b+un 4",
        *("30", "36", "15", "16", "Ġt r a in e d", "2", "12", "13", "0", "19"),
        "This Ġ is Ġ n o t Ġa Ġtoken .",
        "Ġ+t 7, i+s 5, e+r 5, Ġ+a 5, Ġt+o 4, e+n 4, T+h 3, Th+is 3, o+u 3, s+e 3, Ġto+k 3, "
        "Ġtok+en 3, n+d 3, Ġ+is 2, Ġt+h 2, Ġth+e 2, i+n 2, Ġa+b 2, Ġtoken+i 2",
    ],
    "chinese": ["un hug", "p+un 12"],
    "notebook": ["33", "38"],
    "korean": [],
    "unigram": [
        *("hug g un 0.000518", "7", "−5.234", "18.178", "<unk>", "28", "31", "30", "564"),
        *("several, ev", "594", "11", "68", "315", "333.262162", "237", "0.0"),
        *("300, 270, 243, 219, 198, 179, 162, 146, 132, 119, 108, 98", "is, to, ▁T, ▁Th, ▁Thi, Th"),
    ],
}


def forget() -> None:
    engine.cache_clear()
    course_page.figures.cache_clear()
    course_page.serialized.cache_clear()


@pytest.fixture
def anew():
    """Clear cached figures before and after the test."""
    forget()
    yield
    forget()


def of(text: str, verdict: str, lang: str = "en") -> list:
    return [f for f in course_page.figures(lang) if (f.text_id, f.verdict) == (text, verdict)]


def open_page(open_app, **query: str) -> dict:
    app = open_app(**query)
    app.go_to("figures/page.py")
    assert not app.errors
    return json.loads(app.component("figures")["page"])


@pytest.mark.parametrize("text", TEXTS)
def test_wrong_course_figures_are_listed(text):
    wrong = of(text, "wrong")
    assert len(wrong) == len(WRONG[text])
    for figure, (printed, right) in zip(wrong, WRONG[text], strict=True):
        assert figure.printed.startswith(printed)
        assert figure.computed.startswith(right)
        assert figure.why
    assert len(of(text, "holds")) == HOLDS[text]


@pytest.mark.parametrize(("verdict", "expected"), [("rounding", ROUNDED), ("tie", TIED)])
def test_rounding_and_ties_are_separate_verdicts(verdict, expected):
    found = [f for f in course_page.figures("en") if f.verdict == verdict]
    assert [(f.printed, f.computed) for f in found] == expected
    assert all(f.why for f in found)


def test_missing_comma_of_the_notebook_changes_no_merge():
    sample = bpe.SAMPLES["notebook"]
    beginning = "This info comes from the Hugging Face Course."
    joined, *rest = sample.texts
    assert joined.startswith(beginning + "This chapter")
    texts = [beginning, joined.removeprefix(beginning), *rest]
    run = bpe.train(bpe.Corpus.from_texts(texts), sample.vocab_size, "first", sample.special_tokens)
    assert run.merges == engine().notebook.merges
    assert run.merges != engine().course.merges


@pytest.mark.parametrize("text", TEXTS)
def test_figures_missing_from_the_course_are_computed(text):
    answers = [figure.computed for figure in of(text, "open")]
    assert set(OPEN[text]) <= set(answers)
    assert all(answers)


@pytest.mark.parametrize(
    ("printed", "computed", "verdict"),
    [
        ("169.8", "169.8", "holds"),
        ("23.5", "23.6", "wrong"),
        ("30", "31", "wrong"),
        ("0.071428", "0.071429", "rounding"),
        ("0.071428", "0.071430", "wrong"),
        ("un 0.076191", "un 0.076190", "rounding"),
        ("un 0.076191", "u n 0.076190", "wrong"),
        ("6.376412403623874", "6.376412403623931", "rounding"),
        ("6.376412403623874", "6.376412413623931", "wrong"),
        ("0.0", "0.1", "wrong"),
        ("", "98", "open"),
    ],
)
def test_verdict_compares_printed_and_computed_figures(printed, computed, verdict):
    assert judge(printed, computed) == verdict


@pytest.mark.parametrize("lang", LANGUAGES)
def test_course_page_lists_every_figure(open_app, lang):
    page = open_page(open_app, lang=lang)
    figures = course_page.figures(lang)
    assert page["lang"] == lang
    assert len(page["figures"]) == len(figures) > 150
    for drawn, figure in zip(page["figures"], figures, strict=True):
        assert drawn["text"] == figure.text_id
        assert (drawn["verdict"], drawn["what"]) == (figure.verdict, figure.what)
        assert ("why" in drawn) == (figure.verdict in ("wrong", "tie", "rounding"))
    counts = Counter(figure.verdict for figure in figures)
    printed = sum(counts.values()) - counts["open"]
    shown = {kind: int(number) for kind, number, _ in page["summary"]}
    assert shown == {"all": printed, **counts}
    assert [text["id"] for text in page["texts"]] == list(TEXTS)
    links = {each["id"]: each["source"] for each in page["texts"]}
    official = ("https://huggingface.co/learn/", "https://github.com/huggingface/")
    assert all(url.startswith(official) for url, _ in links.values())
    copies = [text_id for text_id, (_, words) in links.items() if words != links["english"][1]]
    assert copies == ["notebook", "korean"]
    for verdict in VERDICTS:
        assert sum(text["counts"][verdict] for text in page["texts"]) == counts[verdict]
        assert all(page["signs"][verdict])
    assert len({sign for sign, _ in page["signs"].values()}) == len(VERDICTS)
    assert len(page["questions"]) == 20


@pytest.mark.parametrize("lang", LANGUAGES)
def test_figures_are_the_same_in_every_language(lang):
    def verdicts(lang):
        return [(f.text_id, f.verdict) for f in course_page.figures(lang)]

    assert verdicts(lang) == verdicts("en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_course_link_opens(lang):
    page = course_page.data(lang)
    links = [figure["link"] for figure in page["figures"]]
    links += [link for _, _, link in page["questions"]]
    for link in links:
        address = urlsplit(link)
        assert (address.scheme, address.netloc) == ("", "")
        query = dict(parse_qsl(address.query, keep_blank_values=True, strict_parsing=True))
        settings, step, invalid = from_query(query)
        assert not invalid
        assert settings.lang == lang
        if address.path == "./":
            assert set(query) - {"step"} == set(parse(settings))
            assert 0 <= step <= len(settings.train().merges)
        else:
            assert address.path == "./unigram"
            run = runs.unigram_run_of(settings)
            steps = {"rounds": len(run.rounds), "comparison": 0}
            last = steps.get(settings.view.show) or word_of(settings, run)[1].last
            assert 0 <= settings.view.position <= last


def parse(settings) -> dict[str, str]:
    return dict(parse_qsl(query_of(settings), keep_blank_values=True))


def test_wrong_pair_count_changes_the_page(open_app, monkeypatch, anew):
    """With one pug less, u+g is 19 and p+u is 16."""
    right = bpe.train

    def broken(corpus, *arguments, **options):
        if "pug" in corpus.counts:
            counts = dict(corpus.counts) | {"pug": 4}
            corpus = bpe.Corpus.from_counts(counts, corpus.split, corpus.normalization)
        return right(corpus, *arguments, **options)

    before = {
        text: Counter(f.verdict for f in course_page.figures("en") if f.text_id == text)
        for text in TEXTS
    }
    forget()
    monkeypatch.setattr(bpe, "train", broken)
    page = open_page(open_app)
    drawn = [f for f in page["figures"] if f["text"] == "english"]
    (count,) = (f for f in drawn if f["printed"] == [["20", False]])
    assert (count["computed"], count["verdict"]) == ([["19", False]], "wrong")
    after = {text["id"]: text["counts"] for text in page["texts"]}
    assert after["english"]["wrong"] > before["english"]["wrong"]
    assert after["notebook"]["wrong"] == before["notebook"]["wrong"]
    wrong = next(int(number) for kind, number, _ in page["summary"] if kind == "wrong")
    assert wrong > sum(map(len, WRONG.values()))
    assert any("19" in answer for _, answer, _ in page["questions"])


def test_other_tie_rule_changes_the_page(monkeypatch, anew):
    right = bpe.train

    def greatest(corpus, vocab_size=None, ties="first", special_tokens=()):
        return right(corpus, vocab_size, "greatest", special_tokens)

    monkeypatch.setattr(bpe, "train", greatest)
    assert len(of("korean", "wrong")) >= 2
    assert len(of("english", "wrong")) > len(WRONG["english"])


def test_wrong_loss_changes_the_page(monkeypatch, anew):
    right = unigram.loss
    monkeypatch.setattr(unigram, "loss", lambda corpus, model: right(corpus, model) + 1)
    found = [f for f in course_page.figures("en") if f.printed == "169.8"]
    assert [(f.computed, f.verdict) for f in found] == [("170.8", "wrong")]


def test_verdicts_follow_the_probability_of_p(monkeypatch, anew):
    """With 5/210 for p, as in the chapter, the chapter's figures are correct."""
    right = unigram.Model.lattice

    def slipped(model, text):
        found = right(model, text)
        if text != "pug":
            return found
        arcs = (
            replace(arc, log_probability=math.log(5 / 210)) if arc.piece in ("p", "pu") else arc
            for arc in found.arcs
        )
        return replace(found, arcs=tuple(arcs))

    monkeypatch.setattr(unigram.Model, "lattice", slipped)
    found = [f for f in course_page.figures("en") if f.printed in ("0.000389", "0.0022676")]
    assert [f.verdict for f in found] == ["holds"] * 3
    page = course_page.data("en")
    assert not [f for f in page["figures"] if f["verdict"] == "holds" and "why" in f]


def answer_to(words: str) -> str:
    """The English answer to the question that contains some words."""
    (answer,) = (
        answer for asked, answer, _ in course_page.data("en")["questions"] if words in asked
    )
    return without_isolates(answer)


def test_ties_are_rarer_in_larger_corpora(tmp_path):
    file = tmp_path / "library.txt"
    write_standard_library(file, 100_000)
    texts = (bpe.SAMPLES["course"].texts, bpe.SAMPLES["english"].texts, (file.read_text("utf-8"),))
    tied = []
    for number, each in enumerate(texts):
        corpus = bpe.Corpus.from_texts(each)
        train = bpe.train if number == 2 else bpe.reference.train
        found = train(corpus, len(corpus.alphabet) + 19)
        merges = found.merges if isinstance(found, bpe.Run) else found
        assert len(merges) == 19
        tied.append(sum(merge.tied > 1 for merge in merges))
    assert tied == [15, 7, 0]
    assert "(36 words), 15 are tied. On a longer text (367 words), 7 are." in answer_to("larger")


def test_library_with_all_bytes_learns_as_many_merges_as_the_answer_says():
    learned = {}
    for size in (50, 276):
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        trainer = trainers.BpeTrainer(
            vocab_size=size,
            special_tokens=["<|endoftext|>"],
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        )
        tokenizer.train_from_iterator(bpe.SAMPLES["course"].texts, trainer)
        learned[size] = len(json.loads(tokenizer.to_str())["model"]["merges"])
    assert (
        f"50 tokens leave room for {learned[50]} merges, and 276 tokens give {learned[276]}."
    ) in answer_to("train_new_from_iterator")


def test_splitting_values_loses_nothing():
    for figure in course_page.figures("en"):
        for value, parts in zip(
            (figure.printed, figure.computed), course_page.parts(figure), strict=True
        ):
            joined = [" ".join(text for text, _ in parts), ", ".join(text for text, _ in parts)]
            assert value in joined


def test_only_differing_parts_are_marked():
    for figure in course_page.figures("en"):
        left, right = course_page.parts(figure)
        marked = [text for text, differs in left + right if differs]
        assert not marked or figure.verdict in ("wrong", "tie", "rounding")
    (letters,) = (f for f in of("chinese", "wrong") if f.printed.startswith(ALPHABET))
    left, right = course_page.parts(letters)
    assert [text for text, differs in left if differs] == ["C"]
    assert not any(differs for _, differs in right)


def test_each_note_and_each_question_of_a_file_is_shown():
    claims = [claim for section in course_page.sections(engine()) for claim in section.claims]
    notes = {claim.note.text for claim in claims if claim.note}
    assert notes == set(texts.strings(texts.tables("figures/notes.toml")))
    asked = faq.questions(engine())
    shown = {text for each in asked for text in (each.question.text, each.answer.text)}
    assert shown == set(texts.strings(texts.tables("figures/faq.toml")))

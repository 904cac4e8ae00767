"""Lessons, the glossary and worksheets: what the browser gets of them."""

import re
from itertools import chain, permutations
from urllib.parse import parse_qsl

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

import bpe
from pages.course import lesson_labels, lesson_page, paper, route, worksheet
from pages.course import lesson_text as lessons
from pages.course.bpe_tasks import trained
from pages.course.course import chapters
from pages.course.glossary import glossary
from pages.course.lesson import lesson_record, task_of
from pages.course.parts import Part
from pages.course.worksheet import chapter_worksheet, lesson_worksheet
from pages.hosting import files
from pages.runs import runs
from pages.runs.kinds import kind_of
from pages.stage.question import written
from pages.stage.tokens import quoted
from pages.state import session
from pages.state.practice import Practice
from pages.state.settings import Settings
from pages.state.url import from_query
from pages.storage.typed import pack, unpack
from pages.translations.language import LANGUAGES, translation
from tests.support.bare_data import stage_of

OLD = "/?corpus=hug&step=1&lang=en Point at u+g.\n?corpus=hug&step=2 = Ties # and > <b>all</b>."
# The same as the first version of the app packed it, in a link that is out there.
OLD_PACKED = (
    "eNrTt0_OLyooLbbNKE1XKy5JLbA1VMtJzEu3Tc1TCMjPzCtRSCxRKNVO1-PCUGikYKsQkplarKCskJiXomCnYJNkl5iT"
    "Y6OfZKcHABtLHFM"
)
NEW = """/?corpus=hug&step=1 Point at u+g.
* Counting
# Wait for
# three hands.
> 3
? How often does it occur?
= 20 | 20.0
= twenty
+ 10 + 5 + 5
- hide
/encode?corpus=hug&input=mug&position=1 Encode.
? Which character is unknown?
= m
/practice?corpus=hug Practice."""


# What nobody can do on paper.
ON_SCREEN = (
    r"\b(click|type|press|tap|drag|point at|stage)\b|點選|點擊|輸入|按下|畫面|클릭|입력|누르|화면"
)


def read(query: str) -> tuple[Settings, int, tuple[str, ...]]:
    return from_query(dict(parse_qsl(query, keep_blank_values=True)))


def test_lines_below_a_link_add_to_its_part():
    first, second, third = lessons.read(NEW)
    assert (first.title, first.note) == ("Counting", "Wait for\nthree hands.")
    assert (first.until, first.hides) == (3, True)
    assert first.question == "How often does it occur?"
    assert first.answers == ("20", "20.0", "twenty")
    assert first.explanation == "10 + 5 + 5"
    assert (second.answers, second.hides, second.until) == (("m",), False, None)
    assert (third.page, third.question) == ("practice", "")


LINKED = (
    "",
    "encode",
    "unigram",
    "tokenizers",
    "inspect",
    "practice",
    "course",
    "algorithm",
    "fast",
)


def test_editor_names_every_page():
    names = lesson_labels.labels(translation("en"))
    assert {f"page_{page}" for page in LINKED} == {
        each for each in names if each.startswith("page_")
    }


def test_old_lessons_are_read_as_before():
    assert unpack(OLD_PACKED) == OLD
    assert [part["step"] for part in lesson_record(OLD_PACKED, "en")["chapters"][0]["parts"]] == [
        1,
        2,
    ]
    parts = lessons.read(OLD)
    assert parts == (
        lessons.Part("Point at u+g.", "", "corpus=hug&step=1&lang=en"),
        lessons.Part("= Ties # and > <b>all</b>.", "", "corpus=hug&step=2"),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("? Why?\n/?corpus=hug Look.", "Line 1 must start"),
        ("/?corpus=hug Look.\n? Why?", "Part 1 needs both"),
        ("/?corpus=hug Look.\n= 20", "Part 1 needs both"),
        ("/?corpus=hug Look.\n? Why?\n= |", "Part 1 needs both"),
        ("/?corpus=hug Look.\n> last", "Line 2 needs the number"),
        ("/?corpus=hug Look.\n> 1000000", "Line 2 needs the number"),
        ("/?corpus=hug Look.\n# " + "x" * 601, "Line 2 is too long"),
    ],
)
def test_incomplete_task_is_rejected(text, message):
    with pytest.raises(bpe.InputError, match=message):
        lessons.read(text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lesson_is_played_in_the_language_of_the_reader(lang):
    record = lesson_record(pack(NEW), lang)
    (chapter,) = record["chapters"]
    first, second, third = chapter["parts"]
    for part in chapter["parts"]:
        settings, _, invalid = read(part["query"])
        assert not invalid
        assert (settings.lang, settings.view.lesson) == (lang, "")
    assert [part["step"] for part in chapter["parts"]] == [1, 1, 0]
    assert (first["task"]["kind"], first["until"], bool(first["hides"])) == ("text", 3, True)
    assert (second["task"]["kind"], second["hides"]) == ("text", [])
    assert "task" not in third
    names = [part["name"] for part in chapter["parts"]]
    other = lesson_record(pack(NEW + " "), lang)["chapters"][0]["parts"][0]["name"]
    assert len({*names, other}) == 4
    assert [name.rpartition("-")[2] for name in names] == ["1", "2", "3"]


def test_place_of_a_part_keeps_the_lesson_in_the_link(monkeypatch):
    current = session.Session(Settings().replace(lesson=pack(NEW)), Practice(), ())
    monkeypatch.setattr(session, "current", lambda: current)
    session.open_place("unigram", "corpus=hug&show=word&word=hug", 1)
    assert current.settings.view.lesson == pack(NEW)
    assert current.settings.corpus.name == "hug"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_term_has_a_sentence_and_a_place(lang):
    terms, english = glossary(lang), glossary("en")
    assert len(terms) >= 35
    assert len({term.name for term in terms}) == len(terms)
    forms = [form.lower() for term in terms for form in term.forms]
    assert len(set(forms)) == len(forms), "two terms have the same form"
    others = [form.lower() for term in terms for form in term.others]
    assert not set(others) & set(forms), "the name of another term"
    assert len(set(others)) == len(others)
    for term, other in zip(terms, english, strict=True):
        assert {term.english, term.forms[0]} - {""} == {term.forms[0], other.forms[0]}
        assert term.sentence[-1] in ".。"
        assert lang == "en" or (term.sentence != other.sentence)
        settings, step, invalid = read(term.place.query)
        assert not invalid
        assert settings.lang == lang
        data = stage_of(term.place.page, settings)
        head = kind_of(runs.RUNS.find(data["run"])).record("head", translation(lang), lang)
        assert max(step, settings.view.position) <= int(str(head["last"])), term.name


def test_glossary_has_the_forms_that_readers_of_the_course_know():
    found = {(lang, form) for lang in LANGUAGES for t in glossary(lang) for form in t.others}
    wanted = {("zh-Hant", "標記"), ("zh-Hant", "預標記化"), ("ko", "하위 단어")}
    assert wanted | {("en", "base vocabulary")} <= found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_worksheet_has_an_answer_for_each_question(lang):
    for chapter in chapters(lang):
        sheet = chapter_worksheet(chapter.name, lang)
        questions = sheet["questions"]
        assert len(questions) >= 6
        assert all(each["prompt"] and each["title"] for each in questions)
        assert all(each["answer"] for each in questions)
        asked = [part for part in chapter.parts if part.task.kind != "step"]
        for part, each in zip(asked, questions, strict=True):
            printed = " ".join(
                (each["introduction"], each["given"], each["prompt"], *each["options"])
            )
            assert not re.search(ON_SCREEN, printed, re.IGNORECASE), printed
            if part.task.kind == "merge":
                assert each["given"], part.name  # the pair is underlined there
    sheet = lesson_worksheet(pack(NEW), lang)
    assert [each["prompt"] for each in sheet["questions"]] == [
        "How often does it occur?",
        "Which character is unknown?",
    ]
    assert "\u2068hug\u2069" not in sheet["questions"][0]["given"]  # after one merge: h ug
    assert "\u2068h\u2069 \u2068ug\u2069 × 10" in sheet["questions"][0]["given"]
    assert "\u2068mug\u2069" in sheet["questions"][1]["given"]


def test_worksheets_know_the_parts_of_the_course():
    names = {part.name for chapter in chapters("en") for part in chapter.parts}
    assert names >= set(paper.PARTS)
    told = (each.get("gives_away", []) for each in paper.PARTS.values())
    assert names.issuperset(chain.from_iterable(told))


def told_by(text: str, other: Part, part: Part) -> bool:
    """Whether a printed text of another part contains the answer of a part.

    It is found if the answer is a merge, tokens, a choice of tokens, or a number in a sentence that
    also has what the question quotes first. A number after × is not found: it is given.
    """
    task, answer = part.task, written(part.task.answer)
    if task.kind == "merge":
        run = trained(part.place.settings)
        same = other.place.settings.corpus == part.place.settings.corpus
        return same and quoted(run.merges[part.place.step].token) in text
    if task.kind == "tokens" or (task.kind == "choice" and answer.startswith("\u2068")):
        tokens = re.findall(r"[^\u2068\u2069\s]+", answer)
        forms = (" ".join(map(quoted, tokens)), quoted(" ".join(tokens)))
        return len(tokens) > 1 and any(form in text for form in forms)
    number = re.compile(rf"(?<![\d/.])(?<!× ){re.escape(answer)}(?![\d/]|\.\d)")
    about = re.search("\u2068.*?\u2069", task.prompt)
    clauses = re.split(r"[.:?。：？](?!\d)", text)
    is_number = task.kind in ("number", "share") and about is not None
    return is_number and any(number.search(each) and about[0] in each for each in clauses)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_selected_question_of_a_worksheet_gives_away_another(lang):
    for chapter in chapters(lang):
        parts = [part for part in chapter.parts if part.task.kind != "step"]
        questions = chapter_worksheet(chapter.name, lang)["questions"]
        at_first = {
            i for i, each in enumerate(questions) if not (each["needs_app"] or each["is_left_out"])
        }
        assert len(at_first) >= 8
        for i in at_first:
            assert not at_first.intersection(questions[i]["gives_away"])
        for i, j in permutations(range(len(parts)), 2):
            text = "\n".join(questions[i][key] for key in ("introduction", "given", "prompt"))
            if told_by(text, parts[i], parts[j]):
                both = questions[i]["needs_app"], questions[j]["needs_app"]
                assert any(both) or j in questions[i]["gives_away"], (parts[i].name, parts[j].name)


def test_long_lesson_keeps_all_its_questions_for_the_teacher_to_choose_from():
    lines = [f"/?corpus=hug&step={i % 8} Look.\n? Question {i}?\n= {i}" for i in range(30)]
    sheet = lesson_worksheet(pack("\n".join(lines)), "en")
    assert [each["prompt"] for each in sheet["questions"]] == [f"Question {i}?" for i in range(30)]


def test_routes_reject_what_is_no_lesson_and_no_chapter():
    client = TestClient(Starlette(routes=list(route.routes(""))))
    good = client.get("/guide/ko/lesson", params={"lesson": pack(NEW)})
    assert (good.status_code, good.json()["lang"]) == (200, "ko")
    assert "no-store" in good.headers["cache-control"]
    sheet = client.get("/guide/en/worksheet", params={"chapter": chapters("en")[0].name})
    assert sheet.json()["title"] == chapters("en")[0].title
    for path, params, status in (
        ("/guide/xx/lesson", {"lesson": pack(NEW)}, 404),
        ("/guide/en/lesson", {}, 400),
        ("/guide/en/lesson", {"lesson": "A" * 6_001}, 400),
        ("/guide/en/lesson", {"lesson": "damaged"}, 400),
        ("/guide/en/lesson", {"lesson": pack("no link")}, 400),
        ("/guide/en/worksheet", {"chapter": "none"}, 404),
        ("/guide/en/worksheet", {"lesson": "damaged"}, 400),
    ):
        assert client.get(path, params=params).status_code == status, (path, params)


def test_long_lesson_is_read_only_up_to_the_last_part_allowed(monkeypatch):
    """A short link can contain 10,000 lines. The page of it reads them once."""
    found = []
    read_link = lessons.from_query

    def note(query):
        found.append(query)
        return read_link(query)

    monkeypatch.setattr(lessons, "from_query", note)
    text = "/?a Look.\n" * 8_000
    with pytest.raises(bpe.InputError, match="at most 40 parts"):
        lessons.read(text)
    assert len(found) == lessons.MAX_PARTS
    found.clear()
    settings = Settings().replace(lesson=pack(text))
    data, unreadable = lesson_page.page_data(settings, translation("en"))
    assert (data["lesson"], unreadable.values["most"]) == ("", lessons.MAX_PARTS)
    assert len(found) == lessons.MAX_PARTS


@pytest.mark.parametrize("line", ["# a note", "= 15 | fifteen", "* a title"])
def test_lines_add_a_bounded_amount_to_a_part(line):
    kept = f"/?corpus=hug Look.\n? What?\n= 7\n{line}\n{line}"
    assert len(lessons.read(kept)) == 1
    with pytest.raises(bpe.InputError, match="adds too much to its part"):
        lessons.read(kept + f"\n{line}" * 5_000)


def test_part_has_a_bounded_number_of_answers():
    """Each is compared as a number, which takes time."""
    kept = "/?corpus=hug Look.\n? What?\n= " + " | ".join("7" * lessons.MAX_ANSWERS)
    assert len(lessons.read(kept)[0].answers) == lessons.MAX_ANSWERS
    with pytest.raises(bpe.InputError, match="Part 1 can have at most 40 answers"):
        lessons.read(kept + " | 7")


CHOICES = "/?corpus=hug Look.\n? Which?\n~ u | It is rare.\n~ * ug\n~ p+u\n+ It occurs 20 times."


def test_question_with_choices_says_why_each_is_wrong():
    (part,) = lessons.read(CHOICES)
    assert lessons.read("./?corpus=hug Look.\n" + written_below(part)) == (part,)
    task = task_of(part, translation("en"))
    assert task.choices == (("u", False, "It is rare."), ("ug", True, ""), ("p+u", False, ""))
    assert (task.kind, task.done) == ("choice", "It occurs 20 times.")
    assert "ug" in task.worked
    printed = worksheet.of_lesson(part, "en", translation("en"))
    assert printed["options"] == ["u", "ug", "p+u"]
    assert printed["answer"].startswith("B. ")


def written_below(part: lessons.Part) -> str:
    """What the editor writes below a part with a question."""
    shown = lesson_page.draft(part)
    lines = (f"~ {each}" for each in shown["choices"].split("\n"))
    return "\n".join([f"? {shown['question']}", *lines, f"+ {shown['explanation']}"])


@pytest.mark.parametrize("lines", ["~ * u", "~ * u\n~ u", "~ * u\n~ | Why?", "~ * u" + "\n~ g" * 8])
def test_choices_are_a_few_different_ones(lines):
    with pytest.raises(bpe.InputError, match="Part 1 needs 2 to 8 different choices"):
        lessons.read(f"/?corpus=hug Look.\n? Which?\n{lines}")
    with pytest.raises(bpe.InputError, match="needs both a question and an answer"):
        lessons.read("/?corpus=hug Look.\n? Which?\n~ u\n~ g")


def test_editor_says_what_phones_of_other_languages_see():
    labels = lesson_labels.labels(translation("en"))
    line = next(each for each in files.text("lesson_help.js").split("\n") if "HELPED =" in each)
    names = re.findall(r'"(\w+)"', line)
    assert {"sentence", "hides"} < set(names)
    assert all(labels[name] and labels[f"{name}_help"] for name in names)
    assert "in the language of the phone" in labels["sentence_help"]

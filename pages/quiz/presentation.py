"""Records for the Practice page: a question, the feedback on an answer, the review of a round."""

from collections.abc import Mapping

from pages.i18n.language import Translation
from pages.quiz.answers import Choice, Pair, Tokens
from pages.quiz.questions import Cell, Fact, Question, Verdict
from pages.view.stage import Record, sentences
from pages.view.tables import as_csv
from pages.view.tokens import chip, is_rtl, isolated, quoted, visible, without_isolates

Given = tuple[Question, str, Verdict]  # a question, the typed answer, the verdict
SHOWN = 200  # maximum length of a typed answer in the review


def kind_name(kind: str, t: Translation) -> str:
    """A kind of question, in a few words.

    >>> kind_name("count", Translation())
    'The count of a pair'
    """
    return {
        "next": t.gettext("The next merge"),
        "count": t.gettext("The count of a pair"),
        "encode": t.gettext("Encoding a word"),
        "overlap": t.gettext("Overlapping pairs"),
        "fit": t.gettext("Number of merges"),
        "ties": t.gettext("Equal counts"),
        "segmentation": t.gettext("The best segmentation"),
        "probability": t.gettext("The probability of a word"),
        "rise": t.gettext("Removable pieces"),
        "frequencies": t.gettext("Frequencies of pieces"),
        "sum": t.gettext("The sum of frequencies"),
    }[kind]


def cell(content: Cell, numbers: Mapping[str, int]) -> object:
    """A cell: a sentence, or chips. A chip ends with its token if it shows another text.

    >>> cell("20", {}), cell(("h", " u"), {" u": 7})
    ('20', [['h', 0], ['␣u', 7, ' u']])
    """
    if isinstance(content, str):
        return content
    return [
        [*chip(token, numbers), *([] if visible(token) == token else [token])] for token in content
    ]


def fact(shown: Fact, numbers: Mapping[str, int]) -> Record:
    """A table or the words of a corpus. numbers: of its tokens, see `chip`.

    >>> fact(Fact("Counts", ("Pair", "Count"), ((("u", "g"), "20"),)), {})["rows"]
    [[[['u', 0], ['g', 0]], '20']]
    """
    rtl = any(is_rtl(x) for row in shown.rows for x in row if isinstance(x, tuple) for x in x)
    return {
        "title": shown.title,
        "kind": shown.kind,
        "columns": list(shown.columns),
        "rows": [[cell(each, numbers) for each in row] for row in shown.rows],
        "dir": "rtl" if rtl and shown.kind == "words" else "ltr",
    }


def separator(question: Question) -> str | None:
    """The separator between clicked tokens in an answer; None if clicking gives no answer.

    In a choice a click on a token chooses its row, and nothing is separated.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> from pages.quiz.merge_questions import next_pair
    >>> question = next_pair(material(defaults("hug")), 0, Translation())
    >>> separator(question)
    '+'
    """
    form = question.form
    if isinstance(form, Tokens | Choice):
        return " " if isinstance(form, Tokens) else ""
    return "+" if isinstance(form, Pair) else None


def help_text(question: Question, t: Translation) -> str:
    """How to type or click the answer.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> from pages.quiz.merge_questions import next_pair
    >>> question = next_pair(material(defaults("hug")), 0, Translation())
    >>> help_text(question, Translation())
    'The two tokens, separated by + or a space. You can also click the tokens.'
    """
    if separator(question) is None:
        return question.hint
    text = t.gettext("{hint}. You can also click the tokens.").format(hint=question.hint)
    form = question.form
    if isinstance(form, Tokens | Pair) and form.mark and "_" not in form.signs:
        text = sentences(
            text, t.gettext("You can type _ instead of {mark}.").format(mark=form.mark), t
        )
    return text


def question_record(question: Question, lang: str, t: Translation, field: str = "") -> Record:
    """A question and what it shows. field: the key of the open field for its answer.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> from pages.quiz.merge_questions import next_pair
    >>> question = next_pair(material(defaults("hug")), 0, Translation())
    >>> question_record(question, "en", Translation())["prompt"]
    'Which pair does step 1 merge?'
    """
    join = separator(question)
    return {
        "field": {"key": field, "join": join} if field and join is not None else None,
        "lang": lang,
        "kind": kind_name(question.kind, t),
        "prompt": question.prompt,
        "facts": [fact(each, question.numbers) for each in question.facts],
    }


def link_to_step(question: Question, t: Translation) -> list[str]:
    """The link to the step that shows the answer: [text, address].

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> from pages.quiz.merge_questions import next_pair
    >>> question = next_pair(material(defaults("hug")), 0, Translation())
    >>> link_to_step(question, Translation())[0]
    'See step 1'
    """
    if question.link.page:
        return [t.gettext("See the diagram"), question.link.href]
    return [t.gettext("See step {step}").format(step=question.link.step), question.link.href]


def describe_answer(question: Question, typed: str) -> str:
    """The typed answer as the page shows it; a letter is replaced by its option.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> from pages.quiz.merge_questions import next_pair
    >>> question = next_pair(material(defaults("hug")), 0, Translation())
    >>> without_isolates(describe_answer(question, " u   g"))
    'u g'
    """
    given = question.form.read(typed) if question.kind in ("ties", "rise") else None
    if isinstance(given, tuple):
        return "+".join(quoted(str(token)) for token in given)
    if given is not None:
        return quoted(str(given))
    return isolated(visible_answer(typed))


def visible_answer(typed: str) -> str:
    """The typed answer, with invisible characters made visible.

    >>> visible_answer(" un  hug")
    'un hug'
    """
    return " ".join(map(visible, typed.split()))[:SHOWN]


def verdict_record(given: Given, lang: str, t: Translation) -> Record:
    """The feedback on an answer.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> from pages.quiz.merge_questions import next_pair
    >>> question = next_pair(material(defaults("hug")), 0, Translation())
    >>> given = question, "h+u", question.check("h+u")
    >>> verdict_record(given, "en", Translation())["title"]
    'Not correct'
    """
    question, typed, verdict = given
    lines = [verdict.reason] if verdict.reason else []
    return {
        "lang": lang,
        "state": state(verdict),
        "title": title(verdict, t),
        "answer": [] if verdict.right else answers(question, typed, t),
        "lines": [*lines, question.because],
        "link": link_to_step(question, t),
    }


def state(verdict: Verdict) -> str:
    """The state of an answer: "right", "wrong" or "skipped".

    >>> state(Verdict(read=True, right=True)), state(Verdict(read=False))
    ('right', 'skipped')
    """
    return "right" if verdict.right else "wrong" if verdict.read else "skipped"


def title(verdict: Verdict, t: Translation) -> str:
    """Right or wrong, in a word.

    >>> title(Verdict(read=True, right=True), Translation())
    'Correct'
    """
    if verdict.right:
        return t.gettext("Correct")
    return t.gettext("Not correct") if verdict.read else t.gettext("Not answered")


def answers(question: Question, typed: str, t: Translation) -> list[list[str]]:
    """The given answer and the right one.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> from pages.quiz.merge_questions import next_pair
    >>> question = next_pair(material(defaults("hug")), 0, Translation())
    >>> [name for name, _ in answers(question, "h+u", Translation())]
    ['Your answer', 'Correct answer']
    """
    found = [[t.gettext("Correct answer"), question.shown]]
    if typed.strip():
        found.insert(0, [t.gettext("Your answer"), describe_answer(question, typed)])
    return found


def progress(states: list[str], at: int, lang: str, t: Translation) -> Record:
    """How far a round is. states: of each question "right", "wrong", "skipped" or "".

    >>> progress(["right", "wrong", ""], 2, "en", Translation())["here"]
    'Question 3 of 3'
    """
    names = {
        "right": t.gettext("Correct"),
        "wrong": t.gettext("Not correct"),
        "skipped": t.gettext("Not answered"),
        "": t.gettext("Not answered"),
    }
    here = t.gettext("Question {number} of {all}").format(number=at + 1, all=len(states))
    if at >= len(states):
        here = t.ngettext("{all} question", "All {all} questions", len(states)).format(
            all=len(states)
        )
    return {
        "lang": lang,
        "here": here,
        "at": at,
        "states": [[state, names[state]] for state in states],
        "score": t.gettext("{score} correct").format(score=states.count("right")),
    }


def review(
    round_: list[Given | None], questions: list[Question], lang: str, t: Translation
) -> Record:
    """The review of a round, question by question.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> from pages.quiz.merge_questions import next_pair
    >>> question = next_pair(material(defaults("hug")), 0, Translation())
    >>> given = question, "u+g", question.check("u+g")
    >>> review([given, None], [question, question], "en", Translation())["score"]
    '1 of 2 correct'
    """
    items = []
    for i, each in enumerate(questions):
        given = round_[i] or (each, "", Verdict(read=False))
        items.append(
            {"number": i + 1, "prompt": each.prompt, **verdict_record(given, lang, t),
             "kind": kind_name(each.kind, t)}
        )  # fmt: skip
    right = sum(1 for each in round_ if each and each[2].right)
    return {
        "lang": lang,
        "score": t.gettext("{right} of {all} correct").format(right=right, all=len(questions)),
        "items": items,
    }


def result_csv(round_: list[Given | None], questions: list[Question], t: Translation) -> bytes:
    """A round as a CSV file.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> from pages.quiz.merge_questions import next_pair
    >>> question = next_pair(material(defaults("hug")), 0, Translation())
    >>> result_csv([None], [question], Translation()).decode("utf-8-sig").partition(",")[0]
    'Question'
    """
    heads = [
        t.gettext("Question"),
        t.gettext("Kind"),
        t.gettext("Question text"),
        t.gettext("Your answer"),
        t.gettext("Correct answer"),
        t.gettext("Correct"),
        t.gettext("Why"),
        t.gettext("Link"),
    ]
    rows: list[tuple[object, ...]] = []
    for i, each in enumerate(questions):
        _, typed, verdict = round_[i] or (each, "", Verdict(read=False))
        why = " ".join(filter(None, (verdict.reason, each.because)))
        texts = [each.prompt, visible_answer(typed), each.shown]
        plain = map(without_isolates, texts)
        right, link = int(verdict.right), link_to_step(each, t)[1]
        rows.append((i + 1, kind_name(each.kind, t), *plain, right, without_isolates(why), link))
    return as_csv(heads, rows)

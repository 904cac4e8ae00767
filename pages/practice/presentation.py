"""Records for the Practice page: a question, the feedback on an answer, the ladder of skills."""

from collections.abc import Mapping

from pages.practice import ladder
from pages.practice.answers import Letter, Number, Pair, Tokens
from pages.practice.expressions import is_unequal
from pages.practice.questions import Cell, Exercise, Fact, Say
from pages.stage.question import Verdict
from pages.stage.record import Record, sentences
from pages.stage.tokens import chip, is_rtl, isolated, visible
from pages.state.practice import Skill, Skills
from pages.translations.language import Translation

Given = tuple[Exercise, str, Verdict]  # a question, the typed answer, the verdict
SHOWN = 200  # maximum length of a typed answer in the feedback


def kind_name(kind: str, t: Translation) -> str:
    """A kind of question, in a few words.

    >>> kind_name("count", Translation())
    'Count a pair'
    """
    return Say(kind, t)("name")


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


def separator(question: Exercise) -> str | None:
    """The separator between clicked tokens in an answer; None if clicking gives no answer.

    In a choice a click on a token chooses its row, and nothing is separated.

    >>> from pages.state.defaults import defaults
    >>> from pages.practice.material import Material
    >>> from pages.practice.merge_questions import next_pair
    >>> question = next_pair(Material(defaults("hug")), 0, Translation())
    >>> separator(question)
    '+'
    """
    form = question.form
    if isinstance(form, Tokens | Letter):
        return " " if isinstance(form, Tokens) else ""
    return "+" if isinstance(form, Pair) else None


def help_text(question: Exercise, t: Translation) -> str:
    """How to type or click the answer.

    >>> from pages.state.defaults import defaults
    >>> from pages.practice.material import Material
    >>> from pages.practice.merge_questions import next_pair
    >>> question = next_pair(Material(defaults("hug")), 0, Translation())
    >>> help_text(question, Translation())
    'The two tokens, separated by + or a space. You can also choose the tokens.'
    """
    if separator(question) is None:
        return question.help
    form = question.form
    if isinstance(form, Letter):
        return t.gettext("{hint}. You can also choose it in the table.").format(hint=question.help)
    text = t.gettext("{hint}. You can also choose the tokens.").format(hint=question.help)
    if isinstance(form, Tokens | Pair) and form.mark and "_" not in form.signs:
        text = sentences(
            text, t.gettext("You can type _ instead of {mark}.").format(mark=form.mark), t
        )
    return text


def question_record(
    question: Exercise, lang: str, t: Translation, field: str = "", level: int = 0
) -> Record:
    """A question and what it shows. field: the key of the open field for its answer.

    level: its level, if it is a question of the ladder.

    >>> from pages.state.defaults import defaults
    >>> from pages.practice.material import Material
    >>> from pages.practice.merge_questions import next_pair
    >>> question = next_pair(Material(defaults("hug")), 0, Translation())
    >>> question_record(question, "en", Translation())["prompt"]
    'Which pair does step 1 merge?'
    """
    join, kind = separator(question), kind_name(question.skill, t)
    if level:
        kind = t.gettext("{skill}, level {level} of {levels}").format(
            skill=kind, level=level, levels=ladder.LEVELS
        )
    return {
        "field": {"key": field, "join": join} if field and join is not None else None,
        "lang": lang,
        "text_lang": question.words,
        "kind": kind,
        "prompt": question.prompt,
        "facts": [fact(each, question.numbers) for each in question.facts],
    }


def link_to_step(question: Exercise, t: Translation) -> list[str]:
    """The link to the step that shows the answer: [text, address].

    >>> from pages.state.defaults import defaults
    >>> from pages.practice.material import Material
    >>> from pages.practice.merge_questions import next_pair
    >>> question = next_pair(Material(defaults("hug")), 0, Translation())
    >>> link_to_step(question, Translation())[0]
    'See step 1'
    """
    if question.link.page:
        return [t.gettext("See the diagram"), question.link.href]
    return [t.gettext("See step {step}").format(step=question.link.step), question.link.href]


def describe_answer(question: Exercise, typed: str) -> str:
    """The typed answer as the page shows it; a letter is replaced by its option.

    >>> from pages.state.defaults import defaults
    >>> from pages.practice.material import Material
    >>> from pages.practice.merge_questions import next_pair
    >>> question = next_pair(Material(defaults("hug")), 0, Translation())
    >>> describe_answer(question, " u   g").strip("\u2068\u2069")
    'u g'
    """
    form = question.form
    if isinstance(form, Letter) and (given := form.read(typed)) is not None:
        return str(question.choices[form.options.index(given)].content)
    return isolated(visible_answer(typed))


def visible_answer(typed: str) -> str:
    """The typed answer, with invisible characters made visible.

    >>> visible_answer(" un  hug")
    'un hug'
    """
    return " ".join(map(visible, typed.split()))[:SHOWN]


def verdict_record(given: Given, lang: str, t: Translation) -> Record:
    """The feedback on the last answer: the right answer, why, and links to what explains it.

    >>> from pages.state.defaults import defaults
    >>> from pages.practice.material import Material
    >>> from pages.practice.merge_questions import next_pair
    >>> question = next_pair(Material(defaults("hug")), 0, Translation())
    >>> given = question, "h+u", question.check("h+u")
    >>> verdict_record(given, "en", Translation())["title"]
    'Not correct'
    """
    question, typed, verdict = given
    lines = [verdict.reason] if verdict.reason else []
    links = [link_to_step(question, t)]
    if not verdict.right and question.skill in ladder.PART_OF:
        links.append(link_to_course(question.skill, lang, t))
    return {
        "lang": lang,
        "text_lang": question.words,
        "state": state(verdict),
        "title": title(verdict, t),
        "answer": [] if verdict.right else answers(question, typed, t),
        "lines": [*lines, question.worked],
        "links": links,
    }


def try_again_record(question: Exercise, typed: str, lang: str, t: Translation) -> Record:
    """The feedback while the question is open: why the answer is wrong, and the hint.

    typed: the wrong answer, or "" if the learner has asked for the hint.

    >>> from pages.state.defaults import defaults
    >>> from pages.practice.material import Material
    >>> from pages.practice.merge_questions import next_pair
    >>> question = next_pair(Material(defaults("hug")), 0, Translation())
    >>> try_again_record(question, "h+u", "en", Translation())["title"]
    'Not this one. Try again.'
    """
    reason = question.check(typed).reason if typed else ""
    return {
        "lang": lang,
        "text_lang": question.words,
        "state": "wrong" if typed else "hint",
        "title": t.gettext("Not this one. Try again.") if typed else t.gettext("Hint"),
        "answer": [[t.gettext("Your answer"), describe_answer(question, typed)]] if typed else [],
        "lines": [each for each in (reason, question.hint) if each],
        "links": [link_to_course(question.skill, lang, t)],
    }


def link_to_course(kind: str, lang: str, t: Translation) -> list[str]:
    """The link to the part of the course that explains a skill: [text, address].

    >>> link_to_course("count", "en", Translation())
    ['Learn this in the course', './?part=count-pair&lang=en']
    """
    return [t.gettext("Learn this in the course"), f"./?part={ladder.PART_OF[kind]}&lang={lang}"]


def unreadable(question: Exercise, typed: str, t: Translation) -> str:
    """Why an answer can't be read. {hint}: how to type it.

    >>> from pages.practice.exercises import boxes, material
    >>> _, total = boxes(material("en"), Translation())["frequencies"]
    >>> unreadable(total, "10 + 5 = 20", Translation())
    'The two sides of this equation are not equal.'
    """
    if isinstance(question.form, Number) and is_unequal(typed):
        return t.gettext("The two sides of this equation are not equal.")
    return t.gettext("This answer can't be read. Expected: {hint}.")


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


def answers(question: Exercise, typed: str, t: Translation) -> list[list[str]]:
    """The given answer and the right one.

    >>> from pages.state.defaults import defaults
    >>> from pages.practice.material import Material
    >>> from pages.practice.merge_questions import next_pair
    >>> question = next_pair(Material(defaults("hug")), 0, Translation())
    >>> [name for name, _ in answers(question, "h+u", Translation())]
    ['Your answer', 'Correct answer']
    """
    found = [[t.gettext("Correct answer"), question.shown]]
    if typed.strip():
        found.insert(0, [t.gettext("Your answer"), describe_answer(question, typed)])
    return found


def ladder_record(skills: Skills, here: str, seed: int, lang: str, t: Translation) -> Record:
    """The skills with the levels that are finished. here: the skill of the open question.

    >>> shown = ladder_record({"count": Skill(2)}, "next", 0, "en", Translation())
    >>> shown["skills"][0]
    ['count', 'Count a pair', 1, '1 of 3 levels', False]
    """
    rows: list[list[object]] = []
    for name in ladder.SKILLS:
        skill = skills.get(name, Skill())
        done = skill.level - 1 + ladder.is_mastered(skill)
        text = t.gettext("{done} of {all} levels").format(done=done, all=ladder.LEVELS)
        if skill.due:
            text = t.gettext("{levels}, comes back soon").format(levels=text)
        rows.append([name, kind_name(name, t), done, text, skill.due > 0])
    total = ladder.LEVELS * len(ladder.SKILLS)
    return {
        "lang": lang,
        "title": t.gettext("Your skills"),
        "note": t.gettext("{done} of {all} levels").format(
            done=sum(int(str(row[2])) for row in rows), all=total
        ),
        "legend": legend(any(row[4] for row in rows), t),
        "here": here,
        "skills": rows,
        "seed": seed,
        "asked": ladder.asked(skills),
        "kept": ladder.to_json(skills),
    }


def legend(has_missed: bool, t: Translation) -> Record:
    """What the circles of the skills mean, and what an answer changes.

    has_missed: whether a skill comes back because it was missed.

    >>> legend(False, Translation())["signs"]
    [['done', 'level finished'], ['open', 'level not finished']]
    """
    signs = [["done", t.gettext("level finished")], ["open", t.gettext("level not finished")]]
    return {
        "title": t.gettext("How levels work"),
        "signs": [*signs, *([["due", t.gettext("missed, comes back soon")]] if has_missed else [])],
        "lines": [
            t.gettext(
                "Each circle is a level: easy, harder, hard. One right answer finishes level 1. "
                "Levels 2 and 3 need two in a row."
            ),
            t.gettext(
                "Only answers that are right at once, without the hint, lead to the next level. "
                "After a second try, the skill comes back two questions later."
            ),
            t.gettext("If you see the answer, it comes back one level lower, or again at level 1."),
        ],
    }

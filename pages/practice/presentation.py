"""Records for the Practice page: a question, the feedback on an answer, the ladder of skills."""

from collections.abc import Mapping

from pages.practice import ladder
from pages.practice.byte_questions import ENCODE
from pages.practice.questions import TEXTS, Cell, Exercise, Fact, Say
from pages.runs.next_steps import due_labels
from pages.settings.platform_labels import labels as platform_labels
from pages.stage.question import Verdict
from pages.stage.record import Record
from pages.stage.tokens import chip, is_rtl, visible
from pages.state.practice import Skill, Skills
from pages.translations.language import Translation
from pages.translations.texts import translated
from pages.unigram import lattice_records
from pages.unigram.word import Word as LatticeWord

Given = tuple[Exercise, str, Verdict]  # a question, the typed answer, the verdict


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


def lattice_fact(word: LatticeWord, t: Translation) -> Record:
    """The picture of the lattice of a word, with the probability of each piece.

    >>> from pages.state.defaults import defaults
    >>> word = LatticeWord.after(defaults("hug").train_unigram(), "hug", 0)
    >>> len(lattice_fact(word, Translation())["lattice"]["arcs"])
    6
    """
    title = lattice_records.picture_label(word, t)
    shown = {
        **lattice_records.picture(word, t),
        "dir": lattice_records.direction(word),
        "labels": {"lattice": title},
    }
    return {
        "title": title,
        "kind": "lattice",
        "columns": [],
        "rows": [],
        "dir": "ltr",
        "lattice": shown,
    }


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
    join, kind = question.form.separator, kind_name(question.skill, t)
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
        "facts": [
            *([lattice_fact(question.lattice, t)] if question.lattice else []),
            *(fact(each, question.numbers) for each in question.facts),
        ],
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
    if question.link.page == ENCODE:
        return [t.gettext("See its tokens"), question.link.href]
    if question.link.page:
        return [t.gettext("See the diagram"), question.link.href]
    return [t.gettext("See step {step}").format(step=question.link.step), question.link.href]


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
    if verdict.right:
        state, title = "right", t.gettext("Correct")
    elif verdict.read:
        state, title = "wrong", t.gettext("Not correct")
    else:
        state, title = "skipped", t.gettext("Not answered")
    answers = given_answer(question, typed, t) if typed.strip() else []
    answers = [*answers, [t.gettext("Correct answer"), question.shown]]
    lines = [verdict.reason] if verdict.reason else []
    links = [link_to_step(question, t)]
    if not verdict.right and question.skill in ladder.PART_OF:
        links.append(link_to_course(question.skill, lang, t))
    return {
        "lang": lang,
        "text_lang": question.words,
        "state": state,
        "title": title,
        "answer": [] if verdict.right else answers,
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
        "answer": [[t.gettext("Your answer"), question.form.described(typed, question)]]
        if typed
        else [],
        "lines": [each for each in (reason, question.hint) if each],
        "links": [link_to_course(question.skill, lang, t)],
    }


def given_answer(question: Exercise, typed: str, t: Translation) -> list[list[str]]:
    """The row with the typed answer: [[title, answer]]."""
    return [[t.gettext("Your answer"), question.form.described(typed, question)]]


def link_to_course(kind: str, lang: str, t: Translation) -> list[str]:
    """The link to the part of the course that explains a skill: [text, address].

    >>> link_to_course("count", "en", Translation())
    ['Learn this in the course', './?part=count-pair&lang=en']
    """
    return [t.gettext("Learn this in the course"), f"./?part={ladder.PART_OF[kind]}&lang={lang}"]


def ladder_record(
    skills: Skills,
    here: str,
    seed: int,
    lang: str,
    t: Translation,
    words: str = "en",
    begun: int = 0,
) -> Record:
    """The skills with the levels that are finished. here: the skill of the open question.

    words: the language of the words that questions are about. begun: the last chapter from which
    questions come by themselves; 0: from all.

    >>> shown = ladder_record({"count": Skill(2)}, "next", 0, "en", Translation())
    >>> shown["skills"][0]
    ['count', 'Count a pair', 1, '1 of 3 levels', False, 'Chapter 2']
    """
    rows: list[list[object]] = []
    for name in ladder.SKILLS:
        skill = skills.get(name, Skill())
        done = skill.level - 1 + ladder.is_mastered(skill)
        text = t.gettext("{done} of {all} levels").format(done=done, all=ladder.LEVELS)
        if skill.due:
            text = t.gettext("{levels}, comes back soon").format(levels=text)
        chapter = t.gettext("Chapter {n}").format(n=ladder.CHAPTER_OF[name])
        rows.append([name, kind_name(name, t), done, text, skill.due > 0, chapter])
    total = ladder.LEVELS * len(ladder.SKILLS)
    return {
        "lang": lang,
        "title": t.gettext("Your skills"),
        "note": t.gettext("{done} of {all} levels finished").format(
            done=sum(int(str(row[2])) for row in rows), all=total
        ),
        "legend": legend(any(row[4] for row in rows), t),
        "here": here,
        "skills": rows,
        "begun": begun,
        "about_begun": t.gettext(
            "Questions come from the chapters that you have begun. Choose a skill for others."
        )
        if min(ladder.CHAPTERS) <= begun < max(ladder.CHAPTERS)
        else "",
        "seed": seed,
        "asked": ladder.asked(skills),
        "kept": ladder.to_json(skills),
        "platform": {"labels": platform_labels(t), "words": words},
        "due": due_labels(t),
    }


def legend(has_missed: bool, t: Translation) -> Record:
    """What the circles of the skills mean, and what an answer changes.

    has_missed: whether a skill comes back because it was missed.

    >>> legend(False, Translation())["signs"]
    [['done', 'level finished'], ['open', 'level not finished']]
    """
    table, say = TEXTS["legend"], t.gettext
    signs = translated(table["signs"], t)
    return {
        "title": say(table["title"]),
        "signs": [[key, text] for key, text in signs.items() if has_missed or key != "due"],
        "lines": [say(line) for line in table["lines"]],
    }

"""The ladder of practice: which question comes next, and what an answer changes.

It starts with the easiest skill. A skill gets harder after right answers, and a missed one comes
back soon. The order depends only on the answers; the questions come from `draw`.
"""

from dataclasses import dataclass, replace

from pages.state.practice import Skill, Skills

LEVELS = 3
# By chapter of the course. Each with the part that explains it.
CHAPTERS = {
    2: {"count": "count-pair", "next": "first-merge"},
    3: {"encode": "encode-word"},
    4: {
        "ties": "tie-first",
        "bytes": "byte-word",
        "symbols": "byte-alphabet",
        "unseen": "byte-alphabet",
        "fit": "size-merges",
    },
    5: {"probability": "segmentation-product", "segmentation": "viterbi-start"},
    6: {"rise": "prune-piece", "loss": "loss-rise", "share": "em-share"},
}
CHAPTER_OF = {skill: number for number, parts in CHAPTERS.items() for skill in parts}
PART_OF = {skill: part for parts in CHAPTERS.values() for skill, part in parts.items()}
SKILLS = tuple(PART_OF)
# Skills whose questions are numbered together, and how many of a skill and level have a number.
# A new skill goes into a new group, so that the numbers of old links stay.
FIRST = ("count", "next", "encode", "ties", "fit", "probability", "segmentation", "rise")
GROUPS = ((FIRST, 400), (("loss", "share"), 60), (("bytes", "symbols", "unseen"), 60))
NEEDED = (1, 2, 2)  # right answers in a row after which a level is finished
RETURN_AFTER = 2  # questions of other skills before a missed one comes back
STEP = 3  # a level is as much harder as this many skills
NEW = Skill()


@dataclass(frozen=True, slots=True)
class Rung:
    """Which question: a skill, a level from 1 to LEVELS, and an index from 0."""

    skill: str
    level: int
    index: int

    @property
    def number(self) -> int:
        """The question's number in the URL, from 1.

        >>> Rung("count", 1, 0).number, Rung("next", 2, 1).number
        (1, 34)
        """
        start = 1
        for names, most in GROUPS:
            if self.skill in names:
                row = self.index % most * LEVELS + self.level - 1
                return start + row * len(names) + names.index(self.skill)
            start += most * LEVELS * len(names)
        raise ValueError(f"no such skill: {self.skill}")


def rung(number: int) -> Rung:
    """The question with a number from 1. Numbers above the last one start again.

    >>> rung(34)
    Rung(skill='next', level=2, index=1)
    """
    place = (number - 1) % sum(most * LEVELS * len(names) for names, most in GROUPS)
    for names, most in GROUPS:
        if place < most * LEVELS * len(names):
            break
        place -= most * LEVELS * len(names)
    row, skill = divmod(place, len(names))
    index, level = divmod(row, LEVELS)
    return Rung(names[skill], level + 1, index)


def asked(skills: Skills) -> int:
    """The number of questions so far.

    >>> asked({"count": Skill(asked=(2, 1, 0)), "next": Skill(asked=(1, 0, 0))})
    4
    """
    return sum(sum(skill.asked) for skill in skills.values())


def is_mastered(skill: Skill) -> bool:
    """Whether the last level is finished.

    >>> is_mastered(Skill(3, 2)), is_mastered(Skill(3, 1))
    (True, False)
    """
    return skill.level == LEVELS and skill.streak >= NEEDED[-1]


def next_question(skills: Skills, begun: int = 0) -> Rung:
    """The next question: of a missed skill that is due, otherwise of the easiest unfinished skill.

    begun: the last chapter that a reader of the course has begun, for questions up to there.

    >>> next_question({}).skill
    'count'
    >>> next_question({"count": Skill(2, asked=(1, 0, 0))}).skill
    'next'
    >>> once = {"count": Skill(2, asked=(1, 0, 0)), "next": Skill(2, asked=(1, 0, 0))}
    >>> next_question(once).skill, next_question(once, begun=2).skill
    ('encode', 'count')
    """
    last = max(begun, min(CHAPTERS)) if begun else max(CHAPTERS)

    def difficulty(name: str) -> tuple[bool, bool, int, int]:
        skill = skills.get(name, NEW)
        times, is_waiting = sum(skill.asked), skill.due > asked(skills)
        if is_mastered(skill):
            return is_waiting, True, times, 0
        return is_waiting, False, SKILLS.index(name) + STEP * (skill.level - 1), times

    due = [name for name, skill in skills.items() if 0 < skill.due <= asked(skills)]
    if due:
        return question_of(skills, min(due, key=lambda name: skills[name].due))
    known = [name for name in SKILLS if CHAPTER_OF[name] <= last]
    return question_of(skills, min(known, key=difficulty))


def question_of(skills: Skills, name: str) -> Rung:
    """The next question of a skill.

    >>> question_of({"count": Skill(2, asked=(1, 3, 0))}, "count")
    Rung(skill='count', level=2, index=3)
    """
    skill = skills.get(name, NEW)
    return Rung(name, skill.level, skill.asked[skill.level - 1])


def after(skills: Skills, at: Rung, tries: int) -> dict[str, Skill]:
    """The skills after a question. tries: 1 if it was right at once; 0 if the answer was shown.

    One that was right with help comes back; one whose answer was shown comes back easier.

    >>> after({}, Rung("count", 1, 0), tries=1)["count"].level
    2
    >>> after({}, Rung("count", 2, 0), tries=0)["count"].level
    1
    """
    old = skills.get(at.skill, NEW)
    done = max(old.asked[at.level - 1], at.index + 1)
    counts = [done if i == at.level - 1 else each for i, each in enumerate(old.asked)]
    new = replace(old, level=at.level, asked=(counts[0], counts[1], counts[2]), due=0)
    if tries == 1:
        new = replace(new, streak=(old.streak if old.level == at.level else 0) + 1)
        if new.streak >= NEEDED[at.level - 1] and at.level < LEVELS:
            new = replace(new, level=at.level + 1, streak=0)
    else:
        due = asked({**skills, at.skill: new}) + RETURN_AFTER
        level = max(1, at.level - 1) if tries == 0 else at.level
        new = replace(new, level=level, streak=0, due=due)
    return {**skills, at.skill: new}


def to_json(skills: Skills) -> dict[str, list[int]]:
    """The skills as the browser keeps them.

    >>> to_json({"count": Skill(2, 1, (1, 4, 0), 0)})
    {'count': [2, 1, 1, 4, 0, 0]}
    """
    return {name: [s.level, s.streak, *s.asked, s.due] for name, s in skills.items()}


def from_json(sent: object) -> dict[str, Skill]:
    """The skills that a browser kept, without what is not valid.

    >>> from_json({"count": [2, 1, 1, 4, 0, 0], "next": "x", "other": [1, 0, 0, 0, 0, 0]})
    {'count': Skill(level=2, streak=1, asked=(1, 4, 0), due=0)}
    """
    found: dict[str, Skill] = {}
    for name, values in sent.items() if isinstance(sent, dict) else ():
        if name not in SKILLS or not isinstance(values, list) or len(values) != 6:
            continue
        if not all(type(each) is int and 0 <= each < 10**6 for each in values):
            continue
        level, streak, one, two, three, due = values
        if 1 <= level <= LEVELS:
            found[name] = Skill(level, streak, (one, two, three), due)
    return found

"""A similar question after a vote: the same skill and the same mistake, but other numbers.

If talking helped, the class answers it better than the first one. Both stay in the summary.
"""

from collections import Counter

import bpe
from pages.classroom.places import Place
from pages.classroom.questions import kind_at
from pages.practice.draw import draw
from pages.practice.questions import Exercise
from pages.stage.record import Record
from pages.translations.language import LANGUAGES

SEARCHED = 40  # questions in which the same mistake is looked for
SEED = 1  # of the first question of Practice after one about a stage
# What Practice asks about the steps of a stage.
SKILLS = {"training": "next", "encoding": "encode", "matching": "encode", "rounds": "loss"}
WORDS = "segmentation"  # about the lattice of a word


def similar_spec(spec: Record, counts: Counter[str], words: str) -> Record:
    """Return the specification of a question that is similar to one of a class.

    counts: its last vote by group. words: the language of words, for one about a stage. Raises
    bpe.InputError if there is none, and Waiting while a worker trains.

    >>> first = {"kind": "practice", "skill": "count", "level": 1, "seed": 7, "index": 0}
    >>> similar_spec(first, Counter(), "en")["index"]
    1
    """
    if spec["kind"] == "practice":
        return {**spec, "index": similar_index(spec, counts), "similar": True}
    if spec["kind"] not in ("predict", "split"):
        raise bpe.InputError("There is no similar question.")
    skill = WORDS
    if spec["kind"] == "predict":
        place = Place(str(spec["page"]), str(spec["query"]))
        kind = kind_at(place, place.settings("en"))
        skill = SKILLS.get(kind.name, WORDS) if kind else WORDS
    words = words if words in LANGUAGES else "en"
    made: Record = {"kind": "practice", "skill": skill, "level": 1, "seed": SEED}
    return {**made, "index": int(str(spec.get("step", 0))), "words": words, "similar": True}


def similar_index(spec: Record, counts: Counter[str]) -> int:
    """Return the number of the next question with the mistake that most of the class has made."""
    index = int(str(spec["index"]))
    asked = exercise(spec, index)
    wrong = [group for group, _ in counts.most_common() if group.startswith("known ")]
    name = asked.known[int(wrong[0][6:])].name if wrong and asked.known else ""
    for other in range(index + 1, index + 1 + SEARCHED):
        found = exercise(spec, other)
        if found.prompt == asked.prompt and found.answers == asked.answers:
            continue
        if not name or any(each.name == name for each in found.known):
            return other
    return index + 1


def exercise(spec: Record, index: int) -> Exercise:
    """Return a question of Practice with the skill of a specification."""
    seed, level = int(str(spec["seed"])), int(str(spec["level"]))
    return draw(seed, str(spec["skill"]), level, index, "en", str(spec.get("words", "en")))

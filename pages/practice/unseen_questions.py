"""Questions about characters that a byte-level tokenizer has not seen: how many tokens are they?"""

import re
from collections.abc import Iterator

from bpe import Merge, Run, token_bytes
from bpe.byte_characters import byte_level
from pages.practice.answers import Number
from pages.practice.byte_questions import ENCODE, code_points, utf_8
from pages.practice.byte_texts import EMOJI, TWO_BYTES, word_of
from pages.practice.material import Material
from pages.practice.mistakes import Known, distinct
from pages.practice.questions import Dice, Exercise, Fact, Place, Say
from pages.practice.sample_words import (
    ENGLISH,
    corpus_settings,
    counted_words,
    sample_words,
    similar_words,
)
from pages.stage.question import Mistake
from pages.stage.tokens import number, quoted
from pages.state.settings import Settings
from pages.translations.language import Translation

WORDS = 4  # of the corpus
RULES = ((0, 0), (1, 5), (3, 9))  # merges in the text, at least and at most, by level
MOST_BYTES = (12, 16, 24)  # of the text, by level


def draw_unseen(level: int, dice: Dice, t: Translation, words: str = "en") -> Exercise | None:
    """Ask how many tokens a text with an unseen character becomes.

    At level 1, no merge applies. At level 2, some do. At level 3, there are more, and two words.

    >>> asked = (draw_unseen(1, Dice(seed), Translation()) for seed in range(99))
    >>> next(filter(None, asked)).skill
    'unseen'
    """
    known = dice.pick([each for each in sample_words(words) if len(each) <= 2 + 2 * level])
    listed = similar_words(dice, words, known, WORDS)
    material = Material(byte_settings(counted_words(dice, listed, 9)))
    accented = dice.pick(TWO_BYTES)
    text = (word_of(dice, ENGLISH), known + dice.pick(EMOJI), f"{accented} {known}")[level - 1]
    least, most = RULES[level - 1]
    if not least <= len(rules_in(material.run, text)) <= most:
        return None
    fits = len(text.encode()) <= MOST_BYTES[level - 1] and unseen_in(material.run, text)
    return unseen(material, text, level, t) if fits else None


def byte_settings(counts: dict[str, int]) -> Settings:
    """The settings of a corpus of counted words that is trained at the byte level.

    >>> byte_settings({"cat": 3, "that": 2}).train().has_all_bytes
    True
    """
    written = {byte_level(word): count for word, count in counts.items()}
    return corpus_settings(written, split="gpt2", alphabet="bytes", vocab=400)


def corpus_words(run: Run) -> list[str]:
    """The words of a corpus at the byte level, as people read them.

    >>> corpus_words(byte_settings({"né": 3}).train())
    ['né']
    """
    return [token_bytes(word, run.corpus.split).decode() for word in run.words]


def rules_in(run: Run, text: str) -> list[Merge]:
    """The merges whose token is in a text.

    >>> [each.token for each in rules_in(byte_settings({"cat": 3, "that": 2}).train(), "cat")]
    ['at', 'cat']
    """
    written = byte_level(text)
    return [merge for merge in run.merges if merge.token in written]


def unseen_in(run: Run, text: str) -> list[str]:
    """The different characters of several bytes in a text that the corpus does not have.

    >>> unseen_in(byte_settings({"cat": 3, "that": 2}).train(), "caté")
    ['é']
    """
    seen = set("".join(corpus_words(run)))
    return [each for each in dict.fromkeys(text) if each not in seen and not each.isascii()]


def unseen(material: Material, text: str, level: int, t: Translation) -> Exercise:
    """How many tokens does a text become at the byte level?

    >>> cats = Material(byte_settings({"cat": 3, "that": 2}))
    >>> unseen(cats, "caté", 2, Translation()).answer
    3
    """
    run, say = material.run, Say("unseen", t)
    tokens = run.encode(text).tokens
    facts = [Fact(say("words"), (), tuple(((each,), "") for each in corpus_words(run)), "words")]
    if level == 1:
        facts += [utf_8(t), code_points(text, t)]
    else:
        rows = tuple((str(m.rank), (m.left, m.right), (m.token,)) for m in rules_in(run, text))
        columns = tuple(Say("encode", t)("columns").split("\n"))
        symbols = tuple(byte_level(text))
        facts += [
            Fact(say("symbols", text=quoted(text)), (), ((symbols, ""),), "words"),
            Fact(say("merges"), columns, rows),
        ]
    return Exercise(
        skill="unseen",
        prompt=say("prompt", text=quoted(text)),
        help=say("help"),
        facts=tuple(facts),
        form=Number(),
        answers=(len(tokens),),
        shown=number(len(tokens)),
        worked=say("worked", tokens=" ".join(map(quoted, tokens))),
        link=Place(material.settings.replace(sentence=text), ENCODE),
        hint=say("hint" if level == 1 else "hint_merges"),
        known=distinct(miscounted(run, text, t), len(tokens)),
    )


def miscounted(run: Run, text: str, t: Translation) -> Iterator[Mistake]:
    """Wrong answers to: how many tokens does a text become?

    >>> run = byte_settings({"cat": 3, "that": 2}).train()
    >>> [(each.name, each.answer) for each in miscounted(run, "caté", Translation())]
    [('unknown', 2), ('dropped', 1), ('bytes', 5), ('characters', 4)]
    """
    known, new = Known("unseen", t), unseen_in(run, text)
    values = {"character": quoted(new[0])}
    rest = re.split(f"[{''.join(new)}]", text)
    parts = [len(run.encode(each).tokens) for each in rest if each]
    times = sum(text.count(each) for each in new)
    yield known("unknown", sum(parts) + times, **values)
    if parts:
        yield known("dropped", sum(parts), **values)
    if rules_in(run, text):
        yield known("bytes", len(text.encode()))
    yield known("characters", len(text))

"""The ready lecture: it fits into a link, and every number in it is computed again here."""

import json
import re
from collections import Counter
from itertools import combinations, pairwise
from math import log, prod
from urllib.parse import parse_qsl

import pytest

import bpe
from bpe import reference
from bpe.unigram import reference as unigram
from pages.classroom.places import Place
from pages.classroom.questions import ask, specify
from pages.classroom.shown_part import shown_part
from pages.course import lesson_page
from pages.course import lesson_text as lessons
from pages.course.learning_platform.of_course import lesson_items
from pages.course.lecture.lecture import MINUTES, TOTAL, lecture
from pages.course.lesson import lesson_record, task_of
from pages.runs.pages import BY_PATH
from pages.stage.tokens import isolated, without_isolates
from pages.state import session
from pages.state.practice import Practice
from pages.state.settings import MAX_LESSON, Settings
from pages.state.url import from_query
from pages.storage.typed import MAX_TYPED, pack, unpack
from pages.translations.language import LANGUAGES, translation
from pages.translations.sentences import SENTENCES, names

NAMES = tuple(MINUTES)
VOTES = range(1, 7)


@pytest.fixture(params=LANGUAGES)
def lang(request) -> str:
    return request.param


def parts_of(lang: str) -> dict[str, lessons.Part]:
    """The parts by their names."""
    return dict(zip(NAMES, lessons.read(lecture(lang)), strict=True))


def settings_of(part: lessons.Part, lang: str) -> tuple[Settings, int]:
    settings, step, refused = from_query(dict(parse_qsl(part.query)), lang)
    assert not refused
    return settings, step


def words_of(settings: Settings) -> dict[str, int]:
    """The words of a small corpus with their counts, as they are written in it."""
    sample = bpe.SAMPLES.get(settings.corpus.name)
    if sample:
        return dict(sample.counts)
    pairs = (line.rsplit(" ", 1) for line in settings.corpus.own.split("\n"))
    return {word: int(count) for word, count in pairs}


def said(part: lessons.Part) -> str:
    """What a part says to the lecturer and after the answer, without its minutes."""
    return part.note.partition("\n")[2] + "\n" + part.explanation


def choices_of(part: lessons.Part) -> tuple[str, dict[str, str]]:
    """The right choice of a question, and why the others are wrong."""
    choices = [lessons.read_choice(each) for each in part.choices]
    assert not part.answers
    (right,) = (str(each.content) for each in choices if each.is_right)
    return right, {str(each.content): each.why for each in choices if not each.is_right}


def numbers(text: str) -> set[int]:
    return {int(each.replace(",", "")) for each in re.findall(r"\d[\d,]*\d|\d", text)}


class Naive:
    """BPE in a few lines: words as lists of tokens, and the first of the most frequent pairs."""

    def __init__(self, words: dict[str, int]) -> None:
        self.words = [(list(word), count) for word, count in words.items()]
        self.characters = len(set("".join(words)))

    def counts(self) -> Counter[tuple[str, str]]:
        found: Counter[tuple[str, str]] = Counter()
        for tokens, count in self.words:
            for pair in pairwise(tokens):
                found[pair] += count
        return found

    def merge(self, pair: tuple[str, str]) -> None:
        self.words = [(reference.merge_pair(tokens, *pair), n) for tokens, n in self.words]


def test_lecture_is_a_lesson_that_fits_into_a_link(lang):
    text = lecture(lang)
    assert "{" not in text
    assert "}" not in text
    assert lessons.without_lessons(text) == text
    assert len(text) <= MAX_TYPED
    packed = pack(text)
    assert len(packed) <= MAX_LESSON
    (chapter,) = lesson_record(packed, lang)["chapters"]
    assert len(chapter["parts"]) == len(NAMES) <= lessons.MAX_PARTS
    for part, shown in zip(lessons.read(text), chapter["parts"], strict=True):
        assert part.title
        assert part.note
        assert part.page in BY_PATH
        assert bool(part.hides) == bool(shown["hides"])
    assert lesson_page.draft(lessons.read(text)[0])["title"]


def test_minutes_add_up_to_the_lecture(lang):
    times = [tuple(map(int, re.findall(r"\d+", part.note.partition("\n")[0])))
             for part in lessons.read(lecture(lang))]  # fmt: skip
    assert times[0][0] == 0
    assert times[-1][1] == TOTAL == 45
    assert all(end == start for (_, end), (start, _) in pairwise(times))
    assert all(end - start >= 2 for start, end in times)


def test_lecture_is_in_the_language_of_the_reader(lang):
    parts = parts_of(lang)
    foreign = re.compile("[a-z]" if lang != "en" else "[^\x00-\x7f]")
    examples = ("letters", "count", "encode", "segmentations", "best")
    for name in examples:
        settings, _ = settings_of(parts[name], lang)
        shown = settings.encoding.input if parts[name].page == "encode" else settings.view.word
        assert not foreign.search(shown), shown
    assert not foreign.search("".join(words_of(settings_of(parts["vote-1"], lang)[0])))
    assert len({lecture(each) for each in LANGUAGES}) == len(LANGUAGES)


def test_votes_are_about_the_merges_of_the_corpus(lang):
    parts = parts_of(lang)
    settings, step = settings_of(parts["count"], lang)
    naive = Naive(words_of(settings))
    first = naive.counts().most_common(1)[0][0]
    added = [count for tokens, count in naive.words if first in pairwise(tokens)]
    assert step == 0
    assert parts["count"].answers == (str(sum(added)),)
    assert "+".join(first) in parts["count"].question
    assert f"{' + '.join(map(str, added))} = {sum(added)}" in parts["count"].note
    assert numbers(said(parts["count"])) == {*added, sum(added)}
    for number in VOTES:
        part = parts[f"vote-{number}"]
        here, step = settings_of(part, lang)
        assert (here.key, step, part.until) == (settings.key, number - 1, number)
        counts = naive.counts()
        (pair, count), (_, less) = counts.most_common(2)
        others = {"+".join(each) for each, n in counts.items() if n == less and each != pair}
        assert part.answers[0] == " ".join(pair)
        assert task_of(part, translation(lang)).kind == "text"
        assert "+".join(pair) in part.note
        assert any(each in part.note for each in others)
        assert {count, less} <= numbers(said(part))
        assert (count == less) == (number == 5)  # the tie that the fifth vote is about
        assert sum(each == count for each in counts.values()) == 1 + (number == 5)
        naive.merge(pair)
        size = naive.characters + number
        last = {size, naive.characters, number} if number == 6 else set()
        assert numbers(said(part)) <= {count, less, *last, *({6} if number == 4 else ())}
        if number == 3:
            assert "".join(pair) in part.note
            assert max(map(len, pair)) > 1  # a token of an earlier merge
        if number == 6:
            assert {size, naive.characters} <= numbers(part.note)
            assert size in numbers(part.explanation)
            assert here.bpe.vocab == size  # so the training ends


def test_new_word_is_encoded_as_the_lecture_says(lang):
    parts = parts_of(lang)
    settings, _ = settings_of(parts["encode"], lang)
    words = words_of(settings)
    assert settings.encoding.input not in words
    naive, tokens, applied = Naive(words), list(settings.encoding.input), []
    for rank in VOTES:
        pair = naive.counts().most_common(1)[0][0]
        naive.merge(pair)
        before, tokens = tokens, reference.merge_pair(tokens, *pair)
        applied += [f"{'+'.join(pair)} ({rank})"] if tokens != before else []
    assert len(tokens) > 1
    assert parts["encode"].answers[0] == " ".join(tokens)
    assert " ".join(tokens) in parts["encode"].note
    assert ", ".join(applied) in parts["encode"].explanation
    assert numbers(parts["encode"].explanation) == {int(each[-2]) for each in applied}
    assert settings_of(parts["words"], lang)[0].key == settings.key


def test_hidden_word_is_one_token_with_this_id(lang):
    part = parts_of(lang)["letters"]
    settings, _ = settings_of(part, lang)
    run, word = settings.train(), settings.encoding.input
    merges = reference.train(run.corpus, settings.bpe.vocab, special_tokens=run.special_tokens)
    assert reference.tokenize(word, merges, "whitespace") == [word]
    assert part.answers == ("1",)
    assert numbers(said(part)) == {run.ids[word], len(word)}
    assert settings.view.position == 0  # one token on the page would be the answer
    assert part.until == len(word) - 1  # each merge makes two tokens one


def test_costs_are_those_of_a_tokenizer_of_english(lang):
    part = parts_of(lang)["costs"]
    settings, _ = settings_of(part, lang)
    run = settings.replace(algorithm="bpe").train()
    merges = reference.train(run.corpus, settings.bpe.vocab, alphabet="bytes")

    def tokens(text: str) -> list[str]:
        signs = "".join(bpe.pre_tokenize(text, "gpt2")[0].word for text in [text])
        assert signs
        return [x for word in bpe.pre_tokenize(text, "gpt2")
                for x in reference.tokenize(word.word, merges, "none")]  # fmt: skip

    counts = {code: len(tokens(text)) for code, text in SENTENCES.items()}
    most = max(counts, key=lambda code: counts[code])
    named = names(translation(lang))
    right, others = choices_of(part)
    assert right == named[most]
    assert {"en", "zh-Hant", "ko"} < {code for code in named if named[code] in others}
    for code, name in named.items():
        assert numbers(others.get(name, "")) in (set(), {counts[code]})
    assert part.hides  # the costs would answer the question
    assert numbers(said(part)) == {counts[most], counts["en"]}
    letters = [each for each in tokens(SENTENCES[most]) if bpe.token_bytes(each, "gpt2")[0] >= 0x80]
    assert all(len(each) == 1 for each in letters)  # no merge of them is known


def segmentations(word: str, pieces) -> list[tuple[str, ...]]:
    """Each way to split a word into pieces."""
    found = []
    for size in range(len(word)):
        for ends in combinations(range(1, len(word)), size):
            split = tuple(word[a:b] for a, b in pairwise((0, *ends, len(word))))
            if all(each in pieces for each in split):
                found.append(split)
    return found


def test_segmentations_are_all_there_are(lang):
    parts = parts_of(lang)
    settings, _ = settings_of(parts["segmentations"], lang)
    run = settings.train_unigram()
    shares = {piece: run.model.probability(piece) for piece in run.model.pieces}
    found = segmentations(settings.view.word, shares)
    assert parts["segmentations"].answers == (str(len(found)),)
    listed = {" ".join(each) for each in found}
    line = re.split(": |：", parts["segmentations"].note)[-1]
    assert set(line.rstrip(".。").split("; ")) == listed
    settings, _ = settings_of(parts["best"], lang)
    found = segmentations(settings.view.word, shares)
    best = max(found, key=lambda each: prod(shares[piece] for piece in each))
    right, others = choices_of(parts["best"])
    assert right == " ".join(best)
    assert set(others) < {" ".join(each) for each in found}
    for tokens, why in others.items():
        value = float(re.findall(r"0\.\d+", why)[0])
        assert value == pytest.approx(prod(shares[piece] for piece in tokens.split(" ")), rel=1e-4)
    assert parts["best"].hides  # the class votes before the steps, which list all of them
    assert numbers(parts["best"].note.partition("\n")[2]) == {len(found)}
    assert numbers(parts["best"].explanation) == {len(found) - 1}
    assert " ".join(best) in parts["best"].note
    assert " ".join(best) in parts["both"].note


def test_piece_that_goes_first_costs_least(lang):
    part = parts_of(lang)["prune"]
    settings, _ = settings_of(part, lang)
    run, words = settings.train_unigram(), words_of(settings)
    shares = {piece: run.seeds.probability(piece) for piece in run.seeds.pieces}
    rises = unigram.compute_scores(words, {piece: -log(p) for piece, p in shares.items()})
    right, others = choices_of(part)
    assert right == min(rises, key=lambda piece: rises[piece])
    assert all(rises[piece] > rises[right] + 0.1 for piece in rises if piece != right)  # no tie
    (character,) = (piece for piece in others if len(piece) == 1)
    assert character in others.pop(character)
    for piece, why in others.items():
        (rise,) = re.findall(r"\d+\.\d+", why)
        assert float(rise) == pytest.approx(rises[piece], abs=0.001)
    assert numbers(said(part)) == {len(shares), len(run.model.pieces)}
    assert part.until == 1


def test_last_parts_compare_both_algorithms(lang):
    parts = parts_of(lang)
    settings, _ = settings_of(parts["both"], lang)
    word = settings_of(parts["best"], lang)[0].view.word
    merges = reference.train(bpe.Corpus.from_counts(words_of(settings)), settings.bpe.vocab)
    ours = reference.tokenize(word, merges, "none")
    assert " ".join(ours) in parts["both"].note
    assert settings.view.show == "both"
    last, _ = settings_of(parts["end"], lang)
    assert (last.corpus, last.view.show) == (settings.corpus, "comparison")
    targets = BY_PATH[parts["end"].page].targets  # the lecturer ends the class there
    assert "comparison" in {each.show for each in targets}


def test_lecture_is_opened_at_one_click(lang, monkeypatch):
    current = session.Session(Settings().replace(lang=lang), Practice(), ())
    monkeypatch.setattr(lesson_page.session, "current", lambda: current)
    monkeypatch.setattr(lesson_page.widgets, "set_value", lambda key, value: None)
    lesson_page.open_lecture()
    assert current.lesson_error is None
    assert unpack(current.settings.view.lesson) == lecture(lang)
    data, unreadable = lesson_page.page_data(current.settings, translation(lang))
    assert unreadable is None
    assert len(data["draft"]) == len(NAMES)  # so it can be copied and changed


def test_questions_of_the_lecture_go_to_learning_platforms(lang):
    items = lesson_items(pack(lecture(lang)), lang)
    assert {item.kind for item in items} == {"number", "text", "choice"}
    assert len(items) == 13


def asked_of(lang: str) -> list[tuple[dict, dict]]:
    """The parts of the lesson with a task, and their questions as `class_own.js` sends them."""
    (chapter,) = lesson_record(pack(lecture(lang)), lang)["chapters"]
    return [
        (part, {
            "kind": "own",
            "form": task["kind"],
            "prompt": task["prompt"],
            "choices": [each.content for each in task.get("choices", [])],
            "reasons": [each.why for each in task.get("choices", [])],
            "right": [i for i, each in enumerate(task.get("choices", [])) if each.is_right],
            "answers": task.get("answers", []),
            "why": task["done"],
        })
        for part in chapter["parts"]
        if (task := part.get("task"))
    ]  # fmt: skip


def test_phones_get_the_questions_of_the_lecture_in_their_language(lang):
    """About the words of the lecturer, and with the same right answers."""
    for part, wanted in asked_of(lang):
        spec = specify(wanted, Place(part["page"], part["query"]))
        asked = {each: ask(spec, each) for each in LANGUAGES}
        assert without_isolates(asked[lang].public()["ask"]) == wanted["prompt"]
        told = {json.dumps([question.public(), question.solution()]) for question in asked.values()}
        assert len(told) == len(LANGUAGES), part["title"]
        for question in asked.values():
            if wanted["choices"]:
                assert question.solution()["right"] == wanted["right"]
                assert len(set(question.solution()["feedback"])) == len(wanted["choices"])
            else:
                assert {question.group(each) for each in wanted["answers"]} == {"right"}
        shown = {each: shown_part(("", part["title"], *part["sentences"]), each)
                 for each in LANGUAGES}  # fmt: skip
        told = [without_isolates(each) for each in shown[lang]["sentences"]]
        assert {**shown[lang], "sentences": told} == {
            "title": part["title"],
            "sentences": part["sentences"],
        }
        assert len({json.dumps(each) for each in shown.values()}) == len(LANGUAGES)


def test_words_and_segmentations_of_the_lecture_are_chips_on_phones(lang):
    """On one line each. The text of the lesson, which a lecturer can change, has no isolates."""
    assert not re.search("[\u2068\u2069\u00a0]", lecture(lang))
    parts = parts_of(lang)
    word = settings_of(parts["segmentations"], lang)[0].view.word
    (wanted,) = (each for part, each in asked_of(lang)
                 if part["title"] == parts["segmentations"].title)  # fmt: skip
    for each in LANGUAGES:
        asked = ask(specify(wanted, Place()), each)
        assert isolated(word) in str(asked.public()["ask"])
        shown = str(asked.solution()["explanation"])
        assert "\u00a0".join(map(isolated, word)) in shown
        assert " " + isolated(word) in " " + re.split(": ?|：|; ", shown)[1]


def test_question_that_the_lecturer_has_changed_stays_as_it_is():
    _, wanted = asked_of("en")[0]
    for change in ({"prompt": "How many?"}, {"why": "Look."}, {"answers": ["7"]}):
        spec = specify({**wanted, **change}, Place())
        told = {json.dumps(ask(spec, each).public()["ask"]) for each in LANGUAGES}
        assert len(told) == 1
    assert shown_part(("", "My title", "Look."), "ko") == {
        "title": "My title",
        "sentences": ["Look."],
    }

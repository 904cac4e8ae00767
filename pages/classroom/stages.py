"""What followers draw: the stage of the lecturer's page, at one step, in one language.

A follower gets only what the step shows. The steps after it contain the answers to what the
lecturer may ask.
"""

import gzip
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import bpe
from bpe import unigram
from pages.i18n.language import Translation, translation
from pages.serving import records, runs, stage_data
from pages.serving.steppable import Content
from pages.state.settings import Settings
from pages.state.url import from_query, query_of
from pages.view.bpe import records as bpe_records
from pages.view.bpe.corpus_words import parse_choice
from pages.view.encoding import records as encoding_records
from pages.view.encoding.walk import Text
from pages.view.stage import Record
from pages.view.tokens import chip, describe_token
from pages.view.unigram import both_records, lattice_records, training_records
from pages.view.unigram.both import Both

PAGES = ("", "encode", "unigram")  # those with a stage
MERGES = 100  # that a step of a BPE training lists; after more of them, it lists none
AT_THE_END = ("result", "segmentations", "second", "verdict")  # parts of a head

T = TypeVar("T")


class Waiting(Exception):
    """A worker still trains the run. Its stage can be drawn later."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the lecturer is: a page, its query, and a step from 0."""

    page: str = ""
    query: str = ""
    step: int = 0

    def settings(self, lang: str) -> Settings:
        """The settings of the query, in a language.

        >>> Place("", "corpus=hug&vocab=9&lang=ko").settings("en").corpus.name
        'hug'
        """
        pairs = dict(parse_qsl(self.query, keep_blank_values=True, max_num_fields=100))
        return from_query(pairs, lang)[0].replace(lang=lang, position=0)


@dataclass(frozen=True, slots=True)
class Frame:
    """The stage at a step. name: of the stage; a reader who has it needs no `stage` and `head`."""

    name: str
    stage: Record | None
    head: Record
    step: Record


def frames_of(place: Place, langs: Iterable[str]) -> dict[str, Frame]:
    """Return what followers draw at a place, by language. Raises Waiting while a worker trains.

    The `step` of a frame also has the query and the link in this language.

    >>> frame = frames_of(Place("", "corpus=hug", 2), ["en"])["en"]
    >>> frame.stage["kind"], frame.step["block"]["first"], sorted(frame.head)[:3]
    ('training', 2, ['charts', 'choice', 'code'])
    """
    frames: dict[str, Frame] = {}
    words: object = None
    for lang in langs:
        frames[lang] = frame_of(place, lang, words)
        block = frames[lang].step.get("block")
        words = block.get("words") if isinstance(block, dict) else None
    return frames


def frame_of(place: Place, lang: str, words: object = None) -> Frame:
    """Return what a follower draws in a language. words: those of the step in another language."""
    settings, t = place.settings(lang), translation(lang)
    query = query_of(settings)
    found = None
    error = ""
    try:
        found = content_of(place.page, settings)
    except bpe.InputError as refused:
        error = t.gettext(refused.sentence).format(**refused.values)
    if found is None:
        step: Record = {"query": query, "url": f"../{place.page}?{query}", "step": 0}
        return Frame("", None, {}, step | ({"notice": error} if error else {}))
    data, content = found
    if "watch" in data:  # the watched text shows the later merges
        data = data | {"watch": []}
    head = json.loads(gzip.decompress(records.serialized(content, str(data["run"]), lang, "head")))
    k = min(place.step, head["last"])
    late = {name: head.pop(name) for name in ("merges", *AT_THE_END) if name in head}
    block = block_of(content, k, settings, t, words)
    only_step(block).pop("quiz", None)
    if isinstance(content, bpe.Run):
        head["tokens"] = {}
        block["tokens"] = tokens_of(content, head, block, k, t)
    name = f"{place.page} {data['run']} {data['kind']} {data['subject']} {query}"
    return Frame(
        name,
        data,
        head,
        {
            "query": query,
            "url": f"../{place.page}?{query}&{data['step_param']}={k}",
            "step": k,
            "block": block,
            "late": revealed(content, late, k),
        },
    )


def content_of(page: str, settings: Settings) -> tuple[Record, Content] | None:
    """Return the data of a page's stage, and what it steps through; None if it has no stage.

    Raises Waiting while a worker trains, and bpe.InputError if the settings cannot be used.

    >>> from pages.state.defaults import defaults
    >>> data, run = content_of("", defaults("hug"))
    >>> data["kind"], len(run.merges)
    ('training', 7)
    """
    if page == "":
        run = ready(runs.run_of(settings))
        return stage_data.of_training(settings, run), run
    if page == "encode":
        encoder = ready(runs.encoder_of(settings))
        text = runs.text_of(settings, encoder)
        _ = text.encoding
        return stage_data.of_text(settings, encoder), text
    if page != "unigram" or settings.view.show not in ("both", "word", "rounds"):
        return None
    trained = ready(runs.unigram_run_of(settings))
    if settings.view.show == "rounds":
        return stage_data.of_rounds(settings, trained), trained
    if settings.view.show == "word":
        return stage_data.of_word(settings, trained), runs.word_of(settings, trained)[1]
    other = ready(runs.run_of(runs.bpe_settings_for(settings, trained)))
    both = runs.both_of(settings, trained, other)[1]
    return stage_data.of_both(settings, trained, other), both


def ready(run: T | None) -> T:
    """Return a run. Raises Waiting if there is none yet."""
    if run is None:
        raise Waiting
    return run


def last_step(content: Content, lang: str = "en") -> int:
    """Return the number of the last step.

    >>> from pages.state.defaults import defaults
    >>> last_step(defaults("hug").train())
    7
    """
    if isinstance(content, bpe.Run):
        return len(content.merges)
    return len(content.rounds) if isinstance(content, unigram.Run) else content.last


def block_of(
    content: Content, k: int, settings: Settings, t: Translation, words: object = None
) -> Record:
    """Return one step as a block of records. words: see `bpe_records.steps`.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> block = block_of(hug.train_unigram(), 2, hug, Translation())
    >>> block["first"], len(block["steps"])
    (2, 1)
    """
    if isinstance(content, bpe.Run):
        choice = parse_choice(settings.view.words, settings.view.find)
        return bpe_records.steps(content, k, k + 1, t, choice, words)
    if isinstance(content, Text):
        return encoding_records.steps(content, k, k + 1, t)
    if isinstance(content, unigram.Run):
        return {"first": k, "steps": [training_records.record(content, k, t)]}
    if isinstance(content, Both):
        return {"first": k, "steps": [both_records.record(content, k, t)]}
    step = lattice_records.record(content, k, t) | {"quiz": lattice_records.quiz(content, k, t)}
    return {"first": k, "steps": [step]}


def quiz_of(content: Content, k: int, settings: Settings, t: Translation) -> Record:
    """Return the question before a step; empty if there is none.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> quiz_of(hug.train(), 1, hug, Translation())["ask"]
    'Which pair is merged next?'
    """
    step = only_step(block_of(content, k, settings, t))
    return dict(step.get("quiz") or {})


def only_step(block: Record) -> Any:
    """Return the record of the only step of a block.

    >>> only_step({"first": 3, "steps": [{"why": "It is the most frequent pair."}]})["why"]
    'It is the most frequent pair.'
    """
    steps = block["steps"]
    assert isinstance(steps, list)
    return steps[0]


def revealed(content: Content, late: Record, k: int) -> Record:
    """Return the parts of a head that are no longer secret at step k.

    late: the parts that show later steps.

    >>> revealed(bpe.train(bpe.Corpus.from_counts({"hug": 10}), 5), {"merges": ["one", "two"]}, 1)
    {'merges': ['one']}
    """
    found: Record = {}
    merges = late.get("merges", [])
    assert isinstance(merges, list)
    if isinstance(content, bpe.Run):
        found["merges"] = merges[:k] if k <= MERGES else []
    elif isinstance(content, Both):
        found["merges"] = merges[: k + 1]
        if k >= content.joins:
            found["second"] = late["second"]
    elif isinstance(content, Text):
        found["merges"] = merges  # the rules that the text is encoded with
    if k == last_step(content):
        found |= {name: late[name] for name in AT_THE_END if name in late}
    return found


def tokens_of(run: bpe.Run, head: Record, block: Record, k: int, t: Translation) -> Record:
    """Return the tokens that a step of a training shows: id -> [text, number, tooltip].

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> sorted(tokens_of(run, {"words": []}, {"steps": [{"merge": [6, 1, 7]}]}, 1, Translation()))
    ['1', '6', '7']
    """
    ids: set[int] = set()

    def add(found: Iterable[int]) -> None:
        ids.update(found)

    step = only_step(block)
    add(step.get("merge", ()))
    for row in step.get("rows", ()):
        add(row[:2])
    for word in head["words"]:  # type: ignore[attr-defined]
        add(word[0])
    for versions in block.get("words", ()):  # type: ignore[attr-defined]
        for version in versions:
            add(version[1])
    for before, after, *_ in step.get("changed", ()):
        add(before)
        add(after)
    if k <= MERGES:
        add(run.ids[merge.token] for merge in run.merges[:k])
    return {
        str(i): [*chip(run.vocab[i], run.first_ranks), describe_token(run, i, t)]
        for i in sorted(ids)
    }

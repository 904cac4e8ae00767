"""What a step of the lecturer's stage shows, in one language.

A follower gets only that. The steps after it contain the answers to what the lecturer may ask.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

import bpe
from bpe import unigram, wordpiece
from pages.i18n.language import Translation
from pages.serving import runs, stage_data
from pages.serving.runs import TrainingRun
from pages.serving.steppable import Content
from pages.state.settings import Settings
from pages.view.bpe import records as bpe_records
from pages.view.bpe.corpus_words import parse_choice
from pages.view.encoding import match_records
from pages.view.encoding import records as encoding_records
from pages.view.encoding.longest_match import LongestMatch
from pages.view.encoding.walk import Text
from pages.view.stage import Record
from pages.view.tokens import chip, describe_token
from pages.view.unigram import both_records, lattice_records, training_records
from pages.view.unigram.both import Both
from pages.view.unigram.round_tables import RoundTables
from pages.view.unigram.word import Word
from pages.view.wordpiece import records as wordpiece_records
from pages.view.wordpiece import tokens as wordpiece_tokens

MERGES = 100  # that a step of a BPE training lists; after more of them, it lists none
AT_THE_END = ("result", "segmentations", "second", "verdict")  # parts of a head

T = TypeVar("T")


class Waiting(Exception):
    """A worker still trains the run. Its stage can be drawn later."""


def content_of(page: str, settings: Settings) -> tuple[Record, Content] | None:
    """Return the data of a page's stage, and what it steps through; None if it has no stage.

    Raises Waiting while a worker trains, and bpe.InputError if the settings cannot be used.

    >>> from pages.state.defaults import defaults
    >>> data, run = content_of("", defaults("hug"))
    >>> data["kind"], len(run.merges)
    ('training', 7)
    """
    if page == "":
        run = runs.training_of(settings)
        if run is None:
            raise Waiting
        return stage_data.of_training(settings, run), run
    if page == "encode":
        encoder = ready(runs.encoder_of(settings))
        return stage_data.of_text(settings, encoder)
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
    if isinstance(content, TrainingRun):
        return len(content.merges)
    return len(content.rounds) if isinstance(content, unigram.Run) else content.last


def block_of(
    content: Content, k: int, settings: Settings, t: Translation, shared: object = None
) -> Record:
    """Return one step as a block of records.

    shared: what the step has in every language: the words of a BPE training, see
    `record_parts.block_parts`, or the tables of a Unigram training.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> block = block_of(hug.train_unigram(), 2, hug, Translation())
    >>> block["first"], len(block["steps"])
    (2, 1)
    """
    if isinstance(content, bpe.Run):
        choice = parse_choice(settings.view.words, settings.view.find)
        return bpe_records.steps(content, k, k + 1, t, choice, shared)
    if isinstance(content, wordpiece.Run):
        choice = parse_choice(settings.view.words, settings.view.find)
        return wordpiece_records.steps(content, k, k + 1, t, choice, shared)
    if isinstance(content, Text):
        return encoding_records.steps(content, k, k + 1, t)
    if isinstance(content, LongestMatch):
        return match_records.steps(content, k, k + 1, t)
    if isinstance(content, unigram.Run):
        tables = shared if isinstance(shared, RoundTables) else None
        return {"first": k, "steps": [training_records.record(content, k, t, tables)]}
    if isinstance(content, Both):
        return {"first": k, "steps": [both_records.record(content, k, t)]}
    assert isinstance(content, Word)
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
    if isinstance(content, TrainingRun):
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


def tokens_of(
    run: TrainingRun,
    head: Record,
    block: Record,
    k: int,
    t: Translation,
    known: dict[int, list[object]] | None = None,
) -> Record:
    """Return the tokens that a step of a training shows: id -> [text, number, tooltip].

    known: those that were described before; the others are added.

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
        history = run.history if isinstance(run, wordpiece.Run) else run
        add(history.ids[merge.token] for merge in history.merges[:k])
    described = {} if known is None else known
    for i in ids - described.keys():
        described[i] = describe(run, i, t)
    return {str(i): described[i] for i in sorted(ids)}


def describe(run: TrainingRun, token_id: int, t: Translation) -> list[object]:
    """Return a token as the stage draws it: its text, the number of its color and a tooltip.

    >>> from pages.state.defaults import defaults
    >>> describe(defaults("hug").train(), 7, Translation())[:2]
    ['ug', 1]
    """
    if isinstance(run, wordpiece.Run):
        return wordpiece_tokens.token(run, token_id, t)
    token = chip(run.vocab[token_id], run.first_ranks)
    return [*token, describe_token(run, token_id, t)]

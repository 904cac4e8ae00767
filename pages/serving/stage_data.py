"""What the browser needs to mount a stage: the key of its records, and what it steps through.

A stage keeps its step while its subject stays the same; with another subject, it starts at its
first step. Subjects are the same on every server, so a reader who moves to another keeps the step.
"""

import hashlib
from itertools import islice

import bpe
from bpe import unigram
from pages.i18n.language import translation
from pages.server.components import common
from pages.serving import by_hand, runs
from pages.serving.steppable import Content
from pages.state.settings import MAX_WORD, Settings
from pages.view.encoding.encoders import TextEncoder
from pages.view.encoding.longest_match import LongestMatch
from pages.view.encoding.segmented import Segmented
from pages.view.next_steps import course_link, next_steps
from pages.view.stage import Record
from pages.view.tokens import visible

MAX_LISTED = 200


def of_training(settings: Settings, run: runs.TrainingRun) -> Record:
    """Return the data of the stage of a BPE or WordPiece training.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> of_training(hug, runs.run_of(hug))["kind"]
    'training'
    """
    t = translation(settings.lang)
    return shared(settings, "training", settings.key, training_subject(settings)) | {
        "stage": "training",
        "step_param": "step",
        "watch": runs.watched(settings, run, t),
        "sentence": settings.view.sentence,
        "course": course_link(t),
        "by_hand": by_hand.offer(run, t),
        "beyond": t.gettext(
            "The link asks for step {step}, but the last step of this training is {last}. It is "
            "shown instead."
        ),
    }


def of_word(settings: Settings, run: unigram.Run) -> Record:
    """Return the data of the stage of a word under Unigram."""
    key, shown = runs.word_of(settings, run)
    words = dict.fromkeys((*listed_words(run), shown.text))
    return shared(settings, "lattice", key, unigram_subject(settings)) | {
        "stage": "unigram",
        "by_hand": by_hand.offer(shown, translation(settings.lang)),
        "words": {"word": shown.text, "options": [[each, visible(each)] for each in words]},
    }


def of_both(settings: Settings, run: unigram.Run, bpe_run: bpe.Run) -> Record:
    """Return the data of the stage of a word under both methods. See `runs.both_of`."""
    key, shown = runs.both_of(settings, run, bpe_run)
    text = shown.word.text
    words = dict.fromkeys((*listed_words(run), text))
    t = translation(settings.lang)
    return shared(settings, "comparison", key, unigram_subject(settings)) | {
        "stage": "unigram",
        "next_steps": next_steps("comparison", t, len(run.rounds)),
        "words": {"word": text, "options": [[each, visible(each)] for each in words]},
    }


def listed_words(run: unigram.Run) -> tuple[str, ...]:
    """Return the words of the corpus to choose from: the first ones, without very long ones.

    >>> from pages.state.defaults import defaults
    >>> listed_words(defaults("hug").train_unigram())
    ('hug', 'pug', 'pun', 'bun', 'hugs')
    """
    first = islice(run.corpus.counts, MAX_LISTED)
    return tuple(each for each in first if len(each) <= MAX_WORD)


def of_rounds(settings: Settings, run: unigram.Run) -> Record:
    """Return the data of the stage of a Unigram training."""
    subject = unigram_subject(settings)
    return shared(settings, "rounds", settings.unigram_key, subject) | {
        "stage": "unigram",
        "by_hand": by_hand.offer(run, translation(settings.lang)),
    }


def of_text(settings: Settings, encoder: TextEncoder) -> tuple[Record, Content] | None:
    """Return the data of the stage of a text that is encoded, and what it steps through.

    A Unigram tokenizer from a file shows the lattice of one word. None: the text has no words.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> of_text(hug, runs.encoder_of(hug))[0]["kind"]
    'encoding'
    """
    text = runs.text_of(settings, encoder)
    subject = digest(training_subject(settings), repr(settings.encoding), settings.text)
    own: Record = {"stage": "encode"}
    if settings.encoding.input:
        own["text_lang"] = ""
    if isinstance(text, Segmented):
        found = runs.lattice_of(settings, text)
        if found is None:
            return None
        key, word = found
        own |= {
            "by_hand": by_hand.offer(word, translation(settings.lang)),
            "words": {
                "word": word.text,
                "options": [[each, visible(each)] for each in text.words],
            },
        }
        return shared(settings, "lattice", key, digest(subject, word.text)) | own, word
    kind = "matching" if isinstance(text, LongestMatch) else "encoding"
    return shared(settings, kind, settings.text_key, subject) | own, text


def shared(settings: Settings, kind: str, run: str, subject: str) -> Record:
    """Return what every stage needs. kind: which renderer draws the steps; run: a key of records.

    step_param: the URL parameter of the step.
    """
    t = translation(settings.lang)
    return {
        **common(),
        "kind": kind,
        "run": run,
        "subject": subject,
        "step_param": "position",
        "lang": settings.lang,
        "text_lang": settings.corpus.language,
        "corpus": settings.corpus.name,
        "next_steps": next_steps(kind, t),
        "is_new_session": False,
        "load_error": t.gettext("Couldn't load this step. Check your connection."),
        "retry": t.gettext("Try again"),
    }


def training_subject(settings: Settings) -> str:
    """Return what the stage of the training page steps through: the corpus.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> training_subject(hug) == training_subject(hug.replace(vocab=9))
    True
    """
    return digest("training", settings.corpus.name, settings.corpus.own)


def unigram_subject(settings: Settings) -> str:
    """Return what the stage of the Unigram page steps through."""
    view = settings.view
    words = {"word": (view.word, str(view.round)), "both": (view.word,)}
    word = words.get(view.show, ())
    return digest(training_subject(settings), settings.unigram.method, view.show, *word)


def digest(*parts: str) -> str:
    """Return a short name of some texts. The server answers no question about such a name.

    >>> digest("hug"), digest("a", "b") == digest("ab")
    ('c63b74d0a58c084e25e63c21', False)
    """
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:24]

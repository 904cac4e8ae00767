"""How the parts of the course read on paper, where nothing can be clicked or typed."""

from collections.abc import Callable, Mapping
from functools import reduce

from bpe.encoder import UNKNOWN
from pages.course import chapter_4_size, chapter_5, chapter_5_questions
from pages.course.parts import Part
from pages.practice.unigram_mistakes import format_tokens
from pages.stage.question import written
from pages.stage.record import sentences
from pages.stage.tokens import quoted
from pages.translations.language import Translation

# Only the app shows what these are about.
NEED_THE_APP = frozenset({"rare-words", "frequent-words", "own-word", "space-pairs", "em-repeat"})
# Their sentences say what the question needs.
NEED_SENTENCES = frozenset({
    "whole-words", "question-vocabulary", "merge-everywhere", "other-order", "tie-first",
    "tie-lowest", "byte-word", "size-merges", "ties-question-rule", "ties-question-space",
    "ties-question-size", "segmentation-many", "unigram-question-single", "loss-word", "loss-rise",
    "prune-piece", "em-share", "pruning-question-share",
})  # fmt: skip
# They do not need what the stage shows.
WITHOUT_STAGE = frozenset({
    "question-words", "question-order", "byte-word", "segmentation-many",
    "unigram-question-single", "loss-word", "pruning-question-characters", "pruning-question-both",
})  # fmt: skip

Prompt = Callable[[Part, Translation], str]


def prompt_of(part: Part, t: Translation) -> str:
    """What to do on paper.

    >>> from pages.course.course import chapters
    >>> [prompt_of(part, Translation()) for part in chapters("en")[1].parts[-1:]]
    ['Which pair is merged next? Underline it in the corpus.']
    """
    if part.task.kind == "merge":
        return t.gettext("Which pair is merged next? Underline it in the corpus.")
    write = PROMPTS.get(part.name)
    return write(part, t) if write else part.task.prompt


def introduction(part: Part, t: Translation) -> str:
    """The sentences of a part, if its question needs them; otherwise empty.

    >>> from pages.course.course import chapters
    >>> introduction(chapters("en")[0].parts[0], Translation())
    ''
    """
    if part.name not in NEED_SENTENCES:
        return ""
    return reduce(lambda text, each: sentences(text, each, t), part.sentences)


def which_tokens(part: Part, t: Translation) -> str:
    """Ask for the tokens of the text on the stage."""
    word = quoted(part.place.settings.text)
    return t.gettext("Which tokens does {word} become?").format(word=word)


def tokens_after_merge(part: Part, t: Translation) -> str:
    """Ask for the tokens of a word after the merge that the sentences name."""
    word = written(part.task.answer).replace(" ", "")
    return t.gettext("Which tokens does {word} consist of after this merge?").format(
        word=quoted(word)
    )


def with_unknown(part: Part, t: Translation) -> str:
    """Ask for tokens of which some are unknown."""
    return t.gettext(
        "Which tokens does {word} become? Write {unknown} for an unknown character."
    ).format(word=quoted(part.place.settings.text), unknown=quoted(UNKNOWN))


def other_word(part: Part, t: Translation) -> str:
    """Ask for a word with the same tokens."""
    return t.gettext("Write another word that becomes the same tokens as {word}.").format(
        word=quoted(part.place.settings.text)
    )


def in_two_pieces(part: Part, t: Translation) -> str:
    """Ask for a segmentation into two pieces."""
    return t.gettext("Write a segmentation of {word} into exactly two pieces.").format(
        word=quoted(part.place.settings.view.word)
    )


def best_up_to(part: Part, t: Translation) -> str:
    """Ask for the best segmentation up to a position."""
    end = len(written(part.task.answer).replace(" ", ""))
    return t.gettext("Write the best segmentation up to position {position}.").format(position=end)


def best_of_all(part: Part, t: Translation) -> str:
    """Ask for the best segmentation of a word."""
    word = quoted(part.place.settings.view.word)
    return t.gettext("Write the best segmentation of {word}.").format(word=word)


def without_itself(part: Part, t: Translation) -> str:
    """Ask for the best segmentation of a word without the piece that is the whole word."""
    return t.gettext(
        "Imagine that the piece {piece} is gone. Write the best segmentation of the word {piece} "
        "now."
    ).format(piece=quoted(part.place.settings.view.word))


PROMPTS: Mapping[str, Prompt] = {
    "whole-words": lambda part, t: t.gettext(
        "Write a word that is not in this vocabulary, but has only letters of these words."
    ),
    "parts-of-words": lambda part, t: t.gettext("Underline the token that both words share."),
    "merge-everywhere": tokens_after_merge,
    "encode-word": which_tokens,
    "question-encode": which_tokens,
    "unknown-character": with_unknown,
    "lost-letters": other_word,
    "own-word": lambda part, t: t.gettext(
        "Write a word that is not in the corpus. Which tokens does it become?"
    ),
    "byte-word": lambda part, t: t.gettext(
        "Write {n} characters that are more than {n} bytes."
    ).format(n=chapter_4_size.CHARACTERS),
    "segmentation-two": in_two_pieces,
    "segmentation-product": lambda part, t: t.gettext(
        "What is the probability of the segmentation {tokens}? Write a fraction."
    ).format(tokens=format_tokens(chapter_5.MULTIPLIED)),
    "viterbi-start": best_up_to,
    "viterbi-middle": best_up_to,
    "viterbi-end": lambda part, t: t.gettext(
        "Write the piece that wins at position {position}."
    ).format(position=len(part.place.settings.view.word)),
    "unigram-question-best": best_of_all,
    "unigram-question-single": lambda part, t: t.gettext(
        "Use the characters {all}. Write a word of at least {n} characters with only one "
        "segmentation."
    ).format(all=chapter_5_questions.characters(t), n=chapter_5_questions.SHORTEST),
    "loss-without": without_itself,
    "prune-piece": lambda part, t: t.gettext("Write the piece that costs least to remove."),
}

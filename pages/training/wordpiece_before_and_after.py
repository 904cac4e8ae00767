"""What WordPiece starts with, the pairs after its last merge, and where it comes from."""

from itertools import islice

from bpe.wordpiece import Run
from pages.stage.tables import Table
from pages.stage.tokens import without_isolates
from pages.training.before_and_after import ROWS
from pages.training.wordpiece_explanations import pair_name, spelled
from pages.translations.language import Translation

CHAPTER = "https://huggingface.co/learn/llm-course/chapter6/6"


def about(t: Translation) -> str:
    """What WordPiece is, the chapter that teaches it, and how the library's trainer differs.

    It is Markdown, and contains no text of a reader.

    >>> CHAPTER in about(Translation())
    True
    """
    return t.gettext(
        "WordPiece is the tokenizer of BERT. [Chapter 6.6 of the course]({chapter}) teaches it as "
        "shown here. Google never published its own trainer. The WordPieceTrainer of Hugging Face "
        "tokenizers differs. It merges the pair with the highest count, like BPE, so it learns "
        "other tokens."
    ).format(chapter=CHAPTER)


def alphabet(run: Run, t: Translation) -> Table:
    """The initial vocabulary by id: special tokens and characters.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> alphabet(run, Translation())[1][1]
    (1, '##g')
    """
    rows = list(enumerate(map(spelled, run.vocab[: run.history.vocab_sizes[0]])))
    return [t.gettext("Id"), t.gettext("Token")], rows


def about_alphabet(t: Translation) -> str:
    """What the training starts with, and what is unknown.

    >>> about_alphabet(Translation()).count(".")
    2
    """
    return t.gettext(
        "A character at the start of a word and the same character inside a word are two tokens. "
        "A word with any other character is unknown as a whole."
    )


def remaining_pairs(run: Run, t: Translation) -> Table:
    """The pairs that are left after the last merge, the highest score first.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").replace(vocab=9).train_wordpiece()
    >>> remaining_pairs(run, Translation())[1][0][1:]
    (15, 0.027777777777777776)
    """
    pairs = islice(run.pairs(len(run.merges)).items(), ROWS)
    rows = [(without_isolates(pair_name(*pair)), *numbers) for pair, numbers in pairs]
    titles = [t.gettext("Pair"), t.gettext("Count"), t.gettext("Score")]
    return titles, rows

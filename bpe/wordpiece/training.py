"""WordPiece training: merges like BPE, but chooses the pair with the highest score.

Source: the Hugging Face course, chapter 6.6; `reference` has its steps. Google never published its
own trainer. The WordPieceTrainer of Hugging Face tokenizers is its BPE trainer with ##: it chooses
the pair with the highest count, which is the rule "count" here. Its alphabet also has each
character of the corpus without ##.
"""

from collections.abc import Callable

from bpe.corpus import Corpus, check_corpus
from bpe.errors import InputError, check_choice
from bpe.trainer import Trainer
from bpe.training import check_settings, learn, recorded
from bpe.wordpiece.marking import Marking
from bpe.wordpiece.run import Run
from bpe.wordpiece.score_trainer import ScoreTrainer

RULES = ("score", "count")


def train(
    corpus: Corpus,
    vocab_size: int | None = None,
    special_tokens: tuple[str, ...] = (),
    rule: str = "score",
    should_continue: Callable[[int], bool] | None = None,
    max_characters: int | None = None,
) -> Run:
    """Train WordPiece on a corpus. Among equal pairs, the first one met is merged.

    rule: one of RULES. Other arguments: see `bpe.train`.
    Raises InputError for invalid arguments.

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> [(merge.token, merge.count) for merge in train(corpus, vocab_size=10).merges]
    [('##gs', 5), ('hu', 15), ('hugs', 5)]
    """
    check_choice("The rule", rule, RULES)
    check_corpus(corpus)
    check_settings(vocab_size, "first", special_tokens, 1)
    if not all(special_tokens):
        raise InputError("The special tokens must be a list of texts. No text in it may be empty.")
    specials = tuple(dict.fromkeys(special_tokens))
    marking = Marking.of([*corpus.counts, *specials])
    marked = marking.corpus(corpus)
    # 1. Start with the special tokens and the alphabet: a character inside a word has ##.
    alphabet = sorted({character for word in marked.counts for character in word}, key=marking.name)
    first = list(dict.fromkeys([*map(marking.mark, specials), *alphabet]))
    trainer = ScoreTrainer(marked, first) if rule == "score" else Trainer(marked, first, "first")
    # 2. Merge the pair with the highest score in every word, and repeat.
    stopped = learn(trainer, vocab_size, 1, should_continue, max_characters)
    marked_specials = tuple(map(marking.mark, specials))
    history = recorded(trainer, marked_specials, vocab_size, 1, tuple(alphabet), stopped)
    return Run(corpus, marking, history, specials, rule)

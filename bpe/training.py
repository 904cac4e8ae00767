"""BPE training: the loop that `reference` has too, but fast.

Read `reference` first; it learns the same merges in 40 lines. After a merge, `trainer` counts only
the pairs next to it again, and the history records what changed.

Tie rules, for pairs with the same count:
    "first"     the first pair in corpus order (the course, minbpe, tiktoken's educational code)
    "lowest"    the smallest (left id, right id) (Hugging Face tokenizers, rustbpe)
    "greatest"  the greatest pair of tokens, compared as bytes (Stanford CS336)
"""

from collections.abc import Callable

from bpe.corpus import Corpus, check_corpus
from bpe.counting import check_special_tokens
from bpe.errors import InputError, check_choice
from bpe.run import Run
from bpe.trainer import Trainer

TIES = ("first", "lowest", "greatest")


def check_settings(
    vocab_size: int | None, ties: str, special_tokens: tuple[str, ...], min_count: int
) -> None:
    """Raise InputError for invalid arguments of `train`.

    >>> check_settings(None, "newest", (), 1)
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: The tie rule must be one of first, lowest, greatest, not 'newest'.
    """
    check_choice("The tie rule", ties, TIES)
    if vocab_size is not None and (type(vocab_size) is not int or vocab_size < 1):
        raise InputError(
            "The vocabulary size must be a whole number of at least 1, not {size!r}.",
            size=vocab_size,
        )
    if type(min_count) is not int or min_count < 0:
        raise InputError(
            "The minimum count must be a whole number of at least 0, not {count!r}.",
            count=min_count,
        )
    check_special_tokens(special_tokens)


def too_many_characters(most: int) -> InputError:
    """Return the error for a training whose tokens are too long in total.

    >>> str(too_many_characters(100)).partition(".")[0]
    'The tokens have more than 100 characters in total'
    """
    return InputError(
        "The tokens have more than {most} characters in total. Choose a smaller vocabulary, or a "
        "pre-tokenization that gives shorter words.",
        most=most,
    )


def train(
    corpus: Corpus,
    vocab_size: int | None = None,
    ties: str = "first",
    special_tokens: tuple[str, ...] = (),
    min_count: int = 1,
    alphabet: str = "corpus",
    should_continue: Callable[[int], bool] | None = None,
    max_characters: int | None = None,
) -> Run:
    """Train BPE on a corpus.

    vocab_size: the number of tokens at which to stop, with special tokens and alphabet; None: stop
    when no pair is left. The alphabet is always complete, even if it is larger. ties: one of TIES.
    special_tokens: get the first ids. min_count: the lowest count of a pair that is merged; 0
    means 1. alphabet: "corpus": training starts with the characters of the corpus; "bytes": with
    all 256 bytes (only with the split "gpt2"), so nothing is unknown. should_continue: called
    before each merge with the number of merges so far; if it returns False, training stops, and
    `stopped` is "user". max_characters: limit for the total length of all tokens, which grows with
    the square of the longest word; None: no limit.
    Raises InputError for invalid arguments, and for tokens beyond the limit.
    Source: Sennrich et al. 2016; ids and stopping as in Hugging Face tokenizers' BpeTrainer.

    >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}), 10)
    >>> [(m.left, m.right, m.count) for m in run.merges], run.stopped
    ([('u', 'g', 20), ('u', 'n', 16), ('h', 'ug', 15)], 'vocabulary')
    """
    check_corpus(corpus)
    check_settings(vocab_size, ties, special_tokens, min_count)
    specials = tuple(dict.fromkeys(special_tokens))
    first_tokens = corpus.first_tokens(alphabet)
    # 1. Start with the special tokens and the alphabet as the vocabulary. Each word is its
    #    characters. A special token that is also a character gets only one id.
    trainer = Trainer(corpus, list(dict.fromkeys([*specials, *first_tokens])), ties)
    # 2. Merge the most frequent pair, and repeat.
    stopped = learn(trainer, vocab_size, min_count, should_continue, max_characters)
    return recorded(trainer, specials, vocab_size, min_count, first_tokens, stopped)


def learn(
    trainer: Trainer,
    vocab_size: int | None,
    min_count: int,
    should_continue: Callable[[int], bool] | None,
    max_characters: int | None,
) -> str:
    """Merge one pair after the other, and return why training ended. Arguments: see `train`.

    >>> trainer = Trainer(Corpus.from_counts({"hug": 10}), ["g", "h", "u"], "first")
    >>> learn(trainer, 4, 1, None, None), trainer.vocab
    ('vocabulary', ['g', 'h', 'u', 'hu'])
    """
    characters = 0
    while True:
        # 1. Stop if the vocabulary is large enough.
        if vocab_size is not None and len(trainer.vocab) >= vocab_size:
            return "vocabulary"
        # 2. Choose the most frequent pair (WordPiece: the one with the highest score). The tie
        #    rule decides between equal counts.
        pair = trainer.best_pair()
        if pair is None:  # each word is one token
            return "no_pairs"
        if trainer.counts[pair] < min_count:  # no other pair is more frequent
            return "min_count"
        if should_continue and not should_continue(len(trainer.merges)):
            return "user"
        # 3. Merge it in every word, add the new token, and record the changed counts. Then repeat.
        trainer.merge(pair)
        characters += len(trainer.merges[-1].token)
        if max_characters is not None and characters > max_characters:
            raise too_many_characters(max_characters)


def recorded(
    trainer: Trainer,
    specials: tuple[str, ...],
    vocab_size: int | None,
    min_count: int,
    first_tokens: tuple[str, ...],
    stopped: str,
) -> Run:
    """The run of a trainer that has stopped: its settings, its merges and what each has changed.

    >>> trainer = Trainer(Corpus.from_counts({"hug": 10}), ["h", "u", "g"], "first")
    >>> recorded(trainer, (), 3, 1, ("h", "u", "g"), "vocab_size").vocab
    ('h', 'u', 'g')
    """
    return Run(
        corpus=trainer.corpus,
        ties=trainer.ties,
        special_tokens=specials,
        vocab_size=vocab_size,
        min_count=min_count,
        first_tokens=first_tokens,
        vocab=tuple(trainer.vocab),
        merges=tuple(trainer.merges),
        stopped=stopped,
        changed_pairs=trainer.changed_pairs,
        old_counts=trainer.old_counts,
        new_counts=trainer.new_counts,
        change_ends=trainer.change_ends,
        merge_rank_at=trainer.merge_rank_at,
        merge_positions=trainer.merge_positions,
        merge_ends=trainer.merge_ends,
        tokens_saved=trainer.tokens_saved,
    )

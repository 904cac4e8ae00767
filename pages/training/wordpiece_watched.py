"""The watched sentence under the vocabulary of each step: WordPiece takes the longest match."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

from bpe.wordpiece import Encoder, Run
from pages.stage.record_types import WatchedVersion
from pages.stage.tokens import number, visible
from pages.training.corpus_words import MAX_WATCHED
from pages.translations.language import Translation


def watched_versions(run: Run, text: str, t: Translation) -> list[WatchedVersion]:
    """The watched sentence at each change.

    See `corpus_words.watched_versions`. A word without a match is one unknown token.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> watched_versions(run, "hug mug", Translation())[-1][2:]
    ('2 tokens', [1])
    """
    encoder = run.encoder()
    words = [each.word for each in encoder.pre_tokenizer(text, False)] if text else []
    if not words or sum(map(len, words)) > MAX_WATCHED:
        return []
    result: list[WatchedVersion] = []
    versions = [dict(word_versions(run, encoder, word)) for word in words]
    shown: list[tuple[str, ...]] = [() for _ in words]
    for k in sorted(set().union(*versions)):
        shown = [version.get(k, old) for version, old in zip(versions, shown, strict=True)]
        tokens = [run.ids.get(token, visible(token)) for word in shown for token in word]
        starts = list(accumulate(map(len, shown)))[:-1]
        count = t.ngettext("{count} token", "{count} tokens", len(tokens))
        result.append(WatchedVersion(k, tokens, count.format(count=number(len(tokens))), starts))
    return result


def word_versions(run: Run, encoder: Encoder, word: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """A word's tokens from each step on that changes them.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> list(word_versions(run, run.encoder(), "hug"))[0]
    (0, ('h', '##u', '##g'))
    """
    ranks: dict[str, int] = {}
    for start in range(len(word) if len(word) <= encoder.max_word else 0):
        prefix = encoder.prefix if start else ""
        for end in range(start + 1, min(len(word), start + encoder.longest) + 1):
            token = prefix + word[start:end]
            if token in run.ids:
                marked = run.history.vocab[run.ids[token]]
                ranks[token] = run.history.first_ranks.get(marked, 0)
    last: tuple[str, ...] = ()
    for k in sorted({0, *ranks.values()}):
        known = {token: run.ids[token] for token, rank in ranks.items() if rank <= k}
        tokens = replace(encoder, ids=known).encode_word(word).tokens
        if tokens != last:
            yield k, tokens
        last = tokens

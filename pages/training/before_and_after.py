"""Tables of the stages before the first merge."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from bpe import PreToken, Run, normalize
from bpe.added_tokens import AddedToken, AddedTokenFinder
from bpe.pre_tokenization import iterate_pre_tokens
from pages.runs.runs import TrainingRun
from pages.stage.tables import Table
from pages.stage.tokens import number, visible
from pages.translations.language import Translation

TEXT = 2_000  # characters of a text that are shown
ROWS = 300


def beginning(texts: Sequence[str]) -> str:
    r"""The beginning of the texts, one per line.

    >>> beginning(["hug pug", "pun"])
    'hug pug\npun'
    """
    text = "\n".join(texts)
    return text if len(text) <= TEXT else text[:TEXT] + " …"


def words(texts: Iterable[str], run: TrainingRun, t: Translation) -> Table:
    """The words in the order of the text, with offsets: text[start:end] is the word.

    >>> from pages.state.defaults import defaults
    >>> words(["hug pug"], defaults("hug").train(), Translation())[1][1]
    (1, 'pug', 4, 7, 'pug')
    """
    rows = (
        (line, visible(word.word), word.start, word.end, visible(text[word.start : word.end]))
        for line, text in enumerate(texts, 1)
        for word in words_of(text, run)
    )
    titles = [
        t.gettext("Text"),
        t.gettext("Word"),
        t.gettext("Start"),
        t.gettext("End"),
        "text[start:end]",
    ]
    return titles, list(islice(rows, ROWS))


def words_of(text: str, run: TrainingRun) -> Iterator[PreToken]:
    """The words of a text, which is split at the special tokens first.

    >>> import bpe
    >>> run = bpe.train(bpe.Corpus.from_texts(["hug"]), special_tokens=["<s>"])
    >>> [word.word for word in words_of("hug<s>pug", run)]
    ['hug', 'pug']
    """
    corpus = run.corpus
    finder = AddedTokenFinder.of([AddedToken(token, 0) for token in run.special_tokens])
    for start, end, token in finder.find(text):
        if not token:
            yield from iterate_pre_tokens(
                text[start:end], corpus.split, corpus.normalization, start
            )


def normalized(texts: Sequence[str], normalization: str) -> str:
    r"""The beginning of the normalized texts.

    >>> normalized(["Hug", "PUG"], "lower")
    'hug\npug'
    """
    return beginning([normalize(text, normalization) for text in texts])


def counts(run: TrainingRun, t: Translation) -> Table:
    """The distinct words, how often each occurs, and its characters.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> counts(run, Translation())[1][0]
    ('hug', 10, 'h u g')
    """
    rows = [
        (visible(word), count, " ".join(map(visible, word[:80])))
        for word, count in islice(run.corpus.counts.items(), ROWS)
    ]
    return [t.gettext("Word"), t.gettext("Count"), t.gettext("Characters")], rows


def sizes(run: Run, t: Translation) -> str:
    """Where the vocabulary comes from: special tokens + alphabet + merges.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> sizes(run, Translation())
    '0 (special tokens) + 7 (characters) + 7 (merges) = 14'
    """
    specials = len(run.special_tokens)
    start, end = run.vocab_sizes[0], run.vocab_sizes[-1]
    return t.gettext(
        "{specials} (special tokens) + {alphabet} (characters) + {merges} (merges) = {size}"
    ).format(
        specials=number(specials),
        alphabet=number(start - specials),
        merges=number(end - start),
        size=number(end),
    )

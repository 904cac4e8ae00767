"""What the stage shows at a place of the course or a lesson, as a line on paper."""

from collections.abc import Iterable, Sequence

from bpe import wordpiece
from pages.guide.parts import Place
from pages.i18n.language import Translation
from pages.serving import runs
from pages.state.settings import Settings
from pages.view.tokens import number, pair_name, quoted

MAX_LISTED = 24  # words, merges or pieces
MAX_CORPUS = 1_000  # characters of a typed corpus that is trained for a worksheet


def given(place: Place, t: Translation, shows_result: bool = False) -> str:
    """What the stage shows at a place, if that fits on a line; else it is empty.

    shows_result: whether the tokens of an encoded text can be shown.

    >>> from pages.state.defaults import defaults
    >>> given(Place(defaults("hug"), "practice"), Translation())
    ''
    """
    settings = place.settings
    if settings.corpus.is_file or len(settings.corpus.own) > MAX_CORPUS or settings.corpus.is_large:
        return ""
    if place.page == "":
        return words_after(settings, place.step, t)
    if place.page == "encode" and not settings.encoding.tokenizer:
        if shows_result and place.step and (found := tokens_of(settings, t)):
            return found
        text = t.gettext("Text: {text}").replace("{text}", quoted(settings.text))
        return f"{text}  {merges_of(settings, t)}".strip()
    if place.page == "unigram" and settings.view.show in ("word", "both"):
        return pieces_of(settings, t)
    if place.page == "unigram" and settings.view.show == "rounds" and not place.step:
        return first_pieces(settings, t)
    return ""


def words_after(settings: Settings, step: int, t: Translation) -> str:
    """The tokens of each word of the corpus after some merges."""
    run = runs.training_of(settings)
    words: Iterable[tuple[tuple[str, ...], int]] = ()
    if run:
        k = min(step, len(run.merges))
        words = run.words_at(k) if isinstance(run, wordpiece.Run) else run.at(k).words
    listed = [f"{' '.join(map(quoted, tokens))} × {number(count)}" for tokens, count in words]
    return line(t.gettext("Corpus: {list}"), listed, t)


def merges_of(settings: Settings, t: Translation) -> str:
    """The learned merges in order; empty for WordPiece, which encodes without them."""
    run = None if settings.is_wordpiece else runs.run_of(settings)
    merges = run.merges[: settings.encoding.max_merges] if run else ()
    listed = [f"{each.rank} {pair_name(each.left, each.right)}" for each in merges]
    return line(t.gettext("Merges with their ranks: {list}"), listed, t)


def tokens_of(settings: Settings, t: Translation) -> str:
    """The tokens of the text, with their ids."""
    run = runs.training_of(settings)
    encoding = run.encode(settings.text) if run else None
    listed = [
        f"{quoted(token)} {'–' if token_id is None else number(token_id)}"
        for token, token_id in (zip(encoding.tokens, encoding.ids, strict=True) if encoding else ())
    ]
    return line(t.gettext("Tokens with their ids: {list}"), listed, t)


def first_pieces(settings: Settings, t: Translation) -> str:
    """The pieces with which a Unigram training starts, and their counts."""
    run = runs.unigram_run_of(settings)
    if not run or run.seeds.counts is None:
        return ""
    pairs = zip(run.seeds.pieces, run.seeds.counts, strict=True)
    listed = [f"{quoted(piece)} {number(int(count))}" for piece, count in pairs]
    return line(t.gettext("Pieces with their counts: {list}"), listed, t)


def pieces_of(settings: Settings, t: Translation) -> str:
    """The pieces of the word whose lattice is shown, with their counts."""
    run = runs.unigram_run_of(settings)
    if not run or settings.view.round > len(run.rounds):
        return ""
    before = settings.view.round
    model = run.rounds[before - 1].result if before else run.seeds
    if model.counts is None or model.total is None:
        return ""
    counts = dict(zip(model.pieces, model.counts, strict=True))
    pieces = dict.fromkeys(arc.piece for arc in model.lattice(settings.view.word).arcs)
    listed = [
        f"{quoted(piece)} {number(int(counts[piece]))}" for piece in pieces if piece in counts
    ]
    text = t.gettext("Word: {word}. Counts of its pieces: {list} (all pieces: {total})")
    text = text.replace("{total}", number(int(model.total)))
    return line(text.replace("{word}", quoted(settings.view.word)), listed, t)


def line(text: str, listed: Sequence[str], t: Translation) -> str:
    """A line with a list; empty if the list is empty or too long.

    >>> line("Corpus: {list}", ["hug × 10", "pug × 5"], Translation())
    'Corpus: hug × 10, pug × 5'
    """
    if not 0 < len(listed) <= MAX_LISTED:
        return ""
    return text.replace("{list}", t.gettext(", ").join(listed))

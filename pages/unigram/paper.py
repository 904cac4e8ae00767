"""What the stages of the Unigram page show, as a line on paper."""

from pages.runs import runs
from pages.stage.paper import line
from pages.stage.tokens import number, quoted
from pages.state.settings import Settings
from pages.translations.language import Translation
from pages.unigram.contents import word_of


def on_paper(settings: Settings, step: int, is_result_shown: bool, t: Translation) -> str:
    """Return the pieces of the word, or those with which the training starts."""
    if settings.view.show in ("word", "both"):
        return pieces_of(settings, t)
    return first_pieces(settings, t) if settings.view.show == "rounds" and not step else ""


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
    if not run:
        return ""
    word = word_of(settings, run)[1]
    model = word.model
    if model.counts is None or model.total is None:
        return ""
    counts = dict(zip(model.pieces, model.counts, strict=True))
    pieces = dict.fromkeys(arc.piece for arc in word.lattice.arcs)
    listed = [
        f"{quoted(piece)} {number(int(counts[piece]))}" for piece in pieces if piece in counts
    ]
    text = t.gettext("Word: {word}. Counts of its pieces: {list} (all pieces: {total})")
    text = text.replace("{total}", number(int(model.total)))
    return line(text.replace("{word}", quoted(word.text)), listed, t)

"""What the stage of a training shows, as a line on paper."""

from collections.abc import Iterable

from pages.runs import runs
from pages.stage.paper import line
from pages.stage.tokens import number, quoted
from pages.state.settings import Settings
from pages.translations.language import Translation


def on_paper(settings: Settings, step: int, is_result_shown: bool, t: Translation) -> str:
    """Return the words of the corpus at a step."""
    return words_after(settings, step, t)


def words_after(settings: Settings, step: int, t: Translation) -> str:
    """The tokens of each word of the corpus after some merges."""
    run = runs.training_of(settings)
    words: Iterable[tuple[tuple[str, ...], int]] = ()
    if run:
        k = min(step, len(run.merges))
        words = run.words_at(k)
    listed = [f"{' '.join(map(quoted, tokens))} × {number(count)}" for tokens, count in words]
    return line(t.gettext("Corpus: {list}"), listed, t)

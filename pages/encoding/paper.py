"""What the stage of an encoded text shows, as a line on paper."""

from pages.encoding.result import id_text
from pages.runs import runs
from pages.stage.paper import line
from pages.stage.tokens import pair_name, quoted
from pages.state.settings import Settings
from pages.translations.language import Translation


def on_paper(settings: Settings, step: int, is_result_shown: bool, t: Translation) -> str:
    """Return the tokens of the text if they can be shown; else the text and the merges."""
    if settings.encoding.tokenizer:
        return ""
    if is_result_shown and step and (found := tokens_of(settings, t)):
        return found
    text = t.gettext("Text: {text}").replace("{text}", quoted(settings.text))
    return f"{text}  {merges_of(settings, t)}".strip()


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
        f"{quoted(token)} {id_text(token_id, t)}"
        for token, token_id in (zip(encoding.tokens, encoding.ids, strict=True) if encoding else ())
    ]
    return line(t.gettext("Tokens with their ids: {list}"), listed, t)

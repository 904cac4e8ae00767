"""What the phones of a class show of the comparison of tokenizers."""

from pages.runs.runs import Waiting
from pages.side_by_side import blocks, compute, tables
from pages.side_by_side.callbacks import texts_of_file
from pages.side_by_side.lines import Line, Lines, in_all_languages
from pages.stage.table_types import PanelData, TableData
from pages.stage.tokens import isolated
from pages.state.settings import Settings
from pages.translations.language import Translation


def of_comparison(settings: Settings, t: Translation) -> list[PanelData]:
    """Return the tokens of each text side by side. Raises Waiting and bpe.InputError.

    >>> from pages.state.defaults import defaults
    >>> shown = of_comparison(defaults("hug").replace(passage="hugs"), Translation())
    >>> [each["name"] for each in shown]
    ['tokenizers', 'tables']
    """
    members = compute.members(settings)
    if not all(each.ready or each.error for each in members):
        raise Waiting
    compared, _ = compute.compare(members, lines_of(settings, t))
    if not compared.columns or not compared.lines:
        return []
    is_by_language = tables.is_by_language(compared)
    page = blocks.page(compared, is_by_language, t)
    page["labels"]["inspect"] = ""  # the phones of a class have no inspector
    if len(compared.columns) == 1:
        page["summary"] = ""  # it offers another tokenizer, which a phone cannot add
    tokens: PanelData = {"name": "tokenizers", "data": {**page}}
    if is_by_language:  # the projector shows only this table
        return [counted(tables.by_line(compared, t)), tokens]
    return [tokens, counted(tables.totals(compared, t))]


def of_sentence(settings: Settings, t: Translation) -> list[PanelData]:
    """Return the sentence in many languages, without what it costs in each.

    >>> shown = Settings().replace(compared="languages")
    >>> [each["data"]["title"] for each in of_sentence(shown, Translation())]
    ['One sentence in many languages']
    """
    if settings.comparison.compared != "languages":
        return []
    shape, title = t.gettext("{language}: {sentence}"), t.gettext("One sentence in many languages")
    lines = [
        shape.format(language=each.name, sentence=isolated(each.text))
        for each in lines_of(settings, t)
    ]
    return [{"name": "text", "data": {"title": title, "lines": lines}}]


def counted(shown: TableData) -> PanelData:
    """Return a table as a panel."""
    return {"name": "tables", "data": {"tables": [shown]}}


def lines_of(settings: Settings, t: Translation) -> tuple[Line, ...]:
    """Return what the tokenizers are compared on.

    >>> [each.text for each in lines_of(Settings().replace(passage="hugs"), Translation())]
    ['hugs']
    """
    if settings.comparison.compared == "languages":
        return in_all_languages(t, settings.lang)
    if settings.comparison.compared == "lines":
        text = texts_of_file(settings)
        return Lines.of(text, t).compared if text else ()
    text = settings.view.passage or settings.view.sentence
    return (Line(text),) if text.strip() else ()

"""What the phones of a class show of the sections of the training page."""

import bpe
from pages.runs import runs
from pages.runs.runs import ready
from pages.stage.table_types import PanelData
from pages.state.settings import Settings
from pages.training import compare_tie_rules, trainer_check, trainer_check_report
from pages.translations.language import Translation
from pages.translations.markdown import plain


def other_rule(settings: Settings) -> str:
    """Return the tie rule that is compared with that of the settings.

    >>> other_rule(Settings()), other_rule(Settings().replace(against="greatest"))
    ('lowest', 'greatest')
    """
    others = [each for each in bpe.TIES if each != settings.bpe.ties]
    against = settings.view.against
    return against if against in others else others[0]


def of_rules(settings: Settings, t: Translation) -> list[PanelData]:
    """Return two tie rules where they first differ. Raises Waiting and bpe.InputError.

    >>> from pages.state.defaults import defaults
    >>> course = defaults("course").replace(against="lowest")
    >>> (panel,) = of_rules(course, Translation())
    >>> panel["name"], len(panel["data"]["sides"])
    ('tie_rules', 2)
    """
    run = ready(runs.run_of(settings))
    another = ready(runs.run_of(settings.replace(ties=other_rule(settings))))
    k = run.first_difference(another)
    if k is None:
        note = t.gettext("Both rules produce the same merges.")
        title = t.gettext("Compare two tie rules")
        return [{"name": "text", "data": {"title": title, "lines": [note]}}]
    compared = compare_tie_rules.compare((run, another), k, t, settings.lang)
    return [{"name": "tie_rules", "data": {**compared}}]


def of_check(settings: Settings, t: Translation) -> list[PanelData]:
    """Return where the merges of the lecturer's own trainer differ; nothing before they are given.

    Raises Waiting and bpe.InputError. The number of merges need not fit the vocabulary size.

    >>> of_check(Settings(), Translation())
    []
    """
    if not settings.view.merges:
        return []
    run = ready(runs.run_of(settings))
    reply = trainer_check.check(settings, must_fit=False)
    difference = reply.difference
    lines = [trainer_check_report.read_merges(reply, t), trainer_check_report.verdict(reply, t)]
    tables = []
    if difference:
        lines += trainer_check_report.details(difference, t)
        lines += trainer_check_report.causes(difference, reply.merges, t)
        lines.append(trainer_check_report.about_causes(difference, reply.merges, t))
        tables = [trainer_check_report.pairs_table(difference, run.first_ranks, t)]
    title = t.gettext("Check your own trainer")
    told = {"title": title, "lines": [plain(each) for each in lines if each]}
    return [{"name": "text", "data": told}, {"name": "tables", "data": {"tables": tables}}]

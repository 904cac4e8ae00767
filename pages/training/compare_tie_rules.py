"""A comparison of two tie rules at the step where they first differ."""

from bpe import Run
from pages.stage.table_types import TokenData
from pages.stage.tokens import chip, number
from pages.training.bpe_training import BpeTraining
from pages.training.explanations import rule_name
from pages.training.labels import pair_labels
from pages.training.record_parts import LEADERS
from pages.training.record_types import TieRule, TieRulesData
from pages.translations.language import Translation

ROWS = 8


def compare(runs: tuple[Run, Run], k: int, t: Translation, lang: str) -> TieRulesData:
    """The comparison of two runs on one corpus at step k. Tokens have the colors of the first run.

    >>> from pages.state.defaults import defaults
    >>> one, two = (defaults("course").replace(ties=rule).train() for rule in ("first", "lowest"))
    >>> compare((one, two), 1, Translation(), "en")["sides"][0]["shared"]
    '12 of these 19 merges are the same under both rules.'
    """
    tokens: dict[str, int] = {}
    ranks = {**runs[1].first_ranks, **runs[0].first_ranks}
    data = [one_side(run, runs[1 - i], k, tokens, t) for i, run in enumerate(runs)]
    return {
        "title": t.gettext("Two tie rules at step {k}").format(k=number(k)),
        "lang": lang,
        "labels": pair_labels(t),
        "tokens": [TokenData(*chip(token, ranks), "") for token in tokens],
        "sides": data,
    }


def one_side(run: Run, other: Run, k: int, tokens: dict[str, int], t: Translation) -> TieRule:
    """One of the two runs: its record, with tokens as indices into `tokens`.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> one_side(run, run, 1, {}, Translation())["shared"]
    '7 of these 7 merges are the same under both rules.'
    """
    k = min(k, len(run.merges))
    (table,) = run.tables(k, k + 1, LEADERS)
    record = BpeTraining(run).record_of_step(table, t)

    def renamed(token_id: int) -> int:
        return tokens.setdefault(run.vocab[token_id], len(tokens))

    rows = [row for row in record["rows"] if row.times][:ROWS]
    shared = {(m.left, m.right) for m in run.merges} & {(m.left, m.right) for m in other.merges}
    return {
        "name": rule_name(run.ties, t),
        "record": {
            **record,
            "rows": [
                row._replace(left=renamed(row.left), right=renamed(row.right)) for row in rows
            ],
            "merge": [renamed(i) for i in record.get("merge") or ()] or None,
            "more": "",
        },
        "shared": t.ngettext(
            "{shared} of this {all} merge is the same under both rules.",
            "{shared} of these {all} merges are the same under both rules.",
            len(run.merges),
        ).format(shared=number(len(shared)), all=number(len(run.merges))),
    }

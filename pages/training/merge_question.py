"""The question before a step of BPE: which pair is merged next, and how often it occurs."""

from bpe import PairTable, Run
from pages.stage.prediction import CHOICES
from pages.stage.question import Choice, Form, Question
from pages.stage.record_types import Content
from pages.stage.tokens import chip, number
from pages.training.explanations import format_pair, why
from pages.translations.language import Translation


def merge_question(
    run: Run, table: PairTable, sums: dict[tuple[str, str], str], t: Translation
) -> Question | None:
    """Which pair is merged next? sums: pair -> its count as a sum, if it is known.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> (table,) = run.tables(1, 2, 5)
    >>> question = merge_question(run, table, {}, Translation())
    >>> question.prompt, len(question.choices)
    ('Which pair is merged next?', 5)
    """
    merge = table.merge
    leaders = table.leaders[:CHOICES]
    if merge is None or len(leaders) < 2:
        return None
    because = why(run, table, t)
    choices = []
    for leader in sorted(leaders, key=lambda each: (each.left, each.right)):
        pair = (leader.left, leader.right)
        parts: Content = [
            chip(leader.left, run.first_ranks),
            "+",
            chip(leader.right, run.first_ranks),
        ]
        right = pair == (merge.left, merge.right)
        if right:
            feedback = because
        elif leader.count == merge.count:
            feedback = t.gettext("{pair} occurs just as often. {why}").format(
                pair=format_pair(leader), why=because
            )
        else:
            feedback = t.gettext("You chose {pair}, which has a count of {less}. {sum}").format(
                pair=format_pair(leader),
                less=number(leader.count),
                sum=sums.get((merge.left, merge.right), because),
            )
        choices.append(Choice(parts, right, feedback))
    because = sums.get((merge.left, merge.right), because)
    return which_pair(choices, format_pair(merge), merge.count, because, t)


def which_pair(choices: list[Choice], pair: str, count: int, why: str, t: Translation) -> Question:
    """Which pair is merged next, and how often does it occur? why: its count as a sum.

    >>> which_pair([], "u+g", 20, "10 hug + 5 pug + 5 hugs = 20", Translation()).then.prompt
    'And how often does u+g occur?'
    """
    asked_next = Question(
        prompt=t.gettext("And how often does {pair} occur?").format(pair=pair),
        form=Form("number"),
        answers=(count,),
        worked=t.gettext("The pair is right, but not its count. {why}").format(why=why),
        done=why,
    )
    prompt = t.gettext("Which pair is merged next?")
    return Question(prompt=prompt, choices=tuple(choices), then=asked_next)

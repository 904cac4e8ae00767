"""The question before a step of WordPiece: which pair has the highest score?"""

from bpe.wordpiece import Run, ScoredPair, ScoreTable
from pages.stage.prediction import CHOICES
from pages.stage.question import Choice, Question
from pages.stage.record_types import Chip, Content
from pages.stage.tokens import number
from pages.training.merge_question import which_pair
from pages.training.wordpiece_explanations import format_pair, highest, spelled, why, written_score
from pages.translations.language import Translation


def pair_question(run: Run, table: ScoreTable, written: str, t: Translation) -> Question | None:
    """Which pair is merged next? The most frequent pair is always a choice.

    written: the count of the right pair as a sum, or "".

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> (table,) = run.tables(1, 2, 5)
    >>> question = pair_question(run, table, "", Translation())
    >>> question.right
    [0]
    """
    merge = table.merge
    if merge is None or table.size < 2:
        return None
    because, written = why(run, table, t), written or highest(table, merge, t)
    answers = []
    for each in choices(table):
        parts: Content = [chip_of(run, each.left_id), "+", chip_of(run, each.right_id)]
        right = (each.left, each.right) == (merge.left, merge.right)
        answers.append(Choice(parts, right, because if right else wrong(table, each, t)))
    return which_pair(answers, format_pair(merge), merge.count, written, t)


def choices(table: ScoreTable) -> list[ScoredPair]:
    """The pairs to choose from, in alphabetical order: the highest scores, and the highest count.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> (table,) = run.tables(1, 2, 2)
    >>> [(pair.left, pair.right) for pair in choices(table)]
    [('##g', '##s'), ('##u', '##g'), ('h', '##u')]
    """
    leaders, frequent = table.leaders[:CHOICES], table.frequent
    known = {(pair.left_id, pair.right_id) for pair in leaders}
    if frequent and (frequent.left_id, frequent.right_id) not in known:
        leaders = [*leaders[: CHOICES - 1], frequent]
    return sorted(leaders, key=lambda pair: (pair.left, pair.right))


def chip_of(run: Run, token_id: int) -> Chip:
    """A token in a choice, in its color.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> chip_of(run, 8)
    Chip(text='##gs', number=1)
    """
    rank = run.history.first_ranks.get(run.history.vocab[token_id], 0)
    return Chip(spelled(run.vocab[token_id]), rank)


def wrong(table: ScoreTable, pair: ScoredPair, t: Translation) -> str:
    r"""Why another pair is not the right one.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> (table,) = run.tables(1, 2, 5)
    >>> wrong(table, table.frequent, Translation()).partition(",")[0]
    '\u2068##u\u2069+\u2068##g\u2069 has the highest count'
    """
    merge = table.merge
    assert merge
    values = {
        "pair": format_pair(pair),
        "score": written_score(pair),
        "why": highest(table, merge, t),
        "count": number(pair.count),
    }
    if pair.score == merge.score:
        return t.gettext("{pair} has the same score. {why}").format(**values)
    if table.frequent and pair.count == table.frequent.count and pair.count > merge.count:
        return t.gettext(
            "{pair} has the highest count, but the product of its tokens' counts is larger, too. "
            "So its score is lower: {score}. {why}"
        ).format(**values)
    return t.gettext("The score of {pair} is lower: {score}. {why}").format(**values)

"""Tokens of a WordPiece training for the stage: their texts, colors and meanings."""

from bpe.wordpiece import PREFIX, Run
from pages.stage.record_types import TokenData
from pages.stage.tokens import isolated, meaning, number
from pages.training.wordpiece_explanations import spelled
from pages.translations.language import Translation


def token(run: Run, token_id: int, t: Translation) -> TokenData:
    """A token for the stage.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> token(run, 1, Translation())[:2], token(run, 8, Translation())[:2]
    (('##g', 0), ('##gs', 1))
    """
    rank = run.history.first_ranks.get(run.history.vocab[token_id], 0)
    return TokenData(spelled(run.vocab[token_id]), rank, describe_token(run, token_id, t))


def describe_token(run: Run, token_id: int, t: Translation) -> str:
    """The meaning and the origin of a token in one line.

    >>> from pages.state.defaults import defaults, with_algorithm
    >>> from pages.stage.tokens import without_isolates
    >>> run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    >>> without_isolates(describe_token(run, run.ids["##gs"], Translation()))
    '##gs: inside a word, the characters U+0067 U+0073; id 8, made by merge 1 from ##g and ##s.'
    """
    name, marked = run.vocab[token_id], run.history.vocab[token_id]
    values = {"token": isolated(spelled(name)), "id": number(token_id)}
    if token_id < len(run.special_tokens):
        return t.gettext(
            "{token}: id {id}, a special token. It is added whole and is never split or merged."
        ).format(**values)
    made = run.history.made_by.get(marked)
    origin = t.gettext("from the alphabet")
    if made:
        merge = run.merges[made.rank - 1]
        origin = t.gettext("made by merge {rank} from {left} and {right}").format(
            rank=number(merge.rank),
            left=isolated(spelled(merge.left)),
            right=isolated(spelled(merge.right)),
        )
    is_inside = name == PREFIX + marked
    place = t.gettext("inside a word") if is_inside else t.gettext("at the start of a word")
    text = marked if is_inside else name
    return t.gettext("{token}: {place}, {meaning}; id {id}, {origin}.").format(
        **values, place=place, meaning=meaning(text, run.corpus.split, t), origin=origin
    )

"""The readable `tokenize` with the values that a step of encoding gives its lines."""

from bpe import reference
from bpe.merging import WordState
from pages.encoding.walk import Text
from pages.stage.counts import token_count, word_count
from pages.stage.record import sentences
from pages.stage.source_lines import LONG, SourceLines, named
from pages.stage.tokens import number, quoted, shorten
from pages.translations.language import Translation

LINES = SourceLines.of(reference.tokenize)
TOKENS = 12  # of a word, in a value


def initial_values(shown: Text, t: Translation) -> dict[str, str]:
    """The values at step 0, by the start of their line.

    >>> from pages.encoding.encoded_text import encode_text
    >>> from pages.state.defaults import defaults
    >>> initial_values(encode_text(defaults("hug").train().encoder(), "hug pug"), Translation())
    {'tokens: list': '[]', 'for pre_token': '2 words'}
    """
    return {"tokens: list": "[]", "for pre_token": word_count(len(shown.encoding.words), t)}


def step_values(
    shown: Text, k: int, states: tuple[WordState, ...], t: Translation
) -> dict[str, str]:
    """The values at step k, from 1, by the start of their line.

    states: of the step's word, before the step and after it, if it applies a merge.

    >>> from pages.encoding.encoded_text import encode_text
    >>> from pages.state.defaults import defaults
    >>> shown = encode_text(defaults("hug").train().encoder(), "hug")
    >>> found = step_values(shown, 2, shown.states(0, 1, 3), Translation())
    >>> found["word = merge_pair"], found["return tokens"]
    ('hug', '1 token')
    """
    which = shown.word_at(k)
    began, last = shown.steps_of(which)
    state = states[0]
    found = {"for pre_token": quoted(shorten(shown.word(which), LONG))}
    if k == began:
        found["word = list("] = written(state.tokens, 0)
    if state.chosen:
        rank, left, right = state.chosen.rank, state.chosen.left, state.chosen.right
        found["for merge in"] = f"{number(rank)}: {named(left)} + {named(right)}"
        after = states[1]
        found["word = merge_pair"] = written(after.tokens, after.starts.index(state.chosen.start))
    else:
        found["for merge in"] = t.gettext("no merge changes the word")
    if k == last:
        found["tokens += word"] = token_count(len(states[-1].tokens), t)
    if k == shown.last:
        found["return tokens"] = token_count(len(shown.encoding.tokens), t)
    return found


def written(tokens: tuple[str, ...], at: int) -> str:
    """Tokens of a word with spaces between them, if there are many those around one of them.

    >>> written(("h", "ug"), 0), written(tuple("abcdefghijklmnop"), 15)
    ('h ug', '… e f g h i j k l m n o p')
    """
    start = max(0, min(at - TOKENS // 2, len(tokens) - TOKENS))
    part = " ".join(map(named, tokens[start : start + TOKENS]))
    return "… " * (start > 0) + part + " …" * (start + TOKENS < len(tokens))


def note(shown: Text, t: Translation) -> str:
    """How the page differs from the code.

    >>> from pages.encoding.encoded_text import encode_text
    >>> from pages.state.defaults import defaults
    >>> note(encode_text(defaults("hug").train().encoder(), "hug"), Translation())[:42]
    'This code tries all merges, in their order'
    """
    if shown.dropout:
        return t.gettext(
            "This code has no dropout: it applies every merge. The values are those of this page."
        )
    said = t.gettext(
        "This code tries all merges, in their order, on every word. This page looks only at the "
        "pairs in the word, merges one pair per step, and steps through each word once."
    )
    if "unknown" not in shown.encoding.kinds:
        return said
    more = t.gettext(
        "In this code, a character that training did not see stays a token. On this page, it is "
        "unknown."
    )
    return sentences(said, more, t)

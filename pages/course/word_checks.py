"""What a typed word must be: the checks of the tasks that ask for a word.

Each check returns why a word is wrong, or "" if it is right.
"""

from collections.abc import Callable

import bpe
from bpe.encoder import UNKNOWN
from pages.course.bpe_tasks import token_names, trained
from pages.stage.tokens import number, quoted
from pages.state.settings import Settings
from pages.translations.language import Translation


def check(
    rule: Callable[..., str], settings: Settings, t: Translation, *values: object
) -> Callable[[str], str]:
    """The check of a rule under some settings; values: what the rule compares a word with.

    >>> from pages.state.defaults import defaults
    >>> check(new_word, defaults("hug"), Translation())("puns")
    ''
    """

    def why_not(typed: str) -> str:
        word = typed.strip()
        if len(word.split()) != 1:
            return t.gettext("Type one word without spaces.")
        return rule(trained(settings), word, t, *values)

    return why_not


def tokens_of(settings: Settings, t: Translation) -> Callable[[str], str]:
    r"""What a word becomes, as a sentence about a typed word.

    >>> from pages.state.defaults import defaults
    >>> tokens_of(defaults("hug"), Translation())("bun")
    '\u2068bun\u2069 becomes 1 token: \u2068bun\u2069.'
    """
    return lambda typed: becomes(trained(settings), typed.strip(), t)


def becomes(run: bpe.Run, word: str, t: Translation) -> str:
    r"""A word and its tokens, as a sentence.

    >>> from pages.state.defaults import defaults
    >>> becomes(defaults("hug").train(), "bun", Translation())
    '\u2068bun\u2069 becomes 1 token: \u2068bun\u2069.'
    """
    found = run.encode(word).tokens
    return t.ngettext(
        "{word} becomes {count} token: {tokens}.",
        "{word} becomes {count} tokens: {tokens}.",
        len(found),
    ).format(word=quoted(word), count=number(len(found)), tokens=token_names(found, t))


def letters(run: bpe.Run) -> str:
    r"""The characters of a corpus, for a sentence.

    >>> from pages.state.defaults import defaults
    >>> letters(defaults("hug").train()).count("\u2068")
    7
    """
    return " ".join(map(quoted, run.first_tokens))


def unknown_letter(run: bpe.Run, word: str, t: Translation) -> str:
    r"""Why a word cannot be written with the characters of the corpus; "" if it can.

    >>> from pages.state.defaults import defaults
    >>> unknown_letter(defaults("hug").train(), "mug", Translation())
    '\u2068m\u2069 does not occur in the corpus. Use only its letters.'
    >>> unknown_letter(defaults("hug").train(), "Gun", Translation())[:30]
    '\u2068G\u2069 is a capital letter. To a '
    """
    unknown = next((character for character in word if character not in run.alphabet), "")
    if not unknown:
        return ""
    if unknown.lower() in run.alphabet:
        return t.gettext(
            "{capital} is a capital letter. To a tokenizer, it is a different character from "
            "{small}, and it does not occur in the corpus."
        ).format(capital=quoted(unknown), small=quoted(unknown.lower()))
    return t.gettext("{character} does not occur in the corpus. Use only its letters.").format(
        character=quoted(unknown)
    )


def new_word(run: bpe.Run, word: str, t: Translation) -> str:
    """A word that is not in the corpus, of characters that are.

    >>> from pages.state.defaults import defaults
    >>> new_word(defaults("hug").train(), "puns", Translation())
    ''
    """
    if word in run.corpus.counts:
        return t.gettext("{word} is in the corpus.").format(word=quoted(word))
    return unknown_letter(run, word, t)


def same_ids(run: bpe.Run, word: str, t: Translation, wanted: str) -> str:
    """A word with the ids of another one, which has no unknown characters.

    >>> from pages.state.defaults import defaults
    >>> same_ids(defaults("hug").train(), "unpug", Translation(), "unpug")
    ''
    """
    right, found = run.encode(wanted), run.encode(word)
    if found.ids == right.ids:
        return ""
    if UNKNOWN in found.tokens:
        return unknown_letter(run, word, t)
    if found.tokens == right.tokens[::-1]:
        return t.gettext("These are the right tokens. Write them in the order of the ids.")
    if word and word in wanted:
        return t.gettext("This is only a part of the word. Write the tokens of all ids.")
    return t.ngettext(
        "{word} has the id {ids}.", "{word} has the ids {ids}.", len(found.ids)
    ).format(word=quoted(word), ids=t.gettext(", ").join(map(str, found.ids)))


def new_word_of(run: bpe.Run, word: str, t: Translation, count: int) -> str:
    """A word that is not in the corpus and becomes a number of known tokens.

    >>> from pages.state.defaults import defaults
    >>> new_word_of(defaults("hug").train(), "bugs", Translation(), 3)
    ''
    """
    reason = new_word(run, word, t)
    if reason or len(run.encode(word).tokens) == count:
        return reason
    return becomes(run, word, t)


def same_tokens(run: bpe.Run, word: str, t: Translation, other: str) -> str:
    """A different word with the tokens of another one.

    >>> from pages.state.defaults import defaults
    >>> same_tokens(defaults("hug").train(), "rug", Translation(), "mug")
    ''
    """
    if word == other:
        return t.gettext("Type a word other than {word}.").format(word=quoted(other))
    found = run.encode(word).tokens
    if found == run.encode(other).tokens:
        return ""
    return t.gettext("{word} has these tokens: {tokens}.").format(
        word=quoted(word), tokens=token_names(found, t)
    )

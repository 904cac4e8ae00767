"""Sentences that explain a step of WordPiece: what was tried, and what follows from it."""

from pages.encoding.longest_match import AttemptStep, LongestMatch
from pages.stage.record import sentences
from pages.stage.tokens import listing, number, quoted
from pages.translations.language import Translation

NAMED = 4  # tokens named in a sentence


def start(shown: LongestMatch, t: Translation) -> str:
    """The explanation of step 0.

    >>> from bpe.wordpiece.encoder import plain
    >>> from pages.encoding.encoded_text import encode_text
    >>> start(encode_text(plain("hug"), "hug"), Translation()).partition(".")[0]
    'The text is split into 1 word'
    """
    words = len(shown.encoding.words)
    split = t.ngettext(
        "The text is split into {words} word.", "The text is split into {words} words.", words
    ).format(words=number(words))
    if shown.is_word_level:
        rule = t.gettext(
            "Only whole words are tokens. Any other word becomes {unk}, the unknown token."
        ).format(unk=quoted(shown.unk))
    elif not shown.prefix:
        rule = t.gettext(
            "The tokenizer looks for the longest token at the start, then for the longest one at "
            "the start of the rest, and so on. It applies no merges."
        )
    else:
        rule = t.gettext(
            "WordPiece looks for the longest token at the start of a word, then for the longest "
            "one at the start of the rest, and so on. It applies no merges. Inside a word, tokens "
            "start with {prefix}."
        ).format(prefix=quoted(shown.prefix))
    return sentences(split, rule, t)


def vocabulary_note(shown: LongestMatch, t: Translation) -> str:
    """Which tokens the list next to the text has.

    >>> from bpe.wordpiece.encoder import plain
    >>> from pages.encoding.encoded_text import encode_text
    >>> vocabulary_note(encode_text(plain("hug", "pug"), "hug"), Translation())
    'Only tokens that occur in this text: 1 of 2.'
    """
    return t.gettext("Only tokens that occur in this text: {shown} of {all}.").format(
        shown=number(len(shown.tokens)), all=number(shown.vocabulary)
    )


def why(shown: LongestMatch, word: str, attempts: tuple[AttemptStep, ...], t: Translation) -> str:
    r"""What an attempt at a word finds, and what follows.

    attempts: those of the word up to this one.

    >>> from bpe.wordpiece.encoder import plain
    >>> from pages.encoding.encoded_text import encode_text
    >>> shown = encode_text(plain("hug", "##s"), "hugs")
    >>> why(shown, "hugs", shown.attempts(0, 0, 1), Translation())
    '\u2068hugs\u2069 is not in the vocabulary. Next, try one character less.'
    """
    attempt = attempts[-1]
    values = {
        "token": quoted(attempt.token),
        "word": quoted(word),
        "unk": quoted(shown.unk),
        "start": number(attempt.start),
        "end": number(attempt.end),
    }
    if shown.is_word_level:
        sentence = (
            t.gettext("{word} is in the vocabulary, so it is a token.")
            if attempt.found
            else t.gettext("{word} is not in the vocabulary, so it becomes {unk}.")
        )
        return sentence.format(**values)
    if not attempt.tried:
        return t.gettext(
            "{word} has {size} characters. The limit is {most}, and a longer word becomes {unk} "
            "without an attempt."
        ).format(**values, size=number(len(word)), most=number(max_word(shown)))
    if attempt.found:
        return why_found(attempt, values, t)
    if attempt.is_last:
        return why_unknown(attempts, values, t)
    return t.gettext("{token} is not in the vocabulary. Next, try one character less.").format(
        **values
    )


def max_word(shown: LongestMatch) -> int:
    """The length of the longest word that is not unknown at once; 0 if there is no such limit.

    >>> from bpe.wordpiece.encoder import plain
    >>> from pages.encoding.encoded_text import encode_text
    >>> max_word(encode_text(plain("hug"), "hug"))
    100
    """
    return shown.encoder.max_word


def why_found(attempt: AttemptStep, values: dict[str, str], t: Translation) -> str:
    r"""The explanation of a step that finds a token.

    >>> attempt = AttemptStep(0, 3, "hug", True, 2, False)
    >>> why_found(attempt, {"token": "hug", "end": "3"}, Translation())
    'hug is the longest part that is in the vocabulary. Next, look at the rest from position 3.'
    """
    longest = (
        t.gettext("{token} is in the vocabulary. It is the whole rest of the word.")
        if attempt.tried == 1 and attempt.start
        else t.gettext("{token} is in the vocabulary, so the whole word is one token.")
        if attempt.tried == 1
        else t.gettext("{found} is the longest part that is in the vocabulary.")
    ).format(**values, found=values["token"])
    if attempt.is_last:
        if attempt.tried == 1:
            return longest
        return sentences(longest, t.gettext("The word ends here."), t)
    rest = t.gettext("Next, look at the rest from position {end}.").format(**values)
    return sentences(longest, rest, t)


def why_unknown(attempts: tuple[AttemptStep, ...], values: dict[str, str], t: Translation) -> str:
    """The explanation of a dead end: why the whole word becomes the unknown token.

    >>> attempt = AttemptStep(0, 1, "x", False, 1, True)
    >>> values = {"token": "x", "word": "x", "unk": "[UNK]", "start": "0"}
    >>> why_unknown((attempt,), values, Translation())
    'Not even x is in the vocabulary, so no token starts at position 0. The word x becomes [UNK].'
    """
    found = [quoted(attempt.token) for attempt in attempts if attempt.found]
    sentence = t.gettext(
        "Not even {token} is in the vocabulary, so no token starts at position {start}."
    ).format(**values)
    if not found:
        end = t.gettext("The word {word} becomes {unk}.").format(**values)
    else:
        named = [*found[:NAMED], "…"] if len(found) > NAMED else found
        end = t.ngettext(
            "One unknown part makes the whole word unknown: {word} becomes one {unk}, and the "
            "token {found} is dropped.",
            "One unknown part makes the whole word unknown: {word} becomes one {unk}, and the "
            "tokens {found} are dropped.",
            len(found),
        ).format(**values, found=listing(named, t))
    return sentences(sentence, end, t)


def describe_token(shown: LongestMatch, token: str, t: Translation) -> str:
    r"""The tooltip of a token that was found.

    >>> from bpe.wordpiece.encoder import plain
    >>> from pages.encoding.encoded_text import encode_text
    >>> describe_token(encode_text(plain("hug"), "hug"), "hug", Translation())
    '\u2068hug\u2069: id 0.'
    """
    return t.gettext("{token}: id {id}.").format(token=quoted(token), id=shown.encoder.ids[token])

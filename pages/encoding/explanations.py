"""Sentences that explain a step of encoding: which merge applies and why, and each token."""

from itertools import pairwise

from bpe.encoder import Encoder
from bpe.encoding import Encoding
from bpe.merging import Candidate, WordState
from pages.encoding.encoders import TextWithTokens
from pages.encoding.walk import Text
from pages.stage.record import sentences
from pages.stage.tokens import listing, number, quoted
from pages.training.explanations import format_pair
from pages.translations.language import Translation

NAMED = 4  # unknown characters named in a sentence


def start(shown: Text, t: Translation) -> str:
    """The explanation of step 0.

    >>> from pages.encoding.encoded_text import encode_text
    >>> from pages.state.defaults import defaults
    >>> shown = encode_text(defaults("hug").train().encoder(), "hug")
    >>> start(shown, Translation()).partition(",")[0]
    'The text is split into 1 word'
    >>> start(encode_text(defaults("hug").train().encoder(), "hm!"), Translation()).split(". ")[-1]
    '2 characters of this text are not in the vocabulary.'
    """
    words = len(shown.encoding.words)
    if shown.encoder.decoder.byte_level:
        sentence = t.ngettext(
            "The text is split into {words} word, and the word into bytes. Two adjacent tokens "
            "become one if a learned merge joins them.",
            "The text is split into {words} words, and each word into bytes. Each word is "
            "encoded separately. Two adjacent tokens become one if a learned merge joins them.",
            words,
        )
    else:
        sentence = t.ngettext(
            "The text is split into {words} word, and the word into characters. Two adjacent "
            "tokens become one if a learned merge joins them.",
            "The text is split into {words} words, and each word into characters. Each word is "
            "encoded separately. Two adjacent tokens become one if a learned merge joins them.",
            words,
        )
    sentence = sentence.format(words=number(words))
    kinds, offsets = shown.encoding.kinds, shown.encoding.offsets
    unknown = len(
        {  # several bytes can be unknown of one character
            at
            for kind, place in zip(kinds, offsets, strict=True)
            if kind == "unknown"
            for at in range(*place)
        }
    )
    if not unknown:
        return sentence
    about = t.ngettext(
        "{count} character of this text is not in the vocabulary.",
        "{count} characters of this text are not in the vocabulary.",
        unknown,
    )
    return sentences(sentence, about.format(count=number(unknown)), t)


def why(shown: Text, word: str, state: WordState, t: Translation) -> str:
    r"""Why this merge applies; at the end of a word, why none does.

    >>> from pages.encoding.encoded_text import encode_text
    >>> from pages.state.defaults import defaults
    >>> shown = encode_text(defaults("hug").train().encoder(), "hug")
    >>> (state,) = shown.states(0, 0, 1)
    >>> why(shown, "hug", state, Translation())
    '\u2068u\u2069+\u2068g\u2069 is the only pair that can be merged here. Its rank is 1.'
    """
    chosen = state.chosen
    if chosen is None:
        return why_no_merge(shown, word, state, t)
    others = [c for c in state.candidates if c is not chosen and c.state == "open"]
    values = {"pair": format_pair(chosen), "rank": number(chosen.rank)}
    if state.reason == "only":
        sentence = t.gettext(
            "{pair} is the only pair that can be merged here. Its rank is {rank}."
        ).format(**values)
    elif state.reason == "leftmost":
        occurrences = sum(c.rank == chosen.rank for c in others) + 1
        sentence = t.ngettext(
            "{pair} (rank {rank}) occurs in {places} place. The leftmost is merged first.",
            "{pair} (rank {rank}) occurs in {places} places. The leftmost is merged first.",
            occurrences,
        ).format(**values, places=number(occurrences))
    else:
        other = min(others, key=lambda c: (not share_a_token(c, chosen), c.rank))
        values |= {"other": format_pair(other), "more": number(other.rank)}
        sentence = (
            t.gettext(
                "{pair} has the lowest rank, {rank}. {other} (rank {more}) shares a token with "
                "it. This merge uses up that token."
            )
            if share_a_token(other, chosen)
            else t.gettext(
                "{pair} has the lowest rank, {rank}. {other} has rank {more}, so it must wait."
            )
        ).format(**values)
    return with_skipped(sentence, state, t)


def with_skipped(sentence: str, state: WordState, t: Translation) -> str:
    """The sentence, and why other candidates cannot be applied.

    >>> from bpe import Corpus, train
    >>> encoder = train(Corpus.from_counts({"hug": 10, "pug": 5})).encoder()
    >>> *_, state = encoder.walk("hug", dropout=1.0)
    >>> with_skipped("The end.", state, Translation())
    'The end. 1 candidate pair was dropped at random.'
    """
    passed = [c for c in state.candidates if c.state == "passed"]
    dropped = sum(c.state == "dropped" for c in state.candidates)
    if passed:
        end = t.gettext("{pair} also has a merge (rank {rank}), but its turn has passed.").format(
            pair=format_pair(passed[0]), rank=number(passed[0].rank)
        )
        sentence = sentences(sentence, end, t)
    if dropped:
        end = t.ngettext(
            "{dropped} candidate pair was dropped at random.",
            "{dropped} candidate pairs were dropped at random.",
            dropped,
        ).format(dropped=number(dropped))
        sentence = sentences(sentence, end, t)
    return sentence


def share_a_token(one: Candidate, other: Candidate) -> bool:
    """Whether two candidates share a token.

    >>> one, two = Candidate(1, 1, 2, 3, "u", "g", "open"), Candidate(2, 0, 1, 2, "h", "u", "open")
    >>> share_a_token(one, two)
    True
    """
    return one.start < other.end and other.start < one.end


def why_no_merge(shown: Text, word: str, state: WordState, t: Translation) -> str:
    """Why no merge applies in a word.

    >>> from pages.encoding.encoded_text import encode_text
    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> shown = encode_text(run.encoder(), "hug")
    >>> *_, state = run.encoder().walk("hug")
    >>> why_no_merge(shown, "hug", state, Translation()).partition(" in ")[0]
    'No adjacent tokens'
    """
    if state.reason == "whole":
        return t.gettext(
            "{word} is in the vocabulary, so the whole word becomes one token."
        ).format(word=quoted(word))
    if not shown.encoder.characters.issuperset(word):
        sentence = describe_unknown(shown.encoder, word, t)
    elif len(word) == 1:
        sentence = t.gettext("{word} is a single token, so there is nothing to merge.").format(
            word=quoted(word)
        )
    else:
        sentence = t.gettext("No adjacent tokens in {word} can be merged.").format(
            word=quoted(word)
        )
    return with_skipped(sentence, state, t)


def describe_unknown(encoder: Encoder, word: str, t: Translation) -> str:
    r"""What happens to the characters of a word that are not in the vocabulary.

    >>> from pages.state.defaults import defaults
    >>> encoder = defaults("hug").train().encoder(fuse_unk=True)
    >>> describe_unknown(encoder, "mtug", Translation()).partition(". ")[2]
    'Adjacent unknown characters become one \u2068[UNK]\u2069, and no merge can cross it.'
    """
    strange = [c for c in dict.fromkeys(word) if c not in encoder.characters]
    split = [c for c in strange if encoder.byte_tokens(c)]
    unknown = dict.fromkeys(c for c in strange if c not in split)
    about_unknown = about_bytes = ""
    if unknown:
        values = {
            "characters": listing([quoted(c) for c in unknown][:NAMED], t),
            "unk": quoted(encoder.unk),
        }
        adjacent = any(one in unknown and two in unknown for one, two in pairwise(word))
        if encoder.fuse_unk and adjacent:
            about_unknown = t.ngettext(
                "{characters} is not in the vocabulary. Adjacent unknown characters become one "
                "{unk}, and no merge can cross it.",
                "{characters} are not in the vocabulary. Adjacent unknown characters become one "
                "{unk}, and no merge can cross it.",
                len(unknown),
            ).format(**values)
        else:
            about_unknown = t.ngettext(
                "{characters} is not in the vocabulary. It becomes {unk}, and no merge can cross "
                "it.",
                "{characters} are not in the vocabulary. Each becomes {unk}, and no merge can "
                "cross it.",
                len(unknown),
            ).format(**values)
    if split:
        tokens = [token for c in split[:NAMED] for token in encoder.byte_tokens(c)]
        about_bytes = t.ngettext(
            "{characters} is not in the vocabulary. It becomes one token for each of its bytes: "
            "{tokens}. No merge can cross them.",
            "{characters} are not in the vocabulary. Each becomes one token for each of its bytes: "
            "{tokens}. No merge can cross them.",
            len(split),
        ).format(
            characters=listing([quoted(c) for c in split[:NAMED]], t),
            tokens=" ".join(map(quoted, tokens)),
        )
    return sentences(about_unknown, about_bytes, t)


def describe_token(encoder: Encoder, token: str, known: bool, t: Translation) -> str:
    r"""The tooltip of a token between two merges.

    >>> from pages.state.defaults import defaults
    >>> encoder = defaults("hug").train().encoder()
    >>> describe_token(encoder, "ug", True, Translation())
    '\u2068ug\u2069: id 7.'
    """
    if not known and (tokens := encoder.byte_tokens(token)):
        return t.gettext(
            "{token} is not in the vocabulary, so it becomes its bytes: {tokens}."
        ).format(token=quoted(token), tokens=" ".join(map(quoted, tokens)))
    if not known:
        return t.gettext("{token} is not in the vocabulary, so it becomes {unk}.").format(
            token=quoted(token), unk=quoted(encoder.unk)
        )
    if token not in encoder.ids:
        return t.gettext("{token}: not yet a token.").format(token=quoted(token))
    return t.gettext("{token}: id {id}.").format(token=quoted(token), id=encoder.ids[token])


def describe_final_token(shown: TextWithTokens, index: int, t: Translation) -> str:
    r"""The tooltip of a final token: its id and its position in the text.

    >>> from pages.encoding.encoded_text import encode_text
    >>> from pages.state.defaults import defaults
    >>> shown = encode_text(defaults("hug").train().encoder(), "hug")
    >>> describe_final_token(shown, 0, Translation())
    '\u2068hug\u2069: id 9, for \u2068hug\u2069, text[0:3].'
    """
    encoding = shown.encoding
    start, end = encoding.offsets[index]
    token_id = encoding.ids[index]
    values = {
        "token": quoted(encoding.tokens[index]),
        "id": "–" if token_id is None else str(token_id),
        "start": number(start),
        "end": number(end),
        "text": quoted(shown.text[start:end]),
    }
    if encoding.kinds[index] == "unknown":
        return t.gettext(
            "{token} replaces {text}, which is not in the vocabulary: text[{start}:{end}]."
        ).format(**values)
    return t.gettext("{token}: id {id}, for {text}, text[{start}:{end}].").format(**values)


def totals(encoding: Encoding, t: Translation) -> str:
    """The number of final tokens.

    >>> from pages.encoding.encoded_text import encode_text
    >>> from pages.state.defaults import defaults
    >>> shown = encode_text(defaults("hug").train().encoder(), "hug")
    >>> totals(shown.encoding, Translation())
    'Result: 1 token.'
    """
    count = len(encoding.tokens)
    return t.ngettext("Result: {count} token.", "Result: {count} tokens.", count).format(
        count=number(count)
    )

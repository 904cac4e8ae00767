"""Sentences about an uploaded tokenizer: its format and size, and what the page does with it."""

from pages.jobs.stored_tokenizer import Description
from pages.stage.counts import token_count
from pages.stage.record import sentences
from pages.stage.tokens import kind_names, listing, number, shorten, visible, visible_name
from pages.translations.language import Translation
from pages.translations.markdown import escape

MAX_NAMED = 4  # tokens around a text
MAX_TOKEN = 30  # characters of each
WITH_MERGES = ("tokenizer.json", "vocab.json and merges.txt", "merges.txt")  # formats


def describe(about: Description, t: Translation) -> str:
    """What a page says about a tokenizer, as Markdown.

    >>> about = Description("bpe", "tiktoken", "gpt2", 300, 44, (), False, (), (), "mine")
    >>> describe(about, Translation()).partition(". ")[0]
    '**mine**: BPE (tiktoken), 300 tokens, 44 merges'
    """
    values = {
        "name": f"**{escape(name_of(about, t))}**",
        "kind": kind_names(t)[about.kind],
        "source": escape(about.source),
        "tokens": token_count(about.tokens, t),
        "merges": t.ngettext("{count} merge", "{count} merges", about.merges).format(
            count=number(about.merges)
        ),
    }
    first = (
        t.gettext("{name}: {kind} ({source}), {tokens}, {merges}.")
        if about.kind == "bpe"
        else t.gettext("{name}: {kind} ({source}), {tokens}.")
    ).format(**values)
    for more in (about_ranks(about, t), about_frame(about, t)):
        first = sentences(first, more, t)
    return first


def name_of(about: Description, t: Translation) -> str:
    """What a page calls a tokenizer: the names of its files, or that of the model.

    >>> name_of(Description("bpe", "", "", 9, 4, (), False, (), (), "my.json"), Translation())
    'my.json'
    """
    return visible_name(about.title) if about.title else t.gettext("Uploaded tokenizer")


def about_ranks(about: Description, t: Translation) -> str:
    """How merges come from a file that has only tokens; empty for other files.

    >>> about = Description("bpe", "tokenizer.json", "", 9, 4, (), False, (), ())
    >>> about_ranks(about, Translation())
    ''
    """
    if about.kind != "bpe" or about.source in WITH_MERGES:
        return ""
    rule = (
        t.gettext(
            "The file has no merges, but a score for each token: two adjacent tokens are merged if "
            "they make a token, and the token with the highest score comes first."
        )
        if about.source == "SentencePiece"
        else t.gettext(
            "The file has no merges, but a rank for each token: two adjacent tokens are merged if "
            "they make a token, and the token with the lowest rank comes first."
        )
    )
    whole = t.gettext("A word that is a token needs no merges.")
    return rule if about.source == "SentencePiece" else sentences(rule, whole, t)


def about_frame(about: Description, t: Translation) -> str:
    r"""Which tokens the file puts around a text, and where they are shown; empty if none.

    >>> about = Description("wordpiece", "", "", 9, 0, (), False, ("[CLS]",), ("[SEP]",))
    >>> about_frame(about, Translation()).partition(".")[0]
    'For a model, the file adds \\[CLS\\] and \\[SEP\\] at the start or the end of a text'
    """
    if not about.before and not about.after:
        return ""
    names = [escape(shorten(visible(token), MAX_TOKEN)) for token in (*about.before, *about.after)]
    return t.gettext(
        "For a model, the file adds {tokens} at the start or the end of a text. This page leaves "
        "that out; the inspector shows it."
    ).format(tokens=listing(names[:MAX_NAMED], t))


def about_offsets(about: Description, t: Translation) -> str:
    """What offsets refer to if the file changes a text, and where its library differs.

    >>> about_offsets(Description("bpe", "tiktoken", "", 9, 4, (), False, (), ()), Translation())
    ''
    """
    if not about.normalizes:
        return ""
    if about.source == "SentencePiece":
        return t.gettext(
            "Offsets refer to your text before normalization. An inserted ▁ has the place of the "
            "next character. The sentencepiece library gives it none."
        )
    return t.gettext(
        "Offsets refer to your text before normalization. A token covers all characters that it "
        "was made from. The Hugging Face library leaves some out."
    )


def has_choice_of_pattern(about: Description, chosen: str) -> bool:
    """Whether a reader chooses how to split a text, because the file does not say it.

    chosen: the pattern that was chosen before; empty if none was.

    >>> remarks = (("No pattern.", ()),)
    >>> about = Description("bpe", "tiktoken", "cl100k", 300, 44, remarks, False, (), ())
    >>> has_choice_of_pattern(about, "")
    True
    """
    return about.source == "tiktoken" and bool(about.remarks or chosen)

"""The settings in words: the built-in corpora, each with the one thing it teaches, and the cuts."""

from pages.i18n.language import Translation


def python(t: Translation) -> tuple[str, str]:
    """The title of Python's own source code as a corpus, and what it teaches."""
    return (
        t.gettext("Python's own source code"),
        t.gettext("Several megabytes: thousands of merges, and any of them at once."),
    )


def titles(t: Translation) -> dict[str, str]:
    """The title of each corpus by its id; of one's own too."""
    return {
        **{name: title for name, (title, _) in samples(t).items()},
        "python": python(t)[0],
        "text": t.gettext("My own text"),
        "counts": t.gettext("My own word counts"),
    }


def samples(t: Translation) -> dict[str, tuple[str, str]]:
    """The id of each sample -> its title, and one line on what it teaches."""
    return {
        "course": (
            t.gettext("Course: four sentences"),
            t.gettext("The course's corpus. Most merges are ties, so the tie rule matters."),
        ),
        "hug": (
            t.gettext("Course: five words"),
            t.gettext("Small enough to count by hand: how u+g comes to 20."),
        ),
        "notebook": (
            t.gettext("Course: the notebook"),
            t.gettext("A comma is missing in its code, so its results are not those it prints."),
        ),
        "chinese-page": (
            t.gettext("Course: the Chinese page"),
            t.gettext("One small letter less in the alphabet makes room for one merge more."),
        ),
        "sennrich": (
            t.gettext("Sennrich: lowest, widest"),
            t.gettext("The first paper's words. The mark · ends a word, so est· is an ending."),
        ),
        "aaabdaaabac": (
            t.gettext("aaabdaaabac"),
            t.gettext("How BPE began: as compression of a single string."),
        ),
        "aaaa": (
            t.gettext("aaaa: overlaps"),
            t.gettext("Overlapping pairs all count, but merging goes from left to right."),
        ),
        "english": (
            t.gettext("English prose"),
            t.gettext("Frequent words become one token; endings such as ing and er appear."),
        ),
        "chinese": (
            t.gettext("Chinese prose"),
            t.gettext("No spaces: without pre-tokenization, merges find the words themselves."),
        ),
        "korean": (
            t.gettext("Korean prose"),
            t.gettext("The ending 어요. and the beginnings of words repeat: they merge first."),
        ),
        "arabic": (
            t.gettext("Arabic prose"),
            t.gettext("Right to left: the article ال is among the first tokens."),
        ),
        "emoji": (
            t.gettext("Emoji"),
            t.gettext("One picture can be several characters, held together by joiners."),
        ),
        "code": (
            t.gettext("Python code"),
            t.gettext("Indentation merges into long tokens of spaces; names become tokens."),
        ),
    }


def splits(t: Translation) -> dict[str, str]:
    """The pre-tokenizers by id."""
    return {
        "gpt2": t.gettext("GPT-2, byte level"),
        "metaspace": t.gettext("Metaspace (▁)"),
        "whitespace": t.gettext("White space"),
        "none": t.gettext("None"),
    }


def normalizations(t: Translation) -> dict[str, str]:
    """The normalizations by id."""
    return {
        "none": t.gettext("None"),
        "nfc": t.gettext("NFC: marks composed"),
        "nfkc": t.gettext("NFKC: variants unified"),
        "lower": t.gettext("Lower case"),
    }

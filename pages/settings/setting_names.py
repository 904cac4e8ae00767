"""Names of settings: corpora, each with what it teaches, pre-tokenizers and normalizations."""

from bpe.split_patterns import OWN
from pages.translations.language import Translation


def python_source(t: Translation) -> tuple[str, str]:
    """The title of Python's own source code as a corpus, and what it teaches.

    >>> python_source(Translation())[0]
    "Python's own source code"
    """
    return (
        t.gettext("Python's own source code"),
        t.gettext(
            "Several megabytes of text, with thousands of merges. You can jump to any of them."
        ),
    )


def titles(t: Translation) -> dict[str, str]:
    """The title of each corpus by its id; of one's own too.

    >>> titles(Translation())["hug"]
    'Five words (Hugging Face)'
    """
    return {
        **{name: title for name, (title, _) in samples(t).items()},
        "python": python_source(t)[0],
        "text": t.gettext("My own text"),
        "counts": t.gettext("My own word counts"),
    }


def samples(t: Translation) -> dict[str, tuple[str, str]]:
    """The id of each sample -> its title, and one line on what it teaches.

    >>> samples(Translation())["aaaa"][0]
    'aaaa: overlaps'
    """
    return {
        "course": (
            t.gettext("Four sentences (Hugging Face)"),
            t.gettext(
                "The corpus of these chapters. Often several pairs have the same, highest count."
            ),
        ),
        "hug": (
            t.gettext("Five words (Hugging Face)"),
            t.gettext("Small enough to count by hand: see why u+g has a count of 20."),
        ),
        "notebook": (
            t.gettext("The notebook (Hugging Face)"),
            t.gettext("Its first sentence was changed, so its printed outputs no longer match."),
        ),
        "chinese-page": (
            t.gettext("The Chinese page (Hugging Face)"),
            t.gettext(
                "Here, “course” has a lowercase c. The alphabet has no capital C, so there is room "
                "for one more merge."
            ),
        ),
        "sennrich": (
            t.gettext("Sennrich: lowest, widest"),
            t.gettext(
                "From the first paper on BPE tokenization. The mark · ends a word, as in est·."
            ),
        ),
        "handout": (
            t.gettext("CS336 handout: four words"),
            t.gettext(
                "Four of its six merges are tied, so the tie rule decides. Compare your own "
                "trainer with it, at the bottom of the Training page."
            ),
        ),
        "aaabdaaabac": (
            t.gettext("aaabdaaabac"),
            t.gettext("BPE began as a compression method for a single string."),
        ),
        "aaaa": (
            t.gettext("aaaa: overlaps"),
            t.gettext(
                "Overlapping pairs are all counted, but merges are applied from left to right."
            ),
        ),
        "english": (
            t.gettext("English prose"),
            t.gettext("Frequent words become one token; endings such as ing and er appear."),
        ),
        "chinese": (
            t.gettext("Chinese prose"),
            t.gettext(
                "Chinese has no spaces between words, so each line is one word. Some "
                "merges make real words, such as 夜市. Others join the end of one word to the "
                "start of the next, or to a comma, as in 湯，. To split lines at punctuation, "
                "choose “Whitespace and punctuation” under Pre-tokenization."
            ),
        ),
        "chinese-words": (
            t.gettext("Chinese prose, split into words"),
            t.gettext(
                "The same text with a space after each word, typed by hand. Now no merge crosses "
                "the end of a word: 夜市 is a token, and 湯， is not."
            ),
        ),
        "korean": (
            t.gettext("Korean prose"),
            t.gettext(
                "What stands between spaces is an eojeol (어절). It is one word here, but "
                "often it is a word with its particle: 도서관에서 becomes 도서관 and 에서. The "
                "ending 어요. and the starts of these units repeat, so they are merged first."
            ),
        ),
        "arabic": (
            t.gettext("Arabic prose"),
            t.gettext("Right to left: the article ال is among the first tokens."),
        ),
        "emoji": (
            t.gettext("Emoji"),
            t.gettext(
                "One emoji can consist of several characters, connected by invisible joiners."
            ),
        ),
        "code": (
            t.gettext("Python code"),
            t.gettext("Indentation becomes long tokens of spaces, and names become tokens."),
        ),
        **{
            name: (title, t.gettext("BPE and Unigram differ in these words, each for a reason."))
            for name, title in (
                ("unigram-en", t.gettext("BPE or Unigram: English words")),
                ("unigram-zh", t.gettext("BPE or Unigram: Chinese words")),
                ("unigram-ko", t.gettext("BPE or Unigram: Korean words")),
            )
        },
    }


def algorithms(t: Translation) -> dict[str, str]:
    """How the training page chooses the next pair, by id.

    >>> algorithms(Translation())["wordpiece"]
    'Score (WordPiece)'
    """
    return {"bpe": t.gettext("Count (BPE)"), "wordpiece": t.gettext("Score (WordPiece)")}


def splits(t: Translation) -> dict[str, str]:
    """The pre-tokenizers by id.

    >>> splits(Translation())["gpt2"]
    'GPT-2, byte level'
    """
    return {
        "gpt2": t.gettext("GPT-2, byte level"),
        "metaspace": t.gettext("Metaspace (▁)"),
        "whitespace": t.gettext("Whitespace"),
        "punctuation": t.gettext("Whitespace and punctuation"),
        "none": t.gettext("None"),
    }


def splits_of_bpe(t: Translation, chosen: str) -> dict[str, str]:
    """The pre-tokenizers of BPE by id, also the chosen one if it is an own regular expression.

    >>> list(splits_of_bpe(Translation(), "pattern:[a-z]+").items())[-1]
    ('pattern:[a-z]+', '[a-z]+')
    """
    found = {
        "gpt2": t.gettext("GPT-2, byte level"),
        "cl100k": t.gettext("GPT-4 (cl100k), byte level"),
        "o200k": t.gettext("GPT-4o (o200k), byte level"),
        "llama3": t.gettext("Llama 3, byte level"),
        "digits": t.gettext("GPT-2, digits one by one"),
        "digits3": t.gettext("GPT-2, digits in threes"),
        **splits(t),
    }
    return found if chosen in found else {**found, chosen: chosen.removeprefix(OWN)}


def normalizations(t: Translation) -> dict[str, str]:
    """The normalizations by id.

    >>> normalizations(Translation())["nfc"]
    'NFC: composed characters'
    """
    return {
        "none": t.gettext("None"),
        "nfc": t.gettext("NFC: composed characters"),
        "nfkc": t.gettext("NFKC: unified variants"),
        "lower": t.gettext("Lowercase"),
    }


def alphabets(t: Translation) -> dict[str, str]:
    """The alphabets that training can start with, by id.

    >>> alphabets(Translation())["bytes"]
    'All 256 bytes'
    """
    return {
        "corpus": t.gettext("Characters of the corpus"),
        "bytes": t.gettext("All 256 bytes"),
    }

"""Sentences about what a trainer does differently, by what it is."""

from bpe.changed_texts import to_form
from bpe.errors import Remark

TIE_CAUSES = {
    "least": Remark(
        "Among pairs with the same count, your trainer takes the least one, compared as bytes."
    ),
    "greatest": Remark(
        "Among pairs with the same count, your trainer takes the greatest one, compared as bytes."
    ),
    "first": Remark(
        "Among pairs with the same count, your trainer takes the one that it meets first."
    ),
    "counted": Remark(
        "Among pairs with the same count, your trainer takes the one that came into its table of "
        "counts first, as max() of a dictionary does."
    ),
    "last": Remark(
        "Among pairs with the same count, your trainer takes the one that came into its table of "
        "counts last, as a loop with >= does."
    ),
    "lowest": Remark(
        "Among pairs with the same count, your trainer takes the one with the lowest ids."
    ),
    "greatest_ids": Remark(
        "Among pairs with the same count, your trainer compares the ids of the tokens and not "
        "their bytes, and takes the greatest."
    ),
    "characters": Remark(
        "Among pairs with the same count, your trainer compares GPT-2's visible characters and "
        "not the bytes that they stand for."
    ),
    "joined": Remark(
        "Among pairs with the same count, your trainer compares the joined tokens and not the "
        "pair: first the left token, then the right one."
    ),
    "swapped": Remark(
        "Among pairs with the same count, your trainer compares the second tokens first, and takes "
        "the greatest."
    ),
    "printed": Remark(
        "Among pairs with the same count, your trainer compares the pairs as Python prints them, "
        "and takes the greatest."
    ),
}
COUNT_CAUSES = {
    ("apart", "again"): Remark(
        "In a run such as aaa, your trainer counts a + a once. Two pairs overlap there, and both "
        "are counted."
    ),
    ("all", "once"): Remark(
        "Your trainer merges a pair only at its first place in each word, and not everywhere."
    ),
    ("all", "from_right"): Remark(
        "Your trainer merges a pair from the end of each word. In aaa, it joins the last two "
        "instead of the first two."
    ),
    ("all", "old_tokens"): Remark(
        "Your trainer updates counts wrongly where two merges are adjacent, as in aaaa or abab: "
        "after the first merge, the neighbor of the second is the new token."
    ),
    ("all", "every_place"): Remark(
        "Your trainer updates counts wrongly in a run such as aaa: it finds a + a at two places "
        "that overlap, but only one of them is merged."
    ),
    ("all", "only_added"): Remark(
        "After a merge, your trainer counts the pairs with the new token, but does not lower the "
        "counts of the pairs that they replace."
    ),
    ("all", "by_one"): Remark(
        "After a merge, your trainer lowers the counts of the pairs that it replaces by 1, and not "
        "by the count of the word."
    ),
    ("all", "no_left"): Remark(
        "After a merge, your trainer does not count the pair of the token before it and the new "
        "token."
    ),
    ("all", "no_right"): Remark(
        "After a merge, your trainer does not count the pair of the new token and the token after "
        "it."
    ),
}

MODELS = {  # whose pattern a split is
    "gpt2": "GPT-2",
    "cl100k": "GPT-4 (cl100k)",
    "o200k": "GPT-4o (o200k)",
    "llama3": "Llama 3",
}
SPLIT_CAUSES = {
    **{
        split: Remark(
            "Your trainer splits the text with the pattern of {model}.", (("model", model),)
        )
        for split, model in MODELS.items()
    },
    "digits": Remark(
        "Your trainer splits the text with GPT-2's pattern, but each digit is a word of its own."
    ),
    "digits3": Remark(
        "Your trainer splits the text with GPT-2's pattern, but its numbers are words of up to "
        "three digits."
    ),
    "whitespace": Remark("Your trainer splits the text at white space."),
    "punctuation": Remark("Your trainer splits the text at white space and punctuation."),
}
NORMALIZATION_CAUSES = {
    "none": Remark("Your trainer does not normalize the text."),
    "nfc": to_form("NFC"),
    "nfkc": to_form("NFKC"),
    "lower": Remark("Your trainer changes the text to lower case."),
}

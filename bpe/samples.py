"""The built-in corpora.

But: their titles and what they teach are sentences for people, so they live in `pages`.
"""

from dataclasses import dataclass, field

from bpe.corpus import Corpus


@dataclass(frozen=True, slots=True)
class Sample:
    """A built-in corpus and the settings that show it best.

    Either texts or counts is given. vocab_size: in tokens, special tokens included.
    """

    texts: tuple[str, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    split: str = "gpt2"
    vocab_size: int = 50
    special_tokens: tuple[str, ...] = field(default=())

    def corpus(self, split: str, normalization: str) -> Corpus:
        """The corpus, pre-tokenized in a way of the learner's choice."""
        if self.counts:
            return Corpus.from_counts(dict(self.counts), split, normalization)
        return Corpus.from_texts(self.texts, split, normalization)


# The data of the Hugging Face course, chapter 6.5.
SAMPLES = {
    "course": Sample(
        texts=(
            "This is the Hugging Face Course.",
            "This chapter is about tokenization.",
            "This section shows several tokenizer algorithms.",
            "Hopefully, you will be able to understand how they are trained and generate tokens.",
        ),
        special_tokens=("<|endoftext|>",),
    ),
    "hug": Sample(
        counts=(("hug", 10), ("pug", 5), ("pun", 12), ("bun", 4), ("hugs", 5)),
        split="whitespace",
        vocab_size=20,
    ),
}

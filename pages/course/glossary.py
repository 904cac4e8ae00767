"""The glossary: a sentence for each term, its forms in texts, and a place that shows it.

`glossary_libraries` has the terms of other texts and libraries.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pages.course.glossary_libraries import OTHER_FORMS, of_libraries
from pages.course.parts import Place
from pages.stage.record import Record
from pages.state.defaults import defaults, with_algorithm, with_method
from pages.translations.language import Translation, translation


@dataclass(frozen=True, slots=True)
class Term:
    """A term. name: its id in links. forms: how texts write it; the first one is its title.

    english: the title in English; "" if it is the same. others: forms that other texts use.
    """

    name: str
    forms: tuple[str, ...]
    sentence: str
    place: Place
    english: str = ""
    others: tuple[str, ...] = ()


def glossary(lang: str) -> tuple[Term, ...]:
    """The terms in a language, in the order in which the course explains them.

    >>> glossary("en")[0].forms
    ('token', 'tokens')
    >>> [(term.english, term.others) for term in glossary("zh-Hant")[:2]]
    [('token', ('標記',)), ('tokenizer', ('標記器',))]
    """
    t, places = translation(lang), places_of(lang)
    english = {name: forms for name, forms, *_ in all_terms(translation("en"))}
    found = []
    for name, text, sentence, place in all_terms(t):
        forms, (title, *_) = text.split(", "), english[name].split(", ")
        shown = "" if title == forms[0] else title
        others = OTHER_FORMS[lang].get(name, ())
        found.append(Term(name, tuple(forms), sentence, places[place], shown, others))
    return tuple(found)


def all_terms(t: Translation) -> Iterator[tuple[str, str, str, str]]:
    """Yield all terms: name, forms, sentence, name of the place."""
    yield from of_bpe(t)
    yield from of_unigram(t)
    yield from of_libraries(t)


def glossary_record(lang: str) -> list[Record]:
    """What the browser gets of the glossary.

    >>> sorted(glossary_record("en")[0])
    ['also', 'english', 'forms', 'name', 'page', 'query', 'sentence']
    """
    t = translation(lang)
    also = t.gettext("also: {forms}")
    return [
        {
            "name": term.name,
            "forms": list(term.forms),
            "english": term.english,
            "also": also.format(forms=t.gettext(", ").join(term.others)) if term.others else "",
            "sentence": term.sentence,
            "page": term.place.page,
            "query": term.place.query,
        }
        for term in glossary(lang)
    ]


def places_of(lang: str) -> dict[str, Place]:
    """The places that show the terms, by name.

    >>> places_of("en")["start"].step
    0
    """
    hug = defaults("hug").replace(lang=lang)
    course = defaults("course").replace(lang=lang)
    letters = hug.replace(norm="lower", sentence="Hug the pug")
    word = hug.replace(show="word", word="unhug")
    return {
        "start": Place(hug, step=0),
        "merge": Place(hug, step=1),
        "merges": Place(hug, step=3),
        "tie": Place(hug, step=5),
        "text": Place(course, step=0),
        "ids": Place(course, step=3),
        "large": Place(course, step=10),
        "lower": Place(letters, step=2),
        "bytes": Place(course.replace(alphabet="bytes", vocab=300), step=1),
        "scores": Place(with_algorithm(hug, "wordpiece"), step=1),
        "encode": Place(hug.replace(input="unhug hugs"), "encode", 1),
        "unknown": Place(hug.replace(input="mug"), "encode", 1),
        "lattice": Place(word, "unigram", 0),
        "best": Place(word, "unigram", 4),
        "rounds": Place(hug.replace(show="rounds"), "unigram", 1),
        "seeds": Place(with_method(course, "em").replace(show="rounds"), "unigram", 0),
    }


def of_bpe(t: Translation) -> Iterator[tuple[str, str, str, str]]:
    """Yield the terms of BPE: name, forms, sentence, name of the place."""
    yield (
        "token",
        t.gettext("token, tokens"),
        t.gettext("A chunk of text, such as one character, a part of a word, or a whole word."),
        "merge",
    )
    yield (
        "tokenizer",
        t.gettext("tokenizer, tokenizers"),
        t.gettext("A program that turns text into tokens and their ids, and back."),
        "encode",
    )
    yield (
        "tokenization",
        t.gettext("tokenization"),
        t.gettext("Splitting text into tokens."),
        "encode",
    )
    yield (
        "corpus",
        t.gettext("corpus, corpora"),
        t.gettext("The text that a tokenizer is trained on."),
        "start",
    )
    yield (
        "word",
        t.gettext("word, words"),
        t.gettext("What pre-tokenization splits the text into; no token is longer than its word."),
        "start",
    )
    yield (
        "character",
        t.gettext("character, characters"),
        t.gettext("One letter, digit, punctuation mark, space or other sign."),
        "start",
    )
    yield (
        "byte",
        t.gettext("byte, bytes"),
        t.gettext(
            "A number from 0 to 255; in UTF-8, each character is stored as one to four bytes."
        ),
        "bytes",
    )
    yield (
        "alphabet",
        t.gettext("alphabet"),
        t.gettext("The single characters or bytes that training starts with."),
        "start",
    )
    yield (
        "vocabulary",
        t.gettext("vocabulary, vocabularies"),
        t.gettext("The list of all tokens that a tokenizer knows."),
        "merges",
    )
    yield (
        "id",
        t.gettext("id, ids"),
        t.gettext("The number of a token in the vocabulary."),
        "ids",
    )
    yield (
        "bpe",
        t.gettext("BPE, Byte-Pair Encoding"),
        t.gettext("Byte-Pair Encoding merges the pair with the highest count, again and again."),
        "merges",
    )
    yield (
        "pair",
        t.gettext("pair, pairs"),
        t.gettext("Two tokens next to each other in a word."),
        "start",
    )
    yield (
        "count",
        t.gettext("count, counts"),
        t.gettext("How many times something occurs in the corpus."),
        "start",
    )
    yield (
        "merge",
        t.gettext("merge, merges, merged, merging, merge rule, merge rules"),
        t.gettext("A learned rule: two tokens that are next to each other become one token."),
        "merge",
    )
    yield (
        "rank",
        t.gettext("rank, ranks"),
        t.gettext("The number of a merge in the order of training; the first merge has rank 1."),
        "encode",
    )
    yield (
        "step",
        t.gettext("step, steps"),
        t.gettext("One move of an algorithm; step 3 of the training shows the third merge."),
        "merges",
    )
    yield (
        "tie",
        t.gettext("tie, ties, tied, tie rule, tie rules"),
        t.gettext(
            "Two or more pairs share the highest count; the tie rule says which one is merged."
        ),
        "tie",
    )
    yield (
        "wordpiece",
        t.gettext("WordPiece"),
        t.gettext(
            "The tokenizer of BERT: it encodes a word with the longest tokens that match. As the "
            "course teaches it, training merges the pair with the highest score."
        ),
        "scores",
    )
    yield (
        "score",
        t.gettext("score, scores"),
        t.gettext(
            "A number to compare choices by; in WordPiece, a pair's count divided by the product "
            "of the counts of its tokens."
        ),
        "scores",
    )
    yield (
        "encode",
        t.gettext("encode, encodes, encoded, encoding"),
        t.gettext("To turn text into tokens and ids."),
        "encode",
    )
    yield (
        "decode",
        t.gettext("decode, decodes, decoded, decoding"),
        t.gettext("To turn ids into text."),
        "encode",
    )
    yield (
        "offset",
        t.gettext("offset, offsets"),
        t.gettext("Where a token begins and ends in the text, in characters."),
        "encode",
    )
    yield (
        "unknown",
        t.gettext("unknown token, unknown tokens, unknown"),
        t.gettext(
            "The token [UNK] stands for text that the vocabulary cannot write: a character, or "
            "with WordPiece a whole word."
        ),
        "unknown",
    )
    yield (
        "special",
        t.gettext("special token, special tokens"),
        t.gettext(
            "A token such as <|endoftext|> that is put into the vocabulary, not learned from the "
            "corpus."
        ),
        "ids",
    )
    yield (
        "normalization",
        t.gettext("normalization"),
        t.gettext("Changes to the text before everything else, such as making it lowercase."),
        "lower",
    )
    yield (
        "pre-tokenization",
        t.gettext("pre-tokenization"),
        t.gettext("Splitting text into words before training and encoding."),
        "text",
    )
    yield (
        "compression",
        t.gettext("compression"),
        t.gettext("How many characters or bytes a token has on average; more means fewer tokens."),
        "large",
    )


def of_unigram(t: Translation) -> Iterator[tuple[str, str, str, str]]:
    """Yield the terms of Unigram: name, forms, sentence, name of the place."""
    yield (
        "unigram",
        t.gettext("Unigram, Unigram model"),
        t.gettext(
            "Unigram gives each piece a probability, and chooses the segmentation with the largest "
            "product of probabilities."
        ),
        "lattice",
    )
    yield (
        "piece",
        t.gettext("piece, pieces"),
        t.gettext("A token of a Unigram vocabulary."),
        "lattice",
    )
    yield (
        "segmentation",
        t.gettext("segmentation, segmentations"),
        t.gettext("One possible list of pieces that together make up a word."),
        "lattice",
    )
    yield (
        "lattice",
        t.gettext("lattice, lattices"),
        t.gettext("A picture of all pieces at all positions of a word; each path through it is a "
                  "segmentation."),
        "lattice",
    )  # fmt: skip
    yield (
        "frequency",
        t.gettext("frequency, frequencies"),
        t.gettext(
            "How often a piece occurs in all words of the corpus; each place in a word counts, "
            "times the count of the word."
        ),
        "rounds",
    )
    yield (
        "probability",
        t.gettext("probability, probabilities"),
        t.gettext("A number from 0 to 1 that says how likely something is."),
        "lattice",
    )
    yield (
        "log-probability",
        t.gettext("log probability, log probabilities"),
        t.gettext("The logarithm of a probability; a product becomes a sum."),
        "best",
    )
    yield (
        "likelihood",
        t.gettext("likelihood"),
        t.gettext("The probability that a model gives to the whole corpus."),
        "rounds",
    )
    yield (
        "viterbi",
        t.gettext("Viterbi"),
        t.gettext("An algorithm that finds the most probable segmentation, position by position."),
        "best",
    )
    yield (
        "loss",
        t.gettext("loss"),
        t.gettext("How badly a model fits the corpus; it rises when useful pieces are removed."),
        "rounds",
    )
    yield (
        "prune",
        t.gettext("prune, prunes, pruned, pruning"),
        t.gettext("To remove the pieces that the model needs least."),
        "rounds",
    )

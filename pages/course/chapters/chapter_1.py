"""Chapter 1 of the course: why not words, why not characters, and what a tokenizer is for."""

from collections import Counter
from dataclasses import replace

from pages.course.bpe_tasks import ENCODING, encoded, five_words, prose, token_names, trained
from pages.course.chapters.chapter_1_cost import three_languages, why_it_costs
from pages.course.chapters.chapter_1_texts import TEXTS
from pages.course.part_texts import Reason, chapter_of, part
from pages.course.parts import NUMBER, PICK, STEP, UNEXPLAINED, Chapter, Part, Place, Word
from pages.course.word_checks import check, letters, new_word, same_ids
from pages.stage.tokens import number, quoted, with_number
from pages.translations.language import Translation


def chapter(t: Translation, lang: str) -> Chapter:
    """The chapter in a language.

    >>> chapter(Translation(), "en").parts[0].name
    'text-to-ids'
    """
    parts = (text_to_ids, hidden_letters, three_languages, whole_words, rare_words, characters,
             parts_of_words, frequent_words, why_it_costs, back_to_text, ids_to_text,
             vocabulary_size)  # fmt: skip
    questions = words_or_characters, alphabet, larger_vocabulary
    made = chapter_of("why-tokens", parts, questions, t, lang, (UNEXPLAINED,))
    return replace(made, free=Place(prose(lang).replace(input=TEXTS[lang].sentence), "encode"))


def text_to_ids(t: Translation, lang: str) -> Part:
    """The part about a word, its tokens and their ids."""
    settings, word, other_word = five_words(lang), "hugpun", "unbun"
    encoding = trained(settings).encode(word)
    example = trained(settings).encode(other_word)
    ids = dict(zip(encoding.tokens, encoding.ids, strict=True))
    asked, *others = ids
    return part(
        "text-to-ids",
        t,
        encoded(settings, word, ended=True),
        PICK,
        f"token {asked}",
        reasons={
            f"token {other}": ("other", {"token": quoted(other), "other": ids[other]})
            for other in others
        },
        values={
            "word": quoted(word),
            "tokens": token_names(encoding.tokens, t),
            "ids": list(encoding.ids),
            "token": quoted(asked),
            "id": ids[asked],
            "other_word": quoted(other_word),
            "other_tokens": token_names(example.tokens, t),
            "other_ids": list(example.ids),
            "last_token": quoted(example.tokens[-1]),
            "last_id": example.ids[-1],
        },
    )


def hidden_letters(t: Translation, lang: str) -> Part:
    """The part about the letters that an id does not show."""
    settings, word = prose(lang), TEXTS[lang].frequent
    (only,) = trained(settings).encode(word).ids
    letter, count = Counter(word).most_common(1)[0]
    right = t.gettext("The id does not say it.")
    return part(
        "hidden-letters",
        t,
        encoded(settings, word, ended=True),
        reasons={**dict.fromkeys(map(number, (1, 2, 3)), "guess"), right: ""},
        values={
            "id": only,
            "letter": quoted(letter),
            "word": quoted(word),
            "times": t.ngettext("{count} time", "{count} times", count).format(count=count),
        },
    )


def whole_words(t: Translation, lang: str) -> Part:
    """The part about a vocabulary of whole words."""
    settings = five_words(lang).replace(sentence="hug")  # the usual one has such a word
    run = trained(settings)
    form, example = Word(check(new_word, settings, t)), "puns"
    values = {"letters": letters(run), "word": quoted(example)}
    place = Place(settings, step=len(run.merges))  # each word is one token
    return part("whole-words", t, place, form, example, values=values)


def rare_words(t: Translation, lang: str) -> Part:
    """The part about words that occur only once."""
    settings = prose(lang)
    every = trained(settings).corpus.counts
    counts = {word: n for word, n in every.items() if any(map(str.isalnum, word))}
    once, different = sum(n == 1 for n in counts.values()), len(counts)
    option = t.gettext("{some} of the {all} words")
    few, third, most = (
        option.format(some=number(some), all=number(different))
        for some in (different // 10, different // 3, once)
    )
    return part(
        "rare-words",
        t,
        Place(settings),
        reasons={few: "more", third: "more", most: ""},
        own={"worked": {"all": different}},
        values={"all": sum(counts.values()), "different": different, "once": once},
    )


def characters(t: Translation, lang: str) -> Part:
    """The part about a vocabulary of characters."""
    text = TEXTS[lang].two_words
    words = text.split()
    answer, different = sum(map(len, words)), len(set(text) - {" "})
    lengths = " + ".join(with_number(quoted(word), len(word)) for word in words)
    settings = prose(lang).replace(max_merges=0)
    return part(
        "characters",
        t,
        encoded(settings, text),
        NUMBER,
        answer,
        leads_to=encoded(settings, text, ended=True).step,
        reasons={len(text): "space", len(words): "words", different: "different"},
        values={"lengths": lengths, "count": answer, "words": len(words)},
    )


def parts_of_words(t: Translation, lang: str) -> Part:
    """The part about two words that share a token."""
    settings, both = prose(lang), TEXTS[lang].shared
    first, second = (trained(settings).encode(word).tokens for word in both)
    (shared,) = set(first) & set(second)
    return part(
        "parts-of-words",
        t,
        encoded(settings, " ".join(both), ended=True),
        PICK,
        f"token {shared}",
        reasons={
            f"token {token}": ("only", {"token": quoted(token), "word": quoted(word)})
            for word, tokens in zip(both, (first, second), strict=True)
            for token in tokens
            if token != shared
        },
        hint_marks=(f"token {shared}",),
        values={"words": token_names(both, t), "token": quoted(shared)},
    )


def frequent_words(t: Translation, lang: str) -> Part:
    """The part about a long word that is one token."""
    settings = prose(lang)
    run = trained(settings)
    words, frequent = TEXTS[lang].choices, TEXTS[lang].frequent
    tokens = {word: token_names(run.encode(word).tokens, t) for word in words}
    reasons: dict[object, Reason] = {
        quoted(word): ("several", {"word": quoted(word), "tokens": tokens[word]}) for word in words
    }
    return part(
        "frequent-words",
        t,
        encoded(settings, " ".join(words)),
        reasons={**reasons, quoted(frequent): ""},
        leads_to=encoded(settings, " ".join(words), ended=True).step,
        hides=(*ENCODING, "rules"),
        values={"word": quoted(frequent), "count": run.corpus.counts[frequent]},
    )


def back_to_text(t: Translation, lang: str) -> Part:
    """The part that decodes two ids. The example leaves only the last step open."""
    return decode_part("back-to-text", t, lang, "unpug")


def ids_to_text(t: Translation, lang: str) -> Part:
    """The part that decodes three ids without an example."""
    return decode_part("ids-to-text", t, lang, "pughugsun")


def decode_part(name: str, t: Translation, lang: str, word: str) -> Part:
    """A part that decodes the ids of a word. The stage shows its tokens in another order.

    >>> decode_part("back-to-text", Translation(), "en", "unpug").task.answer
    'unpug'
    """
    settings = five_words(lang)
    encoding = trained(settings).encode(word)
    pairs = zip(encoding.ids, map(quoted, encoding.tokens), strict=True)
    found = (t.gettext("{id} is {token}").format(id=each, token=token) for each, token in pairs)
    return part(
        name,
        t,
        encoded(settings, "pug bun un hugs", ended=True),
        Word(check(same_ids, settings, t, word)),
        word,
        values={
            "ids": list(encoding.ids),
            "found": t.gettext(", ").join(found),
            "tokens": token_names(encoding.tokens, t),
            "word": quoted(word),
        },
    )


def vocabulary_size(t: Translation, lang: str) -> Part:
    """The part that watches a sentence while the vocabulary grows."""
    sentence = TEXTS[lang].sentence
    settings = prose(lang).replace(sentence=sentence)
    run = trained(settings)
    before, now = sum(map(len, sentence.split())), len(run.encode(sentence).tokens)
    place, last = Place(settings), len(run.merges)
    return part("vocabulary-size", t, place, STEP, last, values={"before": before, "after": now})


def words_or_characters(t: Translation, lang: str) -> Part:
    """The question about the two extremes."""
    return part("question-words", t, Place(five_words(lang)))


def alphabet(t: Translation, lang: str) -> Part:
    """The question about the size of a vocabulary of characters."""
    settings = five_words(lang)
    words = tuple(settings.read_corpus().counts)
    different = sorted(set("".join(words)))
    first = {word[0] for word in words}
    untrained, text = settings.replace(max_merges=0), " ".join(words)
    return part(
        "question-characters",
        t,
        encoded(untrained, text),
        NUMBER,
        len(different),
        leads_to=encoded(untrained, text, ended=True).step,
        reasons={sum(map(len, words)): "places", len(words): "words", len(first): "first"},
        values={"letters": " ".join(map(quoted, different)), "count": len(different)},
    )


def larger_vocabulary(t: Translation, lang: str) -> Part:
    """The question about a small and a large vocabulary."""
    return part("question-vocabulary", t, Place(prose(lang)))

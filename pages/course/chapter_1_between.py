"""Chapter 1, the second half: tokens between characters and words."""

from pages.course import word_checks
from pages.course.bpe_tasks import ENCODING, encoded, five_words, prose, token_names, trained
from pages.course.chapter_1_texts import TEXTS, topic
from pages.course.parts import PICK, STEP, Part, Place, Word, ask
from pages.stage.tokens import listing, number, quoted
from pages.translations.language import Translation


def parts_of_words(t: Translation, lang: str) -> Part:
    """The part about two words that share a token.

    >>> parts_of_words(Translation(), "en").task.answer
    'token est'
    """
    settings, both = prose(lang), TEXTS[lang].shared
    first, second = (trained(settings).encode(word).tokens for word in both)
    (shared,) = set(first) & set(second)
    only = t.gettext("{token} is only in {word}. Look for a token that both words contain.")
    return Part(
        name="parts-of-words",
        title=t.gettext("Something in between"),
        text=t.gettext(
            "Most tokenizers of language models are in between: their tokens are characters, parts "
            "of words, and frequent words.\n"
            "This tokenizer learned from the longer text. It has encoded two words: {words}."
        ).format(words=token_names(both, t)),
        place=encoded(settings, " ".join(both), ended=True),
        task=ask(
            prompt=t.gettext("On the stage, choose the token that both words share."),
            form=PICK,
            hint=t.gettext("Compare the ends of the two words."),
            worked=t.gettext(
                "Both words contain {token}. What a model learns about this token in one word, it "
                "can use in the other."
            ).format(token=quoted(shared)),
            reasons={
                f"token {token}": only.format(token=quoted(token), word=quoted(word))
                for word, tokens in zip(both, (first, second), strict=True)
                for token in tokens
                if token != shared
            },
            hint_marks=(f"token {shared}",),
            answers=(f"token {shared}",),
        ),
        marks=("text",),
    )


def frequent_words(t: Translation, lang: str) -> Part:
    r"""The part about a long word that is one token.

    >>> frequent_words(Translation(), "en").task.answer
    '\u2068lighthouse\u2069'
    """
    settings = prose(lang)
    run = trained(settings)
    words, frequent = TEXTS[lang].choices, TEXTS[lang].frequent
    several = t.gettext("{word} becomes {tokens}. It does not occur in the text.")
    return Part(
        name="frequent-words",
        title=t.gettext("Frequent words stay whole"),
        text=t.gettext(
            "The tokenizer starts with characters, and joins what often occurs together "
            "in its corpus.\n"
            "So a frequent word usually becomes a single token, and a rare word is usually "
            "split into several tokens."
        ),
        place=encoded(settings, " ".join(words)),
        task=ask(
            prompt=t.gettext("One of these words is a single token. Which one? Guess."),
            hint=topic(t, lang),
            worked=t.gettext(
                "{word} occurs {count} times in the text, so its parts were joined to one token."
            ).format(word=quoted(frequent), count=number(run.corpus.counts[frequent])),
            reasons={
                quoted(word): ""
                if word == frequent
                else several.format(
                    word=quoted(word), tokens=token_names(run.encode(word).tokens, t)
                )
                for word in words
            },
        ),
        marks=("text",),
        hides=(*ENCODING, "rules"),
    )


def back_to_text(t: Translation, lang: str) -> Part:
    """The part that decodes ids.

    >>> back_to_text(Translation(), "en").task.check("unpug").reason
    ''
    """
    settings, example = five_words(lang), "unpug"
    encoding = trained(settings).encode(example)
    ids = listing(list(map(str, encoding.ids)), t)
    return Part(
        name="back-to-text",
        title=t.gettext("Back to text"),
        text=t.gettext(
            "A model also answers in ids. The tokenizer turns them into text again: it decodes "
            "them.\n"
            "It looks up the token of each id, and writes the tokens one after the other.\n"
            "The result on the stage shows some tokens, each with its id below."
        ),
        place=encoded(settings, "pug bun un hugs", ended=True),
        task=ask(
            prompt=t.gettext("Decode the ids {ids}. Which word do they stand for?").format(ids=ids),
            form=Word(word_checks.check(word_checks.same_ids, settings, t, example)),
            hint=t.gettext("Find both ids in the result. Write their tokens without a space."),
            worked=t.gettext("The ids stand for {tokens}. Together, they are {word}.").format(
                tokens=token_names(encoding.tokens, t), word=quoted(example)
            ),
            done=t.gettext("Encoding and decoding need the same vocabulary with the same ids."),
            hint_marks=("result",),
            answers=(example,),
        ),
        marks=("result",),
    )


def vocabulary_size(t: Translation, lang: str) -> Part:
    """The part that watches a sentence while the vocabulary grows.

    >>> vocabulary_size(Translation(), "en").task.answer
    '166'
    """
    sentence = TEXTS[lang].sentence
    settings = prose(lang).replace(sentence=sentence)
    run = trained(settings)
    return Part(
        name="vocabulary-size",
        title=t.gettext("A small or a large vocabulary?"),
        text=t.gettext(
            "At each step of its training, this tokenizer joins two tokens, and the "
            "vocabulary gets a new token.\n"
            "The watched sentence below the corpus is split with the tokens learned so "
            "far. The number at its end says how many tokens it has."
        ),
        place=Place(settings),
        task=ask(
            prompt=t.gettext("Go to the last step, and watch how the sentence changes."),
            form=STEP,
            hint=t.gettext("The button ▶| goes to the last step at once, and so does the End key."),
            worked=t.gettext(
                "The sentence had {before} tokens, and now it has {after}. More tokens in the "
                "vocabulary mean fewer tokens in a text, but the model has to learn each of them."
            ).format(
                before=sum(map(len, sentence.split())),
                after=len(run.encode(sentence).tokens),
            ),
            hint_marks=("transport",),
            answers=(str(len(run.merges)),),
        ),
        marks=("watched", "transport"),
    )

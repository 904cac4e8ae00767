"""Chapter 2, the merges: the learner makes three of them and watches the others."""

from pages.course.bpe_tasks import (
    COUNTING,
    count_pair,
    five_words,
    merge_part,
    token_names,
    trained,
)
from pages.course.parts import STEP, TOKENS, Part, Place, ask
from pages.stage.tokens import number, pair_name, quoted
from pages.translations.language import Translation


def first_merge(t: Translation, lang: str) -> Part:
    """Make the first merge.

    >>> first_merge(Translation(), "en").task.answer
    '6 1'
    """
    return merge_part(
        "first-merge",
        t.gettext("The first merge"),
        t.gettext(
            "BPE chooses the pair with the highest count.\n"
            "It merges this pair: everywhere in the corpus, the two tokens become one new token.\n"
            "You know the count of one pair. Compare it with the others."
        ),
        five_words(lang),
        0,
        t,
        is_shown=False,  # it would answer the next part
    )


def merge_everywhere(t: Translation, lang: str) -> Part:
    """Apply the first merge to a word.

    >>> merge_everywhere(Translation(), "en").task.answers
    ('h ug s',)
    """
    settings, word = five_words(lang), "hugs"
    run = trained(settings)
    merge = run.merges[0]
    left, right, new = quoted(merge.left), quoted(merge.right), quoted(merge.token)
    tokens = run.encoder().at(1).encode(word).tokens
    return Part(
        name="merge-everywhere",
        title=t.gettext("One merge, many words"),
        text=t.gettext(
            "You have merged {left} and {right}. The new token is {new}.\n"
            "It gets the next free id, and the vocabulary has one token more.\n"
            "The merge changes each word that contains the pair. Other tokens stay as they are."
        ).format(left=left, right=right, new=new),
        place=Place(settings),
        task=ask(
            prompt=t.gettext(
                "Which tokens does {word} consist of after this merge? Type them with spaces "
                "between them."
            ).format(word=quoted(word)),
            form=TOKENS,
            hint=t.gettext(
                "Write the word with a space after each character. Then remove the space between "
                "{left} and {right}."
            ).format(left=left, right=right),
            worked=t.gettext(
                "Only {left} and {right} were joined. The word is now {tokens}."
            ).format(left=left, right=right, tokens=token_names(tokens, t)),
            reasons={
                " ".join(word): t.gettext("These are the tokens before the merge."),
                word: t.gettext("One merge joins only two tokens. The others stay single."),
                "hug s": t.gettext(
                    "You joined three tokens. The merge joins only {left} and {right}."
                ).format(left=left, right=right),
                "h ugs": t.gettext(
                    "You joined three tokens. The merge joins only {left} and {right}."
                ).format(left=left, right=right),
            },
            hint_marks=(f"word {word}",),
            answers=(" ".join(tokens),),
        ),
        marks=(f"word {word}",),
        hides=("later",),
        after=1,
    )


def counts_change(t: Translation, lang: str) -> Part:
    """Count a pair again after the first merge.

    >>> counts_change(Translation(), "en").task.answers
    (12,)
    """
    settings, pair = five_words(lang), ("p", "u")
    run = trained(settings)
    prompt = t.gettext("How often does {pair} occur now, after the merge?").format(
        pair=pair_name(*pair)
    )
    return Part(
        name="counts-change",
        title=t.gettext("The counts change"),
        text=t.gettext(
            "This is the corpus after the first merge. The new token has used up some of the old "
            "ones.\n"
            "So some pairs are gone, some occur less often, and there are new pairs with {new}.\n"
            "Before the merge, {pair} had a count of {before}."
        ).format(
            new=quoted(run.merges[0].token),
            pair=pair_name(*pair),
            before=number(run.count(pair, 0)),
        ),
        place=Place(settings, step=1),
        task=count_pair(settings, 1, pair, prompt, t),
        marks=("corpus",),
        hides=COUNTING,
    )


def second_merge(t: Translation, lang: str) -> Part:
    """Make the second merge.

    >>> second_merge(Translation(), "en").task.answer
    '6 3'
    """
    return merge_part(
        "second-merge",
        t.gettext("The second merge"),
        t.gettext(
            "The rule is the same each time: find the pair with the highest count, and merge it.\n"
            "Use the corpus as it is now. The old counts no longer matter."
        ),
        five_words(lang),
        1,
        t,
    )


def third_merge(t: Translation, lang: str) -> Part:
    """Make the third merge, with a token that a merge made.

    >>> third_merge(Translation(), "en").task.answer
    '2 7'
    """
    return merge_part(
        "third-merge",
        t.gettext("Merged tokens merge again"),
        t.gettext(
            "A token that was made by a merge forms pairs like any other token.\n"
            "If such a pair is merged, the new token is even longer. In this way, whole "
            "words can become tokens."
        ),
        five_words(lang),
        2,
        t,
    )


def repeat(t: Translation, lang: str) -> Part:
    """Watch the other merges.

    >>> repeat(Translation(), "en").task.answer
    '7'
    """
    settings = five_words(lang)
    run = trained(settings)
    return Part(
        name="repeat",
        title=t.gettext("Repeat"),
        text=t.gettext(
            "Count all pairs, merge the most frequent one, repeat. That is all of BPE, and you "
            "have done it three times.\n"
            "Training stops when the vocabulary has the chosen size, or when no pair is left.\n"
            "Let the computer do the rest."
        ),
        place=Place(settings, step=3),
        task=ask(
            prompt=t.gettext(
                "Go to the last step, one step at a time, and watch how the words grow together."
            ),
            form=STEP,
            hint=t.gettext("The button ▶| goes to the last step at once, and so does the End key."),
            worked=t.gettext(
                "After {merges} merges, each word is a single token, and no pair is left. The "
                "vocabulary has grown from {before} tokens to {after}."
            ).format(merges=len(run.merges), before=run.vocab_sizes[0], after=run.vocab_sizes[-1]),
            hint_marks=("transport",),
            answers=(str(len(run.merges)),),
        ),
        marks=("transport",),
        hides=("later",),
    )

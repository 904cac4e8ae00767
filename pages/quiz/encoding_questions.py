"""Questions about encoding: a word with the first merges, and overlapping pairs."""

from bpe.encoder import UNKNOWN
from pages.i18n.language import Translation
from pages.quiz import encoding_mistakes
from pages.quiz.answers import Tokens
from pages.quiz.mistakes import distinct, format_pair
from pages.quiz.questions import Dice, Fact, Link, Material, Question, is_typable
from pages.state.corpus import OWN_COUNTS
from pages.state.defaults import defaults
from pages.state.settings import MAX_SENTENCE
from pages.view.tokens import quoted

TRIES = 60
RULES = 12  # merges that a question shows
RARE_CHARACTERS = "mtkvzxqwyj"  # candidates for an unknown character
SIGNS = "ahxo"  # repeated if no character of the corpus can be typed


def draw_encode(material: Material, dice: Dice, t: Translation) -> Question | None:
    """Ask how a word is encoded: a word of the corpus, or a mix of two.

    >>> from pages.quiz.material import material
    >>> draw_encode(material(defaults("hug")), Dice(3), Translation()).kind
    'encode'
    """
    words, last = material.typable, len(material.run.merges)
    if not words or not last:
        return None
    found = None
    for _ in range(TRIES):
        word = make_word(material, dice)
        k = 1 + dice.below(last)
        rules = [merge for merge in material.run.merges[:k] if merge.token in word]
        if not 0 < len(rules) <= RULES or not is_typable(word, material.run.corpus.split):
            continue
        if is_one_word(material, word):
            found = encode(material, word, k, t)
            if any(mistake.name in ("longest", "leftmost") for mistake in found.known):
                break
    return found


def make_word(material: Material, dice: Dice) -> str:
    """A word of the corpus, a mix of two, or one that starts with an unknown character.

    >>> from pages.quiz.material import material
    >>> make_word(material(defaults("hug")), Dice(3))
    'puun'
    """
    one, two = dice.pick(material.typable), dice.pick(material.typable)
    variant = dice.below(6)
    if variant == 0:
        return one
    begin = one[: 1 + dice.below(len(one))]
    end = two[dice.below(len(two)) :].lstrip("Ġ▁")
    if variant == 1 and any(character.isascii() for character in end):
        known = material.run.alphabet
        unknown = [character for character in RARE_CHARACTERS if character not in known]
        return (dice.pick(unknown) if unknown else "") + end
    return (begin + end)[:14]


def text_of(word: str) -> str:
    """The text whose pre-token is this word.

    >>> text_of("Ġhug"), text_of("▁hug")
    (' hug', 'hug')
    """
    return " " + word[1:] if word[:1] == "Ġ" else word.lstrip("▁")


def is_one_word(material: Material, word: str) -> bool:
    """Whether the text of a word has only this pre-token and fits in a link.

    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> is_one_word(hug, "hugs"), is_one_word(hug, "hug pug")
    (True, False)
    """
    text = text_of(word)
    return len(text) <= MAX_SENTENCE and material.run.encode(text).words == (word,)


def encoded(material: Material, word: str, k: int) -> tuple[str, ...]:
    """The tokens of a word with the first k merges.

    >>> from pages.quiz.material import material
    >>> encoded(material(defaults("hug")), "hugs", 1)
    ('h', 'ug', 's')
    """
    return material.run.encoder().at(k).encode(text_of(word)).tokens


def encode(material: Material, word: str, k: int, t: Translation) -> Question:
    """How is a word encoded with the first k merges?

    >>> from pages.quiz.material import material
    >>> encode(material(defaults("hug")), "hugs", 1, Translation()).answer
    ('h', 'ug', 's')
    """
    rules = tuple(merge for merge in material.run.merges[:k] if merge.token in word)
    answer = encoded(material, word, k)
    (trace,) = material.run.encode(text_of(word)).trace
    applied = [material.run.merges[each.rank - 1] for each in trace if each.rank <= k]
    rows = tuple((str(m.rank), (m.left, m.right), (m.token,)) for m in rules)
    steps = t.gettext(", then ").join(format_pair((m.left, m.right)) for m in applied)
    why = t.gettext("The merges apply in the order they were learned: {merges}.").format(
        merges=steps
    )
    if not applied:
        why = t.gettext(
            "None of these merges applies, because their two tokens are never adjacent here."
        )
    vocab = {*material.run.alphabet, *(merge.token for merge in rules), UNKNOWN}
    return Question(
        kind="encode",
        prompt=t.gettext(
            "How is the word {word} encoded with the merges learned up to step {step}?"
        ).format(word=quoted(word), step=k),
        hint=t.gettext("The tokens, separated by spaces, with [UNK] for an unknown character"),
        facts=(
            Fact(
                t.gettext("Learned merges found in this word"),
                (t.gettext("Rank"), t.gettext("Pair"), t.gettext("Token")),
                rows,
            ),
        ),
        form=material.tokens(word),
        answer=answer,
        shown=" ".join(map(quoted, answer)),
        because=why,
        link=Link(material.settings.replace(sentence=text_of(word)), k),
        known=distinct(encoding_mistakes.encode(material.run, rules, word, t), answer),
        allowed=frozenset(vocab),
        stray=t.gettext("{token} is not in the vocabulary: no merge makes it."),
    )


def draw_overlap(material: Material, dice: Dice, t: Translation) -> Question:
    """Ask how a repeated character of the corpus is merged.

    >>> from pages.quiz.material import material
    >>> draw_overlap(material(defaults("hug")), Dice(3), Translation()).kind
    'overlap'
    """
    signs = [
        x for x in material.run.corpus.alphabet if is_typable(x * 2, material.run.corpus.split)
    ]
    signs = [x for x in signs if x not in "Ġ▁·"] or list(SIGNS)
    return overlap(material, dice.pick(signs), 3 + dice.below(5), t)


def overlap(material: Material, sign: str, length: int, t: Translation) -> Question:
    """Which tokens does a repeated character become after its pair is merged?

    >>> from pages.quiz.material import material
    >>> overlap(material(defaults("hug")), "a", 5, Translation()).answer
    ('aa', 'aa', 'a')
    """
    word = sign * length
    usual = defaults(OWN_COUNTS)
    settings = usual.replace(
        own=f"{word} 1", split="none", vocab=2, sentence=word, lang=material.settings.lang
    )
    run = settings.train()
    answer = run.tokens(0, 1)
    return Question(
        kind="overlap",
        prompt=t.gettext(
            "One step merges the pair {pair}. Which tokens does the word {word} become?"
        ).format(pair=format_pair((sign, sign)), word=quoted(word)),
        hint=t.gettext("The tokens, separated by spaces"),
        facts=(Fact(t.gettext("The word before the merge"), (), ((tuple(word), "1"),), "words"),),
        form=Tokens(frozenset(word)),
        answer=answer,
        shown=" ".join(map(quoted, answer)),
        because=t.ngettext(
            "A merge is applied from left to right and uses each character once. The pair "
            "appears {places} time, but only {made} of them can be merged.",
            "A merge is applied from left to right and uses each character once. The pair "
            "appears {places} times, but only {made} of them can be merged.",
            length - 1,
        ).format(places=length - 1, made=length // 2),
        link=Link(settings, 1),
        known=distinct(encoding_mistakes.overlap(answer, sign, t), answer),
    )

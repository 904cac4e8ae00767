"""Questions about encoding: which tokens a word becomes with the learned merges."""

from bpe.encoder import UNKNOWN
from pages.practice import encoding_mistakes
from pages.practice.material import Material
from pages.practice.mistakes import Known, distinct, format_pair
from pages.practice.questions import Dice, Exercise, Fact, Place, stray_token
from pages.practice.sample_words import (
    corpus_settings,
    counted_words,
    sample_words,
    similar_words,
)
from pages.stage.tokens import quoted
from pages.translations.language import Translation

RULES = ((1, 2), (3, 4), (3, 4, 5, 6))  # merges in the word, by level
WORDS = (4, 5, 6)  # of the corpus, by level


def draw_encode(level: int, dice: Dice, t: Translation, words: str = "en") -> Exercise | None:
    """Ask how a word is encoded that is not in the corpus.

    At level 2, it matters in which order the merges are applied. At level 3, the word has an
    unknown character, or there are more merges.

    >>> asked = (draw_encode(1, Dice(seed), Translation()) for seed in range(99))
    >>> next(filter(None, asked)).skill
    'encode'
    """
    word = dice.pick([word for word in sample_words(words) if len(word) > level + 2])
    counts = counted_words(dice, similar_words(dice, words, word, WORDS[level - 1]), 9)
    material = Material(corpus_settings(counts))
    merges = material.run.merges
    rules = sum(merge.token in word for merge in merges)
    unknown = len(set(word) - material.alphabet)
    if rules not in RULES[level - 1] or unknown > (level == 3):
        return None
    question = encode(material, word, len(merges), t)
    is_trap = bool({each.name for each in question.known} & {"longest", "leftmost"})
    is_hard = (level == 1, is_trap, unknown or (is_trap and rules > 4))[level - 1]
    is_merged = len(material.run.encode(word).tokens) < len(word)
    return question if is_hard and is_merged else None


def encode(material: Material, word: str, k: int, t: Translation) -> Exercise:
    """How is a word encoded with the first k merges?

    >>> from pages.state.defaults import defaults
    >>> encode(Material(defaults("hug")), "hugs", 1, Translation()).answer
    ('h', 'ug', 's')
    """
    run = material.run
    rules = tuple(merge for merge in run.merges[:k] if merge.token in word)
    answer = run.encoder().at(k).encode(word).tokens
    (trace,) = run.encode(word).trace
    applied = [run.merges[each.rank - 1] for each in trace if each.rank <= k]
    rows = tuple((str(m.rank), (m.left, m.right), (m.token,)) for m in rules)
    steps = t.gettext(", then ").join(format_pair((m.left, m.right)) for m in applied)
    why = t.gettext("The merges apply in the order they were learned: {merges}.").format(
        merges=steps
    )
    if not applied:
        why = t.gettext(
            "None of these merges applies, because their two tokens are never adjacent here."
        )
    characters = Fact(t.gettext("The characters of the word"), (), ((tuple(word), ""),), "words")
    table = Fact(
        t.gettext("Learned merges found in this word"),
        (t.gettext("Rank"), t.gettext("Pair"), t.gettext("Token")),
        rows,
    )
    unknown = [character for character in word if character not in run.alphabet]
    advice = t.gettext(
        "Write the characters with spaces between them. Go through the list of merges from the "
        "top, and join the two tokens wherever they are adjacent."
    )
    if unknown:
        known = Fact(
            t.gettext("Characters of the vocabulary"), (), ((run.first_tokens, ""),), "words"
        )
    return Exercise(
        skill="encode",
        prompt=t.gettext(
            "How is the word {word} encoded with the merges learned up to step {step}?"
        ).format(word=quoted(word), step=k),
        help=t.gettext("The tokens, separated by spaces, with [UNK] for an unknown character"),
        facts=(characters, table, known) if unknown else (characters, table),
        form=material.tokens(word),
        answers=(answer,),
        shown=" ".join(map(quoted, answer)),
        worked=why,
        link=Place(material.settings.replace(sentence=word), step=k),
        hint=advice,
        known=distinct(encoding_mistakes.encode(run, rules, word, t), answer),
        explain=stray_token(
            {*run.alphabet, *(merge.token for merge in rules), UNKNOWN}, Known("encode", t)
        ),
    )

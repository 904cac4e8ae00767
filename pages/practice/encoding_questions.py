"""Questions about encoding: which tokens a word becomes with the learned merges."""

from bpe.encoder import UNKNOWN
from pages.practice import encoding_mistakes
from pages.practice.byte_questions import ENCODE
from pages.practice.material import Material
from pages.practice.mistakes import Known, distinct, format_pair
from pages.practice.questions import Dice, Exercise, Fact, Place, Say, stray_token
from pages.practice.sample_words import corpus_settings, counted_words, sample_words, similar_words
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
    run, say = material.run, Say("encode", t)
    rules = tuple(merge for merge in run.merges[:k] if merge.token in word)
    answer = run.encoder().at(k).encode(word).tokens
    (trace,) = run.encode(word).trace
    applied = [run.merges[each.rank - 1] for each in trace if each.rank <= k]
    rows = tuple((str(m.rank), (m.left, m.right), (m.token,)) for m in rules)
    steps = t.gettext(", then ").join(format_pair((m.left, m.right)) for m in applied)
    facts = (
        Fact(say("characters"), (), ((tuple(word), ""),), "words"),
        Fact(say("merges"), tuple(say("columns").split("\n")), rows),
        Fact(say("alphabet"), (), ((run.first_tokens, ""),), "words"),
    )
    return Exercise(
        skill="encode",
        prompt=say("prompt", word=quoted(word)),
        help=say("help"),
        facts=facts,
        form=material.tokens(word),
        answers=(answer,),
        shown=" ".join(map(quoted, answer)),
        worked=say("worked", len(applied), merges=steps) if applied else say("none"),
        link=Place(material.settings.replace(sentence=word, input=word, max_merges=k), ENCODE),
        hint=say("hint"),
        known=distinct(encoding_mistakes.encode(run, rules, word, t), answer),
        explain=stray_token(
            {*run.alphabet, *(merge.token for merge in rules), UNKNOWN}, Known("encode", t)
        ),
    )

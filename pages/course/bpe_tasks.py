"""Places and tasks about BPE that the chapters share, with right and known wrong answers.

Right answers come from the engine, wrong ones from the mistakes that the quiz knows.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import bpe
from pages.course.part_texts import NO_VALUES, NONE, Reason, Values, part
from pages.course.parts import MERGE, REST, Part, Place, ask
from pages.encoding.contents import encoder_of, text_of
from pages.practice import encoding_mistakes, mistakes
from pages.practice.encoding_questions import encode
from pages.practice.material import Material
from pages.practice.merge_questions import pair_count
from pages.practice.mistakes import words_with_pair
from pages.runs import runs
from pages.stage.question import Mistake, Question
from pages.stage.tokens import listing, number, pair_name, quoted, with_number
from pages.state.corpus import OWN_COUNTS
from pages.state.defaults import defaults
from pages.state.settings import Settings
from pages.training.pair_sums import write_sum
from pages.translations.language import Translation

Pair = tuple[str, str]
COUNTING = ("pairs", "merge", "charts", "later", REST)  # hidden while pairs are counted
ENCODING = ("merge", "pairs", "result", REST)  # hidden while a word is encoded
CANDIDATES = 3  # pairs that the hint of a merge names


def five_words(lang: str) -> Settings:
    """The settings of the five words of the course.

    >>> five_words("ko").corpus.name
    'hug'
    """
    return defaults("hug").replace(lang=lang)


def prose(lang: str) -> Settings:
    """The settings of the longer text, which is in the reader's language.

    It is split at spaces, so that no token begins with Ġ. The Chinese text has spaces for that.

    >>> trained(prose("en")).merges[1].token, trained(prose("ko")).merges[1].token
    ('the', '어요.')
    """
    corpus = {"en": "english", "zh-Hant": "chinese-words", "ko": "korean"}[lang]
    return defaults(corpus).replace(lang=lang, split="whitespace")


def own_words(counts: str, lang: str) -> Settings:
    """The settings of a corpus of counted words; the first word is also the watched sentence.

    >>> trained(own_words("cat 9 bat 2", "en")).merges[0].token
    'at'
    """
    lines = counts.split()
    written = "\n".join(map(" ".join, zip(lines[::2], lines[1::2], strict=True)))
    return defaults(OWN_COUNTS).replace(lang=lang, own=written, sentence=lines[0])


def trained(settings: Settings) -> bpe.Run:
    """The run of a small corpus, which is never trained by a worker.

    >>> trained(five_words("en")).merges[0].token
    'ug'
    """
    run = runs.run_of(settings)
    assert run is not None
    return run


def encoded(settings: Settings, text: str, ended: bool = False) -> Place:
    """The encoding page with a text: before the first step, or at the last step.

    >>> encoded(five_words("en"), "bug", ended=True).step
    1
    """
    settings = settings.replace(input=text)
    encoder = encoder_of(settings)
    assert encoder is not None
    return Place(settings, "encode", text_of(settings, encoder).last if ended else 0)


def token_names(tokens: tuple[str, ...], t: Translation) -> str:
    r"""Tokens in a sentence.

    >>> token_names(("un", "hug"), Translation())
    '\u2068un\u2069 and \u2068hug\u2069'
    """
    return listing([quoted(token) for token in tokens], t)


def pair_ids(run: bpe.Run, pair: object) -> str:
    """The ids of a pair, as the stage and tasks write them.

    >>> pair_ids(trained(five_words("en")), ("u", "g"))
    '6 1'
    """
    assert isinstance(pair, tuple)
    return " ".join(str(run.ids[token]) for token in pair)


def pair_sum(run: bpe.Run, k: int, pair: Pair) -> str:
    r"""The count of a pair after k merges, as a sum.

    >>> pair_sum(trained(five_words("en")), 0, ("g", "s"))
    '5 \u2068hugs\u2069 = 5'
    """
    return write_sum(words_with_pair(list(run.at(k).words), pair))


def count_pair(settings: Settings, k: int, pair: Pair, prompt: str, t: Translation) -> Question:
    """The task to count a pair after k merges.

    >>> count_pair(five_words("en"), 0, ("u", "g"), "", Translation()).answers
    (20,)
    """
    material = Material(settings)
    worked = t.gettext("{pair}: {sum}.").format(
        pair=pair_name(*pair), sum=pair_sum(material.run, k, pair)
    )
    marks = (f"pair {pair_ids(material.run, pair)}",)
    asked = pair_count(material, k, pair, t)
    return replace(asked, prompt=prompt, worked=worked, hint_marks=marks)


def next_merge(run: bpe.Run, k: int, t: Translation) -> Question:
    """The task to make the merge after k merges.

    >>> next_merge(trained(five_words("en")), 0, Translation()).answer
    '6 1'
    """
    merge, counts, words = run.merges[k], run.pairs(k), list(run.at(k).words)
    pair = (merge.left, merge.right)
    found = mistakes.distinct(mistakes.next_pair(run, k, words, t), pair)
    # In alphabetical order, so that the hint does not always begin with the answer.
    candidates = sorted(sorted(counts, key=lambda each: -counts[each])[:CANDIDATES])
    prompt = t.gettext("In the corpus, choose the two adjacent tokens that BPE merges next.")
    if not k:
        prompt = t.gettext("In the corpus, choose the two adjacent tokens that BPE merges first.")
    return ask(
        prompt=prompt,
        form=MERGE,
        hint=t.gettext("Count {pairs}. Which of them has the highest count?").format(
            pairs=listing([pair_name(*each) for each in candidates], t)
        ),
        worked=t.gettext("These are the counts: {counts}. So {pair} is merged.").format(
            counts=t.gettext(", ").join(
                with_number(pair_name(*each), counts[each]) for each in candidates
            ),
            pair=pair_name(*pair),
        ),
        done=t.gettext("{pair}: {sum}. No other pair has a higher count.").format(
            pair=pair_name(*pair), sum=pair_sum(run, k, pair)
        ),
        reasons={pair_ids(run, each.answer): each.reason for each in found},
        hint_marks=tuple(f"pair {pair_ids(run, each)}" for each in candidates),
        answers=(pair_ids(run, pair),),
    )


def encode_word(
    settings: Settings, word: str, t: Translation, merges: int | None = None
) -> Question:
    """The task to encode a word, with all merges or with the first ones.

    >>> encode_word(five_words("en"), "bug", Translation()).answers
    (('b', 'ug'),)
    """
    material = Material(settings)
    run, rules = material.run, material.run.merges[:merges]
    asked = encode(material, word, len(rules), t)
    encoding = run.encoder().at(len(rules)).encode(word)
    later = t.gettext("You used too many merges. Only the first {merges} are there.").format(
        merges=number(len(rules))
    )
    found = [
        *asked.known,
        Mistake("later", run.encode(word).tokens, later),
        *_not_made(word, {*run.alphabet, *(merge.token for merge in rules)}, t),
    ]
    applied = [run.merges[each.rank - 1] for each in encoding.trace[0]]
    ranks = [f"{pair_name(merge.left, merge.right)} ({merge.rank})" for merge in applied]
    worked = t.gettext(
        "These merges are applied, with their ranks: {merges}. The tokens are {tokens}."
    ).format(merges=t.gettext(", ").join(ranks), tokens=token_names(encoding.tokens, t))
    return replace(
        asked,
        worked=worked,
        known=mistakes.distinct(found, encoding.tokens),
        hint_marks=("merges",),
    )


def _not_made(word: str, vocab: set[str], t: Translation) -> Iterator[Mistake]:
    """The ways to split a word in which exactly one token is made by no merge."""
    for tokens in encoding_mistakes.splits(word):
        strange = [token for token in tokens if len(token) > 1 and token not in vocab]
        if len(strange) == 1:
            reason = t.gettext("No merge makes the token {word}.").format(word=quoted(strange[0]))
            yield Mistake("not made", tokens, reason)


def merge_part(
    name: str, settings: Settings, k: int, t: Translation, values: Values = NO_VALUES, *,
    is_shown: bool = True,
) -> Part:  # fmt: skip
    """A part in which the learner makes the merge after k merges; all counts are hidden.

    is_shown: whether the answer leads to the step of the merge.

    >>> merge_part("first-merge", five_words("en"), 0, Translation()).task.answer
    '6 1'
    """
    return part(
        name,
        t,
        Place(settings, step=k),
        task=next_merge(trained(settings), k, t),
        marks=("corpus",),
        hides=COUNTING,
        leads_to=k + 1 if is_shown else None,
        values=values,
    )


def count_part(
    name: str, settings: Settings, k: int, pair: Pair, t: Translation, values: Values = NO_VALUES,
    reasons: Mapping[object, Reason] = NONE,
) -> Part:  # fmt: skip
    """A part in which the learner counts a pair after k merges; all counts are hidden.

    >>> hug, values = five_words("en"), {"places": "hug"}
    >>> count_part("count-pair", hug, 0, ("u", "g"), Translation(), values).task.answers
    (20,)
    """
    return part(
        name,
        t,
        Place(settings, step=k),
        task=count_pair(settings, k, pair, "", t),
        reasons=reasons,
        marks=("corpus",),
        hides=COUNTING,
        values={**values, "pair": pair_name(*pair)},
    )


def encode_part(
    name: str, settings: Settings, word: str, t: Translation, merges: int | None = None,
    values: Values = NO_VALUES, hides: tuple[str, ...] = ENCODING,
) -> Part:  # fmt: skip
    """A part in which the learner encodes a word, with all merges or with the first ones.

    >>> encode_part("question-encode", five_words("en"), "bunhug", Translation()).task.answers
    (('bun', 'hug'),)
    """
    used = settings if merges is None else settings.replace(max_merges=merges)
    return part(
        name,
        t,
        encoded(used, word),
        task=encode_word(settings, word, t, merges),
        marks=("merges",),
        hides=hides,
        leads_to=encoded(used, word, ended=True).step,
        values={**values, "word": quoted(word)},
    )

"""What the engine says about the examples of the lecture: the values of its placeholders."""

from itertools import pairwise
from typing import NamedTuple

import bpe
from pages.course.bpe_tasks import trained
from pages.course.chapters.chapter_6_both import both_results
from pages.course.chapters.chapter_6_prune import candidates, why_not
from pages.course.lecture.places import (
    EXAMPLES,
    counted,
    hidden_letters,
    languages,
    settings_at,
    short_word,
    whole_word,
)
from pages.course.unigram_tasks import lattice, unigram_run
from pages.encoding.contents import encoder_of, text_of
from pages.stage.question_types import Choice
from pages.stage.tokens import pair_name, probability, quoted
from pages.state.settings import Settings
from pages.translations.language import Translation
from pages.translations.sentences import ENGLISH, SENTENCES, names

OFFERED = (ENGLISH, "ru", "hi", "zh-Hant", "ko")  # languages of which one may need most tokens
COMPARED = 4  # segmentations of which one is the best
Values = dict[str, object]


class Counted(NamedTuple):
    """A pair as the lecture writes it, and how often it occurs."""

    pair: str
    times: int


def joined(tokens: tuple[str, ...]) -> str:
    r"""Tokens as the lecture writes them.

    >>> joined(("un", "hug"))
    '\u2068un\u2069 \u2068hug\u2069'
    """
    return " ".join(map(quoted, tokens))


def letters(lang: str) -> Values:
    """The word whose characters are hidden in one token.

    >>> letters("en")["characters"]
    10
    """
    word, run = EXAMPLES[lang].hidden, trained(settings_at(hidden_letters(lang), lang))
    (number,) = run.encode_ids(word)
    return {"word": quoted(word), "id": number, "characters": len(word), "answer": 1}


def costs(lang: str, t: Translation) -> Values:
    """The language that needs the most tokens for the same sentence, English, and some others.

    >>> costs("en", Translation())["name"]
    'Tamil'
    """
    run = trained(settings_at(languages(), lang))
    counts = {code: len(run.encode(text).tokens) for code, text in SENTENCES.items()}
    most = max(counts, key=lambda code: counts[code])
    assert list(counts.values()).count(counts[most]) == 1
    why = t.gettext("{name} needs {n} tokens.")
    return {
        "name": names(t)[most],
        "most": counts[most],
        "english": counts[ENGLISH],
        "choices": [
            Choice(name, code == most, why.format(name=name, n=counts[code]))
            for code, name in names(t).items()
            if code in (*OFFERED, most)
        ],
    }


def pair_count(lang: str) -> Values:
    """The pair that the class counts: the first one that is merged.

    >>> pair_count("en")["sum"]
    '10 + 5 + 5 = 20'
    """
    run = trained(settings_at(counted(lang), lang))
    merge = run.merges[0]
    pair = (merge.left, merge.right)
    counts = [
        times * count
        for tokens, count in run.at(0).words
        if (times := list(pairwise(tokens)).count(pair))
    ]
    return {
        "left": quoted(merge.left),
        "right": quoted(merge.right),
        "pair": pair_name(*pair),
        "sum": f"{' + '.join(map(str, counts))} = {merge.count}",
        "answer": merge.count,
    }


def vote(lang: str, number: int) -> Values:
    """The merge that a vote is about, and the pair that is next to it.

    >>> found = vote("en", 1)
    >>> found["pair"] == pair_name("u", "g"), found["count"], found["less"]
    (True, 20, 17)
    """
    run = trained(settings_at(counted(lang), lang))
    merge = run.merges[number - 1]
    other = runner_up(run, merge)
    return {
        "pair": pair_name(merge.left, merge.right),
        "token": quoted(merge.token),
        "count": merge.count,
        "other": other.pair,
        "less": other.times,
        "size": run.vocab_sizes[number],
        "characters": len(run.first_tokens),
        "merges": number,
        "answer": (merge.left, merge.right),
    }


def runner_up(run: bpe.Run, merge: bpe.Merge) -> Counted:
    r"""The most frequent other pair before a merge.

    >>> run = trained(settings_at(counted("en"), "en"))
    >>> runner_up(run, run.merges[0])
    Counted(pair='\u2068p\u2069+\u2068u\u2069', times=17)
    """
    counts = run.pairs(merge.rank - 1)
    others = (pair for pair in counts if pair != (merge.left, merge.right))
    best = max(others, key=lambda pair: counts[pair])
    return Counted(pair_name(*best), counts[best])


def encoded(lang: str) -> Values:
    """A new word, its tokens, and the merges that make them.

    >>> encoded("en")["tokens"] == joined(("un", "hugs"))
    True
    """
    word, run = EXAMPLES[lang].new, trained(settings_at(counted(lang), lang))
    encoding = run.encoder().encode(word)
    applied = (run.merges[each.rank - 1] for each in encoding.trace[0])
    merges = [f"{pair_name(merge.left, merge.right)} ({merge.rank})" for merge in applied]
    tokens = encoding.tokens
    return {
        "word": quoted(word),
        "tokens": joined(tokens),
        "merges": ", ".join(merges),
        "answer": tokens,
    }


def segmentations(lang: str) -> Values:
    """All segmentations of the short word. Each stays on one line.

    >>> segmentations("en")["n"]
    5
    """
    found = lattice(lang, short_word(lang))
    each = [joined(one.tokens).replace(" ", "\u00a0") for one in found.segmentations()]
    return {
        "word": quoted(short_word(lang)),
        "n": found.count,
        "list": "; ".join(each),
        "answer": found.count,
    }


def best(lang: str, t: Translation) -> Values:
    """The best segmentation of the long word, and those that come next.

    >>> best("en", Translation())["tokens"] == joined(("re", "start"))
    True
    """
    found = lattice(lang, whole_word(lang))
    assert found.best
    (tokens,) = (each.tokens for each in found.ties())
    why = t.gettext("{tokens} has the probability {value}. There is a better segmentation.")
    return {
        "word": quoted(whole_word(lang)),
        "n": found.count,
        "others": found.count - 1,
        "tokens": joined(tokens),
        "choices": [
            Choice(
                joined(each.tokens),
                each.tokens == tokens,
                why.format(tokens=joined(each.tokens), value=probability(each.probability)),
            )
            for each in sorted(found.n_best(COMPARED), key=lambda each: each.tokens)
        ],
    }


def pruned(lang: str, t: Translation) -> Values:
    r"""The piece that is removed first, and others.

    >>> pruned("en", Translation())["piece"]
    '\u2068ar\u2069'
    """
    run = unigram_run(lang)
    (piece,) = run.rounds[0].removed
    return {
        "piece": quoted(piece),
        "seeds": len(run.seeds.pieces),
        "pieces": len(run.model.pieces),
        "choices": [
            Choice(quoted(each), each == piece, why_not(each, run, t)) for each in candidates(run)
        ],
    }


def both(lang: str) -> Values:
    """The long word under BPE and Unigram.

    >>> both("en")["ours"] == joined(("r", "e", "st", "art")), both("en")["last"]
    (True, 11)
    """
    found, _ = both_results(lang)
    assert found.lattice.best
    return {
        "ours": joined(found.ours),
        "theirs": joined(found.lattice.best.tokens),
        "last": found.last,
    }


def last_step(settings: Settings) -> int:
    """The last step of the page that encodes.

    >>> last_step(settings_at({"corpus": "hug", "input": "bug"}, "en"))
    1
    """
    encoder = encoder_of(settings)
    assert encoder is not None
    return text_of(settings, encoder).last

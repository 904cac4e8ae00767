"""Records of one word for the stage: its lattice, Viterbi by position, and the backtrace."""

from itertools import islice

from bpe import unigram
from bpe.unigram import Arc, Candidate
from pages.stage import prediction
from pages.stage.question import Question, record_of
from pages.stage.record import announcement, sentences, transport
from pages.stage.record_types import Block, Direction
from pages.stage.table_types import Column, Content, Fact, TableRow
from pages.stage.tokens import chip, is_rtl, logarithm, number, probability, quoted, visible
from pages.translations.language import Translation
from pages.unigram import paths, sampling, viterbi_explanations
from pages.unigram.questions import segmentation_question
from pages.unigram.record_types import (
    ArcData,
    LatticeHead,
    LatticeLabels,
    LatticeRecord,
    Picture,
    Segmentations,
)
from pages.unigram.word import Vocabulary, Word

BLOCK = 128  # steps in a block: more than any word has
SEGMENTATIONS = 100  # maximum number in the table


def head(shown: Word, t: Translation, lang: str) -> LatticeHead:
    """The head: the characters, the arcs, every segmentation.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> head(shown, Translation(), "en")["last"]
    7
    """
    return {
        "kind": "lattice",
        "lang": lang,
        "last": shown.last,
        "size": BLOCK,
        "stops": tie_steps(shown),
        "dir": direction(shown),
        **picture(shown, t),
        "code": t.gettext("Code for step {k}"),
        "note": vocabulary_note(shown, t),
        "segmentations": segmentations(shown, t),
        "labels": labels(shown, t),
    }


def direction(shown: Word) -> Direction:
    """The direction in which the word is written.

    >>> from pages.state.defaults import defaults
    >>> direction(Word.after(defaults("hug").train_unigram(), "hug", 0))
    'ltr'
    """
    return "rtl" if is_rtl(shown.text) else "ltr"


def picture(shown: Word, t: Translation) -> Picture:
    """The characters and the arcs of the lattice.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> len(picture(Word.after(run, "hug", 0), Translation())["arcs"])
    6
    """
    return {
        "text": [visible(character) for character in shown.text],
        "arcs": [arc_record(shown, arc, t) for arc in shown.lattice.arcs],
        "from_file": shown.vocabulary is not None,
    }


def picture_label(shown: Word, t: Translation) -> str:
    """The name of the picture.

    >>> from pages.state.defaults import defaults
    >>> picture_label(Word.after(defaults("hug").train_unigram(), "hug", 0), Translation())
    'The lattice of hug: every piece at every position'
    """
    return t.gettext("The lattice of {word}: every piece at every position").format(
        word=visible(shown.text)
    )


def tie_steps(shown: Word) -> list[int]:
    """The steps at whose position several pieces are equally good.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> tie_steps(Word.after(run, "pug", 0))
    [6]
    """
    return [shown.intro + position.end for position in shown.lattice.positions if position.tied > 1]


def arc_record(shown: Word, arc: Arc, t: Translation) -> ArcData:
    """An arc of the lattice.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> arc_record(shown, shown.lattice.arcs[0], Translation())[:3]
    (0, 1, 'h')
    """
    share = paths.fraction(shown.model, arc.piece) if arc.known else ""
    value = probability(shown.model.probability(arc.piece)) if arc.known else "?"
    values = {
        "piece": quoted(arc.piece),
        "share": f"{share} = {value}" if share else value,
        "score": logarithm(-arc.log_probability),
        "start": number(arc.start),
        "end": number(arc.end),
    }
    sentence = (
        t.gettext("{piece}: probability {share}, score {score}; from position {start} to {end}.")
        if arc.known
        else t.gettext(
            "{piece} is an unknown character, because it is not in the vocabulary. Its score is "
            "{score}."
        )
    )
    return ArcData(
        arc.start,
        arc.end,
        *chip(arc.piece, shown.numbers),
        value,
        arc.known,
        sentence.format(**values),
        share,
        shown.ids.get(arc.piece),
    )


def vocabulary_facts(shown: Word, t: Translation) -> list[Fact]:
    """The vocabulary that segments the word, as each step names it; none of a tokenizer's file.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> vocabulary_facts(Word.after(run, "hug", 0), Translation())[0].text
    'before training: 15 pieces'
    """
    if shown.vocabulary:
        return []
    return [Fact(shown.vocabulary_name(t), "vocab")]


def vocabulary_note(shown: Word, t: Translation) -> str:
    """The tokenizer of a file, or the course's mistake in the score if it is on; else empty.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").replace(start="one").train_unigram()
    >>> vocabulary_note(Word.after(run, "hug", 0), Translation())[:22]
    'The score must start a'
    """
    if shown.vocabulary:
        return tokenizer_note(shown, shown.vocabulary, t)
    if not shown.model.origin or shown.lattice.score is None:
        return ""
    return t.gettext(
        "The score must start at 0, which is log 1, but the code of the Hugging Face chapters "
        "starts it at 1. For this word, the code gives {wrong}, and the correct score is {right}."
    ).format(
        wrong=f"{-shown.lattice.score:.4f}",
        right=f"{shown.model.origin - shown.lattice.score:.4f}",
    )


def tokenizer_note(shown: Word, vocabulary: Vocabulary, t: Translation) -> str:
    r"""The size of a tokenizer from a file, and where it differs from the best path.

    >>> from bpe import unigram
    >>> model = unigram.Model.from_log_probabilities({"u": -1.0})
    >>> found = Vocabulary(9, ("u", "x"), ("u", "[UNK]"))
    >>> tokenizer_note(Word("ux", 0, model, vocabulary=found), found, Translation())
    'Your tokenizer has 9 pieces. It writes this segmentation as \u2068u\u2069 \u2068[UNK]\u2069.'
    """
    note = t.ngettext(
        "Your tokenizer has {size} piece.", "Your tokenizer has {size} pieces.", vocabulary.pieces
    ).format(size=number(vocabulary.pieces))
    best = shown.lattice.best
    if best is not None and best.tokens != vocabulary.path:
        more = t.gettext(
            "It rounds sums to 32 bits, so it chooses another segmentation that is equally good: "
            "{tokens}."
        ).format(tokens=" ".join(map(quoted, vocabulary.path)))
        note = sentences(note, more, t)
    if vocabulary.tokens != vocabulary.path:
        more = t.gettext("It writes this segmentation as {tokens}.").format(
            tokens=" ".join(map(quoted, vocabulary.tokens))
        )
        note = sentences(note, more, t)
    return note


def segmentations(shown: Word, t: Translation) -> Segmentations:
    """Every segmentation as rows of a table, best first: tokens, product, score, samples.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> len(segmentations(shown, Translation())["rows"])
    4
    """
    best = shown.lattice.best
    samples = sampling.Samples.of(shown)
    rows = []
    for i, each in enumerate(islice(shown.lattice.segmentations(), SEGMENTATIONS)):
        tied = best is not None and unigram.equal(each.log_probability, best.log_probability)
        mark = "chosen" if not i else "tied" if tied else ""
        cells: list[Content] = [
            number(i + 1),
            [chip(token, shown.numbers) for token in each.tokens],
            paths.write_product(shown.model, each),
            logarithm(-each.log_probability),
            *samples.cells(each),
        ]
        rows.append(TableRow(cells, mark))
    count = shown.lattice.count
    title = t.ngettext(
        "{count} segmentation, best first", "All {count} segmentations, best first", count
    ).format(count=number(count))
    note = ""
    if count > len(rows):
        note = t.gettext("The best {shown} of {all}.").format(
            shown=number(len(rows)), all=number(count)
        )
    return {"title": title, "rows": rows, "note": note}


def line_names(t: Translation) -> dict[str, str]:
    """What the line of an arc means, by the arc's state.

    >>> line_names(Translation())["chosen"]
    'best here'
    """
    return {
        "chosen": t.gettext("best here"),
        "candidate": t.gettext("compared here"),
        "tied": t.gettext("equally good"),
        "won": t.gettext("best before"),
        "path": t.gettext("best segmentation"),
    }


def labels(shown: Word, t: Translation) -> LatticeLabels:
    """The texts of the controls and column heads.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> labels(shown, Translation())["stop"]
    'Next tie'
    """
    return {
        **transport(t.gettext("The lattice of a word, position by position"), shown.last, t),
        **prediction.labels(t),
        "stop": t.gettext("Next tie"),
        "lattice": picture_label(shown, t),
        "best": t.gettext("Best segmentation up to each position"),
        "best_columns": [
            Column("position", t.gettext("Up to")),
            Column("segmentation", t.gettext("Best segmentation")),
            Column("value", t.gettext("Probability")),
        ],
        "candidate_columns": [
            Column("segmentation", t.gettext("Segmentation")),
            Column("product", t.gettext("Product of probabilities")),
        ],
        "all_columns": [
            Column("rank", t.gettext("Rank")),
            Column("segmentation", t.gettext("Segmentation")),
            Column("product", t.gettext("Probability")),
            Column("log", t.gettext("Score: −log p")),
            *sampling.columns(t),
        ],
        "lines": line_names(t),
        "sampling": sampling.about(shown, t),
        "why_logs": t.gettext(
            "Why scores? A product of many small numbers soon becomes too small for a computer. "
            "So it adds up scores, −log p, instead. The larger the product, the lower the sum."
        ),
    }


def has(shown: Word, part: str) -> bool:
    """Whether a record of this name exists: the head, the only block, or its code.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> has(shown, "0"), has(shown, "1")
    (True, False)
    """
    return part in ("head", "0", "code-0")


def block(shown: Word, which: int, t: Translation) -> Block[LatticeRecord]:
    """The records of all steps.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> len(block(shown, 0, Translation())["steps"])
    8
    """
    return {
        "first": 0,
        "steps": [
            record(shown, k, t) | {"quiz": record_of(quiz(shown, k, t))}
            for k in range(shown.last + 1)
        ],
    }


def quiz(shown: Word, k: int, t: Translation) -> Question | None:
    """The question before a step: which segmentation up to its position is the best.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> quiz(shown, 6, Translation()).prompt
    'Which segmentation up to position 3 is the best?'
    """
    position = k - shown.intro
    if not 0 < position <= len(shown.text):
        return None
    why = viterbi_explanations.why(shown, position, t)
    return segmentation_question(shown.lattice, position, why, shown.numbers, t)


def record(shown: Word, k: int, t: Translation) -> LatticeRecord:
    """The record of step k.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> record(shown, 4, Translation())["title"]
    'Position 1'
    """
    result = viterbi_record(shown, max(0, k - shown.intro), t)
    if not 0 < k <= shown.intro:
        return result
    del result["rest"]
    step = paths.record(shown, k, t)
    said = announcement(k, shown.last, step["why"], t)
    return {
        **result,
        **step,
        "are_paths": True,
        "facts": [*step["facts"], *vocabulary_facts(shown, t)],
        "announce": said,
    }


def viterbi_record(shown: Word, k: int, t: Translation) -> LatticeRecord:
    """The record of step k of Viterbi; 0 for the whole lattice.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> viterbi_record(shown, 1, Translation())["title"]
    'Position 1'
    """
    end = len(shown.text)
    back = shown.backtrace[: max(0, k - end)]
    position = viterbi_explanations.position_of(shown, k)
    why = viterbi_explanations.why(shown, k, t)
    result: LatticeRecord = {
        "title": viterbi_explanations.title(shown, k, t),
        "facts": [*viterbi_explanations.facts(shown, k, t), *vocabulary_facts(shown, t)],
        "why": why,
        "announce": announcement(k + shown.intro if k else 0, shown.last, why, t),
        "best": [best_row(shown, i, k) for i in range(1, end + 1)],
        "won": [
            arc_index(shown, winner)
            for each in shown.lattice.positions[: min(k, end)]
            if (winner := each.winner)
        ],
        "path": [arc_index(shown, candidate) for candidate in back],
        "candidates": [],
        "rows": [],
    }
    if position:
        winner = position.winner
        result["candidates"] = [arc_index(shown, each) for each in position.candidates]
        result["rows"] = [
            viterbi_explanations.candidate_row(shown, each, i == position.chosen, winner, t)
            for i, each in enumerate(position.candidates)
        ]
        heading = (
            t.gettext("Candidates for position {position}")
            if k <= end
            else t.gettext("Compared before, for position {position}")
        )
        result["heading"] = heading.format(position=number(position.end))
        if k <= end:
            result["now"] = position.end
        if winner and k <= end:
            result["chosen"] = arc_index(shown, winner)
    return {**result, **viterbi_explanations.equation(shown, k, t)}


def arc_index(shown: Word, candidate: Candidate) -> int:
    """The index of a candidate's arc in the lattice.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> arc_index(shown, shown.backtrace[0])
    3
    """
    return shown.arc_indices[candidate.arc.start, candidate.arc.end]


def best_row(shown: Word, end: int, k: int) -> TableRow:
    """A row of best scores. The mark "yet" hides it until its position is met.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> best_row(shown, 1, 3).cells[2]
    '0.071429'
    """
    label = f"{end} {visible(shown.text[end - 1])}"
    best, winner = shown.lattice.best_at[end - 1], shown.lattice.positions[end - 1].winner
    if best is None or winner is None:
        return TableRow([label, ["–"], "0"], "yet" if end > k else "")
    on_path = any(each.arc.end == end for each in shown.backtrace[: max(0, k - len(shown.text))])
    mark = "yet" if end > k else "chosen" if end == k or on_path else ""
    tokens = [chip(token, shown.numbers) for token in best.tokens]
    return TableRow([label, tokens, probability(best.probability)], mark)

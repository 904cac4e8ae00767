"""Records of one word under both methods: BPE's merges, then Viterbi, then the two results."""

from math import exp

from bpe.unigram import Segmentation
from pages.stage import prediction
from pages.stage.counts import token_count
from pages.stage.question import record_of
from pages.stage.record import announcement, transport
from pages.stage.record_types import Block
from pages.stage.table_types import ChipData, Column, Fact, MarkedChip, Part, TableRow
from pages.stage.tokens import chip, number, probability, unknown_chip, visible
from pages.translations.language import Translation
from pages.unigram import lattice_records
from pages.unigram.comparing import both_explanations, both_questions
from pages.unigram.comparing.both import Both
from pages.unigram.comparing.comparison_reasons import unknown_to_bpe
from pages.unigram.record_types import (
    ComparedHead,
    ComparedLabels,
    ComparedParts,
    ComparedRecord,
)
from pages.unigram.round_tables import segmentation_chips

BLOCK = 128  # steps in a block: more than any word has


def head(shown: Both, t: Translation, lang: str) -> ComparedHead:
    """The head: the word, its arcs, BPE's merges, and the two results.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "hug", {})
    >>> head(shown, Translation(), "en")["last"]
    6
    """
    return {
        "kind": "comparison",
        "lang": lang,
        "last": shown.last,
        "size": BLOCK,
        "stops": [],
        "dir": lattice_records.direction(shown.word),
        **lattice_records.picture(shown.word, t),
        "merges": [merge_row(shown, i, t) for i in range(shown.joins + 1)],
        "second": second_path(shown),
        "ids": {visible(token): i for token, i in shown.ids.items()},
        "inspected": dict(shown.inspected),
        "verdict": {
            "rank": both_explanations.rank(shown, t),
            "why": both_explanations.why(shown, t),
            "rows": results(shown, t),
        },
        "labels": labels(shown, t),
    }


def merge_row(shown: Both, i: int, t: Translation) -> TableRow:
    """The row of the word after its first i merges.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "hug", {})
    >>> merge_row(shown, 1, Translation()).cells[2:]
    ['20', [Chip(text='h', number=0), Chip(text='ug', number=0)]]
    """
    tokens = our_chips(shown, i)
    if not i:
        return TableRow(["", t.gettext("at first"), "", tokens])
    chosen = shown.states[i - 1].chosen
    assert chosen
    pair: list[Part] = [
        chip(chosen.left, shown.word.numbers),
        "+",
        chip(chosen.right, shown.word.numbers),
    ]
    return TableRow([number(chosen.rank), pair, number(shown.merges[chosen.rank].count), tokens])


def our_chips(shown: Both, i: int) -> list[ChipData]:
    """BPE's tokens after its first i merges in the word.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> our_chips(Both.of(hug.train(), hug.train_unigram(), "mug", {}), 1)
    [MarkedChip(text='m', number=0, class_name='unknown'), Chip(text='ug', number=0)]
    """
    return [
        chip(token, shown.word.numbers)
        if len(token) > 1 or token in shown.known
        else MarkedChip(visible(token), 0, "unknown")
        for token in shown.states[i].tokens
    ]


def results_of(shown: Both) -> tuple[list[Part], list[Part]]:
    """The tokens of both methods, with the unknown token for what is not in their vocabulary.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> results_of(Both.of(hug.train(), hug.train_unigram(), "do", {}))[1]
    [MarkedChip(text='[UNK]', number=0, class_name='unknown')]
    """
    unknown = unknown_to_bpe(shown.compared)
    ours: list[Part] = [
        unknown_chip() if each in unknown else chip(each, shown.word.numbers) for each in shown.ours
    ]
    return ours, segmentation_chips(shown.lattice.best, shown.word.numbers)


def second_path(shown: Both) -> list[int]:
    """The arcs of BPE's choice; empty if it is not a path of the lattice.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "bun", {})
    >>> [shown.lattice.arcs[i].piece for i in second_path(shown)]
    ['b', 'un']
    """
    return along(shown, shown.choice)


def along(shown: Both, found: Segmentation | None) -> list[int]:
    """The arcs of a segmentation, from left to right.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "bun", {})
    >>> len(along(shown, shown.lattice.best)), along(shown, None)
    (2, [])
    """
    arcs, start = [], 0
    for token in found.tokens if found else ():
        arcs.append(shown.word.arc_indices[start, start + len(token)])
        start += len(token)
    return arcs


def results(shown: Both, t: Translation) -> list[TableRow]:
    """The two results as rows: the method, its tokens, and their probability.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "bun", {})
    >>> results(shown, Translation())[0].cells[2]
    '0.001451'
    """
    ours, theirs = results_of(shown)
    rows: list[TableRow] = []
    for name, tokens, found in (
        ("BPE", ours, shown.choice),
        (t.gettext("Unigram"), theirs, shown.lattice.best),
    ):
        value = probability(found.probability) if found and all(found.known) else "–"
        rows.append(TableRow([name, tokens, value]))
    return rows


def lattice_chips(shown: Both, found: Segmentation) -> list[ChipData]:
    """The tokens of a segmentation.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "bun", {})
    >>> lattice_chips(shown, shown.lattice.best)
    [Chip(text='b', number=0), Chip(text='un', number=0)]
    """
    return [
        chip(token, shown.word.numbers) if known else MarkedChip(visible(token), 0, "unknown")
        for token, known in zip(found.tokens, found.known, strict=True)
    ]


def labels(shown: Both, t: Translation) -> ComparedLabels:
    """The texts of the controls and column heads.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "hug", {})
    >>> labels(shown, Translation())["merges"]
    "BPE, 10 tokens: the word's merges, in order"
    """
    return {
        **transport(t.gettext("One word under both methods, step by step"), shown.last, t),
        **prediction.labels(t),
        "stop": "",
        "lattice": t.gettext("The lattice of {word}: every piece at every position").format(
            word=visible(shown.word.text)
        ),
        "merges": t.gettext("BPE, {tokens}: the word's merges, in order").format(
            tokens=token_count(shown.tokens, t)
        ),
        "merge_columns": [
            Column("rank", t.gettext("Rank")),
            Column("pair", t.gettext("Pair")),
            Column("count", t.gettext("Count")),
            Column("segmentation", t.gettext("Tokens")),
        ],
        "picture": t.gettext("Unigram, {vocabulary}").format(
            vocabulary=shown.word.vocabulary_name(t)
        ),
        "verdict": t.gettext("BPE's tokens in the lattice"),
        "later": both_explanations.before_comparison(shown, t),
        "result_columns": [
            Column("method", t.gettext("Method")),
            Column("segmentation", t.gettext("Tokens")),
            Column("value", t.gettext("Probability")),
        ],
        "lines": lattice_records.line_names(t) | {"path": t.gettext("Unigram's path")},
        "second_path": t.gettext("BPE's path"),
    }


def has(shown: Both, part: str) -> bool:
    """Whether a record of this name exists: the head, or the only block.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "hug", {})
    >>> has(shown, "0"), has(shown, "1")
    (True, False)
    """
    return part in ("head", "0")


def block(shown: Both, which: int, t: Translation) -> Block[ComparedRecord]:
    """The records of all steps.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "hug", {})
    >>> len(block(shown, 0, Translation())["steps"])
    7
    """
    return {"first": 0, "steps": [record(shown, k, t) for k in range(shown.last + 1)]}


def record(shown: Both, k: int, t: Translation) -> ComparedRecord:
    """The record of step k. joins: how many merges of BPE are shown.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "hug", {})
    >>> record(shown, 1, Translation())["joins"], record(shown, 4, Translation())["now"]
    (1, 2)
    """
    why = both_explanations.why_step(shown, k, t)
    result: ComparedRecord = {
        "facts": [],
        "why": why,
        "joins": min(k, shown.joins),
        "quiz": record_of(both_questions.question(shown, k, t)),
        "candidates": [],
        "rows": [],
        "won": [],
        "path": [],
        "second": k >= shown.joins,
        "announce": announcement(k, shown.last, why, t),
    }
    end = k - shown.joins
    if k == shown.last:
        return {**result, **result_parts(shown)}
    if end > 0:
        return {**result, **viterbi_parts(shown, end, t)}
    return {**result, **merge_parts(shown, k, t)}


def merge_parts(shown: Both, k: int, t: Translation) -> ComparedParts:
    """The equation of step 0, or of the step of a merge.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "hug", {})
    >>> merge_parts(shown, 1, Translation())["parts"][-1]
    MarkedChip(text='ug', number=0, class_name='made')
    """
    chosen = shown.states[k - 1].chosen if k else None
    if chosen is None:
        return {"rest": t.gettext("One word, both algorithms")}
    made = MarkedChip(*chip(chosen.left + chosen.right, shown.word.numbers), "made")
    left, right = (chip(each, shown.word.numbers) for each in (chosen.left, chosen.right))
    assert shown.last_merge
    return {
        "parts": [left, "+", right, "→", made],
        "facts": [
            Fact("BPE", "id"),
            Fact(
                t.gettext("merge {rank} of {all}").format(
                    rank=number(chosen.rank), all=number(shown.last_merge.rank)
                ),
                "count",
            ),
        ],
    }


def viterbi_parts(shown: Both, end: int, t: Translation) -> ComparedParts:
    """The parts of a step that goes to a position of the lattice.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "bun", {})
    >>> viterbi_parts(shown, 3, Translation())["chosen"]
    3
    """
    word, lattice = shown.word, shown.lattice
    position, best = lattice.positions[end - 1], lattice.best_at[end - 1]
    signs: list[Part] = []
    for each in lattice_chips(shown, best) if best else ():
        signs += ["×"] * bool(signs) + [each]
    result: ComparedParts = {
        "now": end,
        "candidates": [lattice_records.arc_index(word, each) for each in position.candidates],
        "rows": [
            TableRow([], "tied")
            if position.winner and i != position.chosen and each.total == position.winner.total
            else TableRow([])
            for i, each in enumerate(position.candidates)
        ],
        "won": [
            lattice_records.arc_index(word, each.winner)
            for each in lattice.positions[:end]
            if each.winner
        ],
        "facts": [
            Fact(t.gettext("Unigram"), "id"),
            Fact(t.gettext("position {position}").format(position=number(end)), "count"),
        ],
    }
    if best is None or position.winner is None:
        return result | {"rest": t.gettext("No segmentation ends here")}
    result["chosen"] = lattice_records.arc_index(word, position.winner)
    return result | {"parts": [*signs, "=", probability(exp(best.log_probability))]}


def result_parts(shown: Both) -> ComparedParts:
    """The parts of the last step: BPE's tokens, Unigram's tokens, and the path of these.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug").replace(vocab=10, unigram_vocab=15)
    >>> shown = Both.of(hug.train(), hug.train_unigram(), "bun", {})
    >>> len(result_parts(shown)["path"])
    2
    """
    ours, theirs = results_of(shown)
    return {
        "path": along(shown, shown.lattice.best),
        "parts": [*ours, both_explanations.sign(shown), *theirs],
    }

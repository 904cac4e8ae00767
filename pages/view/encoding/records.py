"""Records for the stage of an encoded text, step by step: tokens, candidates, sentences."""

from bpe.merging import Candidate, WordState
from pages.i18n.language import Translation
from pages.view.encoding import explanations
from pages.view.encoding.walk import Text
from pages.view.stage import Record, announcement, transport
from pages.view.tokens import chip, is_rtl, number, visible

BLOCK = 64  # steps in a block
ROWS = 60  # candidates in the table


def head(shown: Text, t: Translation, lang: str) -> Record:
    """The head: the data shared by all steps.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> head(shown, Translation(), "en")["last"]
    2
    """
    return {
        "kind": "encoding",
        "lang": lang,
        "last": shown.last,
        "size": BLOCK,
        "stops": [],
        "dir": "rtl" if is_rtl(shown.text) else "ltr",
        "scale": "large" if len(shown.text) <= 60 else "",
        "note": explanations.totals(shown.encoding, t),
        "reserved_texts": [widest_tokens(shown, i, t) for i in range(len(shown.word_indices))],
        "labels": {
            **transport(t.gettext("The encoding, step by step"), shown.last, t),
            "stop": "",
            "columns": [
                ["pair", t.gettext("Pair")],
                ["rank", t.gettext("Rank")],
                ["where", t.gettext("Characters")],
                ["mark", t.gettext("Status")],
            ],
            "nothing": t.gettext("No adjacent tokens can be merged."),
        },
    }


def has(shown: Text, part: str) -> bool:
    """Whether a record of this name exists: the head, or a block.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> has(shown, "0"), has(shown, "9")
    (True, False)
    """
    return part == "head" or (
        part.isascii() and part.isdigit() and len(part) < 6 and int(part) * BLOCK <= shown.last
    )


def block(shown: Text, which: int, t: Translation) -> Record:
    """Block number `which`: BLOCK steps, and the text at each of them.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> len(block(shown, 0, Translation())["steps"])
    3
    """
    first = which * BLOCK
    end = min(first + BLOCK, shown.last + 1)
    return {
        "first": first,
        "steps": [record(shown, k, t) for k in range(first, end)],
        "words": [versions(shown, i, first, end, t) for i in range(len(shown.word_indices))],
    }


def versions(
    shown: Text, occurrence: int, first: int, end: int, t: Translation
) -> list[list[object]]:
    """The tokens of a word occurrence, from step first to end: [step, chips] for each change.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> [step for step, _ in versions(shown, 0, 0, 3, Translation())]
    [0, 1, 2]
    """
    which = shown.word_indices[occurrence]
    if which is None:
        return [[first, final_chips(shown, occurrence, t)]]
    _, states = shown.walks[which]
    steps = [k for k, (i, _) in enumerate(shown.steps, 1) if i == which]
    made: dict[int, list[list[object]]] = {0: chips(shown, occurrence, states[0], None, t)}
    for k, state, after in zip(steps, states, states[1:], strict=False):
        made[k] = chips(shown, occurrence, after, state.chosen, t)
    made[steps[-1]] = final_chips(
        shown, occurrence, t, states[-2].chosen if len(states) > 1 else None
    )
    began = max(k for k in made if k <= first)
    return [[k, tokens] for k, tokens in made.items() if began <= k < end]


def chips(
    shown: Text, occurrence: int, state: WordState, applied: Candidate | None, t: Translation
) -> list[list[object]]:
    """The tokens of a word between two merges: [text, tint, class, tooltip].

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> state = shown.walks[0][1][0]
    >>> chips(shown, 0, state, None, Translation())[0][:3]
    ['h', 0, '']
    """
    result = []
    symbols = shown.encoder.symbols(shown.encoding.words[occurrence])
    for token, start in zip(state.tokens, state.starts, strict=True):
        known = bool(symbols[start])
        is_new = applied is not None and applied.start == start
        kind = "fresh" if is_new else "" if known else "unknown"
        result.append(
            [*chip(token), kind, explanations.describe_token(shown.encoder, token, known, t)]
        )
    return result


def final_chips(
    shown: Text, occurrence: int, t: Translation, applied: Candidate | None = None
) -> list[list[object]]:
    """The final tokens of a word. applied: the merge that was applied last.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> shown = Text(run.encoder(), "hugs")
    >>> [text for text, *_ in final_chips(shown, 0, Translation())]
    ['hugs']
    """
    encoding, result = shown.encoding, []
    starts = token_starts(shown, occurrence) if applied else range(len(encoding.tokens))
    for i, start in zip(range(*shown.token_range(occurrence)), starts, strict=False):
        kind = encoding.kinds[i]
        look = {"unknown": "unknown", "added": "special"}.get(kind, "")
        if applied and applied.start == start:
            look = "fresh"
        result.append(
            [*chip(encoding.tokens[i]), look, explanations.describe_final_token(shown, i, t)]
        )
    return result


def widest_tokens(shown: Text, occurrence: int, t: Translation) -> list[list[str]]:
    """The first and final token texts of a word. The stage reserves the width of the wider one.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> shown = Text(run.encoder(), "hugs")
    >>> widest_tokens(shown, 0, Translation())
    [['h', 'u', 'g', 's']]
    """
    end = [str(text) for text, *_ in final_chips(shown, occurrence, t)]
    which = shown.word_indices[occurrence]
    if which is None:
        return [end]
    state = shown.walks[which][1][0]
    start = [str(text) for text, *_ in chips(shown, occurrence, state, None, t)]
    return [start] if "".join(start) == "".join(end) else [start, end]


def token_starts(shown: Text, occurrence: int) -> list[int]:
    """The start of each token of a word, relative to the word.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> token_starts(Text(run.encoder().at(1), "hugs"), 0)
    [0, 1, 3]
    """
    word = shown.encoding.words[occurrence]
    found = shown.encoder.encode_word(word, shown.order, shown.dropout, shown.seed, occurrence)
    return [start for start, _ in found.spans]


def record(shown: Text, k: int, t: Translation) -> Record:
    """The record of step k.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> record(shown, 1, Translation())["after"]
    'The text after step 1'
    """
    result: Record = {"facts": [], "rows": [], "current": []}
    if not k:
        result |= {
            "rest": t.gettext("The text, split into words and characters"),
            "why": explanations.start(shown.encoding, t),
            "before": t.gettext("Candidate pairs"),
            "after": t.gettext("The text"),
        }
    else:
        which, s = shown.steps[k - 1]
        word, states = shown.walks[which]
        state = states[s]
        found = sorted(state.candidates, key=lambda c: c is not state.chosen)[:ROWS]
        result |= {
            **equation(state, t),
            "facts": explanations.facts(shown, which, state, t),
            "why": explanations.why(shown, word, state, t),
            "before": t.gettext("Candidate pairs in {word}").format(word=visible(word)),
            "after": t.gettext("The text after step {k}").format(k=number(k)),
            "rows": [row(candidate, state.chosen, t) for candidate in found],
            "current": [i for i, each in enumerate(shown.word_indices) if each == which],
        }
        if len(state.candidates) > ROWS:
            result["more"] = t.gettext("The first {shown} of {all}.").format(
                shown=number(ROWS), all=number(len(state.candidates))
            )
    result["announce"] = announcement(k, shown.last, str(result["why"]), t)
    return result


def equation(state: WordState, t: Translation) -> Record:
    """The equation: the merge that applies, or a sentence if none does.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> state = shown.walks[0][1][0]
    >>> equation(state, Translation())
    {'parts': [['u', 0], '+', ['g', 0], '→', ['ug', 8, 'made']]}
    """
    if state.chosen is None:
        if state.reason == "whole":
            return {"parts": [[*chip(state.tokens[0]), "made"]]}
        return {"rest": t.gettext("No merge applies")}
    left, right = state.chosen.left, state.chosen.right
    return {"parts": [chip(left), "+", chip(right), "→", [*chip(left + right), "made"]]}


def row(each: Candidate, chosen: Candidate | None, t: Translation) -> list[object]:
    """A row of the candidates: [cells, mark].

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> state = shown.walks[0][1][0]
    >>> row(state.candidates[0], state.chosen, Translation())
    [[[['u', 0], '+', ['g', 0]], '1', '2–3', 'applied'], 'chosen']
    """
    label, mark = {
        "passed": (t.gettext("turn passed"), "gone"),
        "dropped": (t.gettext("dropped"), "gone"),
        "open": (t.gettext("waiting"), ""),
    }[each.state]
    if each is chosen:
        label, mark = t.gettext("applied"), "chosen"
    cells = [
        [chip(each.left), "+", chip(each.right)],
        number(each.rank),
        f"{each.start + 1}–{each.end}",
        label,
    ]
    return [cells, mark]

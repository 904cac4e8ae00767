"""Sentences that explain a step of Viterbi: the equation, its facts, why a piece wins.

Here, k is the step of Viterbi: 0 for the whole lattice, then the positions, then the backtrace.
"""

from math import exp

from bpe import unigram
from bpe.unigram import Candidate, Position
from pages.stage.record import sentences
from pages.stage.table_types import Equation, Fact, MarkedChip, Part, TableRow
from pages.stage.tokens import chip, listing, number, probability, quoted, unknown_chip
from pages.translations.language import Translation
from pages.unigram.word import Word

NAMED = 3  # pieces named in a sentence
MAX_COUNTED = 10_000  # segmentations of a word whose ties are counted


def title(shown: Word, k: int, t: Translation) -> str:
    """The title of the table of candidates.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> title(shown, 0, Translation()), title(shown, 4, Translation())
    ('Position 0', 'Backtracking')
    """
    if k <= len(shown.text):
        return t.gettext("Position {position}").format(position=number(k))
    return t.gettext("Backtracking")


def equation(shown: Word, k: int, t: Translation) -> Equation:
    """The equation, or a sentence.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> equation(shown, 1, Translation())
    {'parts': [Chip(text='h', number=0), '=', '0.071429']}
    """
    end = len(shown.text)
    if not k:
        return {"rest": t.gettext("Every piece at every position")}
    if k > end:
        tokens = [each.arc.piece for each in reversed(shown.backtrace[: k - end])]
        parts: list[Part] = [] if k == shown.viterbi_steps else ["…"]
        parts += [chip(token, shown.numbers) for token in tokens]
        if k == shown.viterbi_steps and shown.lattice.best:
            parts += ["=", probability(shown.lattice.best.probability)]
        return {"parts": parts}
    best = shown.lattice.best_at[k - 1]
    if best is None and k == end:
        return {"parts": [unknown_chip()]}
    if best is None:
        return {"rest": t.gettext("No segmentation ends here")}
    signs: list[Part] = []
    for token in best.tokens:
        signs += ["×"] * bool(signs) + [chip(token, shown.numbers)]
    return {"parts": [*signs, "=", probability(best.probability)]}


def facts(shown: Word, k: int, t: Translation) -> list[Fact]:
    """The facts next to the equation.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> facts(shown, 3, Translation())[0]
    Fact(text='3 pieces end here', class_name='count')
    """
    position = position_of(shown, k)
    if not position or k == shown.viterbi_steps > len(shown.text):
        return last_facts(shown, t) if k else []
    if k > len(shown.text):
        found = k - len(shown.text)
        path = t.ngettext("{count} piece so far", "{count} pieces so far", found)
        return [Fact(path.format(count=number(found)), "count")]
    count = len(position.candidates)
    ends = t.ngettext("{count} piece ends here", "{count} pieces end here", count)
    result = [Fact(ends.format(count=number(count)), "count")]
    if position.tied > 1:
        tied = t.ngettext("{count}-way tie", "{count}-way tie", position.tied)
        result.append(Fact(tied.format(count=number(position.tied)), "tie"))
    return result


def last_facts(shown: Word, t: Translation) -> list[Fact]:
    """The facts next to the final segmentation.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> last_facts(shown, Translation())[0]
    Fact(text='1 token', class_name='count')
    """
    best = shown.lattice.best
    if best is None:
        return []
    size = len(best.tokens)
    tokens = t.ngettext("{count} token", "{count} tokens", size).format(count=number(size))
    return [Fact(tokens, "count")]


def position_of(shown: Word, k: int) -> Position | None:
    """The position of step k; during the backtrace, the end of the current piece.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> position_of(shown, 2).end
    2
    """
    if not k:
        return None
    end = len(shown.text)
    position = k if k <= end else shown.backtrace[k - end - 1].arc.end
    return shown.lattice.positions[position - 1]


def candidate_row(
    shown: Word, each: Candidate, is_chosen: bool, winner: Candidate | None, t: Translation
) -> TableRow:
    """A row of the candidates.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> each = shown.lattice.positions[0].candidates[0]
    >>> candidate_row(shown, each, True, each, Translation())[1]
    'chosen'
    """
    before = shown.lattice.best_at[each.arc.start - 1] if each.arc.start else None
    tied = winner is not None and unigram.equal(each.total, winner.total)
    mark = "chosen" if is_chosen else "tied" if tied else ""
    tokens = before.tokens if before else ()
    segmentation: list[Part] = [chip(token, shown.numbers) for token in tokens]
    segmentation.append(MarkedChip(*chip(each.arc.piece, shown.numbers), "made"))
    if mark == "tied":
        segmentation.append(t.gettext("tied"))
    return TableRow([segmentation, write_product(shown, each)], mark)


def write_product(shown: Word, each: Candidate) -> str:
    """The product that a candidate is compared by: the best so far, times the piece.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> write_product(shown, shown.lattice.positions[1].candidates[1])
    '0.071429 × 0.171429 = 0.012245'
    """
    own = probability(exp(each.arc.log_probability)) if each.arc.known else "?"
    total = probability(exp(each.total - shown.model.origin))
    before = shown.lattice.best_at[each.arc.start - 1] if each.arc.start else None
    return f"{probability(before.probability)} × {own} = {total}" if before else total


def path_to(shown: Word, each: Candidate) -> str:
    r"""The best segmentation up to a candidate's piece, and the piece, in a sentence.

    >>> from pages.state.defaults import defaults
    >>> shown = Word.after(defaults("hug").train_unigram(), "hug", 0)
    >>> path_to(shown, shown.lattice.positions[1].candidates[1])
    '\u2068h\u2069 \u2068u\u2069'
    """
    before = shown.lattice.best_at[each.arc.start - 1] if each.arc.start else None
    return " ".join(map(quoted, (*(before.tokens if before else ()), each.arc.piece)))


def why(shown: Word, k: int, t: Translation) -> str:
    r"""Why this piece wins, or the explanation of the step.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> why(shown, 1, Translation())
    '\u2068h\u2069 is the only piece that ends here.'
    """
    position = position_of(shown, k)
    if position and k <= len(shown.text):
        return why_here(shown, position, t)
    if not k:
        return start(shown, t)
    return why_back(shown, k, t)


def start(shown: Word, t: Translation) -> str:
    """The explanation of step 0.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> start(shown, Translation()).split(". ")[1]
    'There are 6 arcs'
    """
    arcs = len(shown.lattice.arcs)
    return t.ngettext(
        "Each arc is a piece (a Unigram token) at its position in the word. There is {arcs} arc. "
        "A path from position 0 to the last position is a segmentation. Its probability is the "
        "product of the probabilities of its pieces.",
        "Each arc is a piece (a Unigram token) at its position in the word. There are {arcs} "
        "arcs. A path from position 0 to the last position is a segmentation. Its probability is "
        "the product of the probabilities of its pieces.",
        arcs,
    ).format(arcs=number(arcs))


def why_here(shown: Word, position: Position, t: Translation) -> str:
    """Why this piece wins at a position.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> why_here(shown, shown.lattice.positions[0], Translation())[-30:]
    'the only piece that ends here.'
    """
    winner = position.winner
    if winner is None and position.end == len(shown.text):
        text = t.gettext(
            "No segmentation reaches the end, because no piece covers {characters}. So the whole "
            "word becomes the unknown token [UNK]."
        )
        covered = {i for arc in shown.lattice.arcs for i in range(arc.start, arc.end)}
        missing = dict.fromkeys(c for i, c in enumerate(shown.text) if i not in covered)
        return text.format(characters=listing([quoted(each) for each in missing], t))
    if winner is None:
        character = shown.text[position.end - 1]
        if any(character in piece for piece in shown.model.ids):
            return t.gettext("No segmentation ends here: there is an unknown character before.")
        return t.gettext(
            "No piece of the vocabulary ends here, so no segmentation ends here either. "
            "{character} is unknown."
        ).format(character=quoted(character))
    others = [each for each in position.candidates if each is not winner]
    values = {
        "piece": quoted(winner.arc.piece),
        "value": probability(exp(winner.total - shown.model.origin)),
        "place": number(winner.arc.start),
    }
    if not winner.arc.known:
        return t.gettext(
            "{piece} is not in the vocabulary. An unknown character has a much lower probability "
            "than any piece."
        ).format(**values)
    if position.reason == "only":
        only = t.gettext("{piece} is the only piece that ends here.").format(**values)
        if not winner.arc.start:
            return only
        on = t.gettext("It goes on from the best path to position {place}: {product}.")
        product = write_product(shown, winner)
        return sentences(only, on.format(place=values["place"], product=product), t)
    if position.reason == "best":
        second = max(others, key=lambda each: each.total)
        return t.gettext("{best} is the most probable: {product}. Next is {other}: {less}.").format(
            best=path_to(shown, winner),
            product=write_product(shown, winner),
            other=path_to(shown, second),
            less=write_product(shown, second),
        )
    tied = [each for each in others if unigram.equal(each.total, winner.total)]
    values["paths"] = listing([path_to(shown, each) for each in [winner, *tied][:NAMED]], t)
    if position.reason == "rounding":
        return t.gettext(
            "{paths} are equally good: each gives {value}. Their sums of logarithms differ only "
            "in the last digit, because of rounding. {piece} has the largest sum."
        ).format(**values)
    return t.gettext(
        "{paths} are equally good: each gives {value}. The longest piece is tried first, so "
        "{piece} was found first."
    ).format(**values)


def why_back(shown: Word, k: int, t: Translation) -> str:
    """The explanation of a backtrace step.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train_unigram()
    >>> shown = Word.after(run, "hug", 0)
    >>> why_back(shown, shown.viterbi_steps, Translation()).split(". ")[1]
    'Take this piece and go back to its start, position 0'
    """
    winner = shown.backtrace[k - len(shown.text) - 1]
    sentence = t.gettext(
        "The best path to position {end} ends with {piece}. Take this piece and go back to its "
        "start, position {start}."
    ).format(
        end=number(winner.arc.end), piece=quoted(winner.arc.piece), start=number(winner.arc.start)
    )
    best = shown.lattice.best
    if k < shown.viterbi_steps or best is None:
        return sentence
    if shown.lattice.count >= MAX_COUNTED:
        end = t.gettext("The start of the word is reached. No other segmentation is better.")
        return sentences(sentence, end, t)
    ties = sum(1 for _ in shown.lattice.ties())
    if ties > 1:
        end = t.ngettext(
            "The start of the word is reached. {ties} other segmentation is equally good.",
            "The start of the word is reached. {ties} other segmentations are equally good.",
            ties - 1,
        ).format(ties=number(ties - 1))
    else:
        end = t.gettext("The start of the word is reached, so this is the best segmentation.")
    return sentences(sentence, end, t)

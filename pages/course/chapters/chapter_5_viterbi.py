"""The second half of chapter 5: Viterbi, position by position."""

from dataclasses import replace

from pages.course.parts import PICK, STEP, Part, ask, ask_class
from pages.course.unigram_tasks import (
    MIDDLE,
    WORDS,
    best_segmentation,
    compared,
    largest_wins,
    last_step_open,
    lattice,
    lattice_place,
    long_word,
    product,
    two_alternatives,
    unigram_run,
    value,
)
from pages.practice.unigram_mistakes import format_tokens
from pages.stage.question import Mistake, Question
from pages.stage.tokens import listing, quoted
from pages.translations.language import Translation
from pages.unigram.word import Word as LatticeWord


def viterbi(t: Translation, lang: str) -> tuple[Part, ...]:
    """The parts about Viterbi's algorithm.

    >>> [part.name for part in viterbi(Translation(), "en")][-1]
    'viterbi-back'
    """
    parts = second_position, middle_position, why_forget, last_position, back
    return tuple(make(t, lang) for make in parts)


def candidates(lang: str, position: int) -> list[tuple[str, ...]]:
    """The segmentations that Viterbi compares at a position of the word.

    >>> candidates("en", 2)
    [('re',), ('r', 'e')]
    """
    arcs = [each.arc for each in lattice(lang, long_word(lang)).positions[position - 1].candidates]
    return [(*best_until(lang, arc.start), arc.piece) for arc in arcs]


def best_until(lang: str, position: int) -> tuple[str, ...]:
    """The best segmentation of the word up to a position.

    >>> best_until("en", 4)
    ('re', 'st')
    """
    best = lattice(lang, long_word(lang)[:position]).best
    return best.tokens if best else ()


def fill_in(lang: str, position: int, hint: str, t: Translation) -> Question:
    """The task to fill in a row of Viterbi's table.

    >>> fill_in("en", 2, "", Translation()).answers
    (('re',),)
    """
    prompt = t.gettext(
        "Fill in row {position} of the table: type the best segmentation up to position "
        "{position}, with spaces between pieces."
    ).format(position=position)
    task = best_segmentation(lang, long_word(lang)[:position], prompt, hint, t)
    found = candidates(lang, position)
    last = t.gettext("{piece} is only the last piece. Write all pieces up to position {position}.")
    only_last = (
        Mistake("", tokens[-1:], last.format(piece=quoted(tokens[-1]), position=position))
        for tokens in found
        if len(tokens) > 1
    )
    return replace(task, worked=largest_wins(lang, found, t), known=(*task.known, *only_last))


def second_position(t: Translation, lang: str) -> Part:
    """Find the best segmentation up to position 2.

    >>> second_position(Translation(), "ko").task.answers
    (('대학',),)
    """
    word, short = long_word(lang), WORDS[lang].other
    found = list(lattice(lang, short).segmentations())
    hint = t.gettext(
        "One candidate is a single number. The other is a product of two numbers below 1."
    )
    return Part(
        name="viterbi-start",
        title=t.gettext("Viterbi: one position after another"),
        text=t.gettext(
            "Viterbi’s algorithm goes through {word} from left to right. At each position, "
            "it keeps only the best segmentation up to there: a row of the table.\n"
            "Up to position {first}, there is only {tokens}. At position {second}, two pieces end, "
            "so there are two segmentations to compare."
        ).format(word=quoted(word), first=1, tokens=quoted(word[0]), second=2),
        example=t.gettext("In {word}, compare:\n{products}.\nSo the best one is {tokens}.").format(
            word=quoted(short),
            products=compared(lang, [each.tokens for each in found], t),
            tokens=format_tokens(found[0].tokens),
        ),
        place=lattice_place(lang, word, 1),
        task=fill_in(lang, 2, hint, t),
        marks=("lattice",),
        hides=("result",),
        after=lattice_place(lang, word, 2).step,
    )


def middle_position(t: Translation, lang: str) -> Part:
    """Find the best segmentation up to a position in the middle.

    >>> middle_position(Translation(), "en").task.answers
    (('re', 'st'),)
    """
    arcs = [each.arc for each in lattice(lang, long_word(lang)).positions[MIDDLE - 1].candidates]
    products = {
        t.gettext("{piece} after {tokens}").format(
            piece=quoted(arc.piece), tokens=format_tokens(best_until(lang, arc.start))
        ): " × ".join((value(lang, best_until(lang, arc.start)), product(lang, (arc.piece,))))
        for arc in reversed(arcs)
    }
    word, hint = (
        long_word(lang),
        t.gettext("Compare these: {starts}.").format(starts=t.gettext("; ").join(products)),
    )
    return Part(
        name="viterbi-middle",
        title=t.gettext("Continue the best so far"),
        text=t.gettext(
            "Row {row} is now filled in, with {tokens}. At position {position}, two pieces end. "
            "Each of them continues the best segmentation up to its own start, which is already "
            "in the table.\n"
            "So one product of two numbers is enough for each piece."
        ).format(
            row=MIDDLE - 1,
            tokens=format_tokens(best_until(lang, MIDDLE - 1)),
            position=MIDDLE,
        ),
        example=last_step_open(products, t),
        place=lattice_place(lang, word, MIDDLE - 1),
        task=fill_in(lang, MIDDLE, hint, t),
        marks=("lattice",),
        hides=("result",),
        after=lattice_place(lang, word, MIDDLE).step,
    )


def why_forget(t: Translation, lang: str) -> Part:
    """Say why a worse segmentation up to a position never wins.

    >>> len(why_forget(Translation(), "en").task.choices)
    4
    """
    word, best = long_word(lang), best_until(lang, MIDDLE)
    (forgotten,) = (each for each in candidates(lang, MIDDLE) if each != best)
    rest = lattice(lang, word[MIDDLE:]).best
    assert rest
    more, fewer = two_alternatives(lang, WORDS[lang].more)
    right = t.gettext("Both go on with the same pieces, so both are multiplied by the same number.")
    return Part(
        name="why-forget",
        title=t.gettext("Why it may forget"),
        text=t.gettext(
            "At position {position}, Viterbi’s algorithm keeps {best} and forgets {forgotten}.\n"
            "The word is not finished yet. But whatever comes next, the forgotten one cannot win."
        ).format(position=MIDDLE, best=format_tokens(best), forgotten=format_tokens(forgotten)),
        place=lattice_place(lang, word, MIDDLE),
        task=ask(
            prompt=t.gettext("Why can the forgotten one never win?"),
            hint=t.gettext("Continue both with {tokens}. What happens to each product?").format(
                tokens=format_tokens(rest.tokens)
            ),
            worked=t.gettext(
                "{forgotten} has {less}, and {best} has {value}. Every continuation multiplies "
                "both by the same number, so the smaller product stays smaller."
            ).format(
                forgotten=format_tokens(forgotten),
                less=value(lang, forgotten),
                best=format_tokens(best),
                value=value(lang, best),
            ),
            reasons={
                t.gettext("It cannot be continued."): t.gettext(
                    "It can, for example as {tokens}. But {other} is more probable."
                ).format(
                    tokens=format_tokens((*forgotten, *rest.tokens)),
                    other=format_tokens((*best, *rest.tokens)),
                ),
                t.gettext("The segmentation with fewer pieces always wins."): t.gettext(
                    "Not always: {more} is better than {fewer}. The products decide."
                ).format(more=format_tokens(more), fewer=format_tokens(fewer)),
                right: "",
                t.gettext("Its probability is 0."): t.gettext(
                    "It is {value}, which is small, but not 0."
                ).format(value=value(lang, forgotten)),
            },
        ),
        marks=("lattice",),
        hides=("result",),
    )


def last_position(t: Translation, lang: str) -> Part:
    """Choose the piece that wins at the last position.

    >>> last_position(Translation(), "en").task.answer
    'token start'
    """
    word = long_word(lang)
    end, found = len(word), lattice(lang, word)
    position = found.positions[end - 1]
    assert position.winner
    winner = position.winner.arc.piece
    ending = [each.arc.piece for each in position.candidates]
    compare = candidates(lang, end)
    best = best_until(lang, end)
    mistakes = {
        f"token {arc.piece}": t.gettext("{piece} does not end at position {position}.").format(
            piece=quoted(arc.piece), position=end
        )
        for arc in found.arcs
    }
    for tokens in compare:
        mistakes[f"token {tokens[-1]}"] = t.gettext(
            "{tokens} has the probability {value}. Another candidate has a higher probability."
        ).format(tokens=format_tokens(tokens), value=value(lang, tokens))
    del mistakes[f"token {winner}"]
    done = t.gettext("{tokens} has the probability {value}. No other product is larger.").format(
        tokens=format_tokens(best), value=value(lang, best)
    )
    return Part(
        name="viterbi-end",
        title=t.gettext("The last position"),
        text=t.gettext(
            "These pieces end at position {position}: {pieces}.\n"
            "Each of them continues the best segmentation up to its start. The largest product "
            "wins."
        ).format(position=end, pieces=listing([quoted(piece) for piece in sorted(ending)], t)),
        place=lattice_place(lang, word, end - 1),
        task=ask(
            prompt=t.gettext(
                "In the lattice, choose the piece that wins at position {position}."
            ).format(position=end),
            form=PICK,
            hint=t.gettext(
                "Where does each of these pieces start? Take the best segmentation up "
                "to there, and multiply."
            ),
            worked=largest_wins(lang, compare, t),
            done=done,
            reasons=mistakes,
            hint_marks=tuple(f"token {piece}" for piece in ending),
            answers=(f"token {winner}",),
        ),
        marks=("lattice",),
        hides=("result",),
        after=lattice_place(lang, word, end).step,
        in_class=ask_class(
            t.gettext("Which piece wins at position {position}?").format(position=end),
            {piece: mistakes.get(f"token {piece}", "") for piece in sorted(ending)},
            done,
        ),
    )


def back(t: Translation, lang: str) -> Part:
    """Go back along the best path.

    >>> back(Translation(), "en").task.answer
    '12'
    """
    run, text = unigram_run(lang), long_word(lang)
    word, best = LatticeWord.after(run, text, len(run.rounds)), best_until(lang, len(text))
    return Part(
        name="viterbi-back",
        title=t.gettext("Back to the start"),
        text=t.gettext(
            "The table shows whole segmentations, so that you can read them. The algorithm stores "
            "only the last piece of each row.\n"
            "So it goes back from the end: it takes the piece that is stored there, and jumps to "
            "the start of this piece, until it is at position 0. This is called backtracking."
        ),
        place=lattice_place(lang, text, len(text)),
        task=ask(
            prompt=t.gettext("Step forward until the path has come back to position 0."),
            form=STEP,
            hint=t.gettext("Each step goes back by one piece. Go on until the last step."),
            worked=t.gettext(
                "Step {step} is the last one. The best segmentation is {tokens}."
            ).format(step=word.last, tokens=format_tokens(best)),
            done=t.gettext("The best segmentation is {tokens}: {product} = {value}.").format(
                tokens=format_tokens(best), product=product(lang, best), value=value(lang, best)
            ),
            hint_marks=("transport",),
            answers=(str(word.last),),
        ),
        marks=("transport", "lattice"),
        in_class=first_jump(lang, t),
    )


def first_jump(lang: str, t: Translation) -> Question:
    """What a class is asked: to which position the way back jumps first.

    >>> first_jump("en", Translation()).right
    [1]
    """
    word = long_word(lang)
    *before, last = best_until(lang, len(word))
    end, start = len(word), len(word) - len(last)
    assert 0 < start < end - 1
    values = {"piece": quoted(last), "end": end, "start": start}
    return ask_class(
        t.gettext(
            "The way back begins at position {end}. The piece {piece} is stored there. To which "
            "position does it jump?"
        ).format(**values),
        {
            "0": t.gettext("Not yet: {tokens} is before {piece}, and has to be found too.").format(
                **values, tokens=format_tokens(tuple(before))
            ),
            str(start): "",
            str(end - 1): t.gettext(
                "That is the position before. But {piece} has {n} characters."
            ).format(**values, n=len(last)),
        },
        t.gettext("{piece} goes from position {start} to {end}.").format(**values),
    )

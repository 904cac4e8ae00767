"""Any of our questions as an item: a choice, a number, tokens, a text, or else an essay."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from pages.course.learning_platform.forms import SHORTER, of_tokens
from pages.course.learning_platform.item import Item, Option, Wrong, is_short, value_of
from pages.practice.answers import ROUNDED
from pages.practice.expressions import evaluate
from pages.stage.question import Question, written
from pages.translations.language import Translation

Tokens = tuple[str, ...]
Read = Callable[[object], Tokens | None]  # the tokens of an answer, if it is made of tokens
NUMBERS, TEXTS = ("number",), ("text",)


def tokens_of(answer: object) -> Tokens | None:
    """The tokens of an answer, which can be a text with spaces between them.

    >>> tokens_of(("un", "hug")), tokens_of("h ug s")
    (('un', 'hug'), ('h', 'ug', 's'))
    """
    return answer if isinstance(answer, tuple) else tuple(written(answer).split(" "))


def item_of(question: Question, item: Item, t: Translation, read: Read = tokens_of) -> Item:
    """A question as an item.

    item: with its name, title, prompt, what it is about, and how to type an answer. read: the
    tokens of an answer; None if a platform cannot have it typed.

    >>> asked = Question(prompt="Go on?", worked="Why not?")
    >>> item_of(asked, Item(name="q", title="Q", kind="essay", prompt="Go on?"), Translation()).kind
    'essay'
    """
    item = replace(item, hint=question.hint, worked=question.worked)
    if question.choices:
        return replace(item, kind="choice", help="", options=options_of(question))
    if question.kind in NUMBERS:
        return with_numbers(question, item, t)
    if question.kind in TEXTS:
        forms = tuple(map(written, question.answers))
        return replace(item, kind="text", forms=forms, is_exact=False)
    right = [tokens for tokens in map(read, question.answers) if tokens]
    if question.kind == "word" or not right:
        return replace(item, kind="essay")
    wrong = [
        Wrong(of_tokens(tokens, SHORTER), each.reason)
        for each in question.known
        if each.reason and (tokens := read(each.answer))
    ]
    forms = tuple(form for tokens in right for form in of_tokens(tokens))
    return replace(item, kind="text", forms=forms, wrong=without(forms, wrong))


def options_of(question: Question) -> tuple[Option, ...]:
    """The choices of a question. A content is a text, or texts and tokens with their numbers."""
    return tuple(
        Option(
            content
            if isinstance(content, str)
            else "".join(each if isinstance(each, str) else each[0] for each in content),
            is_right,
            why,
        )
        for content, is_right, why in question.choices
    )


def with_numbers(question: Question, item: Item, t: Translation) -> Item:
    """An item whose answer is a number. One that cannot be typed exactly can be rounded.

    >>> asked = Question(prompt="How much?", answers=("1/3",))
    >>> blank = Item(name="q", title="Q", kind="essay", prompt="How much?")
    >>> with_numbers(asked, blank, Translation()).tolerance
    0.005
    """
    forms = tuple(map(written, question.answers))
    exact = question.form is not None and not question.form.tolerance
    exact = exact and all(is_short(value_of(form)) for form in forms)
    is_whole = all(value_of(form).denominator == 1 for form in forms) and exact
    wrong = [
        Wrong((form,), each.reason)
        for each in question.known
        if each.reason and evaluate(form := written(each.answer)) is not None
    ]
    return replace(
        item,
        kind="number",
        help=t.gettext("Type a whole number.")
        if is_whole
        else t.gettext("Type a decimal number with at least three significant digits."),
        forms=forms,
        tolerance=0.0 if exact else ROUNDED,
        wrong=without(forms, wrong, value_of),
    )


def without(
    right: Tokens, wrong: Sequence[Wrong], same: Callable[[str], str | Fraction] = str
) -> tuple[Wrong, ...]:
    """Known mistakes without the forms of right answers, and of mistakes before them.

    >>> without(("u+g",), [Wrong(("u+g", "u g"), "No."), Wrong(("u g",), "No!")])
    (Wrong(forms=('u g',), feedback='No.'),)
    """
    seen: set[str | Fraction] = set(map(same, right))
    found = []
    for each in wrong:
        forms = tuple(form for form in each.forms if same(form) not in seen)
        seen.update(map(same, forms))
        if forms:
            found.append(replace(each, forms=forms))
    return tuple(found)

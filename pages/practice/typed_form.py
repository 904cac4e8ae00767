"""What all forms of typed answers have: help, and how the page shows what is typed."""

from pages.stage.messages import Message, message
from pages.stage.question import Form, Question
from pages.stage.record import sentences
from pages.stage.tokens import isolated, visible
from pages.translations.language import Translation

SHOWN = 200  # maximum length of a typed answer in the feedback


class Typed(Form):
    """A form whose answer can be typed.

    separator: between clicked tokens in an answer; None if clicking gives no answer. options: what
    can be chosen by a letter. is_long: whether an answer needs several lines.
    """

    separator: str | None = None
    options: tuple[object, ...] = ()
    is_long = False

    def help(self, text: str, t: Translation, *, clicks: bool = True) -> str:
        """How to type or click an answer. text: how to type. clicks: whether it can be clicked."""
        return text

    def unreadable(self, typed: str) -> Message:
        """Why an answer can't be read. {hint}: how to type it."""
        if not typed.strip():
            return message("Give an answer first.")
        return message("This answer can't be read. Expected: {hint}.")

    def described(self, typed: str, question: Question) -> str:
        """A typed answer as the page shows it, with visible characters."""
        return isolated(" ".join(map(visible, typed.split()))[:SHOWN])


class Clickable(Typed):
    """A form of tokens, which can also be clicked."""

    @property
    def mark(self) -> str:
        """The character that stands for a space in tokens, or ""."""
        return ""

    @property
    def signs(self) -> frozenset[str]:
        """The characters of the question that are not marks."""
        return frozenset()

    def help(self, text: str, t: Translation, *, clicks: bool = True) -> str:
        """See `Typed`."""
        has_tip = self.mark and "_" not in self.signs
        if not clicks:
            typed = t.gettext("{hint}. You can type _ instead of {mark}.") if has_tip else "{hint}"
            return typed.format(hint=text, mark=self.mark)
        text = t.gettext("{hint}. You can also choose the tokens.").format(hint=text)
        if has_tip:
            tip = t.gettext("You can type _ instead of {mark}.").format(mark=self.mark)
            text = sentences(text, tip, t)
        return text

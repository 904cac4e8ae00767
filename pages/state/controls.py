"""The controls of settings: their widget keys, and the values that they show."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from pages.state import widgets
from pages.state.settings import FIELDS, OPTIONS, Settings


def value_of(name: str, settings: Settings) -> Any:
    """The value that a control shows. name: of a setting, or option_{an option of the encoding}.

    >>> value_of("vocab", Settings()), value_of("option_rules", Settings())
    (50, False)
    """
    if name == "corpus":
        return settings.corpus.listed
    if name.startswith("option_"):
        return name.removeprefix("option_") in settings.encoding.options
    return settings.get(name)


@dataclass(slots=True)
class Controls:
    """The controls of a session, by name: the URL parameter of the setting.

    versions: by name, how often a control got a new key. labels: by name, the labels of the
    options of a control, if those depend on other settings. uploads: how often files were taken.
    """

    versions: Counter[str] = field(default_factory=Counter)
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    uploads: int = 0

    def key(self, name: str, lang: str, before: int = 0) -> str:
        """The widget key of a control.

        before: 0 for the current key, 1 for the one before, and so on.

        >>> Controls().key("vocab", "en")
        'choose_vocab_en'
        """
        version = self.versions[name] - before
        return f"choose_{name}_{lang}" + (f"_{version}" if version else "")

    def value_or(self, name: str, lang: str, default: object) -> Any:
        """The value that a control shows, or the default if Streamlit doesn't know one."""
        return widgets.value_or(self.key(name, lang), default)

    def entered_or(self, name: str, lang: str, default: object) -> Any:
        """The value that a reader has entered, also if the control has just got a new key."""
        entered = widgets.value_or(self.key(name, lang, before=1), default)
        return self.value_or(name, lang, entered)

    def correct(self, name: str, lang: str, value: object) -> None:
        """Replace the value that a reader has just entered; the control keeps its key."""
        widgets.set_value(self.key(name, lang), value)

    def set(
        self, name: str, lang: str, value: object, labels: tuple[str, ...] | None = None
    ) -> str:
        """Make a control show a value, and return its key. Call it only if the control is drawn.

        Streamlit doesn't send the browser a value that was set while the control wasn't drawn.
        If the control shows another value or other labels, it gets a new key, so the browser draws
        a new control: a message that is on its way carries the old value, and under the old key
        that would count as a change. labels: those of its options, if they depend on other
        settings.
        """
        has_new_labels = labels is not None and self.labels.setdefault(name, labels) != labels
        if labels is not None:
            self.labels[name] = labels
        if has_new_labels or self.value_or(name, lang, value) != value:
            self.renew(name, lang)
        key = self.key(name, lang)
        if not widgets.has_value(key):
            widgets.set_value(key, value)
        return key

    def show(self, settings: Settings) -> None:
        """Make all controls show these settings. Call it before the controls are drawn."""
        for name in (*FIELDS, *(f"option_{each}" for each in OPTIONS)):
            value = value_of(name, settings)
            if self.value_or(name, settings.lang, value) != value:
                self.renew(name, settings.lang)

    def renew(self, name: str, lang: str) -> None:
        """Give a control a new key."""
        widgets.forget(self.key(name, lang, before=1))
        self.versions[name] += 1

    def upload_key(self, field: str) -> str:
        """The widget key of an upload field.

        >>> Controls().upload_key("files")
        'files_0'
        """
        return f"{field}_{self.uploads}"

    def empty_uploads(self) -> None:
        """Give the upload fields new keys, so the browser draws empty ones."""
        self.uploads += 1

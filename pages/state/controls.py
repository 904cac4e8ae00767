"""The controls of settings: their widget keys, and the values that they show."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from pages.state import widgets
from pages.state.settings import Settings


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

    versions: how often a control got a new key. drawn: the value of its setting when it was drawn,
    or what the reader has entered since. labels: those of its options, if they depend on other
    settings. uploads: how often files were taken.
    """

    versions: Counter[str] = field(default_factory=Counter)
    drawn: dict[str, object] = field(default_factory=dict)
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    uploads: int = 0

    def key(self, name: str, lang: str) -> str:
        """The widget key of a control.

        >>> Controls().key("vocab", "en")
        'choose_vocab_en'
        """
        version = self.versions[name]
        return f"choose_{name}_{lang}" + (f"_{version}" if version else "")

    def draw(
        self, name: str, settings: Settings, value: object, labels: tuple[str, ...] = ()
    ) -> str:
        """The key of a control that is about to be drawn and must show a value.

        Streamlit doesn't send the browser a value that was set while the control wasn't drawn.
        If the control shows another value or other labels, it gets a new key, so the browser draws
        a new control: a message that is on its way carries the old value, and under the old key
        that would count as a change.
        """
        key = self.key(name, settings.lang)
        if self.labels.get(name, labels) != labels or widgets.value(key, value) != value:
            widgets.forget(key)
            self.versions[name] += 1
            key = self.key(name, settings.lang)
        self.labels[name], self.drawn[name] = labels, value_of(name, settings)
        if widgets.value(key) is None:
            widgets.set_value(key, value)
        return key

    def entered(self, name: str, lang: str, now: object) -> Any:
        """What a reader has entered; the setting's value now if something else has changed it."""
        if self.drawn.get(name, now) != now:
            return now
        value = widgets.value(self.key(name, lang), now)
        if isinstance(value, str):
            value = value.replace("\r\n", "\n")
        self.drawn[name] = value
        return value

    def correct(self, name: str, lang: str, value: object) -> None:
        """Replace the value that a reader has just entered; the control keeps its key."""
        widgets.set_value(self.key(name, lang), value)
        self.drawn[name] = value

    def upload_key(self, field: str) -> str:
        """The widget key of an upload field, until files are taken: then an empty one is drawn.

        >>> Controls().upload_key("files")
        'files_0'
        """
        return f"{field}_{self.uploads}"

"""The widget keys of the controls of settings, and the values that the controls show."""

from collections import Counter
from dataclasses import dataclass, field

import streamlit as st

from pages.state.settings import FIELDS, OPTIONS, Settings


@dataclass(slots=True)
class ControlKeys:
    """The widget keys of a session's controls.

    versions: by the name of a control, how often it got a new key. labels: by the name of a
    control, the labels of its options, if those depend on other settings.
    """

    versions: Counter[str] = field(default_factory=Counter)
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def key(self, name: str, lang: str, before: int = 0) -> str:
        """The widget key of a control, by the URL parameter of its setting.

        before: 0 for the current key, 1 for the one before, and so on.

        >>> ControlKeys().key("vocab", "en")
        'choose_vocab_en'
        """
        version = self.versions[name] - before
        return f"choose_{name}_{lang}" + (f"_{version}" if version else "")

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
        if has_new_labels or st.session_state.get(self.key(name, lang), value) != value:
            self.renew(name, lang)
        key = self.key(name, lang)
        if key not in st.session_state:
            st.session_state[key] = value
        return key

    def show(self, settings: Settings) -> None:
        """Make all controls show these settings. Call it before the controls are drawn."""
        values = {name: settings.get(name) for name in FIELDS}
        values["corpus"] = settings.corpus.listed
        values |= {f"option_{name}": name in settings.encoding.options for name in OPTIONS}
        for name, value in values.items():
            if st.session_state.get(self.key(name, settings.lang), value) != value:
                self.renew(name, settings.lang)

    def renew(self, name: str, lang: str) -> None:
        """Give a control a new key."""
        st.session_state.pop(self.key(name, lang, before=1), None)
        self.versions[name] += 1

"""Streamlit's widgets, by key: the only module that reads and sets their values.

A control is the widget of a setting. The setting is what counts: a control is drawn with its value,
and its callback takes what was entered.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from pages.state import session
from pages.state.settings import Settings


def has_value(key: str) -> bool:
    """Whether Streamlit knows a value of a widget, drawn or not."""
    return key in st.session_state


def value(key: str, default: object = None) -> Any:
    """The value of a widget, or the default if Streamlit doesn't know one."""
    return st.session_state.get(key, default)


def sent(component: str, name: str) -> Any:
    """What a component has sent under a name.

    None if the reader went to another page in the same moment: Streamlit calls the callback, but
    has forgotten the component of the old page.
    """
    return getattr(value(component), name, None)


def text(key: str) -> str:
    """The text in a field; empty if Streamlit doesn't know one."""
    return str(value(key) or "")


def set_value(key: str, new: object) -> None:
    """Make a widget show a value. Call it before the widget is drawn."""
    st.session_state[key] = new


def show_again(key: str, last: str) -> None:
    """Make a widget show its last value before it is drawn, if Streamlit has forgotten it.

    Streamlit forgets the values of widgets that are not drawn for a while. last: empty if none.
    """
    if last and not has_value(key):
        set_value(key, last)


def keep(key: str) -> None:
    """Keep the value of a widget that was drawn, if the script is about to open another page.

    `st.switch_page` forgets the values of all widgets, but the browser still shows them.
    """
    if has_value(key):
        set_value(key, value(key))


@dataclass(slots=True)
class Controls:
    """What a session remembers of its controls, by name: the URL parameter of the setting.

    versions: how often a control got a new key. settings: its setting when it was drawn, or what
    the reader has entered since. labels: those of its options, if they depend on other settings.
    uploads: how often files were taken.
    """

    versions: Counter[str] = field(default_factory=Counter)
    settings: dict[str, object] = field(default_factory=dict)
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    uploads: int = 0

    def key(self, name: str, lang: str) -> str:
        """The key of a control, in a language: one that is kept would keep its old labels."""
        version = self.versions[name]
        return f"choose_{name}_{lang}" + (f"_{version}" if version else "")


def controls() -> Controls:
    """What this session remembers of its controls."""
    found: Controls = st.session_state.setdefault("controls", Controls())
    return found


def value_of(name: str, settings: Settings) -> Any:
    """The value of a control's setting. name: also option_{an option of the encoding},
    pattern_of_{a compared tokenizer}, or price_of_{one}.

    >>> value_of("vocab", Settings()), value_of("option_rules", Settings())
    (50, False)
    """
    if name == "corpus":
        return settings.corpus.listed
    if name.startswith("option_"):
        return name.removeprefix("option_") in settings.encoding.options
    if name.startswith("pattern_of_"):
        return settings.comparison.pattern_of(name.removeprefix("pattern_of_"))
    if name.startswith("price_of_"):
        return settings.comparison.price_of(name.removeprefix("price_of_"))
    return settings.get(name)


def key_for(name: str, settings: Settings, shown: object, labels: tuple[str, ...] = ()) -> str:
    """The key of a control that is about to be drawn and must show a value.

    Streamlit doesn't send the browser a value that was set while the control wasn't drawn. If the
    control shows another value or other labels, it gets a new key, so the browser draws a new
    control: a message that is on its way carries the old value, and under the old key that would
    count as a change.
    """
    its = controls()
    key = its.key(name, settings.lang)
    if its.labels.get(name, labels) != labels or value(key, shown) != shown:
        st.session_state.pop(key, None)
        its.versions[name] += 1
        key = its.key(name, settings.lang)
    its.labels[name], its.settings[name] = labels, value_of(name, settings)
    if not has_value(key):
        set_value(key, shown)
    return key


def entered(name: str, lang: str) -> Any:
    """What a reader has entered in a control, in its callback.

    Two changes can come in one message, and the callback of the other one may have been called
    before. If it has changed this setting, the setting counts: for example a text, and the example
    that was tapped right after it.
    """
    its, now = controls(), value_of(name, session.settings())
    if its.settings.get(name, now) != now:
        return now
    new = value(its.key(name, lang), now)
    if isinstance(new, str):
        new = new.replace("\r\n", "\n")
    its.settings[name] = new
    return new


def correct(name: str, lang: str, new: object) -> None:
    """Replace the value that a reader has just entered; the control keeps its key."""
    set_value(controls().key(name, lang), new)
    controls().settings[name] = new


def upload_key(name: str) -> str:
    """The key of an upload field. Once files are taken, it is another one, of an empty field."""
    return f"{name}_{controls().uploads}"

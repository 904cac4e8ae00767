"""Streamlit's options that the app needs, also where a host or another configuration sets others.

Streamlit takes an option from its default, a `config.toml` in one of three folders, the environment
and the command line. `install` overrules all of them for the options in NEEDED. The rest, such as
the port, the address and `server.baseUrlPath`, belongs to whoever runs the app. The file
`.streamlit/config.toml` has only what `streamlit run` reads before it imports the app.
"""

from functools import cache
from typing import Any

from streamlit import config
from streamlit.config_option import ConfigOption

THEME: dict[str, dict[str, str]] = {
    "light": {
        "primaryColor": "#4338ca",
        "backgroundColor": "#ffffff",
        "secondaryBackgroundColor": "#f3f4f8",
        "textColor": "#1c2233",
    },
    "dark": {
        "primaryColor": "#818cf8",
        "backgroundColor": "#12151d",
        "secondaryBackgroundColor": "#1c212c",
        "textColor": "#e9ebf2",
    },
}
NEEDED: dict[str, Any] = {
    # One run of a session at a time, see `script_runs`.
    "runner.fastReruns": False,
    "runner.postScriptGC": False,
    "runner.magicEnabled": False,
    "runner.enforceSerializableSessionState": False,
    # A control has its value in the session and as its default, see `settings.choices.default_of`.
    "global.disableWidgetStateDuplicationWarning": True,
    # The files of the app do not change while it runs, and nobody edits them in the browser.
    "server.fileWatcherType": "none",
    "server.runOnSave": False,
    "server.allowRunOnSave": False,
    "server.enableStaticServing": False,
    # Streamlit's other ways to run a session, which no limit of ours counts.
    "server.enableAgentApi": False,
    "server.scriptHealthCheckEnabled": False,
    # `origins` rejects writes of other sites without a cookie, which browsers block in frames.
    "server.enableXsrfProtection": False,
    "server.enableCORS": True,
    # No page around ours may steer it by messages: by default, any page of some hosts may.
    "client.allowedOrigins": [],
    "server.maxMessageSize": 50,
    # What a browser may send in one message, in MB: its largest is a pasted text (MAX_PASTED).
    "server.maxWidgetStateSize": 1,
    # A learner sees a sentence of ours, and no menu or link for programmers.
    "client.showErrorDetails": "none",
    "client.showErrorLinks": False,
    "client.toolbarMode": "minimal",
    "client.showSidebarNavigation": True,
    "ui.hideTopBar": False,
    # No request to another host, and no text of a learner in the log.
    "browser.gatherUsageStats": False,
    "logger.enableRich": False,
    "theme.paddingTop": "0.5rem",
    "theme.paddingBottom": "1rem",
    "theme.baseFontSize": 16,
    **{f"theme.{scheme}.{key}": color for scheme in THEME for key, color in THEME[scheme].items()},
}
# What a host may set otherwise.
DEFAULTS: dict[str, Any] = {
    "server.maxUploadSize": 20,  # MB
    # Without it, Streamlit in headless mode asks an external host for its address. The page itself
    # shows the address for a class: "Share with a class".
    "browser.serverAddress": "localhost",
}
DEFINED_BY = "Merge by Merge"


@cache
def install() -> None:
    """Set the options, now and each time that Streamlit reads its configuration again.

    >>> install()
    >>> config.get_option("runner.fastReruns"), config.get_option("client.toolbarMode")
    (False, 'minimal')
    """
    config.on_config_parsed(apply, force_connect=True, lock=True)
    apply()


def apply() -> None:
    """Set the options. Those of the theme that the app does not need become Streamlit's own."""
    for key in config.get_config_options():
        if key.startswith("theme.") and key not in NEEDED:
            config.set_option(key, None, ConfigOption.DEFAULT_DEFINITION)
    for key, value in NEEDED.items():
        config.set_option(key, value, DEFINED_BY)
    for key, value in DEFAULTS.items():
        if not config.is_manually_set(key):
            config.set_option(key, value, DEFINED_BY)

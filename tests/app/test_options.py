"""Streamlit's options: which of them are ours, and which are the host's."""

from collections.abc import Iterator

import pytest
from streamlit import config

from pages.hosting import options
from tests.support.servers import HOSTILE, configured

OURS = {**options.NEEDED, **options.DEFAULTS}
BEFORE_THE_APP = {"server.fileWatcherType", "server.showEmailPrompt", "browser.serverAddress"}


@pytest.fixture
def read_again() -> Iterator[None]:
    yield
    config.get_config_options(force_reparse=True)


def test_options_hold_when_streamlit_reads_its_configuration_again(read_again):
    """It does so when somebody changes a config.toml while the server runs."""
    assert {key for key in HOSTILE if not key.startswith("theme")} <= set(options.NEEDED)
    config.get_config_options(force_reparse=True, options_from_flags=HOSTILE)
    assert {key: config.get_option(key) for key in OURS} == OURS
    assert config.get_option("theme.primaryColor") is None


def test_host_decides_the_rest(read_again):
    theirs = {"server.maxUploadSize": 5, "server.port": 9000, "server.baseUrlPath": "teaching"}
    config.get_config_options(force_reparse=True, options_from_flags=theirs)
    assert {key: config.get_option(key) for key in theirs} == theirs


def test_file_has_only_what_the_code_cannot_set():
    early = configured()
    assert set(early) == BEFORE_THE_APP
    assert {key: OURS[key] for key in early if key in OURS}.items() <= early.items()

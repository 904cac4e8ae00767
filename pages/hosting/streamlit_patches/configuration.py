"""Where Streamlit looks for the configuration of the app."""

from pathlib import Path

from streamlit import config

from pages.hosting.streamlit_patches.improvements import expect, improvement

APP = Path(__file__).parents[3] / "app.py"


# Without it, uvicorn started in another folder does not read the config.toml next to app.py.
@improvement("the app's config.toml read also under uvicorn", written_for="1.67")
def find_configuration() -> None:
    """Say where the app is, as `streamlit run` does. Streamlit would take the script for it."""
    expect(hasattr(config, "_main_script_path"), "the configuration knows the main script")
    config._main_script_path = config._main_script_path or str(APP)

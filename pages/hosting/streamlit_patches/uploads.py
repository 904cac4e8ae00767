"""The uploads that Streamlit has in memory: what limits count, and what a page no longer needs."""

from typing import Any

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pages.hosting.streamlit_patches.improvements import OFF, expect, improvement, names_in

COUNTED = "uploads in memory counted and released"


# Without it, an upload stays as long as its session, and only uploads in progress are limited.
@improvement(COUNTED, written_for="1.67")
def check_uploads() -> None:
    """Check that uploads are where we look for them."""
    from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager as Manager

    expect("file_storage" in names_in(Manager.__init__), "uploads are in `file_storage`")
    expect(hasattr(Manager, "remove_file"), "an upload can be removed")


def bytes_in_memory(session: str | None = None) -> int:
    """Return the size of the uploads that Streamlit has in memory, of one session or of all."""
    if COUNTED in OFF:
        return 0
    manager: Any = runtime.get_instance().uploaded_file_mgr
    stored = manager.file_storage
    sessions = list(stored.values()) if session is None else [stored.get(session, {})]
    return sum(len(file.data) for files in sessions for file in list(files.values()))


def release_uploads(files: list[UploadedFile]) -> None:
    """Delete uploads from Streamlit's memory; otherwise they stay as long as their session."""
    context = get_script_run_ctx()
    if context is None or COUNTED in OFF:
        return
    manager: Any = context.uploaded_file_mgr
    for file in files:
        manager.remove_file(context.session_id, file.file_id)

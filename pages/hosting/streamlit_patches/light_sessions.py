"""Sessions of Streamlit without an event loop for their scripts: no page of ours uses one."""

import asyncio
from typing import Any

from pages.hosting.streamlit_patches.improvements import expect, improvement, names_in, replace

# All that Streamlit uses when it closes the loop of a session. `NoEventLoop` answers to it.
CLOSING = {"is_closed", "is_running", "run_until_complete", "shutdown_asyncgens", "close"}
CLOSING |= {"shutdown_default_executor", "asyncio", "all_tasks", "cancel", "gather"}
CLOSING |= {"get_running_loop", "RuntimeError", "_LOGGER", "warning"}


class NoEventLoop(asyncio.AbstractEventLoop):
    """An event loop that cannot run anything, for scripts that use none.

    >>> NoEventLoop().is_running()
    False
    """

    closed = False

    def is_running(self) -> bool:
        """Return False."""
        return False

    def is_closed(self) -> bool:
        """Whether it was closed."""
        return self.closed

    def close(self) -> None:
        """Mark the loop as closed."""
        self.closed = True

    def run_until_complete(self, future: Any) -> Any:
        """Run nothing: Streamlit only calls it to clean up."""
        future.close()

    async def shutdown_asyncgens(self) -> None:
        """Do nothing, because there are no generators."""

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:
        """Do nothing, because there is no executor."""


# Without it, a session opens 4 files instead of 1, and 3 of them for two minutes after its end.
@improvement("sessions without open files of their own", written_for="1.67")
def use_light_sessions() -> None:
    """Make Streamlit create sessions without an event loop, also the two minutes after the end."""
    from streamlit.runtime import app_session, websocket_session_manager

    class LightSession(app_session.AppSession):
        """A session without an event loop for its script."""

        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self._script_event_loop.close()
            self._script_event_loop = NoEventLoop()  # type: ignore[abstract]

    makes = names_in(app_session.AppSession.__init__)
    expect({"new_event_loop", "_script_event_loop"} <= makes, "a session makes an event loop")
    unknown = names_in(app_session._close_script_event_loop) - CLOSING
    expect(not unknown, f"closing it calls nothing else ({', '.join(sorted(unknown))})")
    user = "WebsocketSessionManager.connect_session"
    replace(websocket_session_manager, "AppSession", LightSession, user)

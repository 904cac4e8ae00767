"""The files that the process may open: each connection needs one."""

import asyncio
from typing import Any

from streamlit.runtime import websocket_session_manager
from streamlit.runtime.app_session import AppSession

WANTED = 65_536
RESERVED = 128  # for modules, workers, kept texts and the log
WITHOUT_LIMIT = 1_000_000

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]


def raise_limit() -> None:
    """Raise the limit on open files as far as the system allows it, or to WANTED."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    for limit in (wanted, 10_240):  # macOS reports no limit, but allows only so many
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, limit), hard))
        except (ValueError, OSError):
            continue
        return


def free_descriptors() -> int:
    """Return how many files there are for connections.

    >>> free_descriptors() > 0
    True
    """
    if resource is None:
        return WITHOUT_LIMIT
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return WITHOUT_LIMIT if soft == resource.RLIM_INFINITY else max(16, soft - RESERVED)


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


class LightSession(AppSession):
    """A session of Streamlit without an event loop for its script.

    The loop takes three open files, also for two minutes after the reader left. No page uses it.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._script_event_loop.close()
        self._script_event_loop = NoEventLoop()  # type: ignore[abstract]


def use_light_sessions() -> None:
    """Make Streamlit create sessions that need no open files."""
    websocket_session_manager.AppSession = LightSession  # type: ignore[attr-defined]

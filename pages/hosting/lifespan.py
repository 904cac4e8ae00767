"""What happens when the server starts and stops: limits, and the cleanup that signals skip."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from pages.hosting import descriptors, errors, log_limits, protocols, stop_signals
from pages.resources import machine
from pages.storage import file_store


@asynccontextmanager
async def lifespan(app: Any) -> AsyncIterator[None]:
    """Prepare the process for clients; at the end, delete what readers have uploaded."""
    machine.limit_arenas()
    descriptors.raise_limit()
    protocols.install()
    errors.install()
    log_limits.install()
    file_store.sweep()
    stop_signals.before_exit(file_store.close)
    stop_signals.install()
    try:
        yield
    finally:
        file_store.close()

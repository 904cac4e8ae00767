"""A temporary folder that is deleted when its process ends, at the latest by the next process.

The process locks the folder. The system releases the lock however the process ends, so a folder
without a lock is one that nobody uses.
"""

import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # on Windows, folders of killed processes stay
    fcntl = None  # type: ignore[assignment]

PREFIX = "merge-by-merge-texts-"
YOUNG = 60  # seconds; a folder may be this old before its process locks it


class TemporaryFolder:
    """A new temporary folder. Raises OSError if it cannot be created.

    >>> with_texts = TemporaryFolder()
    >>> with_texts.path.is_dir(), is_abandoned(with_texts.path)
    (True, False)
    >>> with_texts.delete()
    >>> with_texts.path.exists()
    False
    """

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        self._lock = lock(self.path)

    def ensure(self) -> None:
        """Create the folder again if the system has cleaned it up."""
        if not self.path.is_dir():
            self.path.mkdir(0o700)
            self._unlock()
            self._lock = lock(self.path)

    def delete(self) -> None:
        """Delete the folder and its files."""
        shutil.rmtree(self.path, ignore_errors=True)
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def lock(path: Path) -> int | None:
    """Lock a folder. Return the file descriptor of the lock; None if another process has it."""
    if fcntl is None:
        return None
    descriptor = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def is_abandoned(path: Path) -> bool:
    """Whether a folder belongs to this user, and no process uses it."""
    if fcntl is None or path.is_symlink() or path.stat().st_uid != os.getuid():
        return False
    if time.time() - path.stat().st_mtime < YOUNG and not any(path.iterdir()):
        return False  # its process may be about to lock it
    descriptor = lock(path)
    if descriptor is None:
        return False
    os.close(descriptor)
    return True


def sweep() -> None:
    """Delete the folders that processes have left because they were killed."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            if is_abandoned(path):
                shutil.rmtree(path, ignore_errors=True)

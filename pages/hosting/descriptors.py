"""The files that the process may open: each connection needs one."""

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

"""Someone who watches a training, and may stop it."""

from collections.abc import Callable
from dataclasses import dataclass

from bpe.unigram.history import Progress


@dataclass(frozen=True, slots=True)
class Watcher:
    """Passes progress on. The caller's function stops the training by returning False.

    What it raises goes through, and there is no run then.
    """

    tell: Callable[[Progress], object] | None = None

    def goes_on(self, progress: Progress) -> bool:
        """Whether to go on after telling how far the training is."""
        return self.tell is None or self.tell(progress) is not False

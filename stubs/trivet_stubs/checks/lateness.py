"""How late a server shows what it has stored: for how long a check waits for a change, or watches that there is none.

A check that waits for a change and one that watches for none need the same time. If the first waited longer, a server
that stores a refused write late would pass the second.
"""

from collections.abc import Iterator

LEAST = 3.2
"""The least seconds of a wait: as long as it takes to see a write that a replica shows a second or two later."""

LONGEST = 10.0
"""The most seconds that a first write is waited for, to learn how late the server is."""

MARGIN = 2.0
"""A wait is the lateness of the slowest write times this: the next write may be slower."""

_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 1.6


class Lateness:
    """The largest delay between a write and the first answer that shows it.

    >>> lateness = Lateness()
    >>> lateness.observe(4.0)
    >>> lateness.wait
    8.0

    Args:
        wait: The seconds to wait, in place of those that follow from the observed writes.

    Attributes:
        is_fixed: Whether `wait` was given, so that no write has to be observed.
    """

    def __init__(self, wait: float | None = None) -> None:
        if wait is not None and not wait >= 0:
            raise ValueError(f"settle: {wait} is less than 0")
        self.is_fixed: bool = wait is not None
        self._fixed = wait
        self._largest = 0.0

    @property
    def wait(self) -> float:
        """The seconds after which a change that was not seen counts as one that does not come."""
        return max(LEAST, MARGIN * self._largest) if self._fixed is None else self._fixed

    def observe(self, seconds: float) -> None:
        """Note that a write was seen so many seconds after the first look for it."""
        self._largest = max(self._largest, seconds)


def pauses(seconds: float) -> Iterator[float]:
    """Yield the pauses between looks, which become longer, for so many seconds in all.

    >>> list(pauses(0.5))
    [0.05, 0.1, 0.2, 0.15]
    """
    pause = _FIRST_PAUSE
    while seconds > 0:
        yield min(pause, seconds)
        seconds = round(seconds - pause, 6)
        pause = min(2 * pause, _LONGEST_PAUSE)

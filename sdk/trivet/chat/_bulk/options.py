"""How a bulk client runs its jobs: how fast, what it reports, and when it stops."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeAlias

from attrs import field, frozen

from ..._concurrency.functions import resolve
from ..._core import check
from ..._core.settings import LEAST_PER_SECOND
from .row import Progress

Reading: TypeAlias = Callable[[str, int, int], object]
"""Called while rows are read, before the first is changed, with the step, the number done in it, and the number of all.

The steps are `pages`, which counts the users on the pages of the list, `searches`, which counts email addresses, and
`look-ups`, which counts rows.

>>> Bulk(chat, reading=lambda step, done, total: print(step, f"{done} of {total}"))
"""


def _without_slash(base_url: Any) -> Any:
    """Return a base URL as clients have it; a value that is not text is refused later."""
    return base_url.rstrip("/") if isinstance(base_url, str) else base_url


def _stripped(own: Any) -> Any:
    """Return an account without blanks around it; a value that is not text is refused later."""
    return own.strip() if isinstance(own, str) else own


@frozen
class JobOptions:
    """The arguments of a bulk client that all of its jobs share.

    Attributes:
        concurrency: The number of rows in flight at the same time.
        rate: How many rows are begun a second, at even intervals; None for no limit.
        progress: Called after each outcome; an error that it raises stops the job.
        retry_failed: Whether a resumed job sends the rows again that the service refused.
        max_failures: How many rows may fail or stay unknown before the job stops; None for any number.
        verify: Whether every row is looked up at the end.
        moved_from: The base URL in the journal, if the service has another one now.
        reading: Called while rows are read; an error that it raises stops the job.
        own: The id or the email address of the account that runs the jobs; None if it is not given.
    """

    concurrency: int = 8
    rate: float | None = None
    progress: Progress | None = None
    retry_failed: bool = False
    max_failures: int | None = None
    verify: bool = False
    moved_from: str | None = field(default=None, converter=_without_slash)
    reading: Reading | None = None
    own: str | None = field(default=None, converter=_stripped)
    _lock: threading.Lock = field(factory=threading.Lock, init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        """Check the values.

        Raises:
            InvalidArgumentError: One breaks a rule.
        """
        check.integer("concurrency", self.concurrency, minimum=1)
        if self.rate is not None:
            check.number("rate", self.rate, minimum=LEAST_PER_SECOND)
        check.function("progress", self.progress)
        check.boolean("retry_failed", self.retry_failed)
        if self.max_failures is not None:
            check.integer("max_failures", self.max_failures, minimum=1)
        check.boolean("verify", self.verify)
        if self.moved_from is not None:
            check.text("moved_from", self.moved_from)
        check.function("reading", self.reading)
        if isinstance(self.own, str) and "@" in self.own:
            check.text("own", self.own)
        elif self.own is not None:
            check.uuid("own", self.own)

    def call_reading(self, step: str, done: int, total: int) -> None:
        """Call `reading`, one call at a time.

        >>> options.call_reading("pages", 500, 3000)
        """
        if self.reading is not None:
            with self._lock:
                resolve(self.reading(step, done, total))

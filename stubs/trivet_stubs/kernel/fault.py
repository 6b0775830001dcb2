"""One fault: which requests it is for, and what goes wrong with their answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from trivet_stubs.kernel.distortion import Distortion


@dataclass(slots=True, kw_only=True, eq=False)
class Trigger:
    """The requests that a fault is for, and how many of them it still waits for."""

    target: str | None
    """An operation's id or a path; None for any request."""
    times: int | None
    after: int
    probability: float | None
    seed: int
    _random: Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    def concerns(self, operation: str | None, path: str) -> bool:
        """Whether a request is one of those that this fault is for."""
        if self.target is None or self.target in (operation, path):
            return True
        return self.target.startswith("/") and self.target.endswith("/") and path.startswith(self.target)

    def draw(self) -> bool:
        """Whether this request is affected, if the order of requests alone decides: those before `after` are not."""
        if self.after:
            self.after -= 1
            return False
        return self.probability is None or self._random.random() < self.probability


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherAnswer:
    """An answer in place of the service's, or headers for it."""

    status: int | None
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(repr=False)
    content_type: str

    @property
    def replaces(self) -> bool:
        """Whether the service's own answer is replaced, and not only its headers."""
        return self.status is not None or self.body is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Where an answer ends before it is complete; None for never."""

    drop: bool = False
    """Before anything is sent."""
    bytes: int | None = None
    """After so many bytes of the body."""
    events: int | None = None
    """After so many events of an event stream."""
    mid_frame: bool = False
    """In the middle of the event after those."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """What a client waits for before its answer."""

    delay: float = 0.0
    hang: bool = False


@dataclass(slots=True, kw_only=True, eq=False)
class Fault:
    """A fault, composed of what triggers it and what it does."""

    id: int
    trigger: Trigger
    answer: OtherAnswer
    cut: Cut
    wait: Wait
    distortion: Distortion | None
    struck: int = 0
    """How many requests it has affected."""
    era: int = field(default=0, repr=False)
    """How often all faults had been removed when it was added."""

    def describe(self) -> dict[str, Any]:
        """The fault as JSON values, without what is not set.

        >>> stub.faults.add("stops.list", status=503).describe()
        {'id': 1, 'operation': 'stops.list', 'times': 1, 'after': 0, 'struck': 0, 'status': 503}
        """
        body = self.answer.body
        known: dict[str, Any] = {
            "status": self.answer.status,
            "headers": dict(self.answer.headers) or None,
            "body": None if body is None else body.decode("utf-8", "replace"),
            "content_type": None if body is None else self.answer.content_type,
            "drop": self.cut.drop or None,
            "cut_after": self.cut.bytes,
            "after_events": self.cut.events,
            "mid_frame": self.cut.mid_frame or None,
            "delay": self.wait.delay or None,
            "hang": self.wait.hang or None,
            "probability": self.trigger.probability,
            "seed": None if self.trigger.probability is None else self.trigger.seed,
            **({} if self.distortion is None else self.distortion.describe()),
        }
        return {
            "id": self.id,
            "operation": self.trigger.target,
            "times": self.trigger.times,
            "after": self.trigger.after,
            "struck": self.struck,
            **{name: value for name, value in known.items() if value is not None},
        }

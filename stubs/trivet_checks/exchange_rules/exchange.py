"""One exchange as a rule looks at it, and the functions that look."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, cast

JSON = "application/json"
Json = dict[str, Any]
Looks = Iterator[str]
"""What the looks at an exchange show, one for each: nothing (an empty text) if it keeps the rule, else the fault."""

WRONG_INPUT = (400, 422)
"""The statuses with which servers refuse an input."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A request and its answer, taken apart."""

    operation: str
    """The operation; empty for a path or a method that the contract does not have."""
    status: int
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    """The headers of the answer by their names in lower case."""
    answer: Any = None
    """The JSON of the answer; None if it has none."""
    text: str = field(default="", repr=False)
    """An answer that is text and not JSON."""
    size: int = 0
    """The bytes of the body of the answer: JSON that is `null` is a body, too."""
    method: str = "GET"
    path: str = ""
    """The path of a request without an operation."""
    arguments: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """The values of the parameters in the path."""
    query: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    request_headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    sent: Any = field(default=None, repr=False)
    """The JSON of the request; None if it has no body."""
    fault: str | None = None
    """The keyword of the spec that the request breaks; empty if it keeps the spec, None if that is not known."""
    alone: bool = True
    """Whether no write of another request was under way meanwhile."""
    began: float = 0.0
    """When the request came, in seconds of a clock that never goes back."""
    answered: float = 0.0
    """When the head of the answer came."""

    @property
    def ok(self) -> bool:
        """Whether the answer is a success."""
        return 200 <= self.status < 300

    @property
    def refused(self) -> bool:
        """Whether the answer is a refusal."""
        return 400 <= self.status < 500

    @property
    def has_body(self) -> bool:
        """Whether the answer has a body."""
        return bool(self.size or self.text) or self.answer is not None

    @property
    def media_type(self) -> str:
        """The media type of the answer, without its parameters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def record(self) -> Json:
        """The answer if it is an object, else an empty one."""
        value: Any = self.answer
        return cast(Json, value) if isinstance(value, dict) else {}

    @property
    def body(self) -> Json:
        """The body of the request if it is an object, else an empty one."""
        value: Any = self.sent
        return cast(Json, value) if isinstance(value, dict) else {}

    def rows(self, name: str) -> list[Json]:
        """The objects in an array of the answer."""
        value: Any = self.record.get(name)
        rows = cast(Sequence[Any], value) if isinstance(value, list) else ()
        return [row for row in rows if isinstance(row, dict)]


@dataclass(frozen=True, slots=True)
class AnswerRule:
    """A rule that one exchange shows.

    >>> [*arrivals_echo_the_stop(Exchange(operation="arrivals.get", status=200, query=..., answer=...))]
    ['']
    """

    rule: str
    """The id of the rule."""
    operations: frozenset[str]
    """The operations whose exchanges show it; empty for all."""
    looks: Callable[[Exchange], Looks]
    judges_inputs: bool = False
    """Whether it looks at wrong inputs that the server has taken, too, and allows some of them."""

    def __call__(self, exchange: Exchange) -> Looks:
        """Look at an exchange."""
        return self.looks(exchange)


def shown_by_one(
    rule: str, *operations: str, judges_inputs: bool = False
) -> Callable[[Callable[[Exchange], Looks]], AnswerRule]:
    """Make a rule that one exchange shows of a function that looks at an exchange.

    Args:
        rule: The id of the rule.
        operations: The operations whose exchanges show it; by default all, and what is no operation.
        judges_inputs: Whether it looks at wrong inputs that the server has taken, too, and allows some of them.
    """

    def decorate(function: Callable[[Exchange], Looks]) -> AnswerRule:
        return AnswerRule(rule, frozenset(operations), function, judges_inputs)

    return decorate


def unless(condition: bool, fault: str) -> str:
    """One look: nothing if a condition is true, else the fault."""
    return "" if condition else fault


def moment(value: object) -> datetime | None:
    """A time of a record, or None; servers write one time in several ways, which texts do not compare as they are."""
    try:
        time = datetime.fromisoformat(cast(str, value))
    except (TypeError, ValueError):
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def falling(rows: list[Json], *names: str) -> Looks:
    """Look whether the times of rows do not grow, by any of some fields: one that is missing in a row shows nothing."""
    for before, after in pairwise(rows):
        pairs = [(moment(before.get(name)), moment(after.get(name))) for name in names]
        known = [(first, second) for first, second in pairs if first is not None and second is not None]
        if known:
            yield unless(
                any(first >= second for first, second in known),
                f"{after.get(names[0])} is after {before.get(names[0])}",
            )

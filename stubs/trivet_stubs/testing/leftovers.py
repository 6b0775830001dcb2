"""What is left of a stub when its test ends: requests that mean no operation, and faults that affected no request."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Literal, cast

if TYPE_CHECKING:
    from trivet_stubs.kernel.faults import Fault
    from trivet_stubs.kernel.messages import LoggedRequest
    from trivet_stubs.stub import Stub

Choice = Literal["error", "ignore"]
_CHOICES = ("error", "ignore")
_MAX_LISTED = 5
_MAX_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Strictness:
    """What makes a test fail when it ends.

    Args:
        unknown_requests: Requests that the stub refused because the contract has no such path, or no such method of it.
        unused_faults: Faults that wait for their first request.

    Raises:
        ValueError: A value is neither `error` nor `ignore`.
    """

    unknown_requests: Choice = "error"
    unused_faults: Choice = "ignore"

    def __post_init__(self) -> None:
        for name, value in (("unknown_requests", self.unknown_requests), ("unused_faults", self.unused_faults)):
            if value not in _CHOICES:
                raise ValueError(f"{name}: {value!r} is neither 'error' nor 'ignore'")

    def evolve(self, changes: Mapping[str, Any]) -> "Strictness":
        """A copy with other values.

        >>> Strictness().evolve({"unused_faults": "error"})

        Raises:
            ValueError: A name or a value is not one of these.
        """
        if unknown := changes.keys() - {"unknown_requests", "unused_faults"}:
            raise ValueError(f"{', '.join(sorted(unknown))}: not one of unknown_requests and unused_faults")
        return Strictness(
            unknown_requests=cast(Choice, changes.get("unknown_requests", self.unknown_requests)),
            unused_faults=cast(Choice, changes.get("unused_faults", self.unused_faults)),
        )


def leftovers(name: str, stub: "Stub", strictness: Strictness) -> Iterator[str]:
    """Yield what makes a test fail that has used a stub.

    Args:
        name: The name of the fixture.
        stub: The stub.
        strictness: What makes the test fail.
    """
    if strictness.unknown_requests == "error":
        unknown = Counter(_described(each, stub) for each in stub.requests if each.unknown)
        if unknown:
            yield f"{name} got requests that are no operation of the contract:\n{_listed(unknown)}"
    if strictness.unused_faults == "error":
        unused = Counter(map(_shown_fault, stub.faults.unused))
        if unused:
            yield f"{name} has faults that affected no request:\n{_listed(unused)}"


def _described(request: "LoggedRequest", stub: "Stub") -> str:
    shown = f"{request.method} {request.path[:_MAX_SHOWN]!r} ({request.status})"
    paths = {each.path for each in stub.contract.operations.values()}
    near = get_close_matches(request.path[:_MAX_SHOWN], paths - {request.path}, 1, 0.8)
    return f"{shown}; the contract has {near[0]}" if near else shown


def _shown_fault(fault: "Fault") -> str:
    """A fault by its arguments, less the requests that have passed: `stops.list status=503 times=2`."""
    arguments = {**fault.describe(), "after": fault.trigger.after or None, "id": None, "struck": None}
    target = str(arguments.pop("operation") or "any request")
    if arguments["times"] == 1:
        del arguments["times"]
    words = [
        f"{name}={str(value)[:_MAX_SHOWN]!r}" if isinstance(value, str) else f"{name}={value}"
        for name, value in arguments.items()
        if value is not None or name == "times"
    ]
    return " ".join([target, *words])


def _listed(counts: Counter[str]) -> str:
    lines = [f"  {text}" + (f", {count} times" if count > 1 else "") for text, count in counts.items()]
    more = len(lines) - _MAX_LISTED
    return "\n".join([*lines[:_MAX_LISTED], *([f"  and {more} more"] if more > 0 else [])])

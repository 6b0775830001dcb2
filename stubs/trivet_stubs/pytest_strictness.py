"""Why the pytest plugin fails a test or a run, without pytest: leftovers of a stub, rules not exercised."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, Literal, cast

from trivet_stubs._generated.names import SERVICES
from trivet_stubs.kernel.rule_catalogue import load

if TYPE_CHECKING:
    from trivet_stubs.kernel.faults import Fault
    from trivet_stubs.kernel.messages import LoggedRequest
    from trivet_stubs.stub import Stub

Choice = Literal["error", "ignore"]
_CHOICES = ("error", "ignore")
_MAX_LISTED = 5
_MAX_SHOWN = 100


class ExercisedRules:
    """How often each rule was exercised.

    >>> exercised = ExercisedRules(["chat.shares.*"])
    >>> exercised.add(stub.requests.rules_exercised())
    >>> exercised.missing()
    ['chat.shares.only-the-owner-shares', 'chat.shares.only-the-sharer-revokes']

    Args:
        required: Patterns of the ids of rules that must be exercised. Rules by which no stub refuses do not count.

    Raises:
        ValueError: A pattern matches no rule that a stub refuses by.
    """

    def __init__(self, required: Sequence[str] = ()) -> None:
        self.counts: Counter[str] = Counter()
        """The counts by the ids of the rules."""
        self._refusing = {service: [rule.id for rule in load(service).values() if rule.refused] for service in SERVICES}
        self._required: list[str] = []
        for pattern in required:
            matching = [rule_id for ids in self._refusing.values() for rule_id in ids if fnmatchcase(rule_id, pattern)]
            if not matching:
                raise ValueError(f"{pattern!r} matches no rule by which a stub refuses a request")
            self._required += matching

    def add(self, counts: Mapping[str, int]) -> None:
        """Add the counts of a stub, or of another process."""
        self.counts.update(counts)

    def missing(self) -> list[str]:
        """The required rules that were not exercised, sorted."""
        return sorted({rule_id for rule_id in self._required if not self.counts[rule_id]})

    def lines(self, *, verbose: bool = False) -> Iterator[str]:
        """Yield the lines of a report: for each service with exercised rules, or for all if no rule was exercised.

        Args:
            verbose: Whether to name the rules that were not exercised, too.
        """
        for service, ids in self._refusing.items():
            exercised = [rule_id for rule_id in ids if self.counts[rule_id]]
            others = sorted(
                rule_id for rule_id in self.counts if rule_id.startswith(f"{service}.") and rule_id not in ids
            )
            if self.counts and not exercised and not others:
                continue
            yield f"{service}: {len(exercised)} of {len(ids)} rules by which the stub refuses requests"
            yield from (f"  {self.counts[rule_id]:5}  {rule_id}" for rule_id in [*exercised, *others])
            if verbose:
                yield from (f"      -  {rule_id}" for rule_id in ids if not self.counts[rule_id])


@dataclass(frozen=True, slots=True)
class Strictness:
    """The leftovers of a stub that make a test fail when it ends.

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
    """Yield a line for each kind of leftovers in a stub that makes the test fail.

    Args:
        name: The name of the fixture.
        stub: The stub.
        strictness: The leftovers that make the test fail.
    """
    if strictness.unknown_requests == "error":
        unknown = Counter(_described(request, stub) for request in stub.requests if request.unknown)
        if unknown:
            yield f"{name} got requests without an operation in the contract:\n{_listed(unknown)}"
    if strictness.unused_faults == "error":
        unused = Counter(map(_shown_fault, stub.faults.unused))
        if unused:
            yield f"{name} has faults that affected no request:\n{_listed(unused)}"


def _described(request: "LoggedRequest", stub: "Stub") -> str:
    text = f"{request.method} {request.path[:_MAX_SHOWN]!r} ({request.status})"
    paths = {operation.path for operation in stub.contract.operations.values()}
    near = get_close_matches(request.path[:_MAX_SHOWN], paths - {request.path}, 1, 0.8)
    return f"{text}; the contract has {near[0]}" if near else text


def _shown_fault(fault: "Fault") -> str:
    """A fault by its arguments, without the number of affected requests: `stops.list status=503 times=2`."""
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

"""The exchange that shows a fault, and the exceptions of a check that carry it."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb


@dataclass(frozen=True, slots=True)
class Evidence:
    """The exchange that shows that a rule is broken."""

    __module__ = "trivet_checks"

    request: str
    """The request as a curl command; its credentials are names of environment variables."""
    answer: str
    """The status and the beginning of the body; values that may be secrets are left out."""
    operation: str = ""
    """The operation that was called; empty for a request that means none."""


_PACKAGE = Path(__file__).parents[1]
_CALLER = "suite.py"
"""The module that calls the function of a check."""
WHOLE = "an answer"
"""In place of the field that cannot be read, where it is not known which one it is."""


@dataclass(frozen=True, slots=True)
class Need:
    """A request that had to succeed, and did not: one of several rules may have needed it."""

    operation: str
    """The operation; empty for a path that the contract does not have."""
    said: str
    """How it ended: `is refused with 422`."""
    status: int | None = None
    """The status; None if there was no answer."""
    inputs: frozenset[str] = frozenset()
    """The inputs of the request, and its caller: `limit=100`, `title`, `the caller admin`."""


class Broken(AssertionError):
    """The server breaks a rule; `evidence` is the exchange that shows it, if it is one exchange.

    Args:
        message: The difference from the rule.
        evidence: The exchange.
        operation: The operation that has not succeeded, if one has not. If it succeeds nowhere else, it is the cause,
            and the rule was not tried.
        had_to_succeed: Whether it had to succeed, rather than to be refused in another way.
        need: The request that had to succeed, in place of `operation` and `had_to_succeed`.
        follows: The ids of rules without which this one cannot be kept: if one of them is broken, this one was not
            tried.
        reports: What is wrong in the form of the answer, too, if it is the same fault: `the status`.
        status: The status of the answer, if it is another one than the rule says.
    """

    __module__ = "trivet_checks"

    def __init__(
        self,
        message: str,
        evidence: Evidence | None = None,
        operation: str = "",
        *,
        had_to_succeed: bool = False,
        need: Need | None = None,
        follows: Collection[str] = (),
        reports: str = "",
        status: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status: int | None = status if need is None else need.status
        self.reports = reports
        self.evidence = evidence
        self.need: Need | None = Need(operation, message) if had_to_succeed and need is None else need
        self.operation: str = operation if self.need is None else self.need.operation
        self.follows = follows

    @property
    def had_to_succeed(self) -> bool:
        """Whether the operation had to succeed.

        >>> Broken("the answer is 422 and not a success", operation="stops.list", had_to_succeed=True).had_to_succeed
        True
        """
        return self.need is not None


class NotTried(Exception):
    """A rule could not be tried; the message says why: no caller, no permission to write, no record to try it on.

    Args:
        message: The reason.
        operation: The operation that the rule needs and that does not succeed, if this is the reason.
        evidence: Its answer.
        need: The request that had to succeed, in place of `operation`.
    """

    __module__ = "trivet_checks"

    def __init__(
        self, message: str, operation: str = "", evidence: Evidence | None = None, *, need: Need | None = None
    ) -> None:
        super().__init__(message)
        self.need: Need | None = Need(operation, message) if operation and need is None else need
        self.operation: str = operation if self.need is None else self.need.operation
        self.evidence = evidence


class Unmet(NotTried):
    """A request that a check needs, and that the contract allows, does not succeed: a fault of its operation.

    Args:
        need: The request.
        evidence: The exchange.
    """

    def __init__(self, need: Need, evidence: Evidence | None) -> None:
        super().__init__(f"needs {need.operation or 'a request'}, which {need.said}", evidence=evidence, need=need)


class Unreadable(NotTried):
    """A check needs a field that an answer does not have, or that is not as the spec says.

    Args:
        operation: The operation that gave the answer.
        field: The field, by the names that lead to it: `value.Link`.
        why: The end of a sentence about it: `is missing`.
        evidence: The exchange.
        detail: The fault itself, which the verdict on the operation shows.
    """

    def __init__(self, operation: str, field: str, why: str, evidence: Evidence | None, detail: str = "") -> None:
        super().__init__(f"needs {field} of {operation or 'an answer'}, which {why}", evidence=evidence)
        self.answered = operation
        self.field = field
        self.why: str = f"{why}: {detail}" if detail else why


class Mistake(NotTried):
    """A check has ended by an exception that no answer explains: a fault of trivet, and no verdict on the server.

    Args:
        error: The exception.
    """

    def __init__(self, error: Exception) -> None:
        super().__init__(f"a fault of trivet: {type(error).__name__}: {error} ({place_of(error)})")


class LostWrite(Exception):
    """The answer to a write was lost on its way, and whether the write had an effect is unknown.

    It is not sent again. The rule is tried again with new records.

    Args:
        message: A sentence about the response that arrived in place of the answer.
        operation: The operation, or method and path.
        evidence: The request.
    """

    __module__ = "trivet_checks"

    def __init__(self, message: str, operation: str, evidence: Evidence) -> None:
        super().__init__(message)
        self.message = message
        self.operation = operation
        self.evidence = evidence


def place_of(error: Exception) -> str:
    """The file and the line of this package in which an exception was raised, or of the check that raised it.

    >>> place_of(error)
    'checks/bus/network.py:43'
    """
    frames = extract_tb(error.__traceback__)
    called = max((at + 1 for at, frame in enumerate(frames) if Path(frame.filename).name == _CALLER), default=0)
    within = [frame for frame in frames[called:] if _PACKAGE in Path(frame.filename).parents]
    for frame in [*within[::-1], *frames[called:]]:
        path = Path(frame.filename)
        return f"{path.relative_to(_PACKAGE).as_posix() if within else path.name}:{frame.lineno}"
    return "at an unknown place"

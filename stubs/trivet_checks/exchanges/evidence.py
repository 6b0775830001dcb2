"""The exchange that shows a fault, and the exceptions of a check that carry it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Evidence:
    """The exchange that shows that a rule is broken."""

    __module__ = "trivet_checks"

    request: str
    """The request as a curl command; its credentials are names of environment variables."""
    answer: str
    """The status and the beginning of the body; values that may be secrets are left out."""


class Broken(AssertionError):
    """The server breaks a rule; `evidence` is the exchange that shows it, if it is one exchange.

    Args:
        message: The difference from the rule.
        evidence: The exchange.
        operation: The operation that has not succeeded, if one has not. If it succeeds nowhere else, it is the cause,
            and the rule was not tried.
        had_to_succeed: Whether it had to succeed, rather than to be refused in another way.
    """

    __module__ = "trivet_checks"

    def __init__(
        self, message: str, evidence: Evidence | None = None, operation: str = "", *, had_to_succeed: bool = False
    ) -> None:
        super().__init__(message)
        self.message = message
        self.evidence = evidence
        self.operation = operation
        self.had_to_succeed = had_to_succeed


class NotTried(Exception):
    """A rule could not be tried; the message says why: no caller, no permission to write, no record to try it on.

    Args:
        message: The reason.
        operation: The operation that the rule needs and that does not succeed, if this is the reason.
        evidence: Its answer.
    """

    __module__ = "trivet_checks"

    def __init__(self, message: str, operation: str = "", evidence: Evidence | None = None) -> None:
        super().__init__(message)
        self.operation = operation
        self.evidence = evidence


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

"""How a check ends when its rule does not hold: `Broken`, with the evidence, or `NotTried`, with the reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Evidence:
    """What shows that a rule is broken."""

    __module__ = "trivet_stubs.checks"

    request: str
    """The request as a curl command; its credentials are names of environment variables."""
    answer: str
    """The status and the beginning of the body; values that may be secrets are left out."""


class Broken(AssertionError):
    """The server breaks a rule; `evidence` is the exchange that shows it, if it is one exchange."""

    __module__ = "trivet_stubs.checks"

    def __init__(self, message: str, evidence: Evidence | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.evidence = evidence

    @classmethod
    def together(cls, errors: Sequence["Broken"]) -> Self:
        """One error for several of one rule: the messages of all, and the evidence of the first."""
        return cls("; ".join(error.message for error in errors), errors[0].evidence)


class NotTried(Exception):
    """A rule could not be tried; the message says why: no caller, no permission to write, no record to try it on."""

    __module__ = "trivet_stubs.checks"


class CouldNotRun(Exception):
    """The run itself ends: the server cannot be reached, a caller cannot be used, or a bound of the run is used up.

    Args:
        message: Why it ends.
        callers: Why each caller that cannot be used cannot, by its name.
    """

    __module__ = "trivet_stubs.checks"

    def __init__(self, message: str, callers: Mapping[str, str] | None = None) -> None:
        self.message = message
        self.callers: Mapping[str, str] = callers or {}
        super().__init__("; ".join([message, *(f"{name}: {reason}" for name, reason in self.callers.items())]))

    @classmethod
    def without(cls, callers: Mapping[str, str]) -> Self:
        """The run ends because callers that it needs cannot be used, for these reasons by their names."""
        noun = "callers" if len(callers) > 1 else "caller"
        return cls(f"the {noun} {', '.join(callers)} cannot be used", callers)

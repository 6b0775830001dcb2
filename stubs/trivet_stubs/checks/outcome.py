"""How a check ends when its rule does not hold: `Broken`, with the evidence, or `NotTried`, with the reason."""

from dataclasses import dataclass


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


class NotTried(Exception):
    """A rule could not be tried; the message says why: no caller, no permission to write, no record to try it on."""

    __module__ = "trivet_stubs.checks"


class CouldNotRun(Exception):
    """The run itself ends: the server cannot be reached, or a bound of the run is used up."""

    __module__ = "trivet_stubs.checks"

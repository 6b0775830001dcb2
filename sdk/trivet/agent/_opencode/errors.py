"""The errors of the adapter: one for users, which turns raise, too, and two that end a translation."""

from __future__ import annotations

from ..._core.contract_translation import WireAnswer
from .._turns.unsupported import UnsupportedOperationError

__all__ = ["FailedRequestError", "NotListedError", "UnsupportedOperationError"]


class NotListedError(LookupError):
    """The server's list does not have the record."""


class FailedRequestError(Exception):
    """A request of a flow failed, or its answer has another form than the measured one.

    Attributes:
        answer: The answer for the client.
    """

    def __init__(self, answer: WireAnswer) -> None:
        super().__init__(answer)
        self.answer = answer

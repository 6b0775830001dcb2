"""The error for an operation, or an input of one, that a server does not have."""

from __future__ import annotations

from ..._core.public import exported_from
from ...errors import APIError


@exported_from("trivet.agent")
class UnsupportedOperationError(APIError):
    """The server does not support an operation, or one of its inputs; nothing was changed.

        except UnsupportedOperationError as error:
            print(error.operation, error.lacks, error.instead)

    Attributes:
        operation: The operation's name.
        lacks: The inputs that the server does not have, by their wire names; empty where it lacks the operation itself.
        instead: An alternative; empty if there is none. `client.request` reaches a route of the server.
        reason: The reason why the call is refused, if it is not a missing operation or input.
    """

    def __init__(self, operation: str, lacks: tuple[str, ...] = (), instead: str = "", reason: str = "") -> None:
        super().__init__(operation, lacks, instead, reason)
        self.operation = operation
        self.lacks = lacks
        self.instead = instead
        self.reason = reason

    def __str__(self) -> str:
        subject = f"the input {', '.join(self.lacks)} of this operation" if self.lacks else "this operation"
        reason = self.reason or f"the server does not have {subject}"
        advice = f"use {self.instead}" if self.instead else "there is no alternative"
        return self._with_hint(f"{self.operation}: {reason}; {advice}")

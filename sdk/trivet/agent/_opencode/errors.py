"""The error of an operation, or of an input, that the server does not have."""

from __future__ import annotations

from ..._core.public import exported_from
from ...errors import APIError

__all__ = ["UnsupportedOperationError"]


@exported_from("trivet.agent.opencode")
class UnsupportedOperationError(APIError):
    """The server has nothing that stands for an operation, or for one of its inputs; nothing was changed.

        except UnsupportedOperationError as error:
            print(error.operation, error.lacks, error.instead)

    Attributes:
        operation: The operation's name.
        lacks: The inputs that the server does not have, by their wire names; empty where it lacks the operation itself.
        instead: What the server has in its place; empty for nothing. `client.request` reaches it.
    """

    def __init__(self, operation: str, lacks: tuple[str, ...] = (), instead: str = "") -> None:
        super().__init__(operation, lacks, instead)
        self.operation = operation
        self.lacks = lacks
        self.instead = instead

    def __str__(self) -> str:
        what = f"the input {', '.join(self.lacks)} of this operation" if self.lacks else "this operation"
        instead = f"; it has {self.instead}" if self.instead else ", nor anything in its place"
        return self._with_hint(f"{self.operation}: opencode does not have {what}{instead}")

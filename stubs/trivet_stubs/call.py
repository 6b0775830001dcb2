"""What a handler is given and what it gives back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from starlette.requests import Request

from trivet_stubs.contract import Operation

F = TypeVar("F", bound=Callable[..., object])


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request that the contract allows: its inputs, decoded and checked."""

    operation: Operation
    path: Mapping[str, Any]
    query: Mapping[str, Any]
    headers: Mapping[str, Any]
    body: Any
    request: Request


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer other than the ordinary one: another status, or headers of its own."""

    value: object = None
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


def operation(operation_id: str) -> Callable[[F], F]:
    """Make a method answer an operation; it takes a `Call` and returns a value, an `Answer` or a `Response`.

    A plain method runs alone, under the stub's lock. An async one may wait, and takes `self.lock` for what it changes.
    """

    def mark(method: F) -> F:
        method.__dict__["answers_operation"] = operation_id
        return method

    return mark

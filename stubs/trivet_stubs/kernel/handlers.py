"""Handlers: methods that answer the operations of a contract, collected from the objects that hold them."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeVar

from trivet_stubs.kernel.messages import ContractRequest

F = TypeVar("F", bound=Callable[..., object])
Handler = Callable[[ContractRequest], Any]

_MARK = "answers_operation"


def operation(operation_id: str) -> Callable[[F], F]:
    """Make a method the handler of an operation; it takes a `ContractRequest` and returns a value or a `Reply`.

        class StopHandlers:
            def __init__(self, state: BusState) -> None:
                self._state = state

            @operation("stops.list")
            def list_stops(self, request: ContractRequest) -> JsonObject:
                return {"value": self._state.records.stops}

    A plain method runs alone, under the lock of the stub's state. An async method may wait, and takes the lock itself
    while it changes the state. If a handler returns a Starlette `Response`, that is the answer, unchecked.
    """

    def mark(method: F) -> F:
        method.__dict__[_MARK] = operation_id
        return method

    return mark


class HandlerTable:
    """The handler of each operation of a contract.

    Args:
        operations: The ids of the operations.
        owners: The objects whose methods are the handlers.

    Raises:
        TypeError: An operation has no handler, or several objects answer it, or the contract does not have it.
    """

    def __init__(self, operations: Collection[str], owners: Iterable[object]) -> None:
        self._handlers: dict[str, Handler] = {}
        for owner in owners:
            handlers = collect(owner)
            if twice := self._handlers.keys() & handlers.keys():
                raise TypeError(f"{type(owner).__name__} answers operations of another object: {_names(twice)}")
            self._handlers.update(handlers)
        # Unknown operations come first: a misspelt one is missing under its right name, too.
        if unknown := self._handlers.keys() - set(operations):
            raise TypeError(f"the contract does not have these operations of the handlers: {_names(unknown)}")
        if missing := set(operations) - self._handlers.keys():
            raise TypeError(
                f"no handler of the stub answers {_names(missing)}: mark a method with @operation in a class that the "
                "stub lists"
            )

    def __getitem__(self, operation_id: str) -> Handler:
        return self._handlers[operation_id]

    def override(self, owner: object) -> None:
        """Replace the handlers of some operations by the methods of another object."""
        handlers = collect(owner)
        if not handlers:
            raise TypeError(f"{type(owner).__name__} has no method that answers an operation")
        if unknown := handlers.keys() - self._handlers.keys():
            raise TypeError(f"{type(owner).__name__} answers unknown operations: {_names(unknown)}")
        self._handlers.update(handlers)


def collect(owner: object) -> dict[str, Handler]:
    """Return the handlers of an object by their operations; a subclass replaces the handlers of its bases."""
    marked: dict[str, str] = {}
    for cls in type(owner).__mro__[-2::-1]:  # without object, which has more members than most handlers
        for name, member in vars(cls).items():
            operation_id: str | None = getattr(member, "__dict__", {}).get(_MARK)
            if operation_id is not None:
                marked[operation_id] = name
    return {operation_id: getattr(owner, name) for operation_id, name in marked.items()}


def _names(operations: Iterable[str]) -> str:
    return ", ".join(sorted(operations))

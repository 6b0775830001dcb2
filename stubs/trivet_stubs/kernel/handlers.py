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

    A plain method runs alone, under the lock of the stub's state. An async method may wait, and takes the lock for what
    it changes. A handler that returns a Starlette `Response` answers with it, unchecked.
    """

    def mark(method: F) -> F:
        method.__dict__[_MARK] = operation_id
        return method

    return mark


class HandlerTable:
    """The handler of each operation of a contract.

    Raises:
        TypeError: The handlers answer other operations than the contract has.
    """

    def __init__(self, operations: Collection[str], owners: Iterable[object]) -> None:
        self._handlers: dict[str, Handler] = {}
        for owner in owners:
            found = collect(owner)
            if twice := self._handlers.keys() & found.keys():
                raise TypeError(f"{type(owner).__name__} answers what another object answers: {_names(twice)}")
            self._handlers.update(found)
        if missing := set(operations) - self._handlers.keys():
            raise TypeError(f"no handler of the stub answers {_names(missing)}")
        if unknown := self._handlers.keys() - set(operations):
            raise TypeError(f"the handlers answer what the contract does not have: {_names(unknown)}")

    def __getitem__(self, operation_id: str) -> Handler:
        return self._handlers[operation_id]

    def override(self, owner: object) -> None:
        """Answer some operations by the handlers of another object from now on."""
        found = collect(owner)
        if not found:
            raise TypeError(f"{type(owner).__name__} has no method that answers an operation")
        if unknown := found.keys() - self._handlers.keys():
            raise TypeError(f"{type(owner).__name__} answers what the contract does not have: {_names(unknown)}")
        self._handlers.update(found)


def collect(owner: object) -> dict[str, Handler]:
    """The handlers among the methods of an object, by their operations; a subclass's come before its base's."""
    marked: dict[str, str] = {}
    for cls in type(owner).__mro__[-2::-1]:  # without object, which has more members than most handlers
        for name, member in vars(cls).items():
            operation_id: str | None = getattr(member, "__dict__", {}).get(_MARK)
            if operation_id is not None:
                marked[operation_id] = name
    return {operation_id: getattr(owner, name) for operation_id, name in marked.items()}


def _names(operations: Iterable[str]) -> str:
    return ", ".join(sorted(operations))

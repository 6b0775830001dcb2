"""Groups of operations as attributes of a client: `client.arrivals` is a group, and `BusClient.arrivals` is its class.

A mock with a specification reads the attributes of a class: so `create_autospec(BusClient, instance=True)` knows the
groups and the signatures of their methods.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar, overload

G = TypeVar("G")


class OperationGroup(Generic[G]):
    """An attribute whose group is made when it is first read.

    >>> class BusClient(Client):
    ...     arrivals: OperationGroup[Arrivals] = OperationGroup(Arrivals)

    Args:
        kind: The class of the group, which is made of a connection.
    """

    __slots__ = ("_kind", "_name")

    def __init__(self, kind: type[G]) -> None:
        self._kind: Any = kind

    def __set_name__(self, owner: Any, name: str) -> None:
        self._name = name
        owner.__groups__ = (*owner.__groups__, name)

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> type[G]: ...
    @overload
    def __get__(self, instance: object, owner: type | None = None) -> G: ...
    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self._kind
        # Kept in the instance, where Python finds it first; of two threads that come here, both return the same group.
        return instance.__dict__.setdefault(self._name, self._kind(instance._connection))

# Derived from sdk/trivet/_async/client.py by `python -m codegen`; do not edit.
"""The base classes of the clients and of the groups of their operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar

from .._core.answer import Answer, Unsent
from .._core.unset import UNSET, Unset
from .connection import Connection

__all__ = ["Client", "Resource"]

P = ParamSpec("P")
T = TypeVar("T")


class Resource:
    """A group of operations over one connection."""

    def __init__(self, connection: Connection) -> None:
        self._open(connection)

    def _open(self, connection: Connection) -> None:
        """Use a connection, for the groups inside this one too."""
        self._connection = connection


class Client(Resource):
    """The client of a service: open for the length of an `with` block, or until it is closed.

    with BusClient(account_key="…") as client:
        arrivals = client.arrivals.get("83139")
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close every connection, also those of the copies that `with_options` made; closing twice is allowed.

        >>> client.close()
        """
        self._connection.close()

    def with_options(
        self,
        *,
        timeout: float | Unset | None = UNSET,
        deadline: float | Unset | None = UNSET,
        max_retries: int | Unset = UNSET,
        max_body: int | Unset = UNSET,
        headers: Mapping[str, str] | Unset = UNSET,
    ) -> Self:
        """Return a copy with other settings that shares the connections.

        >>> arrivals = client.with_options(deadline=2, max_retries=0).arrivals.get("83139")

        Args:
            timeout: Seconds for each of connecting, sending, and each wait for more of the answer; None for no limit.
            deadline: Seconds for a whole call, from the first attempt to the last byte of the answer, or to the head of
                a stream of events; None for no limit. A sync client looks at it only between two chunks of the answer
                if its `transport` is not trivet's.
            max_retries: How often a failed call is sent again, where it is retryable.
            max_body: The most bytes of an answer that is held in memory, unpacked. An answer that is saved to a file
                or read record by record may be longer.
            headers: Headers to add to those of every request.
        """
        connection = self._connection
        settings = connection.settings.evolve(
            timeout=timeout, deadline=deadline, max_retries=max_retries, max_body=max_body, headers=headers
        )
        other = copy(self)
        other._open(connection.with_settings(settings))
        return other

    def with_response(self, method: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Answer[T]:
        """Call a method of this client, and return its value with the status and headers of the answer.

        >>> answer = client.with_response(client.arrivals.get, "83139", service_no="15")
        >>> answer.value, answer.status, answer.headers["date"]

        Pages, exports and streams have a `head` of their own.

        Raises:
            TypeError: It is not a method of this client that sends one call and returns its value.
        """
        resource = getattr(method, "__self__", None)
        name = getattr(method, "__name__", "")
        if not isinstance(resource, Resource) or resource._connection is not self._connection:
            raise TypeError("with_response takes a method of this client, and its arguments")
        last: Answer[Any] | None = None

        def observe(operation: str, answer: Answer[Any] | None) -> None:
            nonlocal last
            if answer is None:
                raise TypeError(f"{operation} sends more than one call, or streams: its result carries its own head")
            last = answer

        other = copy(resource)
        other._open(self._connection.with_observer(observe))
        result = getattr(other, name)(*args, **kwargs)
        if isinstance(result, Unsent):
            kind = type(result).__name__.removeprefix("Async").lower()
            raise TypeError(f"{name} gives a {kind}, which sends when it is read and carries its own head")
        value: T = result
        if last is None:
            raise TypeError(f"{name} sends no single call, so there is no status to show")
        return Answer(value, last.status, last.headers, last.body, last.record)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._connection.settings.base_url!r})"

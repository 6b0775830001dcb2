"""Clients that only read: with `read_only = true` of a profile or TRIVET_READ_ONLY, calls that change data are refused.

The spec says which calls change nothing: each GET, and each POST with `x-retryable`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from trivet._sync.connection import Connection
from trivet.cli.failures import UsageError

if TYPE_CHECKING:
    from trivet import AgentClient, BusClient, ChatClient
    from trivet._core.call_deadline import CallEnd
    from trivet._core.observation import Observation
    from trivet._core.request import Request
    from trivet._sync.http.response import Response


class ReadOnlyConnection(Connection):
    """A connection that refuses a call that changes data, before anything is sent; its copies refuse it, too.

    Attributes:
        source: The variable or the profile that asks for it.
    """

    source: str

    @classmethod
    def of(cls, connection: Connection, source: str) -> Self:
        """Return a copy of a connection that only reads."""
        copy = object.__new__(cls)
        copy.__dict__.update(connection.__dict__, source=source)
        return copy

    def _send(self, request: Request, end: CallEnd, observation: Observation | None) -> tuple[Response, bytes]:
        call = request.call
        # A DELETE or a PUT of `client.request` may be sent again, and changes data all the same.
        if not (call.method in ("GET", "HEAD") or (call.method == "POST" and call.retryable)):
            raise refusal(call.operation, self.source)
        return super()._send(request, end, observation)


def make_read_only(client: BusClient | ChatClient | AgentClient, source: str) -> None:
    """Let a client, and every client that is made of it, refuse calls that change data.

    >>> make_read_only(client, "TRIVET_READ_ONLY")
    """
    opened: Any = client
    opened._open(ReadOnlyConnection.of(opened._connection, source))


def refusal(operation: str, source: str) -> UsageError:
    """Return the error for an operation that may not be sent.

    >>> refusal("admin.users.delete", "TRIVET_READ_ONLY")
    UsageError('admin.users.delete: not sent, as it may change data, and TRIVET_READ_ONLY allows reading only')
    """
    return UsageError(f"{operation}: not sent, as it may change data, and {source} allows reading only")

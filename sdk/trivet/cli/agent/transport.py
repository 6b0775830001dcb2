"""A copy of a client that sends over another transport."""

from __future__ import annotations

from copy import copy

from trivet import AgentClient
from trivet._sync.connection import Connection
from trivet._sync.http.transports import Transport

__all__ = ["with_transport"]


def with_transport(client: AgentClient, transport: Transport) -> AgentClient:
    """Return a client with the settings of another one, and with connections of its own.

    >>> with with_transport(client, opencode.Transport()) as agent:
    ...     agent.session.list()
    """
    other = copy(client)
    settings = client._connection.settings  # pyright: ignore[reportPrivateUsage]  # a client has no public copy of them
    other._open(Connection(settings, transport))  # pyright: ignore[reportPrivateUsage]
    return other

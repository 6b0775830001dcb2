"""Where a command takes its settings and its client from; within `trivet chat as`, its client acts as a user."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, NamedTuple

from trivet.cli.options import Options
from trivet.cli.settings.client import client_of
from trivet.cli.settings.resolve import ServiceSettings, resolve

if TYPE_CHECKING:
    from trivet import AgentClient, BusClient, ChatClient

__all__ = ["CLIENT_SOURCE", "ClientSource"]


class ClientSource(NamedTuple):
    """The two steps from the options of a command to its client.

    Attributes:
        resolve: Finds the settings of a service; its last argument is called with lines for people.
        connect: Makes the client.
    """

    resolve: Callable[[str, Options, Callable[[str], None]], ServiceSettings]
    connect: Callable[[ServiceSettings], BusClient | ChatClient | AgentClient]


OF_THE_SETTINGS = ClientSource(resolve, client_of)

CLIENT_SOURCE: ContextVar[ClientSource] = ContextVar("client source", default=OF_THE_SETTINGS)
"""The source of the commands that run in this context."""

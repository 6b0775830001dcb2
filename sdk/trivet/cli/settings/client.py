"""The client of a command, made from its settings; within `trivet chat as`, it acts as a user."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, NamedTuple

import trivet
from trivet._core.settings import SourcedText, SourcedURL
from trivet.cli.failures import UsageError
from trivet.cli.options import Adapter, Options
from trivet.cli.settings.profiles import credential_name, variable
from trivet.cli.settings.resolve import ServiceSettings, resolve

if TYPE_CHECKING:
    from trivet import AgentClient, Basic, Bearer, BusClient, ChatClient


def client_of(settings: ServiceSettings) -> BusClient | ChatClient | AgentClient:
    """Make a client from settings; a client of the agent service has the adapter and directory of its profile.

    >>> client_of(resolve("chat", options))

    Raises:
        UsageError: The credential cannot be read, or a setting that the service needs is missing.
    """
    client = _client(settings)
    if settings.value("read_only"):
        from trivet.cli.settings.read_only import make_read_only  # noqa: PLC0415  # few commands need it

        make_read_only(client, settings.values["read_only"].source)
    return client


def _client(settings: ServiceSettings) -> BusClient | ChatClient | AgentClient:
    service, credential = settings.service, settings.credential
    names = ("base_url", "timeout", "deadline", "max_retries")
    common: dict[str, Any] = {name: value for name in names if (value := settings.value(name)) is not None}
    if "base_url" in common:
        common["base_url"] = SourcedURL(common["base_url"], f"from {settings.values['base_url'].source}")
    secret = None if credential is None else SourcedText(credential.read(), f"from {credential.source}")
    if service == "bus":
        if secret is None:
            name = variable("bus", "account_key")
            raise UsageError(
                f"the bus service needs an account key: set {name}, or give --token-file FILE (- is stdin)"
            )
        return trivet.BusClient(account_key=secret, **common)
    if service == "chat":
        if "base_url" not in common:
            name = variable("chat", "base_url")
            raise UsageError(
                f"the chat service has no base URL: set {name}, give --base-url URL, or write it to {settings.path}; "
                "for trials, `trivet stub chat` starts a server"
            )
        return trivet.ChatClient(token=secret, **common)
    if service != "agent":
        return _client_by_name(service, secret, common)
    if settings.value("adapter") is Adapter.OPENCODE:
        from trivet.agent import opencode  # noqa: PLC0415  # other servers do without it

        common["transport"] = opencode.Transport()
    agent = trivet.AgentClient(auth=_auth(secret, None if credential is None else credential.user), **common)
    directory = settings.value("directory")
    return agent if directory is None else agent.at(directory=directory)


def _client_by_name(
    service: str, secret: str | None, common: Mapping[str, Any]
) -> BusClient | ChatClient | AgentClient:
    """Make the client of a service that was added to the specs, and that this module does not know."""
    make: Callable[..., BusClient | ChatClient | AgentClient] = getattr(trivet, f"{service.capitalize()}Client")
    return make(**{credential_name(service): secret}, **common)


def _auth(secret: str | None, user: str | None) -> Basic | Bearer | None:
    if secret is None:
        return None
    return trivet.Bearer(secret, argument="token") if user is None else trivet.Basic(user, secret)


class ClientSource(NamedTuple):
    """The two steps from the options of a command to its client.

    Attributes:
        resolve: Finds the settings of a service; its last argument is called with notes for the user.
        connect: Makes the client.
    """

    resolve: Callable[[str, Options, Callable[[str], None]], ServiceSettings]
    connect: Callable[[ServiceSettings], BusClient | ChatClient | AgentClient]


FROM_SETTINGS = ClientSource(resolve, client_of)

CLIENT_SOURCE: ContextVar[ClientSource] = ContextVar("client source", default=FROM_SETTINGS)
"""The source of the commands that run in this context."""

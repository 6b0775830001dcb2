"""Makes the client that a command works with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import trivet
from trivet.cli.failures import UsageError
from trivet.cli.options import Adapter
from trivet.cli.settings.names import credential_name, variable
from trivet.cli.settings.resolve import ServiceSettings

if TYPE_CHECKING:
    from trivet import AgentClient, Basic, Bearer, BusClient, ChatClient

__all__ = ["client_of"]


def client_of(settings: ServiceSettings) -> BusClient | ChatClient | AgentClient:
    """Make a client from settings; that of the agent service has the adapter and directory of its profile.

    >>> client_of(resolve("chat", options))

    Raises:
        UsageError: The credential cannot be read, or a setting that the service needs is nowhere.
    """
    service, credential = settings.service, settings.credential
    names = ("base_url", "timeout", "deadline", "max_retries")
    common: dict[str, Any] = {each: found for each in names if (found := settings.value(each)) is not None}
    secret = None if credential is None else credential.read()
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
    if service != "agent":  # a service that was added to the specs
        return _added(service, secret, common)
    if settings.value("adapter") is Adapter.OPENCODE:
        from trivet.agent import opencode  # noqa: PLC0415  # another server needs it not

        common["transport"] = opencode.Transport()
    agent = trivet.AgentClient(auth=_auth(secret, None if credential is None else credential.user), **common)
    directory = settings.value("directory")
    return agent if directory is None else agent.at(directory=directory)


def _added(service: str, secret: str | None, common: Mapping[str, Any]) -> BusClient | ChatClient | AgentClient:
    """Make the client of a service that this module does not know, by its name."""
    name = credential_name(service)
    make: Callable[..., BusClient | ChatClient | AgentClient] = getattr(trivet, f"{service.capitalize()}Client")
    return make(**{name: secret}, **common)


def _auth(secret: str | None, user: str | None) -> Basic | Bearer | None:
    if secret is None:
        return None
    return trivet.Bearer(secret, argument="token") if user is None else trivet.Basic(user, secret)

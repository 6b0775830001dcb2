"""Makes the client that a command works with."""

from __future__ import annotations

from typing import Any

from trivet import AgentClient, Bearer, BusClient, ChatClient
from trivet.cli.options import Options

__all__ = ["make_client"]


def make_client(service: str, options: Options) -> BusClient | ChatClient | AgentClient:
    """Make the client of a service from the options, the environment and a profile.

    >>> with make_client("bus", Options(profile="work")) as client:
    ...     client.stops.list()

    Raises:
        UsageError: A profile, a key of it or a file of a credential cannot be used.
    """
    common: dict[str, Any] = {"base_url": options.base_url}
    if options.timeout is not None:
        common["timeout"] = options.timeout
    secret = None if options.token_file is None else options.token_file.read_text("utf-8").strip()
    if service == "bus":
        return BusClient(account_key=secret, **common)
    if service == "chat":
        return ChatClient(token=secret, **common)
    return AgentClient(auth=None if secret is None else Bearer(secret), **common)

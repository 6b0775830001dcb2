"""The client of commands that run within this one: it acts as another user."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from trivet import AgentClient, BusClient, ChatClient
from trivet.cli import invocation
from trivet.cli.failures import UsageError
from trivet.cli.options import Options

__all__ = ["replaced_client"]


@contextmanager
def replaced_client(client: ChatClient) -> Generator[None]:
    """Let every command of the block work with a client; the token of it is in no argument and no variable.

    >>> with chat.acting_as(user_id) as user, replaced_client(user):
    ...     make_app(["chat", "conversations", "list"])()

    A command that names another service, profile, URL or token is refused with a `UsageError`.
    """

    def make(service: str, options: Options) -> BusClient | ChatClient | AgentClient:
        if service != "chat":
            raise UsageError(f"only commands of trivet chat run as another user, not those of trivet {service}")
        given = {"--profile": options.profile, "--base-url": options.base_url, "--token-file": options.token_file}
        for name, value in given.items():
            if value is not None:
                raise UsageError(f"{name}: give it before the --, as the command runs with a token of the user")
        return client if options.timeout is None else client.with_options(timeout=options.timeout)

    before = invocation.__dict__["make_client"]
    invocation.__dict__["make_client"] = make
    try:
        yield
    finally:
        invocation.__dict__["make_client"] = before

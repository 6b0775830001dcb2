"""The client of commands that run within this one: it acts as another user."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from attrs import evolve

from trivet import ChatClient
from trivet.cli.failures import UsageError
from trivet.cli.options import Options
from trivet.cli.settings.client import CLIENT_SOURCE, ClientSource
from trivet.cli.settings.resolve import ServiceSettings, resolve

__all__ = ["replaced_client"]


@contextmanager
def replaced_client(client: ChatClient, outer: Options) -> Generator[None]:
    """Let every command of the block work with a client; its token is in no argument and no variable.

    >>> with chat.acting_as(user_id) as user, replaced_client(user, invocation.options):
    ...     run(["chat", "conversations", "list"])

    A command that names another service, profile, URL or token is refused with a `UsageError`.

    Args:
        client: The client that acts as a user.
        outer: The options of this command, whose profile applies to the others, too.
    """

    def settings_of(service: str, options: Options, note: Callable[[str], None]) -> ServiceSettings:
        if service != "chat":
            raise UsageError(f"only commands of trivet chat run as another user, not those of trivet {service}")
        given = {"--profile": options.profile, "--base-url": options.base_url, "--token-file": options.token_file}
        for name, value in given.items():
            if value is not None:
                raise UsageError(f"{name}: give it before the --, as the command runs with a token of the user")
        return resolve(service, evolve(options, profile=outer.profile, base_url=outer.base_url), note)

    def connect(settings: ServiceSettings) -> ChatClient:
        timeout = settings.value("timeout")
        return client if timeout is None else client.with_options(timeout=timeout)

    before = CLIENT_SOURCE.set(ClientSource(settings_of, connect))
    try:
        yield
    finally:
        CLIENT_SOURCE.reset(before)

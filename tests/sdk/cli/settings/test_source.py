"""Commands take their settings and their client from one place, which a block of code can replace."""

from __future__ import annotations

from trivet import ChatClient
from trivet.cli.invocation import Invocation
from trivet.cli.options import Options
from trivet.cli.settings.client import client_of
from trivet.cli.settings.resolve import resolve
from trivet.cli.settings.source import CLIENT_SOURCE


def test_commands_use_options_environment_and_profiles_unless_replaced() -> None:
    assert CLIENT_SOURCE.get() == (resolve, client_of)


def test_command_uses_the_client_that_its_context_names(chat_client: ChatClient) -> None:
    before = CLIENT_SOURCE.set(CLIENT_SOURCE.get()._replace(connect=lambda _: chat_client))
    try:
        invocation = Invocation("chat", Options())
    finally:
        CLIENT_SOURCE.reset(before)
    with invocation:
        assert invocation.chat is chat_client

"""The client of commands that run within another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from trivet import ChatClient
from trivet.cli.chat.acting.replaced import replaced_client
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Options


def test_commands_of_the_block_get_the_client_and_others_their_own(chat_client: ChatClient) -> None:
    with replaced_client(chat_client, Options()):
        assert Invocation("chat", Options()).chat is chat_client
        assert Invocation("chat", Options(timeout=3)).chat is not chat_client
    with Invocation("chat", Options(base_url="http://chat.test")) as after:
        assert after.chat is not chat_client


@pytest.mark.parametrize(
    "options", [Options(profile="p"), Options(base_url="http://x.test"), Options(token_file=Path("t"))]
)
def test_command_that_names_other_credentials_is_refused(chat_client: ChatClient, options: Options) -> None:
    with replaced_client(chat_client, Options()), pytest.raises(UsageError, match="give it before the --"):
        print(Invocation("chat", options).client)


def test_other_service_is_refused(chat_client: ChatClient) -> None:
    with replaced_client(chat_client, Options()), pytest.raises(UsageError, match="only commands of trivet chat"):
        print(Invocation("bus", Options()).client)

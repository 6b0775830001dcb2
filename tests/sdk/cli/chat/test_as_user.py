"""`trivet chat as`: another command as a user, with an audit log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer

from tests.sdk.cli.chat.conftest import Administrator
from trivet import ChatClient
from trivet.cli.chat import exports
from trivet.cli.chat.as_user import replaced_client
from trivet.cli.command_function import add_recipe
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Options


@pytest.fixture
def titles(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that lists the caller's own conversations: `trivet chat conversations titles`."""

    def add(app: typer.Typer) -> None:
        group = typer.Typer()
        group.callback()(lambda: None)
        add_recipe(group, "titles", "chat", show)
        app.add_typer(group, name="conversations")

    def show(invocation: Invocation, *, fail: Annotated[bool, typer.Option("--fail")] = False) -> int:
        """List titles."""
        invocation.show(
            {"title": conversation.title} for conversation in invocation.chat.conversations.list(include_archived=True)
        )
        if fail:
            raise KeyboardInterrupt
        return 0

    monkeypatch.setattr(exports, "add", add)


def log(path: str = "audit.ndjson") -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


@pytest.mark.usefixtures("titles")
def test_command_runs_as_the_user_and_leaves_a_record(ann: Administrator) -> None:
    result = ann.run("as", "bob@example.com", "--audit", "audit.ndjson", "-o", "csv", "--", "conversations", "titles")
    assert (result.status, result.out.splitlines()) == (0, ["title", "Fixing the bicycle", "Travel receipts"])
    assert "acting as bob@example.com until " in result.err
    begin, end = log()
    assert (begin["event"], begin["admin_id"], begin["user_id"], begin["email"], begin["operation"]) == (
        "begin",
        ann.stub.user_id("admin"),
        ann.stub.user_id("bob"),
        "bob@example.com",
        "conversations titles",
    )
    assert (end["event"], end["outcome"], end["status"]) == ("end", "done", 0)
    bearer = ann.stub.requests[-1].headers["authorization"].removeprefix("Bearer ")
    assert bearer != ann.stub.admin_token
    assert bearer not in Path("audit.ndjson").read_text() + result.err + result.out
    interrupted = ann.run("as", "bob@example.com", "--audit", "audit.ndjson", "--", "conversations", "titles", "--fail")
    assert (interrupted.status, log()[-1]["outcome"]) == (130, "interrupted")


@pytest.mark.long
def test_script_exports_as_another_administrator_and_writes_the_default_log(ann: Administrator) -> None:
    result = ann.script("as", ann.stub.user_id("nadia"), "--", "chat", "conversations", "export", "--out", "all.json")
    assert result.status == 0, result.err
    assert json.loads(result.out)["conversations"] == json.loads(Path("all.json").read_text())["total"]
    begin, end = log("state/trivet/audit.ndjson")
    assert (begin["operation"], end["outcome"]) == ("conversations export", "done")


def test_refused_command_is_a_failure_in_the_log(ann: Administrator) -> None:
    for words, status in (
        (("ratings", "report"), 1),
        (("conversations", "get", "no-uuid"), 2),
        (("conversations", "list", "--fields", "nope"), 2),
    ):
        result = ann.run("as", "bob@example.com", "--audit", "audit.ndjson", "--", *words)
        assert (result.status, log()[-1]["outcome"], log()[-1]["status"]) == (status, "failed", status)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("bob@example.com", "--", "as", "erin@example.com"), "cannot act as another one"),
        (("bob@example.com", "--", "chat"), "COMMAND: name a command of trivet chat"),
        (("gone@example.com", "--", "ratings", "report"), "USER: gone@example.com: no user has this email address"),
        (("carol@example.com", "--", "ratings", "report"), "USER: carol@example.com is not active"),
        (("bob@example.com", "--audit", "no/a", "--", "ratings", "report"), "--audit: there is no folder no"),
    ],
)
def test_wrong_arguments_impersonate_no_user(ann: Administrator, arguments: tuple[str, ...], message: str) -> None:
    result = ann.run("as", *arguments)
    assert (result.status, result.err.count("\n"), message in result.err) == (2, 1, True), result.err
    assert ann.count("admin.users.impersonate") == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_without_an_audit_line_on_the_disk_nothing_is_done(ann: Administrator) -> None:
    result = ann.run("as", "nadia@example.com", "--audit", "/dev/full", "--", "ratings", "report")
    assert (result.status, result.out, ann.count("admin.ratings.summary")) == (1, "", 0)
    assert result.err == "trivet: /dev/full: No space left on device\n"


def test_commands_within_the_block_get_the_client(chat_client: ChatClient) -> None:
    with replaced_client(lambda: chat_client, Options()):
        assert Invocation("chat", Options()).chat is chat_client
        assert Invocation("chat", Options(timeout=3)).chat is not chat_client
    with Invocation("chat", Options(base_url="http://chat.test")) as after:
        assert after.chat is not chat_client


@pytest.mark.parametrize(
    "options", [Options(profile="p"), Options(base_url="http://x.test"), Options(token_file=Path("t"))]
)
def test_command_that_names_other_credentials_is_refused(chat_client: ChatClient, options: Options) -> None:
    with replaced_client(lambda: chat_client, Options()), pytest.raises(UsageError, match="give it before the --"):
        print(Invocation("chat", options).client)


def test_other_service_is_refused(chat_client: ChatClient) -> None:
    with (
        replaced_client(lambda: chat_client, Options()),
        pytest.raises(UsageError, match="only commands of trivet chat"),
    ):
        print(Invocation("bus", Options()).client)


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["conversation", "list"], 2),
        (["ratings", "report", "--days", "0"], 2),
        (["ratings", "report", "--base-url", "http://x.test"], 2),
        (["conversations", "list", "--nosuch"], 2),
        (["conversations", "list", "-o", "xml"], 2),
        (["conversations", "list", "--token-file", "t"], 2),
        (["conversations", "list", "--help"], 0),
    ],
)
def test_command_that_sends_nothing_gets_no_token_of_the_user(
    ann: Administrator, words: list[str], status: int
) -> None:
    result = ann.run("as", "alice@example.com", "--audit", "audit.ndjson", "--", *words)
    assert (result.status, ann.count("admin.users.impersonate")) == (status, 0), result.err
    assert not Path("audit.ndjson").exists()

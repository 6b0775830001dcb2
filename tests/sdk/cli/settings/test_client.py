"""The client of a command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.sdk.cli.console import run_here
from trivet import AgentClient, BusClient, ChatClient
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Options
from trivet.cli.settings.client import CLIENT_SOURCE, client_of
from trivet.cli.settings.resolve import resolve

Write = Callable[[str], Path]


def test_client_has_the_settings_of_the_profile(settings_file: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    settings_file(
        '[work.bus]\nbase_url = "http://b.test"\ntimeout = 3\ndeadline = 9\nmax_retries = 5\ntoken_env = "KEY"\n'
    )
    monkeypatch.setenv("KEY", "s3cret")
    with client_of(resolve("bus", Options(profile="work"))) as client:
        assert isinstance(client, BusClient)
        settings: Any = client._connection.settings
        assert (settings.base_url, settings.timeouts.read, settings.deadline) == ("http://b.test", 3, 9)
        assert settings.max_retries == 5
        assert settings.auth.headers() == {"AccountKey": "s3cret"}


def test_agent_client_is_bound_to_the_directory_and_has_a_password(
    settings_file: Write, agent_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings_file(f'[dev.agent]\nbase_url = "{agent_server.url}"\ndirectory = "/src"\nuser = "me"\ntoken_env = "P"\n')
    monkeypatch.setenv("P", "s3cret")
    with client_of(resolve("agent", Options(profile="dev"))) as client:
        assert isinstance(client, AgentClient)
        assert client.context_key() == "local:/src"
        client.project.list()
    request = agent_server.stub.requests[-1]
    assert request.headers["authorization"].startswith("Basic ")


@pytest.fixture
def recording_server() -> Iterator[tuple[str, list[str]]]:
    """A server that keeps the targets of requests, and answers as `opencode serve` does for a list without entries."""
    targets: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            targets.append(self.path)
            body = b'{"data": [], "cursor": {}}'
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", targets
        server.shutdown()


def test_operation_goes_through_the_adapter_by_option_environment_or_profile(
    recording_server: tuple[str, list[str]], tmp_path: Path
) -> None:
    url, targets = recording_server
    settings = tmp_path / "config.toml"
    settings.write_text(f'[work.agent]\nbase_url = "{url}"\nadapter = "opencode"\n')
    by_variable = {"TRIVET_AGENT_BASE_URL": url, "TRIVET_AGENT_ADAPTER": "opencode"}
    listing = ("agent", "permission", "list", "--directory", "/a")
    for more, env in (
        (("--base-url", url, "--adapter", "opencode"), {}),
        ((), by_variable),
        (("--profile", "work"), {"TRIVET_CONFIG": str(settings)}),
    ):
        targets.clear()
        result = run_here(*listing, *more, env=env)
        assert (result.status, targets[0].partition("?")[0]) == (0, "/permission"), result.err
    targets.clear()
    run_here(*listing, "--adapter", "none", env=by_variable)
    assert targets[0].partition("?")[0] == "/api/permission"


def test_unknown_adapter_of_the_environment_is_one_line() -> None:
    result = run_here("agent", "sessions", env={"TRIVET_AGENT_ADAPTER": "claw"})
    assert result.status == 2
    assert "TRIVET_AGENT_ADAPTER: 'claw' is not one of none, opencode" in result.err
    assert run_here("bus", "stops", "list", "--adapter", "opencode").status == 2


@pytest.mark.parametrize(
    ("service", "message"),
    [
        ("bus", "the bus service needs an account key: set TRIVET_BUS_ACCOUNT_KEY, or give --token-file FILE"),
        ("chat", "the chat service has no base URL: set TRIVET_CHAT_BASE_URL, give --base-url URL, or write it to "),
    ],
)
def test_missing_setting_is_named(service: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        client_of(resolve(service, Options()))


@pytest.mark.parametrize(
    ("service", "variables", "source"),
    [
        ("bus", {"TRIVET_BUS_ACCOUNT_KEY": "k\r"}, "TRIVET_BUS_ACCOUNT_KEY"),
        ("chat", {"TRIVET_CHAT_TOKEN": "k\r"}, "TRIVET_CHAT_TOKEN"),
        ("agent", {"TRIVET_AGENT_TOKEN": "k\r"}, "TRIVET_AGENT_TOKEN"),
        ("agent", {"TRIVET_AGENT_USERNAME": "me", "TRIVET_AGENT_PASSWORD": "k\r"}, "TRIVET_AGENT_PASSWORD"),
        ("agent", {"TRIVET_AGENT_USERNAME": "k\r", "TRIVET_AGENT_PASSWORD": "me"}, "TRIVET_AGENT_USERNAME"),
    ],
)
def test_credential_with_a_windows_line_end_is_refused_with_its_variable(
    service: str, variables: dict[str, str], source: str
) -> None:
    env = {f"TRIVET_{service.upper()}_BASE_URL": "http://a.test", **variables}
    result = run_here(service, "request", "GET", "/a", env=env)
    assert result.status == 2
    assert f"carriage return (of a Windows line end) at its end, from {source}\n" in result.err


def test_credential_that_cannot_be_sent_is_refused_with_its_place_in_a_profile(
    settings_file: Write, keyring_entries: dict[tuple[str, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = settings_file(
        '[a.chat]\nbase_url = "http://a.test"\ntoken_env = "KEY"\n'
        '[b.chat]\nbase_url = "http://a.test"\ntoken_keyring = true\n'
        '[c.agent]\nuser = "a:b"\ntoken_env = "KEY"\n'
    )
    monkeypatch.setenv("KEY", "a k")
    keyring_entries["trivet", "b.chat"] = "k\u200b"
    for profile, service, source in (("a", "chat", "KEY"), ("b", "chat", "the keyring"), ("c", "agent", "[c.agent]")):
        result = run_here(service, "request", "GET", "/a", "--profile", profile, env={"TRIVET_CONFIG": str(path)})
        assert (result.status, f"from {source}" in result.err) == (2, True), result.err


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

"""Directories of a server, and the adapter for a server with another API."""

import warnings
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from tests.sdk.agent.opencode.fake_server import FakeServer
from tests.sdk.cli.agent.agents import client_of
from tests.sdk.cli.console import run_here
from trivet import AgentClient, APITimeoutError, TrivetError
from trivet.agent import IgnoredContextWarning, Prompt, opencode
from trivet.cli.agent.server import absolute, interrupt, own_context
from trivet.cli.failures import UsageError
from trivet.cli.options import Adapter
from trivet_stubs import Clock


@pytest.fixture
def server():
    """A server that accepts interrupts."""
    server = FakeServer()
    yield server
    server.close()


@pytest.fixture
def agent(server):
    """A client of the server, with a clock that never waits."""
    transport = opencode.Transport(server.transport())
    with AgentClient(transport=transport, base_url="http://opencode.test", clock=Clock()) as client:
        yield client


def test_agent_is_stopped_only_if_the_server_can(agent_stub):
    with client_of(agent_stub) as client:
        assert not interrupt(client, "ses_1", None)
    assert len(agent_stub.requests) == 0


def test_interrupt_is_confirmed_by_the_list_of_active_sessions(server, agent):
    session = agent.session.create()
    agent.session.prompt(session.id, prompt=Prompt(text="BASH"))  # it waits for a permission
    assert interrupt(agent, session.id, Adapter.OPENCODE)
    assert server.requests[-3:] == [
        f"POST /api/session/{session.id}/interrupt",
        f"POST /api/session/{session.id}/wait",
        "GET /api/session/active",
    ]


def test_interrupt_that_the_server_does_not_confirm_is_an_error(server, agent):
    server.stubborn = True
    session = agent.session.create()
    agent.session.prompt(session.id, prompt=Prompt(text="BASH"))
    with pytest.raises(APITimeoutError, match=r"session\.wait"):
        interrupt(agent, session.id, Adapter.OPENCODE)


def test_server_that_answers_for_another_directory_is_an_error():
    with pytest.raises(TrivetError, match="other; of `opencode serve`, give --adapter opencode"), own_context():
        warnings.warn("other", IgnoredContextWarning, stacklevel=1)


@pytest.fixture
def recording_server():
    """A server that keeps the targets of requests, and answers as `opencode serve` does for a list without entries."""
    targets = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            targets.append(self.path)
            body = b'{"data": [], "cursor": {}}'
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args):
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", targets
        server.shutdown()


def test_operation_goes_through_the_adapter_by_option_environment_or_profile(recording_server, tmp_path):
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
        assert (result.status, targets[0].partition("?")[0]) == (0, "/api/permission/request"), result.err
    targets.clear()
    run_here(*listing, "--adapter", "none", env=by_variable)
    assert targets[0].partition("?")[0] == "/api/permission"


def test_unknown_adapter_of_the_environment_is_one_line(tmp_path):
    result = run_here("agent", "sessions", env={"TRIVET_AGENT_ADAPTER": "claw"})
    assert result.status == 2
    assert "TRIVET_AGENT_ADAPTER: 'claw' is not one of none, opencode" in result.err
    assert run_here("bus", "stops", "list", "--adapter", "opencode").status == 2


def test_directory_is_made_absolute_and_its_links_stay(tmp_path, monkeypatch):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/home/dev")
    assert absolute("link/") == f"{tmp_path}/link"
    assert absolute("~/orchard") == "/home/dev/orchard"
    assert absolute("/no/such/../thing") == "/no/thing"


def test_empty_directory_is_refused():
    with pytest.raises(UsageError, match="--directory: it is empty"):
        absolute("", "--directory")

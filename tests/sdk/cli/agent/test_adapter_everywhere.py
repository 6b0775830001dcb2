"""`--adapter` and its setting lead every command of the agent service through the adapter."""

from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from tests.sdk.cli.console import run_here


@pytest.fixture
def server():
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

    with HTTPServer(("127.0.0.1", 0), Handler) as found:
        Thread(target=found.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{found.server_port}", targets
        found.shutdown()


def test_operation_goes_through_the_adapter_by_option_environment_or_profile(server, tmp_path):
    url, targets = server
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
        done = run_here(*listing, *more, env=env)
        assert (done.status, targets[0].partition("?")[0]) == (0, "/api/permission/request"), done.err
    targets.clear()
    run_here(*listing, "--adapter", "none", env=by_variable)
    assert targets[0].partition("?")[0] == "/api/permission"


def test_unknown_adapter_of_the_environment_is_one_line(tmp_path):
    done = run_here("agent", "sessions", env={"TRIVET_AGENT_ADAPTER": "claw"})
    assert done.status == 2
    assert "TRIVET_AGENT_ADAPTER: 'claw' is not one of none, opencode" in done.err
    assert run_here("bus", "stops", "list", "--adapter", "opencode").status == 2

# Derived from tests/sdk/agent/_async/test_serve.py by `python -m codegen`; do not edit.
"""`opencode.serve`: a server that runs as long as a block, with a program in the place of the installed one."""

import os
import socket
import stat
import sys
from pathlib import Path

import httpx
import pytest

from tests.sdk.agent.opencode import installed
from trivet import AgentClient, AuthenticationError, Basic, InvalidArgumentError, TrivetError
from trivet._core.clock import SystemClock
from trivet.agent import opencode

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the program is a script with an interpreter line")


@pytest.fixture
def program(tmp_path):
    """Return a program that takes the place of `opencode`."""
    path = tmp_path / "opencode"
    path.write_text(f"#!{sys.executable} -S\n{Path(installed.__file__).read_text('utf-8')}", "utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def serve(program, tmp_path):
    """Return a function that makes a server with a behaviour."""

    def make(behaviour, **options):
        env = {"FAKE": behaviour, "FAMILY": str(tmp_path), "MODEL_API_KEY": "model-key-0123456789"}
        return opencode.serve(tmp_path, program=program, env=env, **options)

    return make


def lives(pid):
    """Return whether a process has not ended; one whose parent has not noticed its end has ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text("utf-8").rpartition(")")[2].split()[0] not in "ZX"


def has_ended(server):
    """Return whether the process has ended, its log is gone, and its port is closed."""
    with socket.socket() as sock:
        closed = not server.url or sock.connect_ex(("127.0.0.1", httpx.URL(server.url).port)) != 0
    return not lives(server.pid) and not server.log.exists() and closed


def test_block_gets_a_client_of_the_server_with_its_configuration(serve, tmp_path, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    server = serve("works", config={"model": "rules/rules-1"})
    with server as agent:
        answer = agent.request("GET", "/config")
        assert answer.value == {"config": {"model": "rules/rules-1"}, "cwd": os.path.realpath(tmp_path)}
        assert agent.base_url == server.url
        assert "serve --hostname 127.0.0.1 --port 0" in server.log.read_text("utf-8")
        assert stat.S_IMODE(server.log.stat().st_mode) == 0o600
        assert lives(server.pid)
    assert has_ended(server)


def test_server_answers_only_with_its_password(serve):
    server, other = serve("works"), serve("works")
    assert server.password != other.password
    with server, AgentClient(base_url=server.url, auth=Basic("opencode", other.password)) as stranger:
        with pytest.raises(AuthenticationError):
            stranger.request("GET", "/config")


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit])
def test_exception_in_the_block_ends_the_server(serve, error):
    server = serve("works")
    with pytest.raises(error):
        with server:
            raise error
    assert has_ended(server)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="only Linux shows the environment of processes")
def test_processes_below_the_server_end_with_it(serve, tmp_path, monkeypatch):
    monkeypatch.setitem(opencode.serve.__globals__, "GRACE", 0.5)  # a process that ignores SIGTERM is killed then
    server = serve("family")
    with server:
        family = [int((tmp_path / name).read_text("utf-8")) for name in ("stubborn", "orphan")]
        assert [*map(lives, family)] == [True, True]
    assert [*map(lives, family)] == [False, False]
    assert has_ended(server)


def test_server_that_dies_raises_the_end_of_its_log_without_secrets(serve):
    server = serve("dies")
    with pytest.raises(opencode.ServerStartError) as caught:
        server.__enter__()
    assert caught.value.reason == "the server ended with the status 7 before it answered"
    assert caught.value.log.splitlines()[-1] == "no space left for *** ***"
    assert str(caught.value).endswith("| no space left for *** ***")
    assert has_ended(server)


class LogClock(SystemClock):
    """The real time, and a minute more from the second look on that finds a word in the log of a server.

    With the first look, the server counts the time for its start.
    """

    def __init__(self, word):
        self.server = None
        self._word = word
        self._later = None

    def monotonic(self):
        if self._later is None:
            self._later = 0.0
        elif not self._later and self._word in self.server.log.read_text("utf-8"):
            self._later = 60.0
        return super().monotonic() + self._later


@pytest.mark.parametrize(("behaviour", "word"), [("mute", "starts"), ("hangs", "listening")])
def test_server_without_an_answer_is_ended_after_the_timeout(serve, monkeypatch, behaviour, word):
    clock = LogClock(word)
    monkeypatch.setitem(opencode.serve.__globals__, "SystemClock", lambda: clock)
    clock.server = server = serve(behaviour, start_timeout=60)
    with pytest.raises(opencode.ServerStartError, match="the server does not answer within 60 s; its log ends with: "):
        server.__enter__()
    assert has_ended(server)


def test_configuration_that_the_server_refuses_is_an_error_of_the_start(serve):
    server = serve("refuses")
    with pytest.raises(opencode.ServerStartError, match=r"the server refuses to work: .*ConfigInvalidError") as caught:
        server.__enter__()
    assert server.password not in repr(caught.value)
    assert has_ended(server)


def test_program_that_is_not_installed_raises_how_to_install_it(tmp_path):
    server = opencode.serve(tmp_path, program="opencode-that-is-missing")
    with pytest.raises(opencode.ServerStartError, match="was not found; install it with `npm install --global openc"):
        server.__enter__()
    assert (server.pid, server.url, server.log) == (None, "", None)


def test_directory_that_is_missing_raises(serve, program, tmp_path):
    server = opencode.serve(tmp_path / "missing", program=program)
    with pytest.raises(opencode.ServerStartError, match=r"could not be started: .*missing"):
        server.__enter__()
    assert not server.log.exists()


def test_log_of_the_user_is_kept_and_appended_to(serve, tmp_path):
    log = tmp_path / "server.log"
    for _ in range(2):
        with serve("works", log=log) as agent:
            assert (agent.request("GET", "/config")).status == 200
    assert log.read_text("utf-8").count("listening on") == 2


def test_server_starts_once(serve):
    server = serve("works")
    with server:
        pass
    with pytest.raises(TrivetError, match="a server is started once"):
        server.__enter__()


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"port": 70_000}, "port must be"),
        ({"start_timeout": 0}, "start_timeout must be"),
        ({"config": {"model": object()}}, "config must be a mapping of JSON values"),
    ],
)
def test_unusable_argument_starts_nothing(serve, options, rule):
    with pytest.raises(InvalidArgumentError, match=rule):
        serve("works", **options)

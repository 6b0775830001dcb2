"""`opencode.serve`: a server that runs as long as a block, with a program in the place of the installed one."""

import json
import os
import signal
import socket
import stat
import sys
import threading
from contextlib import suppress
from itertools import count
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from tests.sdk.agent.opencode import installed, installed_agent
from tests.sdk.exposure import exposed
from trivet import AsyncAgentClient, AuthenticationError, Basic, InvalidArgumentError, TrivetError
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
        return opencode.async_serve(tmp_path, program=program, env=env, **options)

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


async def test_block_gets_a_client_of_the_server_with_its_configuration(serve, tmp_path, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    server = serve("works", config={"model": "rules/rules-1"})
    async with server as agent:
        answer = await agent.request("GET", "/config")
        assert answer.value == {"config": {"model": "rules/rules-1"}, "cwd": os.path.realpath(tmp_path)}
        assert agent.base_url == server.url
        assert "serve --hostname 127.0.0.1 --port 0" in server.log.read_text("utf-8")
        assert stat.S_IMODE(server.log.stat().st_mode) == 0o600
        assert lives(server.pid)
    assert has_ended(server)


async def test_server_answers_only_with_its_password(serve):
    server, other = serve("works"), serve("works")
    assert server.password != other.password
    async with server, AsyncAgentClient(base_url=server.url, auth=Basic("opencode", other.password)) as stranger:
        with pytest.raises(AuthenticationError):
            await stranger.request("GET", "/config")


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit])
async def test_exception_in_the_block_ends_the_server(serve, error):
    server = serve("works")
    with pytest.raises(error):
        async with server:
            raise error
    assert has_ended(server)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="only Linux shows the environment of processes")
async def test_processes_below_the_server_end_with_it(serve, tmp_path, monkeypatch):
    monkeypatch.setitem(opencode.async_serve.__globals__, "GRACE", 0.5)  # a process that ignores SIGTERM is killed then
    server = serve("family")
    async with server:
        family = [int((tmp_path / name).read_text("utf-8")) for name in ("stubborn", "orphan")]
        assert [*map(lives, family)] == [True, True]
    assert [*map(lives, family)] == [False, False]
    assert has_ended(server)


async def test_server_that_dies_raises_the_end_of_its_log_without_secrets(serve):
    server = serve("dies")
    with pytest.raises(opencode.ServerStartError) as caught:
        await server.__aenter__()
    assert caught.value.reason == "the server ended with the status 7 before it answered"
    assert caught.value.log.splitlines()[-1] == "no space left for *** ***"
    assert str(caught.value).endswith("| no space left for *** ***")
    assert has_ended(server)


ENVIRONMENT = {
    "HTTPS_PROXY": "http://corp\\bob-7731:pa[ss-of-bob@proxy.test:3128",
    "ALL_PROXY": "bare-user-7731:bare-pa55word@proxy.test:3128",
    "DATABASE_URL": "postgres://owner-7731:db%2Fpa55word-0@db.test/orchard?sslpassword=query-s3cret-0",
    "MONGO": "mongodb://mongo-user-7:p/w-of-mongo@one.test,mongodb://two-user-7731:two-pa55word@two.test/?tls=true",
    "MYSQL_DSN": "mysql-user-77:mysql-pa55word@tcp(127.0.0.1:3306)/orchard",
    "PG": "host=db.test password=libpq-pa55word sslmode=require",
    "OTEL_EXPORTER_OTLP_HEADERS": "api-key=otel-k3y-000000,x-other=1",
    "WEBHOOK": "https://hooks.test/services?sig=webhook-s1gnature-0&a=1",
    "SIGNING_KEY": "-----BEGIN KEY-----\nline-one-of-the-key\nline-two-of-the-key\n-----END KEY-----",
    "SETTINGS": '{"nested": [{"clientSecret": "nested-s3cret-000", "url": "https://js:json-pa55word@x.test"}]}',
    "PROVIDER": "provider-s3cret-by-reference",
}
CONFIG = {
    "provider": {
        "one": {"options": {"baseURL": "https://base-user-77:base-pa55word@llm.test/v1?code=base-query-s3cret"}},
        "two": {"options": {"apiKey": "{env:PROVIDER}", "headers": {"x-tenant": "tenant-s3cret-000"}}},
        "three": {"options": {"apiKey": "config-k3y-00000"}},
    },
    "mcp": {"tools": {"command": ["run", "--token=argument-t0ken-00"], "environment": {"X": "mcp-s3cret-0000"}}},
}
SHOWN = [
    *(
        "corp\\bob-7731",
        "pa[ss-of-bob",
        "bare-user-7731",
        "bare-pa55word",
        "owner-7731",
        "db%2Fpa55word-0",
        "db/pa55word-0",
    ),
    *("query-s3cret-0", "mongo-user-7", "p/w-of-mongo", "two-pa55word", "mysql-pa55word", "libpq-pa55word"),
    *("otel-k3y-000000", "webhook-s1gnature-0", "line-two-of-the-key", "nested-s3cret-000", "json-pa55word"),
    *("provider-s3cret-by-reference", "base-user-77", "base-pa55word", "base-query-s3cret", "tenant-s3cret-000"),
    *("config-k3y-00000", "argument-t0ken-00", "mcp-s3cret-0000"),
]
"""The secrets of the environment and of the configuration."""


@pytest.fixture
def printing(program, tmp_path, monkeypatch):
    """Return a function that starts a server that prints a text and ends, and returns the error of the start."""

    async def error_of(text, env=None, config=None):
        (tmp_path / "printed").write_text(text, "utf-8")
        monkeypatch.setenv("FAKE", "prints")
        monkeypatch.setenv("FAMILY", str(tmp_path))
        server = opencode.async_serve(tmp_path, program=program, env=env, config=config)
        with pytest.raises(opencode.ServerStartError) as caught:
            await server.__aenter__()
        return caught.value

    return error_of


async def test_log_shows_no_secret_of_a_file_that_the_configuration_refers_to(printing, tmp_path):
    (tmp_path / "key").write_text("key-of-a-file-0000\n", "utf-8")
    config = {"provider": {"one": {"options": {"apiKey": f"{{file:{tmp_path / 'key'}}}"}}}}
    error = await printing("bad key key-of-a-file-0000", config=config)
    assert error.log.splitlines()[-1] == "bad key ***"


@pytest.mark.parametrize("spell", [str, quote, lambda text: json.dumps(text)[1:-1]], ids=["plain", "percent", "json"])
async def test_log_shows_no_secret_of_environment_or_configuration(printing, spell):
    for at in range(0, len(SHOWN), 10):
        some = SHOWN[at : at + 10]
        error = await printing("\n".join(f"cannot use <{spell(secret)}>" for secret in some), ENVIRONMENT, CONFIG)
        assert error.log.splitlines()[-len(some) :] == ["cannot use <***>"] * len(some)
        assert exposed(error, *SHOWN) == []


async def test_log_shows_no_secret_when_the_settings_are_printed_whole(printing):
    text = "\n".join([*(f"{name}={value}" for name, value in ENVIRONMENT.items()), json.dumps(CONFIG)])
    error = await printing(text, ENVIRONMENT, CONFIG)
    assert exposed(error, *SHOWN) == []
    assert "proxy.test:3128" in error.log


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        ("to http://user:pa55word@db.test/x failed", "to http://***@db.test/x failed"),
        ("to redis://:pa/ss?w#rd@db.test failed", "to redis://***@db.test failed"),
        ("to POSTGRES://us%20er:p@ss@db.test:5432/x", "to POSTGRES://***@db.test:5432/x"),
        (r'{"url": "https:\/\/user:pa55word@db.test"}', r'{"url": "https:\/\/***@db.test"}'),
        ("get https://registry.test/@scope/name", "get https://registry.test/@scope/name"),
        ("get http://127.0.0.1:4096/@scope?a=b@c", "get http://127.0.0.1:4096/@scope?a=b@c"),
        ("mail to bob@example.com", "mail to bob@example.com"),
    ],
    ids=count(),  # the environment has the name of the test
)
async def test_log_shows_no_user_of_any_url(printing, printed, shown):
    error = await printing(printed)
    assert error.log.splitlines()[-1] == shown


async def test_secret_where_a_log_is_cut_is_not_shown(printing):
    secret = ENVIRONMENT["PROVIDER"]
    for length in range(19_960, 20_000, 7):
        error = await printing(f"{secret} {'x' * length}\nthe end", ENVIRONMENT, CONFIG)
        assert (exposed(error, secret, secret[7:], secret[12:]), error.log.splitlines()[-1]) == ([], "the end")


def test_configuration_that_is_not_json_shows_no_secret(tmp_path):
    with pytest.raises(InvalidArgumentError, match="config must be") as caught:
        opencode.async_serve(tmp_path, config=CONFIG | {"bad": {1, 2}}, env=ENVIRONMENT)
    assert exposed(caught.value, *SHOWN) == []


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
async def test_server_without_an_answer_is_ended_after_the_timeout(serve, monkeypatch, behaviour, word):
    clock = LogClock(word)
    monkeypatch.setitem(opencode.async_serve.__globals__, "SystemClock", lambda: clock)
    clock.server = server = serve(behaviour, start_timeout=60)
    with pytest.raises(opencode.ServerStartError, match="the server does not answer within 60 s; its log ends with: "):
        await server.__aenter__()
    assert has_ended(server)


async def test_configuration_that_the_server_refuses_is_an_error_of_the_start(serve):
    server = serve("refuses")
    with pytest.raises(opencode.ServerStartError, match=r"the server refuses to work: .*ConfigInvalidError") as caught:
        await server.__aenter__()
    assert server.password not in repr(caught.value)
    assert has_ended(server)


async def test_program_that_is_not_installed_raises_how_to_install_it(tmp_path):
    server = opencode.async_serve(tmp_path, program="opencode-that-is-missing")
    with pytest.raises(opencode.ServerStartError, match="was not found; install it with `npm install --global openc"):
        await server.__aenter__()
    assert (server.pid, server.url, server.log) == (None, "", None)


async def test_directory_that_is_missing_raises(serve, program, tmp_path):
    server = opencode.async_serve(tmp_path / "missing", program=program)
    with pytest.raises(opencode.ServerStartError, match=r"could not be started: .*missing"):
        await server.__aenter__()
    assert not server.log.exists()


async def test_log_of_the_user_is_kept_and_appended_to(serve, tmp_path):
    log = tmp_path / "server.log"
    for _ in range(2):
        async with serve("works", log=log) as agent:
            assert (await agent.request("GET", "/config")).status == 200
    assert log.read_text("utf-8").count("listening on") == 2


async def test_two_servers_with_one_log_have_their_own_addresses(serve, tmp_path):
    log = tmp_path / "server.log"
    one, two = serve("works", log=log), serve("works", log=log)
    async with one as first, two as second:
        assert one.url != two.url
        assert [(await agent.request("GET", "/config")).status for agent in (first, second)] == [200, 200]
    assert log.read_text("utf-8").count("listening on") == 2


async def test_address_that_another_program_listens_to_gets_no_password(serve, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        stranger.setblocking(False)
        monkeypatch.setenv("ELSEWHERE", f"http://127.0.0.1:{stranger.getsockname()[1]}")
        server = serve("elsewhere")
        async with server as agent:
            assert (await agent.request("GET", "/config")).status == 200
            assert server.url != os.environ["ELSEWHERE"]
        with pytest.raises(BlockingIOError):
            stranger.accept()


@pytest.mark.parametrize("address", ["http://192.0.2.7:4096", "http://localhost.test:4096", "http://127.0.0.1:99999"])
async def test_address_that_is_not_on_loopback_is_not_used(serve, monkeypatch, address):
    monkeypatch.setenv("ELSEWHERE", address)
    server = serve("elsewhere")
    async with server as agent:
        assert (await agent.request("GET", "/config")).status == 200


async def test_pipe_that_nothing_reads_is_a_log(serve, tmp_path):
    fifo = tmp_path / "log"
    os.mkfifo(fifo)
    async with serve("floods", log=fifo) as agent:
        assert (await agent.request("GET", "/config")).status == 200


async def test_reader_of_a_pipe_gets_the_log(serve, tmp_path):
    fifo, lines = tmp_path / "log", []
    os.mkfifo(fifo)

    def read():
        with fifo.open("r", encoding="utf-8") as log:
            lines.extend(log)

    reader = threading.Thread(target=read)
    async with serve("works", log=fifo):
        reader.start()  # after the server: it finds what was written before
    reader.join(10)
    assert lines[0].startswith("starts serve")
    assert lines[-1].startswith("opencode server listening on")


async def test_pipe_of_the_program_is_a_log_that_lives_on(serve):
    end, start = os.pipe()
    server = serve("works", log=f"/dev/fd/{start}")
    async with server as agent:
        assert (await agent.request("GET", "/config")).status == 200
    os.write(start, b"the program goes on")
    os.close(start)
    with os.fdopen(end, encoding="utf-8") as log:
        text = log.read()
    assert "listening on" in text
    assert text.endswith("the program goes on")


async def test_end_of_the_server_within_the_block_is_an_error_with_its_last_words(serve):
    server = serve("works", config=CONFIG)
    with pytest.raises(opencode.ServerEndedError) as caught:
        async with server as agent:
            await agent.request("GET", "/die")
    assert (caught.value.status, caught.value.log.splitlines()[-1]) == (9, "out of memory ***")
    assert str(caught.value).startswith("opencode.serve: the server has ended with the status 9; its log ends with: ")
    assert exposed(caught.value, server.password, *SHOWN) == []
    assert has_ended(server)


async def test_calls_after_the_end_of_the_server_raise_at_once(serve):
    server = serve("works")
    async with server as agent:
        with suppress(opencode.ServerEndedError):
            await agent.request("GET", "/die")
        with pytest.raises(opencode.ServerEndedError, match="with the status 9"):
            await agent.session.create()
        assert "out of memory" in server.log.read_text("utf-8")
    assert has_ended(server)


async def test_program_that_ignores_the_ends_of_children_learns_the_end_of_its_server(serve):
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        async with serve("family") as agent:
            with pytest.raises(opencode.ServerEndedError, match="with the status 9"):
                await agent.request("GET", "/die")
    finally:
        signal.signal(signal.SIGCHLD, before)


@pytest.mark.long
async def test_server_that_dies_ends_a_turn_at_once_with_its_last_words(tmp_path):
    program = tmp_path / "opencode"
    program.write_text(f"#!{sys.executable}\n{Path(installed_agent.__file__).read_text('utf-8')}", "utf-8")
    program.chmod(0o755)
    server = opencode.async_serve(tmp_path, program=program, env={"PYTHONPATH": os.pathsep.join(sys.path)})
    async with server as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "BASH ls", on_permission=lambda request: "once", deadline=60)
        with pytest.raises(opencode.ServerEndedError) as caught:
            await turn.run()  # before its deadline
    assert (caught.value.status, caught.value.log.splitlines()[-1]) == (-9, "out of memory ***")


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="only Linux shows the arguments of processes")
async def test_password_is_in_no_list_of_arguments(serve):
    server = serve("works", config=CONFIG)
    async with server:
        shown = b"".join(_read(path) for path in Path("/proc").glob("[0-9]*/cmdline"))
    assert b"serve\0--hostname" in shown
    assert server.password.encode() not in shown
    assert b"config-k3y-00000" not in shown


async def test_supervisor_that_does_not_start_is_an_error_and_leaves_no_server(serve, tmp_path, monkeypatch):
    broken = tmp_path / "python3"
    broken.write_text("#!/bin/sh\necho 'no module named encodings'; exit 3\n", "utf-8")
    broken.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(broken))
    server = serve("works")
    with pytest.raises(opencode.ServerStartError) as caught:
        await server.__aenter__()
    assert caught.value.reason == "the supervisor of the server ended with the status 3: no module named encodings"
    assert (server.pid, exposed(caught.value, server.password)) == (None, [])


async def test_missing_interpreter_is_an_error(serve, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python-that-is-missing"))
    server = serve("works")
    with pytest.raises(opencode.ServerStartError, match=r"could not be started: .*python-that-is-missing"):
        await server.__aenter__()
    assert not server.log.exists()


@pytest.mark.parametrize("frozen", [True, False])
async def test_program_that_is_not_python_has_a_server_without_a_supervisor(serve, monkeypatch, frozen):
    if frozen:
        monkeypatch.setattr(sys, "frozen", True, raising=False)
    else:
        monkeypatch.setattr(sys, "executable", "/usr/bin/uwsgi")
    server = serve("works")
    with pytest.warns(RuntimeWarning, match="so there is no supervisor"):
        agent = await server.__aenter__()
    assert (await agent.request("GET", "/config")).status == 200
    await server.aclose()
    assert has_ended(server)


def _read(path):
    try:
        return path.read_bytes()
    except OSError:
        return b""


async def test_server_starts_once(serve):
    server = serve("works")
    async with server:
        pass
    with pytest.raises(TrivetError, match="a server is started once"):
        await server.__aenter__()


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

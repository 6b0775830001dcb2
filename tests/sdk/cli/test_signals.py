"""SIGTERM and a closed terminal end each command as Ctrl-C does."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from tests.sdk.cli.console import LONGEST, environment, in_terminal
from trivet_stubs.agent import Hold, Text

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither signal"),
]
STATUSES = {signal.SIGTERM: 143, signal.SIGHUP: 129}
both = pytest.mark.parametrize("number", [*STATUSES], ids=lambda number: number.name)


@contextmanager
def begun(
    *words: str, env: Mapping[str, str], until: Callable[[], object], ignored: signal.Signals | None = None
) -> Generator[subprocess.Popen[str]]:
    """Run a command without a terminal until a condition holds."""
    pipes: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(
        [sys.executable, "-m", "trivet", *words],
        env=environment(env),
        text=True,
        preexec_fn=None if ignored is None else lambda: signal.signal(ignored, signal.SIG_IGN),  # noqa: PLW1509
        **pipes,
    ) as process:
        try:
            eventually(until, process)
            yield process
        finally:
            process.kill()


def eventually(condition: Callable[[], object], process: subprocess.Popen[str]) -> None:
    """Wait for a condition."""
    end = time.monotonic() + LONGEST
    while not condition():
        assert process.poll() is None, process.communicate()[1]
        assert time.monotonic() < end
        time.sleep(0.02)


def agent_env(server: Any) -> dict[str, str]:
    return {"TRIVET_AGENT_BASE_URL": server.url}


@both
def test_run_ends_with_its_result_and_the_status_of_the_signal(agent_server, number):
    stub = agent_server.stub
    stub.script(Text("One."), Hold())
    words = ("agent", "run", "Go.", "-o", "json")
    with begun(*words, env=agent_env(agent_server), until=lambda: "session.prompt" in asked(stub)) as process:
        process.send_signal(number)
        out, err = process.communicate(timeout=LONGEST)
    assert process.returncode == STATUSES[number]
    assert (json.loads(out)["status"], json.loads(out)["is_error"]) == ("left", True)
    assert "left: the agent works on; watch it with `trivet agent watch" in err
    assert "left in " in err
    assert "Traceback" not in err


def asked(stub: Any) -> list[str]:
    return [request.operation for request in stub.requests]


@both
def test_events_and_changes_end_with_the_status_of_the_signal(agent_server, number):
    for words in (("agent", "event", "subscribe"), ("agent", "watch", "/home/dev/orchard", "-o", "ndjson")):
        before = len(agent_server.stub.requests)

        def streams(before: int = before) -> bool:
            return "event.subscribe" in asked(agent_server.stub)[before:]

        with begun(*words, env=agent_env(agent_server), until=streams) as process:
            process.send_signal(number)
            _, err = process.communicate(timeout=LONGEST)
        assert (process.returncode, "Traceback" in err) == (STATUSES[number], False)


def test_signal_that_arrives_twice_is_one(agent_server):
    stub = agent_server.stub
    stub.script(Text("One."), Hold())
    words = ("agent", "run", "Go.")
    with begun(*words, env=agent_env(agent_server), until=lambda: "session.prompt" in asked(stub)) as process:
        for _ in range(2):  # as `timeout` does
            process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=LONGEST)
    assert process.returncode == 143
    assert "left: the agent works on" in err


def test_run_under_nohup_outlives_its_terminal(agent_server):
    stub = agent_server.stub
    stub.script(Hold(), Text("Done."))
    words, env = ("agent", "run", "Go."), agent_env(agent_server)
    with begun(*words, env=env, until=lambda: "session.prompt" in asked(stub), ignored=signal.SIGHUP) as process:
        process.send_signal(signal.SIGHUP)
        [prompt] = [request.path for request in stub.requests if request.operation == "session.prompt"]
        stub.resume(prompt.split("/")[-2])
        out, err = process.communicate(timeout=LONGEST)
    assert (process.returncode, out.strip()) == (0, "Done."), err


def test_closed_terminal_ends_a_run_with_its_report(agent_server, tmp_path):
    stub, report = agent_server.stub, tmp_path / "report.json"
    stub.script(Text("One."), Hold())
    shell = f"exec {sys.executable} -m trivet agent run Go. -o json > {report}"
    with in_terminal(env=agent_env(agent_server), command=["sh", "-c", shell]) as terminal:
        terminal.read_until("session ses_")
        eventually(lambda: "session.prompt" in asked(stub), terminal.process)
        terminal.hang_up()
        assert terminal.process.wait(LONGEST) == 129
    assert json.loads(report.read_text("utf-8"))["status"] == "left"


def test_screen_of_a_run_on_a_closed_terminal_does_not_keep_it(agent_server):
    agent_server.stub.script(Text("One."), Hold())
    with in_terminal("agent", "run", "Go.", env=agent_env(agent_server)) as terminal:
        terminal.read_until("One")
        terminal.hang_up()
        assert terminal.process.wait(LONGEST) == 129

"""Streams of events on the command line: until they are enough, cut, or no events at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from tests.sdk.cli.console import in_terminal, run_here
from tests.sdk.cli.operations.calls import env_of

SUBSCRIBE = ("agent", "event", "subscribe")
CONTEXT = {"directory": "/d"}


def event(number: int) -> bytes:
    data = {"id": f"evt_{number}", "time": number, "context": CONTEXT, "type": "server.connected", "payload": {}}
    return f"data: {json.dumps(data)}\n\n".encode()


@pytest.fixture
def serving() -> Iterator[Callable[..., str]]:
    """Serve these answers, one a connection and then the last again and again: media type and body, which ends it."""
    servers: list[ThreadingHTTPServer] = []

    def serve(*answers: tuple[str, bytes]) -> str:
        waiting = list(answers)

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                media, body = waiting.pop(0) if len(waiting) > 1 else waiting[0]
                self.send_response(200)
                self.send_header("Content-Type", media)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}"

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


def test_events_are_lines_of_json_until_the_count_is_reached(agent_server: Any) -> None:
    done = run_here(*SUBSCRIBE, "--count", "1", env=env_of("agent", agent_server))
    assert (done.status, done.err) == (0, "")
    assert [json.loads(each)["type"] for each in done.out.splitlines()] == ["server.connected"]


def test_for_ends_the_stream_although_no_event_comes(agent_server: Any) -> None:
    done = run_here(*SUBSCRIBE, "--for", "0.05", env=env_of("agent", agent_server))
    assert (done.status, done.err) == (0, "")


def test_ctrl_c_ends_the_stream_with_130(agent_server: Any) -> None:
    with in_terminal(*SUBSCRIBE, env=env_of("agent", agent_server)) as terminal:
        terminal.read_until("server.connected")
        terminal.interrupt()
        assert terminal.wait() == 130
    assert "Traceback" not in terminal.text


def test_stream_cut_in_the_middle_of_an_event_connects_again_and_says_so(serving: Callable[..., str]) -> None:
    stream = "text/event-stream"
    url = serving((stream, event(1) + event(2) + event(3)[:20]), (stream, event(4) + event(5)))
    done = run_here(*SUBSCRIBE, "--count", "4", env={"TRIVET_AGENT_BASE_URL": url})
    assert done.status == 0
    assert [json.loads(each)["id"] for each in done.out.splitlines()] == ["evt_1", "evt_2", "evt_4", "evt_5"]
    assert "connected again, events in between are missing" in done.err


def test_event_that_is_no_json_is_left_out_with_a_note(serving: Callable[..., str]) -> None:
    url = serving(("text/event-stream", b"data: {\n\n" + event(1)))
    done = run_here(*SUBSCRIBE, "--count", "1", env={"TRIVET_AGENT_BASE_URL": url})
    assert (done.status, json.loads(done.out)["id"]) == (0, "evt_1")
    assert "left out: event.subscribe" in done.err


def test_stream_without_a_readable_event_ends_with_the_error(serving: Callable[..., str]) -> None:
    url = serving(("text/event-stream", b"data: {\n\n" * 5))
    done = run_here(*SUBSCRIBE, env={"TRIVET_AGENT_BASE_URL": url})
    assert (done.status, done.out) == (1, "")


def test_page_of_html_is_an_error_in_one_line(serving: Callable[..., str]) -> None:
    page = b"<html>\x1b[31m<h1>Log in</h1></html>"
    url = serving(("text/html", page))
    for words in (SUBSCRIBE, ("agent", "project", "list"), ("agent", "request", "GET", "/x")):
        done = run_here(*words, env={"TRIVET_AGENT_BASE_URL": url})
        assert (done.status, done.out) == (1, "")
        assert "text/html" in done.err
        assert "\x1b" not in done.err


@pytest.mark.parametrize(("option", "value"), [("--count", "0"), ("--count", "-1"), ("--for", "0"), ("--for", "nan")])
def test_count_and_seconds_must_be_above_zero(option: str, value: str) -> None:
    done = run_here(*SUBSCRIBE, option, value)
    assert (done.status, done.out) == (2, "")
    assert f"{option} must be above 0" in done.err

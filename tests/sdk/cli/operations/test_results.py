"""The results of operations: values, pages, events, exports and downloads."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from zipfile import ZipFile

import pytest

from tests.sdk.cli.console import Done, in_terminal, run_here, run_script
from tests.sdk.cli.operations.calls import env_of
from trivet.cli.invocation import Invocation
from trivet.cli.operations.results import columns, page_size
from trivet.cli.operations.table import load
from trivet_stubs import ChatStub, Clock
from trivet_stubs.serving.port import Served


def test_one_record_is_an_object_in_json(chat_server: Any) -> None:
    user = chat_server.stub.user_id("bob")
    result = run_here("chat", "admin", "users", "get", user, env=env_of("chat", chat_server))
    assert json.loads(result.out)["id"] == user


def test_whole_list_is_an_array_without_paging_options(agent_server: Any) -> None:
    result = run_here("agent", "project", "list", env=env_of("agent", agent_server))
    assert [project["id"] for project in json.loads(result.out)] == ["prj_000001", "prj_000002"]
    refused = run_here("agent", "project", "list", "--limit", "1", env=env_of("agent", agent_server))
    assert (refused.status, refused.out) == (2, "")


def test_operation_without_an_answer_prints_nothing(chat_server: Any) -> None:
    user = chat_server.stub.user_id("bob")
    result = run_here("chat", "admin", "users", "delete", user, "--yes", env=env_of("chat", chat_server))
    assert result == (0, "", "")
    assert chat_server.stub.requests.count("admin.users.delete") == 1


def test_deletion_without_a_terminal_needs_yes(chat_server: Any) -> None:
    user, env = chat_server.stub.user_id("bob"), env_of("chat", chat_server)
    for stdin in ("", "y\n"):
        result = run_here("chat", "admin", "users", "delete", user, env=env, stdin=stdin)
        assert (result.status, result.out) == (2, "")
        assert f"(USER_ID {user}): confirm it with --yes, as stdin is not a terminal" in result.err
    assert len(chat_server.stub.requests) == 0


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals need POSIX")
@pytest.mark.parametrize(("answer", "status", "count"), [("y", 0, 1), ("n", 1, 0), ("", 1, 0), ("\x03", 130, 0)])
def test_deletion_asks_on_a_terminal(chat_server: Any, answer: str, status: int, count: int) -> None:
    user = chat_server.stub.user_id("bob")
    with in_terminal("chat", "admin", "users", "delete", user, env=env_of("chat", chat_server)) as terminal:
        terminal.read_until(r"USER_ID [0-9a-f-]+\)\. Continue\? \[y/N\] ")
        terminal.type(answer if answer == "\x03" else f"{answer}\n")
        assert terminal.wait() == status
    assert chat_server.stub.requests.count("admin.users.delete") == count
    assert len(chat_server.stub.requests) == count
    if status == 1:
        assert "not confirmed; nothing was changed" in terminal.text


def test_text_goes_out_as_it_is_in_a_pipe_and_with_escapes_on_a_terminal(
    agent_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    patch = "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+\x1b[31mred\n"
    env = env_of("agent", agent_server)
    body = json.dumps({"patch": patch})
    assert run_here("agent", "vcs", "patch", "--body", "-", env=env, stdin=body).status == 0
    diff = ("agent", "vcs", "diff", "--format", "patch")
    assert "+\x1b[31mred\n" in run_here(*diff, env=env).out
    monkeypatch.setattr(Invocation, "on_terminal", True)
    text = run_here(*diff, env=env).out
    assert "+\\x1b[31mred\n" in text
    assert "\x1b" not in text


@pytest.mark.long
def test_list_on_a_terminal_is_a_table_that_fits(chat_server: Any) -> None:
    with in_terminal("chat", "admin", "users", "list", env=env_of("chat", chat_server), size=(80, 24)) as terminal:
        assert terminal.wait() == 0
    lines = terminal.text.splitlines()
    assert lines[0].split()[:2] == ["id", "email"]
    assert max(len(line) for line in lines if not line.startswith("trivet: ")) <= 80


def test_columns_leave_out_records_and_secrets() -> None:
    right = {column.name: column.right for column in columns(load("chat").operations["admin", "users", "list"])}
    assert right["email"] is False
    assert right["conversation_count"] is True
    names = [column.name for column in columns(load("chat").operations["conversations", "shares", "list"])]
    assert "share_token" not in names


USERS = ("chat", "admin", "users", "list")


@pytest.fixture
def listing(chat_server: Any) -> Any:
    def run(*options: str) -> tuple[Done, list[Any], list[dict[str, Any]]]:
        before = len(chat_server.stub.requests)
        result = run_here(*USERS, *options, env=env_of("chat", chat_server))
        sent = [dict(request.query) for request in list(chat_server.stub.requests)[before:]]
        return result, json.loads(result.out) if result.out else [], sent

    return run


@pytest.fixture
def unstable_server() -> Iterator[Served[ChatStub]]:
    """A server whose users have the same created_at, and come in another order on every page."""
    with ChatStub(seed="empty", users=300) as stub, stub.serve() as served:
        stub.observed.unstable_ties = True
        yield served


def test_without_an_option_one_page_is_shown_and_a_note_counts_the_rest(listing: Any) -> None:
    result, users, sent = listing("--page-size", "3", "--skip", "1")
    assert (result.status, len(users), len(sent)) == (0, 3, 1)
    assert "2 to 4 of 7 shown; --all shows all, --limit N so many\n" in result.err
    assert listing()[0].err == ""


def test_limit_asks_for_pages_no_larger_than_needed(listing: Any) -> None:
    result, users, sent = listing("--limit", "2")
    assert (result.status, result.err, len(users)) == (0, "", 2)
    assert [query["limit"] for query in sent] == ["2"]


def test_limit_fetches_as_many_pages_as_it_needs(listing: Any) -> None:
    result, users, sent = listing("--limit", "5", "--page-size", "2")
    assert (result.status, len(users), len(sent)) == (0, 5, 3)
    assert {query["limit"] for query in sent} == {"2"}


def test_all_fetches_every_page_and_keeps_the_order_with_prefetch(listing: Any) -> None:
    in_turn = listing("--all", "--page-size", "2")
    prefetched = listing("--all", "--page-size", "2", "--prefetch", "3")
    assert in_turn[0].status == prefetched[0].status == 0
    assert len(in_turn[1]) == 7
    assert [user["id"] for user in in_turn[1]] == [user["id"] for user in prefetched[1]]


@pytest.mark.parametrize("options", [("--all",), ("--all", "--prefetch", "4"), ("--limit", "400"), ("--limit", "301")])
@pytest.mark.parametrize("output", ["ndjson", "json", "csv"])
def test_list_without_tie_break_is_shown_whole_and_once(
    unstable_server: Served[ChatStub], options: tuple[str, ...], output: str
) -> None:
    chosen = ("--page-size", "20", "-o", output, "--fields", "id", *options)
    result = run_here(*USERS, *chosen, env=env_of("chat", unstable_server))
    rows = json.loads(result.out) if output == "json" else result.out.splitlines()[output == "csv" :]
    ids = [row["id"] if output == "json" else json.loads(row)["id"] if output == "ndjson" else row for row in rows]
    assert (result.status, result.err, sorted(ids)) == (0, "", sorted(unstable_server.stub.records.users))
    assert unstable_server.stub.requests.count("admin.users.list") > 16, "it was read again"


def test_limit_that_the_first_page_reaches_sends_one_request(unstable_server: Served[ChatStub]) -> None:
    result = run_here(*USERS, "--page-size", "20", "--limit", "20", "-o", "ndjson", env=env_of("chat", unstable_server))
    assert (result.status, result.err, result.out.count("\n")) == (0, "", 20)
    assert unstable_server.stub.requests.count("admin.users.list") == 1


@pytest.mark.parametrize(("output", "lines"), [("ndjson", 3), ("csv", 4), ("json", 4), ("table", 4)])
@pytest.mark.parametrize("options", [("--all",), ("--limit", "5")])
def test_items_on_no_page_are_counted_and_fail_the_command(
    chat_server: Any, output: str, lines: int, options: tuple[str, ...]
) -> None:
    rows = [{"id": user.id, "email": user.email} for user in list(chat_server.stub.records.users.values())[:3]]
    chat_server.stub.faults.add("admin.users.list", body={"items": rows, "total": 48}, times=None)
    result = run_here(*USERS, *options, "-o", output, "--fields", "email", env=env_of("chat", chat_server))
    assert (result.status, len(result.out.splitlines())) == (1, lines), "the items that were found are shown, once"
    assert all(result.out.count(row["email"]) == 1 for row in rows)
    assert result.err == (
        "trivet: admin.users.list: 45 of 48 items are missing; the list changes, or its order is not stable: "
        "try again, or read a smaller part of it\n"
    )
    assert output != "json" or not result.out.rstrip().endswith("]"), "the document is not whole"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--limit", "0"), "--limit must be a whole number not below 1, got 0"),
        (("--limit", "-3"), "--limit must be a whole number not below 1, got -3"),
        (("--limit", "3", "--all"), "--limit and --all exclude each other"),
        (("--prefetch", "2"), "--prefetch needs --all or --limit"),
        (("--page-size", "501"), "--page-size must be a whole number from 1 to 500, got 501"),
        (("--skip", "-1"), "--skip must be a whole number not below 0, got -1"),
        (("--all", "--prefetch", "0"), "--prefetch must be a whole number not below 1, got 0"),
    ],
)
def test_option_out_of_bounds_is_named_and_nothing_is_sent(
    listing: Any, options: tuple[str, ...], message: str
) -> None:
    result, _, sent = listing(*options)
    assert (result.status, result.out, sent) == (2, "", [])
    assert message in result.err


def test_empty_list_succeeds(listing: Any) -> None:
    result, users, _ = listing("--search", "no such user")
    assert (result.status, users) == (0, [])


def test_page_size_has_the_bound_of_the_contract_or_a_hundred() -> None:
    users, sessions = load("chat").operations["admin", "users", "list"], load("agent").operations["session", "list"]
    assert page_size(users, 1000) == {"limit": 500}
    assert page_size(sessions, 1000) == {"limit": 100}
    assert page_size(users, None) == page_size(load("bus").operations["stops", "list"], 5) == {}


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
    result = run_here(*SUBSCRIBE, "--count", "1", env=env_of("agent", agent_server))
    assert (result.status, result.err) == (0, "")
    assert [json.loads(line)["type"] for line in result.out.splitlines()] == ["server.connected"]


def test_for_ends_a_stream_without_events(agent_server: Any) -> None:
    result = run_here(*SUBSCRIBE, "--for", "0.05", env=env_of("agent", agent_server))
    assert (result.status, result.err) == (0, "")


@pytest.mark.long
def test_ctrl_c_ends_the_stream_with_130(agent_server: Any) -> None:
    with in_terminal(*SUBSCRIBE, env=env_of("agent", agent_server)) as terminal:
        terminal.read_until("server.connected")
        terminal.interrupt()
        assert terminal.wait() == 130
    assert "Traceback" not in terminal.text


def test_stream_cut_within_an_event_is_connected_again_with_a_note(
    serving: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trivet._core.settings.SystemClock", Clock)  # no pause before a connection takes time
    stream = "text/event-stream"
    url = serving((stream, event(1) + event(2) + event(3)[:20]), (stream, event(4) + event(5)))
    result = run_here(*SUBSCRIBE, "--count", "4", env={"TRIVET_AGENT_BASE_URL": url})
    assert result.status == 0
    assert [json.loads(line)["id"] for line in result.out.splitlines()] == ["evt_1", "evt_2", "evt_4", "evt_5"]
    assert "connected again, events in between are missing" in result.err


def test_event_that_is_not_json_is_left_out_with_a_note(serving: Callable[..., str]) -> None:
    url = serving(("text/event-stream", b"data: {\n\n" + event(1)))
    result = run_here(*SUBSCRIBE, "--count", "1", env={"TRIVET_AGENT_BASE_URL": url})
    assert (result.status, json.loads(result.out)["id"]) == (0, "evt_1")
    assert result.err == "an event that cannot be read is left out\n"


def test_stream_without_a_readable_event_ends_with_the_error(serving: Callable[..., str]) -> None:
    url = serving(("text/event-stream", b"data: {\n\n" * 5))
    result = run_here(*SUBSCRIBE, env={"TRIVET_AGENT_BASE_URL": url})
    assert (result.status, result.out) == (1, "")


def test_page_of_html_is_an_error_in_one_line(serving: Callable[..., str]) -> None:
    page = b"<html>\x1b[31m<h1>Log in</h1></html>"
    url = serving(("text/html", page))
    for words in (SUBSCRIBE, ("agent", "project", "list"), ("agent", "request", "GET", "/x")):
        result = run_here(*words, env={"TRIVET_AGENT_BASE_URL": url})
        assert (result.status, result.out) == (1, "")
        assert "text/html" in result.err
        assert "\x1b" not in result.err


@pytest.mark.parametrize(("option", "value"), [("--count", "0"), ("--count", "-1"), ("--for", "0"), ("--for", "nan")])
def test_count_and_seconds_must_be_above_zero(option: str, value: str) -> None:
    result = run_here(*SUBSCRIBE, option, value)
    assert (result.status, result.out) == (2, "")
    assert f"{option} must be above 0" in result.err


CONVERSATIONS = ("chat", "admin", "conversations", "export")
RATINGS = ("chat", "admin", "ratings", "export")
VOLUME = ("bus", "passenger-volume", "by-stop")


@pytest.mark.long
def test_export_in_a_pipe_is_the_document_as_the_service_sends_it(chat_server: Any) -> None:
    env = env_of("chat", chat_server)
    piped = run_script(*CONVERSATIONS, env=env)
    assert (piped.status, piped.err) == (0, "")
    assert {"conversations", "total"} <= json.loads(piped.out).keys()
    table = run_here(*RATINGS, "--format", "csv", "--out", "-", env=env)
    assert table.out.startswith("ID,Message ID,")


def test_export_with_a_format_is_its_records(chat_server: Any) -> None:
    result = run_here(*RATINGS, "-o", "ndjson", "--fields", "rating", env=env_of("chat", chat_server))
    assert {json.loads(line)["rating"] for line in result.out.splitlines()} == {1, -1}


def test_export_on_a_terminal_shows_records(chat_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Invocation, "on_terminal", True)
    assert run_here(*RATINGS, env=env_of("chat", chat_server)).out.startswith("id ")


def test_export_is_saved_whole_and_its_name_and_size_are_noted(chat_server: Any, tmp_path: Path) -> None:
    out = tmp_path / "all.json"
    result = run_here(*CONVERSATIONS, "--out", str(out), env=env_of("chat", chat_server))
    assert (result.status, result.out) == (0, "")
    assert f"Saved {out}, {out.stat().st_size:,} bytes." in result.err
    assert [path.name for path in tmp_path.iterdir()] == ["all.json"]


def test_volume_file_is_downloaded_to_a_file_and_to_stdout(bus_server: Any, tmp_path: Path) -> None:
    env = env_of("bus", bus_server)
    out = tmp_path / "volume.zip"
    assert run_here(*VOLUME, "--out", str(out), env=env).status == 0
    with ZipFile(out) as archive:
        assert len(archive.namelist()) == 1
    links = run_here(*VOLUME, env=env)
    assert json.loads(links.out)[0]["link"].startswith("http")


@pytest.mark.parametrize("words", [CONVERSATIONS, VOLUME])
def test_name_from_the_service_does_not_replace_a_file(
    words: tuple[str, ...], bus_server: Any, chat_server: Any, tmp_path: Path
) -> None:
    env = {**env_of("bus", bus_server), **env_of("chat", chat_server)}
    assert run_here(*words, "--out", str(tmp_path), env=env).status == 0
    [saved] = tmp_path.iterdir()
    saved.write_text("changed since")
    result = run_here(*words, "--out", str(tmp_path), env=env)
    assert (result.status, saved.read_text()) == (1, "changed since")
    assert result.err == f"trivet: --out: {saved} is there already; --force replaces it\n"
    assert run_here(*words, "--out", str(tmp_path), "--force", env=env).status == 0
    assert saved.read_bytes() != b"changed since"


@pytest.mark.parametrize("words", [CONVERSATIONS, VOLUME])
def test_missing_folder_is_named_and_nothing_is_written(
    words: tuple[str, ...], bus_server: Any, chat_server: Any, tmp_path: Path
) -> None:
    env = {**env_of("bus", bus_server), **env_of("chat", chat_server)}
    result = run_here(*words, "--out", str(tmp_path / "absent" / "x"), env=env)
    assert (result.status, result.out) == (2, "")
    assert result.err == f"trivet: --out: there is no folder {tmp_path / 'absent'}\n"
    assert list(tmp_path.iterdir()) == []


def test_export_that_breaks_off_leaves_no_file_and_nothing_on_stdout(chat_server: Any, tmp_path: Path) -> None:
    env = env_of("chat", chat_server)
    for words in ((*CONVERSATIONS, "--out", str(tmp_path / "all.json")), CONVERSATIONS):
        chat_server.stub.faults.add("admin.conversations.export", cut_after=50, times=None)
        result = run_here(*words, env=env)
        assert (result.status, result.out) == (1, "")
        assert result.err.count("\n") == 1
        # The folder for stdout is gone.
        held = f"{tmp_path / 'all.json'}.trivet-part holds the 50 bytes that arrived"
        assert (held in result.err, "bytes that arrived" in result.err) == ("--out" in words, "--out" in words)
    assert not (tmp_path / "all.json").exists()


def test_empty_name_of_a_file_is_refused(chat_server: Any) -> None:
    result = run_here(*CONVERSATIONS, "--out", "", env=env_of("chat", chat_server))
    assert result.status == 2
    assert "--out: give a file" in result.err

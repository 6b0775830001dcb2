"""The lines of a dashboard on screens of any size."""

import shlex

import pytest
from rich.cells import cell_len

from trivet.agent import PermissionRequest
from trivet.cli.agent.asks import reply_command
from trivet.cli.agent.watch.board import Place, Row
from trivet.cli.agent.watch.screen import board_lines

NOW = 1_750_032_100.0


def rows(count, **given):
    asked = PermissionRequest(id="per_1", session_id="s", action="bash", resources=["rm \x1b[2J"])
    made = [
        Row(
            f"ses_{n}", f"果樹園 \x1b]0;x\x07 {n}", "waits" if n == 0 else "idle", 1_750_032_000_000.0, False, "1/2", ()
        )
        for n in range(count)
    ]
    first = made[0]
    made[0] = Row(first.id, first.title, first.status, first.updated, False, None, (asked,), "quota")
    return {each.id: each for each in made}


@pytest.mark.parametrize("width", [10, 40, 80, 200])
@pytest.mark.parametrize("height", [1, 3, 8, 40])
def test_lines_fit_in_width_and_height_and_are_escaped(width, height):
    places = [Place("/home/dev/orchard", "live", "", rows(20)), Place("/b", "failed", "no\x1b such\n" * 50)]
    lines = board_lines(places, NOW, width, height)
    assert len(lines) <= height
    assert max(cell_len(text) for text, _ in lines) <= width
    assert "\x1b" not in "".join(text for text, _ in lines)


def test_row_has_status_title_todos_age_and_id():
    lines = [text for text, _ in board_lines([Place("/a", "live", "", rows(2))], NOW, 100, 20)]
    assert lines[0] == "● /a  live, 2 sessions, 1 waiting"
    assert lines[1].split() == ["?", "waits", "果樹園", "\\x1b]0;x\\x07", "0", "1", "min", "ses_0"]
    assert lines[2:5] == [
        "      quota",
        "      bash: rm \\x1b[2J",
        "      trivet agent permission reply per_1 --response once --directory /a",
    ]
    assert lines[5].split() == ["·", "idle", "果樹園", "\\x1b]0;x\\x07", "1", "1/2", "1", "min", "ses_1"]


def test_sessions_that_do_not_fit_are_counted_and_no_directory_hides_another():
    places = [Place("/a", "live", "", rows(30)), Place("/b", "stale", "", rows(1)), Place("", "starting")]
    lines = [text for text, _ in board_lines(places, NOW, 60, 14, commands=False)]
    assert lines[0].endswith("(+24 more)")
    assert [each for each in lines if each.startswith("◐ /b  stale, 1 session")]
    assert lines[-1] == "… the server's directory  starting, no sessions"


def test_failed_directory_says_why():
    assert board_lines([Place("/a", "failed", "session.list: 404")], NOW, 60, 5) == [
        ("✗ /a  failed: session.list: 404", "bold red")
    ]


def test_command_that_is_wider_than_the_screen_works_as_it_is_shown():
    again = ("--base-url", "http://127.0.0.1:4096", "--adapter", "opencode")
    place = Place("/home/dev/the orchard", "live", "", rows(1), again)
    lines = [text for text, style in board_lines([place], NOW, 60, 20) if style == "dim"]
    assert max(map(cell_len, lines)) <= 60
    assert len(lines) > 1
    words = shlex.split("\n".join(lines).replace("\\\n", ""))  # as a shell does
    assert words == shlex.split(reply_command(place.rows["ses_0"].requests[0], place.directory, again))

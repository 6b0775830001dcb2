"""The screen of a dashboard."""

import io
import time
from types import SimpleNamespace

import pytest
from rich.console import Console

from trivet.agent import PermissionRequest
from trivet.cli.agent.asks import PermissionAsk
from trivet.cli.agent.watch.board import Place, Row
from trivet.cli.agent.watch.live_board import LiveBoard

ASK = PermissionAsk(PermissionRequest(id="per_1", session_id="s", action="bash", resources=["rm \x1b[2J"]))


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 10), (20, 5)])
def test_screen_holds_the_board_the_question_and_the_notes(width, height):
    rows = {f"{n}": Row(f"{n}", f"Title {n}", "idle", 0.0, False, None, ()) for n in range(50)}
    follower = SimpleNamespace(place=lambda: Place("/a", "live", "", rows))
    board = LiveBoard([follower], asks=True)
    board.note("allowed once: \x1b[2J")
    board.ask(ASK.lines())
    board.typed(ASK, "o", 1)
    out = io.StringIO()
    Console(file=out, width=width, height=height).print(board.render(time.time(), width, height))
    lines = out.getvalue().splitlines()
    assert len(lines) <= height
    assert max(map(len, lines)) <= width
    assert "\x1b" not in out.getvalue()
    assert [each for each in lines if each.startswith("[+1] ") and "o▏" in each]
    board.asked()
    out.truncate(0)
    Console(file=out, width=width).print(board.render(time.time(), width, height))
    assert "▏" not in out.getvalue()

"""The dashboard on a terminal, and the questions below it."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Sequence

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from trivet.cli.agent.answering import typed_line
from trivet.cli.agent.asker import Asker
from trivet.cli.agent.asks import Ask
from trivet.cli.agent.keyboard import Keyboard
from trivet.cli.agent.watch.answers import Answers
from trivet.cli.agent.watch.follower import Follower
from trivet.cli.agent.watch.screen import board_lines
from trivet.cli.terminal import uses_styles
from trivet.cli.text import fit, one_line

__all__ = ["LiveBoard", "show_board"]

MOST_ASKED = 12
MOST_NOTES = 3


class LiveBoard:
    """What is shown: the board, the question that is open, and the latest notes.

    >>> LiveBoard(followers).render(time.time(), 80, 24)
    """

    def __init__(self, followers: Sequence[Follower], *, asks: bool = False) -> None:
        self._followers = followers
        self._asks = asks
        self._asked: list[str] = []
        self._typed: tuple[Ask, str, int] | None = None
        self._notes: deque[str] = deque(maxlen=MOST_NOTES)

    # Called by other threads; each assigns once, and the board is drawn by one thread alone.

    def ask(self, lines: Sequence[str]) -> None:
        """Show what is asked."""
        self._asked = [*lines] if self._typed is None else [*self._asked, *lines]

    def typed(self, ask: Ask, text: str, waiting: int) -> None:
        """Show the line that is typed."""
        self._typed = (ask, text, waiting)

    def asked(self) -> None:
        """Remove the question."""
        self._asked, self._typed = [], None

    def note(self, line: str) -> None:
        """Show a line for the user, until later ones take its place."""
        self._notes.append(line)

    def render(self, now: float, width: int, height: int) -> Group:
        """Return the whole screen."""
        typed = self._typed
        below = [Text(one_line(each, width), style="dim") for each in list(self._notes)]
        if typed is not None:
            below += [Text(fit(each, width), style="bold yellow") for each in self._asked[-MOST_ASKED:]]
            label, text = typed_line(*typed, width)
            below.append(Text.assemble((label, "bold yellow"), text, ("▏", "bold")))
        clock = time.strftime("%H:%M:%S", time.localtime(now))
        below.append(Text(fit(f"{clock}  Ctrl-C ends", width), style="dim"))
        below = below[-height:]
        places = [each.place() for each in self._followers]
        lines = board_lines(places, now, width, max(height - len(below), 0), commands=not self._asks)
        rows = [Text(line, style=style) for line, style in lines]
        for each in (*rows, *below):
            each.no_wrap = True
            each.overflow = "crop"
        return Group(*rows, *below)


def show_board(followers: Sequence[Follower], keyboard: Keyboard | None, every: float) -> None:
    """Show the board until Ctrl-C, or until no directory can be followed any more.

    >>> show_board(followers, None, 0.25)
    """
    board = LiveBoard(followers, asks=keyboard is not None)
    answers = None if keyboard is None else Answers(Asker(keyboard, board), board.note)
    plain = not uses_styles(sys.stdout)
    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False, no_color=plain)
    try:
        with Live(
            console=console, screen=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
        ) as live:
            while True:
                if answers is not None:
                    for number, each in enumerate(followers):
                        rows = each.place().rows.values()
                        answers.take(number, each.client, [one for row in rows for one in row.requests])
                live.update(board.render(time.time(), console.width, console.height), refresh=True)
                time.sleep(every if keyboard is None else every / 2)
    finally:
        if answers is not None:
            answers.close()

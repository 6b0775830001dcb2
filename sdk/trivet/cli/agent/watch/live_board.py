"""The dashboard on a terminal: its lines, the questions below them, and the answers."""

from __future__ import annotations

import shlex
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from trivet import NotFoundError, TrivetError
from trivet.agent import PermissionRequest, QuestionRequest, QuestionResponse
from trivet.cli.agent.ask_texts import Ask, PermissionAsk, QuestionAsk, describe, reply_command, typed_line
from trivet.cli.agent.asker import GONE, REJECTED, Asker, Keyboard
from trivet.cli.agent.watch.board import AT_WORK, DirectoryState, Follower, SessionRow, ordered
from trivet.cli.terminal import uses_styles
from trivet.cli.text import age, fit, one_line, plural, width_of

if TYPE_CHECKING:  # a command's help needs no client
    from trivet import AgentClient

MOST_ASKED = 12

MOST_NOTES = 3

Line: TypeAlias = tuple[str, str]
"""A line, and its style."""

Request = PermissionRequest | QuestionRequest

_CONNECTIONS = {
    "live": ("●", "green"),
    "stale": ("◐", "yellow"),
    "reconnecting": ("○", "yellow"),
    "failed": ("✗", "red"),
}

_STATUSES = {
    "waits": ("?", "bold yellow"),
    "busy": ("▸", "cyan"),
    "busy?": ("▸", "cyan"),
    "retry": ("↻", "red"),
    "idle": ("·", ""),
}


class LiveBoard:
    """The screen: the board, the open question, and the latest notes.

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
        """Show the lines of a question."""
        self._asked = [*lines] if self._typed is None else [*self._asked, *lines]

    def typed(self, ask: Ask, text: str, waiting: int) -> None:
        """Show the line that is typed."""
        self._typed = (ask, text, waiting)

    def asked(self) -> None:
        """Remove the question."""
        self._asked, self._typed = [], None

    def note(self, line: str) -> None:
        """Show a line for the user, until later lines replace it."""
        self._notes.append(line)

    def render(self, now: float, width: int, height: int) -> Group:
        """Return the whole screen."""
        typed = self._typed
        below = [Text(one_line(note, width), style="dim") for note in list(self._notes)]
        if typed is not None:
            below += [Text(fit(line, width), style="bold yellow") for line in self._asked[-MOST_ASKED:]]
            label, text = typed_line(*typed, width)
            below.append(Text.assemble((label, "bold yellow"), text, ("▏", "bold")))
        clock = time.strftime("%H:%M:%S", time.localtime(now))
        below.append(Text(fit(f"{clock}  Ctrl-C ends", width), style="dim"))
        below = below[-height:]
        states = [follower.state() for follower in self._followers]
        lines = board_lines(states, now, width, max(height - len(below), 0), commands=not self._asks)
        rows = [Text(line, style=style) for line, style in lines]
        for line in (*rows, *below):
            line.no_wrap = True
            line.overflow = "crop"
        return Group(*rows, *below)


def show_board(followers: Sequence[Follower], keyboard: Keyboard | None, every: float) -> None:
    """Show the board until Ctrl-C.

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
                    for number, follower in enumerate(followers):
                        rows = follower.state().rows.values()
                        answers.take(number, follower.client, [request for row in rows for request in row.requests])
                live.update(board.render(time.time(), console.width, console.height), refresh=True)
                time.sleep(every if keyboard is None else every / 2)
    finally:
        if answers is not None:
            answers.close()


def board_lines(
    states: Sequence[DirectoryState], now: float, width: int, height: int, *, commands: bool = True
) -> list[Line]:
    """Return the lines of the board, of which each fits in the width and all in the height.

    >>> board_lines([DirectoryState("/home/dev/orchard", "live")], time.time(), 40, 10)
    [('● /home/dev/orchard  live, no sessions', 'bold green')]

    Args:
        states: The directories.
        now: The time, in seconds since 1970.
        width: The columns of the screen.
        height: The lines of the screen.
        commands: Whether the commands that reply to requests are shown.
    """
    blocks = [
        [_row_lines(row, state, now, width, commands=commands) for row in ordered(state.rows.values())]
        for state in states
    ]
    heads = [_head(state, width) for state in states]
    left = height - len(heads)
    chosen: list[list[Line]] = [[] for _ in states]
    hidden = [0] * len(states)
    # A session of each directory in its turn, so that a busy one does not hide the others.
    for rank in range(max(map(len, blocks), default=0)):
        for index, sessions in enumerate(blocks):
            if rank < len(sessions) and len(sessions[rank]) <= left and not hidden[index]:
                chosen[index] += sessions[rank]
                left -= len(sessions[rank])
            elif rank < len(sessions):
                hidden[index] += 1
    board: list[Line] = []
    for (text, style), lines, more in zip(heads, chosen, hidden, strict=True):
        board.append((fit(text, width - 12) + f" (+{more} more)" if more else text, style))
        board += lines
    return [(fit(text, width), style) for text, style in board[:height]]


def _head(state: DirectoryState, width: int) -> Line:
    mark, style = _CONNECTIONS.get(state.connection, ("…", "dim"))
    rows = state.rows.values()
    counts = [f"{len(rows)} {plural(len(rows), 'session')}" if rows else "no sessions"]
    for statuses, words in ((AT_WORK, "at work"), (("waits",), "waiting")):
        if number := sum(row.status in statuses for row in rows):
            counts.append(f"{number} {words}")
    summary = f"failed: {one_line(state.error)}" if state.error else ", ".join([state.connection, *counts])
    room = width - len(summary) - 4
    name = one_line(state.directory or "the server's directory", room if room >= width // 3 else max(width // 2 - 4, 1))
    return fit(f"{mark} {name}  {summary}", width), f"bold {style}"


def _row_lines(row: SessionRow, state: DirectoryState, now: float, width: int, *, commands: bool) -> list[Line]:
    mark, style = _STATUSES.get(row.status or "", (" ", "dim" if row.archived else ""))
    status = one_line(row.status or "", 6)
    end = f"{row.todos or '':>6} {age(row.updated, now):>6}"
    if width >= 72:
        end += f"  {one_line(row.id, 28)}"
    title = one_line(row.title or row.id, max(width - len(end) - 13, 4))
    gap = " " * max(width - len(end) - 12 - width_of(title), 1)
    lines = [(fit(f"  {mark} {status:<6} {title}{gap}{end}", width), style)]
    if row.note:
        lines.append((fit(f"      {one_line(row.note)}", width), "red"))
    for request in row.requests:
        lines.append((fit(f"      {describe(request)}", width), "yellow"))
        if commands:
            command = reply_command(request, state.directory or None, state.server_options)
            lines += [(fit(line, width), "dim") for line in _continued(command, width)]
    return lines


def _continued(command: str, width: int) -> list[str]:
    """Return a command in lines of at most this width, which a shell joins to one; a long word is not cut."""
    lines = [" " * 6]
    for word in (shlex.quote(word) for word in shlex.split(command)):
        if lines[-1].strip() and width_of(lines[-1]) + width_of(word) + 3 > width:
            lines[-1] += " \\"
            lines.append(" " * 8)
        lines[-1] += f" {word}" if lines[-1].strip() else word
    return lines


class Answers:
    """Asks the user about each request once, as long as it waits.

    >>> answers = Answers(Asker(keyboard, screen), screen.note)
    >>> answers.take(0, client, row.requests)
    """

    def __init__(self, asker: Asker, note: Callable[[str], object]) -> None:
        """Prepare to ask; `note` is called with the outcome of each request."""
        self._asker = asker
        self._note = note
        self._lock = threading.Lock()
        self._waiting: dict[tuple[int, str], Request] = {}

    def take(self, number: int, client: AgentClient, requests: Sequence[Request]) -> None:
        """Take all requests of a directory that wait now; ask about those that are new.

        Args:
            number: The number of the directory.
            client: A client that is bound to it.
            requests: The requests.
        """
        with self._lock:
            now = {(number, request.id): request for request in requests}
            for key in [key for key in self._waiting if key[0] == number and key not in now]:
                del self._waiting[key]
            new = [request for key, request in now.items() if key not in self._waiting]
            self._waiting.update(now)
        for request in new:
            work = threading.Thread(target=self._answer, args=((number, request.id), client, request), daemon=True)
            work.start()

    def close(self) -> None:
        """End all questions."""
        self._asker.close()

    def _answer(self, key: tuple[int, str], client: AgentClient, request: Request) -> None:
        asks: list[Any] = (
            [PermissionAsk(request)]
            if isinstance(request, PermissionRequest)
            else [QuestionAsk(question) for question in request.questions]
        )
        answers = self._asker.ask(asks, lambda: key in self._waiting)
        if answers is GONE:
            return
        try:
            done = _send(client, request, None if answers is REJECTED else answers)
        except NotFoundError:
            done = "another client was first"
        except TrivetError as error:
            done = f"not answered: {error}"
            with self._lock:
                self._waiting.pop(key, None)  # so that the user is asked again
        self._note(f"{done}: {describe(request)}")


def _send(client: AgentClient, request: Request, answers: list[Any] | None) -> str:
    if isinstance(request, PermissionRequest):
        reply = "reject" if answers is None else answers[0]
        client.permission.reply(request.id, response=reply)
        return "rejected" if reply == "reject" else f"allowed {reply}"
    if answers is None:
        client.question.reject(request.id)
        return "rejected"
    client.question.reply(request.id, response=QuestionResponse(answers=answers))
    return "answered"

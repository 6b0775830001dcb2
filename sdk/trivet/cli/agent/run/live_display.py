"""A run on a terminal: finished lines move up into the scrollback, above a live tail with the work in progress."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TextIO

from rich.cells import cell_len, chop_cells
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from trivet.agent import Todo
from trivet.cli.agent.ask_texts import Ask, typed_line
from trivet.cli.agent.run.display import reply_line, tool_line
from trivet.cli.agent.run.report import UNANSWERED, Kind, Reply, RunReport, ToolCall
from trivet.cli.agent.todos import done_of, todos_line, todos_list
from trivet.cli.terminal import uses_styles
from trivet.cli.text import fit, one_line, span

if TYPE_CHECKING:  # a command's help needs no client
    from trivet.agent import TurnActivity

EVERY = 0.25
"""Seconds between two drawings of the tail."""

MOST_TOOLS = 4
MOST_TODOS = 5
_STYLES: dict[Kind, str] = {"file": "bold", "hunk": "cyan", "added": "green", "removed": "red", "same": ""}


class LiveDisplay:
    """A live tail under an ordinary scrollback.

    >>> display = LiveDisplay(sys.stdout)
    >>> display.text("Hello.")
    >>> display.close()

    Attributes:
        outputs: The number of lines of a tool's output that are shown.
    """

    exact = False

    def __init__(self, out: TextIO, *, outputs: int = 3, reasoning: bool = False) -> None:
        self.outputs = outputs
        self._reasoning = reasoning
        self._console = Console(
            file=out, highlight=False, markup=False, emoji=False, force_terminal=True, no_color=not uses_styles(out)
        )
        self._lock = threading.RLock()  # rich's own allow one thread to print while another one moves the cursor
        self._begun = time.monotonic()
        self._line = ""
        self._style = ""
        self._tools: dict[str, tuple[ToolCall, float]] = {}
        self._todos: Sequence[Todo] = ()
        self._typed: tuple[Ask, str, int] | None = None
        self._doing = "waits for the agent"
        self._activity: Callable[[], TurnActivity | None] = lambda: None
        self._waits = ""
        self._live = Live(
            console=self._console,
            get_renderable=self._render,
            transient=True,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._stopped = threading.Event()
        self._ticker = threading.Thread(target=self._tick, name="trivet-live", daemon=True)
        with self._lock:
            self._live.start()
        self._ticker.start()

    @property
    def width(self) -> int:
        """The columns of the terminal."""
        return max(self._console.width, 10)

    def begin(self, report: RunReport) -> None:
        """Show the session and its directory."""
        where = "" if report.directory is None else f" in {report.directory}"
        self._print(one_line(f"session {report.session_id}{where}"), "dim")

    def text(self, piece: str) -> None:
        """Show a piece of the agent's text: whole lines in the scrollback, the last one below."""
        self._grow(piece, "", "writes")

    def reasoning(self, piece: str) -> None:
        """Show a piece of the model's reasoning, if the user has asked for it."""
        if self._reasoning:
            self._grow(piece, "dim italic", "thinks")
        with self._lock:
            self._doing = "thinks"

    def tool(self, call: ToolCall, *, ended: bool) -> None:
        """Show a tool call: below while it runs, in the scrollback once it has ended."""
        self._flush()
        with self._lock:
            key = call.id or call.name
            _, begun = self._tools.get(key, (call, time.monotonic()))
            if not ended:
                if not call.ended:
                    self._tools[key] = (call, begun)
                return
            self._tools.pop(key, None)
            self._doing = "thinks"
        width = self.width
        self._print(tool_line(call, width, time.monotonic() - begun), "red" if call.status == "error" else "cyan")
        for line in call.output_lines(self.outputs):
            self._print(f"    {one_line(line, width - 4)}", "dim")

    def todos(self, todos: Sequence[Todo]) -> None:
        """Show the todos below, and their progress in the scrollback."""
        self._flush()
        with self._lock:
            self._todos = todos
        self._print(todos_line(todos, self.width), "magenta")

    def reply(self, reply: Reply) -> None:
        """Show a reply to a permission or a question."""
        rejected = reply.by not in UNANSWERED and not isinstance(reply.reply, list) and reply.reply != "once"
        self._print(reply_line(reply, self.width), "yellow" if rejected else "green")

    def retry(self, activity: TurnActivity) -> None:
        """Do nothing: the tail shows what the turn does."""

    def follow(self, activity: Callable[[], TurnActivity | None]) -> None:
        """Show what the turn does below, where it is not the work of the agent itself."""
        self._activity = activity

    def note(self, line: str) -> None:
        """Show a line for the user."""
        self._print(one_line(line), "yellow")

    def diff(self, lines: Sequence[tuple[Kind, str]], summary: str) -> None:
        """Show the changed files."""
        self._flush()
        self._print("")
        for kind, line in lines:
            self._print(line, _STYLES[kind])
        self._print(summary, "bold")

    def end(self, report: RunReport) -> None:
        """Show the outcome."""
        self._flush()
        style = "green" if report.status == "finished" else "red"
        self._print(report.line(), style)

    def close(self) -> None:
        """Remove the tail, and leave the terminal as it was."""
        self._stopped.set()
        if self._ticker.is_alive():
            self._ticker.join(1.0)
        with self._lock:
            self._flush()
            self._live.stop()

    def ask(self, lines: Sequence[str]) -> None:
        """Show the lines of a question."""
        for line in lines:
            self._print(line, "bold yellow")

    def typed(self, ask: Ask, text: str, waiting: int) -> None:
        """Show the line that is typed."""
        with self._lock:
            self._typed = (ask, text, waiting)
            self._live.refresh()

    def asked(self) -> None:
        """Remove the line that was typed."""
        with self._lock:
            self._typed = None
            self._live.refresh()

    def _grow(self, piece: str, style: str, doing: str) -> None:
        if style != self._style:
            self._flush()
        with self._lock:
            *whole, rest = (self._line + piece).split("\n")
            rows = chop_cells(rest.expandtabs(), self.width) if cell_len(rest) > self.width else [rest]
            most = max(self._console.height // 3, 2)
            if len(rows) > most:  # the tail has to fit on the screen
                whole, rows = [*whole, *rows[:-1]], rows[-1:]
                rest = rows[0]
            self._line, self._style, self._doing = rest, style, doing
        if whole:
            self._print("\n".join(whole), style)

    def _flush(self) -> None:
        """Move the last line of the text into the scrollback, whole or not."""
        with self._lock:
            line, self._line = self._line, ""
        if line:
            self._print(line, self._style)

    def _print(self, line: str, style: str = "") -> None:
        with self._lock:
            self._console.print(Text(line, style=style), soft_wrap=True)

    def _tick(self) -> None:
        """Redraw the tail, in which seconds pass."""
        while not self._stopped.wait(EVERY):
            now = self._activity()  # outside of the lock, which functions that reply may hold
            with self._lock:
                self._waits = "" if now is None or now.kind in ("working", "tool") else one_line(str(now))
                if not self._stopped.is_set():
                    self._live.refresh()

    def _render(self) -> RenderableType:
        """Return the tail, which fits on the screen."""
        with self._lock:
            line, style, typed, todos = self._line, self._style, self._typed, self._todos
            tools, doing, waits = list(self._tools.values()), self._doing, self._waits
        width, now = self.width - 1, time.monotonic()
        rows: list[Text] = [Text(line, style=style, overflow="fold")] if line else []
        for call, begun in tools[-MOST_TOOLS:]:
            rows.append(Text(tool_line(call, width, now - begun), style="cyan", no_wrap=True))
        room = self._console.height - len(rows) - 6
        if todos and room > MOST_TODOS and done_of(todos) != f"{len(todos)}/{len(todos)}":
            rows += [Text(line, style="magenta", no_wrap=True) for line in todos_list(todos, width, MOST_TODOS)]
        if typed is not None:
            label, text = typed_line(*typed, width)
            rows.append(Text.assemble((label, "bold yellow"), text, ("▏", "bold"), no_wrap=True))
        else:
            doing = f"runs {one_line(tools[-1][0].name, 20)}" if tools else doing
            words = f"{_spinner(now)} {waits or doing}, {span(now - self._begun)}; Ctrl-C leaves"
            rows.append(Text(fit(words, width), style="dim", no_wrap=True))
        return Group(*rows)


def _spinner(now: float) -> str:
    frames = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏" if os.environ.get("LANG", "UTF-8").upper().find("UTF") >= 0 else "-\\|/"
    return frames[int(now * 8) % len(frames)]

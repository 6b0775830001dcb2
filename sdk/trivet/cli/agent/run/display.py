"""A run as plain lines, with the agent's text on stdout and everything else on stderr; or as events in NDJSON."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from trivet.agent import Todo
from trivet.cli.agent.ask_texts import Ask, typed_line
from trivet.cli.agent.run.report import Kind, Reply, RunReport, ToolCall, brief, todo_record
from trivet.cli.agent.todos import todos_line
from trivet.cli.output.json import encoded
from trivet.cli.text import fit, one_line, span

if TYPE_CHECKING:  # a command's help needs no client
    from trivet.agent import TurnActivity

EVENT_FIELDS = (
    *("session_id", "directory", "text", "id", "name", "seconds", "input", "output", "todos"),
    *("kind", "what", "reply", "by", "attempt", "message", "next_at"),
)
"""The fields of the objects of `EventDisplay` that are not the report."""

MARKS = {"completed": "✓", "error": "✗"}


def tool_line(call: ToolCall, width: int, seconds: float | None = None) -> str:
    """Return a tool call in one line.

    >>> tool_line(call, 40)
    '✓ bash  ls  0.4 s'
    """
    duration = call.seconds if call.seconds is not None else seconds
    time = "" if duration is None else f"  {span(duration)}"
    mark = MARKS.get(call.status or "", "▸")
    name = one_line(call.name or "tool", max(width // 3, 8))
    head = f"{mark} {name}"
    arguments = brief(call.input, max(width - len(head) - len(time) - 2, 0))
    return fit(f"{head}  {arguments}" if arguments else head, max(width - len(time), 1)) + time


def reply_line(reply: Reply, width: int) -> str:
    """Return a reply in one line, such as `allowed once (rule): bash: ls`."""
    if reply.by == "other client":
        done = "answered by another client"
    elif reply.by == "left":
        done = "left without an answer"
    elif reply.kind == "permission":
        done = {"once": "allowed once", "always": "allowed always"}.get(str(reply.reply), "rejected")
    elif isinstance(reply.reply, list):
        done = f"answered {'; '.join(', '.join(answers) for answers in reply.reply)}"
    else:
        done = "rejected"
    source = {"rule": " (by an option)", "default": " (no terminal to ask at)"}.get(reply.by, "")
    return one_line(f"{done}{source}: {reply.what}", width)


class PlainDisplay:
    """Plain lines.

    >>> display = PlainDisplay(sys.stdout, sys.stderr)
    >>> display.text("Hello.")

    Attributes:
        exact: Whether pieces of text are shown as they came, without line breaks between texts.
        outputs: The number of lines of a tool's output that are shown.
    """

    exact = False

    def __init__(self, out: TextIO | None, err: TextIO, *, outputs: int = 0) -> None:
        """Write to two files; without `out`, the text is not written."""
        self.outputs = outputs
        self._out = out
        self._err = err
        self._lock = threading.Lock()
        self._typed = ""

    @property
    def width(self) -> int:
        """The columns of a line."""
        return max(shutil.get_terminal_size().columns, 20)

    def begin(self, report: RunReport) -> None:
        """Show the session and its directory."""
        where = "" if report.directory is None else f" in {report.directory}"
        self.note(f"session {report.session_id}{where}")

    def text(self, piece: str) -> None:
        """Show a piece of the agent's text."""
        if self._out is not None:
            self._out.write(piece)
            self._out.flush()

    def reasoning(self, piece: str) -> None:
        """Do nothing: reasoning is left out."""

    def tool(self, call: ToolCall, *, ended: bool) -> None:
        """Show a tool call that has ended."""
        if ended:
            lines = [tool_line(call, self.width)]
            lines += [f"    {one_line(line, self.width - 4)}" for line in call.output_lines(self.outputs)]
            self._lines(lines)

    def todos(self, todos: Sequence[Todo]) -> None:
        """Show the new todos."""
        self._lines([todos_line(todos, self.width)])

    def reply(self, reply: Reply) -> None:
        """Show a reply to a permission or a question."""
        self._lines([reply_line(reply, self.width)])

    def retry(self, activity: TurnActivity) -> None:
        """Show that the model's provider is asked again."""
        self.note(str(activity))

    def follow(self, activity: Callable[[], TurnActivity | None]) -> None:
        """Do nothing: lines are not redrawn."""

    def note(self, line: str) -> None:
        """Show a line for the user."""
        self._lines([one_line(line)])

    def diff(self, lines: Sequence[tuple[Kind, str]], summary: str) -> None:
        """Show the changed files."""
        self._lines([*(line for _, line in lines), summary])

    def end(self, report: RunReport) -> None:
        """Show the outcome."""
        self.note(report.line())

    def close(self) -> None:
        """Do nothing: the terminal is as it was."""

    def ask(self, lines: Sequence[str]) -> None:
        """Show the lines of a question."""
        self._lines(lines)

    def typed(self, ask: Ask, text: str, waiting: int) -> None:
        """Show the line that is typed."""
        with self._lock:
            self._typed = "".join(typed_line(ask, text, waiting, self.width))
            self._err.write(f"\r\x1b[K{self._typed}")
            self._err.flush()

    def asked(self) -> None:
        """Remove the line that was typed."""
        with self._lock:
            if self._typed:
                self._typed = ""
                self._err.write("\r\x1b[K")
                self._err.flush()

    def _lines(self, lines: Sequence[str]) -> None:
        with self._lock:
            clear = "\r\x1b[K" if self._typed else ""
            self._err.write(clear + "".join(f"{line}\n" for line in lines) + self._typed)
            self._err.flush()


class EventDisplay(PlainDisplay):
    """One JSON object a line on stdout for each step; questions on stderr.

    >>> display = EventDisplay(sys.stdout, sys.stderr)
    """

    exact = True

    def __init__(self, out: TextIO, err: TextIO, fields: Collection[str] = ()) -> None:
        """Write to two files.

        Args:
            out: The file of the objects.
            err: The file of the questions.
            fields: The fields of the objects, in addition to their type; an object without any of them is left out.
                By default, all fields.
        """
        super().__init__(None, err)
        self._events = out
        self._fields = frozenset(fields)
        self._noted: set[str] = set()

    def begin(self, report: RunReport) -> None:
        """Write the session."""
        self._event("session", session_id=report.session_id, directory=report.directory)

    def text(self, piece: str) -> None:
        """Write a piece of the agent's text."""
        self._event("text", text=piece)

    def reasoning(self, piece: str) -> None:
        """Write a piece of the model's reasoning."""
        self._event("reasoning", text=piece)

    def tool(self, call: ToolCall, *, ended: bool) -> None:
        """Write a tool call, at each change."""
        self._event("tool", **call.record())

    def todos(self, todos: Sequence[Todo]) -> None:
        """Write the new todos."""
        self._event("todos", todos=[todo_record(todo) for todo in todos])

    def reply(self, reply: Reply) -> None:
        """Write a reply."""
        self._event("reply", kind=reply.kind, id=reply.id, what=reply.what, reply=reply.reply, by=reply.by)

    def retry(self, activity: TurnActivity) -> None:
        """Write that the model's provider is asked again."""
        following = None if activity.next_at is None else activity.next_at.isoformat()
        self._event(
            "retry",
            session_id=activity.session_id,
            attempt=activity.attempt,
            message=activity.message,
            next_at=following,
        )

    def diff(self, lines: Sequence[tuple[Kind, str]], summary: str) -> None:
        """Do nothing: the result has the changed files."""

    def end(self, report: RunReport) -> None:
        """Write the whole report."""
        self._event("result", **report.record())

    def _note_once(self, line: str) -> None:
        if line not in self._noted:
            self._noted.add(line)
            self.note(line)

    def _event(self, type_: str, /, **fields: Any) -> None:
        shown = {name: value for name, value in fields.items() if not self._fields or name in self._fields}
        if fields and not shown:
            return
        line = encoded({"type": type_, **shown}, note=self._note_once)
        with self._lock:
            self._events.write(line + "\n")
            self._events.flush()

"""A run: one prompt, from its session to its end."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Protocol, Self

from trivet import AgentClient, TrivetError
from trivet.agent import (
    AssistantMessage,
    FileDiff,
    Message,
    ReasoningStep,
    Session,
    TextStep,
    Todo,
    TodosStep,
    ToolStep,
    TurnStep,
)
from trivet.cli.agent.adapter import interrupt
from trivet.cli.agent.asker import Asker, Keys
from trivet.cli.agent.asks import Ask, command_line, reply_command
from trivet.cli.agent.run.diff import Kind, changed_since, diff_lines, summary
from trivet.cli.agent.run.paragraphs import Paragraphs
from trivet.cli.agent.run.replies import Otherwise, Replies
from trivet.cli.agent.run.report import Reply, Report
from trivet.cli.agent.run.rules import Rules
from trivet.cli.agent.run.tools import ToolCall
from trivet.cli.failures import discard_stdout
from trivet.cli.options import Adapter
from trivet.cli.text import running_text

__all__ = ["Run", "Show"]


class Show(Protocol):
    """What shows a run: `PlainShow`, `EventShow` and `LiveShow` do.

    Attributes:
        exact: Whether pieces of text are shown as they came, without line breaks between texts.
    """

    exact: bool

    def begin(self, report: Report) -> None:
        """Show where the run takes place."""

    def text(self, piece: str) -> None:
        """Show a piece of the agent's text."""

    def reasoning(self, piece: str) -> None:
        """Show a piece of the model's reasoning."""

    def tool(self, call: ToolCall, *, ended: bool) -> None:
        """Show a tool call, whenever it changes."""

    def todos(self, todos: Sequence[Todo]) -> None:
        """Show the new todos."""

    def reply(self, reply: Reply) -> None:
        """Show a reply to a permission or a question."""

    def note(self, line: str) -> None:
        """Show a line for the user."""

    def diff(self, lines: Sequence[tuple[Kind, str]], summary: str) -> None:
        """Show what has changed."""

    def end(self, report: Report, seconds: float) -> None:
        """Show how it has ended."""

    def close(self) -> None:
        """Leave the terminal as it was."""

    def ask(self, lines: Sequence[str]) -> None:
        """Show what is asked."""

    def typed(self, ask: Ask, text: str, waiting: int) -> None:
        """Show the line that is typed."""

    def asked(self) -> None:
        """Remove the line that was typed."""


class Run:
    """One prompt in a session. A `with` block gives the terminal back.

    >>> with Run(client, session, show, keyboard, Rules(), Otherwise.ASK, None) as running:
    ...     running.prompt("What is here?", None)

    Attributes:
        report: What it has come to so far.
    """

    def __init__(
        self,
        client: AgentClient,
        session: Session,
        show: Show,
        keyboard: Keys | None,
        rules: Rules,
        otherwise: Otherwise,
        adapter: Adapter | None,
        *,
        raw: bool = False,
        again: Sequence[str] = (),
    ) -> None:
        """Prepare it; `raw` writes text without escapes, `again` are the options of the commands that it names."""
        location = session.location
        self.report: Report = Report(session.id, None if location is None else location.directory)
        self._client = client
        self._adapter = adapter
        self._again = tuple(again)
        self._show = show
        self._asker = None if keyboard is None else Asker(keyboard, show)
        self._replies = Replies(rules, otherwise, self._asker, self._take_reply)
        self._paragraphs = Paragraphs()
        self._escape = str if raw or show.exact else running_text
        self._begun = self._client.clock.monotonic()
        self._silent = False
        self._touched: frozenset[str] = frozenset()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close_asker()
        with contextlib.suppress(BrokenPipeError):
            self._show.close()

    def prompt(self, text: str, deadline: float | None) -> None:
        """Send a prompt and show the answer until it ends, or until Ctrl-C.

        Raises:
            TrivetError: The service failed or refused, or the deadline has passed.
        """
        self._show.begin(self.report)
        turn = self._client.session.turn(
            self.report.session_id,
            text,
            on_permission=self._replies.permission,
            on_question=self._replies.question,
            deadline=deadline,
        )
        self._replies.turn = turn
        waiting: Sequence[object] = ()
        try:
            with turn:
                try:
                    for step in turn.steps():
                        self._take(step)
                except (KeyboardInterrupt, BrokenPipeError):
                    waiting = [reply_command(each, self.report.directory, self._again) for each in turn.waiting]
                    raise
        except KeyboardInterrupt:
            self.report.status = "left"
            self._close_asker()
            self._leave(waiting)
        except BrokenPipeError:
            discard_stdout()
            self._show.note(f"the output is closed; session {self.report.session_id} works on")
            self.report.status, self._silent = "finished", True
        except TrivetError as error:
            self.report.error, self._silent = str(error), True
            raise
        else:
            self.report.end(turn)
        finally:
            self.report.text = turn.text
            self._touched = _touched(turn.messages or ())
            self._close_asker()

    def compare(self, before: Iterable[FileDiff]) -> None:
        """Fetch what the session has changed, and show what it had not changed before."""
        if self._silent or self.report.status == "left":
            return
        try:
            diffs = self._client.session.diff(self.report.session_id)
            self.report.diff = changed_since(before, diffs, self._touched)
        except TrivetError as error:
            self._show.note(f"the diff is not available: {error}")
            return
        if self.report.diff:
            self._show.diff(diff_lines(self.report.diff), summary(self.report.diff))

    def end(self) -> None:
        """Show how it has ended, unless an error says so or the output is closed."""
        try:
            if gap := self._paragraphs.finish():
                self._show.text(gap)
            if self._show.exact or not self._silent:
                self._show.end(self.report, self._client.clock.monotonic() - self._begun)
        except BrokenPipeError:
            discard_stdout()

    def _close_asker(self) -> None:
        if self._asker is not None:
            self._asker.close()

    def _take(self, step: TurnStep) -> None:
        match step:
            case TextStep():
                piece = self._escape(step.text)
                self._show.text(piece if self._show.exact else self._paragraphs.add(piece, step.message_id))
            case ReasoningStep():
                self._show.reasoning(self._escape(step.text))
            case ToolStep():
                call, ended = self.report.tools.take(step)
                self._paragraphs.interrupt()
                self._show.tool(call, ended=ended)
            case TodosStep():
                self.report.todos = step.todos
                self._paragraphs.interrupt()
                self._show.todos(step.todos)

    def _take_reply(self, reply: Reply) -> None:
        self.report.replies.append(reply)
        self._show.reply(reply)

    def _leave(self, waiting: Sequence[object]) -> None:
        """Interrupt the agent, if the server can, or say that it works on and how to watch it."""
        works_on = "the agent works on"
        try:
            if interrupt(self._client, self.report.session_id, self._adapter):
                self._show.note("interrupted: the agent has been stopped")
                return
        except TrivetError as error:
            self._show.note(f"the server has not confirmed that the agent has stopped: {error}")
            works_on = "the agent may work on"
        command = command_line("trivet", "agent", "watch", self.report.directory or "DIRECTORY", *self._again)
        self._show.note(f"left: {works_on}; watch it with `{command}`")
        for each in waiting:
            self._show.note(f"it waits for an answer: {each}")


def _touched(messages: Iterable[Message]) -> frozenset[str]:
    """Return the files that changed during the steps of an answer."""
    snapshots = [message.snapshot for message in messages if isinstance(message, AssistantMessage)]
    return frozenset(path for snapshot in snapshots if snapshot is not None for path in snapshot.files)

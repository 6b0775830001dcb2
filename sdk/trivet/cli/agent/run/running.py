"""A run: one prompt, from its session to its end."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self, TypedDict

from trivet import APITimeoutError, TrivetError
from trivet._core.call_deadline import CallEnd
from trivet.agent import (
    AssistantMessage,
    FileDiff,
    Message,
    Prompt,
    ReasoningStep,
    Session,
    TextStep,
    Todo,
    TodosStep,
    ToolStep,
    TurnFailedError,
    TurnStep,
)
from trivet.cli.agent.ask_texts import Ask, command_line, reply_command
from trivet.cli.agent.asker import Asker, Keys
from trivet.cli.agent.run.replies import Otherwise, Replies
from trivet.cli.agent.run.report import Kind, Reply, RunReport, ToolCall, changed_since, diff_lines, summary
from trivet.cli.failures import discard_stdout
from trivet.cli.options import Adapter
from trivet.cli.signals import interrupt_name, interrupt_status
from trivet.cli.text import running_text

if TYPE_CHECKING:  # a command's help needs no client
    from trivet import AgentClient
    from trivet.agent import PermissionRules, Price, Turn, TurnActivity


class PromptArguments(TypedDict, total=False):
    """Further arguments of `session.turn` that options of the command set."""

    output: Mapping[str, Any] | None
    max_steps: int | None
    system: str | None
    only_tools: list[str] | None
    without_tools: list[str] | None


class Display(Protocol):
    """Shows a run; `PlainDisplay`, `EventDisplay` and `LiveDisplay` are displays.

    Attributes:
        exact: Whether pieces of text are shown as they came, without line breaks between texts.
    """

    exact: bool

    def begin(self, report: RunReport) -> None:
        """Show the session and its directory."""

    def text(self, piece: str) -> None:
        """Show a piece of the agent's text."""

    def reasoning(self, piece: str) -> None:
        """Show a piece of the model's reasoning."""

    def tool(self, call: ToolCall, *, ended: bool) -> None:
        """Show a tool call; it is called at each change."""

    def todos(self, todos: Sequence[Todo]) -> None:
        """Show the new todos."""

    def reply(self, reply: Reply) -> None:
        """Show a reply to a permission or a question."""

    def retry(self, activity: TurnActivity) -> None:
        """Show that the model's provider is asked again."""

    def follow(self, activity: Callable[[], TurnActivity | None]) -> None:
        """Take the function that returns what the turn does at the moment."""

    def note(self, line: str) -> None:
        """Show a line for the user."""

    def diff(self, lines: Sequence[tuple[Kind, str]], summary: str) -> None:
        """Show the changed files."""

    def end(self, report: RunReport) -> None:
        """Show the outcome."""

    def close(self) -> None:
        """Leave the terminal as it was."""

    def ask(self, lines: Sequence[str]) -> None:
        """Show the lines of a question."""

    def typed(self, ask: Ask, text: str, waiting: int) -> None:
        """Show the line that is typed."""

    def asked(self) -> None:
        """Remove the line that was typed."""


class AgentRun:
    """One prompt in a session. A `with` block gives the terminal back.

    >>> with AgentRun(client, session, display, keyboard, PermissionRules(), Otherwise.ASK, None) as running:
    ...     running.prompt("What is here?", None)

    Attributes:
        report: The report so far.
    """

    def __init__(
        self,
        client: AgentClient,
        session: Session,
        display: Display,
        keyboard: Keys | None,
        rules: PermissionRules,
        otherwise: Otherwise,
        adapter: Adapter | None,
        *,
        raw: bool = False,
        server_options: Sequence[str] = (),
    ) -> None:
        """Prepare a run; nothing is sent.

        Args:
            client: The client.
            session: The session.
            display: Shows the run.
            keyboard: The keys of the user, or None without a terminal.
            rules: The rules that answer permissions.
            otherwise: The answer to other permissions.
            adapter: The adapter of the server.
            raw: Whether text is shown without escapes.
            server_options: The options with which the commands in notes reach the same server.
        """
        location = session.location
        self.report: RunReport = RunReport(session.id, None if location is None else location.directory)
        self._client = client
        self._adapter = adapter
        self._server_options = tuple(server_options)
        self._display = display
        self._asker = None if keyboard is None else Asker(keyboard, display)
        self._replies = Replies(rules, otherwise, self._asker, self._take_reply)
        self._paragraphs = Paragraphs()
        self._escape = str if raw or display.exact else running_text
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
            self._display.close()

    def prompt(
        self,
        text: Prompt | str,
        deadline: float | None,
        *,
        max_cost: float | None = None,
        price: Price | Mapping[str, Price] | None = None,
        max_provider_retries: int | None = None,
        on_leave: Literal["cancel", "detach"] = "cancel",
        options: PromptArguments | None = None,
    ) -> None:
        """Send a prompt and show the answer until it ends, or until Ctrl-C.

        Ctrl-C, or another signal that ends a command, stops the agent, if the server can; a second one does not wait
        until the server has confirmed it.

        Args:
            text: The prompt.
            deadline: Seconds until the answer has ended, or None.
            max_cost: US dollars that the answer may cost, with the sessions below, or None.
            price: The price of the models that the server has none for, or by `PROVIDER/MODEL`, or None.
            max_provider_retries: How often in a row the model's provider may be asked again, or None.
            on_leave: Whether Ctrl-C and the deadline stop the agent, or leave it at work.
            options: The schema of the answer, the bound of its steps, and what the model gets.

        Raises:
            TrivetError: The service failed or refused, or the deadline has passed.
        """
        self._display.begin(self.report)
        turn = self._client.session.turn(
            self.report.session_id,
            text,
            on_permission=self._replies.permission,
            on_question=self._replies.question,
            deadline=deadline,
            on_provider_retry=self._display.retry,
            max_cost=max_cost,
            price=price,
            max_provider_retries=max_provider_retries,
            on_leave=on_leave,
            **(options or {}),
        )
        self._replies.turn = turn
        self._display.follow(lambda: turn.activity)
        end = CallEnd("agent run", deadline, self._client.clock)
        self._replies.is_over = lambda: end.explains_timeout() or (max_cost is not None and (turn.cost or 0) > max_cost)
        waiting: Sequence[object] = ()
        try:
            with turn:
                try:
                    for step in turn.steps():
                        self._take(step)
                except (KeyboardInterrupt, BrokenPipeError) as error:
                    if isinstance(error, BrokenPipeError):
                        turn.detach()
                    open_requests = turn.waiting
                    waiting = [
                        reply_command(request, self.report.directory, self._server_options) for request in open_requests
                    ]
                    self._replies.end(finished=False, waiting=open_requests)
                    if isinstance(error, KeyboardInterrupt) and self._adapter is not None and on_leave == "cancel":
                        self._display.note(f"stopping the agent; {interrupt_name(error)} again leaves at once")
                    raise
        except KeyboardInterrupt as error:
            self.report.status, self.report.left_with = "left", interrupt_status(error)
            self._close_asker()
            self._leave(turn, waiting)
        except BrokenPipeError:
            discard_stdout()
            self._display.note(f"the output is closed; session {self.report.session_id} works on")
            self.report.status, self._silent = "finished", True
        except TurnFailedError:  # the answer has no value, which the report says
            self.report.end(turn)
        except TrivetError as error:
            self.report.error, self._silent = str(error), True
            if isinstance(error, APITimeoutError) and turn.ended and turn.admitted is not None:
                self._leave(turn, waiting)
            raise
        else:
            self.report.end(turn)
        finally:
            self._replies.end(finished=self.report.status == "finished")
            self.report.text = turn.text
            self.report.result = turn.outcome.text if turn.ended else ""
            self._touched = _touched(turn.messages)
            self._close_asker()

    def compare(self, before: Iterable[FileDiff]) -> None:
        """Fetch the changed files of the session, and show those that it had not changed before."""
        if self._silent or self.report.status == "left":
            return
        try:
            diffs = self._client.session.diff(self.report.session_id)
            self.report.diff = changed_since(before, diffs, self._touched)
        except TrivetError as error:
            self._display.note(f"the diff is not available: {error}")
            return
        if self.report.diff:
            self._display.diff(diff_lines(self.report.diff), summary(self.report.diff))

    def end(self) -> None:
        """Show the outcome, unless an error reports it or the output is closed."""
        try:
            if gap := self._paragraphs.finish():
                self._display.text(gap)
            self.report.seconds = self._client.clock.monotonic() - self._begun
            if self._display.exact or not self._silent:
                self._display.end(self.report)
        except BrokenPipeError:
            discard_stdout()

    def _close_asker(self) -> None:
        if self._asker is not None:
            self._asker.close()

    def _take(self, step: TurnStep) -> None:
        match step:
            case TextStep():
                piece = self._escape(step.text)
                self._display.text(piece if self._display.exact else self._paragraphs.add(piece, step.message_id))
            case ReasoningStep():
                self._display.reasoning(self._escape(step.text))
            case ToolStep():
                call, ended = self.report.tools.take(step)
                self._paragraphs.interrupt()
                self._display.tool(call, ended=ended)
            case TodosStep():
                self.report.todos = step.todos
                self._paragraphs.interrupt()
                self._display.todos(step.todos)

    def _take_reply(self, reply: Reply) -> None:
        self.report.replies.append(reply)
        self._display.reply(reply)

    def _leave(self, turn: Turn, waiting: Sequence[object]) -> None:
        """Note that the agent has stopped; or that it works on, and how to watch it."""
        if not turn.outcome.works_on:
            self._display.note("interrupted: the agent has been stopped")
            return
        works_on = "the agent may work on" if self._adapter is not None else "the agent works on"
        command = command_line("trivet", "agent", "watch", self.report.directory or "DIRECTORY", *self._server_options)
        self._display.note(f"left: {works_on}; watch it with `{command}`")
        for reply in waiting if turn.outcome.status == "detached" else ():  # otherwise the turn has rejected them
            self._display.note(f"it waits for an answer: {reply}")


def _touched(messages: Iterable[Message]) -> frozenset[str]:
    """Return the files that changed during the steps of an answer."""
    snapshots = [message.snapshot for message in messages if isinstance(message, AssistantMessage)]
    return frozenset(path for snapshot in snapshots if snapshot is not None for path in snapshot.files)


class Paragraphs:
    """Separates an agent's texts, which it writes one by one with tool calls in between, by empty lines.

    >>> paragraphs = Paragraphs()
    >>> paragraphs.add("One.", "msg_1")
    'One.'
    >>> paragraphs.interrupt()
    >>> paragraphs.add("Two.", "msg_1")
    '\\n\\nTwo.'
    """

    def __init__(self) -> None:
        self._message: str | None = None
        self._interrupted = False
        self._end = ""

    def interrupt(self) -> None:
        """Note that a tool call or todos were shown in between."""
        self._interrupted = True

    def add(self, piece: str, message_id: str) -> str:
        """Return a piece with the line breaks that it needs before it."""
        begins = bool(self._end) and (self._interrupted or self._message not in (None, message_id))
        gap = "\n" * (2 - (len(self._end) - len(self._end.rstrip("\n")))) if begins else ""
        self._message, self._interrupted = message_id, False
        self._end = (self._end + gap + piece)[-2:]
        return gap + (piece.lstrip("\n") if begins else piece)

    def finish(self) -> str:
        """Return the line break that is missing at the end of the text."""
        return "\n" if self._end and not self._end.endswith("\n") else ""

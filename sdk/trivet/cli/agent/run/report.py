"""What a run came to: one object, one line and an exit status."""

from __future__ import annotations

from typing import Any

from attrs import asdict, define, field

from trivet.agent import FileDiff, Todo, Turn
from trivet.cli.agent.run.diff import diff_record
from trivet.cli.agent.run.tools import ToolCalls
from trivet.cli.text import one_line

__all__ = ["FIELDS", "STATUSES", "Reply", "Report", "todo_record"]

STATUSES = {"finished": 0, "failed": 1, "interrupted": 3, "left": 130}
"""The exit status of each end: `interrupted` was ended from outside, such as by a rejection; `left` by Ctrl-C here."""


@define
class Reply:
    """A reply to a permission or a question.

    Attributes:
        kind: `permission` or `question`.
        id: The request.
        what: What was asked, in a line.
        reply: once, always, reject, or the answers; None where another client replied.
        by: `user`, `rule` (an option), `default` (there is no terminal) or `other client`.
    """

    kind: str
    id: str
    what: str
    reply: str | list[list[str]] | None
    by: str


@define
class Report:
    """A run, from its session to its end.

    Attributes:
        session_id: The session.
        directory: Its directory.
        status: How it has ended, a key of `STATUSES`.
        text: The agent's text.
        error: What failed.
        finish_reason: Why the model stopped, in the service's words.
        tokens: The tokens used, by their kinds.
        cost: The cost in US dollars.
        tools: The tool calls.
        todos: The todos of the session, as the turn left them.
        replies: The replies to permissions and questions.
        diff: The files that have changed.
    """

    session_id: str
    directory: str | None = None
    status: str = "failed"
    text: str = ""
    error: str | None = None
    finish_reason: str | None = None
    tokens: dict[str, Any] | None = None
    cost: float | None = None
    tools: ToolCalls = field(factory=ToolCalls)
    todos: list[Todo] = field(factory=list[Todo])
    replies: list[Reply] = field(factory=list[Reply])
    diff: list[FileDiff] = field(factory=list[FileDiff])

    def end(self, turn: Turn) -> None:
        """Take how the turn has ended."""
        self.text = turn.text
        outcome = turn.outcome
        if outcome is None:
            self.status = "left"
            return
        self.status, self.finish_reason, self.cost = outcome.status, outcome.finish_reason, outcome.cost
        if outcome.error is not None:
            self.error = ": ".join(each for each in (outcome.error.type, outcome.error.message) if each) or None
        if outcome.usage is not None:
            usage = outcome.usage
            self.tokens = {"input": usage.input, "output": usage.output, "reasoning": usage.reasoning}

    @property
    def exit_status(self) -> int:
        """The exit status of the command."""
        return STATUSES.get(self.status, 1)

    def record(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {
            "session_id": self.session_id,
            "directory": self.directory,
            "status": self.status,
            "text": self.text,
            "error": self.error,
            "finish_reason": self.finish_reason,
            "tokens": self.tokens,
            "cost": self.cost,
            "tools": [each.record() for each in self.tools],
            "todos": [todo_record(each) for each in self.todos],
            "replies": [asdict(each) for each in self.replies],
            "diff": [diff_record(each) for each in self.diff],
        }

    def line(self, seconds: float) -> str:
        """Return the end in one line, such as `finished in 12 s, 340 tokens, $0.0123; ses_1`."""
        words = [f"{self.status} in {seconds:.0f} s"]
        if self.tokens and isinstance(self.tokens.get("output"), int | float):
            words.append(f"{self.tokens['output']:.0f} tokens written")
        if self.cost:
            words.append(f"${self.cost:.4f}")
        rejected = sum(each.reply in ("reject", None) and each.by != "other client" for each in self.replies)
        if rejected:
            words.append(f"{rejected} rejected")
        why = f": {one_line(self.error)}" if self.error else ""
        return f"{', '.join(words)}; session {one_line(self.session_id)}{why}"


FIELDS = tuple(Report("").record())
"""The fields of a report."""


def todo_record(todo: Todo) -> dict[str, Any]:
    """Return a todo as a JSON object."""
    return {"content": getattr(todo, "content", None), "status": todo.status, "priority": todo.priority}

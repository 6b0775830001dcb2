"""The report of a run: its outcome, tool calls, replies and changed files, as an object and as lines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from attrs import asdict, define, field, frozen

from trivet.agent import CacheUsage, FileDiff, Spending, Todo, TokenUsage, ToolPart, ToolStep
from trivet.cli.text import one_line, plural, running_text

if TYPE_CHECKING:  # a command's help needs no client
    from trivet.agent import Turn

STATUSES = {"finished": 0, "failed": 1, "interrupted": 3, "over_budget": 3, "left": 130}
"""The exit status of each outcome: `interrupted` from outside, such as by a rejection; `left` by Ctrl-C here, which
other signals replace by their own."""
UNANSWERED = frozenset({"other client", "left"})
"""The sources of a reply that this command has not sent."""
ENDED = frozenset({"completed", "error"})
"""The statuses of a tool call that has ended."""
MAIN_ARGUMENTS = (
    "command",
    "filePath",
    "file_path",
    "path",
    "pattern",
    "query",
    "url",
    "description",
    "prompt",
    "name",
)
"""The arguments that describe a tool call best, in the order of preference."""
LEAST_COST = 0.00005
"""The least cost in US dollars that four decimals show."""
LONGEST = 10_000
MOST_LINES = 400
"""The most lines of patches on a terminal; `session diff` shows all."""

Kind: TypeAlias = Literal["file", "hunk", "added", "removed", "same"]
"""The kind of a line of a diff."""
ReplySource: TypeAlias = Literal["user", "rule", "default", "other client", "left"]
_KINDS: dict[str, Kind] = {"+": "added", "-": "removed", "@": "hunk"}
_HEADS = ("diff ", "index ", "--- ", "+++ ", "Index: ", "=====", "new file", "deleted file")


@define
class Reply:
    """A reply to a permission or a question.

    Attributes:
        kind: `permission` or `question`.
        id: The id of the request.
        what: The subject of the request, in a line.
        reply: once, always, reject, or the answers; None if this command has not replied.
        by: `user`, `rule` (an option), `default` (there is no terminal), `other client`, or `left`: the turn was over
            before a reply.
    """

    kind: Literal["permission", "question"]
    id: str
    what: str
    reply: str | list[list[str]] | None
    by: ReplySource


@frozen
class ToolCall:
    """A tool call as it is shown.

    Attributes:
        id: The id of the call.
        name: The name of the tool.
        input: The arguments, or the start of their JSON text while the model writes them.
        status: pending, running, completed or error, or another word of the service.
        seconds: Its duration by the service's times; None if the service did not send them.
        output: The output, or the error.
    """

    id: str
    name: str
    input: Any
    status: str | None
    seconds: float | None
    output: str

    @property
    def ended(self) -> bool:
        """Whether the call has completed or failed."""
        return self.status in ENDED

    def record(self) -> dict[str, Any]:
        """Return the call as a JSON object."""
        return {
            "id": self.id,
            "name": self.name,
            "status": self.status,
            "seconds": self.seconds,
            "input": self.input,
            "output": self.output,
        }

    def output_lines(self, most: int) -> list[str]:
        """Return the first lines of the output, and a line with the number of further ones."""
        lines = [line for line in self.output.splitlines() if line.strip()]
        first = lines[:most]
        return [*first, f"… {len(lines) - most} more lines"] if most and len(lines) > most else first


class ToolCalls:
    """The tool calls of a turn, in the order in which they began."""

    def __init__(self) -> None:
        self._calls: dict[tuple[str, str], ToolCall] = {}

    def __iter__(self) -> Iterator[ToolCall]:
        return iter(list(self._calls.values()))

    def take(self, step: ToolStep) -> tuple[ToolCall, bool]:
        """Take the latest state of a call; return it as it is shown, and whether it has just ended.

        >>> call, ended = calls.take(step)
        """
        call = call_of(step)
        key = (step.message_id, call.id or call.name)
        before = self._calls.get(key)
        self._calls[key] = call
        return call, call.ended and (before is None or not before.ended)

    def running(self) -> list[ToolCall]:
        """Return the calls that have not ended."""
        return [call for call in self._calls.values() if not call.ended]


@define
class RunReport:
    """The report of a run, from its session to its outcome.

    Attributes:
        session_id: The session.
        directory: Its directory.
        status: Its outcome, a key of `STATUSES`.
        text: The agent's text, of all its messages.
        result: The text of its last message.
        output: Its value by the schema of `--schema`; None without one.
        steps: The number of calls of models, in the sessions below, too.
        error: The message of the error that ended it.
        finish_reason: The reason why the model stopped, in the service's words.
        usage: The tokens of the answer and of the sessions below; None if the service counts none.
        seconds: The duration of the run.
        cost: Their cost in US dollars; None if it is unknown.
        cost_known: The cost of the messages whose cost is known.
        by_session: The tokens and the cost of each session.
        by_model: The tokens and the cost of each model.
        tools: The tool calls.
        todos: The todos of the session after the turn.
        replies: The replies to permissions and questions.
        diff: The files that have changed.
        left_with: The exit status after an interruption, with the outcome `left`.
    """

    session_id: str
    directory: str | None = None
    status: str = "failed"
    text: str = ""
    result: str = ""
    output: Any = None
    steps: int = 0
    error: str | None = None
    finish_reason: str | None = None
    usage: TokenUsage | None = None
    seconds: float = 0.0
    cost: float | None = None
    cost_known: float = 0.0
    by_session: Mapping[str, Spending] = field(factory=dict[str, Spending])
    by_model: Mapping[str, Spending] = field(factory=dict[str, Spending])
    tools: ToolCalls = field(factory=ToolCalls)
    todos: list[Todo] = field(factory=list[Todo])
    replies: list[Reply] = field(factory=list[Reply])
    diff: list[FileDiff] = field(factory=list[FileDiff])
    left_with: int = STATUSES["left"]

    def end(self, turn: Turn) -> None:
        """Take the outcome of the turn."""
        outcome = turn.outcome
        self.text, self.result = turn.text, outcome.text
        self.output, self.steps = outcome.output, outcome.steps
        self.status, self.finish_reason, self.cost = outcome.status, outcome.finish_reason, outcome.cost
        if outcome.error is not None:
            self.error = ": ".join(part for part in (outcome.error.type, outcome.error.message) if part) or None
        self.usage, self.cost_known = outcome.usage, outcome.cost_known
        self.by_session, self.by_model = outcome.by_session, outcome.by_model

    @property
    def exit_status(self) -> int:
        """The exit status of the command."""
        return self.left_with if self.status == "left" else STATUSES.get(self.status, 1)

    def record(self) -> dict[str, Any]:
        """Return the report as a JSON object; fields that `claude -p --output-format json` has too have its names."""
        return {
            "session_id": self.session_id,
            "directory": self.directory,
            "status": self.status,
            "is_error": self.status != "finished",
            "duration_ms": round(self.seconds * 1000),
            "num_turns": self.steps,
            "result": self.result,
            "structured_output": self.output,
            "text": self.text,
            "error": self.error,
            "finish_reason": self.finish_reason,
            "usage": usage_record(self.usage),
            "total_cost_usd": self.cost,
            "known_cost_usd": self.cost_known,
            "by_session": {session_id: spending_record(part) for session_id, part in self.by_session.items()},
            "by_model": {model: spending_record(part) for model, part in self.by_model.items()},
            "tools": [call.record() for call in self.tools],
            "todos": [todo_record(todo) for todo in self.todos],
            "replies": [asdict(reply) for reply in self.replies],
            "diff": [diff_record(diff) for diff in self.diff],
        }

    def line(self) -> str:
        """Return the outcome in one line, such as `finished in 12 s, 340 tokens written, $0.0123; session ses_1`."""
        words = [f"{self.status.replace('_', ' ')} in {self.seconds:.0f} s"]
        if self.usage is not None and isinstance(self.usage.output, int | float):
            words.append(f"{self.usage.output:.0f} tokens written")
        if self.cost and self.cost >= LEAST_COST:
            words.append(f"${self.cost:.4f}")
        elif self.cost is None and self.cost_known >= LEAST_COST:
            words.append(f"at least ${self.cost_known:.4f}")
        rejected = sum(reply.reply in ("reject", None) and reply.by not in UNANSWERED for reply in self.replies)
        if rejected:
            words.append(f"{rejected} rejected")
        reason = f": {one_line(self.error)}" if self.error else ""
        return f"{', '.join(words)}; session {one_line(self.session_id)}{reason}"


def usage_record(usage: TokenUsage | None) -> dict[str, Any] | None:
    """Return the tokens of an answer as a JSON object.

    >>> usage_record(TokenUsage(input=10, output=2))["output_tokens"]
    2
    """
    if usage is None:
        return None
    cache = usage.cache or CacheUsage()
    return {
        "input_tokens": usage.input,
        "output_tokens": usage.output,
        "reasoning_tokens": usage.reasoning,
        "cache_read_input_tokens": cache.read,
        "cache_creation_input_tokens": cache.write,
    }


def spending_record(spending: Spending) -> dict[str, Any]:
    """Return the tokens and the cost of a session or a model as a JSON object.

    >>> spending_record(Spending(cost=0.5, cost_known=0.5))
    {'usage': None, 'cost_usd': 0.5, 'known_cost_usd': 0.5}
    """
    cost = {"cost_usd": spending.cost, "known_cost_usd": spending.cost_known}
    return {"usage": usage_record(spending.usage), **cost}


FIELDS = tuple(RunReport("").record())
"""The fields of a report."""


def todo_record(todo: Todo) -> dict[str, Any]:
    """Return a todo as a JSON object."""
    return {"content": getattr(todo, "content", None), "status": todo.status, "priority": todo.priority}


def call_of(step: ToolStep) -> ToolCall:
    """Return the tool call of a step as it is shown."""
    part, state = step.part, getattr(step.part, "state", None)
    name: object = getattr(part, "name", None)
    return ToolCall(
        id=getattr(part, "id", None) or "",
        name=name if isinstance(name, str) else "",
        input=getattr(state, "input", None),
        status=step.status,
        seconds=_seconds(part),
        output=_output(state),
    )


def _seconds(part: ToolPart) -> float | None:
    time = part.time
    begun, ended = getattr(time, "ran", None) or getattr(time, "created", None), getattr(time, "completed", None)
    if not isinstance(begun, int | float) or not isinstance(ended, int | float):
        return None
    return max(ended - begun, 0) / 1000


def _output(state: Any) -> str:
    error = getattr(getattr(state, "error", None), "message", None)
    if isinstance(error, str):
        return error[:LONGEST]
    texts = [getattr(content, "text", None) for content in getattr(state, "content", None) or ()]
    return "\n".join(text for text in texts if isinstance(text, str))[:LONGEST]


def brief(value: Any, width: int) -> str:
    """Return the arguments of a call in so many columns: the main one, or all that are neither lists nor objects.

    >>> brief({"description": "List files", "command": "ls"}, 40)
    'ls'
    """
    if isinstance(value, Mapping):
        arguments = cast("Mapping[str, Any]", value)
        for name in MAIN_ARGUMENTS:
            if isinstance(arguments.get(name), str) and arguments[name]:
                return one_line(arguments[name], width)
        plain = {
            name: argument for name, argument in arguments.items() if isinstance(argument, str | int | float | bool)
        }
        value = ", ".join(f"{name}={str(argument)[:LONGEST]}" for name, argument in plain.items())
    return one_line(value, width)


def changed_since(before: Iterable[FileDiff], now: Iterable[FileDiff], touched: Collection[str] = ()) -> list[FileDiff]:
    """Return the files that have other changes than before.

    Args:
        before: The changes of the session before a turn.
        now: Its changes after the turn.
        touched: The paths that changed during the turn, which decide about files without a patch.
    """
    earlier = [*before]
    return [diff for diff in now if diff not in earlier or (diff.patch is None and _path(diff) in touched)]


def diff_record(diff: FileDiff) -> dict[str, Any]:
    """Return a changed file as a JSON object."""
    return {
        "path": _path(diff),
        "status": diff.status,
        "additions": diff.additions,
        "deletions": diff.deletions,
        "patch": diff.patch,
    }


def summary(diffs: Sequence[FileDiff]) -> str:
    """Return the changes in a few words.

    >>> summary([FileDiff(path="README.md", additions=2, deletions=1)])
    '1 file changed, +2 -1'

    The lines are left out if a server lists files without their number.
    """
    files = f"{len(diffs)} {plural(len(diffs), 'file')} changed"
    if not all(map(_counts, diffs)):
        return files
    added = sum(_number(diff.additions) for diff in diffs)
    removed = sum(_number(diff.deletions) for diff in diffs)
    return f"{files}, +{added} -{removed}"


def diff_lines(diffs: Iterable[FileDiff], *, most: int = MOST_LINES) -> list[tuple[Kind, str]]:
    """Return the lines of changed files, each with its kind: a head for each file, then the lines of its patch.

    >>> diff_lines([FileDiff(path="a", status="added", additions=1, patch="@@ -0,0 +1 @@\\n+x\\n")])
    [('file', 'added a +1 -0'), ('hunk', '@@ -0,0 +1 @@'), ('added', '+x')]
    """
    lines: list[tuple[Kind, str]] = []
    left_out = 0
    for diff in diffs:
        lines.append(("file", f"{one_line(diff.status or 'changed')} {one_line(_path(diff))}{_counts(diff)}"))
        for line in (diff.patch or "").splitlines():
            if line.startswith(_HEADS):
                continue
            if len(lines) < most:
                lines.append((_KINDS.get(line[:1], "same"), running_text(line)))
            else:
                left_out += 1
    return [*lines, ("hunk", f"… {left_out} more lines")] if left_out else lines


def _path(diff: FileDiff) -> str | None:
    return getattr(diff, "path", None)


def _counts(diff: FileDiff) -> str:
    """Return the numbers of added and deleted lines; an empty text if the server sent neither."""
    if diff.additions is None and diff.deletions is None:
        return ""
    return f" +{_number(diff.additions)} -{_number(diff.deletions)}"


def _number(value: Any) -> int:
    return int(value) if isinstance(value, int | float) else 0

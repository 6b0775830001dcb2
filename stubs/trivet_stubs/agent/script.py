"""The steps of a script, which the agent plays after a prompt: Python classes, and their JSON values."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, field, fields
from typing import Any, cast

from trivet_stubs.kernel.json_text import check_finite
from trivet_stubs.kernel.spec import JsonObject

_TEXT_SCHEMA: JsonObject = {"type": "string", "maxLength": 100_000}
_TEXTS_SCHEMA: JsonObject = {"type": "array", "items": _TEXT_SCHEMA, "maxItems": 10_000}
_ASK_SCHEMA: JsonObject = {
    "anyOf": [
        _TEXT_SCHEMA,
        {
            "type": "object",
            "required": ["question"],
            "properties": {
                "question": _TEXT_SCHEMA,
                "options": _TEXTS_SCHEMA,
                "header": _TEXT_SCHEMA,
                "multiple": {"type": "boolean"},
                "custom": {"type": "boolean"},
            },
            "additionalProperties": False,
        },
    ]
}
_TODO_SCHEMA: JsonObject = {"anyOf": [_TEXT_SCHEMA, {"type": "object", "additionalProperties": _TEXT_SCHEMA}]}
_SECONDS_SCHEMA: JsonObject = {"type": "number", "minimum": 0, "maximum": 1_000_000}
_TOKENS = ("input", "output", "reasoning", "cache_read", "cache_write")
_COUNT_SCHEMA: JsonObject = {"type": ["integer", "null"], "minimum": 0}
_EXPENSE_SCHEMA: JsonObject = {
    "cost": {"type": ["number", "null"], "minimum": 0},
    **dict.fromkeys(_TOKENS, _COUNT_SCHEMA),
}
_STEPS_SCHEMA: JsonObject = {"type": "array", "maxItems": 1000, "items": {"$ref": "#/$defs/step"}}
_TASK_SCHEMA: JsonObject = {
    "title": _TEXT_SCHEMA,
    "steps": _STEPS_SCHEMA,
    "agent": _TEXT_SCHEMA,
    "model": {"type": ["string", "null"], "pattern": "^[^/]+/.+$", "maxLength": 200},
}
_STEP_SCHEMAS: Mapping[str, tuple[list[str], JsonObject]] = {
    "text": (["deltas"], {"deltas": _TEXTS_SCHEMA}),
    "reasoning": (["deltas"], {"deltas": _TEXTS_SCHEMA}),
    "tool": (
        ["name"],
        {
            "name": _TEXT_SCHEMA,
            "input": {"type": "object"},
            "output": _TEXT_SCHEMA,
            "asks": {"type": ["string", "null"]},
            "resources": _TEXTS_SCHEMA,
            "edits": {"type": "object", "additionalProperties": {"type": ["string", "null"]}},
            "fails": {"type": ["string", "null"]},
            "seconds": _SECONDS_SCHEMA,
        },
    ),
    "question": (["asks"], {"asks": {"type": "array", "items": _ASK_SCHEMA, "minItems": 1, "maxItems": 100}}),
    "todos": (["items"], {"items": {"type": "array", "items": _TODO_SCHEMA, "maxItems": 1000}}),
    "subtask": (["title"], {"title": _TEXT_SCHEMA}),
    "task": (["title"], _TASK_SCHEMA),
    "together": (
        ["tasks"],
        {
            "tasks": {
                "type": "array",
                "minItems": 1,
                "maxItems": 100,
                "items": {
                    "type": "object",
                    "required": ["title"],
                    "properties": _TASK_SCHEMA,
                    "additionalProperties": False,
                },
            }
        },
    ),
    "compaction": ([], {"summary": _TEXT_SCHEMA, **_EXPENSE_SCHEMA}),
    "retry": (
        ["message"],
        {
            "message": _TEXT_SCHEMA,
            "attempts": {"type": "integer", "minimum": 1, "maximum": 1000},
            "seconds": {"anyOf": [_SECONDS_SCHEMA, {"type": "null"}]},
        },
    ),
    "output": (["value"], {"value": {}}),
    "hold": ([], {"seconds": {"anyOf": [_SECONDS_SCHEMA, {"type": "null"}]}}),
    "pause": (["seconds"], {"seconds": _SECONDS_SCHEMA}),
    "finish": ([], {"reason": _TEXT_SCHEMA, **_EXPENSE_SCHEMA}),
    "fail": (["message"], {"message": _TEXT_SCHEMA, "kind": _TEXT_SCHEMA}),
    "interrupt": ([], {"message": _TEXT_SCHEMA}),
    "other_prompt": (["text"], {"text": _TEXT_SCHEMA}),
}
"""The required fields and the schemas of all fields, by the type of a step."""

TURN_SCHEMA: JsonObject = {
    "type": "object",
    "required": ["steps"],
    "properties": {"steps": _STEPS_SCHEMA, "session_id": {"type": ["string", "null"], "maxLength": 200}},
    "additionalProperties": False,
    "$defs": {
        "step": {
            "type": "object",
            "required": ["type"],
            "properties": {"type": {"enum": list(_STEP_SCHEMAS)}},
            "allOf": [
                {
                    "if": {"properties": {"type": {"const": name}}},
                    "then": {
                        "required": required,
                        "properties": {"type": {}, **properties},
                        "additionalProperties": False,
                    },
                }
                for name, (required, properties) in _STEP_SCHEMAS.items()
            ],
        }
    },
}
"""The JSON schema of a turn: its steps, and the session that it is for."""


@dataclass(frozen=True)
class Text:
    """A text, sent in deltas.

    >>> stub.script(Text("Hello, ", "world."))

    The deltas may split a surrogate pair, as those of servers written in JavaScript do. The events have the halves as
    escapes; the message has the pair, and U+FFFD in place of a half that stays alone.

    >>> stub.script(Text("A \\ud83d", "\\ude00 B"))
    """

    deltas: tuple[str, ...]

    def __init__(self, *deltas: str) -> None:
        object.__setattr__(self, "deltas", deltas)


@dataclass(frozen=True)
class Reasoning:
    """The reasoning of the model, sent in deltas.

    >>> stub.script(Reasoning("Hm, ", "well."), Text("Yes."))
    """

    deltas: tuple[str, ...]

    def __init__(self, *deltas: str) -> None:
        object.__setattr__(self, "deltas", deltas)


@dataclass(frozen=True)
class Tool:
    """A call of a tool.

    >>> stub.script(Tool("edit", asks="edit", edits={"README.md": "# Orchard\\n"}))

    Args:
        name: The tool.
        input: The arguments.
        output: The output.
        asks: The action that the call needs permission for, if any.
        resources: The resources that the action applies to; by default, the values of the arguments.
        edits: The files that the call writes, relative to the session's directory; None removes one.
        fails: The reason why the call fails, if it does.
        seconds: The time that the call takes, on the stub's clock, as in `Hold`.
    """

    name: str
    input: Mapping[str, Any] = field(default_factory=dict[str, Any])
    output: str = ""
    asks: str | None = None
    resources: Sequence[str] = ()
    edits: Mapping[str, str | None] = field(default_factory=dict[str, str | None])
    fails: str | None = None
    seconds: float = 0


@dataclass(frozen=True)
class Output:
    """The value with which the agent answers a prompt with a schema, right or wrong; it ends the turn.

    >>> stub.observed.prompt_options = True
    >>> stub.script(Output({"verdict": "right"}))

    The stub does not compare it with the schema, as the observed server does not. A turn without it fails, if its
    prompt has a schema; without one, the call fails, because the agent has no such tool.

    Args:
        value: The value, as JSON.
    """

    value: Any


@dataclass(frozen=True)
class Question:
    """Questions to the user, asked together in one request.

    >>> stub.script(Question("Why?", Ask("Which?", ["this", "that"], multiple=True)))

    Args:
        asks: Each an `Ask`, or a text, to which any answer is allowed.
    """

    asks: tuple["str | Ask", ...]

    def __init__(self, *asks: "str | Ask") -> None:
        object.__setattr__(self, "asks", asks)


@dataclass(frozen=True)
class Ask:
    """One question of a `Question`.

    >>> stub.script(Question(Ask("Which?", ["this", "that"], custom=False)))

    Args:
        question: The text.
        options: The answers to choose from.
        header: A short form of the text.
        multiple: Whether several options may be chosen.
        custom: Whether an answer other than the options is allowed.
    """

    question: str
    options: Sequence[str] = ()
    header: str = ""
    multiple: bool = False
    custom: bool = True

    def wire(self) -> JsonObject:
        """Return the JSON value that the service sends."""
        return {
            "question": self.question,
            "header": self.header or self.question[:30],
            "options": [{"label": label, "description": label} for label in self.options],
            "multiple": self.multiple,
            "custom": self.custom,
        }


@dataclass(frozen=True)
class Todos:
    """The new todos of the session; a text stands for a pending todo.

    >>> stub.script(Todos(["Look", {"content": "Leap", "status": "completed"}]))
    """

    items: Sequence[str | Mapping[str, str]]

    def wire(self) -> list[JsonObject]:
        """Return the JSON value that the service sends."""
        plain = {"status": "pending", "priority": "medium"}
        return [{"content": todo, **plain} if isinstance(todo, str) else {**plain, **todo} for todo in self.items]


@dataclass(frozen=True)
class Subtask:
    """A new child of the session, which does nothing.

    >>> stub.script(Subtask("Look around"))
    """

    title: str


@dataclass(frozen=True)
class Task:
    """A call of the tool `task`: another agent works in a child of the session, and plays steps of its own.

    >>> stub.script(Task("Look around", Text("Three files."), model="stub/stub-1-mini"), Text("Done."))

    The child has its own requests and costs, and the rules of this session. The call ends with the child's turn, and
    its output is the child's last text. A task among the steps of a task is a session below the child. `Together` lets
    several children work side by side.

    Args:
        title: The title of the child, and its prompt.
        steps: The steps of the child's turn; without any, it echoes the title.
        agent: The agent of the child.
        model: The model of the child, `PROVIDER/MODEL`; None for the model of the session.
    """

    title: str
    steps: tuple["Step", ...] = ()
    agent: str = "explore"
    model: str | None = None

    def __init__(self, title: str, *steps: "Step", agent: str = "explore", model: str | None = None) -> None:
        for name, value in (("title", title), ("steps", steps), ("agent", agent), ("model", model)):
            object.__setattr__(self, name, value)


@dataclass(frozen=True)
class Together:
    """Several tasks, called at once, in one message: their children work side by side.

    >>> stub.script(Together(Task("One", Hold(), Text("1")), Task("Two", Text("2"))), Text("Done."))
    """

    tasks: tuple[Task, ...]

    def __init__(self, *tasks: Task) -> None:
        object.__setattr__(self, "tasks", tasks)


@dataclass(frozen=True)
class Compaction:
    """A compaction that the server begins by itself; its message has a cost, as on the observed server.

    >>> stub.script(Text("A long text."), Compaction(cost=0.2), Text("And on."))

    Args:
        summary: The summary of the conversation before.
        cost: The cost in US dollars; None computes it from the tokens and the price of the model.
        input: The tokens of the input; None counts none.
        output: The tokens of the output; None counts the words of the summary.
        reasoning: The tokens of the reasoning.
        cache_read: The tokens that were read from the cache.
        cache_write: The tokens that were written to the cache.
    """

    summary: str = "The conversation before"
    cost: float | None = None
    input: int | None = None
    output: int | None = None
    reasoning: int = 0
    cache_read: int = 0
    cache_write: int = 0


@dataclass(frozen=True)
class Retry:
    """A refusal of the model's provider, which the server asks again after some seconds.

    >>> stub.script(Retry("Slow down.", attempts=3, seconds=5), Text("Done."))

    Args:
        message: The words of the provider.
        attempts: How often it refuses.
        seconds: The seconds before each new attempt, as in `Hold`: None waits for `stub.resume` each time.
    """

    message: str
    attempts: int = 1
    seconds: float | None = None


@dataclass(frozen=True)
class Hold:
    """A wait, until the test resumes the turn, or until some seconds have passed on the stub's clock.

    >>> stub.script(Hold(), Text("Done."))
    >>> stub.resume("ses_000001")
    >>> stub.script(Text("Slowly "), Hold(30), Text("done."))

    While the clock stands still, a client in process that waits for the session lets these seconds pass at once.

    Args:
        seconds: The seconds; None waits for the test alone.
    """

    seconds: float | None = None


@dataclass(frozen=True)
class Finish:
    """The end of a message of the agent; the steps after it are another message of the same answer.

    >>> stub.script(Tool("read"), Finish("tool-calls", cost=0.02), Text("Done."), Finish("length", output=8192))

    Args:
        reason: Why the model has stopped: `stop`, `length`, `content-filter`, or `tool-calls` before further steps.
        cost: The cost in US dollars; None computes it from the tokens and the price of the model, as `stub.prices` or
            the catalogue has it.
        input: The tokens of the input; None counts the words of the prompt.
        output: The tokens of the output; None counts the words of the message.
        reasoning: The tokens of the reasoning.
        cache_read: The tokens that were read from the cache.
        cache_write: The tokens that were written to the cache.
    """

    reason: str = "stop"
    cost: float | None = None
    input: int | None = None
    output: int | None = None
    reasoning: int = 0
    cache_read: int = 0
    cache_write: int = 0


@dataclass(frozen=True)
class Fail:
    """An error, which ends the turn.

    >>> stub.script(Text("So far."), Fail("Out of ink."))
    >>> stub.script(Fail("The key is wrong.", "ProviderAuthError"))

    Args:
        message: The message of the error.
        type: Its type; observed servers have `ProviderAuthError`, `APIError`, `ContextOverflowError`,
            `ContentFilterError` and others for the errors of a model.
    """

    message: str
    type: str = "unknown"


@dataclass(frozen=True)
class Interrupt:
    """An interruption from outside, as when a user aborts the turn; `stub.interrupt` interrupts a turn that waits.

    >>> stub.script(Text("So far."), Interrupt())
    """

    message: str = "The user has aborted this"


@dataclass(frozen=True)
class OtherPrompt:
    """A prompt that another client sends to the session meanwhile; the agent takes it up after this turn.

    >>> stub.script(Text("One"), OtherPrompt("And then?"), Text(", two."))
    """

    text: str


@dataclass(frozen=True)
class Pause:
    """Seconds that pass on the stub's clock; the turn does not wait for them.

    >>> stub.script(Text("Slowly."), Pause(2.5))
    """

    seconds: float


_Wait = Hold | Pause | Retry
Step = (
    Text
    | Reasoning
    | Tool
    | Output
    | Question
    | Todos
    | Subtask
    | Task
    | Together
    | Compaction
    | Finish
    | Fail
    | Interrupt
    | OtherPrompt
    | _Wait
)

MOST_NESTED = 20
"""The most tasks within tasks."""


def check_steps(steps: Sequence[object], depth: int = 0) -> None:
    """Raise a TypeError unless all of these are steps, and a ValueError for the input of a tool that is not JSON."""
    if depth > MOST_NESTED:
        raise ValueError(f"steps: more than {MOST_NESTED} tasks within tasks")
    for step in steps:
        if not isinstance(step, Step):
            raise TypeError(f"steps: {step!r} is not a step of a turn")
        for task in tasks_of(step):
            check_steps(task.steps, depth + 1)
        if isinstance(step, Tool):
            check_finite({"input": dict(step.input)})
        if isinstance(step, Output):
            check_finite({"value": step.value})


def tasks_of(step: Step) -> tuple[Task, ...]:
    """Return the tasks that a step begins."""
    return (step,) if isinstance(step, Task) else step.tasks if isinstance(step, Together) else ()


def read_step(raw: Mapping[str, Any]) -> Step:
    """Build a step from its JSON value, which has to match `TURN_SCHEMA`.

    >>> read_step({"type": "text", "deltas": ["Hello, ", "world."]})
    Text(deltas=('Hello, ', 'world.'))
    """
    values = {name: value for name, value in raw.items() if name != "type"}
    match raw["type"]:
        case "text":
            return Text(*values["deltas"])
        case "reasoning":
            return Reasoning(*values["deltas"])
        case "question":
            asks = [ask if isinstance(ask, str) else Ask(**ask) for ask in values["asks"]]
            return Question(*asks)
        case "task":
            return _read_task(values)
        case "together":
            return Together(*map(_read_task, values["tasks"]))
        case "fail":
            return Fail(values["message"], values.get("kind", "unknown"))
        case name:
            step: Step = _STEPS[name](**values)
            return step


def _read_task(values: Mapping[str, Any]) -> Task:
    others = {name: value for name, value in values.items() if name not in ("title", "steps")}
    return Task(values["title"], *map(read_step, values.get("steps", ())), **others)


def write_step(step: Step) -> JsonObject:
    """Return the JSON value of a step, from which `read_step` builds an equal one.

    >>> write_step(Text("Hello, ", "world."))
    {'type': 'text', 'deltas': ['Hello, ', 'world.']}
    """
    [name] = [name for name, kind in _STEPS.items() if kind is type(step)]
    raw: JsonObject = {"type": name}
    for column in fields(step):
        value = getattr(step, column.name)
        default = column.default if column.default_factory is MISSING else column.default_factory()
        if value != default:
            raw[_JSON_NAMES.get((name, column.name), column.name)] = _plain(value)
    for task in raw.get("tasks", ()):  # they are all of one type
        del task["type"]
    return raw


def _plain(value: Any) -> Any:
    if isinstance(value, Ask):
        return {name: part for name, part in asdict(value).items() if part not in ("", ())}
    if isinstance(value, Step):
        return write_step(value)
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Mapping):
        return dict(cast("Mapping[str, Any]", value))
    return [_plain(part) for part in value]


_STEPS: Mapping[str, type[Any]] = {
    "text": Text,
    "reasoning": Reasoning,
    "tool": Tool,
    "output": Output,
    "question": Question,
    "todos": Todos,
    "subtask": Subtask,
    "task": Task,
    "retry": Retry,
    "together": Together,
    "compaction": Compaction,
    "hold": Hold,
    "finish": Finish,
    "pause": Pause,
    "fail": Fail,
    "interrupt": Interrupt,
    "other_prompt": OtherPrompt,
}
_JSON_NAMES: Mapping[tuple[str, str], str] = {("fail", "type"): "kind"}
"""The keys of JSON that differ from the names of the fields, by the type of a step and the field."""

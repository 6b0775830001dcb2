"""A turn without I/O: the rules that permit its actions, its message, and the order of its steps."""

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from typing import Any, Literal, Protocol, cast

from trivet_stubs.agent.script import (
    Ask,
    Compaction,
    Fail,
    Finish,
    Hold,
    Interrupt,
    OtherPrompt,
    Output,
    Pause,
    Question,
    Reasoning,
    Retry,
    Step,
    Subtask,
    Task,
    Text,
    Todos,
    Together,
    Tool,
    tasks_of,
)
from trivet_stubs.kernel.json_text import whole_texts, without_halves
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.wildcard import matches

Wait = Literal["permission", "question", "hold", "task"]

OUTPUT_TOOL = "StructuredOutput"
NO_OUTPUT = "Model did not produce structured output"
"""The message of a turn without the output that its prompt has a schema for, as of the observed server."""

REJECTED = "The user rejected this"


class Rejection(str):
    """A reply to a permission: it is rejected, for a reason that the agent reads, and continues."""

    __slots__ = ()


Decision = Literal["allow", "deny", "ask"]


def decide(rules: Sequence[JsonObject], action: str, resources: Iterable[str]) -> Decision:
    """Decide on an action: denied if one of its resources is denied, allowed if all of them are allowed.

    >>> decide([{"action": "ba*", "resource": "*", "effect": "allow"}], "bash", ["ls"])
    'allow'
    """
    effects = {_effect(rules, action, resource) for resource in resources}
    if "deny" in effects:
        return "deny"
    return "allow" if effects == {"allow"} else "ask"


def _effect(rules: Iterable[JsonObject], action: str, resource: str) -> str:
    """Return the effect of the last rule that matches; without one, the user is asked."""
    effect = "ask"
    for rule in rules:
        if matches(action, rule["action"]) and matches(resource, rule["resource"]):
            effect = rule["effect"]
    return effect


def price_nothing(_tokens: JsonObject) -> float:
    """Return the cost of tokens that cost nothing."""
    return 0


class Publish(Protocol):
    """Publishes an event about the session of a message."""

    def __call__(self, kind: str, **payload: object) -> None:
        """Publish an event of this kind with this payload."""


@applies("agent.events.delta-appends-to-the-field-it-names")
class AssistantMessage:
    """An assistant's message, which grows part by part.

    >>> message = AssistantMessage("build", model, new_id=state.new_id, now=state.now, publish=publish)
    >>> message.write_text("text", ["Hello, ", "world"])
    >>> message.complete(Finish("stop"), prompt="Greet the world.")
    >>> message.record["tokens"]["output"]
    2

    Args:
        agent: The agent that writes it.
        parent_id: The prompt that it answers, if it names it.
        model: The model that the agent uses.
        new_id: Gives the next id with a prefix.
        now: Gives the time in milliseconds.
        publish: Publishes an event about the session.
        price: Gives the cost of tokens in US dollars.
    """

    def __init__(
        self,
        agent: str,
        model: JsonObject,
        *,
        new_id: Callable[[str], str],
        now: Callable[[], int],
        publish: Publish,
        parent_id: str | None = None,
        price: Callable[[JsonObject], float] = price_nothing,
    ) -> None:
        self._new_id = new_id
        self._now = now
        self._publish = publish
        self._price = price
        self.record: JsonObject = {
            "id": new_id("msg"),
            "type": "assistant",
            "time": {"created": now()},
            "agent": agent,
            "model": dict(model),
            "content": [],
            **({} if parent_id is None else {"parentID": parent_id}),
        }
        """The message as the service writes it."""

    def publish(self) -> None:
        """Publish the message as a whole."""
        self._publish("message.updated", info=self.record)

    def write_text(self, kind: Literal["text", "reasoning"], deltas: Iterable[str]) -> None:
        """Add a text that grows delta by delta; a half of a surrogate pair that stays alone is stored as U+FFFD."""
        part: JsonObject = {"type": kind, "id": self._new_id("prt"), "text": ""}
        self._add(part)
        for delta in deltas:
            part["text"] += delta
            self._publish(
                "message.part.delta", messageID=self.record["id"], partID=part["id"], field="text", delta=delta
            )
        self._publish_part(part)
        part["text"] = without_halves(part["text"])

    def start_tool(self, name: str, arguments: JsonObject) -> JsonObject:
        """Add a running tool call, and return its part."""
        part: JsonObject = {
            "type": "tool",
            "id": self._new_id("prt"),
            "name": name,
            "state": {"status": "running", "input": arguments, "structured": {}, "content": []},
            "time": {"created": self._now(), "ran": self._now()},
        }
        self._add(part)
        return part

    def end_tool(self, part: JsonObject, output: str, *, failed: bool) -> None:
        """End a tool call, with its output or with the reason why it failed."""
        state: JsonObject = {**part["state"], "status": "error" if failed else "completed"}
        if failed:
            state["error"] = {"type": "tool", "message": output}
        else:
            state["content"] = [{"type": "text", "text": output}] if output else []
        part["state"] = state
        part["time"]["completed"] = self._now()
        self._publish_part(part)
        part["state"] = whole_texts(state)

    def fail(self, error_type: str, message: str) -> None:
        """Note the error that ends the turn; `complete` publishes it."""
        self.record["error"] = {"type": error_type, "message": message}

    @property
    def is_complete(self) -> bool:
        """Whether the message has ended."""
        return "finish" in self.record

    def complete(self, finish: Finish, *, prompt: str) -> None:
        """Complete the message, and publish it; a token stands for each word where the script does not say."""
        texts = [part.get("text", "") for part in self.record["content"]]
        words = sum(len(text.split()) for text in texts)
        self.record["tokens"] = {
            "input": len(prompt.split()) if finish.input is None else finish.input,
            "output": words if finish.output is None else finish.output,
            "reasoning": finish.reasoning,
            "cache": {"read": finish.cache_read, "write": finish.cache_write},
        }
        self.record["cost"] = self._price(self.record["tokens"]) if finish.cost is None else finish.cost
        self.record["finish"] = finish.reason
        self.record["time"]["completed"] = self._now()
        self.publish()

    def abort(self, message: str) -> None:
        """Note that a user has aborted the turn, and end the tool calls that run; `complete` publishes the error."""
        for part in self.record["content"]:
            if part["type"] == "tool" and part["state"]["status"] == "running":
                self.end_tool(part, message, failed=True)
        self.fail("aborted", message)

    def note_child(self, part: JsonObject, session_id: str) -> None:
        """Note the session in which a call of the tool `task` works."""
        part["state"] = {**part["state"], "structured": {"sessionId": session_id}}
        self._publish_part(part)

    def source(self, part: JsonObject) -> JsonObject:
        """The source of a request to the user: this message and one of its tool calls."""
        return {"messageID": self.record["id"], "callID": part["id"]}

    def _add(self, part: JsonObject) -> None:
        self.record["content"].append(part)
        self._publish_part(part)

    def _publish_part(self, part: JsonObject) -> None:
        self._publish("message.part.updated", messageID=self.record["id"], part=part, time=self._now())


class TurnEffects(Protocol):
    """The effects of a turn outside of its message."""

    def continues_after_rejection(self) -> bool:
        """Whether a turn continues after the user has rejected a permission or a question."""
        ...

    def has_tool(self, name: str) -> bool:
        """Whether the agent has a tool."""
        ...

    def decide(self, action: str, resources: Sequence[str]) -> Decision:
        """Whether the rules allow an action, deny it, or leave it to the user."""
        ...

    def allow(self, action: str, resources: Sequence[str]) -> None:
        """Allow an action from now on."""

    def request_permission(self, action: str, resources: Sequence[str], source: JsonObject) -> None:
        """Ask the user to permit an action."""

    def request_answers(self, questions: Sequence[JsonObject], source: JsonObject) -> None:
        """Ask the user questions."""

    def edit(self, path: str, content: bytes | None) -> None:
        """Write a file of the session's directory, or remove it."""

    def set_todos(self, todos: Sequence[JsonObject]) -> None:
        """Replace the todos of the session."""

    def create_subtask(self, title: str) -> None:
        """Create a session below this one."""

    def report_retry(self, attempt: int, message: str, seconds: float) -> None:
        """Publish that the provider has refused, and that it is asked again after some seconds."""

    def report_busy(self) -> None:
        """Publish that the agent works."""

    def start_task(self, task: Task, begun: Callable[[str], None], ended: Callable[[str, bool], None]) -> None:
        """Let another agent work in a session below this one.

        Args:
            task: The title and the steps.
            begun: Called with the id of the session, before its agent works.
            ended: Called with the last text and whether the task has failed, before or after the call returns.
        """

    def compact(self, step: Compaction) -> None:
        """Add the message of a compaction."""

    def pause(self, seconds: float) -> None:
        """Let time pass."""

    def send_prompt(self, text: str) -> None:
        """Send another prompt to the session."""

    def report_error(self, message: str, name: str = "UnknownError") -> None:
        """Publish the error that ends the turn."""

    def count_usage(self, message: JsonObject) -> None:
        """Add the tokens and the cost of a message to the session's."""


class TurnMachine:
    """One turn. It plays the steps of its script until it has to wait, and continues when it gets the reply.

    >>> turn = TurnMachine([Hold(), Text("Done.")], begin_message, effects)
    >>> turn.advance()
    >>> turn.wait
    'hold'
    >>> turn.advance()
    >>> turn.finish
    'stop'

    Args:
        steps: The script.
        begin_message: Begins a message of the answer: when the turn begins, and for steps after a `Finish`.
        effects: The effects of the turn outside of its message.
        prompt: The text that the turn answers.
        has_schema: Whether the agent has to answer by a schema.
    """

    def __init__(
        self,
        steps: Iterable[Step],
        begin_message: Callable[[], AssistantMessage],
        effects: TurnEffects,
        *,
        prompt: str = "",
        has_schema: bool = False,
    ) -> None:
        self.wait: Wait | None = None
        """The event that the turn waits for."""
        self.seconds: float | None = None
        """The seconds after which a hold ends by itself."""
        """The latest session below that the turn has started."""
        self.finish: str | None = None
        """How the turn has ended: the finish reason of its last message."""
        self._begin_message = begin_message
        self._effects = effects
        self._prompt = prompt
        self._lacks_output = has_schema
        self._steps = self._play(steps)

    def advance(self, reply: object = None) -> None:
        """Play to the next wait or to the end.

        Args:
            reply: The reply that the turn waits for: of a permission `once`, `always`, `reject` or a `Rejection`; of a
                question its answers, or None when it is rejected; nothing at the start and after a hold.
        """
        self._continue(lambda: self._steps.send(reply))

    def interrupt(self, message: str) -> None:
        """End a turn that waits, as the step `Interrupt` does."""
        self._continue(lambda: self._steps.throw(_Interrupted(message)))

    def _continue(self, play: Callable[[], Wait]) -> None:
        self.wait = self.seconds = None
        try:
            self.wait = play()
        except StopIteration as end:
            self.finish = end.value

    def cancel(self) -> None:
        """Drop the steps that are left."""
        self.wait = None
        self._steps.close()

    def _play(self, steps: Iterable[Step]) -> Generator[Wait, Any, str]:
        self._message = self._begin_message()
        ending: str | None = None
        try:
            for step in steps:
                ending = yield from self._step(step)
                if ending is not None:
                    break
        except _Interrupted as interrupted:
            ending = self._abort(str(interrupted))
        if self._lacks_output and ending is None:
            self._message.fail("StructuredOutputError", NO_OUTPUT)
            if self._message.is_complete:
                self._message.publish()
        if ending is not None or not self._message.is_complete:
            self._complete(_UNCOUNTED.get(ending or "", Finish(ending or "stop")))
        return str(self._message.record["finish"])

    def _complete(self, finish: Finish) -> None:
        self._message.complete(finish, prompt=self._prompt)
        self._effects.count_usage(self._message.record)

    def _abort(self, message: str) -> str:
        if self._message.is_complete:
            self._message = self._begin_message()
        self._message.abort(message)
        self._effects.report_error(message, "MessageAbortedError")
        return "aborted"

    def _hold(self, seconds: float | None) -> Generator[Wait, Any, None]:
        if seconds != 0:
            self.seconds = seconds
            yield "hold"

    def _step(self, step: Step) -> Generator[Wait, Any, str | None]:
        """Play one step; return the finish reason with which it ends the turn, or None if the turn continues."""
        if isinstance(step, Compaction):
            if not self._message.is_complete:
                self._complete(Finish())
            self._effects.compact(step)
            return None
        if self._message.is_complete:
            self._message = self._begin_message()
        match step:
            case Text():
                self._message.write_text("text", step.deltas)
            case Reasoning():
                self._message.write_text("reasoning", step.deltas)
            case Tool():
                return (yield from self._use(step))
            case Output():
                return self._answer(step)
            case Question():
                return (yield from self._ask(step))
            case Todos():
                self._effects.set_todos(whole_texts(step.wire()))
            case Subtask():
                self._effects.create_subtask(without_halves(step.title))
            case Task() | Together():
                yield from self._delegate(tasks_of(step))
            case Retry():
                yield from self._retry(step)
            case Pause():
                self._effects.pause(step.seconds)
            case Hold():
                yield from self._hold(step.seconds)
            case Finish():
                self._complete(step)
            case Fail():
                message = without_halves(step.message)
                self._message.fail(step.type, message)
                self._effects.report_error(message, "UnknownError" if step.type == "unknown" else step.type)
                return "error"
            case Interrupt():
                return self._abort(without_halves(step.message))
            case OtherPrompt():
                self._effects.send_prompt(without_halves(step.text))
        return None

    def _answer(self, step: Output) -> str | None:
        """Answer by the schema of the prompt, as by a call of a tool that only such a prompt has."""
        value: Any = whole_texts(step.value)
        arguments = cast(JsonObject, value) if isinstance(value, dict) else {"value": value}
        part = self._message.start_tool(OUTPUT_TOOL, arguments)
        if not self._lacks_output:
            self._message.end_tool(part, _unavailable(OUTPUT_TOOL), failed=True)
            return None
        self._lacks_output = False
        self._message.end_tool(part, "Structured output captured successfully.", failed=False)
        self._message.record["structured"] = value
        return "tool-calls"

    def _delegate(self, tasks: Sequence[Task]) -> Generator[Wait, Any, None]:
        message, working = self._message, set[str]()
        parts: dict[str, JsonObject] = {}
        for task in tasks:
            arguments = {"description": task.title, "prompt": task.title, "subagent_type": task.agent}
            part = message.start_tool("task", whole_texts(arguments))
            parts[part["id"]] = part
            working.add(part["id"])
        for task, part in zip(tasks, parts.values(), strict=True):

            def end(output: str, failed: bool, part: JsonObject = part) -> None:
                working.discard(part["id"])
                message.end_tool(part, output, failed=failed)

            self._effects.start_task(task, partial(message.note_child, part), end)
        while working:
            yield "task"

    def _retry(self, step: Retry) -> Generator[Wait, Any, None]:
        for attempt in range(1, step.attempts + 1):
            self._effects.report_retry(attempt, without_halves(step.message), step.seconds or 0)
            yield from self._hold(step.seconds)
            self._effects.report_busy()

    def _use(self, tool: Tool) -> Generator[Wait, Any, str | None]:
        part = self._message.start_tool(tool.name, whole_texts(dict(tool.input)))
        if not self._effects.has_tool(tool.name):
            self._message.end_tool(part, _unavailable(tool.name), failed=True)
            return None
        refused = None if tool.asks is None else (yield from self._permit(tool.asks, tool, part))
        if refused is None:
            yield from self._hold(tool.seconds)
        if refused is None and tool.fails is None:
            for path, text in tool.edits.items():
                self._effects.edit(path, None if text is None else without_halves(text).encode())
        why = refused or tool.fails
        self._message.end_tool(part, why or tool.output, failed=why is not None)
        return self._after_rejection() if refused == REJECTED else None

    def _permit(self, action: str, tool: Tool, part: JsonObject) -> Generator[Wait, Any, str | None]:
        """Ask the user for permission if no rule decides; return the reason of a refusal, or None."""
        resources = list(tool.resources) or [str(value) for value in part["state"]["input"].values()] or ["*"]
        decision = self._effects.decide(action, resources)
        if decision == "deny":
            return f"A rule denies {action}"
        if decision == "allow":
            return None
        self._effects.request_permission(action, resources, self._message.source(part))
        reply = yield "permission"
        if reply == "always":
            self._effects.allow(action, resources)
        if isinstance(reply, Rejection):
            return str(reply)
        return REJECTED if reply == "reject" else None

    def _ask(self, step: Question) -> Generator[Wait, Any, str | None]:
        questions = whole_texts([Ask(ask).wire() if isinstance(ask, str) else ask.wire() for ask in step.asks])
        part = self._message.start_tool("question", {"questions": questions})
        self._effects.request_answers(questions, self._message.source(part))
        answers = yield "question"
        output = REJECTED if answers is None else "; ".join(", ".join(chosen) for chosen in answers)
        self._message.end_tool(part, output, failed=answers is None)
        return self._after_rejection() if answers is None else None

    def _after_rejection(self) -> str | None:
        return None if self._effects.continues_after_rejection() else "rejected"


def _unavailable(tool: str) -> str:
    return f"The agent has no tool {tool}"


_UNCOUNTED = {reason: Finish(reason, cost=0, input=0, output=0) for reason in ("aborted", "error")}
"""The ends of steps for which the observed server stores neither tokens nor a cost."""


class _Interrupted(Exception):
    """Raised in the steps of a turn where it waits."""

"""A turn without I/O: the rules that permit its actions, its message, and the order of its steps."""

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, Literal, Protocol

from trivet_stubs.agent.script import (
    Ask,
    Fail,
    Hold,
    Interrupt,
    OtherPrompt,
    Pause,
    Question,
    Reasoning,
    Step,
    Subtask,
    Text,
    Todos,
    Tool,
)
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.wildcard import matches

Wait = Literal["permission", "question", "hold"]
Finish = Literal["stop", "rejected", "error", "aborted"]

REJECTED = "The user rejected this"

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


class Publish(Protocol):
    """Publishes an event about the session of a message."""

    def __call__(self, kind: str, **payload: object) -> None:
        """Publish an event of this kind with this payload."""


class AssistantMessage:
    """An assistant's message, which grows part by part.

    >>> message = AssistantMessage("build", model, new_id=state.new_id, now=state.now, publish=publish)
    >>> message.write_text("text", ["Hello, ", "world"])
    >>> message.complete("stop", prompt="Greet the world.")
    {'input': 3, 'output': 2, 'reasoning': 0}

    Args:
        agent: The agent that writes it.
        parent_id: The prompt that it answers, if it names it.
        model: The model that the agent uses.
        new_id: Gives the next id with a prefix.
        now: Gives the time in milliseconds.
        publish: Publishes an event about the session.
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
    ) -> None:
        self._new_id = new_id
        self._now = now
        self._publish = publish
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
        """Add a text that grows delta by delta."""
        part: JsonObject = {"type": kind, "id": self._new_id("prt"), "text": ""}
        self._add(part)
        for delta in deltas:
            part["text"] += delta
            self._publish(
                "message.part.delta", messageID=self.record["id"], partID=part["id"], field="text", delta=delta
            )
        self._publish_part(part)

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

    def fail(self, error_type: str, message: str) -> None:
        """Note the error that ends the turn; `complete` publishes it."""
        self.record["error"] = {"type": error_type, "message": message}

    def complete(self, finish: str, *, prompt: str) -> dict[str, int]:
        """Complete the message, publish it, and return the tokens used, one for each word of prompt and parts."""
        texts = [part.get("text", "") for part in self.record["content"]]
        used = {"input": len(prompt.split()), "output": sum(len(text.split()) for text in texts), "reasoning": 0}
        self.record["tokens"] = {**used, "cache": {"read": 0, "write": 0}}
        self.record["cost"] = 0
        self.record["finish"] = finish
        self.record["time"]["completed"] = self._now()
        self.publish()
        return used

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

    def pause(self, seconds: float) -> None:
        """Let time pass."""

    def send_prompt(self, text: str) -> None:
        """Send another prompt to the session."""

    def report_error(self, message: str, name: str = "UnknownError") -> None:
        """Publish the error that ends the turn."""

    def count_tokens(self, used: dict[str, int]) -> None:
        """Add the tokens that the turn has used to the session's."""


class TurnMachine:
    """One turn. It plays the steps of its script until it has to wait, and continues when it gets the reply.

    >>> turn = TurnMachine([Hold(), Text("Done.")], message, effects)
    >>> turn.advance()
    >>> turn.wait
    'hold'
    >>> turn.advance()
    >>> turn.finish
    'stop'

    Args:
        steps: The script.
        message: The message that the turn writes.
        effects: The effects of the turn outside of its message.
        prompt: The text that the turn answers.
    """

    def __init__(
        self, steps: Iterable[Step], message: AssistantMessage, effects: TurnEffects, *, prompt: str = ""
    ) -> None:
        self.wait: Wait | None = None
        """The event that the turn waits for."""
        self.finish: Finish | None = None
        """How the turn has ended."""
        self._message = message
        self._effects = effects
        self._prompt = prompt
        self._steps = self._play(steps)

    def advance(self, reply: object = None) -> None:
        """Play to the next wait or to the end.

        Args:
            reply: The reply that the turn waits for: of a permission `once`, `always` or `reject`; of a question its
                answers, or None when it is rejected; nothing at the start and after a hold.
        """
        self.wait = None
        try:
            self.wait = self._steps.send(reply)
        except StopIteration as end:
            self.finish = end.value

    def cancel(self) -> None:
        """Drop the steps that are left."""
        self.wait = None
        self._steps.close()

    def _play(self, steps: Iterable[Step]) -> Generator[Wait, Any, Finish]:
        finish: Finish | None = None
        for step in steps:
            finish = yield from self._step(step)
            if finish is not None:
                break
        finish = finish or "stop"
        self._effects.count_tokens(self._message.complete(finish, prompt=self._prompt))
        return finish

    def _step(self, step: Step) -> Generator[Wait, Any, Finish | None]:
        """Play one step; return how it ends the turn, or None if the turn continues."""
        match step:
            case Text():
                self._message.write_text("text", step.deltas)
            case Reasoning():
                self._message.write_text("reasoning", step.deltas)
            case Tool():
                return (yield from self._use(step))
            case Question():
                return (yield from self._ask(step))
            case Todos():
                self._effects.set_todos(step.wire())
            case Subtask():
                self._effects.create_subtask(step.title)
            case Pause():
                self._effects.pause(step.seconds)
            case Hold():
                yield "hold"
            case Fail():
                self._message.fail(step.type, step.message)
                self._effects.report_error(step.message)
                return "error"
            case Interrupt():
                self._message.fail("aborted", step.message)
                self._effects.report_error(step.message, "MessageAbortedError")
                return "aborted"
            case OtherPrompt():
                self._effects.send_prompt(step.text)
        return None

    def _use(self, tool: Tool) -> Generator[Wait, Any, Finish | None]:
        part = self._message.start_tool(tool.name, dict(tool.input))
        refused = None if tool.asks is None else (yield from self._permit(tool.asks, tool, part))
        if refused is None and tool.fails is None:
            for path, text in tool.edits.items():
                self._effects.edit(path, None if text is None else text.encode())
        why = refused or tool.fails
        self._message.end_tool(part, why or tool.output, failed=why is not None)
        return self._after_rejection() if refused == REJECTED else None

    def _permit(self, action: str, tool: Tool, part: JsonObject) -> Generator[Wait, Any, str | None]:
        """Ask the user for permission if no rule decides; return the reason of a refusal, or None."""
        resources = list(tool.resources) or [str(value) for value in tool.input.values()] or ["*"]
        decision = self._effects.decide(action, resources)
        if decision == "deny":
            return f"A rule denies {action}"
        if decision == "allow":
            return None
        self._effects.request_permission(action, resources, self._message.source(part))
        reply = yield "permission"
        if reply == "always":
            self._effects.allow(action, resources)
        return REJECTED if reply == "reject" else None

    def _ask(self, step: Question) -> Generator[Wait, Any, Finish | None]:
        questions = [Ask(ask).wire() if isinstance(ask, str) else ask.wire() for ask in step.asks]
        part = self._message.start_tool("question", {"questions": questions})
        self._effects.request_answers(questions, self._message.source(part))
        answers = yield "question"
        output = REJECTED if answers is None else "; ".join(", ".join(chosen) for chosen in answers)
        self._message.end_tool(part, output, failed=answers is None)
        return self._after_rejection() if answers is None else None

    def _after_rejection(self) -> Finish | None:
        return None if self._effects.continues_after_rejection() else "rejected"

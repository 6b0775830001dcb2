"""The state machine of a turn: which step comes next, what the turn waits for, and how it ends. It does no I/O."""

from collections.abc import Generator, Iterable, Sequence
from typing import Any, Literal, Protocol

from trivet_stubs.agent.rules import Decision
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
from trivet_stubs.agent.turn.message import AssistantMessage
from trivet_stubs.kernel.spec import JsonObject

Wait = Literal["permission", "question", "hold"]
Finish = Literal["stop", "rejected", "error", "aborted"]

REJECTED = "The user rejected this"


class TurnEffects(Protocol):
    """What a turn does outside of its message."""

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
        effects: What else the turn does.
        prompt: The text that the turn answers.
    """

    def __init__(
        self, steps: Iterable[Step], message: AssistantMessage, effects: TurnEffects, *, prompt: str = ""
    ) -> None:
        self.wait: Wait | None = None
        """What the turn waits for."""
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
        """Play one step; how it ends the turn, or None."""
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
        """Ask the user for permission if no rule decides; why there is none, or None."""
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
        questions = [Ask(each).wire() if isinstance(each, str) else each.wire() for each in step.asks]
        part = self._message.start_tool("question", {"questions": questions})
        self._effects.request_answers(questions, self._message.source(part))
        answers = yield "question"
        output = REJECTED if answers is None else "; ".join(", ".join(chosen) for chosen in answers)
        self._message.end_tool(part, output, failed=answers is None)
        return self._after_rejection() if answers is None else None

    def _after_rejection(self) -> Finish | None:
        return None if self._effects.continues_after_rejection() else "rejected"

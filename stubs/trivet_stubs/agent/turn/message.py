"""The message of an agent's turn: its parts, and an event for every change of them."""

from collections.abc import Callable, Iterable
from typing import Literal, Protocol

from trivet_stubs.kernel.spec import JsonObject


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
        """Add a call of a tool that is running, and return its part."""
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
        """End the call of a tool, with its output or with the reason why it failed."""
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
        """Complete the message, publish it, and return the tokens used: a word of prompt or parts is one."""
        texts = [part.get("text", "") for part in self.record["content"]]
        used = {"input": len(prompt.split()), "output": sum(len(text.split()) for text in texts), "reasoning": 0}
        self.record["tokens"] = {**used, "cache": {"read": 0, "write": 0}}
        self.record["cost"] = 0
        self.record["finish"] = finish
        self.record["time"]["completed"] = self._now()
        self.publish()
        return used

    def source(self, part: JsonObject) -> JsonObject:
        """Where a request to the user comes from: this message and one of its calls of a tool."""
        return {"messageID": self.record["id"], "callID": part["id"]}

    def _add(self, part: JsonObject) -> None:
        self.record["content"].append(part)
        self._publish_part(part)

    def _publish_part(self, part: JsonObject) -> None:
        self._publish("message.part.updated", messageID=self.record["id"], part=part, time=self._now())

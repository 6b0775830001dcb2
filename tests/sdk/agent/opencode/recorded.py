"""The events and messages of a turn, recorded from version 1.18.33 of the server and shortened."""

from typing import Any, NamedTuple

MODEL = {"id": "rules-1", "providerID": "rules"}
TOKENS = {"input": 5, "output": 3, "reasoning": 0, "cache": {"read": 0, "write": 0}}
NO_TOKENS = {"input": 0, "output": 0, "reasoning": 0, "cache": {"read": 0, "write": 0}}
TEXT = "Hello, 日本\u2028the end."
WORDS = ("Hello, ", "日本\u2028", "the end.")
HALVES = ("A \ud83d", "\ude00 B ", "\ud83d")
INPUT = {"command": "echo hi", "description": "Say it"}
PATCH = "--- notes.txt\n+++ notes.txt\n@@ -0,0 +1,1 @@\n+hi\n"
DIFF = {"file": "notes.txt", "patch": PATCH, "additions": 1, "deletions": 0, "status": "added"}
ERRORS = {
    "FAIL": {"name": "APIError", "data": {"message": "the model fails with 401", "statusCode": 401}},
    "STOP": {"name": "MessageAbortedError", "data": {"message": "Aborted"}},
}

Event = tuple[str, dict[str, Any]]


class Recorded(NamedTuple):
    """A turn: its events up to the reply that it waits for, those after it, and its messages, with the contract's.

    Attributes:
        before: The events up to the reply that it waits for.
        after: The events after the reply.
        messages: The messages as the server lists them.
        contract: The messages in the form of the contract.
    """

    before: list[Event]
    after: list[Event]
    messages: list[dict[str, Any]]
    contract: list[dict[str, Any]]


class Step:
    """One message by the agent, with its parts and events."""

    def __init__(self, session_id: str, prompt_id: str, id_: str, time: int) -> None:
        self.session_id = session_id
        self.id = id_
        self.events: list[Event] = []
        self.parts: dict[str, dict[str, Any]] = {}
        self.info: dict[str, Any] = {
            "id": id_,
            "sessionID": session_id,
            "parentID": prompt_id,
            "role": "assistant",
            "mode": "build",
            "agent": "build",
            "cost": 0,
            "tokens": NO_TOKENS,
            "modelID": "rules-1",
            "providerID": "rules",
            "time": {"created": time},
        }
        self.update()

    def update(self, **fields: Any) -> None:
        self.info = {**self.info, **fields}
        self.events.append(("message.updated", {"sessionID": self.session_id, "info": self.info}))

    def part(self, number: int, type_: str, **fields: Any) -> None:
        part = {"id": f"prt_{self.id}_{number}", "messageID": self.id, "sessionID": self.session_id, "type": type_}
        self.parts[part["id"]] = part | fields
        self.events.append(("message.part.updated", {"sessionID": self.session_id, "part": part | fields, "time": 30}))

    def text(self, words: tuple[str, ...] = WORDS) -> None:
        self.part(0, "step-start", snapshot="s1")
        self.part(1, "text", text="", time={"start": 30})
        delta = {"sessionID": self.session_id, "messageID": self.id, "partID": f"prt_{self.id}_1", "field": "text"}
        self.events += [("message.part.delta", {**delta, "delta": word}) for word in words]
        self.part(1, "text", text="".join(words), time={"start": 30, "end": 32})
        self.end("stop")

    def end(self, finish: str, *files: str) -> None:
        tokens = {"total": 8, **TOKENS}
        self.part(2, "step-finish", reason=finish, snapshot="s1", cost=0.011, tokens=tokens)
        self.update(finish=finish, cost=0.011, tokens=tokens)
        if files:
            self.part(3, "patch", hash="s0", files=[*files])
        self.update(time={**self.info["time"], "completed": 32})

    def message(self) -> dict[str, Any]:
        return {"info": self.info, "parts": [*self.parts.values()]}


def turn(session_id: str, prompt_id: str, text: str) -> Recorded:
    """Return the turn of a prompt.

    BASH calls a tool that asks for a permission and changes a file, FAIL fails, STOP is interrupted from outside;
    HALVES gets a text whose pieces split surrogate pairs, and other prompts get `TEXT`.
    """
    user = {"id": prompt_id, "sessionID": session_id, "role": "user", "time": {"created": 10}, "agent": "build"}
    prompt = {"id": f"prt_{prompt_id}", "messageID": prompt_id, "sessionID": session_id, "type": "text", "text": text}
    summary = {"diffs": [DIFF] if "BASH" in text else []}
    listed = {"info": {**user, "summary": summary}, "parts": [prompt]}
    begin: list[Event] = [
        ("message.updated", {"sessionID": session_id, "info": user}),
        ("message.part.updated", {"sessionID": session_id, "part": prompt, "time": 11}),
        _status(session_id, "busy"),
    ]
    end: list[Event] = [
        _status(session_id, "idle"),
        ("session.idle", {"sessionID": session_id}),
        ("message.updated", {"sessionID": session_id, "info": listed["info"]}),
    ]
    first = Step(session_id, prompt_id, f"{prompt_id}a", 20)
    asked = {"id": prompt_id, "type": "user", "time": {"created": 10}, "text": text}
    for word, error in ERRORS.items():
        if word in text:
            first.update(error=error, time={"created": 20, "completed": 21})
            failed: list[Event] = [("session.error", {"sessionID": session_id, "error": error})]
            info = {"type": error["name"], "message": error["data"]["message"]}
            contract = {**_contract(first), "error": info, "content": []}
            return Recorded(
                [*begin, first.events[0]],
                [*failed, first.events[1], *end],
                [listed, first.message()],
                [asked, contract],
            )
    if "BASH" not in text:
        first.text(HALVES if "HALVES" in text else WORDS)
        return Recorded(begin, [*first.events, *end], [listed, first.message()], [asked, _text(first)])
    permission_id, call_id = f"per_{prompt_id}", f"call_{prompt_id}"
    call = {"callID": call_id, "tool": "bash"}
    first.part(0, "step-start", snapshot="s0")
    first.part(1, "tool", **call, state={"status": "pending", "input": {}, "raw": ""})
    first.part(1, "tool", **call, state={"status": "running", "input": INPUT, "time": {"start": 24}})
    waiting = len(first.events)
    output = {"output": "hi\n", "title": "echo hi", "metadata": {"exit": 0}, "time": {"start": 24, "end": 25}}
    first.part(1, "tool", **call, state={"status": "completed", "input": INPUT, **output})
    first.end("tool-calls", "notes.txt")
    second = Step(session_id, prompt_id, f"{prompt_id}b", 30)
    second.text()
    request = {"id": permission_id, "sessionID": session_id, "permission": "bash", "patterns": ["echo hi"]}
    request |= {"metadata": {}, "always": ["echo *"], "tool": {"messageID": first.id, "callID": call_id}}
    replied = {"sessionID": session_id, "requestID": permission_id, "reply": "once"}
    state = {"status": "completed", "input": INPUT, "structured": {"exit": 0}}
    state["content"] = [{"type": "text", "text": "hi\n"}]
    tool = {"type": "tool", "id": call_id, "name": "bash", "state": state, "time": {"ran": 24, "completed": 25}}
    contract = {**_contract(first), "snapshot": {"start": "s0", "end": "s1", "files": ["notes.txt"]}, "content": [tool]}
    return Recorded(
        [*begin, *first.events[:waiting], ("permission.asked", request)],
        [("permission.replied", replied), *first.events[waiting:], *second.events, *end],
        [listed, first.message(), second.message()],
        [asked, contract, _text(second)],
    )


def _status(session_id: str, type_: str) -> Event:
    return "session.status", {"sessionID": session_id, "status": {"type": type_}}


def _contract(step: Step) -> dict[str, Any]:
    """Return a message in the form of the contract, without its parts and its snapshots."""
    kept = ("id", "time", "agent", "cost", "finish", "parentID")
    tokens = {name: count for name, count in step.info["tokens"].items() if name != "total"}
    return {
        **{name: step.info[name] for name in kept if name in step.info},
        "type": "assistant",
        "model": MODEL,
        "tokens": tokens,
    }


def _text(step: Step) -> dict[str, Any]:
    part = {"type": "text", "id": f"prt_{step.id}_1", "text": TEXT, "time": {"created": 30, "completed": 32}}
    return {**_contract(step), "snapshot": {"start": "s1", "end": "s1", "files": []}, "content": [part]}

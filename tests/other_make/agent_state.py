"""The records of an agent server of another make: contexts, sessions, messages, and the turns of its agent.

Its agent is a rule: it says the last word of a prompt, and asks for a permission or an answer if the prompt says so and
the session permits it to ask. A turn runs at once, up to its end or up to what it asks.
"""

import asyncio
import json
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid1

from starlette.exceptions import HTTPException

from tests.other_make.agent_faults import AgentFault
from tests.other_make.agent_files import HOME, PROJECT, Disk
from tests.other_make.choices import Choices
from tests.other_make.records import Record


@dataclass(frozen=True)
class Where:
    """A runtime context: a directory, and a workspace if it is one of a workspace."""

    directory: str
    workspace: str | None = None


@dataclass
class Runtime:
    """What belongs to a context alone."""

    config: Record
    ptys: dict[str, Record] = field(default_factory=dict[str, Record])
    tools: dict[str, Record] = field(default_factory=dict[str, Record])
    permissions: dict[str, Record] = field(default_factory=dict[str, Record])
    questions: dict[str, Record] = field(default_factory=dict[str, Record])


@dataclass
class Session:
    """A session, its messages and its turn."""

    record: Record
    where: Where
    asks: bool
    messages: list[Record] = field(default_factory=list[Record])
    compacted: list[int] = field(default_factory=list[int])
    """At how many messages each compaction happened."""
    turn: Record | None = None
    """The answer that waits for a permission or an answer of the user."""
    waiting: list[Record] = field(default_factory=list[Record])
    idle: asyncio.Event = field(default_factory=asyncio.Event)


class State:
    """All records of the server."""

    def __init__(self, faults: Collection[AgentFault], now: Callable[[], float], choices: Choices) -> None:
        self.faults = faults
        self.choices = choices
        self.now = now
        self.disk = Disk(faults)
        self.runtimes: dict[Where, Runtime] = {}
        self.sessions: dict[str, Session] = {}
        self.accounts: dict[str, Record] = {}
        self.active: dict[str, str] = {}
        self.workspaces: dict[str, Record] = {}
        self.streams: list[tuple[Where, asyncio.Queue[str]]] = []
        self.default = Where(HOME)
        names = (("home", HOME), ("project", PROJECT))
        self.projects = {f"project-{name}": self._project(name, directory) for name, directory in names}
        self.models = [
            {"id": name, "providerID": "harbour", "name": name.title(), "enabled": True} for name in ("gull", "tern")
        ]

    def _project(self, name: str, directory: str) -> Record:
        commands = [{"name": "test", "command": "pytest"}]
        icon = {"color": "#00aaff"}
        return {"id": f"project-{name}", "worktree": directory, "name": name, "icon": icon, "commands": commands}

    def has(self, fault: AgentFault) -> bool:
        return fault in self.faults

    def new_id(self, prefix: str) -> str:
        return f"{prefix}-{uuid1().hex}"

    def millis(self) -> int:
        step = 1000 if self.choices.has("times-of-records", "whole-seconds") else 1
        return int(self.now() * 1000) // step * step

    def shown(self, where: Where) -> Record:
        """A context as an answer shows it."""
        if where.workspace is None or self.has(AgentFault.LOCATION_WITHOUT_WORKSPACE):
            return {"directory": where.directory}
        return {"directory": where.directory, "workspaceID": where.workspace}

    def runtime(self, where: Where) -> Runtime:
        if where not in self.runtimes:
            self.runtimes[where] = Runtime({"username": "olga", "share": "manual", "model": "harbour/tern"})
        return self.runtimes[where]

    # Events.

    def emit(self, where: Where, kind: str, payload: Record) -> None:
        time = self.millis() if self.choices.has("event-time", "milliseconds") else self.now()
        event: Record = {"id": self.new_id("event"), "type": kind, "time": time, "context": self.shown(where)}
        event["payload"] = payload
        if self.has(AgentFault.EVENT_WITHOUT_PAYLOAD):
            event.update(event.pop("payload"))
        for fault, name in (
            (AgentFault.EVENT_WITHOUT_ID, "id"),
            (AgentFault.EVENT_WITHOUT_TIME, "time"),
            (AgentFault.EVENT_WITHOUT_CONTEXT, "context"),
        ):
            if self.has(fault):
                event.pop(name, None)
        if self.has(AgentFault.EVENT_CONTEXT_IS_TEXT):
            event["context"] = where.directory
        for listening, queue in self.streams:
            if self.hears(listening, where, kind):
                queue.put_nowait(f"event: {kind}\ndata: {json.dumps(event)}\n\n")

    def hears(self, listening: Where, where: Where, kind: str) -> bool:
        """Whether a stream of a context has the events of another."""
        of_all = self.has(AgentFault.TURNS_OF_ALL) and kind == "message.part.delta"
        if of_all or self.has(AgentFault.EVENTS_OF_ALL):
            return True
        if self.has(AgentFault.EVENTS_BY_DIRECTORY):
            return listening.directory == where.directory
        if self.has(AgentFault.EVENTS_BY_WORKSPACE):
            return listening.workspace == where.workspace
        return listening == where

    # Sessions.

    def session(self, session_id: str) -> Session:
        if session_id not in self.sessions:
            raise HTTPException(404, "there is no such session")
        return self.sessions[session_id]

    def create_session(self, where: Where, body: Record) -> Record:
        if self.has(AgentFault.PINNED_TO_THE_DEFAULT):
            where = self.default
        shown = Where(where.directory) if self.has(AgentFault.PINNED_TO_ITS_DIRECTORY) else where
        model = body.get("model")
        permission: list[Record] = body.get("permission") or []
        record: Record = {
            "id": self.new_id("ses"),
            "title": "New" if self.has(AgentFault.TITLE_LOST) else body.get("title") or "New",
            "location": self.shown(shown),
            "agent": "planner" if self.has(AgentFault.AGENT_LOST) else body.get("agent") or "planner",
            "model": {"providerID": "harbour", "id": (model or {}).get("modelID", "gull")},
            "time": {"created": self.millis(), "updated": self.millis()},
        }
        if self.has(AgentFault.MODEL_LOST):
            record["model"]["id"] = "gull"
        session = Session(record, where, asks=any(rule.get("effect") == "ask" for rule in permission))
        session.idle.set()
        self.sessions[record["id"]] = session
        self.emit(where, "session.added", {"sessionID": record["id"], "session": record})
        return record

    def message(self, session: Session, kind: str, text: str) -> Record:
        part = {"id": self.new_id("part"), "type": "text", "text": text}
        message: Record = {
            "id": self.new_id("message"),
            "type": kind,
            "content": [part],
            "time": {"created": self.millis()},
        }
        session.messages.append(message)
        return message

    # Turns.

    def prompt(self, session: Session, text: str, delivery: str) -> None:
        if self.has(AgentFault.PROMPT_IN_CAPITALS):
            text = text.upper()
        session.waiting.append({"text": text, "delivery": delivery})
        self.run(session)

    def run(self, session: Session) -> None:
        """Run the prompts that wait, immediate ones first, until one asks something."""
        while session.turn is None and session.waiting:
            session.waiting.sort(key=lambda prompt: prompt["delivery"] == "deferred")
            text = session.waiting.pop(0)["text"]
            for _ in range(2 if self.has(AgentFault.PROMPT_TWICE) else 0 if self.has(AgentFault.PROMPT_IS_LOST) else 1):
                self.message(session, "user", text)
            answer = self.message(session, "assistant", "")
            if session.asks and re.search(r"run the command|questions", text, re.IGNORECASE):
                session.turn = answer
                session.idle.clear()
                self.ask(session, text)
                return
            self.say(session, answer, text.split()[-1])
            answer["time"]["completed"] = self.millis()

    def ask(self, session: Session, text: str) -> None:
        runtime, session_id = self.runtime(session.where), session.record["id"]
        if "command" in text.lower():
            request = {"id": self.new_id("permission"), "sessionID": session_id, "action": "shell"}
            runtime.permissions[request["id"]] = request
        else:
            options = [{"label": "tea"}, {"label": "coffee"}]
            question = {"question": "Tea or coffee?", "options": options}
            request = {"id": self.new_id("question"), "sessionID": session_id, "questions": [question]}
            runtime.questions[request["id"]] = request
        self.emit(session.where, "user.asked", {"sessionID": session_id, "requestID": request["id"]})

    def go_on(self, session: Session, word: str) -> None:
        """End the turn that waits, and run the prompts behind it."""
        answer, session.turn = session.turn, None
        if answer is not None:
            self.say(session, answer, word)
            answer["time"]["completed"] = self.millis()
        self.run(session)
        if session.turn is None:
            session.idle.set()

    def say(self, session: Session, answer: Record, text: str) -> None:
        part, so_far = answer["content"][0], ""
        pieces = [text[at : at + 4] for at in range(0, len(text), 4)]
        for piece in pieces[::-1] if self.has(AgentFault.DELTAS_REVERSED) else pieces:
            so_far += piece
            delta = {"sessionID": session.record["id"], "messageID": answer["id"], "partID": part["id"]}
            delta |= {"field": "text", "delta": so_far if self.has(AgentFault.DELTA_IS_THE_WHOLE) else piece}
            if self.has(AgentFault.DELTA_WITHOUT_FIELD):
                del delta["field"]
            if self.has(AgentFault.DELTA_OF_ANOTHER_PART):
                delta["partID"] = self.new_id("part")
            self.emit(session.where, "message.part.delta", delta)
        part["text"] = text

    def context_of(self, session: Session) -> list[Record]:
        """The messages after the last compaction."""
        if not session.compacted or self.has(AgentFault.COMPACTION_DOES_NOTHING):
            messages = session.messages
        else:
            messages = session.messages[session.compacted[0 if self.has(AgentFault.CONTEXT_FROM_THE_FIRST) else -1] :]
        return messages[-1:] if self.has(AgentFault.CONTEXT_IS_THE_LAST_MESSAGE) else messages

    def compact(self, session: Session) -> None:
        if session.turn is not None:
            raise HTTPException(409, "the session is busy")
        session.compacted.append(len(session.messages))
        self.emit(session.where, "session.compacted", {"sessionID": session.record["id"]})


def required(body: Record, name: str, *kinds: type) -> Any:
    """A field of a body."""
    value = body.get(name)
    if not isinstance(value, kinds or (str,)) or (isinstance(value, bool) and bool not in kinds):
        raise HTTPException(422, f"{name} is missing or wrong")
    return value

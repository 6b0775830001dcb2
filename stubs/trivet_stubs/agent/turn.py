"""The agent loop of the stub: prompts and the scripted turns that follow them.

A turn runs to its end at once, unless it has to wait for an answer or for the test; then it goes on from there.
"""

import re
from collections.abc import Generator, Iterable, Sequence
from copy import deepcopy
from fnmatch import fnmatchcase
from typing import Any

from trivet_stubs.agent.patch import Change
from trivet_stubs.agent.records import Pending, Session, Turn
from trivet_stubs.agent.script import Ask, Fail, Hold, Pause, Question, Reasoning, Step, Subtask, Text, Todos, Tool
from trivet_stubs.agent.state import AgentState
from trivet_stubs.kernel.operation import JsonObject

_WORDS = re.compile(r"\s*\S+\s*?(?=\s|$)|\s+")

Running = Generator[None, Any, Any]
_REJECTED = "The user rejected this"


class AgentLoop(AgentState):
    """An agent service that works on prompts."""

    def _tell(self, session: Session, kind: str, **payload: Any) -> None:
        self.events.publish(session.context, kind, {"sessionID": session.id, **payload})

    def _tell_message(self, session: Session, message: JsonObject) -> None:
        self._tell(session, "message.updated", info=message)

    def _touch(self, session: Session) -> None:
        session.updated = self.now()
        self._tell(session, "session.updated", info=session.wire())

    # Prompts.

    def _prompt(self, session: Session, prompt: JsonObject, *, deferred: bool) -> JsonObject:
        """Write down a user's message and let the agent work on it, now or after what it is doing."""
        now = self.now()
        message: JsonObject = {"id": self.new_id("msg"), "type": "user", "time": {"created": now}, **prompt}
        session.messages.append(message)
        session.admitted += 1
        admitted = session.admitted
        self._tell_message(session, message)
        steps = self._steps(session, prompt)
        turn = Turn(message_id=message["id"], text=prompt["text"], steps=steps, deferred=deferred)
        waits = session.busy
        if deferred:
            session.queue.append(turn)
        else:
            before = sum(not each.deferred for each in session.queue)
            session.queue.insert(before, turn)
        self._touch(session)
        if not waits:
            self._tell(session, "session.status", status={"type": "busy"})
            self._work(session)
        return {
            "id": message["id"],
            "sessionID": session.id,
            "prompt": deepcopy(prompt),
            "delivery": "deferred" if deferred else "immediate",
            "admittedSeq": admitted,
            **({} if waits else {"promotedSeq": admitted}),
            "timeCreated": now,
        }

    def _steps(self, session: Session, prompt: JsonObject) -> Sequence[Step]:
        for at, (session_id, steps) in enumerate(self.scripts):
            if session_id in (None, session.id):
                del self.scripts[at]
                return steps
        return (Text(*_WORDS.findall(prompt["text"])),)

    # Turns.

    def _work(self, session: Session) -> None:
        while session.queue and session.running is None:
            session.running = self._run(session, session.queue.popleft())
            self._step(session, None)
        if session.running is None:
            self._rest(session)

    def _advance(self, session: Session, reply: object) -> None:
        """Give a turn what it waits for."""
        if session.running is not None:
            self._step(session, reply)
            self._work(session)

    def _step(self, session: Session, reply: object) -> None:
        assert session.running is not None  # only called where one is
        try:
            session.running.send(reply)
        except StopIteration:
            session.running = None
        except BaseException:
            session.running = None
            raise

    def _rest(self, session: Session) -> None:
        self._touch(session)
        self._tell(session, "session.status", status={"type": "idle"})
        self._tell(session, "session.idle")
        self.idle.notify()

    def _run(self, session: Session, turn: Turn) -> Running:
        message: JsonObject = {
            "id": self.new_id("msg"),
            "type": "assistant",
            "time": {"created": self.now()},
            "agent": session.agent,
            "model": dict(session.model),
            "content": [],
        }
        session.messages.append(message)
        self._tell_message(session, message)
        finish = "stop"
        for step in turn.steps:
            goes_on = True
            match step:
                case Text():
                    self._grow(session, message, "text", step.deltas)
                case Reasoning():
                    self._grow(session, message, "reasoning", step.deltas)
                case Tool():
                    goes_on = yield from self._use(session, message, step)
                case Question():
                    goes_on = yield from self._question(session, message, step)
                case Todos():
                    session.todos = step.wire()
                    self._tell(session, "todo.updated", todos=session.todos)
                case Subtask():
                    self._begin(session, step)
                case Hold():
                    yield
                case Pause():
                    self.clock.advance(step.seconds)
                case Fail():
                    finish = "error"
                    message["error"] = {"type": step.type, "message": step.message}
                    error = {"name": "UnknownError", "data": {"message": step.message}}
                    self._tell(session, "session.error", error=error)
                    break
            if not goes_on:
                finish = "rejected"
                break
        self._finish(session, message, turn, finish)

    def _finish(self, session: Session, message: JsonObject, turn: Turn, finish: str) -> None:
        texts = [part.get("text", "") for part in message["content"]]
        used = {"input": len(turn.text.split()), "output": sum(len(text.split()) for text in texts), "reasoning": 0}
        for name, count in used.items():
            session.tokens[name] += count
        message["tokens"] = {**used, "cache": {"read": 0, "write": 0}}
        message["cost"] = 0
        message["finish"] = finish
        message["time"]["completed"] = self.now()
        self._tell_message(session, message)

    def _grow(self, session: Session, message: JsonObject, kind: str, deltas: Iterable[str]) -> None:
        part = {"type": kind, "id": self.new_id("prt"), "text": ""}
        message["content"].append(part)
        self._tell_part(session, message, part)
        for delta in deltas:
            part["text"] += delta
            names = {"messageID": message["id"], "partID": part["id"], "field": "text"}
            self._tell(session, "message.part.delta", **names, delta=delta)
        self._tell_part(session, message, part)

    def _tell_part(self, session: Session, message: JsonObject, part: JsonObject) -> None:
        self._tell(session, "message.part.updated", messageID=message["id"], part=part, time=self.now())

    def _begin(self, session: Session, step: Subtask) -> None:
        now = self.now()
        child = Session(
            id=self.new_id("ses"),
            number=self.number("session"),
            context=session.context,
            home=session.home,
            project_id=session.project_id,
            worktree=session.worktree,
            title=step.title,
            created=now,
            updated=now,
            agent="explore",
            model=dict(session.model),
            parent_id=session.id,
        )
        self.sessions[child.id] = child
        self._tell(child, "session.created", info=child.wire())

    # Tools.

    def _tool(self, session: Session, message: JsonObject, name: str, given: JsonObject) -> JsonObject:
        part: JsonObject = {
            "type": "tool",
            "id": self.new_id("prt"),
            "name": name,
            "state": {"status": "running", "input": given, "structured": {}, "content": []},
            "time": {"created": self.now(), "ran": self.now()},
        }
        message["content"].append(part)
        self._tell_part(session, message, part)
        return part

    def _end_tool(self, session: Session, message: JsonObject, part: JsonObject, *, output: str, failed: bool) -> None:
        state: JsonObject = {**part["state"], "status": "error" if failed else "completed"}
        if failed:
            state["error"] = {"type": "tool", "message": output}
        else:
            state["content"] = [{"type": "text", "text": output}] if output else []
        part["state"] = state
        part["time"]["completed"] = self.now()
        self._tell_part(session, message, part)

    def _use(self, session: Session, message: JsonObject, tool: Tool) -> Running:
        part = self._tool(session, message, tool.name, dict(tool.input))
        refused = None
        if tool.asks is not None:
            refused = yield from self._permitted(session, message, part, tool)
        if refused is None and tool.fails is None:
            for path, text in tool.edits.items():
                self._edit(session, path, None if text is None else text.encode())
        why = refused or tool.fails
        self._end_tool(session, message, part, output=why or tool.output, failed=why is not None)
        return refused != _REJECTED or self._goes_on(session)

    def _permitted(self, session: Session, message: JsonObject, part: JsonObject, tool: Tool) -> Running:
        """Ask for permission where no rule gives or denies it; why not, or None."""
        action = tool.asks or ""
        resources = list(tool.resources) or [str(value) for value in tool.input.values()] or ["*"]
        runtime = self.runtime(session.context)
        rules = [*session.permission, *runtime.allowed]
        effects = {_effect(rules, action, resource) for resource in resources}
        if "deny" in effects:
            return f"A rule denies {action}"
        if effects == {"allow"}:
            return None
        record: JsonObject = {
            "id": self.new_id("per"),
            "sessionID": session.id,
            "action": action,
            "resources": resources,
            "save": resources,
            "metadata": {},
            "source": {"type": "tool", "messageID": message["id"], "callID": part["id"]},
        }
        runtime.permissions[record["id"]] = Pending(session=session, record=record)
        self.events.publish(session.context, "permission.asked", record)
        reply = yield
        if reply == "always":
            runtime.allowed += [{"action": action, "resource": each, "effect": "allow"} for each in resources]
        return _REJECTED if reply == "reject" else None

    def _question(self, session: Session, message: JsonObject, step: Question) -> Running:
        asks = [Ask(each).wire() if isinstance(each, str) else each.wire() for each in step.asks]
        part = self._tool(session, message, "question", {"questions": asks})
        record: JsonObject = {
            "id": self.new_id("que"),
            "sessionID": session.id,
            "questions": asks,
            "tool": {"messageID": message["id"], "callID": part["id"]},
        }
        self.runtime(session.context).questions[record["id"]] = Pending(session=session, record=record)
        self.events.publish(session.context, "question.asked", record)
        answers = yield
        said = "; ".join(", ".join(chosen) for chosen in answers) if answers is not None else _REJECTED
        self._end_tool(session, message, part, output=said, failed=answers is None)
        return answers is not None or self._goes_on(session)

    def _asks(self, session: Session) -> bool:
        """Whether a session waits for an answer."""
        runtime = self.runtime(session.context)
        pending = [*runtime.permissions.values(), *runtime.questions.values()]
        return any(each.session is session for each in pending)

    def _goes_on(self, session: Session) -> bool:
        experimental = self.runtime(session.context).config.get("experimental", {})
        return bool(experimental.get("continue_loop_on_deny"))

    def _edit(self, session: Session, path: str, after: bytes | None) -> None:
        where = session.context.directory
        path = self.disk.locate(where, path)[len(where.rstrip("/")) + 1 :]
        now = self.disk.read(where, path)
        earlier = session.changes.pop(path, None)
        before = now if earlier is None else earlier.before
        self.disk.write(where, path, after)
        if before != after:
            session.changes[path] = Change(path, before, after)
        self.events.publish(session.context, "file.edited", {"file": path})


def _effect(rules: Iterable[JsonObject], action: str, resource: str) -> str:
    """What the last rule that concerns this says; without one, to ask."""
    found = "ask"
    for rule in rules:
        if fnmatchcase(action, rule["action"]) and fnmatchcase(resource, rule["resource"]):
            found = rule["effect"]
    return found

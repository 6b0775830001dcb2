"""The runner of turns: it takes the prompts of a session in order, and plays one turn at a time, with its effects."""

import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial

from trivet_stubs.agent.patch import Change
from trivet_stubs.agent.records import Pending, QueuedPrompt, Runtime, Session
from trivet_stubs.agent.script import Interrupt, Step, Text
from trivet_stubs.agent.state import AgentState
from trivet_stubs.agent.turn.machine import AssistantMessage, Decision, TurnMachine, decide
from trivet_stubs.kernel.spec import JsonObject

_WORDS = re.compile(r"\s*\S+\s*?(?=\s|$)|\s+")
_MAX_DELTAS = 1_000


class TurnRunner:
    """Runs the turns of all sessions, under the lock of the state; a turn runs to its end or to its next wait.

    >>> runner = TurnRunner(state)
    >>> runner.prompt(session, {"text": "Go."}, deferred=False)
    >>> runner.reply(session, "once")
    """

    def __init__(self, state: AgentState) -> None:
        self._state = state

    def prompt(
        self, session: Session, prompt: JsonObject, *, deferred: bool, steps: Sequence[Step] | None = None
    ) -> JsonObject:
        """Add a user's message and answer it, at once or after the turns before it. Return the admission.

        Args:
            session: The session.
            prompt: The prompt.
            deferred: Whether it waits for the prompts before it.
            steps: The script of its turn; without one, the next one that waits for a prompt.
        """
        state = self._state
        now = state.now()
        message: JsonObject = {"id": state.new_id("msg"), "type": "user", "time": {"created": now}, **prompt}
        session.messages.append(message)
        session.admitted += 1
        admitted = session.admitted
        state.publish(session, "message.updated", info=message)
        waits = session.busy
        session.enqueue(
            QueuedPrompt(
                message_id=message["id"],
                text=prompt["text"],
                steps=self._take_script(session, prompt["text"]) if steps is None else steps,
                deferred=deferred,
            )
        )
        state.touch(session)
        if not waits:
            state.publish(session, "session.status", status={"type": "busy"})
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

    def reply(self, session: Session, reply: object) -> None:
        """Give a turn the reply that it waits for, and then play the turns behind it."""
        turn = session.running
        if turn is not None:
            self._play(session, turn, lambda: turn.advance(reply))
            self._work(session)

    def answer(self, pending: Pending, reply: object) -> None:
        """Give the turn of a request its reply, unless the agent was stopped meanwhile."""
        if pending.live:
            self.reply(pending.session, reply)

    def reply_to(self, request_id: str, reply: object) -> None:
        """Reply to a request as another client does; raise a ValueError if no such request waits."""
        for runtime in list(self._state.runtimes.values()):
            if (pending := runtime.permissions.pop(request_id, None)) is not None:
                kind, payload = "permission.replied", {"reply": reply}
            elif (pending := runtime.questions.pop(request_id, None)) is not None:
                kind, payload = ("question.rejected", {}) if reply is None else ("question.replied", {"answers": reply})
            else:
                continue
            self._state.publish(pending.session, kind, requestID=request_id, **payload)
            self.answer(pending, reply)
            return
        raise ValueError(f"request_id: {request_id!r} waits for no reply")

    def resume(self, session_id: str) -> None:
        """Continue a turn that waits at a hold; raise a ValueError if there is no such turn."""
        session = self._state.sessions.get(session_id)
        if session is None or session.running is None or session.running.wait != "hold":
            raise ValueError(f"session_id: {session_id!r} is not at a Hold")
        self.reply(session, None)

    def held_until(self, session: Session) -> float | None:
        """Return the time at which a hold of some seconds ends, of the session or of the child that it waits for."""
        turn = session.running
        child = None if turn is None or turn.wait != "task" else self._state.sessions.get(turn.child_id or "")
        return session.held_until if child is None else self.held_until(child)

    def interrupt(self, session: Session, message: str = Interrupt.message) -> None:
        """End the turn of a session as aborted, and drop the prompts behind it; an idle session stays as it is."""
        turn = session.running
        if turn is not None:
            self._drop_requests(session, stay=self._state.observed.open_requests)
            session.queue.clear()
            self._play(session, turn, lambda: turn.interrupt(message))
            self._work(session)
            for child in [row for row in self._state.sessions.values() if row.parent_id == session.id]:
                self.interrupt(child, message)

    def cancel(self, session: Session) -> None:
        """Drop the turn of a session, the prompts behind it, and its requests to the user."""
        if session.running is not None:
            session.running.cancel()
        session.running = None
        session.queue.clear()
        self._drop_requests(session)

    def _drop_requests(self, session: Session, *, stay: bool = False) -> None:
        runtime = self._state.runtime(session.context)
        for pending in (runtime.permissions, runtime.questions):
            for request_id, request in [*pending.items()]:
                if request.session is session:
                    del pending[request_id]
                    if stay:
                        pending[request_id] = replace(request, live=False)

    def _take_script(self, session: Session, text: str) -> Sequence[Step]:
        """Take the first script for a session; without one, the agent echoes the prompt word by word."""
        scripts = self._state.scripts
        for position, (session_id, steps) in enumerate(scripts):
            if session_id in (None, session.id):
                del scripts[position]
                return steps
        words: list[str] = _WORDS.findall(text)
        step = 1 + len(words) // _MAX_DELTAS  # each delta is an event, and no other request is answered meanwhile
        return (Text(*("".join(words[start : start + step]) for start in range(0, len(words), step))),)

    def _work(self, session: Session) -> None:
        while session.queue and session.running is None:
            turn = session.running = self._start(session, session.queue.popleft())
            self._play(session, turn, turn.advance)
        if session.running is None:
            self._state.touch(session)
            if not self._state.observed.no_idle_events:
                self._state.publish(session, "session.status", status={"type": "idle"})
                self._state.publish(session, "session.idle")
            self._state.idle.notify()
            self._resume_parent(session)

    def _resume_parent(self, session: Session) -> None:
        """Continue the turn that waits for the end of this child."""
        parent = self._state.sessions.get(session.parent_id or "")
        turn = None if parent is None else parent.running
        if parent is not None and turn is not None and turn.wait == "task" and turn.child_id == session.id:
            self.reply(parent, None)

    def _start(self, session: Session, prompt: QueuedPrompt) -> TurnMachine:
        state = self._state

        def begin_message() -> AssistantMessage:
            message = AssistantMessage(
                session.agent,
                session.model,
                new_id=state.new_id,
                now=state.now,
                publish=partial(state.publish, session),
                parent_id=prompt.message_id if state.observed.parent_ids else None,
            )
            session.messages.append(message.record)
            message.publish()
            return message

        effects = SessionEffects(state, session, self.prompt)
        return TurnMachine(prompt.steps, begin_message, effects, prompt=prompt.text)

    def _play(self, session: Session, turn: TurnMachine, play: Callable[[], None]) -> None:
        """Play a turn to its end or to its next wait, which the clock ends if it is a hold of some seconds."""
        session.held_until = None
        try:
            play()
        except BaseException:
            session.running = None
            raise
        if turn.finish is not None:
            session.running = None
        elif turn.seconds is not None:
            clock = self._state.clock
            session.held_until = end = clock.monotonic() + turn.seconds
            self._state.idle.notify()  # a client that waits for the session lets the seconds pass
            clock.call_later(turn.seconds, lambda: self._end_hold(session, turn, end))

    def _end_hold(self, session: Session, turn: TurnMachine, end: float) -> None:
        """Continue a turn whose seconds have passed, unless it was continued, deleted or reset before."""
        with self._state.lock:
            if (
                session.running is turn
                and session.held_until == end
                and self._state.sessions.get(session.id) is session
            ):
                self.reply(session, None)


class SessionEffects:
    """The effects of the turns of one session; `TurnEffects` describes the methods.

    >>> effects = SessionEffects(state, session, runner.prompt)
    >>> effects.edit("README.md", b"# Orchard\\n")
    """

    def __init__(self, state: AgentState, session: Session, prompt: Callable[..., object]) -> None:
        """Use a function to send prompts to the session and its children: the runner's `prompt`."""
        self._state = state
        self._session = session
        self._prompt = prompt

    def continues_after_rejection(self) -> bool:
        """Whether the config of the session's context continues a turn after a rejection."""
        experimental = self._runtime().config.get("experimental", {})
        return bool(experimental.get("continue_loop_on_deny"))

    def decide(self, action: str, resources: Sequence[str]) -> Decision:
        """Decide by the session's rules, and then by the rules that the user added with `always`."""
        return decide([*self._session.permission, *self._runtime().allowed], action, resources)

    def allow(self, action: str, resources: Sequence[str]) -> None:
        """Allow an action in the session's context from now on."""
        self._runtime().allowed += [
            {"action": action, "resource": resource, "effect": "allow"} for resource in resources
        ]

    def request_permission(self, action: str, resources: Sequence[str], source: JsonObject) -> None:
        """Add a permission request to the session's context."""
        record: JsonObject = {
            "id": self._state.new_id("per"),
            "sessionID": self._session.id,
            "action": action,
            "resources": resources,
            "save": resources,
            "metadata": {},
            "source": {"type": "tool", **source},
        }
        self._runtime().permissions[record["id"]] = Pending(session=self._session, record=record)
        self._publish_request("permission.asked", record)

    def request_answers(self, questions: Sequence[JsonObject], source: JsonObject) -> None:
        """Add a question request to the session's context."""
        record: JsonObject = {
            "id": self._state.new_id("que"),
            "sessionID": self._session.id,
            "questions": questions,
            "tool": source,
        }
        self._runtime().questions[record["id"]] = Pending(session=self._session, record=record)
        self._publish_request("question.asked", record)

    def edit(self, path: str, content: bytes | None) -> None:
        """Write or remove a file, and record the change since the session began."""
        session, disk = self._session, self._state.disk
        directory = session.context.directory
        path = disk.locate(directory, path)[len(directory.rstrip("/")) + 1 :]
        now = disk.read(directory, path)
        earlier = session.changes.pop(path, None)
        before = now if earlier is None else earlier.before
        disk.write(directory, path, content)
        if before != content:
            session.changes[path] = Change(path, before, content)
        self._state.events.publish(session.context, "file.edited", {"file": path})

    def set_todos(self, todos: Sequence[JsonObject]) -> None:
        """Replace the todos of the session."""
        self._session.todos = list(todos)
        self._state.publish(self._session, "todo.updated", todos=self._session.todos)

    def create_subtask(self, title: str, steps: Sequence[Step] = ()) -> str:
        """Create a child of the session, in the same context, which begins to play its steps; return its id."""
        state, session = self._state, self._session
        now = state.now()
        child = Session(
            id=state.new_id("ses"),
            number=state.number("session"),
            context=session.context,
            home=session.home,
            project_id=session.project_id,
            worktree=session.worktree,
            title=title,
            created=now,
            updated=now,
            agent="explore",
            model=dict(session.model),
            parent_id=session.id,
            permission=[
                rule for rule in session.permission if rule["effect"] == "deny" or not state.observed.denials_alone
            ],
        )
        state.sessions[child.id] = child
        state.publish(child, "session.created", info=child.wire())
        if steps:
            self._prompt(child, {"text": title}, deferred=False, steps=steps)
        return child.id

    def result_of(self, session_id: str) -> str | None:
        """Return the text of the last message of a child; None while it works. One that was deleted has none."""
        child = self._state.sessions.get(session_id)
        if child is None:
            return ""
        content: list[JsonObject] = child.messages[-1].get("content", [])
        return None if child.busy else "".join(part["text"] for part in content if part["type"] == "text")

    def report_retry(self, attempt: int, message: str, seconds: float) -> None:
        """Publish that the provider has refused, and the time of the next attempt."""
        following = self._state.now() + round(seconds * 1000)
        status = {"type": "retry", "attempt": attempt, "message": message, "next": following}
        self._state.publish(self._session, "session.status", status=status)

    def report_busy(self) -> None:
        """Publish that the agent works."""
        self._state.publish(self._session, "session.status", status={"type": "busy"})

    def pause(self, seconds: float) -> None:
        """Advance the clock of the stub; the turn does not wait."""
        self._state.clock.advance(seconds)

    def send_prompt(self, text: str) -> None:
        """Send another prompt to the session, which waits until the turn has ended."""
        self._prompt(self._session, {"text": text}, deferred=True)

    def report_error(self, message: str, name: str = "UnknownError") -> None:
        """Publish an error of the session."""
        error = {"name": name, "data": {"message": message}}
        self._state.publish(self._session, "session.error", error=error)

    def count_usage(self, message: JsonObject) -> None:
        """Add the tokens and the cost of a message to the session's."""
        session, tokens = self._session, message["tokens"]
        session.cost += message["cost"]
        for kind in session.tokens:
            session.tokens[kind] += tokens[kind]
        for kind in session.cache:
            session.cache[kind] += tokens["cache"][kind]

    def _publish_request(self, kind: str, record: JsonObject) -> None:
        if not self._state.observed.lost_requests:
            self._state.events.publish(self._session.context, kind, record)

    def _runtime(self) -> Runtime:
        return self._state.runtime(self._session.context)

"""The runner of turns: it takes the prompts of a session in order, and plays one turn at a time."""

import re
from collections.abc import Sequence
from copy import deepcopy
from functools import partial

from trivet_stubs.agent.records import QueuedPrompt, Session
from trivet_stubs.agent.script import Step, Text
from trivet_stubs.agent.state import AgentState
from trivet_stubs.agent.turn.effects import SessionEffects
from trivet_stubs.agent.turn.machine import TurnMachine
from trivet_stubs.agent.turn.message import AssistantMessage
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

    def prompt(self, session: Session, prompt: JsonObject, *, deferred: bool) -> JsonObject:
        """Add a user's message and answer it: now, or after the turns before it. Return the admission."""
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
                steps=self._take_script(session, prompt["text"]),
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
        if session.running is not None:
            self._advance(session, session.running, reply)
            self._work(session)

    def reply_to(self, request_id: str, reply: object) -> None:
        """Reply to a request as another client does; a ValueError when there is none."""
        for runtime in list(self._state.runtimes.values()):
            if (pending := runtime.permissions.pop(request_id, None)) is not None:
                kind, payload = "permission.replied", {"reply": reply}
            elif (pending := runtime.questions.pop(request_id, None)) is not None:
                kind, payload = ("question.rejected", {}) if reply is None else ("question.replied", {"answers": reply})
            else:
                continue
            self._state.publish(pending.session, kind, requestID=request_id, **payload)
            self.reply(pending.session, reply)
            return
        raise ValueError(f"request_id: {request_id!r} waits for no reply")

    def resume(self, session_id: str) -> None:
        """Continue a turn that waits at a hold; a ValueError when there is none."""
        session = self._state.sessions.get(session_id)
        if session is None or session.running is None or session.running.wait != "hold":
            raise ValueError(f"session_id: {session_id!r} is not at a Hold")
        self.reply(session, None)

    def cancel(self, session: Session) -> None:
        """Drop the turn of a session, the prompts behind it, and its requests to the user."""
        if session.running is not None:
            session.running.cancel()
        session.running = None
        session.queue.clear()
        runtime = self._state.runtime(session.context)
        for pending in (runtime.permissions, runtime.questions):
            for request_id in [name for name, each in pending.items() if each.session is session]:
                del pending[request_id]

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
            self._advance(session, turn, None)
        if session.running is None:
            self._state.touch(session)
            if not self._state.observed.no_idle_events:
                self._state.publish(session, "session.status", status={"type": "idle"})
                self._state.publish(session, "session.idle")
            self._state.idle.notify()

    def _start(self, session: Session, prompt: QueuedPrompt) -> TurnMachine:
        state = self._state
        publish = partial(state.publish, session)
        message = AssistantMessage(
            session.agent,
            session.model,
            new_id=state.new_id,
            now=state.now,
            publish=publish,
            parent_id=prompt.message_id if state.observed.parent_ids else None,
        )
        session.messages.append(message.record)
        message.publish()
        effects = SessionEffects(state, session, lambda text: self.prompt(session, {"text": text}, deferred=True))
        return TurnMachine(prompt.steps, message, effects, prompt=prompt.text)

    def _advance(self, session: Session, turn: TurnMachine, reply: object) -> None:
        try:
            turn.advance(reply)
        except BaseException:
            session.running = None
            raise
        if turn.finish is not None:
            session.running = None

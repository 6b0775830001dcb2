"""The runner of turns: it takes the prompts of a session in order, and plays one turn at a time, with its effects."""

import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from trivet_stubs.agent.patch import Change
from trivet_stubs.agent.records import Pending, QueuedPrompt, Runtime, Session
from trivet_stubs.agent.script import Compaction, Interrupt, Step, Task, Text
from trivet_stubs.agent.state import AgentState
from trivet_stubs.agent.turn.machine import AssistantMessage, Decision, TurnMachine, decide
from trivet_stubs.kernel.json_text import without_halves
from trivet_stubs.kernel.rule_catalogue import applies
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
        self._tasks: dict[str, RunningTask] = {}

    @applies("agent.sessions.prompt-adds-a-message-and-queues", "agent.sessions.immediate-before-deferred")
    def prompt(
        self,
        session: Session,
        prompt: JsonObject,
        *,
        deferred: bool,
        steps: Sequence[Step] | None = None,
        has_schema: bool = False,
    ) -> JsonObject:
        """Add a user's message and answer it, at once or after the turns before it. Return the admission.

        Args:
            session: The session.
            prompt: The prompt.
            deferred: Whether the turns before it come first.
            steps: The script of the turn; None takes the next script for the session.
            has_schema: Whether the agent has to answer by a schema.
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
                has_schema=has_schema,
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

    def interrupt(self, session: Session, message: str = Interrupt.message) -> None:
        """End the turn of a session as aborted, and drop the prompts behind it; an idle session stays as it is.

        So it does with the turns of the sessions below that work for it.
        """
        turn = session.running
        for task in [task for task in self._tasks.values() if task.parent is session]:
            del self._tasks[task.child.id]
            self.interrupt(task.child, message)
        if turn is not None:
            self._drop_requests(session, stay=self._state.observed.open_requests)
            session.queue.clear()
            self._play(session, turn, lambda: turn.interrupt(message))
            self._work(session)

    def cancel(self, session: Session) -> None:
        """Drop the turn of a session, the prompts behind it, and its requests to the user."""
        if session.running is not None:
            session.running.cancel()
        session.running = None
        session.queue.clear()
        self._drop_requests(session)
        self._end_task(session, "The session was deleted", failed=True)

    def start_task(self, parent: Session, child: Session, task: Task, ended: Callable[[str, bool], None]) -> None:
        """Let an agent work in a session below another one, whose turn goes on when it has ended."""
        self._tasks[child.id] = RunningTask(parent, child, ended)
        steps = task.steps or self._echo(task.title)
        self.prompt(child, {"text": without_halves(task.title)}, deferred=False, steps=steps)

    def held_until(self, session: Session) -> float | None:
        """Return when the first hold of some seconds ends, of a session and of those below that work for it."""
        below = [self.held_until(task.child) for task in list(self._tasks.values()) if task.parent is session]
        return min((end for end in (session.held_until, *below) if end is not None), default=None)

    def _end_task(self, child: Session, output: str, *, failed: bool) -> None:
        """Tell the turn above that the session below has ended its work, if it works for one."""
        task = self._tasks.get(child.id)
        if task is None or task.child is not child:
            return
        del self._tasks[child.id]
        turn = task.parent.running
        if turn is not None:
            task.ended(output, failed)
            if turn.wait == "task":
                self.reply(task.parent, None)

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
        return self._echo(text)

    def _echo(self, text: str) -> Sequence[Step]:
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
            output, failed = last_text(session.messages)
            self._end_task(session, output, failed=failed)

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
                price=partial(state.cost, session.model),
            )
            session.messages.append(message.record)
            message.publish()
            return message

        effects = SessionEffects(
            state, session, lambda text: self.prompt(session, {"text": text}, deferred=True), self.start_task
        )
        return TurnMachine(prompt.steps, begin_message, effects, prompt=prompt.text, has_schema=prompt.has_schema)

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


class RunningTask(NamedTuple):
    """A session whose agent works for the turn of another one."""

    parent: Session
    child: Session
    ended: Callable[[str, bool], None]


StartTask = Callable[[Session, Session, Task, Callable[[str, bool], None]], object]


def last_text(messages: Sequence[JsonObject]) -> tuple[str, bool]:
    """Return the text of the last message, and whether it has failed."""
    last = messages[-1] if messages else {}
    texts = [part["text"] for part in last.get("content", ()) if part["type"] == "text"]
    error: JsonObject | None = last.get("error")
    return ("".join(texts), False) if error is None else (str(error["message"]), True)


class SessionEffects:
    """The effects of the turns of one session; `TurnEffects` describes the methods.

    >>> send = lambda text: runner.prompt(session, {"text": text}, deferred=True)
    >>> effects = SessionEffects(state, session, send, runner.start_task)
    >>> effects.edit("README.md", b"# Orchard\\n")
    """

    def __init__(
        self, state: AgentState, session: Session, prompt: Callable[[str], object], start_task: StartTask
    ) -> None:
        """Use functions to send further prompts to the session, and to let agents work in sessions below."""
        self._state = state
        self._session = session
        self._prompt = prompt
        self._start_task = start_task

    def continues_after_rejection(self) -> bool:
        """Whether the config of the session's context continues a turn after a rejection."""
        experimental = self._runtime().config.get("experimental", {})
        return bool(experimental.get("continue_loop_on_deny"))

    def has_tool(self, name: str) -> bool:
        """Whether the agent has a tool, by the latest prompt that has taken tools away."""
        tools = self._session.tools
        return tools.get(name, tools.get("*", True))

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

    def create_subtask(self, title: str) -> None:
        """Create a child of the session, in the same context."""
        self._create_child(title, "explore", None)

    def start_task(self, task: Task, begun: Callable[[str], None], ended: Callable[[str, bool], None]) -> None:
        """Create a child of the session, and let its agent work."""
        child = self._create_child(without_halves(task.title), task.agent, task.model)
        begun(child.id)
        self._start_task(self._session, child, task, ended)

    def compact(self, step: Compaction) -> None:
        """Add the message of a compaction, with its expense, which the contract does not have."""
        state, session = self._state, self._session
        output = len(step.summary.split()) if step.output is None else step.output
        tokens = {"input": step.input or 0, "output": output, "reasoning": step.reasoning}
        expense: JsonObject = {"tokens": {**tokens, "cache": {"read": step.cache_read, "write": step.cache_write}}}
        expense["cost"] = state.cost(session.model, expense["tokens"]) if step.cost is None else step.cost
        message: JsonObject = {
            "id": state.new_id("msg"),
            "type": "compaction",
            "time": {"created": state.now()},
            "reason": "auto",
            "summary": without_halves(step.summary),
            "model": dict(session.model),
            **expense,
        }
        session.messages.append(message)
        state.publish(session, "message.updated", info=message)
        state.publish(session, "session.compacted")
        self.count_usage(message)

    def _create_child(self, title: str, agent: str, model: str | None) -> Session:
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
            agent=agent,
            model=dict(session.model) if model is None else _reference(model),
            parent_id=session.id,
            tools={name: False for name, stays in session.tools.items() if not stays},
            permission=[
                rule for rule in session.permission if rule["effect"] == "deny" or not state.observed.denials_alone
            ],
        )
        state.sessions[child.id] = child
        state.publish(child, "session.created", info=child.wire())
        return child

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
        self._prompt(text)

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


def _reference(model: str) -> JsonObject:
    provider, _, name = model.partition("/")
    return {"providerID": provider, "modelID": name}

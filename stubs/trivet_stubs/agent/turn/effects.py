"""What a turn does to its session and to the state of the stub."""

from collections.abc import Callable, Sequence

from trivet_stubs.agent.patch import Change
from trivet_stubs.agent.records import Pending, Runtime, Session
from trivet_stubs.agent.rules import Decision, decide
from trivet_stubs.agent.state import AgentState
from trivet_stubs.kernel.spec import JsonObject


class SessionEffects:
    """The effects of the turns of one session; `TurnEffects` describes the methods.

    >>> effects = SessionEffects(state, session, lambda text: runner.prompt(session, {"text": text}, deferred=True))
    >>> effects.edit("README.md", b"# Orchard\\n")
    """

    def __init__(self, state: AgentState, session: Session, prompt: Callable[[str], object]) -> None:
        """Send further prompts to the session by a function."""
        self._state = state
        self._session = session
        self._prompt = prompt

    def continues_after_rejection(self) -> bool:
        """Whether the config of the session's context says so."""
        experimental = self._runtime().config.get("experimental", {})
        return bool(experimental.get("continue_loop_on_deny"))

    def decide(self, action: str, resources: Sequence[str]) -> Decision:
        """Decide by the session's rules, and then by what the user has always allowed."""
        return decide([*self._session.permission, *self._runtime().allowed], action, resources)

    def allow(self, action: str, resources: Sequence[str]) -> None:
        """Allow an action in the session's context from now on."""
        self._runtime().allowed += [{"action": action, "resource": each, "effect": "allow"} for each in resources]

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
        """Write or remove a file, and keep what the session has changed since it began."""
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
        """Create a session below this one, in the same context."""
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
        )
        state.sessions[child.id] = child
        state.publish(child, "session.created", info=child.wire())

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

    def count_tokens(self, used: dict[str, int]) -> None:
        """Add to the tokens of the session."""
        for name, count in used.items():
            self._session.tokens[name] += count

    def _publish_request(self, kind: str, record: JsonObject) -> None:
        if not self._state.observed.lost_requests:
            self._state.events.publish(self._session.context, kind, record)

    def _runtime(self) -> Runtime:
        return self._state.runtime(self._session.context)

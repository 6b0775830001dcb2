"""The handlers of sessions: create, list, change and delete them."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from trivet_stubs.agent.context import Context, within
from trivet_stubs.agent.envelope import located, plain
from trivet_stubs.agent.pages import Pages
from trivet_stubs.agent.records import Session
from trivet_stubs.agent.seed import MODEL
from trivet_stubs.agent.state import AgentState
from trivet_stubs.agent.turn.runner import TurnRunner
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject


class SessionHandlers:
    """The sessions, each pinned to the context that it was created in."""

    def __init__(self, state: AgentState, runner: TurnRunner) -> None:
        self._state = state
        self._runner = runner

    @operation("session.list")
    def list_sessions(self, request: ContractRequest) -> JsonObject:
        """Answer a page of the sessions of a context, or of those below a path."""
        runtime = self._state.runtime_of(request)
        pages = Pages[Session](rank=lambda row: [row.created, row.number], ends_with_null=self._state.null_at_end)
        limit = pages.limit(request)
        query = pages.read(request, runtime.context.wire(), ("path", "roots", "start", "search"))
        path: str | None = query.filters.get("path")
        below = None if path is None else self._state.disk.locate(runtime.context.directory, path)
        rows = [row for row in self._state.sessions.values() if _matches(row, runtime.context, below, query.filters)]
        found, cursor = pages.page(rows, query, limit)
        return {**located(runtime.context, [row.wire() for row in found]), "cursor": cursor}

    @operation("session.create")
    def create_session(self, request: ContractRequest) -> JsonObject:
        """Create a session, pinned to the context of the request."""
        runtime = self._state.runtime_of(request)
        body: JsonObject = request.body or {}
        now, number = self._state.now(), self._state.number("session")
        project = self._state.projects[runtime.project_id]
        session = Session(
            id=self._state.new_id("ses"),
            number=number,
            context=runtime.context,
            home=runtime.context.directory if runtime.context.workspace_id is None else project.worktree,
            project_id=project.id,
            worktree=project.worktree,
            title=body.get("title", f"New session {number}"),
            created=now,
            updated=now,
            agent=str(body.get("agent", runtime.config.get("default_agent", "build"))),
            model=body.get("model", MODEL),
            permission=body.get("permission", []),
        )
        self._state.sessions[session.id] = session
        self._state.publish(session, "session.created", info=session.wire())
        return located(runtime.context, session.wire())

    @operation("session.get")
    def get_session(self, request: ContractRequest) -> JsonObject:
        """Answer one session."""
        return plain(self._state.session_of(request).wire())

    @operation("session.update")
    def update_session(self, request: ContractRequest) -> JsonObject:
        """Change the title, the archival time or the permission rules of a session."""
        session = self._state.session_of(request)
        body: JsonObject = request.body or {}
        session.title = body.get("title", session.title)
        session.archived = body.get("archived", session.archived)
        session.permission = body.get("permission", session.permission)
        self._state.touch(session)
        return plain(session.wire())

    @operation("session.delete")
    def delete_session(self, request: ContractRequest) -> None:
        """Delete a session and those below it."""
        self._delete(self._state.session_of(request))
        self._state.idle.notify()

    def _delete(self, session: Session) -> None:
        for child in [each for each in self._state.sessions.values() if each.parent_id == session.id]:
            self._delete(child)
        self._runner.cancel(session)
        for message in session.messages:
            self._state.publish(session, "message.removed", messageID=message["id"])
        del self._state.sessions[session.id]
        self._state.publish(session, "session.deleted", info=deepcopy(session.wire()))


def _matches(row: Session, context: Context, below: str | None, filters: Mapping[str, Any]) -> bool:
    where = row.context.directory
    if row.context.workspace_id != context.workspace_id:
        return False
    if where != context.directory if below is None else not within(where, below):
        return False
    if filters.get("roots") and row.parent_id is not None:
        return False
    return row.updated >= filters.get("start", 0) and filters.get("search", "").casefold() in row.title.casefold()

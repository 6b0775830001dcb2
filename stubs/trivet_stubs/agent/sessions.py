"""What the agent stub answers about sessions and their messages."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from trivet_stubs.agent.context import Context, within
from trivet_stubs.agent.files import AgentFiles
from trivet_stubs.agent.pages import Pages
from trivet_stubs.agent.records import Session
from trivet_stubs.agent.refusals import absent, busy, invalid
from trivet_stubs.agent.seed import MODEL
from trivet_stubs.agent.state import located, plain
from trivet_stubs.kernel.connection import ConnectionWatch
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.operation import JsonObject

_MOST_MESSAGES = 200


class AgentSessions(AgentFiles):
    """The operations on sessions."""

    @operation("session.list")
    def _list_sessions(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        pages = Pages[Session](rank=lambda row: [row.created, row.number], ends_with_null=self.null_at_end)
        limit = pages.limit(request)
        asked = pages.asked(request, runtime.context.wire(), ("path", "roots", "start", "search"))
        below = self.disk.locate(runtime.context.directory, asked.filters["path"]) if "path" in asked.filters else None
        rows = [row for row in self.sessions.values() if _chosen(row, runtime.context, below, asked.filters)]
        found, cursor = pages.page(rows, asked, limit)
        return {**located(runtime, [row.wire() for row in found]), "cursor": cursor}

    @operation("session.create")
    def _create_session(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        body: JsonObject = request.body or {}
        now, number = self.now(), self.number("session")
        project = self.projects[runtime.project_id]
        session = Session(
            id=self.new_id("ses"),
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
        self.sessions[session.id] = session
        self._tell(session, "session.created", info=session.wire())
        return located(runtime, session.wire())

    @operation("session.get")
    def _get_session(self, request: ContractRequest) -> JsonObject:
        return plain(self._session(request).wire())

    @operation("session.update")
    def _update_session(self, request: ContractRequest) -> JsonObject:
        session = self._session(request)
        body: JsonObject = request.body or {}
        session.title = body.get("title", session.title)
        session.archived = body.get("archived", session.archived)
        session.permission = body.get("permission", session.permission)
        self._touch(session)
        return plain(session.wire())

    @operation("session.delete")
    def _delete_session(self, request: ContractRequest) -> None:
        self._forget(self._session(request))
        self.idle.notify()

    @operation("session.message.list")
    def _list_messages(self, request: ContractRequest) -> JsonObject:
        session = self._session(request)
        # Ids are given in order.
        pages = Pages[JsonObject](
            rank=lambda row: [len(row["id"]), row["id"]], maximum=_MOST_MESSAGES, ends_with_null=self.null_at_end
        )
        limit = pages.limit(request)
        found, cursor = pages.page(session.messages, pages.asked(request, {"sessionID": session.id}), limit)
        return {**plain(found), "cursor": cursor}

    @operation("session.context")
    def _context(self, request: ContractRequest) -> JsonObject:
        return plain(self._session(request).since_compaction())

    @operation("session.todo")
    def _todos(self, request: ContractRequest) -> JsonObject:
        return plain(self._session(request).todos)

    @operation("session.diff")
    def _session_diff(self, request: ContractRequest) -> JsonObject:
        rows = sorted(self._session(request).changes.items())
        found: list[JsonObject] = []
        for path, change in rows:
            additions, deletions = change.counts()
            counts = {"additions": additions, "deletions": deletions}
            found.append({"path": path, "status": change.status, **counts, "patch": change.patch()})
        return plain(found)

    @operation("session.prompt")
    def _prompt_session(self, request: ContractRequest) -> JsonObject:
        session = self._session(request)
        return plain(self._prompt(session, request.body["prompt"], deferred=request.body.get("delivery") == "deferred"))

    @operation("session.compact")
    def _compact(self, request: ContractRequest) -> None:
        """Sum up what was said since the last compaction; a session that is at work cannot be compacted."""
        session = self._session(request)
        if session.busy:
            raise busy(session.id)
        said = session.since_compaction()
        message = {
            "id": self.new_id("msg"),
            "type": "compaction",
            "time": {"created": self.now()},
            "reason": "manual",
            "summary": f"{len(said)} messages: " + " / ".join(filter(None, map(_gist, said))),
            "recent": _gist(said[-1]) if said else "",
        }
        session.messages.append(message)
        self._tell_message(session, message)
        self._tell(session, "session.compacted")
        self._touch(session)

    @operation("session.wait")
    async def _wait(self, request: ContractRequest) -> None:
        """Reply when the session is at rest."""
        session = self._session(request)
        async with ConnectionWatch(request.http_request.receive, self.closing) as watch:
            with self.idle.listen() as notified:
                while True:
                    notified.clear()
                    with self.lock:
                        self._session(request)  # it may have been deleted meanwhile
                        if not session.busy:
                            return
                    await watch.wait(notified)

    def _session(self, request: ContractRequest) -> Session:
        session_id: str = request.path["sessionID"]
        if not session_id.startswith("ses"):
            raise invalid("sessionID", "Invalid session ID", kind="Params")
        with self.lock:
            if session_id not in self.sessions:
                raise absent("Session", "sessionID", session_id)
            return self.sessions[session_id]

    def _forget(self, session: Session) -> None:
        for child in [each for each in self.sessions.values() if each.parent_id == session.id]:
            self._forget(child)
        if session.running is not None:
            session.running.close()
        session.running = None
        session.queue.clear()
        runtime = self.runtime(session.context)
        for waiting in (runtime.permissions, runtime.questions):
            for request_id in [name for name, each in waiting.items() if each.session is session]:
                del waiting[request_id]
        for message in session.messages:
            self._tell(session, "message.removed", messageID=message["id"])
        del self.sessions[session.id]
        self._tell(session, "session.deleted", info=deepcopy(session.wire()))


def _chosen(row: Session, context: Context, below: str | None, filters: Mapping[str, Any]) -> bool:
    where = row.context.directory
    if row.context.workspace_id != context.workspace_id:
        return False
    if where != context.directory if below is None else not within(where, below):
        return False
    if filters.get("roots") and row.parent_id is not None:
        return False
    return row.updated >= filters.get("start", 0) and filters.get("search", "").casefold() in row.title.casefold()


def _gist(message: JsonObject) -> str:
    texts = [message.get("text", ""), *(part.get("text", "") for part in message.get("content", []))]
    return " ".join(filter(None, texts))[:80]

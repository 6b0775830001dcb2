"""The handlers of sessions: their prompts and messages, and the permissions and questions that their turns wait for."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, cast

from trivet_stubs.agent.context import Context, located, plain, within
from trivet_stubs.agent.pages import Pages
from trivet_stubs.agent.records import Pending, Runtime, Session
from trivet_stubs.agent.refusals import absent, busy, invalid, unavailable
from trivet_stubs.agent.seed import MODEL
from trivet_stubs.agent.state import AgentState
from trivet_stubs.agent.turn.machine import Rejection
from trivet_stubs.agent.turn.runner import TurnRunner
from trivet_stubs.kernel.disconnection import ConnectionWatch, hang
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.json_text import loads
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject

_FITS = "agent.questions.answers-fit-the-questions"


class SessionHandlers:
    """The sessions, each pinned to the context that it was created in."""

    def __init__(self, state: AgentState, runner: TurnRunner) -> None:
        self._state = state
        self._runner = runner

    @operation("session.list")
    @applies("agent.sessions.list-is-of-the-context", "agent.sessions.list-filters")
    def list_sessions(self, request: ContractRequest) -> JsonObject:
        """Answer a page of the sessions of a context, or of the sessions below a path."""
        runtime = self._state.runtime_of(request)
        pages = Pages[Session](rank=lambda row: [row.created, row.number], ends_with_null=self._state.null_at_end)
        limit = pages.limit(request)
        query = pages.read(request, runtime.context.wire(), ("path", "roots", "start", "search"))
        path: str | None = query.filters.get("path")
        below = None if path is None else self._state.disk.locate(runtime.context.directory, path)
        rows = [row for row in self._state.sessions.values() if _matches(row, runtime.context, below, query.filters)]
        page, cursor = pages.page(rows, query, limit)
        return {**located(runtime.context, [row.wire() for row in page]), "cursor": cursor}

    @operation("session.create")
    @applies("agent.contexts.session-is-pinned-where-it-was-created")
    @applies("agent.sessions.create-takes-title-agent-model-and-permissions")
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
    @applies("agent.sessions.update-changes-title-archival-or-permissions")
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
    @applies("agent.sessions.delete-removes-it")
    def delete_session(self, request: ContractRequest) -> None:
        """Delete a session and those below it."""
        self._delete(self._state.session_of(request))
        self._state.idle.notify()

    def _delete(self, session: Session) -> None:
        self._runner.cancel(session)
        for child in [row for row in self._state.sessions.values() if row.parent_id == session.id]:
            self._delete(child)
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


class MessageHandlers:
    """Prompts, and the messages, todos and changes that the turns after them make."""

    def __init__(self, state: AgentState, runner: TurnRunner) -> None:
        self._state = state
        self._runner = runner

    @operation("session.message.list")
    def list_messages(self, request: ContractRequest) -> JsonObject:
        """Answer a page of the messages of a session."""
        session = self._state.session_of(request)
        # Ids are numbered; a longer one is a later one.
        pages = Pages[JsonObject](rank=lambda row: [len(row["id"]), row["id"]], ends_with_null=self._state.null_at_end)
        limit = pages.limit(request)
        page, cursor = pages.page(session.messages, pages.read(request, {"sessionID": session.id}), limit)
        return {**plain(page), "cursor": cursor}

    @operation("session.context")
    @applies("agent.sessions.context-begins-at-the-last-compaction")
    def list_context(self, request: ContractRequest) -> JsonObject:
        """Answer the messages since the last compaction."""
        return plain(self._state.session_of(request).since_compaction())

    @operation("session.todo")
    def list_todos(self, request: ContractRequest) -> JsonObject:
        """Answer the todos of a session."""
        return plain(self._state.session_of(request).todos)

    @operation("session.diff")
    def get_diff(self, request: ContractRequest) -> JsonObject:
        """Answer the changes of files that the turns of a session have made."""
        rows = sorted(self._state.session_of(request).changes.items())
        diffs: list[JsonObject] = []
        for path, change in rows:
            additions, deletions = change.counts()
            counts = {"additions": additions, "deletions": deletions}
            diffs.append({"path": path, "status": change.status, **counts, "patch": change.patch()})
        return plain(diffs)

    @operation("session.prompt")
    def prompt(self, request: ContractRequest) -> JsonObject:
        """Add a prompt, and answer it unless a turn is running."""
        session = self._state.session_of(request)
        deferred = request.body.get("delivery") == "deferred"
        options: JsonObject = loads(request.logged.body) if self._state.observed.prompt_options else {}
        _check_options(options)
        session.tools = options.get("tools", session.tools)
        prompt, has_schema = request.body["prompt"], "output" in options
        return plain(self._runner.prompt(session, prompt, deferred=deferred, has_schema=has_schema))

    @operation("session.compact")
    @applies("agent.sessions.compact-compacts")
    def compact(self, request: ContractRequest) -> None:
        """Summarize the messages since the last compaction; a busy session is refused."""
        session = self._state.session_of(request)
        if session.busy:
            raise busy(session.id)
        messages = session.since_compaction()
        message = {
            "id": self._state.new_id("msg"),
            "type": "compaction",
            "time": {"created": self._state.now()},
            "reason": "manual",
            "summary": f"{len(messages)} messages: " + " / ".join(filter(None, map(_excerpt, messages))),
            "recent": _excerpt(messages[-1]) if messages else "",
        }
        session.messages.append(message)
        self._state.publish(session, "message.updated", info=message)
        self._state.publish(session, "session.compacted")
        self._state.touch(session)

    @operation("session.wait")
    @applies("agent.sessions.wait-returns-when-idle")
    async def wait(self, request: ContractRequest) -> None:
        """Answer when the session is idle."""
        session = self._state.session_of(request)
        if self._state.observed.no_wait:
            raise unavailable("Session wait")
        async with ConnectionWatch(request.receive, self._state.closing) as watch:
            with self._state.idle.listen() as notified:
                while True:
                    notified.clear()
                    with self._state.lock:
                        self._state.session_of(request)  # it may have been deleted meanwhile
                        if not session.busy:
                            return
                        held_until = self._runner.held_until(session)
                        if held_until is not None:
                            hang(request.scope, self._state.clock, held_until)
                    await watch.wait(notified)


def _check_options(options: JsonObject) -> None:
    """Refuse options of a prompt that have another form; the contract has no rules about them."""
    for name in ("system", "variant"):
        if not isinstance(options.get(name, ""), str):
            raise invalid(name, "is not a text", by=None)
    tools, output = options.get("tools", {}), options.get("output", {"schema": {}})
    if not isinstance(tools, dict) or not all(isinstance(stays, bool) for stays in cast(JsonObject, tools).values()):
        raise invalid("tools", "is not an object of booleans", by=None)
    if not isinstance(output, dict) or not isinstance(cast(JsonObject, output).get("schema"), dict):
        raise invalid("output.schema", "is not a JSON schema", by=None)


def _excerpt(message: JsonObject) -> str:
    texts = [message.get("text", ""), *(part.get("text", "") for part in message.get("content", []))]
    return " ".join(filter(None, texts))[:80]


class PermissionHandlers:
    """The permissions that turns wait for."""

    def __init__(self, state: AgentState, runner: TurnRunner) -> None:
        self._state = state
        self._runner = runner

    @operation("permission.list")
    def list_permissions(self, request: ContractRequest) -> JsonObject:
        """Answer the requests that wait for a reply."""
        runtime = self._state.runtime_of(request)
        return located(runtime.context, [pending.record for pending in runtime.permissions.values()])

    @operation("permission.reply")
    @applies("agent.permissions.reply-answers-the-request")
    def reply_permission(self, request: ContractRequest) -> None:
        """Reply to a request, and let its turn continue."""
        runtime = self._state.runtime_of(request)
        permission_id: str = request.path["permissionID"]
        pending = runtime.permissions.pop(permission_id, None)
        if pending is None:
            raise absent("Permission", "requestID", permission_id)
        reply: str = request.body["response"]
        self._state.publish(pending.session, "permission.replied", requestID=permission_id, reply=reply)
        message = loads(request.logged.body).get("message") if self._state.observed.reply_messages else None
        rejected = reply == "reject" and isinstance(message, str)
        self._runner.answer(pending, Rejection(message) if rejected else reply)


class QuestionHandlers:
    """The questions that turns wait for."""

    def __init__(self, state: AgentState, runner: TurnRunner) -> None:
        self._state = state
        self._runner = runner

    @operation("question.list")
    def list_questions(self, request: ContractRequest) -> JsonObject:
        """Answer the requests that wait for answers."""
        runtime = self._state.runtime_of(request)
        return located(runtime.context, [pending.record for pending in runtime.questions.values()])

    @operation("question.reply")
    @applies("agent.questions.reply-answers-the-question")
    def reply_question(self, request: ContractRequest) -> None:
        """Answer the questions of a request, and let its turn continue."""
        answers: list[list[str]] = request.body["response"]["answers"]
        runtime, pending = self._pending(request)
        _check_answers(pending.record["questions"], answers)
        question_id = pending.record["id"]
        del runtime.questions[question_id]
        self._state.publish(pending.session, "question.replied", requestID=question_id, answers=answers)
        self._runner.answer(pending, answers)

    @operation("question.reject")
    @applies("agent.questions.reject-ends-the-question")
    def reject_question(self, request: ContractRequest) -> None:
        """Reject the questions of a request; the config says whether its turn continues."""
        runtime, pending = self._pending(request)
        question_id = pending.record["id"]
        del runtime.questions[question_id]
        self._state.publish(pending.session, "question.rejected", requestID=question_id)
        self._runner.answer(pending, None)

    def _pending(self, request: ContractRequest) -> tuple[Runtime, Pending]:
        runtime = self._state.runtime_of(request)
        question_id: str = request.path["questionID"]
        if question_id not in runtime.questions:
            raise absent("Question", "requestID", question_id)
        return runtime, runtime.questions[question_id]


def _check_answers(questions: list[JsonObject], answers: list[list[str]]) -> None:
    field = "response.answers"
    if len(answers) != len(questions):
        raise invalid(field, f"{len(answers)} answers to {len(questions)} questions", by=_FITS)
    for number, (question, chosen) in enumerate(zip(questions, answers, strict=True)):
        labels = [option["label"] for option in question["options"]]
        if len(chosen) > 1 and not question["multiple"]:
            raise invalid(f"{field}.{number}", "only one may be chosen", by=_FITS)
        if not question["custom"] and not set(chosen) <= set(labels):
            raise invalid(f"{field}.{number}", f"is not one of {', '.join(labels)}", by=_FITS)

"""The handlers of the messages of a session, and of what its turns do."""

from trivet_stubs.agent.envelope import plain
from trivet_stubs.agent.pages import Pages
from trivet_stubs.agent.refusals import busy, unavailable
from trivet_stubs.agent.state import AgentState
from trivet_stubs.agent.turn.runner import TurnRunner
from trivet_stubs.kernel.connection import ConnectionWatch
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject


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
        found, cursor = pages.page(session.messages, pages.read(request, {"sessionID": session.id}), limit)
        return {**plain(found), "cursor": cursor}

    @operation("session.context")
    def list_context(self, request: ContractRequest) -> JsonObject:
        """Answer the messages since the last compaction."""
        return plain(self._state.session_of(request).since_compaction())

    @operation("session.todo")
    def list_todos(self, request: ContractRequest) -> JsonObject:
        """Answer the todos of a session."""
        return plain(self._state.session_of(request).todos)

    @operation("session.diff")
    def get_diff(self, request: ContractRequest) -> JsonObject:
        """Answer what the turns of a session have changed."""
        rows = sorted(self._state.session_of(request).changes.items())
        found: list[JsonObject] = []
        for path, change in rows:
            additions, deletions = change.counts()
            counts = {"additions": additions, "deletions": deletions}
            found.append({"path": path, "status": change.status, **counts, "patch": change.patch()})
        return plain(found)

    @operation("session.prompt")
    def prompt(self, request: ContractRequest) -> JsonObject:
        """Add a prompt, and answer it unless a turn is running."""
        session = self._state.session_of(request)
        deferred = request.body.get("delivery") == "deferred"
        return plain(self._runner.prompt(session, request.body["prompt"], deferred=deferred))

    @operation("session.compact")
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
                    await watch.wait(notified)


def _excerpt(message: JsonObject) -> str:
    texts = [message.get("text", ""), *(part.get("text", "") for part in message.get("content", []))]
    return " ".join(filter(None, texts))[:80]

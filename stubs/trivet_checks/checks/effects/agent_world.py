"""The records of an agent server: which places show a session, a message or a terminal, and from which context."""

from collections.abc import Mapping

from trivet_checks.checks.effects.places import CONTEXTS, Place
from trivet_checks.checks.effects.world import Expected, Record, Words, World

STAYS = "agent.effects.nothing-else-changes"
SAME = "agent.answers.records-are-the-same-everywhere"
ONCE = "agent.answers.lists-have-each-record-once"
RESOLVES = "agent.contexts.request-operations-take-directory-and-workspace"
READS = "agent.requests.reads-answer-what-they-name"
PINNED = "agent.contexts.session-is-pinned-where-it-was-created"
TAKES = "agent.sessions.create-takes-title-agent-model-and-permissions"
LISTED = "agent.sessions.list-is-of-the-context"
SESSION_CHANGES = "agent.sessions.update-changes-title-archival-or-permissions"
ADDS_A_MESSAGE = "agent.sessions.prompt-adds-a-message-and-queues"
WARP = "agent.workspaces.warp-moves-a-session"
REGISTERS = "agent.workspaces.create-registers-one"
WORKSPACE_CHANGES = "agent.workspaces.update-changes-metadata-or-archives"
SAVES = "agent.accounts.create-saves-an-account"
BY_REQUEST = "agent.accounts.created-active-by-request"
ONE_ACTIVE = "agent.accounts.at-most-one-is-active"
ACCOUNT_CHANGES = "agent.accounts.update-changes-description-or-credential"
TERMINAL = "agent.ptys.create-in-the-context"
TERMINAL_CHANGES = "agent.ptys.update-changes-title-or-size"
ADDS_A_SERVER = "agent.mcp.create-adds-to-the-config"
PROJECT_CHANGES = "agent.projects.update-changes-metadata"
_MISSING = "agent.requests.missing-record-is-404"
_STATUS = "agent.workspaces.status-of-all"
_CONTEXT = "agent.sessions.context-begins-at-the-last-compaction"

_MADE: Mapping[str, str] = {
    "session": PINNED,
    "message": ADDS_A_MESSAGE,
    "workspace": REGISTERS,
    "account": SAVES,
    "pty": TERMINAL,
    "server": ADDS_A_SERVER,
    "permission": READS,
    "question": READS,
    "project": READS,
}
"""From kinds to the rules by which a new record is there."""
_ENDED: Mapping[str, str] = {
    "session.delete": "agent.sessions.delete-removes-it",
    "workspace.delete": "agent.workspaces.delete-removes-the-registration",
    "auth.delete": "agent.accounts.delete-removes-it",
    "pty.delete": "agent.ptys.delete-removes-it",
    "permission.reply": "agent.permissions.reply-answers-the-request",
    "question.reply": "agent.questions.reply-answers-the-question",
    "question.reject": "agent.questions.reject-ends-the-question",
}
"""From writes to the rules by which a record is there no longer."""
_ELSEWHERE: Mapping[str, str] = {
    "session": LISTED,
    "pty": TERMINAL,
    "server": ADDS_A_SERVER,
    "permission": RESOLVES,
    "question": RESOLVES,
}
"""From the kinds of records that belong to a context to the rules by which another one does not list them."""
_OPEN_WHEN_ARCHIVED = ("session.list", "workspace.list", "workspace.status")


class AgentWorld(World):
    """The records of a run, as the places of an agent server have to show them. Their owners are runtime contexts.

    >>> world = AgentWorld()
    >>> [place] = [place for place in places(load("agent")) if place.operation == "session.list"]
    >>> world.there(place, "workspace", Record("session", "one", owner="directory"))
    Expected(value=0, rule='agent.sessions.list-is-of-the-context')
    """

    words: Words = Words(
        stays=STAYS,
        same=SAME,
        reads=READS,
        once=ONCE,
        resolves=RESOLVES,
        titled="session",
        of_titles=(TAKES, SESSION_CHANGES),
        volatile=(
            "cost",
            "tokens.input",
            "tokens.output",
            "tokens.reasoning",
            "timeUsed",
            "branch",
            "active",
            "status",
            "status.status",
            "status.error",
            "exitCode",
        ),
        moving=("time.updated",),
        creations={
            "session": PINNED,
            "workspace": REGISTERS,
            "account": SAVES,
            "pty": TERMINAL,
            "server": ADDS_A_SERVER,
        },
    )

    def __init__(self) -> None:
        super().__init__()
        self._ended: dict[int, str] = {}

    def end(self, row: Record, wrote: str) -> None:
        """A write deletes or answers a record; the messages of a session go with it."""
        super().end(row, wrote)
        self._ended |= {id(inner): wrote for inner in self.records if inner.is_gone and id(inner) not in self._ended}

    def there(self, place: Place, caller: str, row: Record) -> Expected | None:
        """How often a record is in a place; None if the contract leaves it open, or the place shows no such records."""
        if row.kind not in place.shows:
            return None
        if row.kind != "message" and place.of and not place.of[0].lower().startswith(row.kind):
            return None
        if row.is_gone:
            return Expected(0, _ENDED[self._ended[id(row)]])
        if row.kind == "message":
            return self._message(place, row)
        if caller in CONTEXTS and row.kind in _ELSEWHERE and caller != row.owner:
            moved = WARP if WARP in row.said.values() else _ELSEWHERE[row.kind]
            return Expected(0, _MISSING if place.of else moved)
        if row.fields.get("archival") or row.fields.get("archived"):
            return None if place.operation in _OPEN_WHEN_ARCHIVED else Expected(1, STAYS)
        return Expected(1, self._rule(place, row))

    def _rule(self, place: Place, row: Record) -> str:
        """The rule by which a record is there."""
        if WARP in row.said.values():
            return WARP
        if place.operation == "session.list":
            return LISTED
        if place.operation == "workspace.status":
            return _STATUS
        return _MADE[row.kind] if row.wrote.endswith((".create", ".prompt", " is known")) else STAYS

    def _message(self, place: Place, row: Record) -> Expected | None:
        if place.operation == "session.context":
            return Expected(1, _CONTEXT)
        return Expected(1, ADDS_A_MESSAGE if row.wrote == "session.prompt" else STAYS)

"""The writes of the walk through an agent server, in groups: records are made, changed and ended, in three contexts."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from trivet_checks.checks.agent import mcp, turns
from trivet_checks.checks.agent.service import ASKED, DENIED, Agent, Where
from trivet_checks.checks.effects.agent_world import (
    ACCOUNT_CHANGES,
    ADDS_A_MESSAGE,
    ADDS_A_SERVER,
    BY_REQUEST,
    ONE_ACTIVE,
    PINNED,
    PROJECT_CHANGES,
    READS,
    REGISTERS,
    SAVES,
    SESSION_CHANGES,
    STAYS,
    TAKES,
    TERMINAL,
    TERMINAL_CHANGES,
    WARP,
    WORKSPACE_CHANGES,
    AgentWorld,
)
from trivet_checks.checks.effects.looks import Look
from trivet_checks.checks.effects.places import CONTEXTS
from trivet_checks.checks.effects.plan import GroupedWalk, Table
from trivet_checks.checks.effects.walk import Walk
from trivet_checks.checks.effects.world import Record
from trivet_checks.exchanges.evidence import Broken, LostWrite, NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply

_DIRECTORY, _WORKSPACE, _DEFAULT = CONTEXTS
GROUPS: Mapping[str, str] = {
    "made": "creations",
    "changed": "changes",
    "ended": "ends",
    "projects": "updates of a project",
}
"""From the groups of writes, in their order, to their names; a run with few requests leaves out the last ones."""
_ARCHIVED = 1_750_032_000_000
_OAUTH = {"type": "oauth", "refresh": "trivet-check", "access": "trivet-check", "expires": 0}
_OF_A_FOLDER, _OF_A_TURN = 5, 12
"""How many requests it takes to write a file, and to wait for the agent."""


def plan(
    agent: Agent, wants: Callable[[str], bool], most_requests: int, refused: Callable[[], Collection[str]]
) -> GroupedWalk:
    """Plan a walk through a server, by as many groups of writes as the requests of a run allow.

    >>> walk = plan(agent, lambda rule: True, 5000, lambda: [])
    >>> walk.run()
    >>> walk.findings.broken
    {}

    Args:
        agent: The server.
        wants: Whether a rule is judged.
        most_requests: How many requests the run may send.
        refused: Returns the callers who are let in no longer, and may raise `CouldNotRun`.
    """
    contexts: dict[str, Where] = {}

    def ask(look: Look, query: Mapping[str, object]) -> Reply:
        segments = [] if look.target is None else [look.target.id]
        return agent.user.call(look.place.operation, *segments, query={**contexts.get(look.caller, {}), **query})

    def prepare() -> None:
        contexts[_DIRECTORY] = agent.own

    table = replace(TABLE, writes=partial(_Writes, contexts=contexts))
    return GroupedWalk(table, agent, agent.target, ask, most_requests, wants=wants, refused=refused, prepare=prepare)


class _Writes:
    """The writes, each of which changes the world and, if there is one, the server."""

    def __init__(self, walk: Walk, agent: Agent | None, contexts: dict[str, Where] | None = None) -> None:
        self.walk = walk
        self.world = walk.world
        self.server = agent
        self.contexts = {} if contexts is None else contexts
        self.folder = ""
        """The directory of the workspace: a terminal that runs there is known as one of the run."""
        self._asked: dict[str, Json] = {}
        walk.requests += 2 * _OF_A_FOLDER  # the workspace that is a context
        if agent is not None:
            self._find_contexts(agent)

    @property
    def agent(self) -> Agent:
        """The server, of which only a write that is sent asks."""
        assert self.server is not None
        return self.server

    def made(self) -> None:
        """Records of each kind, and where they belong to a context, in each of them."""
        self.described = self.account("the account with a new description", description="the description")
        self.rekeyed = self.account("the account with a new credential")
        self.forgotten = self.account("the deleted account")
        other = self.account("the active account of another service", service="other service", active=True)
        self.second = self.account("the activated account", active=False)
        self.first = self.account("the account that was active", active=True)
        other.said["active"] = ONE_ACTIVE  # the last account is of another service
        self.renamed = self.workspace("the workspace with a new name")
        self.noted = self.workspace("the workspace with new metadata")
        self.unregistered = self.workspace("the deleted workspace")
        self.shelved = self.workspace("the archived workspace")
        self.retitled = self.session("the session with a new title")
        self.archived = self.session("the archived session")
        self.ruled = self.session("the session with new permission rules")
        self.moved = self.session("the session that is moved")
        self.deleted = self.session("the deleted session")
        self.session("the session of the workspace", _WORKSPACE)
        self.session("the session of the default runtime", _DEFAULT)
        self.titled = self.terminal("the terminal with a new title")
        self.sized = self.terminal("the terminal of a new size")
        self.closed = self.terminal("the deleted terminal")
        self.terminal("the terminal of the workspace", _WORKSPACE)
        self.tools = [self.tool_server(f"the {number} tool server") for number in ("first", "second")]
        self.project = self.known_project()
        for here in ("one conversation", "another conversation"):
            self.conversation(here)
        self.permitted = self.asked("permission", "the permission request")
        self.answered = self.asked("question", "the question with an answer")
        self.rejected = self.asked("question", "the rejected question")
        self.walk.judge()

    def changed(self) -> None:
        """Each field alone, and each transition."""
        self.change(self.described, "auth.update", ACCOUNT_CHANGES, description="another description")
        self.change(self.rekeyed, "auth.update", ACCOUNT_CHANGES, {"type": "oauth"}, credential=_OAUTH)
        self.activate(self.second, instead_of=self.first)
        self.change(self.renamed, "workspace.update", WORKSPACE_CHANGES, name="another name")
        self.change(self.noted, "workspace.update", WORKSPACE_CHANGES, metadata={"note": "trivet-check"})
        self.change(self.shelved, "workspace.update", WORKSPACE_CHANGES, archived=True)
        self.change(self.retitled, "session.update", SESSION_CHANGES, title="another title")
        self.change(self.archived, "session.update", SESSION_CHANGES, {"archival": _ARCHIVED}, archived=_ARCHIVED)
        self.change(self.ruled, "session.update", SESSION_CHANGES, {}, permission=[_RULE])
        self.move(self.moved, _WORKSPACE)
        self.change(self.titled, "pty.update", TERMINAL_CHANGES, title="another title")
        self.change(self.sized, "pty.update", TERMINAL_CHANGES, {}, size={"columns": 100, "rows": 40})
        self.start(self.tools[0])
        self.walk.judge()

    def ended(self) -> None:
        """Deletions and replies."""
        self.end(self.forgotten, "auth.delete")
        self.end(self.unregistered, "workspace.delete")
        self.end(self.deleted, "session.delete")
        self.end(self.closed, "pty.delete")
        self.end(self.permitted, "permission.reply")
        self.end(self.answered, "question.reply")
        self.end(self.rejected, "question.reject")
        self.walk.judge(last=True)

    def projects(self) -> None:
        """Each field of the project alone, and back again."""
        row = self.project
        new: Json = {"name": "another name", "icon": {"color": "#123456"}, "commands": [_COMMAND]}
        if self.server is not None:
            new = self._fields_of_the_project(row, new)
        for name, value in new.items():
            self.walk.group(GROUPS["projects"])
            shown = {"icon.color": value["color"]} if name == "icon" else None
            self.change(row, "project.update", PROJECT_CHANGES, shown, **{name: value})
            self.walk.judge(kinds=["project"])

    # Creations.

    def account(self, name: str, service: str = "service", **fields: Any) -> Record:
        """An account of a service of the run's own."""
        row = Record("account", name, {"type": "api", **fields}, owner="server")
        self.world.add(row, "auth.create", SAVES)
        if "active" in fields:
            row.said["active"] = BY_REQUEST
        return self._make(row, lambda: self.agent.account(f"effects {service}", **fields))

    def workspace(self, name: str) -> Record:
        """A workspace in a folder of its own."""
        row = Record("workspace", name, {"type": "local"}, owner="server")
        self.world.add(row, "workspace.create", REGISTERS)
        return self._make(row, lambda: self.agent.workspace(name=self._name(row, "name")), _OF_A_FOLDER)

    def session(self, name: str, context: str = _DIRECTORY, **more: Any) -> Record:
        """A session of a context."""
        row = Record("session", name, {"title": name}, owner=context)
        self.world.add(row, "session.create", TAKES)
        if context == _WORKSPACE:
            row.fields["location.workspaceID"] = self.contexts.get(context, {}).get("workspace", "the workspace")
            row.said["location.workspaceID"] = PINNED

        def send() -> Json:
            row.fields["title"] = self.agent.target.name(name)
            return self.agent.new_session(name, self._where(context), **more)

        return self._make(row, send)

    def terminal(self, name: str, context: str = _DIRECTORY) -> Record:
        """A pseudo-terminal of a context."""
        row = Record("pty", name, owner=context)
        self.world.add(row, "pty.create", TERMINAL)
        return self._make(row, lambda: self.agent.pty(self._where(context), cwd=self.folder))

    def tool_server(self, name: str) -> Record:
        """A tool-protocol server of the workspace, which goes with it."""
        row = Record("server", name, owner=_WORKSPACE)
        self.world.add(row, "mcp.server.create", ADDS_A_SERVER)

        def send() -> Json:
            called = self.agent.path(name.replace(" ", "-"))
            mcp.create(self.agent, called, self._where(_WORKSPACE), oauth=True).needed()
            return {"id": called}

        return self._make(row, send)

    def known_project(self) -> Record:
        """The project that the directory is in."""
        row = Record("project", "the project", owner="server")
        self.world.add(row, "the project is known", READS)

        def send() -> Json:
            project = self.agent.project()
            if project is None:
                raise NotTried("the server shows no project of the directory")
            return project

        return self._make(row, send, answers=False)

    def conversation(self, name: str) -> None:
        """A session with a message of the user, and the answer of the agent."""
        session = self.session(name, permission=DENIED)
        text = turns.say(f"{name.partition(' ')[0]}-word")
        prompt, answer = (Record("message", f"{of} of {name}", within=session) for of in ("the prompt", "the answer"))
        self.world.add(prompt, "session.prompt", ADDS_A_MESSAGE)
        self.world.add(answer, "the turn", STAYS)
        found: list[Json] = []

        def send() -> Json:
            if self.agent.silence is not None:
                raise NotTried(self.agent.silence)
            found.extend(turns.answered(self.agent, session.id, text))
            said = next((message for message in found if turns.kind_of(message) == "user"), None)
            if said is None:
                raise NotTried("the session shows no message of the user")
            return said

        self._make(prompt, send, _OF_A_TURN, answers=False)
        self._make(answer, lambda: turns.answers(found)[-1], 0, answers=False)

    def asked(self, kind: str, name: str) -> Record:
        """A request to the user, for which the agent of a session waits."""
        session = self.session(f"the session of {name}", permission=ASKED)
        row = Record(kind, name, within=session, owner=_DIRECTORY)
        self.world.add(row, "session.prompt", READS)

        def send() -> Json:
            if self.agent.silence is not None:
                raise NotTried(self.agent.silence)
            ask = turns.permission if kind == "permission" else turns.question
            self._asked[name] = ask(self.agent, session.id)
            return self._asked[name]

        return self._make(row, send, _OF_A_TURN, answers=False)

    # Changes and ends.

    def change(self, row: Record, operation: str, rule: str, shown: Json | None = None, /, **fields: Any) -> None:
        """An update of one field, which is shown under its own name unless another one is given."""
        [(name, value)] = fields.items()
        if isinstance(value, str):
            value = self._name(row, "", value)
        seen = {name: value} if shown is None else shown
        self.world.change(row, f"{operation} {name}", rule, **seen)
        query = self._where(row.owner) if row.kind == "pty" and self.server is not None else None

        def send() -> Reply:
            return self.agent.user.call(operation, row.id, query=query, json={name: value})

        self.walk.compare_later(row, self.walk.write(operation, row, send))

    def activate(self, row: Record, instead_of: Record) -> None:
        """An account becomes the active one of its service."""
        self.world.change(row, "auth.activate", ONE_ACTIVE, active=True)
        self.world.change(instead_of, "auth.activate", ONE_ACTIVE, active=False)
        instead_of.is_lost = instead_of.is_lost or row.is_lost
        self.walk.compare_later(
            row, self.walk.write("auth.activate", row, lambda: self.agent.user.call("auth.activate", row.id))
        )

    def move(self, row: Record, context: str) -> None:
        """A session is moved into a workspace."""
        workspace = self.contexts.get(context, {}).get("workspace", "the workspace")
        self.world.change(row, "workspace.warp", WARP, **{"location.workspaceID": workspace})
        row.said["location.directory"] = WARP  # a server may resolve links above it
        row.owner = context
        body: Json = {"sessionID": row.id, "workspaceID": workspace, "copyChanges": False}
        self.walk.write("workspace.warp", row, lambda: self.agent.user.call("workspace.warp", json=body))

    def start(self, row: Record) -> None:
        """The OAuth of a tool-protocol server is started, which may be refused: it is never reached."""
        others = [other for other in self.tools if other is not row]
        for other in others:
            self.world.change(other, "mcp.server.oauth.start", STAYS)

        def send() -> None:
            where = self._where(_WORKSPACE)
            self.agent.user.call("mcp.server.oauth.start", row.id, query=where)

        self.walk.write("mcp.server.oauth.start", row, send)

    def end(self, row: Record, operation: str) -> None:
        """A record is deleted, or a request is answered."""
        self.world.end(row, operation)
        query = (
            self._where(row.owner)
            if self.server is not None and row.owner in CONTEXTS and row.kind != "session"
            else None
        )

        def send() -> Reply:
            if operation == "question.reply":
                request = self._asked[row.name]
                return turns.reply_to(self.agent, request, turns.first_options(request))
            body = {"response": "reject"} if operation == "permission.reply" else None
            return self.agent.user.call(operation, row.id, query=query, json=body)

        self.walk.write(operation, row, send)

    # How they are sent.

    def _make(self, row: Record, send: Callable[[], Json], requests: int = 1, *, answers: bool = True) -> Record:
        """Make a record; nothing is known of it if the server does not answer one with an id."""

        def sent() -> Reply | None:
            record = send()
            row.id = str(record.get("id") or "")
            row.is_lost = row.is_lost or not row.id
            return self.agent.target.last_reply

        reply = self.walk.write(row.wrote, row, sent, requests)
        if answers:
            self.walk.compare_later(row, reply)
        return row

    def _find_contexts(self, agent: Agent) -> None:
        """Find out which contexts the run has; without one, nothing is read from there."""
        self.world.missing |= {_WORKSPACE, _DEFAULT}
        for name, find in ((_WORKSPACE, self._workspace), (_DEFAULT, lambda: agent.elsewhere)):
            try:
                self.contexts[name] = find()
                self.world.missing.discard(name)
            except (Broken, LostWrite, NotTried):
                agent.target.traffic.settle(failed=True)

    def _workspace(self) -> Where:
        folder = self.agent.folder("workspace")
        self.folder = f"{self.agent.directory}/{folder}"
        workspace = self.agent.workspace(folder)
        self.walk.known.add(workspace["id"])
        return self.agent.inside(workspace)

    def _where(self, context: str) -> Where:
        if context in self.world.missing:
            raise NotTried(f"the run has no {context}")
        return self.contexts[context]

    def _name(self, row: Record, field: str, text: str = "") -> str:
        """A text that names the run, which a field of the record has from now on."""
        value = text or row.name
        if self.server is not None:
            value = self.server.target.name(value)
        if field:
            row.fields[field] = value
            row.said[field] = row.said.get("type", STAYS)
        return value

    def _fields_of_the_project(self, row: Record, new: Json) -> Json:
        """The fields that the project has, which are put back after the walk."""
        try:
            project = self.agent.project() or {}
        except (Broken, LostWrite, NotTried):
            return {}
        known = [name for name in new if project.get(name) and (name != "icon" or project["icon"].get("color"))]
        old = {name: project[name] for name in known}
        if row.is_unknown or not known:
            return {}
        self.agent.user.will_remove("change of project", "project.update", row.id, json=old)
        return {name: {**project["icon"], **new[name]} if name == "icon" else new[name] for name in known}


_RULE = {"action": "edit", "resource": "*", "effect": "deny"}
_COMMAND = {"name": "trivet-check", "command": "true"}
TABLE = Table(GROUPS, AgentWorld, _Writes)
"""The table of effects of the agent service."""

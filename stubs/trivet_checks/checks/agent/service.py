"""An agent server as its checks see it: its caller, its runtime contexts, its answers, and records that are removed."""

import itertools
import posixpath
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from trivet_checks.checks.budget import LONGEST
from trivet_checks.checks.event_stream import Listener
from trivet_checks.checks.target import PREFIX, Caller, Target
from trivet_checks.exchange_rules.agent import content
from trivet_checks.exchanges.evidence import Broken, LostWrite, NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply

Where = Mapping[str, str]
"""The query that names a runtime context."""
DENIED = [{"action": "*", "resource": "*", "effect": "deny"}]
ASKED = [{"action": "*", "resource": "*", "effect": "ask"}]
_GONE = (404, 410)
_NOT_IMPLEMENTED = 501
_TITLES = "create-takes-title-agent-model-and-permissions"


def data(reply: Reply) -> Any:
    """The data of a success; the whole body where a server does not wrap it.

    >>> data(user.call("project.list"))[0]["id"]
    """
    return content(reply.needed().json)


def rows(reply: Reply) -> list[Json]:
    """The records of a list.

    Raises:
        NotTried: The data is not a list of objects. The contract shows the form of no answer.
    """
    records = data(reply)
    if not isinstance(records, list) or not all(isinstance(record, dict) for record in cast(list[object], records)):
        raise NotTried("the answer is not a list of records")
    return cast(list[Json], records)


def refused(reply: Reply) -> bool:
    """Whether an answer is a refusal, with whatever status: the contract shows none."""
    return not reply.ok and not reply.in_its_place and reply.status != _NOT_IMPLEMENTED


def text_of(reply: Reply) -> str:
    """The text of a file that is answered: a text, or the `content` of a record."""
    value = data(reply)
    return value if isinstance(value, str) else str(field(value, "content"))


def next_cursor(reply: Reply) -> str | None:
    """The cursor of the next page; None if the answer shows none, in whichever field.

    >>> next_cursor(user.call("session.list", query={"limit": 1}))
    """
    body = reply.needed().json
    names: Json = cast(Json, body) if isinstance(body, dict) else {}
    inner: Any = names.get("cursor")
    nested: Any = cast(Json, inner).get("next") if isinstance(inner, dict) else inner
    values = [nested, *(names.get(name) for name in ("next", "next_cursor", "nextCursor"))]
    return next((value for value in values if isinstance(value, str) and value), None)


def field(record: Any, *names: str) -> Any:
    """A field of a record, below others if several names are given.

    >>> field(session, "time", "updated")

    Raises:
        NotTried: The record does not show it. The contract shows the fields of no record.
    """
    value = record
    for name in names:
        if not isinstance(value, dict) or name not in value:
            raise NotTried(f"the answer shows no {'.'.join(names)}")
        value = cast(Json, value)[name]
    return value


def includes(value: object, part: object) -> bool:
    """Whether a value is the wanted one; an object may have more keys.

    >>> includes({"name": "test", "command": "pytest"}, {"name": "test"})
    True
    """
    if isinstance(value, dict) and isinstance(part, dict):
        return {**cast(Json, value), **cast(Json, part)} == value
    return value == part


def listed(record: Json, name: str) -> list[Json]:
    """The records in a field of a record; none where it is missing or null.

    >>> [part["id"] for part in listed(message, "content")]
    """
    records: list[Json] = record.get(name) or []
    return records


def ids(reply: Reply, name: str = "id") -> list[str]:
    """The ids of the records of a list."""
    return [field(row, name) for row in rows(reply)]


def has_path(reply: Reply, path: str, name: str = "path") -> bool:
    """Whether a list of records names a path, from the directory or from the root.

    >>> has_path(user.call("vcs.status"), "README.md", "file")
    """
    return any(candidate == path or candidate.endswith(f"/{path}") for candidate in ids(reply, name))


def location(reply: Reply) -> Any:
    """The runtime context of an answer; None where a server does not show it."""
    body = reply.needed().json
    return cast(Json, body).get("location") if isinstance(body, dict) else None


def added(path: str, line: str) -> str:
    """The diff that adds a file.

    >>> print(added("note.txt", "One."), end="")
    diff --git a/note.txt b/note.txt
    new file mode 100644
    --- /dev/null
    +++ b/note.txt
    @@ -0,0 +1 @@
    +One.
    """
    return f"{_head(path)}new file mode 100644\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+{line}\n"


def removed(path: str, line: str) -> str:
    """The diff that removes a file."""
    return f"{_head(path)}deleted file mode 100644\n--- a/{path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-{line}\n"


def replaced(path: str, old: str, new: str) -> str:
    """The diff that replaces the line of a file."""
    return f"{_head(path)}--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-{old}\n+{new}\n"


def _is_same_context(first: Json, second: object) -> bool:
    """Whether two contexts have the same directory and workspace, or the second is not shown."""
    if not isinstance(second, dict):
        return True
    other = cast(Json, second)
    return all((first.get(name) or "") == (other.get(name) or "") for name in ("directory", "workspaceID"))


def _head(path: str) -> str:
    return f"diff --git a/{path} b/{path}\n"


def scheme(token: str) -> tuple[str, str]:
    """The header of a token: `name:password` is Basic, anything else a bearer token.

    >>> scheme("dev:secret")
    ('authorization', 'Basic ZGV2OnNlY3JldA==')
    """
    if ":" in token:
        return "authorization", f"Basic {b64encode(token.encode()).decode()}"
    return "authorization", f"Bearer {token}"


def shown(token: str, named: str) -> str:
    """The value of the header as a shell makes it of an environment variable.

    >>> shown("dev:secret", "$TRIVET_AGENT_USER_TOKEN")
    'Basic $(printf %s "$TRIVET_AGENT_USER_TOKEN" | base64)'
    """
    return f'Basic $(printf %s "{named}" | base64)' if ":" in token else f"Bearer {named}"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of records that a run makes, and by which field its list shows whose they are."""

    create: str
    list: str
    delete: str
    name: str


KINDS: Mapping[str, Kind] = {
    "session": Kind("session.create", "session.list", "session.delete", "title"),
    "workspace": Kind("workspace.create", "workspace.list", "workspace.delete", "name"),
    "account": Kind("auth.create", "auth.list", "auth.delete", "serviceID"),
}


@dataclass(slots=True)
class Lost:
    """A record whose creation got no answer, so that its id is not known."""

    kind: Kind
    where: Where
    """The query of the runtime context of a session."""
    is_searched_for: bool = False
    """Whether its list was read, and it was removed if it was there."""


@dataclass(frozen=True, slots=True)
class Stranger:
    """A caller whom a server that asks for credentials does not know."""

    who: str
    caller: Callable[["Agent"], Caller]


def _with_other_end(agent: "Agent") -> Caller:
    """The caller with a token that ends otherwise, or with another password."""
    credentials = agent.target.callers.get("user")
    scheme_of_it, _, value = ("Bearer", "", "") if credentials is None else credentials.value.partition(" ")
    if scheme_of_it == "Basic":
        name = b64decode(value).decode("utf-8", "replace").partition(":")[0]
        value = b64encode(f"{name}:{_UNKNOWN}".encode()).decode()
    else:
        value += _UNKNOWN
    return agent.target.anonymous.presenting(f"{scheme_of_it} {value}")


def _presenting(agent: "Agent", token: str) -> Caller:
    """A caller with credentials that are no secret."""
    value = scheme(token)[1]
    return agent.target.anonymous.presenting(value, value)


_UNKNOWN = "trivet-check-is-not-known"
STRANGERS = (
    Stranger("no credentials", lambda agent: agent.target.anonymous),
    Stranger("an unknown token", lambda agent: _presenting(agent, _UNKNOWN)),
    Stranger("an unknown name", lambda agent: _presenting(agent, f"{_UNKNOWN}:none")),
    Stranger("another password, or another end of the token", _with_other_end),
    Stranger("another scheme", lambda agent: agent.user.with_scheme("Digest")),
)
"""Everyone whom a server with credentials has to refuse, as a table for the rules about callers."""


class Agent:
    """An agent server, and the tools of its checks.

    Files are written below the directory of the run alone, and their names begin with the prefix of the run.
    """

    def __init__(self, target: Target) -> None:
        self.target: Target = target
        self.silence: str | None = None
        """Why no turn is tried any more: the agent did not answer in time."""
        self._numbers = itertools.count(1)
        self._lost: list[Lost] = []
        self._created_in: object = None

    @property
    def user(self) -> Caller:
        """The caller of the run, with or without credentials."""
        return self.target.caller("user")

    @property
    def directory(self) -> str:
        """The directory that the run may use.

        Raises:
            NotTried: The run has none, or one that is not absolute.
        """
        directory = self.target.options.get("directory")
        if not directory:
            raise NotTried("needs a directory that the run may use")
        if not directory.startswith("/"):
            raise NotTried(f"needs an absolute directory: {directory} is relative")
        return "/" + posixpath.normpath(directory).strip("/")

    @property
    def here(self) -> Where:
        """The runtime context of the directory."""
        return {"directory": self.directory}

    @cached_property
    def own(self) -> Where:
        """The runtime context of the directory, in which checks write files, run something or change the config.

        Raises:
            NotTried: The server shows that it resolves the directory to another one, where nothing may be changed.
        """
        context = location(self.user.call("agent.list", query=self.here))
        if isinstance(context, dict):
            resolved = field(context, "directory")
            if not self._is_directory(resolved):
                raise NotTried(f"the server does not use the directory of a request, but {resolved}")
        return self.here

    @property
    def shows_its_directory(self) -> bool:
        """Whether the server shows that it resolves the directory of a request to the directory."""
        context = location(self.user.call("agent.list", query=self.here))
        return isinstance(context, dict) and self._is_directory(cast(Json, context).get("directory"))

    @property
    def somewhere(self) -> Where:
        """The runtime context of the directory if there is one, and the default runtime otherwise: to read from."""
        return self.here if self.target.options.get("directory") else {}

    @property
    def elsewhere(self) -> Where:
        """The default runtime, as a runtime context that differs from the directory's.

        Raises:
            NotTried: Both are the same, or the server does not show where the default runtime is.
        """
        if self._is_directory(field(location(self.user.call("agent.list")), "directory")):
            raise NotTried("needs a directory other than the default runtime's")
        return {}

    def may_write(self) -> None:
        """Raise `NotTried` unless the run may change something: before a change is listed as one to be taken back."""
        if not self.target.allow_writes:
            raise NotTried("writes are not allowed")

    def path(self, name: str) -> str:
        """A path for a file of this run, relative to the directory."""
        return f"{self.target.prefix}-{name}"

    def session(self, title: str = "session", where: Where | None = None, **more: Any) -> Json:
        """A new session of a runtime context, by default the directory's.

        Raises:
            NotTried: The server shows that it has another context or title, of which there are rules.
        """
        query = self.somewhere if where is None else where
        session = self.new_session(title, query, **more)
        pinned = session.get("location")
        if isinstance(pinned, dict) and not _is_same_context(cast(Json, pinned), self._created_in):
            raise NotTried("the request names another context than the session is pinned to")
        if session.get("title", self.target.name(title)) != self.target.name(title):
            raise NotTried(f"needs agent.sessions.{_TITLES}, which is broken: a new session gets another title")
        return session

    def new_session(self, title: str, where: Where, **more: Any) -> Json:
        """A new session, wherever it is pinned to."""
        reply = self.create("session", self.user, {"title": self.target.name(title), **more}, where)
        if "permission" in more and refused(reply):
            raise NotTried(f"the server takes permission rules of another form ({reply.status})")
        session: Json = data(reply)
        self.user.will_remove("session", "session.delete", field(session, "id"))
        self._created_in = location(reply)
        return session

    def create(self, kind: str, caller: Caller, body: Json | None, where: Where | None = None) -> Reply:
        """Try to make a record; if its answer is lost, it is found by its name after the check, and removed.

        >>> agent.create("session", agent.user, {"title": agent.target.name("session")}, agent.here)

        Args:
            kind: The kind, such as `session`.
            caller: The caller.
            body: The body of the request.
            where: The query of the runtime context, for a session.
        """
        try:
            return caller.call(KINDS[kind].create, query=where, json=body)
        except (Broken, LostWrite, KeyboardInterrupt):
            is_named = str((body or {}).get(KINDS[kind].name)).startswith(self.target.prefix)
            if is_named:
                lost = Lost(KINDS[kind], where or {})
                self._lost.append(lost)
                self.target.made.add(f"{kind}s {self.target.prefix}", lambda: self._sweep(lost))
            self.target.traffic.settle(failed=not is_named)
            raise

    def remove_lost(self) -> None:
        """Remove now the records whose answers were lost: later their workspace may be gone, and their list with it.

        >>> agent.remove_lost()
        """
        for lost in self._lost:
            if not lost.is_searched_for:
                self._sweep(lost)

    def _sweep(self, lost: Lost) -> bool:
        """Delete the records of this run by their names: the answer that had the id did not arrive."""
        kind, user, known = lost.kind, self.user, self.target.made.ids  # those are removed by their ids, some later
        try:
            there = [str(row["id"]) for row in _named(self, kind, self.target.prefix, lost.where, removing=True)]
        except (Broken, NotTried):
            return lost.is_searched_for
        replies = [user.call(kind.delete, id_, removing=True) for id_ in there if id_ not in known]
        lost.is_searched_for = all(reply.ok or reply.status in _GONE for reply in replies)
        return lost.is_searched_for

    def find(self, operation: str, *segments: str, query: Where | None = None) -> Reply:
        """Read a record of this run, which a server may show a little later.

        >>> agent.find("session.get", session["id"])

        Raises:
            NotTried: The server answers another record, of which there is a rule.
        """
        found = self.target.eventually(
            lambda: self.user.call(operation, *segments, query=query),
            lambda reply: reply.ok,
            f"{operation} does not find a record that was made",
        )
        record = data(found)
        if isinstance(record, dict) and cast(Json, record).get("id", segments[-1]) != segments[-1]:
            raise NotTried(f"{operation} answers another record than the one that it was asked for")
        return found

    def shows(self, operation: str, *segments: str, query: Where | None = None, **fields: Any) -> None:
        """Read a record until its fields have these values, in objects with more keys, too.

        >>> agent.shows("auth.get", account["id"], description="after")

        Raises:
            NotTried: The record does not show a field.
            Broken: It does not get the values.
        """
        missing: list[NotTried] = []

        def holds(reply: Reply) -> bool:
            missing.clear()
            try:
                return reply.ok and all(includes(field(data(reply), name), value) for name, value in fields.items())
            except NotTried as error:
                missing.append(error)
                return False

        try:
            message = f"{operation} does not show the new {' and '.join(fields)}"
            self.target.eventually(lambda: self.user.call(operation, *segments, query=query), holds, message)
        except Broken:
            if missing:
                raise missing[0] from None
            raise

    def account(self, service: str = "service", **more: Any) -> Json:
        """A new account of a service of the run's own, so that no other account is touched.

        Raises:
            NotTried: The server shows that it is of another service, of which there is a rule.
        """
        account = self.new_account(service, **more)
        if account.get("serviceID", self.path(service)) != self.path(service):
            raise NotTried("the request names another service than the account gets")
        return account

    def new_account(self, service: str = "service", **more: Any) -> Json:
        """A new account, of whichever service it is."""
        credential = {"type": "api", "key": self.target.prefix}
        body = {"serviceID": self.path(service), "credential": credential, **more}
        reply = self.create("account", self.user, body)
        if refused(reply):
            raise NotTried(f"the server refuses an account of a service that it does not know ({reply.status})")
        account: Json = data(reply)
        self.user.will_remove("account", "auth.delete", field(account, "id"))
        return account

    def accounts(self, service: str = "service") -> Reply:
        """The accounts of a service of the run's own."""
        return self.user.call("auth.list", query={"serviceID": self.path(service)})

    def folder(self, name: str) -> str:
        """A new directory below the directory of the run, which holds one file; its path relative to the directory."""
        return self.file(f"{name}-{next(self._numbers)}/keep.txt").rpartition("/")[0]

    def workspace(self, folder: str | None = None, **more: Any) -> Json:
        """A new workspace in a directory of its own below the directory of the run.

        The directory holds something, so that no adapter has to fill it, and nothing that a user would miss if a server
        removed it with the registration.
        """
        body = {
            "type": "local",
            "name": self.target.name("workspace"),
            "directory": f"{self.directory}/{folder or self.folder('workspace')}",
            **self._project(),
            **more,
        }
        reply = self.create("workspace", self.user, body)
        if refused(reply):
            raise NotTried(f"the server refuses a workspace of the type {body['type']} ({reply.status})")
        workspace: Json = data(reply)
        self.user.will_remove("workspace", "workspace.delete", field(workspace, "id"))
        return workspace

    def in_workspace(self, workspace: Json) -> Where:
        """The runtime context of a workspace."""
        return {"workspace": workspace["id"]}

    def inside(self, workspace: Json) -> Where:
        """The runtime context of a workspace, if the server does not show that it resolves it to another one.

        Raises:
            NotTried: It does, of which there is a rule.
        """
        where = self.in_workspace(workspace)
        context = location(self.user.call("agent.list", query=where))
        if isinstance(context, dict) and cast(Json, context).get("workspaceID") != workspace["id"]:
            raise NotTried("the server does not show that it uses the workspace of a request")
        return where

    def file(self, name: str, line: str = "One line.") -> str:
        """A new file with one line, and its path relative to the directory.

        Raises:
            NotTried: The server does not apply the patch that adds it.
        """
        path = self.path(name)
        self.write(path, line)
        return path

    def write(self, path: str, line: str, *others: str) -> None:
        """Write a new file with one line, which may become another one, at a path of the run's own."""
        self.will_remove_file(path, line, *others)
        reply = self.patch(added(path, line))
        if not reply.ok:
            raise NotTried(f"no file can be written: vcs.patch is answered with {reply.status}")
        try:
            message = "a patch adds a file"
            self.target.eventually(
                lambda: self.read(path), lambda reply: reply.ok or self.has_line(path, line), message
            )
        except Broken as error:
            raise NotTried("a patch that is taken adds no file, of which there is a rule") from error

    def has_line(self, path: str, line: str) -> bool:
        """Whether a search of contents finds a line of a file, as another witness than a read."""
        body = {"pattern": re.escape(line), "include": path.rpartition("/")[2]}
        found = self.user.call("fs.grep", query=self.here, json=body)
        return found.ok and has_path(found, path)

    def patch(self, text: str) -> Reply:
        """Apply a patch to the directory."""
        return self.user.call("vcs.patch", query=self.own, json={"patch": text})

    def read(self, path: str) -> Reply:
        """Read a file of the directory."""
        return self.user.call("fs.file", query={**self.here, "path": path})

    def will_remove_file(self, path: str, *lines: str) -> None:
        """Remove a file with one of these lines when the check is over, if it is there."""
        user, here = self.user, self.own
        self.may_write()

        def remove() -> bool:
            for line in lines:
                if user.call("vcs.patch", query=here, json={"patch": removed(path, line)}, removing=True).ok:
                    return True
            return user.call("fs.file", query={**here, "path": path}, removing=True).status in _GONE

        self.target.made.add(f"file {path}", remove)

    def pty(self, where: Where | None = None, **more: Any) -> Json:
        """A new pseudo-terminal that waits for input and does nothing else."""
        query = self.own if where is None else where
        pty: Json = data(self.user.call("pty.create", query=query, json={"command": "cat", **more}))
        self.user.will_remove("pseudo-terminal", "pty.delete", field(pty, "id"), query=query)
        return pty

    @contextmanager
    def listening(self, where: Where) -> Generator[Listener, None, None]:
        """Read the events of a runtime context, from now on.

        Raises:
            Broken: The server does not answer with a stream.
        """
        with self.user.stream("event.subscribe", query=where) as stream:
            head = self.target.last_reply
            if head is not None and head.in_its_place:
                head.failed(head.in_its_place)
            if stream.status != 200:
                evidence = None if head is None else head.evidence()
                raise Broken(f"event.subscribe is answered with {stream.status}", evidence)
            yield Listener(stream, head)

    def project(self) -> Json | None:
        """The project that the directory is in, if the server shows it."""
        projects = [
            project for project in rows(self.user.call("project.list")) if self._is_within(project.get("worktree"))
        ]
        return max(projects, key=lambda project: len(project["worktree"]), default=None)

    def _is_directory(self, path: object) -> bool:
        """Whether a path is the directory of the run, or a longer one that it resolves to: `/private/tmp` of `/tmp`."""
        return isinstance(path, str) and path.rstrip("/").endswith(self.directory)

    def _project(self) -> Json:
        project = self.project()
        return {} if project is None or "id" not in project else {"projectID": project["id"]}

    def _is_within(self, worktree: object) -> bool:
        return isinstance(worktree, str) and f"{self.directory}/".startswith(worktree.rstrip("/") + "/")


def find_leftovers(agent: Agent) -> None:
    """List the sessions, workspaces and accounts that earlier runs have left as records to be removed."""
    for noun, kind in KINDS.items():
        where: Where = agent.somewhere if noun == "session" else {}
        for record_id in [field(record, "id") for record in _named(agent, kind, PREFIX, where)]:
            agent.user.will_remove(noun, kind.delete, record_id)


def _named(agent: Agent, kind: Kind, prefix: str, where: Where, *, removing: bool = False) -> Iterator[Json]:
    """The records of a list whose names begin with a prefix; a list of sessions has pages."""
    query: Json = {**where, **({"search": prefix} if kind.name == "title" else {})}
    while True:
        page = agent.user.call(kind.list, query=query, removing=removing)
        yield from (row for row in rows(page) if str(row.get(kind.name)).startswith(prefix))
        cursor = next_cursor(page) if kind.name == "title" else None
        if not cursor or cursor == query.get("cursor"):
            return
        query["cursor"] = cursor


def show_session(agent: Agent) -> None:
    """Make a session and wait until the server finds it: how long that takes says how late the server is."""
    session = agent.session("probe")
    agent.target.eventually(
        lambda: agent.user.call("session.get", field(session, "id")),
        lambda reply: reply.ok,
        "the server does not find a new session",
        wait=LONGEST,
    )

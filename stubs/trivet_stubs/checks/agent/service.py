"""An agent server as its checks see it: its caller, its runtime contexts, and records that are removed afterwards."""

import itertools
import posixpath
from base64 import b64encode
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from trivet_stubs.checks.agent.answers import Json, data, field, includes, location, rows
from trivet_stubs.checks.agent.listener import Listener
from trivet_stubs.checks.agent.patches import added, removed
from trivet_stubs.checks.lateness import LONGEST
from trivet_stubs.checks.outcome import Broken, NotTried
from trivet_stubs.checks.reply import Reply
from trivet_stubs.checks.target import PREFIX, Caller, Target

Where = Mapping[str, str]
"""The query that names a runtime context."""

DENIED = [{"action": "*", "resource": "*", "effect": "deny"}]
ASKED = [{"action": "*", "resource": "*", "effect": "ask"}]

_GONE = (404, 410)


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


class Agent:
    """An agent server, and what a check needs there.

    Files are written below the directory of the run alone, and their names begin with the prefix of the run.
    """

    def __init__(self, target: Target) -> None:
        self.target = target
        self.silence: str | None = None
        """Why no turn is tried any more: the agent did not answer in time."""
        self._numbers = itertools.count(1)

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
        given = self.target.options.get("directory")
        if not given:
            raise NotTried("needs a directory that the run may use")
        if not given.startswith("/"):
            raise NotTried(f"needs an absolute directory: {given} is relative")
        return "/" + posixpath.normpath(given).strip("/")

    @property
    def here(self) -> Where:
        """The runtime context of the directory."""
        return {"directory": self.directory}

    @cached_property
    def own(self) -> Where:
        """The runtime context of the directory, for what writes files, runs something or changes the config.

        Raises:
            NotTried: The server shows that it resolves the directory to another one, where nothing may be changed.
        """
        shown = location(self.user.call("agent.list", query=self.here))
        if isinstance(shown, dict):
            found = field(shown, "directory")
            if not self._is_directory(found):
                raise NotTried(f"the server does not use the directory of a request, but {found}")
        return self.here

    @property
    def somewhere(self) -> Where:
        """The runtime context of the directory if there is one, and the default runtime otherwise: to read from."""
        return self.here if self.target.options.get("directory") else {}

    @property
    def elsewhere(self) -> Where:
        """The default runtime, as another runtime context than that of the directory.

        Raises:
            NotTried: Both are the same, or the server does not show where the default runtime is.
        """
        if self._is_directory(field(location(self.user.call("agent.list")), "directory")):
            raise NotTried("needs a directory that is not that of the default runtime")
        return {}

    def may_write(self) -> None:
        """Raise `NotTried` unless the run may change something: before a change is listed as one to be taken back."""
        if not self.target.allow_writes:
            raise NotTried("writes are not allowed")

    def path(self, name: str) -> str:
        """A path for a file of this run, relative to the directory."""
        return f"{self.target.prefix}-{name}"

    def session(self, title: str = "session", where: Where | None = None, **more: Any) -> Json:
        """A new session of a runtime context, by default that of the directory."""
        query = self.somewhere if where is None else where
        body = {"title": self.target.name(title), **more}
        made: Json = data(self.user.call("session.create", query=query, json=body))
        self.user.will_remove("session", "session.delete", field(made, "id"))
        return made

    def find(self, operation: str, *segments: str, query: Where | None = None) -> Reply:
        """Read a record of this run, which a server may show a little later.

        >>> agent.find("session.get", session["id"])
        """
        return self.target.eventually(
            lambda: self.user.call(operation, *segments, query=query),
            lambda reply: reply.ok,
            f"{operation} does not find a record that was made",
        )

    def shows(self, operation: str, *segments: str, query: Where | None = None, **wanted: Any) -> None:
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
                return reply.ok and all(includes(field(data(reply), name), value) for name, value in wanted.items())
            except NotTried as error:
                missing.append(error)
                return False

        try:
            message = f"{operation} does not show the new {' and '.join(wanted)}"
            self.target.eventually(lambda: self.user.call(operation, *segments, query=query), holds, message)
        except Broken:
            if missing:
                raise missing[0] from None
            raise

    def account(self, service: str = "service", **more: Any) -> Json:
        """A new account of a service of the run's own, so that no other account is touched."""
        credential = {"type": "api", "key": self.target.prefix}
        body = {"serviceID": self.path(service), "credential": credential, **more}
        reply = self.user.call("auth.create", json=body)
        if 400 <= reply.status < 500:
            raise NotTried(f"the server refuses an account of a service that it does not know ({reply.status})")
        made: Json = data(reply)
        self.user.will_remove("account", "auth.delete", field(made, "id"))
        return made

    def accounts(self, service: str = "service") -> Reply:
        """The accounts of a service of the run's own."""
        return self.user.call("auth.list", query={"serviceID": self.path(service)})

    def folder(self, name: str) -> str:
        """A new directory below that of the run, which holds one file; its path relative to the directory."""
        return self.file(f"{name}-{next(self._numbers)}/keep.txt").rpartition("/")[0]

    def workspace(self, folder: str | None = None, **more: Any) -> Json:
        """A new workspace in a directory of its own below that of the run.

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
        reply = self.user.call("workspace.create", json=body)
        if 400 <= reply.status < 500:
            raise NotTried(f"the server refuses a workspace of the type {body['type']} ({reply.status})")
        made: Json = data(reply)
        self.user.will_remove("workspace", "workspace.delete", field(made, "id"))
        return made

    def in_workspace(self, workspace: Json) -> Where:
        """The runtime context of a workspace."""
        return {"workspace": workspace["id"]}

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
        made: Json = data(self.user.call("pty.create", query=query, json={"command": "cat", **more}))
        self.user.will_remove("pseudo-terminal", "pty.delete", field(made, "id"), query=query)
        return made

    @contextmanager
    def listening(self, where: Where) -> Generator[Listener, None, None]:
        """Read the events of a runtime context, from now on.

        Raises:
            Broken: The server does not answer with a stream.
        """
        with self.user.stream("event.subscribe", query=where) as stream:
            head = self.target.last_reply
            evidence = head.evidence() if head is not None and "/api/event" in head.request.url else None
            if stream.status != 200:
                raise Broken(f"event.subscribe is answered with {stream.status}", evidence)
            yield Listener(stream, evidence)

    def project(self) -> Json | None:
        """The project that the directory is in, if the server shows it."""
        found = [each for each in rows(self.user.call("project.list")) if self._is_within(each.get("worktree"))]
        return max(found, key=lambda each: len(each["worktree"]), default=None)

    def _is_directory(self, found: object) -> bool:
        """Whether a directory is that of the run, which may have resolved to a longer one: `/private/tmp` of `/tmp`."""
        return isinstance(found, str) and found.rstrip("/").endswith(self.directory)

    def _project(self) -> Json:
        project = self.project()
        return {} if project is None or "id" not in project else {"projectID": project["id"]}

    def _is_within(self, worktree: object) -> bool:
        return isinstance(worktree, str) and f"{self.directory}/".startswith(worktree.rstrip("/") + "/")


def find_leftovers(agent: Agent) -> None:
    """List the sessions, workspaces and accounts that earlier runs have left as records to be removed."""
    user = agent.user
    for noun, name, removal, records in (
        ("session", "title", "session.delete", _sessions(agent)),
        ("workspace", "name", "workspace.delete", rows(user.call("workspace.list"))),
        ("account", "serviceID", "auth.delete", rows(user.call("auth.list"))),
    ):
        for record_id in [field(record, "id") for record in records if str(record.get(name)).startswith(PREFIX)]:
            user.will_remove(noun, removal, record_id)


def _sessions(agent: Agent) -> Iterator[Json]:
    query: Json = {**agent.somewhere, "search": PREFIX}
    while True:
        page = agent.user.call("session.list", query=query)
        yield from rows(page)
        try:
            query["cursor"] = field(page.json, "cursor", "next")
        except NotTried:  # the last page names none
            return
        if not query["cursor"]:
            return


def show_session(agent: Agent) -> None:
    """Make a session and wait until the server finds it: how long that takes says how late the server is."""
    session = agent.session("probe")
    agent.target.eventually(
        lambda: agent.user.call("session.get", field(session, "id")),
        lambda reply: reply.ok,
        "the server does not find a new session",
        wait=LONGEST,
    )

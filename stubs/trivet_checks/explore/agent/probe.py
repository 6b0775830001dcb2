"""The probe before the walks: a fixed sequence of requests, from which the choices of an agent server are learned."""

from typing import Any, cast

from trivet_checks.checks.agent.service import DENIED, Agent, data, field, ids, location, next_cursor, refused, rows
from trivet_checks.checks.target import Target
from trivet_checks.exchanges.evidence import NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.agent.form import AgentForm
from trivet_checks.explore.agent.words import (
    ACCOUNT,
    AGENTS,
    GET,
    LIST,
    MODELS,
    ORDER_RULE,
    PROJECTS,
    SAVE,
    UPDATE,
)
from trivet_checks.explore.attempts import Attempts
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.settling import remove_records, wait_for_writes
from trivet_stubs.kernel.validation import is_object

TICK = 0.002
"""Seconds between two sessions whose times have to differ, if the server writes them to the millisecond."""


class Probe:
    """Learns the form of a server, step by step; a step that fails leaves what is usual.

    Args:
        target: The server.
    """

    def __init__(self, target: Target) -> None:
        self.target = target
        self.agent: Agent = Agent(target)
        self.form: AgentForm = AgentForm()
        self.projects: list[Json] = []
        """The projects that the server has shown."""
        self.attempts: Attempts = Attempts(target)
        self.wrong: list[Difference] = []
        """The differences from the model, each by an assumption."""

    def learn(self) -> None:
        """Learn the form; the records of the probe are removed.

        Raises:
            CouldNotRun: A bound of the run is used up, or the server has stopped answering.
        """
        self.form.directory = self.form.resolved = self.agent.directory
        try:
            self.attempts.take("the contexts", self._contexts)
            self.attempts.take("the projects", self._projects)
            self.attempts.take("the agents and the models", self._inventory)
            self.attempts.take("the callers", self._callers)
            self.attempts.take("accounts", self._accounts)
            self.attempts.take("permission rules", self._permissions)
            self.attempts.take("the order of sessions", self._order)
            self.attempts.take("workspaces", self._workspaces)
            self.attempts.take("files", self._files)
        finally:
            wait_for_writes(self.target)  # a server that does not show a record yet may refuse its removal
            remove_records(self.target)

    def _contexts(self) -> None:
        """Where the directory is by the server's answers, and where the default runtime is."""
        user, form = self.agent.user, self.form
        shown = location(user.call(AGENTS, query=self.agent.here))
        if is_object(shown) and isinstance(shown.get("directory"), str):
            resolved = str(shown["directory"]).rstrip("/")
            if not resolved.endswith(form.directory):
                raise NotTried(f"the server does not use the directory of a request, but {resolved}")
            form.resolved = resolved
        default = location(user.call(AGENTS))
        if is_object(default) and isinstance(default.get("directory"), str):
            form.default, form.shows_default = form.own(str(default["directory"])), True
            return
        session = self.agent.new_session("of the default runtime", {})
        shown = session.get("location")
        if is_object(shown) and isinstance(shown.get("directory"), str):
            form.default, form.shows_default = form.own(str(shown["directory"])), True
            return
        listed = user.call(LIST, query={**self.agent.here, "search": self.target.prefix})
        if session["id"] in ids(listed):
            form.default = form.directory

    def _projects(self) -> None:
        self.projects = rows(self.agent.user.call(PROJECTS))
        project = self.agent.project()
        if project is not None and isinstance(project.get("id"), str):
            self.form.project = project["id"]

    def _inventory(self) -> None:
        user, form = self.agent.user, self.form
        of_default = {agent.get("id") for agent in rows(user.call(AGENTS))}
        for agent in rows(user.call(AGENTS, query=self.agent.here)):  # the directory may have agents of its own
            name, is_primary = agent.get("id"), agent.get("mode") != "subagent" and not agent.get("hidden")
            if is_primary and isinstance(name, str) and name in of_default:
                form.agents.append(name)
        for model in rows(user.call(MODELS)):
            pair = model.get("providerID"), model.get("id")
            if model.get("enabled", True) and isinstance(pair[0], str) and isinstance(pair[1], str):
                form.models.append((pair[0], pair[1]))

    def _callers(self) -> None:
        if self.target.callers.get("user") is not None:
            self.form.asks_for_credentials = refused(self.target.anonymous.call(AGENTS))

    def _accounts(self) -> None:
        """Whether the first account of a service becomes active by itself, which the contract does not state."""
        secret = f"{self.target.prefix}-secret-"
        first = self.agent.account("probe", credential={"type": "api", "key": f"{secret}0"})["id"]
        found = self.agent.find(ACCOUNT, first)
        account = data(found)
        self.form.secret = "" if secret.encode() in found.body else secret
        if not field(account, "active"):
            self.form.first_is_active = False
            rule = "agent.accounts.first-is-active"
            self.wrong.append(
                Difference(
                    service="agent",
                    operation=SAVE,
                    kind="field",
                    rule=rule,
                    place="active",
                    expected="true",
                    found="false",
                )
            )

    def _permissions(self) -> None:
        body = {"title": self.target.name("permissions"), "permission": DENIED}
        reply = self.agent.create("session", self.agent.user, body, self.agent.here)
        self.form.takes_permissions = reply.ok
        if reply.ok:
            self.agent.user.will_remove("session", "session.delete", field(data(reply), "id"))

    def _order(self) -> None:
        """By which time sessions are ordered, and whether a cursor is sent with the filters of its list."""
        agent, form = self.agent, self.form
        first = agent.session("order")["id"]
        self.target.budget.pause(TICK)
        second = agent.session("order")["id"]
        self.target.budget.pause(TICK)
        agent.user.call(UPDATE, first, json={"title": self.target.name("order again")}).needed()
        query: Json = {**agent.here, "search": self.target.name("order"), "limit": 1}
        page = agent.user.call(LIST, query=query).needed()
        cursor = next_cursor(page)
        if cursor is not None:
            form.cursor_takes_filters = agent.user.call(LIST, query={**query, "cursor": cursor}).ok
        del query["limit"]
        listed, backwards, again = (
            [id_ for id_ in ids(agent.user.call(LIST, query={**query, "order": order})) if id_ in (first, second)]
            for order in ("asc", "desc", "asc")
        )
        times = [self._times(one) for one in (first, second)]
        differ = all(times[0].get(name) != times[1].get(name) for name in ("created", "updated"))
        if differ and len(listed) == 2 and listed == backwards == again:
            self.wrong.append(
                Difference(
                    service="agent",
                    operation=LIST,
                    kind="order",
                    rule=ORDER_RULE,
                    place="data",
                    expected="one order by `asc` and another one by `desc`",
                    found="the same order by both",
                )
            )
            return
        if len(listed) == 2 and times[0].get("created") != times[1].get("created"):
            form.orders_by = "created" if listed == [first, second] else "updated"
            if form.orders_by not in times[0]:
                form.orders_by = ""

    def _times(self, session: str) -> Json:
        shown: Any = data(self.agent.find(GET, session)).get("time")
        return cast(Json, shown) if isinstance(shown, dict) else {}

    def _files(self) -> None:
        self.form.is_versioned = bool(data(self.agent.user.call("vcs.get", query=self.agent.here)).get("branch"))
        self.agent.file("probe.txt")
        self.form.writes_files = True

    def _workspaces(self) -> None:
        self.agent.workspace()
        self.form.makes_workspaces = True

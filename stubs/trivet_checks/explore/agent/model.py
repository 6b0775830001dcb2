"""The model of a walk on an agent server: a stub in process, with the directories and the projects of the server."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any

from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.agent.form import AgentForm
from trivet_checks.explore.model_answer import ModelAnswer, ask
from trivet_stubs import AgentStub, Clock
from trivet_stubs.serving.bounded_http_client import HttpClient

_FIRST = 700_000
"""The number before those of the ids of the model, so that none is one of a server that is a stub, too."""
_NUMBERED = ("ses", "wrk", "acc", "per", "que", "msg", "prt", "prj")
_TOKEN = "the token of the model"


class AgentModel:
    """An agent stub without records, whose time is the real one.

    >>> AgentModel("/srv/trees", AgentForm(), []).send("user", "session.create", (), {}, None).status
    200

    Args:
        directory: The directory of the run.
        form: The choices of the server.
        projects: The projects that the server has shown.
    """

    def __init__(self, directory: str, form: AgentForm, projects: Sequence[Json]) -> None:
        self.stub: AgentStub = AgentStub(
            clock=Clock(datetime.now(UTC)), credentials=_TOKEN if form.asks_for_credentials else None
        )
        self._directory = directory
        self._form = form
        self._projects = projects
        self.restart()
        self._client = HttpClient("http://model.test", transport=self.stub.async_transport())

    def close(self) -> None:
        """Stop the stub."""
        self._client.close()
        self.stub.close()

    def restart(self) -> None:
        """Forget all records but the projects."""
        self.stub.seed(projects={root: {} for root in {self._directory, self._form.default}})
        state = self.stub.state
        for prefix in _NUMBERED:
            state.numbers[prefix] = _FIRST
        self.stub.default = self.stub.context(self._form.default)
        some = next(iter(state.projects.values()))
        for shown in self._projects:
            if isinstance(shown.get("id"), str) and isinstance(shown.get("worktree"), str):
                worktree = self._form.own(shown["worktree"])
                for project in [one for one in state.projects.values() if one.worktree == worktree]:
                    del state.projects[project.id]
                state.projects[shown["id"]] = replace(some, id=shown["id"], worktree=worktree)

    def send(
        self, caller: str, operation: str, path: tuple[Any, ...], query: Mapping[str, Any], body: Json | None
    ) -> ModelAnswer:
        """Send a request of the user, or of a caller without credentials."""
        headers = {} if caller == "anonymous" else {"authorization": f"Bearer {_TOKEN}"}
        return ask(self.stub, self._client, operation, path, query, body, headers)

    def snapshot(self) -> Any:
        """The records as they are now; each stays the same object, because the turns of an agent hold on to it."""
        state = self.stub.state
        tables = {name: {**getattr(state, name)} for name in ("accounts", "workspaces", "sessions")}
        rows = [(row, _values(row)) for table in tables.values() for row in table.values()]
        pending = [(runtime, {**runtime.permissions}, {**runtime.questions}) for runtime in state.runtimes.values()]
        return tables, rows, pending, {**state.disk.files}

    def roll_back(self, records: Any) -> None:
        """Return to earlier records: the server has refused the last change."""
        tables, rows, pending, files = records
        self.stub.state.disk.files = {**files}
        for name, table in tables.items():
            setattr(self.stub.state, name, {**table})
        for row, values in rows:
            for name, value in values.items():
                setattr(row, name, value)
        for runtime, permissions, questions in pending:
            runtime.permissions, runtime.questions = {**permissions}, {**questions}


def _values(row: Any) -> dict[str, Any]:
    """The fields of a record, of which those that are changed in place are copies."""
    values = {field.name: getattr(row, field.name) for field in fields(row)}
    return {name: deepcopy(value) if type(value) in (dict, list) else value for name, value in values.items()}

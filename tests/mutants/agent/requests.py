"""Mutants of requests and answers in general."""

from base64 import b64encode
from typing import Any

from tests.mutants.agent.queries import having, without
from trivet_checks.mutants.changes import (
    answer_if,
    change_answer,
    change_body,
    change_headers,
    change_query,
    change_status,
    do_nothing,
)
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.agent import AgentStub


@mutant("agent.requests.routes-are-below-api", shown_by="one")
def route_is_missing(stub: AgentStub) -> None:
    """There is no route for the skills."""
    do_nothing(stub, "skill.list", status=404)


@mutant("agent.requests.credentials-are-those-of-the-server", shown_by="two")
def one_operation_is_open(stub: AgentStub) -> None:
    """The projects are listed without credentials."""
    stub.credentials = ("dev", "secret")
    encoded = b64encode(b"dev:secret").decode()
    change_headers(stub, "project.list", {"authorization": f"Basic {encoded}"})


@mutant("agent.requests.what-the-contract-forbids-is-400", shown_by="one")
def forbidden_input_is_422(stub: AgentStub) -> None:
    """A wrong input of a list of sessions is a 422."""
    change_status(stub, "session.list", {400: 422})


@mutant("agent.effects.nothing-else-changes", shown_by="two")
def title_takes_the_agent(stub: AgentStub) -> None:
    """A session that gets another title has another agent from then on."""
    titled: list[object] = []

    def note(body: Any) -> Any:
        titled.append(body)
        return body

    change_body(stub, "session.update", note)
    change_answer(
        stub,
        "session.get",
        lambda answer: {**answer, "data": {**answer["data"], "agent": "plan"}} if titled else answer,
    )


@mutant("agent.answers.records-are-the-same-everywhere", shown_by="two")
def list_of_sessions_has_other_agents(stub: AgentStub) -> None:
    """The list of sessions shows each session with another agent."""
    change_answer(
        stub, "session.list", lambda page: {**page, "data": [{**row, "agent": "plan"} for row in page["data"]]}
    )


@mutant("agent.answers.lists-have-each-record-once", shown_by="one")
def models_are_listed_twice(stub: AgentStub) -> None:
    """The catalog has each model twice."""
    change_answer(stub, "catalog.model.list", lambda answer: {**answer, "data": answer["data"] * 2})


@mutant("agent.requests.unknown-inputs-are-400", shown_by="one")
def unknown_parameter_is_ignored(stub: AgentStub) -> None:
    """The list of projects ignores a parameter that it does not have."""
    change_query(stub, "project.list", without("no_such_parameter"))


@mutant("agent.requests.unknown-inputs-are-400", shown_by="one")
def unknown_key_is_ignored(stub: AgentStub) -> None:
    """A search ignores a key that it does not have."""
    change_body(stub, "fs.search", lambda body: {name: body[name] for name in body if name != "no_such_key"})


@mutant("agent.requests.missing-record-is-404", shown_by="neither: no exchange says that the project does not exist")
def missing_project_is_400(stub: AgentStub) -> None:
    """A project that does not exist is a 400."""
    change_status(stub, "project.get", {404: 400})


@mutant("agent.requests.inputs-are-in-query-or-body", shown_by="one")
def search_takes_its_query_in_the_query(stub: AgentStub) -> None:
    """A search takes its text in the query, too."""
    answer_if(stub, "fs.search", lambda query: b"query=" in query, status=200, json={"data": []})


@mutant(
    "agent.requests.example-places-the-path-in-the-query",
    shown_by="neither: the contract does not say from where a tree writes its paths",
)
def path_of_the_tree_is_ignored(stub: AgentStub) -> None:
    """The tree shows the directory for any path of the query."""
    change_query(stub, "fs.tree", having("path", "."))


@mutant("agent.requests.path-is-in-the-directory", shown_by="one")
def path_leads_out_of_the_directory(stub: AgentStub) -> None:
    """The tree above a directory is answered."""
    answer_if(stub, "fs.tree", lambda query: b".." in query, status=200, json={"data": []})


@mutant("agent.requests.reads-answer-what-they-name", shown_by="one")
def other_project_is_answered(stub: AgentStub) -> None:
    """Another project is answered than was asked for."""

    def change(answer: dict[str, Any]) -> object:
        return {"data": {**answer["data"], "id": "prj_other"}}

    change_answer(stub, "project.get", change)


@mutant("agent.requests.reads-answer-what-they-name", shown_by="one")
def agents_are_not_answered(stub: AgentStub) -> None:
    """The agents are answered as nothing at all."""
    change_answer(stub, "agent.list", lambda answer: {**answer, "data": None})


@mutant("agent.requests.ids-are-not-empty", shown_by="one")
def id_is_empty(stub: AgentStub) -> None:
    """The projects of a list have no id."""
    change_answer(stub, "project.list", lambda answer: {"data": [{**project, "id": ""} for project in answer["data"]]})


@mutant("agent.requests.ids-are-not-empty", shown_by="one")
def empty_service_is_taken(stub: AgentStub) -> None:
    """An account is saved for a service without an id."""
    change_body(stub, "auth.create", lambda body: {**body, "serviceID": body["serviceID"] or "none"})


@mutant("agent.requests.session-ids-begin-with-ses", shown_by="one")
def other_session_id_is_looked_for(stub: AgentStub) -> None:
    """A malformed id of a session is answered as an unknown session."""
    change_status(stub, "session.get", {400: 404})

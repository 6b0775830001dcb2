# Derived from tests/sdk/agent/_async/test_refusals.py by `python -m codegen`; do not edit.
"""Refusals by the server, and answers of other servers: each raises an error of its own type."""

import json

import pytest

from tests.sdk.agent.inputs import OPERATIONS, chosen
from tests.wrong_rows import wrong_rows
from trivet import (
    AgentClient,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    DecodeError,
    InternalServerError,
    NotFoundError,
    Unknown,
)
from trivet.agent import PermissionRule

REQUESTS = [operation for operation in OPERATIONS if operation.context == "request"]
# Inputs that need not exist: filters of lists, and the service of a new account.
FREE = ("auth.create", "auth.list", "workspace.list")
NAMED = [pair for pair in chosen(lambda parameter: parameter.identifies) if pair[0].id not in FREE]


def sent(operation, client, **arguments):
    """Send a call with its required inputs; of a stream, read the first event."""
    called = operation.call(client, **arguments)
    if operation.id != "event.subscribe":
        return called
    with called as stream:
        for event in stream:
            return event


def elsewhere(stub):
    """Make a client with a base URL that has no routes."""
    return AgentClient(base_url="http://agent.test/elsewhere", transport=stub.transport(), clock=stub.clock)


def test_web_page_with_status_200_raises_decode_error(agent_stub):
    agent_stub.observed.html_elsewhere = True
    with elsewhere(agent_stub) as agent:
        with wrong_rows() as row:
            for operation in OPERATIONS:
                agent_stub.requests.clear()
                with row(operation):
                    with pytest.raises(DecodeError, match="the body is text/html; charset=utf-8, not ") as caught:
                        sent(operation, agent)
                    assert caught.value.operation == operation.id
                    assert caught.value.status == 200
                    assert caught.value.body.startswith(b"<!doctype html>")
                    assert len(agent_stub.requests) == 1


@pytest.mark.trivet(unknown_requests="ignore")
def test_unknown_route_raises_not_found(agent_stub):
    with elsewhere(agent_stub) as agent:
        with pytest.raises(NotFoundError, match=r"skill\.list: 404 RouteNotFoundError") as caught:
            agent.skill.list()
    assert caught.value.code == "RouteNotFoundError"


def test_empty_401_raises_authentication_error(agent_stub, agent_client):
    agent_stub.credentials = ("agent", "other")
    agent_stub.observed.bare_unauthorized = True
    with agent_client as agent:
        with wrong_rows() as row:
            for operation in OPERATIONS:
                with row(operation):
                    with pytest.raises(AuthenticationError, match=f"^{operation}: 401") as caught:
                        sent(operation, agent)
                    assert (caught.value.code, caught.value.body) == (None, b"")
                    assert caught.value.headers["www-authenticate"] == 'Basic realm="Secure Area"'


def test_relative_directory_is_refused_by_server(agent_stub, agent_client):
    with agent_client as agent:
        with wrong_rows() as row:
            for operation in REQUESTS:
                with row(operation):
                    with pytest.raises(BadRequestError, match='directory: "orchard" does not match') as caught:
                        sent(operation, agent.at(directory="orchard"))
                    assert caught.value.code == "InvalidRequestError"
                    assert agent_stub.requests[-1].operation == operation.id
                    assert agent_stub.requests[-1].query[-1] == ("directory", "orchard")


@pytest.mark.parametrize(("operation", "parameter"), chosen(lambda parameter: parameter.wire == "limit"), ids=str)
@pytest.mark.parametrize("limit", [0, -1, 0.5])
def test_limit_below_one_or_fractional_is_refused_by_server(agent_stub, agent_client, operation, parameter, limit):
    with agent_client as agent:
        session = agent.session.create()
        more = {"session_id": session.id} if operation.id == "session.message.list" else {}
        with pytest.raises(
            BadRequestError, match=f"limit: {limit} is (less than the minimum|not a multiple)"
        ) as caught:
            sent(operation, agent, limit=limit, **more)
    assert caught.value.code == "InvalidRequestError"
    assert agent_stub.requests[-1].operation == operation.id


def test_unknown_id_raises_not_found_and_names_it(agent_client):
    with agent_client as agent:
        agent.session.create()
        with wrong_rows() as row:
            for operation, parameter in NAMED:
                there = {"session_id": "ses_000001"} if operation.id == "workspace.warp" else {}
                with row(f"{operation}, {parameter}"):
                    with pytest.raises(NotFoundError, match=f"^{operation}: ") as caught:
                        operation.call(agent, **{**there, parameter.name: "ses_none"})
                    assert caught.value.code.endswith("NotFoundError")
                    assert "ses_none" in json.loads(caught.value.body).values()


def test_unknown_workspace_raises_not_found_and_names_it(agent_client):
    message = "404 WorkspaceNotFoundError Workspace not found: wrk_none"
    with agent_client as agent:
        with wrong_rows() as row:
            for operation in REQUESTS:
                with row(operation):
                    with pytest.raises(NotFoundError, match=message) as caught:
                        sent(operation, agent.at(workspace="wrk_none"))
                    assert json.loads(caught.value.body)["workspaceID"] == "wrk_none"


def test_values_that_are_only_assumed_are_refused_by_the_server(agent_client):
    with agent_client as agent:
        with pytest.raises(BadRequestError, match=r"body\.response"):
            agent.permission.reply("per_1", response="maybe")
        with pytest.raises(BadRequestError, match=r"body\.permission\.0\.effect"):
            agent.session.create(permission=[PermissionRule(action="*", resource="*", effect="sometimes")])
        with pytest.raises(BadRequestError, match=r"body\.credential"):
            agent.auth.create(service_id="router", credential=Unknown(data={"type": "sso"}))


def test_conflicts_and_unknown_cursors_raise_their_errors(agent_stub, agent_client):
    with agent_client as agent:
        with pytest.raises(ConflictError, match="VcsApplyError"):
            agent.vcs.patch(patch="--- a/none\n+++ b/none\n@@ -1 +1 @@\n-a\n+b\n")
        with pytest.raises(BadRequestError, match="InvalidCursorError"):
            agent.session.list(cursor="made up").all()
        session = agent.session.create()
        with pytest.raises(NotFoundError, match="WorkspaceNotFoundError") as caught:
            agent.workspace.warp(session_id=session.id, workspace_id="wrk_none", copy_changes=False)
    assert b'"workspaceID":"wrk_none"' in caught.value.body


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        (
            {"_tag": "MissingError", "message": "No such session", "sessionID": "ses_1"},
            "MissingError",
            "No such session",
        ),
        ({"name": "NotFoundError", "data": {"message": "No such session"}}, "NotFoundError", "No such session"),
        ({"name": "UnknownError", "data": {"message": "See the log", "ref": "err_1"}}, "UnknownError", "See the log"),
        ({"error": {"message": "No"}}, None, "No"),
        ({"detail": "No"}, None, "No"),
        ("<html><title>Bad gateway</title></html>", None, "<html><title>Bad gateway</title></html>"),
        ("", None, ""),
    ],
)
@pytest.mark.parametrize(("status", "kind"), [(404, NotFoundError), (409, ConflictError), (500, InternalServerError)])
def test_each_form_of_an_error_body_is_read(agent_stub, agent_client, body, code, message, status, kind):
    agent_stub.faults.add(times=3, status=status, body=body)
    with agent_client as agent:
        for operation in ("session.prompt", "session.list", "event.subscribe"):
            [asked] = [candidate for candidate in OPERATIONS if candidate.id == operation]
            with pytest.raises(kind, match=f"^{operation}: {status}") as caught:
                sent(asked, agent)
            assert (caught.value.status, caught.value.code, caught.value.message) == (status, code, message)

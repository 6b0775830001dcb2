"""The operations of saved accounts."""

import pytest

from tests.stubs.agent.helpers import data, refusal

KEY = {"type": "api", "key": "k-secret", "metadata": {"team": "trees"}}
OAUTH = {"type": "oauth", "refresh": "r-secret", "access": "a-secret", "expires": 1}


def account(http, **more):
    return data(http.post("/api/auth", json={"serviceID": "router", "credential": KEY, **more}))


@pytest.mark.rule("agent.accounts.create-saves-an-account")
def test_account_is_answered_without_its_secrets(http):
    created = account(http, description="mine")

    assert created == {"id": "acc_000001", "serviceID": "router", "type": "api", "description": "mine", "active": True}
    assert data(http.get("/api/auth/acc_000001")) == created
    assert "secret" not in http.get("/api/auth").text


@pytest.mark.rule("agent.accounts.at-most-one-is-active", "agent.accounts.first-is-active")
@pytest.mark.rule("agent.accounts.list-has-the-active-mapping")
def test_at_most_one_account_of_a_service_is_active(http):
    first, second, third = account(http), account(http), account(http, active=True)
    other = account(http, serviceID="stub")

    assert [row["active"] for row in (first, second, third, other)] == [True, False, True, True]
    assert http.get("/api/auth").json()["active"] == {"router": third["id"], "stub": other["id"]}
    assert data(http.post(f"/api/auth/{second['id']}/activate"))["active"]
    assert http.get("/api/auth", params={"serviceID": "router"}).json()["active"] == {"router": second["id"]}
    assert not data(http.get(f"/api/auth/{third['id']}"))["active"]


@pytest.mark.rule("agent.accounts.created-active-by-request")
def test_account_created_inactive_stays_inactive(http):
    assert account(http, active=False)["active"] is False
    assert http.get("/api/auth").json()["active"] == {}


@pytest.mark.rule("agent.accounts.list-by-service")
def test_accounts_are_filtered_by_service(http):
    account(http), account(http, serviceID="stub")

    assert [row["serviceID"] for row in data(http.get("/api/auth", params={"serviceID": "stub"}))] == ["stub"]


@pytest.mark.rule("agent.accounts.update-changes-description-or-credential", "agent.accounts.delete-removes-it")
def test_account_is_changed_and_deleted(http):
    created = account(http)
    changed = data(http.patch(f"/api/auth/{created['id']}", json={"description": "ours", "credential": OAUTH}))

    assert (changed["description"], changed["type"]) == ("ours", "oauth")
    assert http.delete(f"/api/auth/{created['id']}").status_code == 204
    assert http.get("/api/auth").json() == {"data": [], "active": {}}
    for ask in (http.get, http.patch, http.delete):
        assert refusal(ask(f"/api/auth/{created['id']}"))[:2] == (404, "AccountNotFoundError")
    assert refusal(http.post(f"/api/auth/{created['id']}/activate"))[:2] == (404, "AccountNotFoundError")


@pytest.mark.rule("agent.accounts.credential-is-oauth-or-api")
def test_credential_of_an_unknown_type_is_refused(http):
    answer = http.post("/api/auth", json={"serviceID": "x", "credential": {"type": "password", "key": "k"}})

    assert refusal(answer)[:2] == (400, "InvalidRequestError")

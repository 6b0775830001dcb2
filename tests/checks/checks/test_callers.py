"""The callers of a run: their tokens, from environment variables, and whether the server lets them in."""

import json
from base64 import urlsafe_b64encode
from dataclasses import replace

import httpx
import pytest

from tests.checks.checks.chat_runs import USERS, outcomes, records, try_rules
from trivet_checks import Budget, CouldNotRun, check_server, suite
from trivet_checks.checks.callers import credentials_of
from trivet_checks.checks.credentials import default_variable
from trivet_stubs import AgentStub, ChatStub, Clock

CHAT = suite("chat")


def test_named_variable_comes_before_the_default_and_a_missing_caller_is_left_out():
    environment = {"MINE": "mine-0123", "TRIVET_CHAT_USER_TOKEN": "user-0123", "TRIVET_CHAT_OTHER_TOKEN": "other-0123"}
    credentials = credentials_of(CHAT, {"user": "MINE"}, environment)
    assert {name: credential.shown for name, credential in credentials.items() if credential} == {
        "user": "Bearer $MINE",
        "other": "Bearer $TRIVET_CHAT_OTHER_TOKEN",
    }
    assert credentials["user"] is not None
    assert credentials["user"].value == "Bearer mine-0123"
    assert default_variable("agent", "admin") == "TRIVET_AGENT_ADMIN_TOKEN"


def test_user_whom_the_run_deletes_has_to_be_named():
    environment = {"TRIVET_CHAT_SPARE_TOKEN": "spare-0123"}
    assert credentials_of(CHAT, {}, environment) == {}
    assert list(credentials_of(CHAT, {"spare": "TRIVET_CHAT_SPARE_TOKEN"}, environment)) == ["spare"]


def test_user_without_a_token_is_there_where_a_server_may_ask_for_none():
    optional = replace(CHAT, optional_callers=True)
    assert credentials_of(optional, {}, {}) == {"user": None}
    assert credentials_of(CHAT, {}, {"TRIVET_CHAT_USER_TOKEN": "  "}) == {}


@pytest.mark.parametrize(
    ("named", "value", "message"),
    [
        ({"root": "MINE"}, "x", "'root' is not one of admin, user, other, spare"),
        ({"user": "MINE"}, None, "the environment variable MINE of user is not set"),
        ({"user": "MINE"}, " ", "the environment variable MINE of user is not set"),
        ({"user": "s3cretToken"}, None, "variable <name not shown> of user is not set"),
        ({"user": "MINE"}, "s3cret\x1b[31m", "characters that no header may have"),
        ({"user": "MINE"}, "s3cret\nx: y", "characters that no header may have"),
        ({"user": "MINE"}, "s3cr\u00e9t", "characters that no header may have"),
    ],
)
def test_caller_that_cannot_be_used_is_refused_without_its_token(named, value, message):
    environment = {} if value is None else {"MINE": value}
    with pytest.raises(ValueError, match=message) as caught:
        credentials_of(CHAT, named, environment)
    assert "s3cr" not in str(caught.value)


@pytest.fixture
def stub(monkeypatch):
    """A stub whose callers have their tokens in the environment."""
    with ChatStub() as stub:
        for name, who in USERS.items():
            monkeypatch.setenv(default_variable("chat", name), stub.token(who))
        yield stub


def unusable(transport, service="chat"):
    """Why each caller cannot be used, by its name; the run could have changed everything. Its pauses take no time."""
    clock = Clock()
    budget = Budget(monotonic=clock.monotonic, pause=clock.advance)
    with pytest.raises(CouldNotRun, match="cannot be used") as raised:
        check_server(service, "http://server.test", transport=transport, allow_writes=True, budget=budget)
    return raised.value.callers


REFUSED = (
    "refused: GET http://server.test/conversations is answered with 401; has Bearer $TRIVET_CHAT_OTHER_TOKEN expired"
)
NO_RIGHTS = (
    "let in, but without the rights that the checks need: GET http://server.test/admin/users is answered with 403"
)


@pytest.mark.parametrize(
    ("name", "token", "reason"),
    [
        ("user", "", "not given (--caller user=VARIABLE, or TRIVET_CHAT_USER_TOKEN)"),
        ("admin", " ", "not given (--caller admin=VARIABLE, or TRIVET_CHAT_ADMIN_TOKEN)"),
        ("other", "no-such-token", REFUSED),
        ("admin", "stub-token-dave", NO_RIGHTS),
        ("other", "stub-token-alice", "the same user as user"),
    ],
)
def test_caller_that_cannot_be_used_ends_the_run_before_any_rule(stub, monkeypatch, name, token, reason):
    before = records(stub)
    monkeypatch.setenv(default_variable("chat", name), token)
    reasons = unusable(stub.async_transport())
    assert list(reasons) == [name]
    assert reasons[name].startswith(reason)
    assert {(request.method, request.operation) for request in stub.requests} <= {
        ("GET", operation) for operation in (None, "conversations.list", "admin.users.list")
    }
    assert records(stub) == before


def test_every_caller_that_cannot_be_used_is_named(stub, monkeypatch):
    monkeypatch.setenv("TRIVET_CHAT_ADMIN_TOKEN", "no-such-token")
    monkeypatch.setenv("TRIVET_CHAT_USER_TOKEN", "")
    monkeypatch.delenv("TRIVET_CHAT_OTHER_TOKEN")
    assert list(unusable(stub.async_transport())) == ["admin", "user", "other"]


def test_user_whom_the_run_deletes_is_tried_if_they_are_named(stub, monkeypatch):
    transport = stub.async_transport()
    check_server("chat", "http://server.test", transport=transport, ids=["chat.users.missing-is-404"])
    monkeypatch.setenv("SPARE", "token-of-a-user-who-was-deleted")
    with pytest.raises(CouldNotRun, match=r"spare: refused: .* has Bearer \$SPARE expired"):
        check_server("chat", "http://server.test", transport=transport, callers={"spare": "SPARE"})


@pytest.mark.parametrize(
    ("status", "headers", "answer"),
    [
        (200, {"content-type": "text/html; charset=utf-8"}, "200 text/html"),
        (404, {"content-type": "application/json"}, "404 application/json"),
        (308, {"location": "https://server.test/"}, "308"),
        (405, {}, "405"),
        (404, {"content-type": "a\x1b[31m/stub-token-alice"}, "404 a [31m/$TRIVET_CHAT_USER_TOKEN"),
    ],
)
def test_another_service_below_the_url_ends_the_run(stub, status, headers, answer):
    transport = httpx.MockTransport(lambda _: httpx.Response(status, headers=headers, content=b"<h1>Welcome</h1>"))
    reason = f"GET http://server.test/conversations is answered with {answer}; is the base URL right, with its prefix?"
    assert unusable(transport) == dict.fromkeys(USERS, reason)


def jwt(**claims):
    """A token with these claims; its signature is new each time, as after each sign-in."""
    parts = ({"alg": "HS256", "typ": "JWT"}, {**claims, "jti": str(len(claims))})
    encoded = [urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in parts]
    return ".".join([*encoded, f"signature-{claims}".encode().hex()])


def test_two_sign_ins_of_one_user_are_one_caller(monkeypatch):
    page = httpx.Response(200, json={"items": [], "total": 0})
    for name, sub, exp in (("admin", "olga", 1), ("user", "piet", 1), ("other", "piet", 2)):
        monkeypatch.setenv(default_variable("chat", name), jwt(sub=sub, exp=exp))
    assert unusable(httpx.MockTransport(lambda _: page)) == {"other": "the same user as user"}


@pytest.mark.parametrize("token", ["a.b.c", "a..c", "only-one-part", "a.W10.c", "a.bnVsbA.c"])
def test_tokens_of_another_kind_have_no_subject(monkeypatch, token):
    page = httpx.Response(200, json={"items": [], "total": 0})
    for name in USERS:
        monkeypatch.setenv(default_variable("chat", name), f"{token}{name}")
    transport = httpx.MockTransport(lambda _: page)
    result = check_server("chat", "http://server.test", transport=transport, ids=["chat.access.unknown-token-is-401"])
    assert result.callers == {}


def test_run_may_go_on_without_a_caller(stub, monkeypatch):
    monkeypatch.setenv("TRIVET_CHAT_ADMIN_TOKEN", "no-such-token")
    options = {"transport": stub.async_transport(), "allow_writes": True, "allow_untried": True}
    result = check_server("chat", "http://server.test", ids=["chat.users.*", "chat.shares.c*"], **options)
    assert outcomes(result, "broken") == {}
    assert set(outcomes(result, "holds")) == {
        "chat.shares.create-answers-201",
        "chat.shares.create-names-a-user-or-a-link",
    }
    reasons = {reason.partition(":")[0] for reason in outcomes(result, "not tried").values()}
    assert reasons == {"needs the caller admin", "needs the caller spare"}
    assert list(result.callers) == ["admin"]
    assert result.stopped == ""


def test_agent_server_that_asks_for_credentials_ends_a_run_without_any(monkeypatch):
    monkeypatch.delenv("TRIVET_AGENT_USER_TOKEN", raising=False)
    with AgentStub(credentials=("dev", "secret")) as stub:
        [reason] = unusable(stub.async_transport(), "agent").values()
    assert reason.startswith("not given (--caller user=VARIABLE, or TRIVET_AGENT_USER_TOKEN), and the server asks for")


ABOUT_SHARES = "chat.shares.*"


@pytest.mark.parametrize("name", ["user", "other"])
def test_token_that_expires_during_the_run_breaks_no_rule(name):
    with ChatStub() as stub:
        result = try_rules(stub, ABOUT_SHARES, tokens={name: stub.token(USERS[name], expires_in=1.0)})
        holding = outcomes(result, "holds")
    assert outcomes(result, "broken") == {}
    assert len(holding) > 3
    assert set(outcomes(result, "not tried").values()) == {f"the caller {name} cannot be used"}
    assert result.stopped == f"the caller {name} cannot be used"
    assert result.callers[name].startswith("let in at first, and then refused: GET http://chat.test/conversations")


def test_run_goes_on_without_a_caller_whose_token_has_expired():
    with ChatStub() as stub:
        tokens = {"other": stub.token("bob", expires_in=1.0)}
        result = try_rules(stub, ABOUT_SHARES, tokens=tokens, allow_untried=True)
    untried = outcomes(result, "not tried")
    assert outcomes(result, "broken") == {}
    assert "chat.shares.unknown-token-is-404" in outcomes(result, "holds")
    assert all("needs the caller other: let in at first, and then refused" in reason for reason in untried.values())
    assert (result.stopped, list(result.callers)) == ("", ["other"])

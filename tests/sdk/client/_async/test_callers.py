"""The credentials of the agent service: none, basic, bearer, or an `httpx.Auth`."""

import httpx
import pytest

from trivet import (
    APIStatusError,
    AsyncAgentClient,
    AuthenticationError,
    Basic,
    Bearer,
    DecodeError,
    InvalidArgumentError,
)


def agents(request):
    return httpx.Response(200, json={"data": []}, headers={"x-sent": request.headers.get("authorization", "nothing")})


async def sent(auth=None, answer=agents):
    """Return the Authorization header that a client with these credentials sends."""
    async with AsyncAgentClient(auth=auth, transport=httpx.MockTransport(answer)) as agent:
        return (await agent.with_response(agent.agent.list)).headers["x-sent"]


async def test_each_kind_of_credentials_is_sent():
    assert await sent() == "nothing"
    assert await sent(Basic("me", "pässword:")) == "Basic bWU6cMOkc3N3b3JkOg=="
    assert await sent(Bearer("t0ken")) == "Bearer t0ken"
    assert await sent(httpx.BasicAuth("me", "p")) == "Basic bWU6cA=="


async def test_fetched_token_is_fetched_again_after_401():
    tokens = iter(["old", "new"])

    async def source():
        return next(tokens)

    def answer(request):
        return httpx.Response(401) if request.headers["authorization"] == "Bearer old" else agents(request)

    assert await sent(Bearer(source), answer) == "Bearer new"


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, "nothing"),
        ({"USERNAME": "me", "PASSWORD": "p"}, "Basic bWU6cA=="),
        ({"TOKEN": "t"}, "Bearer t"),
    ],
)
async def test_missing_credentials_are_read_from_the_environment(monkeypatch, variables, expected):
    for name, value in variables.items():
        monkeypatch.setenv(f"TRIVET_AGENT_{name}", value)
    assert await sent() == expected
    assert await sent(Bearer("given")) == "Bearer given"


@pytest.mark.parametrize(
    ("names", "rule"),
    [
        (["USERNAME"], "TRIVET_AGENT_USERNAME and TRIVET_AGENT_PASSWORD both set"),
        (["PASSWORD"], "TRIVET_AGENT_USERNAME and TRIVET_AGENT_PASSWORD both set"),
        (["PASSWORD", "TOKEN"], "TRIVET_AGENT_TOKEN without TRIVET_AGENT_USERNAME"),
    ],
)
async def test_incomplete_or_ambiguous_environment_raises(monkeypatch, names, rule):
    for name in names:
        monkeypatch.setenv(f"TRIVET_AGENT_{name}", "s3cret")
    with pytest.raises(InvalidArgumentError, match=f"auth must be given, or {rule}") as caught:
        AsyncAgentClient()
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize("wrong", ["s3cret", ("me", "s3cret"), 5, httpx.BasicAuth])
async def test_value_of_another_type_raises(wrong):
    with pytest.raises(
        InvalidArgumentError, match="auth must be a Basic, a Bearer, an Auth of httpx or httpx2, or None"
    ) as caught:
        AsyncAgentClient(auth=wrong)
    assert "s3cret" not in str(caught.value)


async def test_echoed_credentials_are_redacted():
    def answer(request):
        return httpx.Response(400, text=f"{request.headers['authorization']} me:s3cret")

    async with AsyncAgentClient(auth=Basic("me", "s3cret"), transport=httpx.MockTransport(answer)) as agent:
        with pytest.raises(Exception, match=r"\*\*\*") as caught:
            await agent.agent.list()
    assert b"s3cret" not in caught.value.body
    assert b"bWU6" not in caught.value.body


class Token(httpx.Auth):
    """An auth flow that adds a token of its own, a new one for each request."""

    def __init__(self):
        self.number = 0

    def auth_flow(self, request):
        self.number += 1
        request.headers["authorization"] = f"Bearer s3cret/{self.number}"
        yield request


@pytest.mark.parametrize(
    ("status", "media", "kind"),
    [(400, "text/plain", APIStatusError), (200, "text/html", DecodeError), (200, "application/json", DecodeError)],
)
@pytest.mark.parametrize(("auth", "echo"), [(httpx.BasicAuth("me", "s3cret/1"), "me:s3cret\\/1"), (Token(), "")])
async def test_echoed_credentials_of_an_auth_flow_are_redacted(auth, echo, status, media, kind):
    def answer(request):
        credentials = request.headers["authorization"]
        headers = {"content-type": media, "x-echo": credentials}
        return httpx.Response(status, text=f"{credentials} {echo}", headers=headers)

    async with AsyncAgentClient(auth=auth, transport=httpx.MockTransport(answer)) as agent:
        with pytest.raises(kind) as caught:
            await agent.agent.list()
        with pytest.raises(kind) as streamed:
            async with agent.event.subscribe():
                pytest.fail("the block was entered")
    for error in (caught.value, streamed.value):
        text = f"{error} {error!r} {error.body!r} {dict(error.headers)}"
        assert "***" in text
        assert "s3cret" not in text
        assert "czNjcmV0" not in text  # in base64


class Challenged(httpx.Auth):
    """An auth flow that reads the response with a challenge, and answers it."""

    requires_response_body = True

    def __init__(self):
        self.read = []

    def auth_flow(self, request):
        response = yield request
        while response.status_code == 401:
            self.read.append(response.text)
            request.headers["authorization"] = f"Answer {response.text}"
            response = yield request


async def test_auth_flow_may_send_several_requests():
    asked = []

    def answer(request):
        asked.append(request)
        said = request.headers.get("authorization")
        return agents(request) if said == "Answer 2" else httpx.Response(401, text=str(len(asked)))

    auth = Challenged()
    assert await sent(auth, answer) == "Answer 2"
    assert (auth.read, len(asked)) == (["1", "2"], 3)
    assert all(request.extensions["timeout"]["read"] == 30.0 for request in asked)


async def test_auth_flow_may_end_with_an_error_status():
    async with AsyncAgentClient(
        auth=httpx.BasicAuth("me", "p"), transport=httpx.MockTransport(lambda _: httpx.Response(401))
    ) as agent:
        with pytest.raises(AuthenticationError):
            await agent.agent.list()


async def test_digest_authentication_succeeds():
    def answer(request):
        if not request.headers.get("authorization", "").startswith("Digest "):
            return httpx.Response(401, headers={"www-authenticate": 'Digest realm="r", nonce="n", qop="auth"'})
        return agents(request)

    assert (await sent(httpx.DigestAuth("me", "p"), answer)).startswith('Digest username="me"')


async def test_exception_of_an_auth_flow_propagates():
    class Broken(httpx.Auth):
        def auth_flow(self, request):
            yield request
            raise LookupError("no ticket")

    with pytest.raises(LookupError, match="no ticket"):
        await sent(Broken())

"""No error, log line or repr shows a key, a password, a token or a custom header."""

import json
import logging
import re

import httpcore
import httpx
import pytest

from tests.sdk.exposure import SPELLINGS, exposed
from trivet import (
    APIConnectionError,
    APIStatusError,
    AsyncAgentClient,
    AsyncBusClient,
    AsyncChatClient,
    Basic,
    DecodeError,
    TrivetError,
)

HEADER = "tenant-acme\\7731/é"
PASSWORD = "pä:ß wörd€😀"
JSON = {"content-type": "application/json"}
STATUSES = (302, 400, 401, 403, 404, 409, 418, 422, 429, 500, 503)


@pytest.fixture
def logged(caplog):
    caplog.set_level(logging.DEBUG, "trivet")

    def text() -> str:
        return " ".join([caplog.text, *(repr(record.args) for record in caplog.records)])

    return text


def echo(secret, spelling):
    """Answers that echo a secret in every part of an answer that an error keeps."""
    spelled = SPELLINGS[spelling](secret)
    message = b'{"error": {"code": "%b", "message": "bad <%b>, not that"}}' % (spelled, spelled)
    wide = json.dumps({"message": f"bad {secret}"}, ensure_ascii=False).encode("utf-16-le")
    headers = [
        ("x-echo", spelled),
        ("x-request-id", b"for " + spelled),
        ("location", b"http://bus.test/" + spelled),
        (b"x-" + spelled, b"1"),
    ]
    reason = {"reason_phrase": spelled}
    for status in STATUSES:
        yield httpx.Response(status, content=message, headers=headers, extensions=reason)
    yield httpx.Response(400, content=b"no JSON: " + spelled * 3 + b" " * 300, headers=headers)
    yield httpx.Response(400, content=b"x" * (9_990 - len(spelled)) + spelled * 2)
    yield httpx.Response(400, content=b"n" * 190 + spelled)
    yield httpx.Response(400, content=wide)
    yield httpx.Response(400, content=b"\xff\xfe" + wide)
    yield httpx.Response(200, content=message, headers=[*headers, ("content-type", b"text/plain; x=" + spelled)])
    yield httpx.Response(200, content=message, headers=[*headers, ("content-type", b"application/json")])
    yield httpx.Response(200, content=message[:-1], headers=JSON)
    yield httpx.Response(200, content=message[: message.index(b"not") - 4], headers=JSON)
    yield httpx.Response(200, content=b'{"value": {"%b": 1}, "Services": "%b"}' % (spelled, spelled), headers=JSON)
    yield httpx.Response(200, content=b"", headers=[*headers, ("content-type", b"application/json")])


@pytest.mark.parametrize("spelling", SPELLINGS)
async def test_no_error_shows_the_key_in_any_spelling(options, script, key, spelling, logged):
    replies = list(echo(key, spelling))
    async with AsyncBusClient(**options, transport=script(*replies), max_retries=0) as bus:
        for _ in replies:
            with pytest.raises((APIStatusError, DecodeError)) as caught:
                await bus.stops.list().page()
            assert not exposed(caught.value, key)
    assert key not in logged()


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("spelling", SPELLINGS)
async def test_no_error_shows_a_password_that_is_not_ascii(script, spelling, strict, logged):
    password = PASSWORD if spelling != "latin-1" else PASSWORD.replace("€😀", "-")
    for secret in (password, Basic("me", password).secrets()[0]):
        replies = list(echo(secret, spelling))
        options = {"auth": Basic("me", password), "max_retries": 0, "strict": strict}
        async with AsyncAgentClient(**options, transport=script(*replies)) as agent:
            for _ in replies:
                with pytest.raises((APIStatusError, DecodeError)) as caught:
                    await agent.session.get("ses_1")
                assert not exposed(caught.value, secret)
        assert secret not in logged()


@pytest.mark.parametrize("spelling", SPELLINGS)
async def test_no_error_shows_a_custom_header(options, script, spelling, logged):
    replies = list(echo(HEADER, spelling))
    async with AsyncBusClient(**options, transport=script(*replies), max_retries=0) as bus:
        other = bus.with_options(headers={"X-Tenant": HEADER})
        for _ in replies:
            with pytest.raises((APIStatusError, DecodeError)) as caught:
                await other.stops.list().page()
            assert not exposed(caught.value, HEADER, also=repr(other) + repr(other.stops))
    assert HEADER not in logged()


async def test_no_error_shows_parts_of_a_cookie_or_an_authorization_header(options, script):
    session, token = "s3ss10n-of-mine", "t0ken-of-mine"
    headers = {"Cookie": f"a=b; session={session}", "X-Upstream": f"Bearer {token}"}
    reply = httpx.Response(400, json={"message": f"bad {session} and {token}"})
    async with AsyncBusClient(**options, headers=headers, transport=script(reply)) as bus:
        with pytest.raises(APIStatusError) as caught:
            await bus.arrivals.get("83139")
    assert caught.value.message == "bad *** and ***"
    assert not exposed(caught.value, session, token)


async def test_request_id_of_the_user_stays_in_errors(options, script):
    reply = httpx.Response(400, headers={"x-request-id": "trace-0123456789"})
    async with AsyncBusClient(**options, headers={"X-Request-ID": "trace-0123456789"}, transport=script(reply)) as bus:
        with pytest.raises(APIStatusError, match="request trace-0123456789"):
            await bus.arrivals.get("83139")


@pytest.mark.parametrize("kind", ["basic", "header", "query"])
@pytest.mark.parametrize("pages", [False, True])
async def test_no_error_shows_the_credentials_from_an_auth_flow(script, kind, pages, logged):
    secret = "s3cret-of-a-flow"

    class Flow(httpx.Auth):
        def auth_flow(self, request):
            if kind == "header":
                request.headers["x-api-key"] = secret
            else:
                request.url = request.url.copy_merge_params({"key": secret})
            yield request

    auth = httpx.BasicAuth("me", secret) if kind == "basic" else Flow()
    body = {"message": f"bad {secret}", "data": [{"id": [secret]}], "cursor": {}}
    echoed = {"x-echo": secret, "content-type": "application/json"}
    replies = [httpx.Response(status, json=body, headers=echoed) for status in (200, 400, 302)]
    replies += [httpx.RemoteProtocolError(f"illegal status line: bytearray(b'HTTP/9.9 {secret}')")]
    async with AsyncAgentClient(auth=auth, transport=script(*replies), max_retries=0) as agent:
        for _ in replies:
            with pytest.raises((APIConnectionError, APIStatusError, DecodeError)) as caught:
                await (agent.session.list().all() if pages else agent.session.get("ses_1"))
            assert not exposed(caught.value, secret, also=logged() + repr(agent))


async def test_no_error_shows_old_or_new_tokens_of_a_callable(script, logged):
    tokens = [f"t0ken-number-{number}-of-mine" for number in range(3)]
    fetched = iter(tokens)

    async def token():
        return next(fetched)

    body = {"message": " ".join(tokens[:2])}
    replies = [httpx.Response(401, json=body), httpx.Response(400, json=body, headers={"x-request-id": tokens[0]})]
    async with AsyncChatClient(token=token, base_url="http://chat.test", transport=script(*replies)) as chat:
        with pytest.raises(APIStatusError) as caught:
            await chat.conversations.get("0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001")
    assert caught.value.message == "*** ***"
    assert not exposed(caught.value, *tokens, also=logged() + repr(chat))


@pytest.mark.parametrize("bad", ["t0ken of mine with spaces", "t0ken-of-mine-€"])
async def test_fetched_token_that_cannot_be_sent_is_not_shown(script, bad):
    async def token():
        return bad

    async with AsyncChatClient(token=token, base_url="http://chat.test", transport=script()) as chat:
        with pytest.raises(TrivetError) as caught:
            await chat.conversations.get("0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001")
    assert not exposed(caught.value, bad)


@pytest.mark.parametrize("answered", [False, True])
async def test_no_error_shows_a_share_token(script, answered, logged):
    token = "sh/are token+of mine"
    options = {"token": "t", "base_url": "http://chat.test"}
    replies = list(echo(token, "percent")) if answered else [httpx.Response(404, json={"detail": f"no {token}"})]
    async with AsyncChatClient(**options, transport=script(*replies), max_retries=0) as chat:
        for at, _ in enumerate(replies):
            with pytest.raises((APIStatusError, DecodeError)) as caught:
                await (
                    chat.with_response(chat.conversations.open_shared, token)
                    if at % 2
                    else chat.conversations.open_shared(token)
                )
            assert not exposed(caught.value, token)
    assert token not in logged()


async def test_no_error_shows_a_key_that_a_request_body_saves(script, logged):
    code = "c0de/of the authorization server"
    replies = list(echo(code, "json"))[: len(STATUSES)]
    async with AsyncAgentClient(transport=script(*replies), max_retries=0) as agent:
        for _ in replies:
            with pytest.raises((APIStatusError, DecodeError)) as caught:
                await agent.mcp.server.oauth.callback("github", code=code)
            assert not exposed(caught.value, code)
    assert code not in logged()


async def test_short_secret_is_hidden_only_as_a_whole_word(options, script):
    message = "can't take the t, for t-shirts: 't'"
    reply = httpx.Response(400, json={"message": message}, headers={"x-echo": "t", "x-other": "that"})
    async with AsyncBusClient(**options | {"account_key": "t"}, transport=script(reply)) as bus:
        with pytest.raises(APIStatusError) as caught:
            await bus.arrivals.get("83139")
    assert caught.value.message == "can't take the ***, for t-shirts: '***'"
    assert (caught.value.headers["x-echo"], caught.value.headers["x-other"]) == ("***", "that")


async def test_no_connection_error_shows_the_key_that_a_server_sent_in_place_of_a_head(options, script, key, logged):
    transport = script(httpx.RemoteProtocolError(f"illegal status line: bytearray(b'HTTP/9 {key}')"))
    async with AsyncBusClient(**options, transport=transport, max_retries=0) as bus:
        with pytest.raises(APIConnectionError, match=r"illegal status line.*\*\*\*") as caught:
            await bus.arrivals.get("83139")
    assert key not in f"{caught.value} {caught.value.args} {caught.value.reason}" + logged()


@pytest.mark.parametrize("place", ["message", "code", "x-request-id", "content-type", "reason"])
async def test_terminal_codes_and_line_ends_of_a_server_are_escaped(options, script, place):
    codes = "a\r\nb\x1b[31m\x9b2J\u202e\u2066\ud800\x00"
    if place in ("message", "code"):
        error = {"message": "plain", "code": "plain"} | {place: codes}
        reply = httpx.Response(400, content=json.dumps({"error": error}))
    elif place == "reason":
        reply = httpx.Response(400, content=codes.encode("utf-8", "surrogatepass"))
    else:
        status = 400 if place == "x-request-id" else 200
        reply = httpx.Response(status, content=b"x", headers=[(place, codes[:9].replace("\r\n", "").encode("latin-1"))])
    async with AsyncBusClient(**options, transport=script(reply)) as bus:
        with pytest.raises((APIStatusError, DecodeError)) as caught:
            await bus.arrivals.get("83139")
    assert str(caught.value).isprintable()
    assert "\\x1b[31m" in str(caught.value)
    parts = [getattr(caught.value, name, None) or "" for name in ("message", "code", "request_id", "reason")]
    assert "".join(parts).isprintable()


@pytest.mark.parametrize("place", ["message", "code", "x-request-id", "content-type"])
async def test_long_text_of_a_server_is_cut(options, script, place):
    long = "long " * 200_000
    if place in ("message", "code"):
        reply = httpx.Response(400, json={"error": {"message": "m", "code": "c"} | {place: long}})
    else:
        reply = httpx.Response(400 if place == "x-request-id" else 200, content=b"x", headers={place: long})
    async with AsyncBusClient(**options, transport=script(reply)) as bus:
        with pytest.raises((APIStatusError, DecodeError)) as caught:
            await bus.arrivals.get("83139")
    assert len(str(caught.value)) < 1500
    assert len(repr(caught.value)) < 1500


@pytest.mark.parametrize("spelling", SPELLINGS)
async def test_secret_where_a_body_is_cut_is_removed_first(options, script, key, spelling):
    spelled = SPELLINGS[spelling](key)
    for before in (100_000 - len(spelled), 99_999 - len(spelled) // 2, 99_991, 99_999):
        body = b"." * before + spelled * 10
        replies = [httpx.Response(status, content=body) for status in (400, 200)]
        async with AsyncBusClient(**options, transport=script(*replies), max_retries=0) as bus:
            for _ in replies:
                with pytest.raises((APIStatusError, DecodeError)) as caught:
                    await bus.stops.list().page()
                assert caught.value.body == b"." * before + b"***"
                assert caught.value.body_length == len(body)
                assert not exposed(caught.value, key)


async def test_secret_of_one_call_is_hidden_in_the_error_of_another(script, logged):
    secret = "s3cret-of-a-flow"

    class Flow(httpx.Auth):
        def auth_flow(self, request):
            if request.url.path.endswith("ses_1"):
                request.headers["x-signature"] = secret
            yield request

    replies = [httpx.Response(404), httpx.Response(400, json={"message": f"bad {secret}"})]
    async with AsyncAgentClient(auth=Flow(), transport=script(*replies), max_retries=0) as agent:
        with pytest.raises(APIStatusError):
            await agent.session.get("ses_1")
        with pytest.raises(APIStatusError) as caught:
            await agent.with_options(timeout=5).session.get("ses_2")
    assert caught.value.message == "bad ***"
    assert not exposed(caught.value, secret, also=logged())


async def test_secret_where_a_message_is_cut_is_removed_first(options, script, key):
    for length in range(960, 1001, 4):
        reply = httpx.Response(400, json={"message": "m" * length + key})
        async with AsyncBusClient(**options, transport=script(reply)) as bus:
            with pytest.raises(APIStatusError) as caught:
                await bus.arrivals.get("83139")
        assert key[:1] not in caught.value.message


async def test_no_log_shows_the_key(options, origin, response, key, caplog, arrivals_bytes, clock, closed_url):
    caplog.set_level(logging.DEBUG)
    below = httpcore.__name__  # httpcore2 where httpx2 stands in for httpx
    for name in ("trivet", httpx.__name__, below, f"{below}.http11", f"{below}.connection", "asyncio"):
        caplog.set_level(logging.DEBUG, name)
    replies = iter(
        [response(key.encode(), status="503 Busy"), response(arrivals_bytes), response(b"", status="401 No")]
    )
    service = origin(lambda _: next(replies))
    async with AsyncBusClient(**options | {"base_url": service.url}, clock=clock) as bus:
        await bus.arrivals.get("83139")
        with pytest.raises(APIStatusError):
            await bus.arrivals.get("83139")
    async with AsyncBusClient(**options | {"base_url": closed_url}, clock=clock) as bus:
        with pytest.raises(APIConnectionError):
            await bus.arrivals.get("83139")
    assert {record.name for record in caplog.records} >= {"trivet", f"{below}.http11"}
    assert key not in caplog.text
    assert not [record for record in caplog.records if key in repr(record.args)]
    assert service.arrived.get_nowait().decode().count(key) == 1, "it was sent, all the same"


async def test_retry_is_logged_with_its_reason(options, script, clock, caplog, arrivals):
    caplog.set_level(logging.DEBUG, "trivet")
    transport = script(httpx.Response(503), httpx.ConnectError("refused"), httpx.Response(200, json=arrivals))
    async with AsyncBusClient(**options, transport=transport, clock=clock) as bus:
        await bus.arrivals.get("83139")
    first, second = (record for record in caplog.records if "attempt" in record.getMessage())
    assert re.fullmatch(r"arrivals\.get: attempt 1: 503; again in 0\.\d s", first.getMessage())
    assert re.fullmatch(r"arrivals\.get: attempt 2: ConnectError: refused; again in [01]\.\d s", second.getMessage())
    assert {first.levelno, second.levelno} == {logging.DEBUG}


@pytest.mark.parametrize(
    ("replies", "reasons"),
    [
        ([httpx.Response(404)], ["404; not retried: 404 is not a retryable status"]),
        (
            [httpx.Response(503, headers={"retry-after": "61"})],
            ["503; not retried: Retry-After asks for more"],
        ),
        ([httpx.Response(503), httpx.ConnectError("refused")], ["again", "refused; not retried: no retries are left"]),
    ],
)
async def test_error_is_logged_with_the_reason_why_it_is_not_retried(options, script, clock, caplog, replies, reasons):
    caplog.set_level(logging.DEBUG, "trivet")
    async with AsyncBusClient(**options, transport=script(*replies), clock=clock, max_retries=1) as bus:
        with pytest.raises(TrivetError):
            await bus.arrivals.get("83139")
    decisions = [message for message in (record.getMessage() for record in caplog.records) if ";" in message]
    assert len(decisions) == len(reasons)
    assert all(reason in decision for reason, decision in zip(reasons, decisions, strict=True))


async def test_no_repr_shows_the_key(options, key):
    async with AsyncBusClient(**options) as bus:
        assert repr(bus) == "AsyncBusClient('http://bus.test/api')"
        reprs = [repr(value) for value in (bus, bus.stops, bus.stops.list(), bus.with_options(timeout=1))]
    assert key not in "".join(reprs)


@pytest.mark.parametrize("bad", ["two words", "line\r\nX-Other: 1", "\x7f"])
async def test_invalid_key_is_not_shown(options, bad):
    with pytest.raises(TrivetError, match="account_key") as caught:
        AsyncBusClient(**options | {"account_key": bad})
    assert bad not in str(caught.value) + repr(caught.value)

"""The gate through which all bodies and texts of the proxy pass."""

import gzip
from hashlib import sha256

import pytest

from tests.checks.proxy.judging import passed
from trivet_checks.proxy.gate import MAX_ESCAPES, MAX_TEXT, CleanBody, Gate
from trivet_checks.proxy.passed import Capture, Unjudged
from trivet_stubs.kernel.contract import load
from trivet_stubs.recordings.secrets import TrafficSecrets

CREATE = load("agent").operations["auth.create"]
JSON = {"content-type": "application/json"}


def gate():
    return Gate(TrafficSecrets(load("agent")))


def answer(body, **headers):
    exchange = passed(
        "POST", "/api/auth", answer=body, headers={name.replace("_", "-"): headers[name] for name in headers}
    )
    return gate().answer(CREATE, exchange)


def packed(body):
    return gzip.compress(body, 1, mtime=0)  # the time of day would give each worker another test id


def test_json_text_and_bytes_have_forms_of_their_own():
    kind = "application/json"
    assert answer(b'{"apiKey": "a"}', content_type=kind) == CleanBody(form="json", value={"apiKey": "removed-1"})
    assert answer(b'{"apiKey": "a",}', content_type=kind) == CleanBody(form="text", value='{"apiKey": "removed-1",}')
    assert answer(b'{"apiKey": "a"}', content_type="text/plain").form == "text"
    assert answer(b"", content_type=kind) == CleanBody(form="empty")
    assert answer("é".encode("utf-16"), content_type="") == CleanBody(form="text", value="é", charset="utf-16")
    omitted = answer(b"\x00\xff", content_type=kind)
    assert omitted.value == {"bytes": 2, "sha256": sha256(b"\x00\xff").hexdigest(), "reason": "it has zero bytes"}
    assert omitted.for_report().startswith(b"(2 bytes, SHA-256 ")


def test_request_that_is_json_is_cleaned_whatever_its_header_says():
    exchange = passed("POST", "/api/auth", body={"credential": {"type": "api", "key": "a"}}, sent={})
    assert gate().request(CREATE, exchange).value == {"credential": {"type": "api", "key": "removed-1"}}


def test_names_of_the_spec_count_in_a_text_of_their_operation():
    body = b'{"headers": {"x": "a"}, "id": 1,}'
    create = load("agent").operations["mcp.server.create"]
    exchange = passed("POST", "/api/mcp/server", body=body)
    assert gate().request(create, exchange).value == '{"headers": removed, "id": 1,}'
    assert gate().request(CREATE, exchange).value == body.decode()


@pytest.mark.parametrize(
    ("body", "coding", "reason"),
    [
        (b"x", "br", "the content-encoding 'br' is not unpacked"),
        (b"x", "gzip", "the body is not packed as gzip: "),
        (b"x", "token=abc", "the content-encoding 'token=removed"),
        (packed(b"\0a\xff"), "gzip", "it is not text in utf-16-be"),
        (packed(b"a" * (MAX_TEXT + 1)), "gzip", "it is a text of more than 8388608 characters"),
        (b"\\" * (MAX_ESCAPES + 1), "", "it is a text with more than 250000 escapes"),
        (b"[" * 191 + b"]" * 191, "", "its JSON is nested more than 190 times"),
    ],
)
def test_body_that_cannot_be_searched_is_omitted_with_the_reason(body, coding, reason):
    omitted = answer(body, content_type="application/json", content_encoding=coding)
    assert omitted.form == "omitted"
    assert omitted.value["reason"].startswith(reason)
    assert coding == "gzip" or omitted.value["bytes"] == len(body)


def test_body_without_a_copy_cannot_pass():
    exchange = passed("POST", "/api/auth")
    exchange.body = Capture(limit=1)
    exchange.body.add(b"abc")
    with pytest.raises(Unjudged):
        gate().answer(CREATE, exchange)


def test_headers_and_messages_pass_it_too():
    kept = gate().headers({"content-type": "text/plain; token=abc1", "x": "y"}, ("content-type", "accept"))
    assert kept == {"content-type": "text/plain; token=removed"}
    assert gate().message("cannot connect to https://a:b@c.test/x") == "cannot connect to https://a:removed-1@c.test/x"


def test_link_in_a_header_teaches_the_secrets_of_its_query():
    secrets = TrafficSecrets(load("agent"))
    secrets.learn({"location": "https://app.test/?code=abc-def-123&page=7"})
    assert secrets.text("go to abc-def-123 and 7") == "go to removed-1 and 7"

"""The gate through which everything passes that a check or the proxy shows of an exchange."""

import gzip
from hashlib import sha256

import pytest

from trivet_checks.exchanges.gate import MAX_ESCAPES, MAX_TEXT, CleanBody, Gate
from trivet_checks.exchanges.request import Request
from trivet_stubs.kernel.contract import load

CREATE = load("agent").operations["auth.create"]
JSON = {"content-type": "application/json"}


def gate():
    return Gate(load("agent"))


def answer(body, **headers):
    return gate().answer(CREATE, 200, {name.replace("_", "-"): headers[name] for name in headers}, body)


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
    body = b'{"credential": {"type": "api", "key": "a"}}'
    assert gate().request(CREATE, {}, body).value == {"credential": {"type": "api", "key": "removed-1"}}


def test_names_of_the_spec_count_in_a_text_of_their_operation():
    body = b'{"headers": {"x": "a"}, "id": 1,}'
    create = load("agent").operations["mcp.server.create"]
    assert gate().request(create, JSON, body).value == '{"headers": removed, "id": 1,}'
    assert gate().request(CREATE, JSON, body).value == body.decode()


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


def test_headers_and_messages_pass_it_too():
    kept = gate().headers({"content-type": "text/plain; token=abc1", "x": "y"}, ("content-type", "accept"))
    assert kept == {"content-type": "text/plain; token=removed"}
    assert gate().message("cannot connect to https://a:b@c.test/x") == "cannot connect to https://a:removed-1@c.test/x"


def test_link_in_a_header_teaches_the_secrets_of_its_query():
    taught = gate()
    taught.learn({"location": "https://app.test/?code=abc-def-123&page=7"})
    assert taught.message("go to abc-def-123 and 7") == "go to removed-1 and 7"


def named():
    """A gate as a run has it: secrets that it learns have their names, and others are hidden."""
    return Gate(load("chat"), same="<hidden>")


def test_value_is_hidden_in_each_spelling():
    taught = named()
    taught.learn({}, b'{"share_token": "a/b+c\\"d=12"}')
    assert taught.hide("x a%2Fb%2Bc%22d%3D12 y") == "x <share_token> y"
    assert taught.hide('{"v": "a/b+c\\"d=12"}') == '{"v": "<share_token>"}'
    assert taught.hide('a/b+c"d=12') == "<share_token>"


def test_longer_value_is_hidden_before_one_that_it_contains():
    taught = named()
    taught.add("abcdefgh", "$SHORT")
    taught.add("abcdefghij", "$LONG")
    assert taught.hide("abcdefghij abcdefgh") == "$LONG $SHORT"


def test_short_value_of_an_answer_is_left_and_that_of_a_caller_is_hidden_as_a_word():
    taught = named()
    taught.learn({}, b'{"key": "user"}')
    assert taught.hide("the user") == "the user"
    taught.add("use", "\\1")
    assert taught.hide("the use of users, use") == "the \\1 of users, \\1"


@pytest.mark.parametrize("taught", [named(), Gate(load("chat"))])
def test_callers_the_first_and_the_latest_values_stay_when_a_server_sends_very_many(taught):
    taught.add("token-of-caller", "$TOKEN")
    for start in range(0, 5000, 100):
        keys = ",".join(f'"token": "value-{number:08}"' for number in range(start, start + 100))
        taught.learn({}, f"{{{keys}}}".encode())
    shown = taught.hide("token-of-caller, value-00000000 value-00000499 value-00002000 value-00004999")
    assert shown.startswith("$TOKEN, ")
    assert [value for value in ("00000000", "00000499", "00004999") if value in shown] == []


def answered(body, gate=None, **headers):
    """The answer of some evidence."""
    request = Request(method="GET", url="http://x.test/a")
    return (gate or named()).evidence(request, 200, headers, body).answer.removeprefix("200 ")


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (b'{"share_token": "abc", "id": 1}', '{"share_token": "\u2026", "id": 1}'),
        (b'{"access_token":"a\\"b","x":"y"}', '{"access_token":"\u2026","x":"y"}'),
        (b'{"Link": "https://files.test/a?X-Amz-Signature=1"}', '{"Link": "\u2026"}'),
        (b'"see https://files.test/a?page=1 there"', '"see https://files.test/a?\u2026 there"'),
        (b"a\x1b[31mb\r\nc", "a [31mb  c"),
        ("\u202eabc\u2066".encode(), " abc"),
        (b"[red]x[/red]", "[red]x[/red]"),
    ],
)
def test_secrets_queries_and_control_characters_are_left_out_of_an_answer(body, shown):
    assert answered(body) == shown


def test_secret_at_the_cut_is_removed_before_the_text_is_cut():
    assert "s3cret" not in answered(b'{"a": "' + b"x" * 270 + b'", "token": "s3cret-s3cret-s3cret"}')
    assert "s3cret" not in answered(b'{"token": "' + b"s3cret" * 2000)
    taught = named()
    taught.add("known-value", "<k>")
    assert answered(b"x" * 295 + b" known-value", taught).endswith(" <k>")
    assert len(answered(b"x" * 1_000_000)) == 300


def test_secret_of_an_answer_is_hidden_in_its_request():
    share = load("chat").operations["conversations.open_shared"]
    path = "/conversations/shared/tok-1"
    evidence = named().evidence(Request(method="GET", url=f"http://x.test{path}", path=path, operation=share), 404)
    assert evidence.request == "curl -i 'http://x.test/conversations/shared/<hidden>'"
    assert evidence.answer == "404"


def test_secrets_are_hidden_in_every_part_of_a_command():
    taught = named()
    taught.add("s3cret-value", "<token>")
    command = taught.curl(
        Request(
            method="PUT",
            url="http://x.test/s3cret-value?t=s3cret-value&access_token=a1&page=2",
            path="/s3cret-value",
            headers={"x": "s3cret-value", "x-api-key": "k1", "accept": "text/csv"},
            body=b'{"note": "s3cret-value", "password": "p1", "title": "Plan"}',
        )
    )
    assert command == (
        "curl -i -X PUT -H 'x: <token>' -H 'x-api-key: <hidden>' -H 'accept: text/csv' --data-raw "
        '\'{"note":"<token>","password":"<hidden>","title":"Plan"}\' '
        "'http://x.test/<token>?t=<token>&access_token=<hidden>&page=2'"
    )
    assert (
        taught.url(Request(method="GET", url="https://files.test/a.zip?sig=1")) == "https://files.test/a.zip?<hidden>"
    )


def test_command_without_a_secret_is_as_it_was_sent():
    path, query = "/a%2fb/%7E", "limit=5&since=2026-01-01T00%3A00%3A00Z"
    request = Request(method="GET", url=f"http://x.test/v1{path}?{query}", path=path, headers={"accept": "*/*"})
    assert named().curl(request) == request.curl()

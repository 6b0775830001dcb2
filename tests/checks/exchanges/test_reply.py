"""Requests, their paths and their curl commands, and replies."""

import math
import shlex
import shutil
import subprocess

import pytest

from trivet_checks import Broken, NotTried
from trivet_checks.checks.credentials import shown_credentials
from trivet_checks.exchange_rules.answer_rule import shown_by_one, unless
from trivet_checks.exchanges.reply import MAX_JSON, Reply, Request, path_of, query_pairs
from trivet_checks.exchanges.secrets import Secrets
from trivet_stubs.kernel.contract import load


def reply(status=200, body=b"{}", headers=None, hide=str):
    request = Request(method="GET", url="http://x.test/a")
    return Reply(request=request, status=status, headers=headers or {}, body=body, hide=hide)


def test_curl_names_the_variable_of_the_credentials_and_quotes_the_rest():
    request = Request(
        method="POST",
        url="http://x.test/a?b=c&d=e",
        headers={"content-type": "application/json"},
        credentials=("authorization", "Bearer $USER_TOKEN"),
        body=b'{"title": "it\'s $(reboot)"}',
    )
    words = shlex.split(request.curl())
    assert words[:4] == ["curl", "-i", "-X", "POST"]
    assert '-H "authorization: Bearer $USER_TOKEN"' in request.curl()
    assert words[-2:] == ['{"title": "it\'s $(reboot)"}', "http://x.test/a?b=c&d=e"]
    assert "'http://x.test/a?b=c&d=e'" in request.curl()
    assert Request(method="HEAD", url="http://x.test/").curl() == "curl -i --head http://x.test/"


def test_curl_of_a_body_that_begins_with_an_at_sign_reads_no_file():
    words = shlex.split(Request(method="POST", url="http://x.test/", body=b"@/etc/passwd").curl())
    assert words[-3:-1] == ["--data-raw", "@/etc/passwd"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_curl_with_control_characters_is_one_printable_line_that_a_shell_reads_back():
    body = b"a\x1b[31m'\\\n\xc2\x9b$HOME`id`"
    command = Request(method="POST", url="http://x.test/", body=body).curl()
    assert command.isprintable()
    script = command.replace("curl -i -X POST --data-raw", "printf %s", 1).removesuffix(" http://x.test/")
    assert subprocess.run(["bash", "-c", script], capture_output=True, check=True).stdout == body


def test_curl_of_a_large_body_is_cut_and_says_so():
    command = Request(method="POST", url="http://x.test/", body=b"x" * 10_000_000).curl()
    assert len(command) < 3000
    assert command.endswith("# the body is cut: it had 10000000 bytes")


def test_secrets_are_hidden_in_every_part_of_a_command():
    secrets = Secrets()
    secrets.add("s3cret-value", "<token>")
    command = Request(
        method="PUT",
        url="http://x.test/s3cret-value?t=s3cret-value",
        headers={"x": "s3cret-value"},
        body=b"s3cret-value",
    ).curl(secrets.hide)
    assert "s3cret" not in command
    assert command.count("<token>") == 4


@pytest.mark.parametrize(
    ("shown", "safe"),
    [
        ("Bearer $TRIVET_CHAT_USER_TOKEN", "Bearer $TRIVET_CHAT_USER_TOKEN"),
        ("Bearer `id`", "Bearer \\`id\\`"),
        ("Bearer $(id)", "Bearer \\$(id)"),
        ('x" y\\', 'x\\" y\\\\'),
        ("a\x1bb", "a b"),
    ],
)
def test_shown_credentials_run_nothing_in_a_shell(shown, safe):
    assert shown_credentials(shown) == safe


@pytest.mark.parametrize(
    "body", [b"", b"[1,", b"NaN,", b"\xff\xfe{\x00}\x00", b"<html>", b"[" * 100_000, b'{"a": "\xff"}']
)
def test_body_that_is_not_json_says_nothing_of_a_rule(body):
    with pytest.raises(NotTried, match="needs the body of an answer, which is not JSON"):
        _ = reply(body=body).json


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b"\xef\xbb\xbf[]", []),
        (rb'{"title": "A \ud83d..."}', {"title": "A \ufffd..."}),
        (b"[1e400, 123456789012345678901234]", [math.inf, 123456789012345678901234]),
    ],
)
def test_body_that_json_reads_is_no_fault_by_itself(body, value):
    assert reply(body=body).json == value


def test_huge_body_is_not_taken_apart():
    with pytest.raises(NotTried, match="at most"):
        _ = reply(body=b"[" + b"0," * (MAX_JSON // 2) + b"0]").json
    assert reply(body=b"[" + b"0," * 1000 + b"0]").json == [0] * 1001


def test_success_and_refusal_are_distinguished_by_status():
    assert reply(201).succeeds().succeeds(200, 201).ok
    assert reply(404).is_refused().is_refused(404, 410).status == 404
    for wrong, message in (
        (lambda: reply(500).succeeds(), "500 and not a success"),
        (lambda: reply(201).succeeds(200), "201 and not 200"),
        (lambda: reply(500).is_refused(), "500 and not a refusal"),
        (lambda: reply(404).is_refused(401, 403), "404 and not 401 or 403"),
        (lambda: reply().expect(False, "too few"), "too few"),
    ):
        with pytest.raises(Broken, match=message) as caught:
            wrong()
        assert caught.value.evidence.request == "curl -i http://x.test/a"
    assert reply().expect(True, "") is not None


def test_evidence_hides_secrets_and_media_type_ignores_parameters():
    answer = reply(body=b'{"x": "s3cret-value", "token": "t"}', hide=lambda text: text.replace("s3cret-value", "<x>"))
    assert answer.evidence().answer == '200 {"x": "<x>", "token": "\u2026"}'
    assert reply(headers={"content-type": "Application/JSON; charset=utf-8"}).media_type == "application/json"
    assert reply().media_type == ""


@shown_by_one("chat.shares.missing-is-404", "a")
def short(exchange):
    """Look whether the answer has at most as many rows as were asked for."""
    if "limit" in exchange.query and exchange.fault == "":
        yield unless(len(exchange.rows("items")) <= int(exchange.query["limit"]), "too many")


def asking(url, answer=b'{"items": [{}, {}]}', **more):
    return Reply(request=Request(method="GET", url=url, **more), status=200, headers={}, body=answer)


def test_rule_that_an_answer_shows_is_kept_or_broken_and_one_that_it_does_not_show_is_not_tried():
    assert asking("http://x.test/a?limit=2").shows(short)
    asking("http://x.test/a?limit=2").keeps(short)
    assert not asking("http://x.test/a").shows(short)
    assert not asking("http://x.test/a?limit=1").shows(short, fault="maximum")
    with pytest.raises(Broken, match="too many"):
        asking("http://x.test/a?limit=1").shows(short)
    with pytest.raises(NotTried, match="nothing that shows it"):
        asking("http://x.test/a").keeps(short)


def test_exchange_has_the_request_as_it_was_sent_and_no_credentials():
    headers = {"content-type": "application/json"}
    answer = asking(
        "http://x.test/a?b=&c=d%20e", b"null", headers=headers, credentials=("AccountKey", "$KEY"), body=b'{"x": [1]}'
    )
    exchange = answer.exchange()
    assert (exchange.query, exchange.sent) == ({"b": "", "c": "d e"}, {"x": [1]})
    assert exchange.request_headers == {"content-type": "application/json", "accountkey": "$KEY"}
    assert (exchange.answer, exchange.has_body) == (None, True)
    assert not asking("http://x.test/a", b"").exchange().has_body


GET = load("chat").operations["conversations.get"]
RATE = load("chat").operations["conversations.messages.rate"]


def test_values_fill_the_path_in_order_and_are_quoted():
    assert path_of(RATE, ["a/b", 5]) == RATE.path.replace("{conversation_id}", "a%2Fb").replace("{message_id}", "5")
    assert path_of(GET, ["\u00e9?#%2e"]).endswith("/%C3%A9%3F%23%252e")


@pytest.mark.parametrize("value", ["", ".", "..", "x" * 5000])
def test_id_that_leads_to_another_path_breaks_the_rule(value):
    with pytest.raises(Broken, match="cannot be a value"):
        path_of(GET, [value])


@pytest.mark.parametrize(("values", "message"), [([], "needs a value"), (["a", "b"], "no place for 'b'")])
def test_wrong_number_of_values_is_refused(values, message):
    with pytest.raises(ValueError, match=message):
        path_of(GET, values)


def test_query_repeats_lists_and_leaves_none_out():
    query = {"a": 1, "b": [True, None, "x"], "c": None, "d": ("y",)}
    assert list(query_pairs(query)) == [("a", "1"), ("b", "true"), ("b", "x"), ("d", "y")]

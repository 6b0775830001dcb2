"""Requests, their paths and their curl commands."""

import shlex
import shutil
import subprocess

import pytest

from trivet_checks import Broken
from trivet_checks.checks.credentials import shown_credentials
from trivet_checks.exchanges.request import Request, path_of, query_pairs
from trivet_stubs.kernel.contract import load

GET = load("chat").operations["conversations.get"]
RATE = load("chat").operations["conversations.messages.rate"]


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

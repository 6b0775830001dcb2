import html
import json
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._core.error_body import problem
from trivet._core.redact import HIDDEN, redact

KEY = "k3y/with+punctuation=="


@pytest.mark.parametrize(
    "spelling",
    [
        KEY,
        KEY.replace("/", r"\/"),
        KEY.replace("=", r"\u003d").replace("+", r"\u002B"),
        quote(KEY, safe=""),
        quote(KEY, safe="").lower(),
        html.escape(KEY),
        KEY.replace("+", "&#43;").replace("=", "&#x3D;"),
    ],
)
def test_secret_is_redacted_in_every_spelling(spelling: str):
    assert redact(f'<a b="{spelling}">'.encode(), (KEY,)) == f'<a b="{HIDDEN}">'.encode()


@given(st.text(st.characters(codec="ascii", min_codepoint=0x21, max_codepoint=0x7E), min_size=4))
def test_message_of_an_echoing_error_shows_no_secret(key: str):
    body = json.dumps({"message": f"bad key <{key}>"}).encode()
    assert problem(redact(body, (key,))).message == f"bad key <{HIDDEN}>"


def test_every_occurrence_of_every_secret_is_redacted():
    assert redact(b"one two one", ("one", "two")) == b"*** *** ***"


def test_identifier_of_a_quota_fault_is_redacted():
    body = b'{"faultstring": "Quota limit exceeded. Identifier : 0a1b2c"}'
    assert redact(body, ()) == b'{"faultstring": "Quota limit exceeded. Identifier : ***"}'


@given(st.binary())
def test_body_without_secrets_is_unchanged(body: bytes):
    assert redact(body, ()) == body or b"Identifier" in body

"""Removal of secrets from texts, bodies and headers."""

import json
import re
import sys
from collections import Counter
from types import FrameType

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.sdk.exposure import SPELLINGS
from trivet._core.redaction import redact, redact_text
from trivet._core.secrets import HIDDEN, LONG
from trivet._core.status_errors import problem

KEY = "k3y/with+punctuation=="
long_secrets = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=LONG, max_size=40)


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("secret", [KEY, "pä:ß wörd é", "\\back\\\\slashes\\"])
def test_secret_is_redacted_in_every_spelling(secret: str, spelling: str):
    spelled = SPELLINGS[spelling](secret)
    assert re.fullmatch(rb'<a b="\\{0,2}\*\*\*">', redact(b'<a b="' + spelled + b'">', (secret,)))


@given(long_secrets, st.sampled_from(sorted(SPELLINGS)), st.text(), st.text())
@example("00000000", "plain", "%", "")
@example("nnnnnnnn", "plain", "\\", "")
@example("/0000000", "json with slashes", "\\\\", "\\")
@example("0000000Ã𐀀", "python bytes", "", "")
def test_secret_is_redacted_in_any_spelling_and_any_text(secret: str, spelling: str, before: str, after: str):
    assume(spelling != "latin-1" or max(secret) <= "\xff")
    spelled = SPELLINGS[spelling](secret)
    assume(spelled not in (before + after).encode("utf-8", "surrogatepass"))
    body = before.encode("utf-8", "surrogatepass") + spelled + after.encode("utf-8", "surrogatepass")
    hidden = redact(body, (secret,))
    assert spelled not in hidden
    assert HIDDEN.encode() in hidden


@given(st.binary(), long_secrets)
def test_text_without_a_secret_is_unchanged(body: bytes, secret: str):
    assume(b"\0" not in body)
    assume(secret[:LONG].encode()[:LONG] not in body)
    assume(b"Identifier" not in body)
    assert redact(body, (secret,)) == body


@given(st.text(st.characters(codec="ascii", min_codepoint=0x21, max_codepoint=0x7E), min_size=LONG))
def test_message_of_an_echoing_error_shows_no_secret(key: str):
    assume("*" not in key)
    body = json.dumps({"message": f"bad key {key} ."}).encode()
    assert problem(body, (key,)).message == f"bad key {HIDDEN} ."


def test_every_occurrence_of_every_secret_is_redacted():
    assert redact(b"one two one", ("one", "two")) == b"*** *** ***"
    assert redact(b"first-secret second-secret", ("first-secret", "second-secret")) == b"*** ***"


def test_secret_that_contains_another_is_redacted_whole():
    assert redact(b"Bearer 0123456789", ("0123456789", "Bearer 0123456789")) == b"***"


@pytest.mark.parametrize(
    ("body", "hidden"),
    [
        (b"can't t-shirt sheet x_t t2", None),
        (b'{"t": "t", "n": [t]}', b'{"***": "***", "n": [***]}'),
        (b"token 't'? t! (t)", b"token '***'? ***! (***)"),
        (rb"a\nt b\u0020t", rb"a\n*** b\u0020***"),
        (b"?key=t&x=%20t", b"?key=***&x=%20***"),
        ("été t".encode(), "été ***".encode()),
    ],
)
def test_short_secret_is_redacted_as_a_whole_word(body: bytes, hidden: bytes | None):
    assert redact(body, ("t",)) == (hidden or body)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_start_of_a_secret_where_a_body_was_cut_is_redacted(spelling: str):
    spelled = b"bad key " + SPELLINGS[spelling]("pä:ß/wörd/éßäöü")
    for size in range(len(spelled)):
        hidden = redact(spelled[:size], ("pä:ß/wörd/éßäöü",))
        assert hidden == spelled[:size] or hidden.rstrip(b"\\") == b"bad key ***"
    assert redact(spelled[:-1], ("pä:ß/wörd/éßäöü",)).startswith(b"bad key ***")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_secret_in_wide_characters_is_redacted(encoding: str):
    body = json.dumps({"message": f"bad {KEY} ."}).encode(encoding)
    assert redact(body, (KEY,)).decode(encoding) == '{"message": "bad *** ."}'
    assert redact(b"\1" + KEY.encode("utf-16-be") + b"\0", (KEY,)).count(b"\0*") == 3


def test_identifier_of_a_quota_fault_is_redacted():
    body = b'{"faultstring": "Quota limit exceeded. Identifier : 0a1b2c"}'
    assert redact(body, ()) == b'{"faultstring": "Quota limit exceeded. Identifier : ***"}'


@given(st.binary())
def test_body_without_secrets_is_unchanged(body: bytes):
    assert redact(body, ("",)) == body or b"Identifier" in body or b"\0" in body


def test_half_surrogates_of_a_text_are_kept():
    assert redact_text(f"\ud800 {KEY} é", (KEY,)) == "\ud800 *** é"
    assert redact_text("ä23456789", ("¤23456789",)) == "\ufffd***"  # found as Latin-1


@pytest.mark.parametrize(
    ("body", "hidden"),
    [
        (b'{"token": "a\\"b", "x": 1}', b'{"token": "***", "x": 1}'),
        (b'{"token" :\n12.5e3}', b'{"token" :\n"***"}'),
        (b'{"token": null, "a": {"token": true}}', None),
        (b'{"env": {"A": ["b]\\"}"]}, "x": 1}', b'{"env": "***", "x": 1}'),
        (b'{"token": "cut', b'{"token": "***"'),
        (b'{"env": [["cut\\"', b'{"env": "***"'),
        (b'{"m": "{\\"token\\": \\"a\\\\\\"b\\", \\"x\\": 1}"}', b'{"m": "{\\"token\\": \\"***\\", \\"x\\": 1}"}'),
        (b'{"tokens": "a", "other": "token"}', None),
    ],
)
def test_values_of_secret_names_are_blanked(body: bytes, hidden: bytes | None):
    assert redact(body, (), ["token", "env"]) == (hidden or body)


HOSTILE = {
    "backslashes": (b"\\", "\\" * 20 + "end-of-it"),
    "escaped backslashes": (b"\\u005c", "\\a\\b\\c\\d\\e"),
    "starts": (b"k3y/with+pu", KEY),
    "escapes": (b"\\n%20&amp;", KEY),
    "percent": (b"%25", "%" * 10 + "x"),
    "one letter": (b"a", "a" * 30 + "b"),
    "words": (b"a ", "a"),
    "names": (b'"token":', KEY),
    "brackets": (b'"token":{', KEY),
    "identifier": (b"Identifier ", KEY),
}


def steps(body: bytes, secret: str, keep: int) -> int:
    """Return how many functions redaction calls and leaves, including the interpreter's."""
    counts: Counter[str] = Counter()

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        counts[event] += 1

    redact(body, (secret,), ["token"], keep=keep)  # compiles the patterns, which are kept
    sys.setprofile(count)
    try:
        redact(body, (secret,), ["token"], keep=keep)
    finally:
        sys.setprofile(None)
    return counts.total()


@pytest.mark.parametrize("kind", HOSTILE)
def test_steps_grow_with_the_size_of_a_body(kind: str):
    unit, secret = HOSTILE[kind]
    few, many = (steps(unit * (size // len(unit)), secret, size) for size in (5_000, 40_000))
    assert many <= 8.5 * few + 100


@pytest.mark.parametrize("kind", HOSTILE)
def test_steps_are_independent_of_the_part_that_is_not_kept(kind: str):
    unit, secret = HOSTILE[kind]
    few, many = (steps(unit * (size // len(unit)), secret, 1_000) for size in (50_000, 5_000_000))
    assert many == few


@pytest.mark.parametrize("length", [100, 1_000, 8_000])
def test_steps_are_independent_of_the_length_of_a_secret(length: int):
    assert steps(b"%" + b"a" * 20_000, "a" * length + "b", 20_000) < 10 * 20_000


def test_body_that_repeats_the_start_of_a_secret_is_hidden_from_there():
    secret = "a" * 50 + "b"
    assert redact(b"x " + b"a" * 49 + b" y", (secret,)) == b"x " + b"a" * 49 + b" y"
    assert redact(b"x " + b"a%20" * 5000 + b" y", (secret,)) == b"x " + b"a%20" * 5000 + b" y"
    hidden = redact(b"% " + b"a" * 5000 + b" y", (secret,))
    assert re.fullmatch(rb"% a*\*\*\*", hidden)


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("secret", [KEY, "pä:ß wörd é", "t0ken", "\\back\\\\slashes"])
def test_secret_around_the_cut_is_removed_before_the_cut(secret: str, spelling: str):
    spelled = SPELLINGS[spelling](secret)
    for place in range(295 - len(spelled), 303):
        body = b"." * (place - 1) + b" " + spelled + b" after" * 50
        kept = redact(body, (secret,), keep=300)
        if place >= 300:
            assert kept == body[:300]
        else:
            before, _, after = kept.partition(b"***")
            assert before.rstrip(b"\\") == body[:place]
            assert after == body[place + len(spelled) : 300]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32-le"])
def test_secret_around_the_cut_of_wide_characters_is_removed_before_the_cut(encoding: str):
    for place in range(70, 110):
        body = ("{" + "." * place + KEY + " after" * 60).encode(encoding)
        kept = redact(body, (KEY,), keep=400).decode(encoding, "replace")  # the replacement may divide a character
        assert kept.startswith("{" + "." * min(place, 98))
        assert not {*kept} & {*KEY} - {*"after"}


def test_secrets_that_overlap_are_redacted_as_one():
    assert redact(b"0123456789abcdef", ("0123456789", "56789abcdef")) == b"***"
    assert redact(b'{"token": "0123456789", "x": 1}', ("23456789",), ["token"]) == b'{"token": "***", "x": 1}'

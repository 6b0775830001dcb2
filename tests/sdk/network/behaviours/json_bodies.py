"""JSON that is malformed, of another shape, or made to exhaust its reader."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.sdk.network.behaviours.registry import Fails, behaviour
from tests.sdk.network.operations import OPERATIONS
from tests.sdk.network.raw_server import Conversation


def with_json(name: str, body: bytes, fails: Fails = "", *, heavy: bool = False) -> None:
    """Add the behaviour of one body for every call."""

    def run(talk: Conversation) -> None:
        talk.read_request()
        talk.send(talk.answer(body=body, media_type="application/json"))

    behaviour(name=name, fails=fails, heavy=heavy)(run)


DEPTH = 100_000
EVERY_FIELD = (
    b'{"id": %b, "value": %b, "items": %b, "data": %b, "ratings": %b, "total": %b, "BusStopCode": %b, "cursor": %b}'
)


def everywhere(value: bytes) -> bytes:
    """Return an object with this value for every field that the calls of the matrix read."""
    return EVERY_FIELD % ((value,) * 8)


with_json("json_nan", everywhere(b"NaN"))
with_json("json_infinity", everywhere(b"-Infinity"))
with_json("json_number_too_large", everywhere(b"1e999"))
with_json("json_integer_of_5000_digits", everywhere(b"9" * 5000))
with_json("json_integer_above_64_bits", everywhere(b"123456789012345678901234567890"))
with_json("json_fraction_of_5000_digits", everywhere(b"0." + b"1" * 5000))
with_json("json_deep_lists", b"[" * DEPTH + b"]" * DEPTH, "json")
with_json("json_deep_objects", b'{"data":' * DEPTH + b"1" + b"}" * DEPTH, "json")
with_json("json_deep_lists_without_end", b"[" * DEPTH, "json")
with_json("json_deep_within_a_field", everywhere(b"[" * 900 + b"]" * 900))
with_json("json_lone_surrogates", everywhere(rb'"\ud800 \udfff"'))
with_json("json_nul_characters", everywhere(rb'"\u0000\u001b[31m"'))
with_json("json_raw_control_characters", everywhere(b'"\0\x1b\x07"'), "json")
with_json("json_bad_escape", everywhere(rb'"\x41"'), "json")
with_json("json_truncated", b'{"value": [{"BusStopCode": "8', "json")
with_json("json_empty", b"", "empty")
with_json("json_of_white_space", b" \n" * 1000, "empty")
with_json("json_trailing_garbage", b"{}garbage", "json")
with_json("json_two_documents", b"{}\n{}", "json")
with_json("json_null", b"null", "json")
with_json("json_false", b"false", "json")
with_json("json_list", b"[]")
with_json("json_list_of_null", b"[null, null]", "json")
with_json("json_string", b'"text"', "json")
with_json("json_number", b"1", "json")
with_json("json_empty_object", b"{}")
# Only a strict client checks the types of fields.
with_json("json_null_in_every_field", everywhere(b"null"))
with_json("json_list_in_every_field", everywhere(b"[[]]"))
with_json("json_object_in_every_field", everywhere(b'{"": {}}'))
with_json("json_boolean_in_every_field", everywhere(b"true"))
with_json("json_negative_total", everywhere(b"-1"))
with_json("json_prototype_keys", b'{"__proto__": {}, "__class__": 1, "__init__": 2, "constructor": 3}')
with_json(
    "json_hundred_thousand_keys", b'{"a": 1' + b"".join(b', "k%d": 0' % number for number in range(100_000)) + b"}"
)
with_json("json_string_of_3_megabytes", everywhere(b'"' + b"a" * 375_000 + b'"'))
with_json("json_key_of_1_megabyte", b'{"' + b"k" * 1_000_000 + b'": 1}')
with_json("json_scalar_of_1_megabyte", b"1" * 1_000_000, heavy=True)
with_json("json_list_of_a_million", everywhere(b"[" + b"0," * 120_000 + b"0]"), heavy=True)
with_json("json_comments", b"/* a */ {} // b", "json")
with_json("json_single_quotes", b"{'value': []}", "json")


@behaviour()
def json_duplicate_keys(talk: Conversation) -> None:
    for _ in talk.requests():
        body = talk.good.body
        talk.send(talk.answer(body=body[:-1] + b"," + body[1:] if body.startswith(b"{") and len(body) > 2 else body))


@behaviour()
def json_unknown_keys(talk: Conversation) -> None:
    for _ in talk.requests():
        body = talk.good.body
        more = b'{"unknown": [{}], "": null'
        talk.send(talk.answer(body=more + b"," + body[1:] if body.startswith(b"{") and len(body) > 2 else body))


DECODING = tuple(operation.name for operation in OPERATIONS.values() if operation.decodes)
VALUE, UNREADABLE = ("value",), ("DecodeError",)
DEEPEST = 1024
"""The most arrays and objects inside each other that the parser takes."""


def with_document(
    name: str,
    change: Callable[[bytes], bytes],
    outcomes: tuple[str, ...],
    *,
    heavy: bool = False,
    operations: tuple[str, ...] = DECODING,
) -> None:
    """Add the behaviour of a good document that a function changes."""

    def run(talk: Conversation) -> None:
        for _ in talk.requests():
            talk.send(talk.answer(body=change(talk.good.body)))

    behaviour(name=name, outcomes=outcomes, heavy=heavy, operations=operations)(run)


def and_unknown(value: bytes) -> Callable[[bytes], bytes]:
    """Return a function that adds an unknown field to a document."""
    return lambda body: body[:-1] + b', "unknown": ' + value + b"}"


def array(item: bytes, length: int) -> bytes:
    """Return an array."""
    return b"[" + b",".join([item] * length) + b"]"


with_document("json_in_utf_16", lambda body: body.decode().encode("utf-16"), UNREADABLE)
with_document("json_in_utf_32", lambda body: body.decode().encode("utf-32-be"), UNREADABLE)
with_document("json_after_two_byte_order_marks", lambda body: b"\xef\xbb\xbf" * 2 + body, UNREADABLE)
with_document("json_before_nul", lambda body: body + b"\0", UNREADABLE)
with_document("json_with_a_trailing_comma", lambda body: body[:-1] + b",}", UNREADABLE)
with_document("json_documents_without_a_space", lambda body: body + body, UNREADABLE)
with_document("json_text_sequence", lambda body: b"\x1e" + body + b"\n", UNREADABLE)
with_document("json_at_the_deepest_level", and_unknown(b"[" * (DEEPEST - 1) + b"]" * (DEEPEST - 1)), VALUE)
with_document("json_below_the_deepest_level", and_unknown(b"[" * DEEPEST + b"]" * DEEPEST), UNREADABLE)
with_document("json_of_499_900_values", and_unknown(array(b"[]", 499_800)), VALUE, heavy=True)
with_document("json_of_500_001_values", and_unknown(array(b"0", 500_001)), UNREADABLE, heavy=True)
with_document("json_integer_of_100_000_digits", and_unknown(b"9" * 100_000), UNREADABLE)
with_document("json_integers_of_64_bits_and_more", and_unknown(b"[18446744073709551615, 18446744073709551616]"), VALUE)
with_document("json_exponent_of_100_000_digits", and_unknown(b"1e-" + b"9" * 100_000), VALUE)
with_document("json_negative_exponent_too_large", and_unknown(b"-1e400"), VALUE)
with_document("json_of_3_megabytes_of_escapes", and_unknown(b'"' + rb"\u0041" * 500_000 + b'"'), VALUE, heavy=True)
with_document("json_of_3_megabytes_of_emoji", and_unknown(b'"' + rb"\ud83d\ude00" * 250_000 + b'"'), VALUE, heavy=True)
with_document("json_keys_by_escapes", lambda body: re.sub(rb'"(\w)', lambda m: rb'"\u%04x' % m[1][0], body), VALUE)

MOMENT = re.compile(rb'"2025-06-16T[^"]*"')
MOMENTS = {
    "of_a_year_of_ten_digits": b'"9999999999-01-01T00:00:00Z"',
    "of_the_year_0": b'"0000-01-01T00:00:00Z"',
    "with_an_absurd_offset": b'"2025-06-16T00:00:00+99:99"',
    "at_an_absurd_hour": b'"2025-06-16T99:99:99Z"',
    "before_nul_and_more": rb'"2025-06-16\u0000T00:00:00Z"',
    "of_wide_digits": '"２０２５-06-16T00:00:00Z"'.encode(),
    "as_a_number": b"1e308",
}
for title, moment in MOMENTS.items():
    with_document(
        f"json_moment_{title}",
        lambda body, moment=moment: MOMENT.sub(lambda _: moment, body),
        UNREADABLE,
        operations=tuple(name for name in DECODING if name.startswith("conversations.")),
    )


with_document(
    "json_moment_of_100_000_digits",
    lambda body: MOMENT.sub(b'"2025-06-16T00:00:00.%bZ"' % (b"9" * 100_000), body),
    VALUE,
)

"""Range requests, and the positions of their answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._core.ranges import body_range, content_length, range_headers, validator


@pytest.mark.parametrize(
    ("have", "tag", "headers"),
    [
        (0, '"v1"', {}),
        (40, None, {}),
        (40, '"v1"', {"range": "bytes=40-", "if-range": '"v1"'}),
    ],
)
def test_range_is_requested_only_with_a_validator(have: int, tag: str | None, headers: dict[str, str]):
    assert range_headers(have, tag) == headers


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ('"v1"', '"v1"'),
        ('W/"v1"', None),
        ("", None),
        (None, None),
        ("v1", "v1"),
        ('"caf\xe9"', None),
        ('"a b"', None),
        ('"\n"', None),
        ("x" * 1001, None),
    ],
)
def test_only_a_strong_etag_is_a_validator(tag: str | None, expected: str | None):
    assert validator({} if tag is None else {"etag": tag}) == expected


@pytest.mark.parametrize(
    ("status", "headers", "have", "expected"),
    [
        (200, {}, 0, (0, None)),
        (200, {"content-length": "100"}, 0, (0, 100)),
        (200, {"content-length": "100"}, 40, (0, 100)),  # the file changed, so all of it comes
        (200, {"content-length": "many"}, 0, (0, None)),
        (200, {"content-length": "-1"}, 0, (0, None)),
        (200, {"content-length": "²"}, 0, (0, None)),
        (200, {"content-length": "9" * 5000}, 0, (0, None)),
        (206, {"content-range": f"bytes 40-99/{'9' * 5000}"}, 40, None),
        (206, {"content-range": "bytes 40-99/100"}, 40, (40, 100)),
        (206, {"content-range": "bytes 40-99/*"}, 40, (40, None)),
        (206, {"content-range": "bytes 0-99/100"}, 40, None),
        (206, {"content-range": "bytes 41-99/100"}, 40, None),
        (206, {"content-range": "bytes */100"}, 40, None),
        (206, {"content-range": "items 40-99/100"}, 40, None),
        (206, {"content-range": "bytes 40-99/100 and more"}, 40, None),
        (206, {}, 40, None),
        (416, {"content-range": "bytes */100"}, 100, (100, 100)),
        (416, {"content-range": "bytes */100"}, 99, None),
        (416, {"content-range": "bytes */0"}, 0, None),  # an answer to a request for the whole file
        (416, {"content-range": "bytes */*"}, 100, None),
        (416, {}, 100, None),
        (204, {}, 0, None),
        (302, {"location": "elsewhere"}, 0, None),
        (403, {"content-range": "bytes 40-99/100"}, 40, None),
    ],
)
def test_content_range_gives_the_position_of_a_body(
    status: int, headers: dict[str, str], have: int, expected: tuple[int, int | None] | None
):
    assert body_range(status, headers, have) == expected


@given(st.sampled_from([200, 206, 416]), st.text(), st.text(), st.integers(0))
def test_no_header_raises(status: int, content_range: str, length: str, have: int):
    body_range(status, {"content-range": content_range, "content-length": length}, have)


@pytest.mark.parametrize(
    ("length", "expected"),
    [("0", 0), ("100", 100), ("", None), ("-1", None), ("²", None), ("9" * 20, None), ("1_0", None)],
)
def test_content_length_is_a_number_that_a_body_can_have(length: str, expected: int | None):
    assert content_length({"content-length": length}) == expected
    assert content_length({}) is None

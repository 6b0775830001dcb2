"""Checks of arguments against the rules of a contract."""

import math
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from trivet import InvalidArgumentError, Unknown
from trivet._core import check
from trivet.agent import ApiCredential, Credential, PermissionRule, PtySize


@pytest.mark.parametrize(
    ("rule", "value", "message"),
    [
        (lambda v: check.text("code", v), 83139, "code must be text, got 83139"),
        (lambda v: check.text("code", v), b"83139", "code must be text, got b'83139'"),
        (lambda v: check.text("code", v), None, "code must be text, got None"),
        (lambda v: check.text("code", v, min_length=1), "", "code must be text that is not empty, got ''"),
        (lambda v: check.text("code", v, min_length=3), "ab", "code must be at least 3 characters, got 'ab'"),
        (lambda v: check.text("code", v, max_length=3), "abcd", "code must be at most 3 characters, got 'abcd'"),
        (
            lambda v: check.text("code", v, pattern="[0-9]+"),
            "12\n",
            r"code must be text that matches [0-9]+, got '12\n'",
        ),
        (lambda v: check.text("code", v), "a\ud800", r"code must be text without half a surrogate pair, got 'a\ud800'"),
        (
            lambda v: check.text("key", v, max_length=3, secret=True),
            "abcd",
            "key must be at most 3 characters, got 'str'",
        ),
        (lambda v: check.text("key", v, secret=True), b"abcd", "key must be text, got 'bytes'"),
        (lambda v: check.integer("skip", v), "1", "skip must be a whole number, got '1'"),
        (lambda v: check.integer("skip", v), 1.0, "skip must be a whole number, got 1.0"),
        (lambda v: check.integer("skip", v), True, "skip must be a whole number, got True"),
        (lambda v: check.integer("skip", v, minimum=0), -1, "skip must be a whole number not below 0, got -1"),
        (lambda v: check.integer("skip", v, maximum=9), 10, "skip must be a whole number not above 9, got 10"),
        (
            lambda v: check.integer("limit", v, minimum=1, maximum=100),
            0,
            "limit must be a whole number from 1 to 100, got 0",
        ),
        (
            lambda v: check.integer("skip", 10**v, minimum=0),
            4300,
            "skip must be a whole number of at most 4300 digits, got <int without a repr>",
        ),
        (lambda v: check.number("lat", v), "1", "lat must be a number, got '1'"),
        (
            lambda v: check.number("lat", -(10**v)),
            5000,
            "lat must be a number of at most 308 digits, got <int without a repr>",
        ),
        (
            lambda v: check.seconds("deadline", 10**v),
            308,
            f"deadline must be a number of at most 308 digits, got 1{'0' * 76}...",
        ),
        (lambda v: check.number("lat", v), False, "lat must be a number, got False"),
        (lambda v: check.number("lat", v), Fraction(1, 2), "lat must be a number, got Fraction(1, 2)"),
        (lambda v: check.number("lat", v), math.nan, "lat must be a number, got nan"),
        (lambda v: check.number("lat", v), -math.inf, "lat must be a number, got -inf"),
        (
            lambda v: check.number("lat", v, minimum=-90, maximum=90),
            90.1,
            "lat must be a number from -90 to 90, got 90.1",
        ),
        (lambda v: check.boolean("active", v), 1, "active must be True or False, got 1"),
        (lambda v: check.boolean("active", v), None, "active must be True or False, got None"),
        (lambda v: check.mapping("headers", v), [("X-A", "1")], "headers must be a mapping, got 'list'"),
        (lambda v: check.content("content", v), "s3cret", "content must be bytes, got 'str'"),
        (lambda v: check.record("size", v, PtySize), {"rows": 24}, "size must be of the type PtySize, got 'dict'"),
        (lambda v: check.record("size", v, PtySize), PtySize, "size must be of the type PtySize, got 'type'"),
        (
            lambda v: check.record("credential", v, Credential),
            PtySize(columns=80, rows=24),
            "credential must be of the type OauthCredential | ApiCredential | Unknown, got 'PtySize'",
        ),
        (
            lambda v: check.record("credential", v, Credential),
            ApiCredential(type="oauth", key="s3cret"),
            "credential.type must be one of 'api', got 'oauth'",
        ),
        (lambda v: check.records("sizes", v, PtySize), "all", "sizes must be a list, got 'str'"),
        (lambda v: check.records("sizes", v, PtySize), {"rows": 24}, "sizes must be a list, got 'dict'"),
        (
            lambda v: check.records("sizes", v, PtySize),
            [PtySize(columns=80, rows=24), None],
            "sizes[1] must be of the type PtySize, got 'NoneType'",
        ),
        (lambda v: check.choice("rating", v, (1, -1)), 0, "rating must be one of 1, -1, got 0"),
        (lambda v: check.choice("rating", v, (1, -1)), True, "rating must be one of 1, -1, got True"),
        (lambda v: check.choice("rating", v, (1, -1)), 1.0, "rating must be one of 1, -1, got 1.0"),
        (lambda v: check.choice("kind", v, ("a", "b")), ["a"], "kind must be one of 'a', 'b', got ['a']"),
    ],
)
def test_broken_rule_names_argument_rule_and_value(rule: Callable[[Any], None], value: Any, message: str):
    with pytest.raises(InvalidArgumentError, match=f"^{re.escape(message)}$") as caught:
        rule(value)
    assert message.startswith(f"{caught.value.argument} must be {caught.value.rule}, got ")


@pytest.mark.parametrize(
    "kept",
    [
        lambda: check.text("code", ""),
        lambda: check.text("code", "Größe 🚌", min_length=7, max_length=7),
        lambda: check.text("code", "123", pattern="[0-9]+"),
        lambda: check.integer("skip", 0, minimum=0),
        lambda: check.integer("skip", 10**30),
        lambda: check.integer("limit", 100, minimum=1, maximum=100),
        lambda: check.number("lat", 90, minimum=-90, maximum=90),
        lambda: check.number("lat", -0.0),
        lambda: check.boolean("active", False),
        lambda: check.mapping("headers", {}),
        lambda: check.content("content", b""),
        lambda: check.record("size", PtySize(columns=80, rows=24), PtySize),
        lambda: check.record("credential", ApiCredential(type="api", key="k"), Credential),
        lambda: check.record("credential", Unknown(data={"type": "sso"}), Credential),
        lambda: check.records("rules", [PermissionRule(action="*", resource="*", effect="ask")], PermissionRule),
        lambda: check.records("rules", (), PermissionRule),
        lambda: check.choice("rating", -1, (1, -1)),
    ],
)
def test_valid_argument_raises_nothing(kept: Callable[[], None]):
    assert kept() is None

"""Spellings of a character that a server may use for a secret."""

import re

import pytest

from tests.sdk.exposure import SPELLINGS
from tests.wrong_rows import wrong_rows
from trivet._core.escaped_secrets import matcher, patterns

SECRETS = ["k3y/with+signs==", "pä:ß wörd€😀", "\\p\\\\x\\é/\"'<&>", "u0041x41&amp;%25"]


@pytest.mark.parametrize("secret", SECRETS)
def test_pattern_matches_every_spelling(secret: str):
    latin = secret.replace("€😀", "é")
    with wrong_rows() as row:
        for spelling, spell in SPELLINGS.items():
            spelled = latin if spelling == "latin-1" else secret
            with row(spelling):
                assert re.fullmatch(rb"\\{0,7}" + b"".join(patterns(spelled)), spell(spelled))


@pytest.mark.parametrize("secret", SECRETS)
def test_pattern_matches_no_other_text(secret: str):
    pattern = re.compile(b"".join(patterns(secret)))
    for at in range(len(secret)):
        assert pattern.fullmatch((secret[:at] + secret[at + 1 :]).encode()) is None
        assert pattern.fullmatch((secret[:at] + "~" + secret[at + 1 :]).encode()) is None


def test_compiled_pattern_of_a_character_is_kept():
    [pattern] = patterns("a")
    assert matcher(pattern) is matcher(pattern)
    assert matcher(pattern).fullmatch(b"%61")

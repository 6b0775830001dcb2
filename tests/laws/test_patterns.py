"""Possessive groups of regular expressions stand only where Python 3.11.0 to 3.11.4 match them rightly."""

from __future__ import annotations

import ast
import re

import pytest

from tests.laws.tree import ROOT

ALLOWED = {
    "sdk/trivet/_core/body_bounds.py": "an attempt fails at its first byte, or at the end of the body, which counts",
    "sdk/trivet/_core/redaction.py": "an attempt fails at its first byte",
}
"""Files with such groups, and why the bytes of an attempt that has failed do no harm there (gh-100061)."""
POSSESSIVE_GROUP = re.compile(r"(?<![\\(])\)(?:[*+?]|\{\d+(?:,\d*)?\})\+")


def texts(source: bytes) -> str:
    """The string constants of a module, one after the other."""
    values = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    parts = [value.decode("latin-1") if isinstance(value, bytes) else value for value in values]
    return "\n".join(part for part in parts if isinstance(part, str))


def test_possessive_groups_stand_only_where_a_reason_is_known() -> None:
    paths = [path for package in ("sdk", "stubs", "codegen") for path in (ROOT / package).rglob("*.py")]
    files = {path.relative_to(ROOT).as_posix() for path in paths if POSSESSIVE_GROUP.search(texts(path.read_bytes()))}
    assert files == set(ALLOWED)


@pytest.mark.parametrize("pattern", ["(?:ab)*+", r"(?:\\.[^x]*+)*+", "(a){1,1000}+", "(a)++"])
def test_possessive_group_is_seen(pattern: str) -> None:
    assert POSSESSIVE_GROUP.search(pattern)


@pytest.mark.parametrize("pattern", ["a*+", "[^x]++", "(?:ab)*", r"\)*+"])
def test_other_repetition_is_none(pattern: str) -> None:
    assert not POSSESSIVE_GROUP.search(pattern)

"""Law 15: a public name that changes after a release has a line in the changelog, so that no caller is surprised."""

import json
import sys

import pytest

from tests.laws.public_api import RECORD, fresh_public_api, public_api, unmentioned

from .tree import ROOT

CHANGELOG = "# Changelog\n\n## Unreleased\n\n- `BusStop.position` is a tuple.\n\n## 0.2.0 (2026-11-27)\n\n- `gone`\n"


@pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="other versions of Python write some signatures differently"
)
def test_change_of_a_public_name_is_in_the_changelog() -> None:
    before = json.loads(RECORD.read_text("utf-8"))
    assert len(before) > 3000
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert unmentioned(before, fresh_public_api(), changelog) == []


@pytest.mark.parametrize(
    ("before", "now", "names"),
    [
        ({"a.Stop": "()"}, {"a.Stop": "()", "a.Bus": "()"}, []),
        ({"a.Stop": "()"}, {"a.Stop": "(code)"}, ["a.Stop"]),
        ({"a.Stop.gone": "(self)"}, {}, ["a.Stop.gone"]),
        ({"a.BusStop.position": "property"}, {}, []),
        ({"a.Route.position": "property"}, {}, ["a.Route.position"]),
        ({"a.Client.tuple.list": "()"}, {}, ["a.Client.tuple.list"]),
        (
            {"a.BusStop.position": "()", "a.Bus.position": "()"},
            {"a.Bus.position": "(b)", "a.BusStop.position": "(b)"},
            [],
        ),
        ({"a.BusStop.position": "()", "a.Bus.position": "(c)"}, {}, ["a.Bus.position"]),
        ({"a.Stop": "()", "a.Stop.gone": "(self)"}, {}, ["a.Stop"]),
    ],
)
def test_change_without_a_line_is_found(before: dict[str, str], now: dict[str, str], names: list[str]) -> None:
    assert unmentioned(before, now, CHANGELOG) == names


def test_operations_are_public() -> None:
    api = public_api()
    assert "prefetch" in api["trivet.BusClient.stops.list"]
    assert api["trivet.BusClient.close"] == "(self) -> 'None'"

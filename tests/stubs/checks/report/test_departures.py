"""A file of known departures that a run has written."""

import tomllib

import pytest

from trivet_stubs.checks.departures import read_departures
from trivet_stubs.checks.report.departures import departures

from . import findings


def test_file_has_what_is_broken_without_a_reason_and_what_was_known_with_its_reason():
    document = tomllib.loads(departures(findings.judgement()).decode())
    known = findings.KNOWN["chat.known"].reason.encode("utf-8", "replace").decode()

    assert document == {
        "departure": [{"id": "chat.broken", "reason": ""}, {"id": "chat.known", "reason": known}],
    }


def test_file_is_refused_until_every_reason_is_there(tmp_path):
    path = tmp_path / "departures.toml"
    path.write_bytes(departures(findings.judgement()))
    ids = ["chat.broken", "chat.known"]
    with pytest.raises(ValueError, match="departure 1: reason, a text, is missing"):
        read_departures(path, ids)
    path.write_text(path.read_text("utf-8").replace('reason = ""', 'reason = "ticket 4711"'), "utf-8")

    assert read_departures(path, ids)["chat.broken"].reason == "ticket 4711"


def test_each_entry_says_the_rule_and_what_was_seen():
    text = departures(findings.judgement()).decode()

    assert "# The sentence of chat.broken.\n# Found: " in text
    assert all(line.startswith(("#", "[[departure]]", "id = ", "reason = ")) for line in text.splitlines() if line)

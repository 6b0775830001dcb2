"""A file of known departures that a run has written."""

import dataclasses
import tomllib

import pytest

from trivet_stubs.checks.departures import Departure, read_departures
from trivet_stubs.checks.report.departures import departures
from trivet_stubs.checks.verdict import Part

from . import findings


def test_file_has_what_is_broken_without_a_reason_and_what_was_known_with_its_reason():
    document = tomllib.loads(departures(findings.judgement()).decode())
    broken, known = document["departure"]
    [departure] = findings.KNOWN["chat.known"]

    assert (broken["id"], broken["reason"]) == ("chat.broken", "")
    assert known == {
        "id": "chat.known",
        "seen": "*",
        "reason": departure.reason.encode("utf-8", "replace").decode(),
    }


def test_departure_covers_the_same_finding_with_other_ids_and_times():
    def broken(reason):
        stranger = Part(name="a stranger: the answer", outcome="broken", reason=reason)
        parts = (stranger, Part(name="the owner", outcome="holds"))
        verdict = dataclasses.replace(findings.verdict("chat.broken", "broken"), parts=parts)
        return findings.judgement([verdict])

    first = broken("conversation 6f1c0000-0000-4000-8000-000000000001 of 2025-06-16T08:00:00Z is archived")
    [entry] = tomllib.loads(departures(first).decode())["departure"]
    departure = Departure(**{**entry, "reason": "ticket"})

    assert (departure.part, departure.seen) == ("a stranger: the answer", "conversation * of * is archived")
    later = broken("conversation 7a1c0000-0000-4000-8000-00000000000f of 2026-01-01T09:00:00Z is archived")
    assert departure.covers(later.findings[0].parts[0].part)
    assert not departure.covers(broken("the status is 500").findings[0].parts[0].part)


def test_file_is_refused_until_every_reason_is_there(tmp_path):
    path = tmp_path / "departures.toml"
    path.write_bytes(departures(findings.judgement()))
    ids = ["chat.broken", "chat.known"]
    with pytest.raises(ValueError, match="departure 1: reason, a text, is missing"):
        read_departures(path, ids)
    path.write_text(path.read_text("utf-8").replace('reason = ""', 'reason = "ticket 4711"'), "utf-8")

    assert read_departures(path, ids)["chat.broken"][0].reason == "ticket 4711"


def test_each_entry_has_the_sentence_of_its_rule():
    text = departures(findings.judgement()).decode()

    assert "# The sentence of chat.broken.\n[[departure]]\n" in text
    keys = ("#", "[[departure]]", "id = ", "part = ", "seen = ", "reason = ")
    assert all(line.startswith(keys) for line in text.splitlines() if line)

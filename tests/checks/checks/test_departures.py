"""The file of known departures, as people write it and as a run writes it."""

import dataclasses
import tomllib

import pytest

from tests.checks.reports import findings
from trivet_checks import Departure, Part
from trivet_checks.checks.departures import departures, read_departures

KNOWN = ["chat.a", "chat.b"]


def read(tmp_path, text):
    path = tmp_path / "departures.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_departures(path, KNOWN)


def test_departures_are_read_with_their_reasons(tmp_path):
    text = '''
        departure = [
            {id = "chat.a", seen = "404", reason = """\nTicket 1.\n"""},
            {id = "chat.b", seen = "500", reason = "b"},
            {id = "chat.b", part = "a viewer", seen = "500", reason = "c"},
        ]
    '''
    assert read(tmp_path, text) == {
        "chat.a": [Departure(id="chat.a", seen="404", reason="Ticket 1.")],
        "chat.b": [
            Departure(id="chat.b", seen="500", reason="b"),
            Departure(id="chat.b", part="a viewer", seen="500", reason="c"),
        ],
    }
    assert read(tmp_path, "# none yet\n") == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id = ", "not TOML"),
        (b"\xff", "not TOML"),
        ("a = " + "[" * 5000, "not TOML"),
        ("departure = 5", "a table \\[\\[departure\\]\\]"),
        ("departure = [5]", "it is not a table"),
        ("[departures]", "'departures' is unknown"),
        ('[[departure]]\nid = "chat.c"\nseen = "y"\nreason = "x"', "'chat.c' is the id of no rule"),
        ('[[departure]]\nid = "chat.a"\nseen = "y"', "reason, a text, is missing"),
        ('[[departure]]\nid = "chat.a"\nreason = "x"', "seen, a text, is missing"),
        ('[[departure]]\nid = "chat.a"\nseen = "y"\nreason = "x"\npart = 5', "part, a text, is missing"),
        ('[[departure]]\nid = "chat.a"\nseen = "y"\nreason = " "', "reason, a text, is missing"),
        ("[[departure]]\nid = 5\nreason = 'x'", "id, a text, is missing"),
        ('[[departure]]\nid = "chat.a"\nreason = "x"\nuntil = 5', "'until' is unknown"),
        (
            2 * '[[departure]]\nid = "chat.a"\npart = "p"\nseen = "y"\nreason = "x"\n',
            "stands there twice",
        ),
    ],
)
def test_wrong_file_is_refused_with_its_path(tmp_path, text, message):
    with pytest.raises(ValueError, match=message) as caught:
        read(tmp_path, text)
    assert "departures.toml" in str(caught.value)


def test_missing_file_is_an_error_with_its_path(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        read_departures(tmp_path / "absent.toml", KNOWN)
    assert caught.value.filename.endswith("absent.toml")


@pytest.mark.parametrize(
    ("pattern", "text", "covers"),
    [
        ("404", "404", True),
        ("404", "the status is 404", False),
        ("*404*", "the status is 404 and not 403", True),
        ("the status is ??? [0-9]", "the status is ??? [0-9]", True),
        ("the status is ???", "the status is 404", False),
        ("*", "two\nlines", True),
    ],
)
def test_star_alone_stands_for_any_text_in_a_departure(pattern, text, covers):
    part = Part(name=text, outcome="broken", reason=text)
    assert Departure(id="chat.a", part=pattern, seen="*", reason="x").covers(part) is covers
    assert Departure(id="chat.a", part="*", seen=pattern, reason="x").covers(part) is covers


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

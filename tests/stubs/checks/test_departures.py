"""The file of known departures."""

import pytest

from trivet_stubs.checks import Part
from trivet_stubs.checks.departures import Departure, read_departures

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
        ("departure = [5]", "it is no table"),
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

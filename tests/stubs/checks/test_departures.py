"""The file of known departures."""

import pytest

from trivet_stubs.checks.departures import Departure, read_departures

KNOWN = ["chat.a", "chat.b"]


def read(tmp_path, text):
    path = tmp_path / "departures.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_departures(path, KNOWN)


def test_departures_are_read_with_their_reasons(tmp_path):
    text = '[[departure]]\nid = "chat.a"\nreason = """\nTicket 1.\n"""\n[[departure]]\nid = "chat.b"\nreason = "b"\n'
    assert read(tmp_path, text) == {"chat.a": Departure("chat.a", "Ticket 1."), "chat.b": Departure("chat.b", "b")}
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
        ('[[departure]]\nid = "chat.c"\nreason = "x"', "'chat.c' is the id of no rule"),
        ('[[departure]]\nid = "chat.a"', "reason, a text, is missing"),
        ('[[departure]]\nid = "chat.a"\nreason = " "', "reason, a text, is missing"),
        ("[[departure]]\nid = 5\nreason = 'x'", "id, a text, is missing"),
        ('[[departure]]\nid = "chat.a"\nreason = "x"\nuntil = 5', "'until' is unknown"),
        (
            '[[departure]]\nid = "chat.a"\nreason = "x"\n[[departure]]\nid = "chat.a"\nreason = "y"',
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

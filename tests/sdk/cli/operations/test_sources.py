"""Inputs from files, stdin and the environment, good and bad."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from trivet.cli.failures import UsageError
from trivet.cli.operations import sources
from trivet.cli.operations.sources import Sources, parse


def test_json_comes_from_a_file_from_stdin_or_from_the_option_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "size.json"
    file.write_text('\ufeff{"rows": 24}' if os.name == "nt" else '{"rows": 24}', "utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"rows": 3}'))
    found = Sources()
    assert [found.inline("--size", each) for each in ('{"rows": 1}', f"@{file}", "-")] == [
        {"rows": 1},
        {"rows": 24},
        {"rows": 3},
    ]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "--body: there is nothing in it; JSON is expected"),
        (b"{", "--body is not JSON: unexpected end of data at line 1, column 2"),
        (b'\xff{"a": 1}', "--body is not JSON"),
        (b"[" * 100_000, "--body is not JSON"),
        (b"NaN", "--body is not JSON"),
        (b'{"a": {"title": 1, "title": 2}}', "--body: an object has the key 'title' twice"),
    ],
)
def test_file_that_is_no_json_is_refused(content: bytes, why: str, tmp_path: Path) -> None:
    file = tmp_path / "body"
    file.write_bytes(content)
    with pytest.raises(UsageError) as caught:
        Sources().json("--body", str(file))
    assert str(caught.value).startswith(why)
    assert len(str(caught.value)) < 200


def test_secret_is_in_no_error_and_not_in_its_cause() -> None:
    with pytest.raises(UsageError) as caught:
        parse("--credential-file", b'{"key": "s3cret"')
    assert "s3cret" not in str(caught.value)
    assert caught.value.__context__ is None


def test_file_longer_than_the_bound_is_refused_without_reading_it_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "huge"
    with file.open("wb") as open_file:
        open_file.truncate(1024**3)  # a gigabyte that takes no room on the disk
    monkeypatch.setattr(sources, "MOST", 1024 * 1024)
    with pytest.raises(UsageError, match=r"--body: it is longer than 1 MB"):
        Sources().data("--body", str(file))


@pytest.mark.parametrize("name", ["", "absent", "a\0b", "x" * 5000])
def test_file_that_cannot_be_read_is_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"--body: .*(is a directory|cannot be read)"):
        Sources().data("--body", str(tmp_path / name) if name else str(tmp_path))


def test_two_inputs_from_stdin_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("{}"))
    found = Sources()
    found.json("--body", "-")
    with pytest.raises(UsageError, match=r"--code-file: --body reads stdin already"):
        found.text("--code-file", "-")
    with pytest.raises(UsageError, match=r"--body: --token-file reads stdin already"):
        Sources("--token-file").json("--body", "-")


def test_closed_stdin_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO()
    closed.close()
    for stream in (None, closed):
        monkeypatch.setattr(sys, "stdin", stream)
        with pytest.raises(UsageError, match=r"--body: stdin is closed; give a file"):
            Sources().json("--body", "-")


def test_secret_comes_from_a_file_or_a_variable_not_from_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "code"
    file.write_text("c0de\n", "utf-8")
    monkeypatch.setenv("CODE", "from the environment")
    found = Sources()
    assert found.secret("--code", str(file), None) == "c0de"
    assert found.secret("--code", None, "CODE") == "from the environment"
    assert found.secret("--code", None, None) is None
    for variable, why in (("CODE", "exclude each other"), ("ABSENT", "no variable ABSENT")):
        with pytest.raises(UsageError, match=why):
            found.secret("--code", str(file) if variable == "CODE" else None, variable)


def test_text_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="not text in UTF-8"):
        Sources().text("--from-file content", str(file))

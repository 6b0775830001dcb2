"""A lock of an open file: one owner at a time, released with the file, no obstacle where nothing can be locked."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

import pytest

from trivet._core.file_lock import try_lock

Open = Callable[[], int]

OTHER_PROCESS = """
import os, sys
from trivet._core.file_lock import try_lock
print(try_lock(os.open(sys.argv[1], os.O_RDWR)), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def open_file(tmp_path: Path) -> Iterator[Open]:
    opened: list[int] = []

    def open_it() -> int:
        opened.append(os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT))
        return opened[-1]

    yield open_it
    for file in opened:
        os.close(file)


def test_locked_file_is_refused_until_its_process_ends(open_file: Open, tmp_path: Path) -> None:
    file = open_file()
    command = [sys.executable, "-c", OTHER_PROCESS, str(tmp_path / "file")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "True\n"
        assert not try_lock(file)
        other.kill()
    assert try_lock(file)


def test_lock_ends_when_the_file_is_closed(open_file: Open, tmp_path: Path) -> None:
    first, second = os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT), open_file()
    assert try_lock(first)
    assert not try_lock(second)
    os.close(first)
    assert try_lock(second)


def test_locked_file_can_still_be_read(open_file: Open, tmp_path: Path) -> None:
    # Windows lets no other handle read a locked byte.
    file = open_file()
    os.write(file, b"line\n")
    assert try_lock(file)
    assert (tmp_path / "file").read_bytes() == b"line\n"


def test_file_system_without_locks_is_no_obstacle(open_file: Open) -> None:
    fcntl = pytest.importorskip("fcntl", reason="POSIX alone has it")
    with mock.patch.object(fcntl, "flock", side_effect=OSError(95, "not supported")):
        assert try_lock(open_file())


def test_python_without_fcntl_is_no_obstacle(open_file: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    assert try_lock(open_file())

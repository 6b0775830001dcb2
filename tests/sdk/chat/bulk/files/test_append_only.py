"""The file of a journal: its lock, and writes that do not fit."""

import errno
import os

import pytest

from trivet import InvalidArgumentError
from trivet.chat._bulk.files.append_only import AppendOnlyFile


@pytest.fixture
def path(tmp_path):
    return tmp_path / "job.jsonl"


def test_open_file_cannot_be_opened_again(path):
    first = AppendOnlyFile(path, create=True)
    with pytest.raises(InvalidArgumentError, match="no other run is using"):
        AppendOnlyFile(path, create=False)
    first.close()
    AppendOnlyFile(path, create=False).close()


@pytest.mark.parametrize("chunk", [1, 3, 1000])
def test_line_written_in_pieces_is_complete(path, monkeypatch, chunk):
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, data: write(file, data[:chunk]))
    file = AppendOnlyFile(path, create=True)
    file.append(b"0123456789\n")
    assert (file.read(), file.size) == (b"0123456789\n", 11)
    file.close()


def test_line_that_does_not_fit_is_removed(path, monkeypatch):
    file = AppendOnlyFile(path, create=True)
    file.append(b"first\n")
    write, left = os.write, [4]

    def full(descriptor, data):
        if not left:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(descriptor, data[: left.pop()])

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space left"):
        file.append(b"second\n")
    monkeypatch.undo()
    file.append(b"third\n")
    file.close()
    assert path.read_bytes() == b"first\nthird\n"

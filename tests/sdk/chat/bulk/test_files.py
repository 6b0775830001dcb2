"""The files of bulk jobs: the lock of a journal, writes that do not fit, and the folder of an export."""

import errno
import os
import stat

import pytest

from trivet import InvalidArgumentError
from trivet.chat._bulk.files import AppendOnlyFile, path_argument, save_record


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
    assert (b"".join(file.chunks()), file.size) == (b"0123456789\n", 11)
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


def test_record_is_saved_under_its_id_and_replaced(tmp_path):
    folder = tmp_path / "new"
    save_record(folder, "AB", b"1")
    (tmp_path / "new" / "ab.json.trivet-part").write_bytes(b"left by a program that was killed")
    save_record(folder, "ab", b"2")
    assert [(path.name, path.read_bytes()) for path in (tmp_path / "new").iterdir()] == [("ab.json", b"2")]
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


def test_record_may_have_a_folder_inside(tmp_path):
    save_record(tmp_path / "new", "USER", b"1", folder="AB")
    assert (tmp_path / "new" / "ab" / "user.json").read_bytes() == b"1"


def test_folder_that_cannot_be_made_is_an_error(tmp_path):
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "a" / "b"):
        with pytest.raises(OSError, match=r"file|b"):
            save_record(path, "a", b"1")


def test_export_is_none_or_a_path(tmp_path):
    assert path_argument("export", str(tmp_path), "folder") == path_argument("export", tmp_path, "folder") == tmp_path
    with pytest.raises(InvalidArgumentError, match="export must be the path of a folder"):
        path_argument("export", 7, "folder")

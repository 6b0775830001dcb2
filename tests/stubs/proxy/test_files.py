"""Files that are there as a whole or not at all."""

import errno
from pathlib import Path

import pytest

from trivet_stubs.proxy.files import prepare_folder, write_whole


def test_file_that_cannot_be_written_leaves_nothing(tmp_path, monkeypatch):
    write_whole(tmp_path / "a.json", b"1")
    full = OSError(errno.ENOSPC, "No space left on device")

    def replace(_self, _target):
        raise full

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "b.json", b"2")
    assert [each.name for each in tmp_path.iterdir()] == ["a.json"]


def test_folder_is_made_and_has_to_be_empty(tmp_path):
    prepare_folder(tmp_path / "a" / "b")
    prepare_folder(tmp_path / "a" / "b")
    with pytest.raises(ValueError, match=r"record: .* is not empty"):
        prepare_folder(tmp_path / "a")
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match=r"record: .*file"):
        prepare_folder(tmp_path / "file")

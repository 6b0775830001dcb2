"""The folder of an export."""

import os
import stat

import pytest

from trivet import InvalidArgumentError
from trivet.chat._bulk.files.export_folder import ExportFolder, export_path


def test_record_is_saved_under_its_id_and_replaced(tmp_path):
    folder = ExportFolder(tmp_path / "new")
    folder.save("AB", b"1")
    (tmp_path / "new" / "ab.json.trivet-part").write_bytes(b"left by a program that was killed")
    folder.save("ab", b"2")
    assert [(path.name, path.read_bytes()) for path in (tmp_path / "new").iterdir()] == [("ab.json", b"2")]
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


def test_record_may_have_a_folder_inside(tmp_path):
    ExportFolder(tmp_path / "new").save("USER", b"1", folder="AB")
    assert (tmp_path / "new" / "ab" / "user.json").read_bytes() == b"1"


def test_folder_that_cannot_be_made_is_an_error(tmp_path):
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "a" / "b"):
        with pytest.raises(OSError, match=r"file|b"):
            ExportFolder(path).save("a", b"1")


def test_export_is_none_or_a_path(tmp_path):
    assert export_path(None) is None
    assert export_path(str(tmp_path)) == export_path(tmp_path) == tmp_path
    with pytest.raises(InvalidArgumentError, match="export must be the path of a folder"):
        export_path(7)

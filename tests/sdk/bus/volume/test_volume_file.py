"""A downloaded passenger volume file."""

import copy
import pickle
from pathlib import Path

import pytest

from trivet import Head, Headers
from trivet.bus import StopVolume, VolumeFile, VolumeFileError
from trivet.bus._volume.rows import read_stop_volumes
from trivet.bus._volume.volume_file import broken, shown


def file(path: Path) -> VolumeFile[StopVolume]:
    return VolumeFile(path, Head(200, Headers([])), read_stop_volumes)


def test_rows_are_read_from_path_when_iterated(tmp_path: Path):
    rows = file(tmp_path / "missing.zip").rows()
    with pytest.raises(FileNotFoundError):
        next(rows)


def test_rows_of_replaced_file_raise_volume_file_error(tmp_path: Path):
    path = tmp_path / "volume.zip"
    path.write_bytes(b"replaced")
    with pytest.raises(VolumeFileError, match="zip"):
        list(file(path).rows())


def test_repr_shows_path(tmp_path: Path):
    assert repr(file(Path("volume.zip"))) == "VolumeFile('volume.zip')"
    assert file(tmp_path).head.status == 200


def test_error_is_value_error_and_survives_copy_and_pickle():
    error = VolumeFileError("volume.zip", "broken", 3, "PT_CODE")
    assert isinstance(error, ValueError)
    assert str(error) == "volume.zip, line 3, column PT_CODE: broken"
    for again in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert str(again) == str(error)
        assert (again.path, again.problem, again.line, again.column) == ("volume.zip", "broken", 3, "PT_CODE")


def test_text_from_a_file_is_escaped_and_cut():
    assert shown("a\x1b") == "'a\\x1b'"
    assert len(shown("x" * 1_000)) == 100
    assert len(broken("volume.zip", ValueError("x" * 1_000), 3).problem) < 150

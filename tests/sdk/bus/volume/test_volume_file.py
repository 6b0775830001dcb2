"""A downloaded passenger volume file."""

from pathlib import Path

import pytest

from trivet import Head, Headers
from trivet.bus import StopVolume, VolumeFile, VolumeFileError
from trivet.bus._volume.rows import read_stop_volumes


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

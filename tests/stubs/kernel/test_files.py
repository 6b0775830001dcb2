"""The files that the commands write."""

import os
import stat
from pathlib import Path

import pytest

from trivet_stubs.kernel.files import ReportFile


def test_file_is_written_whole_and_nothing_else_is_left(tmp_path):
    path = tmp_path / "junit.xml"
    path.write_text("old")
    file = ReportFile(str(path), force=True)
    assert path.read_text() == "old"
    file.write(b"new")
    file.discard()
    assert path.read_text() == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["junit.xml"]


def test_discarded_file_leaves_the_old_one(tmp_path):
    path = tmp_path / "junit.xml"
    path.write_text("old")
    ReportFile(str(path), force=True).discard()
    assert path.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["junit.xml"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize("umask", [0, 0o077])
def test_report_is_readable_by_its_owner_only(tmp_path, umask):
    path = tmp_path / "junit.xml"
    before = os.umask(umask)
    try:
        ReportFile(str(path)).write(b"<testsuites/>")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_longest_name_can_be_written(tmp_path):
    path = tmp_path / ("n" * 255)
    ReportFile(str(path)).write(b"new")
    assert path.read_bytes() == b"new"


@pytest.mark.skipif(os.name == "nt", reason="there are other links on Windows")
def test_link_stays_a_link(tmp_path):
    (tmp_path / "link.xml").symlink_to("real.xml")
    ReportFile(str(tmp_path / "link.xml")).write(b"new")
    assert (tmp_path / "link.xml").is_symlink()
    assert (tmp_path / "real.xml").read_bytes() == b"new"


@pytest.mark.parametrize("name", ["absent/junit.xml", "folder", "file/junit.xml"])
def test_path_that_cannot_be_written_is_named_before_the_run(tmp_path, name):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    path = str(tmp_path / name)
    with pytest.raises(OSError, match="director") as caught:
        ReportFile(path)
    assert caught.value.filename == path


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_full_disk_is_an_error_with_the_path_and_the_device_stays():
    file = ReportFile("/dev/full")
    with pytest.raises(OSError, match="No space left") as caught:
        file.write(b"x")
    assert caught.value.filename == "/dev/full"
    assert not Path("/dev/full").is_file()


def test_dash_is_standard_output(capfdbinary):
    ReportFile("-").write(b"{}\n")
    ReportFile("-").discard()
    assert capfdbinary.readouterr().out == b"{}\n"

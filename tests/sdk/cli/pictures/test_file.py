"""The file of a picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from trivet.cli.failures import UsageError
from trivet.cli.pictures.file import check_folder, check_suffix, write_picture
from trivet.cli.pictures.scene import Label, Scene

SCENE = Scene(100, 50, "A title", "A description.", [Label((10, 10), "text")])


def test_other_suffix_is_refused_and_nothing_written(tmp_path: Path) -> None:
    for name in ("chart.gif", "chart", ".svg"):
        with pytest.raises(UsageError, match=r"a picture is written as \.svg, \.png"):
            write_picture(tmp_path / name, SCENE)
    assert list(tmp_path.iterdir()) == []


def test_suffix_counts_in_any_case(tmp_path: Path) -> None:
    assert check_suffix(tmp_path / "A.SVG") == ".svg"


def test_file_stays_when_the_new_one_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "chart.svg"
    path.write_text("old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left on device"):
        write_picture(path, SCENE)
    assert [each.name for each in tmp_path.iterdir()] == ["chart.svg"]
    assert path.read_text() == "old"


def test_folder_that_does_not_exist_raises(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="absent"):
        write_picture(tmp_path / "absent" / "chart.svg", SCENE)
    with pytest.raises(UsageError, match="there is no folder"):
        check_folder(tmp_path / "absent" / "chart.svg")
    check_folder(tmp_path / "chart.svg")

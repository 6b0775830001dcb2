"""Files that are written all or none, whatever fails in the middle."""

import errno
import os
from pathlib import Path

import pytest

from codegen.write.files import formatted, written

from ..conftest import ROOT

OLD = {"old/one.txt": "one", "old/two.txt": "two"}
NEW = {Path("old/one.txt"): "ONE", Path("new/folder/three.txt"): "THREE", Path("old/two.txt"): "TWO"}


def tree(root: Path) -> dict[str, str]:
    """Return the texts of all files, and the empty folders."""
    return {
        path.relative_to(root).as_posix(): "" if path.is_dir() else path.read_text("utf-8")
        for path in sorted(root.rglob("*"))
        if path.is_file() or not any(path.iterdir())
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in OLD.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def full_disk(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_files_and_folders_are_written_together(root: Path) -> None:
    (root / "old" / "one.txt").chmod(0o600)
    with written(root, NEW):
        assert tree(root)["new/folder/three.txt"] == "THREE"
    assert tree(root) == {"new/folder/three.txt": "THREE", "old/one.txt": "ONE", "old/two.txt": "TWO"}
    if os.name == "posix":
        assert (root / "old" / "one.txt").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("number", range(len(NEW)))
def test_disk_that_is_full_at_a_file_changes_nothing(root: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    steps = iter([os.fsync] * number + [full_disk])

    def sync(file: int) -> None:
        next(steps)(file)

    monkeypatch.setattr(os, "fsync", sync)
    with pytest.raises(OSError, match="No space left"), written(root, NEW):
        pass
    assert tree(root) == OLD


@pytest.mark.parametrize("number", range(len(NEW)))
def test_file_that_cannot_take_its_place_takes_the_others_back(
    root: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    replace = Path.replace
    done: list[Path] = []

    def fails_once(path: Path, target: Path) -> Path:
        done.append(path)
        if len(done) == number + 1:
            full_disk()
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", fails_once)
    with pytest.raises(OSError, match="No space left"), written(root, NEW):
        pass
    assert tree(root) == OLD


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_block_that_fails_takes_all_files_back(root: Path, error: type[BaseException]) -> None:
    with pytest.raises(error), written(root, NEW):
        raise error
    assert tree(root) == OLD


def test_python_is_formatted_and_other_files_stay() -> None:
    texts = {Path("stubs/toy.py"): "import os\nNAME='toy'\n", Path("spec/toy.yaml"): "a:   {b: 1}\n"}
    assert formatted(ROOT, texts) == {Path("stubs/toy.py"): 'NAME = "toy"\n', Path("spec/toy.yaml"): "a:   {b: 1}\n"}

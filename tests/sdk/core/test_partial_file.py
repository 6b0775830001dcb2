from pathlib import Path

import pytest

from trivet._core.partial_file import PartialFile, give_final_name


@pytest.fixture
def partial(tmp_path: Path) -> PartialFile:
    return PartialFile(tmp_path / "volume.zip")


def put(partial: PartialFile, start: int, content: bytes, validator: str | None = '"v1"') -> None:
    with partial.open(start, validator) as file:
        file.write(content)


def names(partial: PartialFile) -> set[str]:
    return {path.name for path in partial.path.parent.iterdir()}


def test_new_partial_file_is_empty(partial: PartialFile):
    assert (partial.size(), partial.validator(), names(partial)) == (0, None, set())


def test_bytes_keep_a_temporary_name_until_finish(partial: PartialFile):
    put(partial, 0, b"half")
    assert not partial.path.exists()
    assert (partial.size(), partial.validator()) == (4, '"v1"')
    partial.finish(overwrite=True)
    assert partial.path.read_bytes() == b"half"
    assert names(partial) == {"volume.zip"}


def test_later_run_resumes_where_the_last_stopped(partial: PartialFile):
    put(partial, 0, b"one ")
    later = PartialFile(partial.path)
    put(later, later.size(), b"two")
    later.finish(overwrite=True)
    assert partial.path.read_bytes() == b"one two"


def test_open_in_the_middle_truncates_the_rest(partial: PartialFile):
    put(partial, 0, b"abcdef")
    put(partial, 3, b"X")
    assert partial.temporary.read_bytes() == b"abcX"
    assert partial.validator() == '"v1"'


def test_open_at_zero_discards_bytes_and_note(partial: PartialFile):
    put(partial, 0, b"abcdef")
    put(partial, 0, b"x", validator=None)
    assert partial.temporary.read_bytes() == b"x"
    assert partial.validator() is None


def test_finish_replaces_an_existing_file(partial: PartialFile):
    partial.path.write_bytes(b"old")
    put(partial, 0, b"new")
    assert partial.path.read_bytes() == b"old"
    partial.finish(overwrite=True)
    assert partial.path.read_bytes() == b"new"


@pytest.mark.parametrize("note", [b"", b"{", b"[]", b"7", b'{"validator": 7}', b'{"other": "x"}', b"\xff\xfe\xfa"])
def test_unreadable_note_has_no_validator(partial: PartialFile, note: bytes):
    put(partial, 0, b"abc")
    [path] = (each for each in partial.path.parent.iterdir() if each.suffix == ".json")
    path.write_bytes(note)
    assert partial.validator() is None


def test_discard_twice_raises_nothing(partial: PartialFile):
    put(partial, 0, b"abc")
    partial.discard()
    partial.discard()
    assert (partial.size(), names(partial)) == (0, set())


def test_failed_rename_leaves_neither_a_reserved_name_nor_a_loss(tmp_path: Path):
    final = tmp_path / "volume.zip"
    with pytest.raises(FileNotFoundError):
        give_final_name(tmp_path / "missing", final, overwrite=False)
    assert not final.exists()

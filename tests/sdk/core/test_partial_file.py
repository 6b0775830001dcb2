from pathlib import Path

import pytest

from trivet._core.partial_file import PartialFile


@pytest.fixture
def partial(tmp_path: Path) -> PartialFile:
    return PartialFile(tmp_path / "volume.zip")


def put(partial: PartialFile, start: int, content: bytes, validator: str | None = '"v1"') -> None:
    with partial.open(start, validator) as file:
        file.write(content)


def names(partial: PartialFile) -> set[str]:
    return {path.name for path in partial.path.parent.iterdir()}


def test_there_is_nothing_before_the_first_byte(partial: PartialFile):
    assert (partial.size(), partial.validator(), names(partial)) == (0, None, set())


def test_bytes_wait_under_a_temporary_name_until_the_file_is_whole(partial: PartialFile):
    put(partial, 0, b"half")
    assert not partial.path.exists()
    assert (partial.size(), partial.validator()) == (4, '"v1"')
    partial.finish()
    assert partial.path.read_bytes() == b"half"
    assert names(partial) == {"volume.zip"}


def test_a_later_run_goes_on_where_the_last_one_stopped(partial: PartialFile):
    put(partial, 0, b"one ")
    later = PartialFile(partial.path)
    put(later, later.size(), b"two")
    later.finish()
    assert partial.path.read_bytes() == b"one two"


def test_going_on_from_the_middle_drops_what_is_behind_it(partial: PartialFile):
    put(partial, 0, b"abcdef")
    put(partial, 3, b"X")
    assert partial.temporary.read_bytes() == b"abcX"
    assert partial.validator() == '"v1"'


def test_beginning_anew_forgets_the_bytes_and_their_note(partial: PartialFile):
    put(partial, 0, b"abcdef")
    put(partial, 0, b"x", validator=None)
    assert partial.temporary.read_bytes() == b"x"
    assert partial.validator() is None


def test_a_finished_file_takes_the_place_of_the_old_one_at_once(partial: PartialFile):
    partial.path.write_bytes(b"old")
    put(partial, 0, b"new")
    assert partial.path.read_bytes() == b"old"
    partial.finish()
    assert partial.path.read_bytes() == b"new"


@pytest.mark.parametrize("note", [b"", b"{", b"[]", b"7", b'{"validator": 7}', b'{"other": "x"}', b"\xff\xfe\xfa"])
def test_a_note_that_cannot_be_read_is_none(partial: PartialFile, note: bytes):
    put(partial, 0, b"abc")
    [path] = (each for each in partial.path.parent.iterdir() if each.suffix == ".json")
    path.write_bytes(note)
    assert partial.validator() is None


def test_forgetting_twice_is_fine(partial: PartialFile):
    put(partial, 0, b"abc")
    partial.discard()
    partial.discard()
    assert (partial.size(), names(partial)) == (0, set())

"""Partial downloads, files that are replaced when they are complete, safe file names, and file locks."""

from __future__ import annotations

import ntpath
import os
import posixpath
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet import Head, Headers
from trivet._core.files import (
    PartialFile,
    Saved,
    file_name,
    give_final_name,
    temporary_name,
    try_lock,
    unfinished_file,
    write_whole,
)


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
    partial.release()
    later = PartialFile(partial.path)
    put(later, later.size(), b"two")
    later.finish(overwrite=True)
    assert partial.path.read_bytes() == b"one two"


def test_bytes_of_another_program_are_neither_resumed_nor_discarded(partial: PartialFile):
    put(partial, 0, b"one ")
    other = PartialFile(partial.path)
    assert (other.size(), other.validator(), other.is_resumed) == (0, None, False)
    put(other, 0, b"whole")
    other.discard()
    put(other, 0, b"whole")
    put(partial, partial.size(), b"two")
    other.finish(overwrite=True)
    other.release()
    assert partial.path.read_bytes() == b"whole"
    partial.finish(overwrite=True)
    assert (partial.path.read_bytes(), names(partial)) == (b"one two", {"volume.zip"})


def test_second_of_two_that_begin_at_once_has_a_name_of_its_own(partial: PartialFile):
    other = PartialFile(partial.path)
    assert (partial.size(), other.size()) == (0, 0)
    put(partial, 0, b"one")
    put(other, 0, b"two")
    assert (partial.is_resumed, other.is_resumed) == (True, False)
    put(other, other.size(), b" three")  # its own attempts go on with its bytes
    assert other.temporary.read_bytes() == b"two three"
    other.release()
    partial.release()
    assert names(partial) == {"volume.zip.trivet-part", "volume.zip.trivet-part.json"}
    assert PartialFile(partial.path).size() == 3


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
    [path] = (entry for entry in partial.path.parent.iterdir() if entry.suffix == ".json")
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


POSIX = pytest.mark.skipif(os.name != "posix", reason="Windows has no such links and modes")


@POSIX
def test_link_with_the_temporary_name_is_not_followed(partial: PartialFile, tmp_path: Path):
    target = tmp_path / "target"
    target.write_bytes(b"of another program")
    partial.temporary.symlink_to(target)
    assert partial.size() == 0
    put(partial, 0, b"new")
    partial.temporary.unlink()
    partial.temporary.symlink_to(target)
    with pytest.raises(OSError, match="symbolic link"):
        partial.open(3, None)
    assert target.read_bytes() == b"of another program"


@pytest.mark.parametrize("name", ["n" * 255, "é" * 127])
def test_longest_name_has_a_temporary_name_of_its_own(tmp_path: Path, name: str):
    partial, other = PartialFile(tmp_path / name), PartialFile(tmp_path / f"{name[:-1]}o")
    put(partial, 0, b"one")
    put(other, 0, b"two")
    for file in (partial, other):
        file.finish(overwrite=False)
    assert (partial.path.read_bytes(), other.path.read_bytes()) == (b"one", b"two")
    assert len(list(tmp_path.iterdir())) == 2


@POSIX
@pytest.mark.parametrize("umask", [0, 0o022, 0o077])
@pytest.mark.parametrize(("public", "mode"), [(False, 0o600), (True, 0o666)])
def test_umask_limits_a_public_file_alone(tmp_path: Path, umask: int, public: bool, mode: int):
    before = os.umask(umask)
    try:
        write_whole(tmp_path / "x", lambda file: file.write(b"1"), overwrite=False, public=public)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == mode & ~umask


def test_existing_file_is_kept_without_overwrite(tmp_path: Path):
    path = tmp_path / "x"
    path.write_bytes(b"old")
    with pytest.raises(FileExistsError) as caught:
        write_whole(path, lambda file: file.write(b"new"), overwrite=False)
    assert caught.value.filename == str(path)
    assert [(entry.name, entry.read_bytes()) for entry in tmp_path.iterdir()] == [("x", b"old")]


def test_name_taken_while_the_file_is_written_is_kept(tmp_path: Path):
    path = tmp_path / "x"
    with pytest.raises(FileExistsError) as caught:
        write_whole(path, lambda file: path.write_bytes(b"taken"), overwrite=False)
    assert caught.value.filename == str(path)
    assert [(entry.name, entry.read_bytes()) for entry in tmp_path.iterdir()] == [("x", b"taken")]


def test_existing_file_is_replaced_by_the_complete_new_one(tmp_path):
    path = tmp_path / "x"
    for content in (b"old", b"new"):
        write_whole(path, lambda file, content=content: file.write(content), overwrite=True)
        assert [(entry.name, entry.read_bytes()) for entry in tmp_path.iterdir()] == [("x", content)]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_interrupted_write_keeps_the_old_file(tmp_path, error):
    path = tmp_path / "x"
    path.write_bytes(b"old")

    def broken(file):
        file.write(b"half")
        raise error

    with pytest.raises(error):
        write_whole(path, broken, overwrite=True)
    assert [(entry.name, entry.read_bytes()) for entry in tmp_path.iterdir()] == [("x", b"old")]


def test_full_disk_and_missing_folder_name_the_file(tmp_path, full_disk):
    path = tmp_path / "x"
    with full_disk(10), pytest.raises(OSError, match="File too large") as caught:
        write_whole(path, lambda file: file.write(b"x" * 100_000), overwrite=True)
    assert caught.value.filename == str(path)
    with pytest.raises(FileNotFoundError) as missing:
        write_whole(tmp_path / "no" / "x", lambda file: file.write(b""), overwrite=True)
    assert missing.value.filename == str(tmp_path / "no" / "x")
    assert [*tmp_path.iterdir()] == []


NONE = Headers([])


def named(disposition: str) -> str | None:
    return file_name(Headers([(b"content-disposition", disposition.encode("latin-1", "replace"))]))


@pytest.mark.parametrize(
    ("disposition", "name"),
    [
        ('attachment; filename="conversations_export.json"', "conversations_export.json"),
        ("attachment; filename=conversations_export.json", "conversations_export.json"),
        ('attachment;filename="a.csv"', "a.csv"),
        ('Attachment; FileName="a.csv"', "a.csv"),
        ("attachment; filename*=UTF-8''a%20b.csv", "a b.csv"),
        ("attachment; filename*=utf-8'en'a.csv", "a.csv"),
        ('attachment; filename="ratings (2).csv"', "ratings (2).csv"),
        ('attachment; filename="' + "a" * 199 + '"', "a" * 199),
        ('attachment; filename="console.json"', "console.json"),
        ('attachment; filename="a..b"', "a..b"),
        ('attachment; filename=" a.csv "', "a.csv"),
    ],
)
def test_safe_file_name_is_returned(disposition: str, name: str):
    assert named(disposition) == name


@pytest.mark.parametrize(
    "disposition",
    [
        "",
        "attachment",
        "attachment; filename",
        'attachment; filename=""',
        'attachment; filename="."',
        'attachment; filename=".."',
        'attachment; filename="../x"',
        'attachment; filename="a/../x"',
        'attachment; filename="/etc/passwd"',
        'attachment; filename="C:\\\\x"',
        'attachment; filename="x:y"',
        'attachment; filename=".hidden"',
        'attachment; filename="-x"',
        'attachment; filename="x."',
        'attachment; filename="con"',
        'attachment; filename="CON.json"',
        'attachment; filename="nul.tar.gz"',
        'attachment; filename="nul .json"',
        'attachment; filename="com9.txt"',
        'attachment; filename="LPT1"',
        'attachment; filename="' + "a" * 200 + '"',
        'attachment; filename="a\tb"',
        'attachment; filename="é.json"',
        "attachment; filename*=UTF-8''..%2Fx",
        "attachment; filename*=UTF-8''x%00y",
        "attachment; filename*=UTF-8''%C3%A9.json",
        "attachment; filename*=UTF-8''con",
        "attachment; filename*=bogus''%FF.json",
        'attachment; filename="a.json"' + ";" * 2000,
        'attachment; filename="' + ";" * 100_000,
    ],
)
def test_unsafe_file_name_is_none(disposition: str):
    assert named(disposition) is None


def test_missing_header_has_no_file_name():
    assert file_name(NONE) is None


@given(st.text(max_size=40), st.sampled_from(['attachment; filename="{}"', "attachment; filename={}", "{}"]))
def test_no_header_yields_a_name_outside_the_folder(text: str, form: str):
    name = named(form.format(text))
    if name is not None:
        assert name == ntpath.basename(name) == posixpath.basename(name) == Path(name).name
        assert name not in ("", ".", "..")
        assert not ntpath.splitdrive(name)[0]
        assert name.isprintable()


@given(st.text(max_size=40))
def test_no_escaped_name_leads_outside_the_folder(text: str):
    escaped = "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogatepass"))
    name = named(f"attachment; filename*=UTF-8''{escaped}")
    if name is not None:
        assert name == ntpath.basename(name) == posixpath.basename(name) == Path(name).name
        assert name not in ("", ".", "..")
        assert name.isascii()


def test_saved_has_path_head_and_count():
    saved = Saved(Path("a.json"), Head(200, NONE), 7)
    assert (saved.path, saved.head.status, saved.count) == (Path("a.json"), 200, 7)
    assert repr(saved) == "Saved('a.json', count=7)"


Open = Callable[[], int]

OTHER_PROCESS = """
import os, sys
from trivet._core.files import try_lock
print(try_lock(os.open(sys.argv[1], os.O_RDWR)), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def open_file(tmp_path: Path) -> Iterator[Open]:
    opened: list[int] = []

    def open_it() -> int:
        opened.append(os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT))
        return opened[-1]

    yield open_it
    for file in opened:
        os.close(file)


def test_locked_file_is_refused_until_its_process_ends(open_file: Open, tmp_path: Path) -> None:
    file = open_file()
    command = [sys.executable, "-c", OTHER_PROCESS, str(tmp_path / "file")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "True\n"
        assert not try_lock(file)
        other.kill()
    assert try_lock(file)


def test_lock_ends_when_the_file_is_closed(open_file: Open, tmp_path: Path) -> None:
    first, second = os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT), open_file()
    assert try_lock(first)
    assert not try_lock(second)
    os.close(first)
    assert try_lock(second)


def test_locked_file_can_still_be_read(open_file: Open, tmp_path: Path) -> None:
    # On Windows, no other handle can read a locked byte.
    file = open_file()
    os.write(file, b"line\n")
    assert try_lock(file)
    assert (tmp_path / "file").read_bytes() == b"line\n"


def test_file_can_be_used_on_a_file_system_without_locks(open_file: Open) -> None:
    fcntl = pytest.importorskip("fcntl", reason="POSIX alone has it")
    with mock.patch.object(fcntl, "flock", side_effect=OSError(95, "not supported")):
        assert try_lock(open_file())


def test_file_can_be_used_without_fcntl(open_file: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    assert try_lock(open_file())


@pytest.mark.parametrize("name", ["r.json", "n" * 255])
def test_file_that_a_killed_program_left_is_removed_and_one_that_is_being_written_is_not(tmp_path: Path, name: str):
    path = tmp_path / name
    temporary_name(path).write_bytes(b"left")
    with unfinished_file(path) as (temporary, file):
        assert [*tmp_path.iterdir()] == [temporary]
        write_whole(path, lambda other: other.write(b"whole"), overwrite=False)
        file.write(b"later")
        assert sorted(tmp_path.iterdir()) == sorted([temporary, path])
        file.close()
        give_final_name(temporary, path, overwrite=True)
    assert [*tmp_path.iterdir()] == [path]
    assert path.read_bytes() == b"later"

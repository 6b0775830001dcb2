"""The files of the agent stub, and the repositories in them."""

import pytest

from trivet_stubs.agent.disk import Disk
from trivet_stubs.agent.patch import Change
from trivet_stubs.kernel.refusal import Refusal


@pytest.fixture
def disk():
    disk = Disk()
    for path in ("b.txt", "a/c.txt", "a/d/e.txt"):
        disk.write("/r", path, path.encode())
    disk.write("/rest", "f.txt", b"f")
    return disk


def test_files_within_a_directory_are_relative_and_in_order(disk):
    assert list(disk.within("/r")) == ["a/c.txt", "a/d/e.txt", "b.txt"]
    assert disk.within("/r/a") == {"c.txt": b"a/c.txt", "d/e.txt": b"a/d/e.txt"}
    assert "r/b.txt" in disk.within("/")


def test_entries_are_directories_before_files(disk):
    assert disk.entries("/r") == [
        ("a", "directory"),
        ("a/d", "directory"),
        ("a/c.txt", "file"),
        ("a/d/e.txt", "file"),
        ("b.txt", "file"),
    ]
    assert disk.entries("/r", "") == [("a", "directory"), ("b.txt", "file")]
    assert disk.entries("/r", "a/d") == [("a/d/e.txt", "file")]


def test_file_without_content_is_removed(disk):
    disk.write("/r", "b.txt", None)
    disk.write("/r", "never.txt", None)

    assert disk.read("/r", "b.txt") is None
    assert disk.read("/r", "a/c.txt") == b"a/c.txt"


def test_path_is_located_below_its_directory(disk):
    assert disk.locate("/r", "a/../b.txt") == disk.locate("/r", "/r/b.txt") == "/r/b.txt"
    for path in ("../rest/f.txt", "/rest/f.txt", "a\0b"):
        with pytest.raises(Refusal, match="is not in /r"):
            disk.locate("/r", path)


def test_changes_count_since_the_commit(disk):
    disk.commit("/r")
    disk.write("/r", "b.txt", b"new")
    disk.write("/r", "a/c.txt", None)
    disk.write("/r", "a/g.txt", b"g")

    assert disk.changes("/r") == [
        Change("a/c.txt", b"a/c.txt", None),
        Change("a/g.txt", None, b"g"),
        Change("b.txt", b"b.txt", b"new"),
    ]
    assert [change.path for change in disk.changes("/r/a")] == ["c.txt", "g.txt"]


def test_changes_are_compared_with_another_default_branch(disk):
    disk.commit("/r", branch="other", default={"b.txt": b"b.txt"})

    assert disk.changes("/r") == []
    assert [change.path for change in disk.changes("/r", "default")] == ["a/c.txt", "a/d/e.txt"]


def test_repository_is_the_innermost_one(disk):
    outer, inner = disk.commit("/r"), disk.commit("/r/a", branch="inner")

    assert disk.repository("/r/a/d") is inner
    assert disk.repository("/r/x") is outer


def test_directory_without_a_repository_becomes_one(disk):
    repository = disk.repository("/rest")

    assert (repository.root, repository.head) == ("/rest", {})
    assert disk.repository("/rest/below") is repository


def test_check_out_fills_an_empty_directory_only(disk):
    source = disk.commit("/r", branch="lamp", default={"b.txt": b"old"})
    disk.check_out(source, "/copy")
    disk.check_out(source, "/rest")

    assert disk.within("/copy") == source.head
    assert (disk.repository("/copy").branch, disk.changes("/copy")) == ("lamp", [])
    assert [change.path for change in disk.changes("/copy", "default")] == ["a/c.txt", "a/d/e.txt", "b.txt"]
    assert list(disk.within("/rest")) == ["f.txt"]

"""The agent stub: whatever is changed, its diff makes the same change elsewhere."""

import subprocess
from random import Random

import pytest

from trivet_stubs.agent.patch import Change, changes

LINES = ("", "a", "b", "- c", "+ d", "--- e", "+++ f", "@@ -1 +1 @@", "\\ g", "ü\u2028v", " h\r", "diff --git a/x b/x")


def text(random):
    lines = [random.choice(LINES) for _ in range(random.randrange(12))]
    return ("\n".join(lines) + random.choice(["", "\n"])).encode()


def some_files(random):
    return {name: text(random) for name in ("a.txt", "d/b c.txt", "ü.md") if random.random() < 0.7}


def differing(before, after):
    names = sorted(before.keys() | after.keys())
    found = [Change(name, before.get(name), after.get(name)) for name in names]
    return [each for each in found if each.before != each.after]


def test_lines_are_counted_whatever_they_begin_with():
    change = Change("q.sql", b"-- a\nb\n-- c\n", b"b\n++ d\n")
    assert change.counts() == (1, 2)
    assert Change("logo.png", b"\xff\n-\n+\n", None).counts() == (0, 0)
    assert [Change("a", held, b"a\n").counts() for held in (None, b"", b"a")] == [(1, 0), (1, 0), (1, 1)]


@pytest.mark.parametrize("seed", range(300))
def test_a_diff_makes_the_same_change_again(seed):
    random = Random(seed)
    before, after = some_files(random), some_files(random)
    wanted = differing(before, after)
    patch = "".join(each.patch() for each in wanted)

    if wanted:
        assert sorted(changes(patch, before.get), key=lambda each: each.path) == wanted


@pytest.mark.parametrize("seed", range(10))
def test_git_reads_a_diff_as_it_is_meant(tmp_path, seed):
    random = Random(seed)
    before, after = some_files(random), some_files(random)
    wanted = differing(before, after)
    for name, held in before.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(held)
    patch = "".join(each.patch() for each in wanted).encode()
    if wanted:
        subprocess.run(["git", "apply", "--whitespace=nowarn", "-"], cwd=tmp_path, input=patch, check=True)

    found = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert found == after


def test_what_git_writes_is_read(tmp_path):
    def git(*arguments):
        command = ["git", "-c", "core.quotepath=off", "-c", "user.name=n", "-c", "user.email=e", *arguments]
        return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True).stdout.decode()

    git("init", "-q")
    before = {"a.txt": b"1\n2\n3\n", "b c.txt": b"x", "empty": b"", "move.txt": b"long\nenough\nto\nbe\nfound\n"}
    for name, held in before.items():
        (tmp_path / name).write_bytes(held)
    git("add", ".")
    git("commit", "-qm", "x")
    after = {"a.txt": b"1\n3\n4", "b c.txt": b"y\n", "new empty": b"", "moved.txt": b"long\nenough\nto\nbe\nfound!\n"}
    for name in ("empty", "move.txt"):
        (tmp_path / name).unlink()
    for name, held in after.items():
        (tmp_path / name).write_bytes(held)
    git("add", ".")
    found = changes(git("diff", "--cached", "-M"), before.get)
    made = dict(before)
    for each in found:
        made[each.path] = each.after

    assert {name: held for name, held in made.items() if held is not None} == after

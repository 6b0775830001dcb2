"""Unified diffs: a diff is read as the changes that it was written from, also by git."""

import subprocess
import time
from random import Random

import pytest

from trivet_stubs.agent.patch import Change, NotClean, changes

LINES = ("", "a", "b", "- c", "+ d", "--- e", "+++ f", "@@ -1 +1 @@", "\\ g", "ü\u2028v", " h\r", "diff --git a/x b/x")


def text(random):
    lines = [random.choice(LINES) for _ in range(random.randrange(12))]
    return ("\n".join(lines) + random.choice(["", "\n"])).encode()


def some_files(random):
    return {name: text(random) for name in ("a.txt", "d/b c.txt", "ü.md") if random.random() < 0.7}


def differing(before, after):
    names = sorted(before.keys() | after.keys())
    pairs = [Change(name, before.get(name), after.get(name)) for name in names]
    return [change for change in pairs if change.before != change.after]


def test_counts_include_lines_that_begin_with_signs():
    change = Change("q.sql", b"-- a\nb\n-- c\n", b"b\n++ d\n")
    assert change.counts() == (1, 2)
    assert Change("logo.png", b"\xff\n-\n+\n", None).counts() == (0, 0)
    assert [Change("a", content, b"a\n").counts() for content in (None, b"", b"a")] == [(1, 0), (1, 0), (1, 1)]


def test_diff_of_a_change_is_read_as_the_same_change():
    for seed in range(300):
        random = Random(seed)
        before, after = some_files(random), some_files(random)
        expected = differing(before, after)
        patch = "".join(change.patch() for change in expected)

        if expected:
            assert sorted(changes(patch, before.get), key=lambda change: change.path) == expected, seed


@pytest.mark.parametrize("seed", range(10))
def test_git_applies_a_diff_with_the_same_result(tmp_path, seed):
    random = Random(seed)
    before, after = some_files(random), some_files(random)
    expected = differing(before, after)
    for name, content in before.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    patch = "".join(change.patch() for change in expected).encode()
    if expected:
        subprocess.run(["git", "apply", "--whitespace=nowarn", "-"], cwd=tmp_path, input=patch, check=True)

    files = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert files == after


def test_diff_written_by_git_is_read(tmp_path):
    def git(*arguments):
        command = ["git", "-c", "core.quotepath=off", "-c", "user.name=n", "-c", "user.email=e", *arguments]
        return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True).stdout.decode()

    git("init", "-q")
    before = {"a.txt": b"1\n2\n3\n", "b c.txt": b"x", "empty": b"", "move.txt": b"long\nenough\nto\nbe\nfound\n"}
    for name, content in before.items():
        (tmp_path / name).write_bytes(content)
    git("add", ".")
    git("commit", "-qm", "x")
    after = {"a.txt": b"1\n3\n4", "b c.txt": b"y\n", "new empty": b"", "moved.txt": b"long\nenough\nto\nbe\nfound!\n"}
    for name in ("empty", "move.txt"):
        (tmp_path / name).unlink()
    for name, content in after.items():
        (tmp_path / name).write_bytes(content)
    git("add", ".")
    read = changes(git("diff", "--cached", "-M"), before.get)
    files = dict(before)
    for change in read:
        files[change.path] = change.after

    assert {name: content for name, content in files.items() if content is not None} == after


def test_empty_file_is_created_and_deleted_without_a_hunk():
    created = "diff --git a/new b/new\nnew file mode 100644\nindex 0000000..e69de29\n"
    deleted = "diff --git a/old b/old\ndeleted file mode 100644\nindex e69de29..0000000\n"

    assert changes(created + deleted, {"old": b""}.get) == [Change("new", None, b""), Change("old", b"", None)]


def test_names_of_a_rename_are_those_of_its_own_lines():
    patch = "diff --git a/x b/y.txt b/z.txt\nsimilarity index 100%\nrename from x b/y.txt\nrename to z.txt\n"

    assert changes(patch, {"x b/y.txt": b"1\n"}.get) == [
        Change("x b/y.txt", b"1\n", None),
        Change("z.txt", None, b"1\n"),
    ]


def long_text(lines):
    return "".join(f"{line}\n" for line in lines).encode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (range(3_000), [*range(1_000), "x", *range(1_001, 3_000)]),
        (range(3_000), [*range(2_999), "x"]),
        (range(3_000), ["x", *range(3_000)]),
        (range(3_000), []),
        ([], range(3_000)),
        (["a"] * 3_000, ["a"] * 2_990),
    ],
    ids=["middle", "end", "beginning", "emptied", "filled", "shortened"],
)
def test_git_applies_a_diff_of_long_texts(tmp_path, before, after):
    (tmp_path / "a.txt").write_bytes(long_text(before))
    change = Change("a.txt", long_text(before), long_text(after))
    subprocess.run(["git", "apply", "-"], cwd=tmp_path, input=change.patch().encode(), check=True)

    assert (tmp_path / "a.txt").read_bytes() == long_text(after)
    assert changes(change.patch(), {"a.txt": long_text(before)}.get) == [change]


def seconds_for(work):
    began = time.process_time()
    work()
    return time.process_time() - began


def test_time_for_a_diff_grows_with_its_lines():
    def diff(count):
        lines = [f"{number % 101}" for number in range(count)]
        moved = [f"{number * 37 % 101}" for number in range(count)]
        Change("a.txt", long_text(lines), long_text(moved)).patch()

    seconds_for(lambda: diff(8_000))
    assert seconds_for(lambda: diff(64_000)) < 32 * max(seconds_for(lambda: diff(8_000)), 1e-3)


def test_hunks_far_from_their_places_are_looked_for_within_bounds():
    count = 5_000
    head = "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n"
    hunks = [f"@@ -{count} +{count} @@\n-{line}\n+x\n" for line in range(count)]
    files = {"a.txt": long_text(range(count))}

    assert changes(head + "".join(hunks[:10]), files.get)[0].after == long_text([*["x"] * 10, *range(10, count)])
    with pytest.raises(NotClean, match=r"a\.txt: nothing like line 5000 is near it"):
        changes(head + "".join(hunks), files.get)


@pytest.mark.parametrize(
    ("before", "hunks", "after"),
    [
        ("abcd", [(3, "b")], "axcd"),
        ("abcd", [(3, "d")], "abcx"),
        ("bacdb", [(4, "b")], "bacdx"),
        ("acbcbca", [(4, "b")], "acxcbca"),
        ("abcab", [(3, "c"), (4, "b")], "abxax"),
    ],
    ids=["earlier", "later", "nearest", "earlier of two", "after the hunk before"],
)
def test_hunk_applies_at_the_nearest_place(before, hunks, after):
    patch = "--- a/a.txt\n+++ b/a.txt\n" + "".join(f"@@ -{line} +{line} @@\n-{old}\n+x\n" for line, old in hunks)

    assert changes(patch, {"a.txt": long_text(before)}.get)[0].after == long_text(after)


def test_hunk_does_not_apply_before_the_one_before_it():
    patch = "--- a/a.txt\n+++ b/a.txt\n@@ -3 +3 @@\n-c\n+x\n@@ -4 +4 @@\n-a\n+x\n"

    with pytest.raises(NotClean, match=r"a\.txt: does not apply at line 4"):
        changes(patch, {"a.txt": long_text("abcdefgh")}.get)

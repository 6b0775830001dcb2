"""Changed files as lines."""

from trivet.agent import FileDiff
from trivet.cli.agent.run.diff import changed_since, diff_lines, diff_record, summary

PATCH = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-old\n+new\x1b[2J\n same\n"
FILE = FileDiff(path="a\x07", status="modified", additions=1, deletions=1, patch=PATCH)


def test_lines_have_their_kinds_and_are_escaped():
    assert diff_lines([FILE]) == [
        ("file", "modified a\\x07 +1 -1"),
        ("hunk", "@@ -1 +1 @@"),
        ("removed", "-old"),
        ("added", "+new\\x1b[2J"),
        ("same", " same"),
    ]
    assert summary([FILE, FileDiff(path="b", additions=2)]) == "2 files changed, +3 -1"


def test_file_of_which_the_path_alone_is_known_has_no_count_of_lines():
    assert diff_lines([FileDiff(path="b")]) == [("file", "changed b")]
    assert summary([FILE, FileDiff(path="b")]) == "2 files changed"


def test_long_patches_are_cut_and_say_so():
    lines = diff_lines([FILE, FILE], most=4)
    assert lines[-1] == ("hunk", "… 5 more lines")
    assert [each for each in lines if each[0] == "file"] == [("file", "modified a\\x07 +1 -1")] * 2


def test_only_files_that_changed_since_are_left():
    other = FileDiff(path="b", additions=2)
    assert changed_since([FILE], [FILE, other]) == [other]
    assert changed_since([FILE], [FILE, other], touched={"a\x07"}) == [other], "the patches are the same"
    assert diff_record(other) == {"path": "b", "status": None, "additions": 2, "deletions": None, "patch": None}


def test_path_that_had_changed_before_and_has_changed_again_is_left():
    first, second = FileDiff(path="a"), FileDiff(path="b")
    assert changed_since([first, second], [first, second], touched={"b", "c"}) == [second]

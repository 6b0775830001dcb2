"""Unified diffs of the files that a run writes: each file has one line."""


def added(path: str, line: str) -> str:
    """The diff that adds a file.

    >>> print(added("note.txt", "One."), end="")
    diff --git a/note.txt b/note.txt
    new file mode 100644
    --- /dev/null
    +++ b/note.txt
    @@ -0,0 +1 @@
    +One.
    """
    return f"{_head(path)}new file mode 100644\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+{line}\n"


def removed(path: str, line: str) -> str:
    """The diff that removes a file."""
    return f"{_head(path)}deleted file mode 100644\n--- a/{path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-{line}\n"


def replaced(path: str, old: str, new: str) -> str:
    """The diff that replaces the line of a file."""
    return f"{_head(path)}--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-{old}\n+{new}\n"


def _head(path: str) -> str:
    return f"diff --git a/{path} b/{path}\n"

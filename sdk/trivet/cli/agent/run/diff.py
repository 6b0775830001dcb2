"""The files that a session has changed, as lines of a patch."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Literal, TypeAlias

from trivet.agent import FileDiff
from trivet.cli.text import one_line, running_text

__all__ = ["Kind", "changed_since", "diff_lines", "diff_record", "summary"]

Kind: TypeAlias = Literal["file", "hunk", "added", "removed", "same"]

MOST_LINES = 400
"""The lines of patches that a terminal gets; `session diff` has them all."""

_KINDS: dict[str, Kind] = {"+": "added", "-": "removed", "@": "hunk"}
_HEADS = ("diff ", "index ", "--- ", "+++ ", "Index: ", "=====", "new file", "deleted file")


def changed_since(before: Iterable[FileDiff], now: Iterable[FileDiff], touched: Collection[str] = ()) -> list[FileDiff]:
    """Return the files whose changes are not what they were before.

    Args:
        before: The changes of the session before a turn.
        now: Its changes after the turn.
        touched: The paths that changed during the turn. They decide about files of which a server lists the path alone.
    """
    known = [*before]
    return [diff for diff in now if diff not in known or (diff.patch is None and _path(diff) in touched)]


def diff_record(each: FileDiff) -> dict[str, Any]:
    """Return a changed file as a JSON object."""
    return {
        "path": _path(each),
        "status": each.status,
        "additions": each.additions,
        "deletions": each.deletions,
        "patch": each.patch,
    }


def summary(diffs: Sequence[FileDiff]) -> str:
    """Return the changes in a few words.

    >>> summary([FileDiff(path="README.md", additions=2, deletions=1)])
    '1 file changed, +2 -1'

    The lines are left out if a server lists files without their number.
    """
    files = f"{len(diffs)} file{'s' * (len(diffs) != 1)} changed"
    if not all(map(_counts, diffs)):
        return files
    added = sum(_number(each.additions) for each in diffs)
    removed = sum(_number(each.deletions) for each in diffs)
    return f"{files}, +{added} -{removed}"


def diff_lines(diffs: Iterable[FileDiff], *, most: int = MOST_LINES) -> list[tuple[Kind, str]]:
    """Return the lines to show, each with its kind: a head for each file, then the lines of its patch.

    >>> diff_lines([FileDiff(path="a", status="added", additions=1, patch="@@ -0,0 +1 @@\\n+x\\n")])
    [('file', 'added a +1 -0'), ('hunk', '@@ -0,0 +1 @@'), ('added', '+x')]
    """
    found: list[tuple[Kind, str]] = []
    left_out = 0
    for each in diffs:
        found.append(("file", f"{one_line(each.status or 'changed')} {one_line(_path(each))}{_counts(each)}"))
        for line in (each.patch or "").splitlines():
            if line.startswith(_HEADS):
                continue
            if len(found) < most:
                found.append((_KINDS.get(line[:1], "same"), running_text(line)))
            else:
                left_out += 1
    return [*found, ("hunk", f"… {left_out} more lines")] if left_out else found


def _path(diff: FileDiff) -> str | None:
    return getattr(diff, "path", None)


def _counts(diff: FileDiff) -> str:
    """Return the number of added and deleted lines; empty if the server names neither."""
    if diff.additions is None and diff.deletions is None:
        return ""
    return f" +{_number(diff.additions)} -{_number(diff.deletions)}"


def _number(value: Any) -> int:
    return int(value) if isinstance(value, int | float) else 0

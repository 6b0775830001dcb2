"""The files that a session has changed, as lines of a patch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

from trivet.agent import FileDiff
from trivet.cli.agent.text import one_line, running_text

__all__ = ["Kind", "changed_since", "diff_lines", "diff_record", "summary"]

Kind: TypeAlias = Literal["file", "hunk", "added", "removed", "same"]

MOST_LINES = 400
"""The lines of patches that a terminal gets; `session diff` has them all."""

_KINDS: dict[str, Kind] = {"+": "added", "-": "removed", "@": "hunk"}
_HEADS = ("diff ", "index ", "--- ", "+++ ", "Index: ", "=====", "new file", "deleted file")


def changed_since(before: Iterable[FileDiff], now: Iterable[FileDiff]) -> list[FileDiff]:
    """Return the files whose changes are not what they were before."""
    known = [*before]
    return [each for each in now if each not in known]


def diff_record(each: FileDiff) -> dict[str, Any]:
    """Return a changed file as a JSON object."""
    return {
        "path": getattr(each, "path", None),
        "status": each.status,
        "additions": each.additions,
        "deletions": each.deletions,
        "patch": each.patch,
    }


def summary(diffs: Sequence[FileDiff]) -> str:
    """Return the changes in a few words.

    >>> summary([FileDiff(path="README.md", additions=2, deletions=1)])
    '1 file changed, +2 -1'
    """
    added = sum(_number(each.additions) for each in diffs)
    removed = sum(_number(each.deletions) for each in diffs)
    return f"{len(diffs)} file{'s' * (len(diffs) != 1)} changed, +{added} -{removed}"


def diff_lines(diffs: Iterable[FileDiff], *, most: int = MOST_LINES) -> list[tuple[Kind, str]]:
    """Return the lines to show, each with its kind: a head for each file, then the lines of its patch.

    >>> diff_lines([FileDiff(path="a", status="added", additions=1, patch="@@ -0,0 +1 @@\\n+x\\n")])
    [('file', 'added a +1 -0'), ('hunk', '@@ -0,0 +1 @@'), ('added', '+x')]
    """
    found: list[tuple[Kind, str]] = []
    left_out = 0
    for each in diffs:
        path, status = one_line(getattr(each, "path", None)), one_line(each.status or "changed")
        found.append(("file", f"{status} {path} +{_number(each.additions)} -{_number(each.deletions)}"))
        for line in (each.patch or "").splitlines():
            if line.startswith(_HEADS):
                continue
            if len(found) < most:
                found.append((_KINDS.get(line[:1], "same"), running_text(line)))
            else:
                left_out += 1
    return [*found, ("hunk", f"… {left_out} more lines")] if left_out else found


def _number(value: Any) -> int:
    return int(value) if isinstance(value, int | float) else 0

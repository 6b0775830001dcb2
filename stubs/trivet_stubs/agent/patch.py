"""Unified diffs: writing a change as a diff, and reading the changes of a diff."""

import difflib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_NO_NEWLINE = "\\ No newline at end of file"
_CONTEXT = 3
# difflib takes seconds to compare some texts of this many lines, and the time grows faster than its square.
_MAX_COMPARED = 2_000
_MAX_STEPS = 1_000_000


class Malformed(Exception):
    """A text that is not a unified diff."""


class NotClean(Exception):
    """A diff that does not apply to the files."""


@dataclass(frozen=True, slots=True)
class Change:
    """The content of a file before and after a change; None if the file does not exist."""

    path: str
    before: bytes | None
    after: bytes | None

    @property
    def status(self) -> str:
        """Whether the file is added, deleted or modified."""
        if self.before is None:
            return "added"
        return "deleted" if self.after is None else "modified"

    def patch(self) -> str:
        """The change as a unified diff, as git writes one."""
        name = f"diff --git a/{self.path} b/{self.path}\n"
        modes = {"added": "new file mode 100644\n", "deleted": "deleted file mode 100644\n"}
        head = name + modes.get(self.status, "")
        old = "/dev/null" if self.before is None else f"a/{self.path}"
        new = "/dev/null" if self.after is None else f"b/{self.path}"
        try:
            before, after = (_lines((content or b"").decode()) for content in (self.before, self.after))
        except UnicodeDecodeError:
            return f"{head}Binary files {old} and {new} differ\n"
        lines = _unified(before, after, old, new)
        return head + "".join(line if line.endswith("\n") else f"{line}\n{_NO_NEWLINE}\n" for line in lines)

    def counts(self) -> tuple[int, int]:
        """How many lines the change adds and removes."""
        hunks = self.patch().partition("\n@@ ")[2].split("\n")[1:]  # before them, signs mark the file names
        return sum(line.startswith("+") for line in hunks), sum(line.startswith("-") for line in hunks)


@dataclass(slots=True)
class _Hunk:
    start: int
    old: list[str] = field(default_factory=list[str])
    new: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class _FileDiff:
    old: str | None
    new: str | None
    hunks: list[_Hunk] = field(default_factory=list[_Hunk])


def changes(patch: str, read: Callable[[str], bytes | None]) -> list[Change]:
    """Read the changes of a diff; raise `Malformed` or `NotClean` if it cannot be applied.

    Args:
        patch: The diff.
        read: Returns the content of a file, or None if it does not exist.
    """
    result: list[Change] = []
    for diff in _parsed(patch):
        if diff.old is None and diff.new is None:
            raise Malformed("changes no file")
        before = None if diff.old is None else read(diff.old)
        if diff.old is not None and before is None:
            raise NotClean(f"{diff.old}: no such file")
        if diff.old is None and diff.new is not None and read(diff.new) is not None:
            raise NotClean(f"{diff.new}: already exists")
        try:
            text = (before or b"").decode()
        except UnicodeDecodeError as error:
            raise NotClean(f"{diff.old}: is not a text") from error
        after = _applied(diff, _lines(text))
        if diff.new is None and after:
            raise NotClean(f"{diff.old}: would not be empty")
        if diff.old is not None and diff.old != diff.new:
            result.append(Change(diff.old, before, None))
        if diff.new is not None:
            result.append(Change(diff.new, before if diff.old == diff.new else None, after.encode()))
    if not result:
        raise Malformed("holds no change")
    return result


def _unified(before: list[str], after: list[str], old: str, new: str) -> list[str]:
    """The lines of a unified diff. For long texts, one hunk spans from the first different line to the last."""
    if len(before) + len(after) <= _MAX_COMPARED:
        return list(difflib.unified_diff(before, after, old, new))
    shorter = min(len(before), len(after))
    head = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    tail = next((at for at in range(shorter - head) if before[-1 - at] != after[-1 - at]), shorter - head)
    start = max(0, head - _CONTEXT)
    kept = max(0, tail - _CONTEXT)
    ranges = [_range(start, len(side) - kept - start) for side in (before, after)]
    return [
        f"--- {old}\n",
        f"+++ {new}\n",
        f"@@ -{ranges[0]} +{ranges[1]} @@\n",
        *(f" {line}" for line in before[start:head]),
        *(f"-{line}" for line in before[head : len(before) - tail]),
        *(f"+{line}" for line in after[head : len(after) - tail]),
        *(f" {line}" for line in before[len(before) - tail : len(before) - kept]),
    ]


def _range(start: int, length: int) -> str:
    """The lines of a hunk, as a unified diff counts them."""
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"


def _applied(diff: _FileDiff, lines: list[str]) -> str:
    done: list[str] = []
    at = steps = 0
    for hunk in diff.hunks:
        expected = hunk.start - 1 if hunk.old else hunk.start
        for place in _nearest(expected, at, len(lines) - len(hunk.old)):
            steps += 1
            if not hunk.old or lines[place] == hunk.old[0]:
                steps += len(hunk.old)
                if lines[place : place + len(hunk.old)] == hunk.old:
                    break
            if steps > _MAX_STEPS:
                raise NotClean(f"{diff.old or diff.new}: nothing like line {hunk.start} is near it")
        else:
            raise NotClean(f"{diff.old or diff.new}: does not apply at line {hunk.start}")
        done += lines[at:place] + hunk.new
        at = place + len(hunk.old)
    return "".join(done + lines[at:])


def _nearest(expected: int, first: int, last: int) -> Iterator[int]:
    """The places from first to last, in the order of their distance from the expected place."""
    if first > last:
        return
    middle = min(max(expected, first), last)
    yield middle
    for distance in range(1, max(middle - first, last - middle) + 1):
        if middle - distance >= first:
            yield middle - distance
        if middle + distance <= last:
            yield middle + distance


def _parsed(patch: str) -> Iterator[_FileDiff]:
    lines = patch.removesuffix("\n").split("\n")
    at = 0
    current: _FileDiff | None = None
    while at < len(lines):
        line = lines[at]
        if line.startswith("diff --git a/"):
            if current is not None:
                yield current
            old, _, new = line.removeprefix("diff --git a/").partition(" b/")
            current = _FileDiff(old, new)
        elif line.startswith("new file mode") and current is not None:
            current.old = None
        elif line.startswith("deleted file mode") and current is not None:
            current.new = None
        elif line.startswith("rename from ") and current is not None:
            current.old = line.removeprefix("rename from ")
        elif line.startswith("rename to ") and current is not None:
            current.new = line.removeprefix("rename to ")
        elif line.startswith("--- ") and at + 1 < len(lines) and lines[at + 1].startswith("+++ "):
            if current is not None and current.hunks:
                yield current
                current = None
            current = current or _FileDiff(None, None)
            current.old, current.new = _name(line, "a/"), _name(lines[at + 1], "b/")
            at += 1
        elif line.startswith("@@"):
            if current is None:
                raise Malformed(f"line {at + 1}: a hunk of no file")
            hunk, at = _hunk(lines, at)
            current.hunks.append(hunk)
            continue
        at += 1
    if current is not None:
        yield current


def _hunk(lines: list[str], at: int) -> tuple[_Hunk, int]:
    head = _HUNK.match(lines[at])
    if head is None:
        raise Malformed(f"line {at + 1}: is not the head of a hunk")
    old, new = (int(head[group] or 1) for group in (2, 4))
    hunk = _Hunk(int(head[1]))
    at += 1
    while len(hunk.old) < old or len(hunk.new) < new or (at < len(lines) and lines[at].startswith("\\")):
        if at >= len(lines):
            raise Malformed("ends within a hunk")
        sign, text = lines[at][:1] or " ", lines[at][1:] + "\n"
        if sign == "\\":
            for side in (hunk.old, hunk.new):
                if side and lines[at - 1][:1] in (" ", "-" if side is hunk.old else "+"):
                    side[-1] = side[-1].removesuffix("\n")
        elif sign not in " +-":
            raise Malformed(f"line {at + 1}: is not a line of a hunk")
        if sign in " -":
            hunk.old.append(text)
        if sign in " +":
            hunk.new.append(text)
        at += 1
    return hunk, at


def _name(line: str, prefix: str) -> str | None:
    name = line[4:].partition("\t")[0].rstrip("\r")
    return None if name == "/dev/null" else name.removeprefix(prefix)


def _lines(text: str) -> list[str]:
    return _LINE.findall(text)

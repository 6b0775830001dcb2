"""Unified diffs: made of two texts, and applied to a directory."""

import difflib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_NO_NEWLINE = "\\ No newline at end of file"


class Malformed(Exception):
    """A text that is not a unified diff."""


class NotClean(Exception):
    """A diff that does not fit what is there."""


@dataclass(frozen=True, slots=True)
class Change:
    """A file before and after; None where there is none."""

    path: str
    before: bytes | None
    after: bytes | None

    @property
    def status(self) -> str:
        """What has happened to it."""
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
            before, after = (_lines((held or b"").decode()) for held in (self.before, self.after))
        except UnicodeDecodeError:
            return f"{head}Binary files {old} and {new} differ\n"
        found = list(difflib.unified_diff(before, after, old, new))
        return head + "".join(line if line.endswith("\n") else f"{line}\n{_NO_NEWLINE}\n" for line in found)

    def counts(self) -> tuple[int, int]:
        """How many lines it adds and takes away."""
        hunks = self.patch().partition("\n@@ ")[2].split("\n")[1:]  # before them, signs stand for other things
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
    """What a diff would change; `Malformed` or `NotClean` when it cannot.

    Args:
        patch: The diff.
        read: Gives what a file holds, or None when there is none.
    """
    found: list[Change] = []
    for each in _parsed(patch):
        if each.old is None and each.new is None:
            raise Malformed("changes no file")
        before = None if each.old is None else read(each.old)
        if each.old is not None and before is None:
            raise NotClean(f"{each.old}: no such file")
        if each.old is None and each.new is not None and read(each.new) is not None:
            raise NotClean(f"{each.new}: already exists")
        try:
            text = (before or b"").decode()
        except UnicodeDecodeError as error:
            raise NotClean(f"{each.old}: is not a text") from error
        after = _applied(each, _lines(text))
        if each.new is None and after:
            raise NotClean(f"{each.old}: would not be empty")
        if each.old is not None and each.old != each.new:
            found.append(Change(each.old, before, None))
        if each.new is not None:
            found.append(Change(each.new, before if each.old == each.new else None, after.encode()))
    if not found:
        raise Malformed("holds no change")
    return found


def _applied(diff: _FileDiff, lines: list[str]) -> str:
    done: list[str] = []
    at = 0
    for hunk in diff.hunks:
        size = len(hunk.old)
        wanted = hunk.start - 1 if hunk.old else hunk.start
        places = [place for place in range(at, len(lines) - size + 1) if lines[place : place + size] == hunk.old]
        if not places:
            raise NotClean(f"{diff.old or diff.new}: does not apply at line {hunk.start}")
        place = min(places, key=lambda each: abs(each - wanted))
        done += lines[at:place] + hunk.new
        at = place + size
    return "".join(done + lines[at:])


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

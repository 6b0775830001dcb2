"""The disk of an agent server of another make: files by their paths, repositories, and patches as git writes them."""

import re
from collections.abc import Collection, Iterator

from starlette.exceptions import HTTPException

from tests.other_make.agent_faults import AgentFault
from tests.other_make.records import Record

PROJECT, HOME, BRANCH_FILE = "/srv/project", "/srv/home", "keeper.txt"
"""The directory of a repository, the directory of the default runtime, and a file that the branch has committed."""


class Disk:
    """The files of the server, and what was committed of them."""

    def __init__(self, faults: Collection[AgentFault]) -> None:
        self.faults = faults
        self.base = {f"{PROJECT}/README.md": "# A project\n", f"{PROJECT}/lib/sea.py": "WET = True\n"}
        self.head = {**self.base, f"{PROJECT}/{BRANCH_FILE}": "Kept on the branch.\n"}
        self.files = {**self.head, f"{HOME}/notes.txt": "The home of others.\n"}

    def below(self, directory: str) -> dict[str, str]:
        """The files below a directory, by their paths relative to it."""
        prefix = f"{directory.rstrip('/')}/"
        return {path.removeprefix(prefix): text for path, text in self.files.items() if path.startswith(prefix)}

    def read(self, directory: str, path: str) -> str:
        whole = self.path(directory, path)
        if whole not in self.files:
            raise HTTPException(404, "there is no such file")
        text = self.files[whole]
        return text[:3] if AgentFault.FILE_IS_CUT in self.faults else text

    def path(self, directory: str, path: str) -> str:
        parts = [part for part in path.split("/") if part not in ("", ".")]
        if ".." in parts or path.startswith("/"):
            raise HTTPException(422, "the path leads out of the directory")
        return "/".join([directory.rstrip("/"), *parts])

    def tree(self, directory: str, path: str) -> list[Record]:
        whole = self.path(directory, path)
        if AgentFault.TREE_IGNORES_ITS_PATH in self.faults:
            whole = directory
        here = self.below(whole)
        if not here and whole != directory:
            raise HTTPException(404, "there is no such directory")
        prefix = whole.removeprefix(directory).strip("/")
        if AgentFault.TREE_OF_EVERYTHING in self.faults:
            here, prefix = self.below(directory), ""
            return [{"path": name, "type": "file"} for name in here]
        names = dict.fromkeys(name.split("/")[0] for name in here)
        kinds = {name: "file" if name in here else "directory" for name in names}
        return [{"path": f"{prefix}/{name}".strip("/"), "type": kind} for name, kind in kinds.items()]

    def search(self, directory: str, text: str, kind: str | None, *, by_name: bool = False) -> list[Record]:
        files = list(self.below(directory))
        folders = dict.fromkeys(path.rpartition("/")[0] for path in files if "/" in path)
        rows = [{"path": path, "type": "file"} for path in files]
        rows += [{"path": path, "type": "directory"} for path in folders]
        begins = AgentFault.SEARCH_BEGINNINGS in self.faults
        names = [row["path"].rpartition("/")[2] for row in rows]
        compared = names if by_name or begins else [row["path"] for row in rows]
        found = [
            row
            for row, name in zip(rows, compared, strict=True)
            if (name.startswith(text) if begins else text.lower() in name.lower())
        ]
        return [row for row in found if kind in (None, row["type"]) or AgentFault.SEARCH_TYPE_IGNORED in self.faults]

    def grep(self, directory: str, pattern: str, include: str | None) -> list[Record]:
        try:
            regex = re.compile(re.escape(pattern) if AgentFault.GREP_IS_LITERAL in self.faults else pattern)
        except re.error as error:
            raise HTTPException(422, "the pattern is not a regular expression") from error
        chosen = include is None or AgentFault.GREP_INCLUDE_IGNORED in self.faults
        ending = (include or "").lstrip("*")
        return [
            {"path": path, "line": number, "text": line}
            for path, text in self.below(directory).items()
            if chosen or path.endswith(ending)
            for number, line in enumerate((path if AgentFault.GREP_NAMES in self.faults else text).splitlines(), 1)
            if regex.search(line)
        ]

    # Version control.

    def is_versioned(self, directory: str) -> bool:
        return f"{directory}/".startswith(f"{PROJECT}/")

    def changes(self, directory: str, mode: str = "worktree") -> dict[str, tuple[str | None, str | None]]:
        """The changed files below a directory, with their texts before and after."""
        before = self.base if mode == "default" else self.head
        prefix = f"{directory.rstrip('/')}/"
        paths = [path for path in {**before, **self.files} if path.startswith(prefix) and path.startswith(PROJECT)]
        pairs = {path.removeprefix(prefix): (before.get(path), self.files.get(path)) for path in paths}
        return {path: pair for path, pair in pairs.items() if pair[0] != pair[1]}

    def status(self, directory: str) -> list[Record]:
        changed = self.changes(directory)
        if AgentFault.STATUS_OF_ALL_FILES in self.faults:
            return [{"file": path, "status": "modified"} for path in self.below(directory)]
        if AgentFault.STATUS_OF_TRACKED_FILES in self.faults:
            changed = {path: pair for path, pair in changed.items() if pair[0] is not None}
        kinds = {
            path: "added" if old is None else "deleted" if new is None else "modified"
            for path, (old, new) in changed.items()
        }
        return [{"file": path, "status": kind} for path, kind in kinds.items()]

    def patch_of(self, path: str, old: str | None, new: str | None) -> str:
        sides = [text.splitlines() if text is not None else [] for text in (old, new)]
        heads = ["/dev/null" if text is None else f"{side}/{path}" for side, text in (("a", old), ("b", new))]
        lines = [f"diff --git a/{path} b/{path}", f"--- {heads[0]}", f"+++ {heads[1]}"]
        lines.append(f"@@ -{int(bool(sides[0]))},{len(sides[0])} +{int(bool(sides[1]))},{len(sides[1])} @@")
        if AgentFault.PATCH_WITHOUT_LINES not in self.faults:
            lines += [f"-{line}" for line in sides[0]] + [f"+{line}" for line in sides[1]]
        return "\n".join(lines) + "\n"

    def apply(self, directory: str, patch: str) -> None:
        """Apply a patch as a whole, or not at all."""
        files = dict(self.files)
        changes = list(_changes(patch))
        if not changes:
            raise HTTPException(422, "the patch has no change")
        for path, old, new in changes[: 1 if AgentFault.PATCH_OF_THE_FIRST_FILE in self.faults else None]:
            whole = self.path(directory, path)
            if files.get(whole) != old:
                raise HTTPException(409, "the patch does not apply")
            if AgentFault.PATCH_ADDS_ALONE in self.faults and None not in (old, new):
                continue
            if new is None:
                files.pop(whole, None)
            else:
                files[whole] = new
        if AgentFault.PATCH_IS_FORGOTTEN not in self.faults:
            self.files = files


def _changes(patch: str) -> Iterator[tuple[str, str | None, str | None]]:
    """The files of a patch with their whole texts before and after: patches of whole files are enough here."""
    for part in re.split(r"(?m)^diff --git .*\n", patch)[1:]:
        heads = re.search(r"(?m)^--- (.*)\n\+\+\+ (.*)\n@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@\n", part)
        if heads is None:
            raise HTTPException(422, "a file of the patch has no change")
        lines = part[heads.end() :].splitlines()
        sides = [[line[1:] for line in lines if line[:1] in (sign, " ")] for sign in "-+"]
        counts = [int(count or 1) for count in heads.groups()[2:]]
        if [len(side) for side in sides] != counts:
            raise HTTPException(422, "a hunk of the patch breaks off")
        texts = [
            None if head == "/dev/null" else "".join(f"{line}\n" for line in side)
            for head, side in zip(heads.groups()[:2], sides, strict=True)
        ]
        name = heads[1] if heads[2] == "/dev/null" else heads[2]
        yield name[2:], texts[0], texts[1]

"""The agent stub's files: one tree for the whole server, and the repositories in it."""

import posixpath
import re
from dataclasses import dataclass, field

from trivet_stubs.agent.context import within
from trivet_stubs.agent.patch import Change
from trivet_stubs.agent.refusals import invalid


@dataclass(slots=True, kw_only=True)
class Repository:
    """A directory under version control; its paths are relative to it."""

    root: str
    branch: str = "main"
    default_branch: str = "main"
    head: dict[str, bytes] = field(default_factory=dict[str, bytes])
    """What is committed."""
    default: dict[str, bytes] = field(default_factory=dict[str, bytes])
    """What is committed on the default branch."""


class Disk:
    """Files by their absolute path."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.repositories: dict[str, Repository] = {}

    def within(self, directory: str) -> dict[str, bytes]:
        """All files below a directory, by their path from there, in order."""
        start = len(directory.rstrip("/")) + 1
        return {path[start:]: self.files[path] for path in sorted(self.files) if within(path, directory)}

    def locate(self, directory: str, path: str, *, kind: str = "Query") -> str:
        """The absolute path of one in a directory; a `Refusal` when it leads out of it."""
        found = posixpath.normpath(posixpath.join(directory, path))
        if not within(found, directory) or "\0" in path:
            raise invalid("path", f'"{path}" is not in {directory}', kind=kind)
        return found

    def read(self, directory: str, path: str) -> bytes | None:
        """What a file of a directory holds; None when there is none."""
        return self.files.get(posixpath.join(directory, path))

    def write(self, directory: str, path: str, content: bytes | None) -> None:
        """Write a file, or remove it."""
        where = posixpath.join(directory, path)
        if content is None:
            self.files.pop(where, None)
        else:
            self.files[where] = content

    def entries(self, directory: str, inside: str | None = None) -> list[tuple[str, str]]:
        """Paths from a directory and their types, directories first: all of them, or those directly in one of them.

        Args:
            directory: Where paths begin.
            inside: The one directory, as a path from there; the empty text is `directory` itself.
        """
        files = list(self.within(directory))
        folders = {path[: slash.start()] for path in files for slash in re.finditer("/", path)}
        found = [*((path, "directory") for path in sorted(folders)), *((path, "file") for path in files)]
        return found if inside is None else [each for each in found if posixpath.dirname(each[0]) == inside]

    def commit(self, root: str, *, branch: str = "main", default: dict[str, bytes] | None = None) -> Repository:
        """Put what a directory holds under version control as it is.

        Args:
            root: The directory.
            branch: The branch that it is on.
            default: What the default branch holds, when it is another one.
        """
        head = self.within(root)
        self.repositories[root] = Repository(
            root=root, branch=branch, head=head, default=dict(head) if default is None else default
        )
        return self.repositories[root]

    def repository(self, directory: str) -> Repository:
        """The repository that a directory is in; one with nothing committed is begun where there is none."""
        roots = [root for root in self.repositories if within(directory, root)]
        if not roots:
            self.repositories[directory] = Repository(root=directory)
            return self.repositories[directory]
        return self.repositories[max(roots, key=len)]

    def changes(self, directory: str, mode: str = "worktree") -> list[Change]:
        """What differs in a directory from what is committed: `worktree` here, `default` on the default branch."""
        repository = self.repository(directory)
        committed = repository.default if mode == "default" else repository.head
        start = directory.removeprefix(repository.root).strip("/")
        prefix = f"{start}/" if start else ""
        before = {path.removeprefix(prefix): held for path, held in committed.items() if path.startswith(prefix)}
        after = self.within(directory)
        return [
            Change(path, before.get(path), after.get(path))
            for path in sorted(before.keys() | after.keys())
            if before.get(path) != after.get(path)
        ]

"""The disk of the agent stub: one tree of files for the whole server, and the repositories in it."""

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
    """The committed files."""
    default: dict[str, bytes] = field(default_factory=dict[str, bytes])
    """The committed files of the default branch."""


class Disk:
    """Files by their absolute paths.

    >>> stub.disk.write("/srv/trees", "oak.txt", b"Old.")
    >>> stub.disk.commit("/srv/trees", branch="pruned")
    >>> stub.disk.write("/srv/trees", "oak.txt", b"Very old.")
    >>> [change.path for change in stub.disk.changes("/srv/trees")]
    ['oak.txt']
    """

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.repositories: dict[str, Repository] = {}

    def within(self, directory: str) -> dict[str, bytes]:
        """All files below a directory, by their paths relative to it, in order."""
        start = len(directory.rstrip("/")) + 1
        return {path[start:]: self.files[path] for path in sorted(self.files) if within(path, directory)}

    def locate(self, directory: str, path: str, *, kind: str = "Query") -> str:
        """Return the absolute form of a path in a directory, or raise a `Refusal` if it leads out of the directory."""
        target = posixpath.normpath(posixpath.join(directory, path))
        if not within(target, directory) or "\0" in path:
            rule = "agent.requests.path-is-in-the-directory"
            raise invalid("path", f'"{path}" is not in {directory}', kind=kind, by=rule)
        return target

    def read(self, directory: str, path: str) -> bytes | None:
        """The content of a file of a directory; None if the file does not exist."""
        return self.files.get(posixpath.join(directory, path))

    def write(self, directory: str, path: str, content: bytes | None) -> None:
        """Write a file of a directory, or remove it when its content is None.

        >>> stub.disk.write("/home/dev/orchard", "README.md", b"# Orchard\\n")
        """
        where = posixpath.join(directory, path)
        if content is None:
            self.files.pop(where, None)
        else:
            self.files[where] = content

    def entries(self, directory: str, inside: str | None = None) -> list[tuple[str, str]]:
        """The paths below a directory and their types, directories first.

        Args:
            directory: The directory that the paths are relative to.
            inside: A single directory to list, relative to `directory`; the empty text is `directory` itself.
        """
        files = list(self.within(directory))
        folders = {path[: slash.start()] for path in files for slash in re.finditer("/", path)}
        entries = [*((path, "directory") for path in sorted(folders)), *((path, "file") for path in files)]
        return entries if inside is None else [entry for entry in entries if posixpath.dirname(entry[0]) == inside]

    def commit(self, root: str, *, branch: str = "main", default: dict[str, bytes] | None = None) -> Repository:
        """Put the present files of a directory under version control.

        >>> stub.disk.commit("/srv/trees", branch="pruned")

        Args:
            root: The directory.
            branch: The branch that the directory is on.
            default: The files of the default branch, if it is another branch.
        """
        head = self.within(root)
        self.repositories[root] = Repository(
            root=root, branch=branch, head=head, default=dict(head) if default is None else default
        )
        return self.repositories[root]

    def check_out(self, repository: Repository, directory: str) -> None:
        """Write the committed files of a repository into a directory, unless the directory has files already."""
        if self.within(directory) or directory in self.repositories:
            return
        for path, content in repository.head.items():
            self.write(directory, path, content)
        self.commit(directory, branch=repository.branch, default=dict(repository.default))

    def repository(self, directory: str) -> Repository:
        """Return the repository that contains a directory; any other directory becomes a repository without commits."""
        roots = [root for root in self.repositories if within(directory, root)]
        if not roots:
            self.repositories[directory] = Repository(root=directory)
            return self.repositories[directory]
        return self.repositories[max(roots, key=len)]

    def changes(self, directory: str, mode: str = "worktree") -> list[Change]:
        """The changes of a directory since the last commit (`worktree`), or since the default branch (`default`)."""
        repository = self.repository(directory)
        committed = repository.default if mode == "default" else repository.head
        start = directory.removeprefix(repository.root).strip("/")
        prefix = f"{start}/" if start else ""
        before = {path.removeprefix(prefix): content for path, content in committed.items() if path.startswith(prefix)}
        after = self.within(directory)
        return [
            Change(path, before.get(path), after.get(path))
            for path in sorted(before.keys() | after.keys())
            if before.get(path) != after.get(path)
        ]

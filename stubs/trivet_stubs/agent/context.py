"""A runtime context, a directory or a workspace, and how answers name it."""

import posixpath
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from trivet_stubs.agent.refusals import invalid
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject


@dataclass(frozen=True, slots=True)
class Context:
    """A directory, or a workspace in a directory, to which sessions, events and runtime data belong.

    >>> Context("/home/dev/orchard").wire()
    {'directory': '/home/dev/orchard'}
    """

    directory: str
    workspace_id: str | None = None

    @applies("agent.contexts.directory-plus-optional-workspace")
    def wire(self) -> JsonObject:
        """Return the JSON object that the service sends."""
        if self.workspace_id is None:
            return {"directory": self.directory}
        return {"directory": self.directory, "workspaceID": self.workspace_id}


def absolute(directory: str, field: str, *, kind: str = "Query") -> str:
    """Return a directory in its normal form, or raise a `Refusal` if it is relative."""
    if not directory.startswith("/"):
        rule = "agent.contexts.directory-is-absolute"
        raise invalid(field, f'"{directory}" is not an absolute path', kind=kind, by=rule)
    return "/" + posixpath.normpath(directory).lstrip("/")


def within(directory: str, root: str) -> bool:
    """Whether a directory is `root` or below it."""
    return directory == root or directory.startswith(root.rstrip("/") + "/")


def located(context: Context, data: Any) -> JsonObject:
    """Wrap a copy of the data in the answer of an operation that has a runtime context."""
    return {"location": context.wire(), "data": deepcopy(data)}


def plain(data: Any) -> JsonObject:
    """Wrap a copy of the data in the answer of any other operation."""
    return {"data": deepcopy(data)}

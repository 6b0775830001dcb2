"""Runtime contexts: a directory, and maybe a workspace, that operations of the request kind act in."""

from __future__ import annotations

from ..._core import check

__all__ = ["context_key", "context_query"]


def context_key(directory: str, workspace: str | None = None) -> str:
    """The text that stands for a runtime context on the client's side: `<workspace or the word local>:<directory>`.

    Args:
        directory: The directory.
        workspace: The id of the workspace; without it, the context is the server's own.

    Raises:
        InvalidArgumentError: One of them is empty or no text.

    Contract: Resources, Client-side store keys.
    """
    check.text("directory", directory, min_length=1)
    if workspace is not None:
        check.text("workspace", workspace, min_length=1)
    return f"{workspace or 'local'}:{directory}"


def context_query(directory: str | None, workspace: str | None) -> tuple[tuple[str, str], ...]:
    """The query parameters of a runtime context, without those that are left out.

    Raises:
        InvalidArgumentError: One of them is empty or no text.
    """
    given = [(name, value) for name, value in (("directory", directory), ("workspace", workspace)) if value is not None]
    for name, value in given:
        check.text(name, value, min_length=1)
    return tuple(given)

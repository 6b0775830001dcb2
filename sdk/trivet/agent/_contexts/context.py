"""Runtime contexts: the directory, and possibly the workspace, that request operations act in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._core import check

if TYPE_CHECKING:
    from .._generated.models import RuntimeContext


def context_key(directory: str, workspace: str | None = None) -> str:
    """Return the key of a runtime context in a store: `<workspace or the word local>:<directory>`.

    >>> context_key("/home/dev/orchard")
    'local:/home/dev/orchard'

    Args:
        directory: The directory.
        workspace: The id of the workspace; without it, the key is for the directory itself.

    Raises:
        InvalidArgumentError: An argument is empty or is not text.

    Contract: Resources, Client-side store keys.
    """
    check.text("directory", directory, min_length=1)
    if workspace is not None:
        check.text("workspace", workspace, min_length=1)
    return f"{workspace or 'local'}:{directory}"


def is_context(location: RuntimeContext) -> bool:
    """Whether the context that a server names has the form that the contract states; a lax client decodes any value."""
    texts: list[Any] = [location.directory, *([] if location.workspace_id is None else [location.workspace_id])]
    return all(isinstance(text, str) and text for text in texts)


def context_query(directory: str | None, workspace: str | None) -> tuple[tuple[str, str], ...]:
    """Return the query parameters of a runtime context, without those that are None.

    Raises:
        InvalidArgumentError: An argument is empty or is not text.
    """
    parameters = [
        (name, value) for name, value in (("directory", directory), ("workspace", workspace)) if value is not None
    ]
    for name, value in parameters:
        check.text(name, value, min_length=1)
    return tuple(parameters)

# Derived from sdk/trivet/agent/_contexts/_async/client.py by `python -m codegen`; do not edit.
"""The agent client bound to a runtime context."""

from __future__ import annotations

from copy import copy
from typing import Self

from ...._sync.client import Client
from ....errors import InvalidArgumentError
from ..context import context_key, context_query

__all__ = ["ContextClient"]


class ContextClient(Client):
    """A client whose request operations act in a runtime context."""

    def at(self, *, directory: str | None = None, workspace: str | None = None) -> Self:
        """Make a copy bound to a runtime context, that shares the connections.

        Its request operations send both, and no other operation does: those of the server have no context, and a
        session has the one that it was created in. What is left out is not sent, whatever this client is bound to; with
        neither, the server uses its default runtime.

        Args:
            directory: The directory, any text that is not empty.
            workspace: The id of the workspace.

        Raises:
            InvalidArgumentError: One of them is empty or no text.

        Contract: Context model.
        """
        connection = self._connection
        other = copy(self)
        other._open(connection.with_settings(connection.settings.evolve(context=context_query(directory, workspace))))
        return other

    def context_key(self, *, directory: str | None = None, workspace: str | None = None) -> str:
        """The text that stands for a runtime context on the client's side: `<workspace or the word local>:<directory>`.

        Args:
            directory: The directory; without it, the context is the one that this client is bound to.
            workspace: The id of the workspace, beside a directory.

        Raises:
            InvalidArgumentError: One of them is empty or no text, or there is no directory.

        Contract: Resources, Client-side store keys.
        """
        if directory is None and workspace is None:
            bound = dict(self._connection.settings.context)
            directory, workspace = bound.get("directory"), bound.get("workspace")
        if directory is None:
            raise InvalidArgumentError("directory", "given, or bound by `at`", None)
        return context_key(directory, workspace)

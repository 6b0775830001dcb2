"""The agent client bound to a runtime context."""

from __future__ import annotations

from copy import copy
from typing import Self

from ...._async.client import AsyncClient
from ....errors import InvalidArgumentError
from ..context import context_key, context_query


class AsyncContextClient(AsyncClient):
    """The part of the agent client that binds its request operations to a runtime context."""

    def at(self, *, directory: str | None = None, workspace: str | None = None) -> Self:
        """Make a copy that is bound to a runtime context and shares the connections.

        >>> orchard = client.at(directory="/home/dev/orchard")
        >>> status = await orchard.vcs.status()

        Only request operations send the context: server operations have none, and a session stays in the context that
        it was created in. An omitted argument is not sent, even if this client is bound to it; without both, the server
        uses its default runtime.

        Args:
            directory: The directory; it must not be empty.
            workspace: The id of the workspace.

        Raises:
            InvalidArgumentError: An argument is empty or is not text.

        Contract: Context model.
        """
        connection = self._connection
        other = copy(self)
        other._open(connection.with_settings(connection.settings.evolve(context=context_query(directory, workspace))))
        return other

    def context_key(self, *, directory: str | None = None, workspace: str | None = None) -> str:
        """Return the key of a runtime context in a store: `<workspace or the word local>:<directory>`.

        >>> client.at(directory="/home/dev/orchard").context_key()
        'local:/home/dev/orchard'

        Args:
            directory: The directory; without it, the key is for the context that this client is bound to.
            workspace: The id of the workspace, together with a directory.

        Raises:
            InvalidArgumentError: An argument is empty or is not text, or there is no directory.

        Contract: Resources, Client-side store keys.
        """
        if directory is None and workspace is None:
            bound = dict(self._connection.settings.context)
            directory, workspace = bound.get("directory"), bound.get("workspace")
        if directory is None:
            raise InvalidArgumentError("directory", "given, or bound by `at`", None)
        return context_key(directory, workspace)

"""The live view of one runtime context."""

from __future__ import annotations

from typing import Literal

from ...._core import check
from ...._core.public import exported_from
from ..session_view import SessionView
from .mirror import AsyncContextMirror
from .watch import AsyncChanges, AsyncWatch

__all__ = ["AsyncContextView"]


@exported_from("trivet.agent")
class AsyncContextView:
    """The sessions of a runtime context, kept up to date until it is unfollowed or its store is closed.

    >>> view = await store.follow(directory="/home/dev/orchard")
    >>> [each.session.title for each in view.sessions]

    Attributes:
        key: The context key, by which its store has it.
    """

    def __init__(self, mirror: AsyncContextMirror) -> None:
        self._mirror = mirror
        self.key: str = mirror.key

    @property
    def failure(self) -> Exception | None:
        """The error that ended the view, which does not change any more; None while it is kept up to date."""
        return self._mirror.failure

    @property
    def connection(self) -> Literal["live", "stale", "reconnecting", "ended"]:
        """How current the view is now.

        >>> view.connection
        'live'

        `live`: it follows the events. `stale`: events were missed, and everything is being fetched again.
        `reconnecting`: there is no connection, and another one is being made. `ended`: it was unfollowed, or `failure`
        has ended it.
        """
        self._mirror.check_process()
        with self._mirror.background:
            return self._mirror.connection

    @property
    def sessions(self) -> list[SessionView]:
        """Every session as it is now, oldest first."""
        self._mirror.check_process()
        with self._mirror.background:
            return self._mirror.state.views()

    def session(self, session_id: str) -> SessionView | None:
        """Return a session as it is now; None where this context has no such session.

        >>> view.session(session.id).status
        """
        self._mirror.check_process()
        with self._mirror.background:
            return self._mirror.state.view(session_id)

    def watch(self, session_id: str) -> AsyncWatch:
        """Iterate a session: as it is now, and after each change.

        >>> async with view.watch(session.id) as watch:
        ...     async for now in watch:
        ...         print(now.status, len(now.messages))

        The session's messages are fetched first, and dropped when its last watch ends. A slow reader skips states and
        gets the latest. The watch ends when the session is deleted or moved to another context, when the watch is
        closed, and with the view.

        Args:
            session_id: The session. The first step of the loop checks that it belongs to this context.

        Raises:
            InvalidArgumentError: The id is empty or no text.
            APIError: The failure that has ended the view.
            TrivetError: The context is not followed any more, or not by this process.
        """
        check.text("session_id", session_id, min_length=1)
        return AsyncWatch(self._mirror, session_id)

    def changes(self) -> AsyncChanges:
        """Iterate the sessions of this context: each as it is now, and after each change.

        >>> async with view.changes() as changes:
        ...     async for now in changes:
        ...         print(now.session.title, now.gone)

        Only a watched session has messages. One that was deleted or has left is yielded once more, in its last state
        here and with `gone` set. A slow reader skips states and gets the latest. The iteration ends when it is closed,
        and with the view.

        Raises:
            APIError: The failure that has ended the view.
            TrivetError: The context is not followed any more, or not by this process.
        """
        return AsyncChanges(self._mirror)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.key!r})"

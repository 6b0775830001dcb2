"""What a store knows of one runtime context, as it changes."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from ..session_view import SessionView
from .following import AsyncFollowing

__all__ = ["AsyncContextView"]


class AsyncContextView:
    """The sessions of a runtime context, kept up to date in the background until its store is closed.

    Attributes:
        key: The context key, by which its store knows it.
    """

    def __init__(self, following: AsyncFollowing) -> None:
        """Show what is followed."""
        self._following = following
        self.key = following.key

    @property
    def failure(self) -> Exception | None:
        """What ended it, so that nothing here changes any more; None while all is well."""
        return self._following.failure

    @property
    def sessions(self) -> list[SessionView]:
        """Every session as it is now, oldest first."""
        with self._following.beside:
            return self._following.state.views()

    def session(self, session_id: str) -> SessionView | None:
        """A session as it is now, if there is one in this context."""
        with self._following.beside:
            return self._following.state.view(session_id)

    async def watch(self, session_id: str) -> AsyncGenerator[SessionView, None]:
        """Iterate a session: as it is, and again each time that it has changed.

        Its messages are fetched first, and forgotten when nobody watches it any more. Whoever is slow misses what was
        in between, and gets the latest. It ends when the session is deleted or moved to another context, and when the
        store is closed.

        Args:
            session_id: The session.

        Raises:
            InvalidArgumentError: It is no session of this context.
            NotFoundError: There is no such session.
            APIError: The service refused something that the view needs, and the context is not followed any more.
            TrivetError: The store is closed.
        """
        following, seen = self._following, -1
        following.check()
        await following.find(session_id)
        with following.beside:
            opened = following.state.open(session_id)
            following.beside.tell()
        try:
            while True:
                view, seen = await following.change(session_id, opened, seen)
                if view is None:
                    return
                yield view
        finally:
            with following.beside:
                following.state.close(session_id, opened)
                following.beside.tell()

    async def changes(self) -> AsyncGenerator[SessionView, None]:
        """Iterate the sessions of this context: all of them as they are, and then each one that has changed.

        Of a session that nobody watches there are no messages. Whoever is slow misses what was in between, and gets the
        latest. It ends when the store is closed.

        Raises:
            APIError: The service refused something that the view needs, and the context is not followed any more.
            TrivetError: The store is closed.
        """
        following, seen = self._following, -1
        following.check()
        while True:
            changed, seen = await following.changes(seen)
            if not changed:
                return
            for session_id in changed:
                view = self.session(session_id)
                if view is not None:
                    yield view

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.key!r})"

# Derived from sdk/trivet/agent/_store/_async/view.py by `python -m codegen`; do not edit.
"""What a store knows of one runtime context, as it changes."""

from __future__ import annotations

from ...._core import check
from ...._core.public import exported_from
from ..session_view import SessionView
from .mirror import ContextMirror
from .watch import Changes, Watch

__all__ = ["ContextView"]


@exported_from("trivet.agent")
class ContextView:
    """The sessions of a runtime context, kept up to date in the background until it is unfollowed or its store closed.

    Attributes:
        key: The context key, by which its store knows it.
    """

    def __init__(self, following: ContextMirror) -> None:
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
        self._following.check_process()
        with self._following.background:
            return self._following.state.views()

    def session(self, session_id: str) -> SessionView | None:
        """A session as it is now, if there is one in this context."""
        self._following.check_process()
        with self._following.background:
            return self._following.state.view(session_id)

    def watch(self, session_id: str) -> Watch:
        """Iterate a session: as it is, and again each time that it has changed.

        Its messages are fetched first, and forgotten when nobody watches it any more. Whoever is slow misses what was
        in between, and gets the latest. It ends when the session is deleted or moved to another context, when it is
        closed, and with the view.

        Args:
            session_id: The session. Whether it is one of this context, the first step of the loop finds out.

        Raises:
            InvalidArgumentError: It is empty or no text.
            APIError: What has ended the view.
            TrivetError: The context is not followed any more, or not by this process.
        """
        check.text("session_id", session_id, min_length=1)
        return Watch(self._following, session_id)

    def changes(self) -> Changes:
        """Iterate the sessions of this context: all of them as they are, and then each one that has changed.

        Of a session that nobody watches there are no messages. One that was deleted or has left comes once more, as it
        was last seen here, and says that it is `gone`. Whoever is slow misses what was in between, and gets the latest.
        It ends when it is closed, and with the view.

        Raises:
            APIError: What has ended the view.
            TrivetError: The context is not followed any more, or not by this process.
        """
        return Changes(self._following)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.key!r})"

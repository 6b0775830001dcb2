"""What is iterated of a view: one session, or all of them, as they change."""

from __future__ import annotations

from collections import deque
from types import TracebackType
from typing import Self

from attrs import evolve

from ...._core.public import exported_from
from ..session_view import SessionView
from ..transcript import Transcript
from .mirror import AsyncContextMirror

__all__ = ["AsyncChanges", "AsyncWatch"]


class _AsyncLook:
    """What both have: an end, and a loop that goes on where it was, whatever it was left by."""

    def __init__(self, following: AsyncContextMirror) -> None:
        """Look at nothing yet."""
        self._following = following
        self._seen = -1
        self._closed = False
        following.check()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """End it at once, for whoever waits in another task or thread too; closing twice is fine."""
        self._closed = True
        if self._following.is_here:
            with self._following.background:
                self._let_go()
                self._following.background.notify()

    def __aiter__(self) -> Self:
        return self

    def _let_go(self) -> None:
        """Forget what was only kept for this."""

    def _is_over(self) -> bool:
        return self._closed or self._following.over

    def _check(self) -> None:
        """Go on only where there may be more."""
        if self._closed:
            raise StopAsyncIteration
        if self._following.failure is not None or not self._following.is_here:
            self._following.check()
        if self._following.over:
            raise StopAsyncIteration

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._following.key!r})"


@exported_from("trivet.agent")
class AsyncWatch(_AsyncLook):
    """A session, as it is and each time that it has changed; `view.watch` makes it.

    It is its own iterator, in a `with` block or without: a loop that was left, by an error or a timeout too, goes on
    where it was. One that is left and forgotten ends when the next event comes.
    """

    def __init__(self, following: AsyncContextMirror, session_id: str) -> None:
        """Ask for nothing yet."""
        super().__init__(following)
        self._session_id = session_id
        self._opened: Transcript | None = None

    async def __anext__(self) -> SessionView:
        """Wait until it is another one than before.

        Raises:
            InvalidArgumentError: It is no session of this context.
            NotFoundError: There is no such session.
            APIError: What ended the view.
            TrivetError: This is another process than the one that follows the context.
        """
        self._check()
        following, session_id = self._following, self._session_id
        if self._opened is None:
            await following.find(session_id, self._is_over)
        with following.background:
            self._check()
            if self._opened is None:
                self._opened = following.state.open(session_id)
                following.background.notify()
            opened = self._opened
        await following.background.wait_for(
            lambda: self._is_over() or following.state.news(session_id, opened, self._seen)
        )
        with following.background:
            self._check()
            view = None if following.state.gone(session_id, opened) else following.state.view(session_id)
            if view is not None:
                self._seen = following.state.revision(session_id)
                return view
        await self.aclose()
        raise StopAsyncIteration

    def _let_go(self) -> None:
        opened, self._opened = self._opened, None
        if opened is not None:
            self._following.state.close(self._session_id, opened)

    def __del__(self) -> None:
        # Wherever it is that nobody needs it any more, a lock may be held there.
        if (opened := getattr(self, "_opened", None)) is not None:
            self._following.state.left.append((self._session_id, opened))


@exported_from("trivet.agent")
class AsyncChanges(_AsyncLook):
    """The sessions of a context, as they are and then each one that has changed; `view.changes` makes it.

    It is its own iterator, in a `with` block or without: a loop that was left, by an error or a timeout too, goes on
    where it was.
    """

    def __init__(self, following: AsyncContextMirror) -> None:
        """Nothing is new yet."""
        super().__init__(following)
        self._waiting: deque[str] = deque()
        self._told: dict[str, SessionView] = {}

    async def __anext__(self) -> SessionView:
        """Wait for the next session that has changed.

        Raises:
            APIError: What ended the view.
            TrivetError: This is another process than the one that follows the context.
        """
        state = self._following.state
        while True:
            self._check()
            await self._following.background.wait_for(
                lambda: self._is_over() or bool(self._waiting) or state.revision() > self._seen
            )
            with self._following.background:
                self._check()
                if not self._waiting:
                    changed, self._seen = state.changed(self._seen), state.revision()
                    self._waiting.extend([*(each for each in self._told if state.view(each) is None), *changed])
                while self._waiting:
                    view = self._tell(self._waiting.popleft())
                    if view is not None:
                        return view

    def _tell(self, session_id: str) -> SessionView | None:
        """A session as it is now, and once more when it is gone."""
        view = self._following.state.view(session_id)
        if view is None:
            last = self._told.pop(session_id, None)
            return last and evolve(last, gone=True)
        self._told[session_id] = view
        return view

"""The live view of one runtime context, and the iterators over its states."""

from __future__ import annotations

from collections import deque
from types import TracebackType
from typing import Literal, Self

from attrs import evolve

from ...._core import check
from ...._core.public import exported_from
from ..sessions import SessionView
from ..transcript import Transcript
from .mirror import AsyncContextMirror


class _AsyncViewIterator:
    """The common part of both iterators: closing, and a loop that may be left and continued."""

    def __init__(self, mirror: AsyncContextMirror) -> None:
        self._mirror = mirror
        self._seen = -1
        self._closed = False
        mirror.check_running()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """End the iteration at once, also where another task or thread waits in it; closing twice is fine."""
        self._closed = True
        if self._mirror.in_own_process:
            with self._mirror.background:
                self._release()
                self._mirror.background.notify()

    def __aiter__(self) -> Self:
        return self

    def _release(self) -> None:
        """Release what was kept for this iterator alone."""

    def _has_ended(self) -> bool:
        return self._closed or self._mirror.closed

    def _check(self) -> None:
        """Return only where there may be another state."""
        if self._closed:
            raise StopAsyncIteration
        if self._mirror.failure is not None or not self._mirror.in_own_process:
            self._mirror.check_running()
        if self._mirror.closed:
            raise StopAsyncIteration

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._mirror.key!r})"


@exported_from("trivet.agent")
class AsyncWatch(_AsyncViewIterator):
    """The states of one session: as it is now, and after each change; `view.watch` makes it.

    >>> async with view.watch(session.id) as watch:
    ...     async for now in watch:
    ...         print(now.status, len(now.messages))

    It is its own iterator, inside a `with` block or without one: a loop that was left, also by an error or a timeout,
    continues where it was. One that is garbage-collected ends when the next event arrives.
    """

    def __init__(self, mirror: AsyncContextMirror, session_id: str) -> None:
        super().__init__(mirror)
        self._session_id = session_id
        self._opened: Transcript | None = None

    async def __anext__(self) -> SessionView:
        """Wait until the session is not as it was in the last step.

        Raises:
            InvalidArgumentError: The session belongs to another context.
            NotFoundError: There is no such session.
            APIError: The failure that ended the view.
            TrivetError: Another process follows the context.
        """
        self._check()
        mirror, session_id = self._mirror, self._session_id
        if self._opened is None:
            await mirror.ensure_session(session_id, self._has_ended)
        with mirror.background:
            self._check()
            if self._opened is None:
                self._opened = mirror.state.open(session_id)
                mirror.background.notify()
            opened = self._opened
        await mirror.background.wait_for(
            lambda: self._has_ended() or mirror.state.has_changed(session_id, opened, self._seen)
        )
        with mirror.background:
            self._check()
            view = None if mirror.state.is_gone(session_id, opened) else mirror.state.view(session_id)
            if view is not None:
                self._seen = mirror.state.revision(session_id)
                return view
        await self.aclose()
        raise StopAsyncIteration

    def _release(self) -> None:
        opened, self._opened = self._opened, None
        if opened is not None:
            self._mirror.state.close(self._session_id, opened)

    def __del__(self) -> None:
        # It may run anywhere, also in a thread that holds the lock, so it only leaves a note.
        if (opened := getattr(self, "_opened", None)) is not None:
            self._mirror.state.abandoned.append((self._session_id, opened))


@exported_from("trivet.agent")
class AsyncChanges(_AsyncViewIterator):
    """The states of all sessions of a context: as they are now, and after each change; `view.changes` makes it.

    >>> async with view.changes() as changes:
    ...     async for now in changes:
    ...         print(now.session.title, now.gone)

    It is its own iterator, inside a `with` block or without one: a loop that was left, also by an error or a timeout,
    continues where it was.
    """

    def __init__(self, mirror: AsyncContextMirror) -> None:
        super().__init__(mirror)
        self._waiting: deque[str] = deque()
        self._yielded: dict[str, SessionView] = {}

    async def __anext__(self) -> SessionView:
        """Wait for the next session that has changed.

        Raises:
            APIError: The failure that ended the view.
            TrivetError: Another process follows the context.
        """
        state = self._mirror.state
        while True:
            self._check()
            await self._mirror.background.wait_for(
                lambda: self._has_ended() or bool(self._waiting) or state.revision() > self._seen
            )
            with self._mirror.background:
                self._check()
                if not self._waiting:
                    since, self._seen = self._seen, state.revision()
                    changed = state.changed_since(since)
                    if changed is None:
                        gone = (id_ for id_ in self._yielded if state.view(id_) is None)
                        here = (now.session.id for now in state.views())
                        changed = [*gone, *(id_ for id_ in here if state.revision(id_) > since)]
                    self._waiting.extend(changed)
                while self._waiting:
                    view = self._next_view(self._waiting.popleft())
                    if view is not None:
                        return view

    def _next_view(self, session_id: str) -> SessionView | None:
        """Return a session as it is now; its last state, once, where it is gone."""
        view = self._mirror.state.view(session_id)
        if view is None:
            last = self._yielded.pop(session_id, None)
            return last and evolve(last, gone=True)
        self._yielded[session_id] = view
        return view


@exported_from("trivet.agent")
class AsyncContextView:
    """The sessions of a runtime context, kept up to date until it is unfollowed or its store is closed.

    >>> view = await store.follow(directory="/home/dev/orchard")
    >>> [now.session.title for now in view.sessions]

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

# Derived from sdk/trivet/agent/_store/_async/store.py by `python -m codegen`; do not edit.
"""The store: live views of runtime contexts, and the iterators over their states."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from types import TracebackType
from typing import Literal, Self, cast

from attrs import evolve

from ...._core import check
from ...._core.public import exported_from
from ...._core.traceback_locals import clear_locals, hide_arguments
from ....errors import TrivetError
from ..._contexts._sync.client import ContextClient
from ..._contexts.context import context_key
from ..sessions import SessionFilter, SessionView
from ..transcript import Transcript
from .mirror import ContextMirror


class _ViewIterator:
    """The common part of both iterators: closing, and a loop that may be left and continued."""

    def __init__(self, mirror: ContextMirror) -> None:
        self._mirror = mirror
        self._seen = -1
        self._closed = False
        mirror.check_running()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the iteration at once, also where another task or thread waits in it; closing twice is fine."""
        self._closed = True
        if self._mirror.in_own_process:
            with self._mirror.background:
                self._release()
                self._mirror.background.notify()

    def __iter__(self) -> Self:
        return self

    def _release(self) -> None:
        """Release what was kept for this iterator alone."""

    def _has_ended(self) -> bool:
        return self._closed or self._mirror.closed

    def _check(self) -> None:
        """Return only where there may be another state."""
        if not self._closed and (self._mirror.failure is not None or not self._mirror.in_own_process):
            self._mirror.check_running()
        if self._has_ended():
            raise StopIteration

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._mirror.key!r})"


@exported_from("trivet.agent")
class Watch(_ViewIterator):
    """The states of one session: as it is now, and after each change; `view.watch` makes it.

    >>> with view.watch(session.id) as watch:
    ...     for now in watch:
    ...         print(now.status, len(now.messages))

    It is its own iterator, inside a `with` block or without one: a loop that was left, also by an error or a timeout,
    continues where it was. One that is garbage-collected ends when the next event arrives.
    """

    def __init__(self, mirror: ContextMirror, session_id: str) -> None:
        super().__init__(mirror)
        self._session_id = session_id
        self._opened: Transcript | None = None

    def __next__(self) -> SessionView:
        """Wait until the session is not as it was in the last step.

        Raises:
            InvalidArgumentError: The session belongs to another context.
            NotFoundError: There is no such session.
            APIError: The failure that ended the view.
            TrivetError: Another process follows the context.
        """
        try:
            return self._next()
        except BaseException as error:
            clear_locals(error)
            raise

    def _next(self) -> SessionView:
        self._check()
        mirror, session_id = self._mirror, self._session_id
        if self._opened is None:
            mirror.ensure_session(session_id, self._has_ended)
        with mirror.background:
            self._check()
            if self._opened is None:
                self._opened = mirror.state.open(session_id)
                mirror.background.notify()
            opened = self._opened
        mirror.background.wait_for(
            lambda: self._has_ended() or mirror.state.has_changed(session_id, opened, self._seen)
        )
        with mirror.background:
            self._check()
            view = None if mirror.state.is_gone(session_id, opened) else mirror.state.view(session_id)
            if view is not None:
                self._seen = mirror.state.table.revision_of(session_id)
                return view
        self.close()
        raise StopIteration

    def _release(self) -> None:
        opened, self._opened = self._opened, None
        if opened is not None:
            self._mirror.state.close(self._session_id, opened)

    def __del__(self) -> None:
        # It may run anywhere, also in a thread that holds the lock, so it only leaves a note.
        if (opened := getattr(self, "_opened", None)) is not None:
            self._mirror.state.abandoned.append((self._session_id, opened))


@exported_from("trivet.agent")
class Changes(_ViewIterator):
    """The states of all sessions of a context: as they are now, and after each change; `view.changes` makes it.

    >>> with view.changes() as changes:
    ...     for now in changes:
    ...         print(now.session.title, now.gone)

    It is its own iterator, inside a `with` block or without one: a loop that was left, also by an error or a timeout,
    continues where it was.
    """

    def __init__(self, mirror: ContextMirror) -> None:
        super().__init__(mirror)
        self._waiting: deque[str] = deque()
        self._yielded: dict[str, SessionView] = {}

    def __next__(self) -> SessionView:
        """Wait for the next session that has changed.

        Raises:
            APIError: The failure that ended the view.
            TrivetError: Another process follows the context.
        """
        try:
            return self._next()
        except BaseException as error:
            clear_locals(error)
            raise

    def _next(self) -> SessionView:
        state = self._mirror.state
        while True:
            self._check()
            self._mirror.background.wait_for(
                lambda: self._has_ended() or bool(self._waiting) or state.table.revision > self._seen
            )
            with self._mirror.background:
                self._check()
                if not self._waiting:
                    since, self._seen = self._seen, state.table.revision
                    changed = state.table.changed_since(since)
                    if changed is None:
                        gone = (id_ for id_ in self._yielded if state.view(id_) is None)
                        here = (now.session.id for now in state.views())
                        changed = [*gone, *(id_ for id_ in here if state.table.revision_of(id_) > since)]
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
class ContextView:
    """The sessions of a runtime context, kept up to date until it is unfollowed or its store is closed.

    >>> view = store.follow(directory="/home/dev/orchard")
    >>> [now.session.title for now in view.sessions]

    Attributes:
        key: The context key, by which its store has it.
    """

    def __init__(self, mirror: ContextMirror) -> None:
        self._mirror = mirror
        self.key: str = mirror.key

    @property
    def failure(self) -> Exception | None:
        """The error that ended the view, which does not change any more; None while it is kept up to date."""
        failure = self._mirror.failure
        if failure is not None:
            clear_locals(failure)
        return failure

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

    def watch(self, session_id: str) -> Watch:
        """Iterate a session: as it is now, and after each change.

        >>> with view.watch(session.id) as watch:
        ...     for now in watch:
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
        return Watch(self._mirror, session_id)

    def changes(self) -> Changes:
        """Iterate the sessions of this context: each as it is now, and after each change.

        >>> with view.changes() as changes:
        ...     for now in changes:
        ...         print(now.session.title, now.gone)

        Only a watched session has messages. One that was deleted or has left is yielded once more, in its last state
        here and with `gone` set. A slow reader skips states and gets the latest. The iteration ends when it is closed,
        and with the view.

        Raises:
            APIError: The failure that has ended the view.
            TrivetError: The context is not followed any more, or not by this process.
        """
        return Changes(self._mirror)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.key!r})"


@exported_from("trivet.agent")
class Store:
    """Live views of runtime contexts, by their context keys. One store is enough for a client.

    >>> with AgentClient() as client, Store(client) as store:
    ...     view = store.follow(directory="/home/dev/orchard")
    ...     print([now.session.title for now in view.sessions])
    ...     assert store["local:/home/dev/orchard"] is view
    """

    def __init__(self, client: ContextClient) -> None:
        """Use a client for the requests and the events of every context.

        Args:
            client: An `AgentClient`, which has to stay open longer than the store.

        Raises:
            TypeError: It is another object, or a client of the other API.
        """
        # A client of the other API would fail in the background only.
        if not isinstance(cast("object", client), ContextClient):
            raise TypeError(f"client: an AgentClient is wanted, and this is of the type {type(client).__name__}")
        self._client = client
        self._closed = False
        self._followed: dict[str, tuple[ContextMirror, ContextView]] = {}
        self._starting: list[ContextMirror] = []
        self._failed: list[ContextMirror] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if error is None:
            _raise_failures([*self._failed, *(mirror for mirror, _ in self._followed.values())])

    def close(self) -> None:
        """Stop following every context, and end its watches; closing twice is fine.

        >>> store.close()
        """
        self._closed = True
        mirrors = [*self._starting, *(mirror for mirror, _ in self._followed.values())]
        for mirror in mirrors:
            mirror.cancel()
        for mirror in mirrors:
            mirror.close()

    @hide_arguments
    def follow(
        self,
        *,
        directory: str | None = None,
        workspace: str | None = None,
        path: str | None = None,
        roots: bool | None = None,
        start: float | None = None,
        search: str | None = None,
    ) -> ContextView:
        """Fetch a runtime context, and keep its view up to date in the background.

        >>> view = store.follow(directory="/home/dev/orchard")
        >>> view = store.follow(directory="/home/dev/orchard", roots=True, search="harvest")
        >>> view.key
        'local:/home/dev/orchard?roots=true&search=harvest'

        The same context with the same filters returns the same view. When the stream of events breaks, a new one is
        opened and everything is fetched again; an unavailable service is asked until it is back. Any other failure ends
        the view, as does a server whose default context changes. It is raised to the view's watchers, or else where the
        store's block ends.

        Args:
            directory: The directory; with neither argument, the context is the one that the client is bound to, or the
                server's default.
            workspace: The id of the workspace.
            path: Only sessions at or below this path of the directory. Those of other directories change as far as the
                server's stream of events has them.
            roots: Whether sessions with a parent are left out.
            start: Only sessions updated at or after this time, in Unix milliseconds.
            search: Only sessions whose titles contain this text, without regard to case. A session enters and leaves
                with its title.

        Raises:
            InvalidArgumentError: An argument is empty or of a wrong type, or the server does not name its default.
            APIError: The service could not be reached, or refused.
            TrivetError: The store is closed.
        """
        self._check_open()
        client = self._client
        if directory is not None or workspace is not None:
            client = client.at(directory=directory, workspace=workspace)
        session_filter = SessionFilter(path=path, roots=roots, start=start, search=search)
        session_filter.call("asc")  # which checks the filters
        if directory is not None:
            known = self._running_view(context_key(directory, workspace) + session_filter.suffix)
            if known is not None:
                return known
        mirror = ContextMirror(client, session_filter)
        self._starting.append(mirror)
        try:
            mirror.start()
            view = ContextView(mirror)
            kept = self._keep(mirror, view)
            if kept is not view or self._closed:
                mirror.close()
            self._check_open()
            return kept
        finally:
            self._starting.remove(mirror)

    @hide_arguments
    def unfollow(self, key: str) -> None:
        """Stop following a context, and remove its view.

        >>> store.unfollow("local:/home/dev/orchard")

        Args:
            key: The context key.

        Raises:
            KeyError: The context is not followed.
            Exception: The failure that had ended the view, if no caller has received it.
        """
        mirror, _ = self._followed.pop(key)
        mirror.close()
        _raise_failures([mirror])

    def __getitem__(self, key: str) -> ContextView:
        """Return the view of a context that is followed."""
        return self._followed[key][1]

    def __contains__(self, key: object) -> bool:
        return key in self._followed

    def __iter__(self) -> Iterator[str]:
        """Iterate the keys of the contexts that are followed."""
        return iter(list(self._followed))

    def __len__(self) -> int:
        return len(self._followed)

    def _keep(self, mirror: ContextMirror, view: ContextView) -> ContextView:
        """Keep a new view, unless its context has one that is running; return the one that is kept."""
        before = self._followed.get(view.key)
        if before is not None and not before[0].running:
            del self._followed[view.key]
            former = (*self._failed, before[0])
            self._failed = [other for other in former if other.failure and not other.failure_raised]
        return self._followed.setdefault(view.key, (mirror, view))[1]

    def _running_view(self, key: str) -> ContextView | None:
        mirror, view = self._followed.get(key, (None, None))
        return None if mirror is None or not mirror.running else view

    def _check_open(self) -> None:
        if self._closed:
            raise TrivetError("the store is closed")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self._followed)!r})"


def _raise_failures(mirrors: list[ContextMirror]) -> None:
    """Raise the first failure that no caller has received, with the others as its notes."""
    failed = [(mirror, mirror.failure) for mirror in mirrors if mirror.failure and not mirror.failure_raised]
    for mirror, _ in failed:
        mirror.failure_raised = True
    if failed:
        first, error = failed[0]
        for mirror, failure in failed[1:]:
            error.add_note(f"also, {mirror.key}: {failure!r}")
        clear_locals(error)
        raise error.with_traceback(first.traceback)

# Derived from sdk/trivet/agent/_store/_async/store.py by `python -m codegen`; do not edit.
"""The store: live views of runtime contexts."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Self

from ...._core.public import exported_from
from ....errors import TrivetError
from ..._contexts._sync.client import ContextClient
from ..._contexts.context import context_key
from ..sessions import SessionFilter
from .mirror import ContextMirror
from .view import ContextView

__all__ = ["Store"]


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
        _check_client(client)
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
            self._failed = [mirror for mirror in (*self._failed, before[0]) if _has_unraised_failure(mirror)]
        return self._followed.setdefault(view.key, (mirror, view))[1]

    def _running_view(self, key: str) -> ContextView | None:
        mirror, view = self._followed.get(key, (None, None))
        return None if mirror is None or not mirror.running else view

    def _check_open(self) -> None:
        if self._closed:
            raise TrivetError("the store is closed")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self._followed)!r})"


def _check_client(client: object) -> None:
    """Refuse a client of the other API, which would fail in the background only."""
    if not isinstance(client, ContextClient):
        raise TypeError(f"client: an AgentClient is wanted, and this is of the type {type(client).__name__}")


def _has_unraised_failure(mirror: ContextMirror) -> bool:
    return mirror.failure is not None and not mirror.failure_raised


def _raise_failures(mirrors: list[ContextMirror]) -> None:
    """Raise the first failure that no caller has received, with the others as its notes."""
    failed = [(mirror, mirror.failure) for mirror in mirrors if mirror.failure and not mirror.failure_raised]
    for mirror, _ in failed:
        mirror.failure_raised = True
    if failed:
        first, error = failed[0]
        for mirror, failure in failed[1:]:
            error.add_note(f"also, {mirror.key}: {failure!r}")
        raise error.with_traceback(first.traceback)

# Derived from sdk/trivet/agent/_store/_async/store.py by `python -m codegen`; do not edit.
"""Everything that a client's server has going on, followed context by context."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Self

from ...._core.public import exported_from
from ....errors import TrivetError
from ..._contexts.context import context_key
from ..._generated._sync.client import AgentClient
from .mirror import ContextMirror
from .view import ContextView

__all__ = ["Store"]


@exported_from("trivet.agent")
class Store:
    """Live views of runtime contexts, by their context keys: `store["local:/home/dev/orchard"]`.

    One is enough for a client; it is open as long as its `with` block. `follow` begins to follow a context.
    """

    def __init__(self, client: AgentClient) -> None:
        """Follow nothing yet.

        Args:
            client: Who asks; it stays open longer than the store.

        Raises:
            TypeError: It is no client of this service, or not one for this way of working.
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
            _raise_untold([*self._failed, *(following for following, _ in self._followed.values())])

    def close(self) -> None:
        """Follow nothing any more, and end whatever is watched; closing twice is fine."""
        self._closed = True
        followed = [*self._starting, *(following for following, _ in self._followed.values())]
        for following in followed:
            following.end()
        for following in followed:
            following.close()

    def follow(self, *, directory: str | None = None, workspace: str | None = None) -> ContextView:
        """Begin to follow a runtime context: what is there is fetched, and kept up to date in the background.

        The same context gives the same view. Should the stream break, there is a new one, and everything is fetched
        again; a service that is away is asked until it is back. Any other failure ends it, and is raised to whoever
        watches, or where the block of the store ends; so does a default of the server's that has become another one.

        Args:
            directory: The directory; with neither, the context is the one that the client is bound to, or the server's
                default.
            workspace: The id of the workspace.

        Raises:
            InvalidArgumentError: An argument is empty or no text, or the server does not say what its default is.
            APIError: The service could not be reached, or refused.
            TrivetError: The store is closed.
        """
        self._check_open()
        client = self._client
        if directory is not None or workspace is not None:
            client = client.at(directory=directory, workspace=workspace)
        if directory is not None and (known := self._view(context_key(directory, workspace))) is not None:
            return known
        following = ContextMirror(client)
        self._starting.append(following)
        try:
            following.start()
            view = ContextView(following)
            kept = self._keep(following, view)
            if kept is not view or self._closed:
                following.close()
            self._check_open()
            return kept
        finally:
            self._starting.remove(following)

    def unfollow(self, key: str) -> None:
        """Follow a context no more, and forget it.

        Args:
            key: Its context key.

        Raises:
            KeyError: It is not followed.
            Exception: What had ended it before, if nobody was told.
        """
        following, _ = self._followed.pop(key)
        following.close()
        _raise_untold([following])

    def __getitem__(self, key: str) -> ContextView:
        """The view of a context that is followed."""
        return self._followed[key][1]

    def __contains__(self, key: object) -> bool:
        return key in self._followed

    def __iter__(self) -> Iterator[str]:
        """The keys of all contexts that are followed."""
        return iter(list(self._followed))

    def __len__(self) -> int:
        return len(self._followed)

    def _keep(self, following: ContextMirror, view: ContextView) -> ContextView:
        """Keep a view that has just begun, unless there is one of its context already."""
        ended = self._followed.get(view.key)
        if ended is not None and not ended[0].goes_on:
            del self._followed[view.key]
            self._failed = [each for each in (*self._failed, ended[0]) if each.failure is not None and not each.told]
        return self._followed.setdefault(view.key, (following, view))[1]

    def _view(self, key: str) -> ContextView | None:
        """The view of a context, unless something has ended it."""
        following, view = self._followed.get(key, (None, None))
        return None if following is None or not following.goes_on else view

    def _check_open(self) -> None:
        if self._closed:
            raise TrivetError("the store is closed")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self._followed)!r})"


def _check_client(client: object) -> None:
    """Refuse a client of the other colour too: it would fail only in the background."""
    if not isinstance(client, AgentClient):
        raise TypeError(f"client: an AgentClient is wanted, and this is of the type {type(client).__name__}")


def _raise_untold(followed: list[ContextMirror]) -> None:
    """Raise what ended them, unless somebody knows; of several the first, with the others as its notes."""
    failed = [(each, each.failure) for each in followed if each.failure is not None and not each.told]
    for each, _ in failed:
        each.told = True
    if failed:
        first = failed[0][1]
        for each, failure in failed[1:]:
            first.add_note(f"also, {each.key}: {failure!r}")
        raise first.with_traceback(failed[0][0].trace)

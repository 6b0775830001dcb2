"""Follows directories in the background, each in a thread of its own, and tries again where that fails."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from trivet import AgentClient, NotFoundError, TrivetError
from trivet.agent import ContextView, IgnoredContextWarning, Store
from trivet.cli.agent.adapter import HINT
from trivet.cli.agent.watch.board import Fetched, Place, Row, is_unfinished, make_row, ordered

__all__ = ["Follower"]

EVERY = 0.5
"""Seconds between two looks for sessions of which too little is known."""

AGAIN = 5.0
"""Seconds before a directory that failed is followed again."""

MOST_FETCHED = 20
"""The sessions of a directory, the latest, whose todos and messages are fetched; events bring those of the others."""

DEADLINE = 10.0
"""Seconds for such a fetch."""


class Follower:
    """One directory, as it is now.

    >>> follower = Follower(client, store, "/home/dev/orchard", archived=False)
    >>> follower.start()
    >>> follower.place().connection
    'live'

    Attributes:
        client: The client, bound to the directory.
        tried: Set once the first attempt has succeeded or failed.
        failure: Why the latest attempt failed.
    """

    def __init__(
        self, client: AgentClient, store: Store, directory: str | None, *, archived: bool, again: Sequence[str] = ()
    ) -> None:
        """Prepare it; `again` are the options that lead another command to the same server."""
        self.client: AgentClient = client if directory is None else client.at(directory=directory)
        self.tried: threading.Event = threading.Event()
        self.failure: TrivetError | None = None
        self._store = store
        self._directory = directory
        self._archived = archived
        self._again = tuple(again)
        self._view: ContextView | None = None
        self._fetched: dict[str, Fetched] = {}
        self._closed = threading.Event()

    def start(self) -> None:
        """Begin in a thread."""
        threading.Thread(target=self._run, name="trivet-watch", daemon=True).start()

    def close(self) -> None:
        """End; the store ends the view."""
        self._closed.set()

    def place(self) -> Place:
        """Return the directory as it is now."""
        view, failure = self._view, self.failure
        name = self._directory or ("" if view is None else view.key.partition(":")[2])
        if failure is not None:
            return Place(name, "failed", str(failure))
        if view is None:
            return Place(name)
        return Place(name, view.connection, "", {each.id: each for each in self._rows(view)}, self._again)

    def _rows(self, view: ContextView) -> list[Row]:
        rows = (make_row(each, self._fetched.get(each.session.id)) for each in view.sessions)
        return [each for each in rows if self._archived or not each.archived]

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self._view = self._store.follow(directory=self._directory)
                self.failure = None
                self.tried.set()
                self._keep(self._view)
            except IgnoredContextWarning as warning:
                self.failure = TrivetError(f"{warning}; {HINT}")
            except TrivetError as error:
                self.failure = error
            except Exception as error:  # the other directories are followed all the same
                self.failure = TrivetError(f"{type(error).__name__}: {error}")
            finally:
                self.tried.set()
            self._view = None
            self._closed.wait(AGAIN)

    def _keep(self, view: ContextView) -> None:
        """Fetch what no list of sessions has until the view ends; then raise why."""
        while not self._closed.wait(EVERY):
            if view.failure is not None:
                raise view.failure
            if view.connection != "live":
                self._fetched.clear()  # it may have changed since
                continue
            for row in ordered(self._rows(view))[:MOST_FETCHED]:
                known = view.session(row.id)
                if known is None or row.id in self._fetched or (known.todos is not None and known.status is not None):
                    continue
                try:
                    self._fetched[row.id] = self._fetch(row.id)
                except TrivetError:
                    break  # it is tried again

    def _fetch(self, session_id: str) -> Fetched:
        session = self.client.with_options(deadline=DEADLINE).session
        try:
            latest = session.message.list(session_id, order="desc", limit=1).page()
            return Fetched(session.todo(session_id), at_work=any(map(is_unfinished, latest)))
        except NotFoundError:
            return Fetched([], at_work=False)

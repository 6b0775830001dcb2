"""One runtime context that is followed in the background."""

from __future__ import annotations

import logging
import os
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import TYPE_CHECKING, TypeAlias

from ...._async.client import AsyncResource
from ...._concurrency.background import AsyncBackgroundRunner
from ...._core.retry import Backoff, is_transient
from ....errors import APIError, DecodeError, InvalidArgumentError, NotFoundError, StreamError, TrivetError
from ..._contexts.context import context_key
from ..._generated.models import Message, PermissionRequest, QuestionRequest, RuntimeContext, Session
from ..context_state import ContextState

if TYPE_CHECKING:
    from ..._generated._async.client import AsyncAgentClient

__all__ = ["AsyncContextMirror"]

logger = logging.getLogger("trivet")

Lists: TypeAlias = tuple[RuntimeContext | None, list[Session], list[PermissionRequest | QuestionRequest]]


class AsyncContextMirror(AsyncResource):
    """Three jobs and what they know: one reads the events, one fetches what events cannot say, one ends them both.

    Attributes:
        background: The tasks or threads; what they share is only touched in its `with` block.
        state: What is known.
        over: Whether it has ended.
        failure: What ended it, if something did.
        trace: Where the failure came from, whoever has raised it since.
        told: Whether somebody was told of the failure.
        key: The context key; there is one once it has started.
    """

    def __init__(self, client: AsyncAgentClient) -> None:
        """Send nothing yet."""
        super().__init__(client._connection)
        self.background = AsyncBackgroundRunner()
        self.state = ContextState()
        self.over = False
        self.failure: Exception | None = None
        self.told = False
        self.key = ""
        self.trace: TracebackType | None = None
        self._process = os.getpid()
        self._client = client
        # Where it is, should the service not say so.
        bound = dict(self._connection.settings.context)
        directory, workspace = bound.get("directory"), bound.get("workspace")
        self._given = None if directory is None else RuntimeContext(directory=directory, workspace_id=workspace)
        self._events = client.event.subscribe()
        self._subscribed = False
        self._closed = False

    @property
    def is_here(self) -> bool:
        """Whether it was begun by this process; a fork has neither its threads nor its right to its connections."""
        return self._process == os.getpid()

    @property
    def goes_on(self) -> bool:
        """Whether it is followed, and by this process."""
        return self.is_here and not self.over

    async def start(self) -> None:
        """Subscribe, fetch what is there, and go on in the background; what fails before that is raised here."""
        self.background.start(self._read)
        self.background.start(self._keep)
        self.background.start(self._close)
        try:
            await self.background.wait_for(lambda: self.over or self.state.loaded)
            self.check()
        except BaseException:
            await self.aclose()
            raise

    def check(self) -> None:
        """Go on only while it is followed.

        Raises:
            Exception: What ended it.
            TrivetError: It was closed.
        """
        self.check_process()
        if self.failure is not None:
            self.told = True
            # What was raised before has left its mark on it.
            raise self.failure.with_traceback(self.trace)
        if self.over:
            raise TrivetError(f"{self.key or 'the context'}: it is not followed any more, it or its store was closed")

    def check_process(self) -> None:
        """Go on only in the process that follows it, before anything that is shared is touched."""
        if not self.is_here:
            raise TrivetError(f"{self.key}: another process follows it; after a fork, follow it anew")

    def end(self) -> None:
        """End it without waiting, and let everybody who watches know."""
        if self.is_here:
            self._end(None)

    async def aclose(self) -> None:
        """End it, and wait until it has let go of what it holds; closing twice is fine."""
        if not self.is_here:
            return
        self.end()
        await self.background.wait_for(lambda: self._closed)
        await self.background.aclose()

    async def find(self, session_id: str, off: Callable[[], bool]) -> None:
        """Make sure that a session is known, also one whose first event is still on its way, unless nobody waits."""
        while True:
            with self.background:
                if self.state.view(session_id) is not None:
                    return
                sought = self.state.seek(session_id)
            session = await self.background.run_unless(off, lambda: self._client.session.get(session_id))
            with self.background:
                if session is None:
                    return
                if not sought.left:
                    if not self.state.adopt(session):
                        raise InvalidArgumentError("session_id", f"a session of {self.key}", session_id)
                    self.background.notify()

    # The jobs.

    async def _read(self) -> None:
        await self._work(self._hear)

    async def _keep(self) -> None:
        await self._work(self._fetch_all)

    async def _close(self) -> None:
        # A job too, so that it is done even if whoever asks for it is cancelled.
        await self.background.wait_for(lambda: self.over)
        try:
            await self._events.aclose()
        finally:
            with self.background:
                self._closed = True
                self.background.notify()
            self.background.cancel_all()

    async def _work(self, job: Callable[[], Awaitable[None]]) -> None:
        try:
            await job()
        except Exception as error:
            self._end(error)

    def _end(self, failure: Exception | None) -> None:
        with self.background:
            if not self.over:
                self.over, self.failure = True, failure
                self.trace = None if failure is None else failure.__traceback__
            self.background.notify()

    async def _hear(self) -> None:
        async with self._events as events:
            with self.background:
                self._subscribed = True
                self.background.notify()
            amiss = False
            while not self.over:
                try:
                    async for event in events:
                        amiss = False
                        with self.background:
                            self.state.apply(event)
                            self.background.notify()
                except (DecodeError, StreamError) as error:
                    # An event that cannot be read is one that was missed; where nothing else comes, it is no stream.
                    if amiss and isinstance(error, DecodeError):
                        raise
                    amiss = True
                    logger.info("%s: %s; all of it is fetched again", self.key, error)
                    with self.background:
                        self.state.lose()
                        self.background.notify()

    async def _fetch_all(self) -> None:
        await self.background.wait_for(lambda: self.over or self._subscribed)
        away: dict[str, Backoff] = {}
        while not self.over:
            with self.background:
                wanted = self.state.wanted(away)
            if wanted is not None:
                try:
                    await self._fetch(wanted)
                    away.pop(wanted, None)
                except APIError as error:
                    if not self.state.loaded or not is_transient(error):
                        raise
                    await self._pause(away, wanted, error)
            await self.background.wait_for(lambda: self.over or self.state.wanted() is not None)

    async def _pause(self, away: dict[str, Backoff], wanted: str, error: Exception) -> None:
        """Wait before anything is asked for again, but not with what was not asked for in vain."""
        pause = away.setdefault(wanted, Backoff()).next()
        logger.info("%s: %s; again in %.1f s", self.key, error, pause)
        await self.background.run_unless(
            lambda: self.over or self.state.wanted(away) not in away,
            lambda: self._connection.settings.clock.asleep(pause),
        )

    async def _fetch(self, wanted: str) -> None:
        try:
            if wanted:
                await self._fetch_messages(wanted)
            else:
                await self._fetch_lists()
        except BaseException:
            with self.background:
                self.state.give_up(wanted)
            raise

    async def _fetch_lists(self) -> None:
        with self.background:
            begun = self.state.begin()
        found = await self.background.run_unless(lambda: self.over, self._get_lists)
        if found is None:
            return
        said, sessions, requests = found
        with self.background:
            context = said or self._given or self.state.heard
            if context is None:
                raise InvalidArgumentError("directory", "given, as this service does not say what its default is", None)
            key = context_key(context.directory, context.workspace_id)
            if self.key not in ("", key):
                raise TrivetError(f"{self.key}: what was followed is {key} now, another context; follow it anew")
            self.key = key
            self.state.finish(begun, context, sessions, requests)
            self.background.notify()

    async def _get_lists(self) -> Lists:
        # The first page says the context, also one of no items.
        page = await self._client.session.list(order="asc").page()
        sessions = [*page]
        if page.next is not None:
            sessions += await self._client.session.list(cursor=page.next).all()
        requests: list[PermissionRequest | QuestionRequest] = [
            *await self._client.permission.list(),
            *await self._client.question.list(),
        ]
        return getattr(page.record, "location", None), sessions, requests

    async def _fetch_messages(self, session_id: str) -> None:
        with self.background:
            begun = self.state.begin_messages(session_id)
        try:
            messages = await self.background.run_unless(
                lambda: self.over or not self.state.awaits(session_id, begun), lambda: self._get_messages(session_id)
            )
        except NotFoundError:
            with self.background:
                self.state.drop(session_id)
                self.background.notify()
            return
        if messages is not None:
            with self.background:
                self.state.finish_messages(session_id, begun, messages)
                self.background.notify()

    async def _get_messages(self, session_id: str) -> list[Message]:
        return await self._client.session.message.list(session_id, order="asc").all()

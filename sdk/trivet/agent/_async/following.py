"""One runtime context that is followed in the background."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from ..._async.client import AsyncResource
from ..._beside import AsyncBeside
from ..._core.retry import Backoff
from ...errors import (
    APIConnectionError,
    InternalServerError,
    InvalidArgumentError,
    NotFoundError,
    RateLimitError,
    StreamError,
    TrivetError,
)
from ..context import context_key
from ..context_state import ContextState
from ..models import PermissionRequest, QuestionRequest, RuntimeContext
from ..session_view import SessionView
from ..transcript import Transcript

if TYPE_CHECKING:
    from .client import AsyncAgentClient

__all__ = ["AsyncFollowing"]

AWAY = (APIConnectionError, InternalServerError, RateLimitError)
"""What passes: the service is away for now, or asks for patience."""


class AsyncFollowing(AsyncResource):
    """Two jobs and what they know: one reads the events, the other fetches what events cannot say.

    Attributes:
        beside: The jobs; all that follows is touched in its `with` block.
        state: What is known.
        over: Whether it has ended.
        failure: What ended it, if something did.
        told: Whether somebody was told of the failure.
    """

    def __init__(self, client: AsyncAgentClient, given: RuntimeContext | None) -> None:
        """Send nothing yet; `given` is the context where the service does not say which it is."""
        super().__init__(client._connection)
        self.beside = AsyncBeside()
        self.state = ContextState()
        self.over = False
        self.failure: Exception | None = None
        self.told = False
        self._client = client
        self._given = given
        self._events = client.event.subscribe()
        self._subscribed = False

    @property
    def key(self) -> str:
        """The context key; there is one once it has started."""
        context = self.state.context
        return "" if context is None else context_key(context.directory, context.workspace_id)

    async def start(self) -> None:
        """Subscribe, fetch what is there, and go on in the background; what fails before that is raised here."""
        self.beside.start(self._read)
        self.beside.start(self._keep)
        try:
            await self.beside.until(lambda: self.over or self.state.loaded)
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
        if self.failure is not None:
            self.told = True
            raise self.failure
        if self.over:
            raise TrivetError(f"{self.key or 'the context'}: it is not followed any more, its store was closed")

    async def aclose(self) -> None:
        """End it, and let everybody who watches know; closing twice is fine."""
        self._end(None)
        await self._events.aclose()
        await self.beside.aclose()

    async def find(self, session_id: str) -> None:
        """Make sure that a session is known, also one whose first event is still on its way."""
        with self.beside:
            if self.state.view(session_id) is not None:
                return
        session = await self._client.session.get(session_id)
        with self.beside:
            if not self.state.adopt(session):
                raise InvalidArgumentError("session_id", f"a session of {self.key}", session_id)
            self.beside.tell()

    async def change(self, session_id: str, opened: Transcript, seen: int) -> tuple[SessionView | None, int]:
        """An open session when it is other than at a revision, and the revision it has then; None at its end."""
        await self.beside.until(lambda: self.over or self.state.news(session_id, opened, seen))
        with self.beside:
            if self.failure is not None:
                self.check()
            ended = self.over or self.state.gone(session_id, opened)
            return None if ended else self.state.view(session_id), self.state.revision(session_id)

    async def changes(self, seen: int) -> tuple[list[str], int]:
        """The sessions that changed since a revision, once there are some, and the latest revision; none at the end."""
        await self.beside.until(lambda: self.over or bool(self.state.changed(seen)))
        with self.beside:
            if self.failure is not None:
                self.check()
            return [] if self.over else self.state.changed(seen), self.state.revision()

    # The jobs.

    async def _read(self) -> None:
        await self._work(self._hear)

    async def _keep(self) -> None:
        await self._work(self._fetch_all)

    async def _work(self, job: Callable[[], Awaitable[None]]) -> None:
        try:
            await job()
        except Exception as error:
            self._end(error)
            await self._events.aclose()

    def _end(self, failure: Exception | None) -> None:
        with self.beside:
            if not self.over:
                self.over, self.failure = True, failure
            self.beside.tell()

    async def _hear(self) -> None:
        async with self._events as events:
            with self.beside:
                self._subscribed = True
                self.beside.tell()
            async for event in events:
                with self.beside:
                    self.state.apply(event)
                    self.beside.tell()
                if self.over:
                    return
        raise StreamError("event.subscribe", "the stream of events came to an end")

    async def _fetch_all(self) -> None:
        await self.beside.until(lambda: self.over or self._subscribed)
        backoff = Backoff()
        while not self.over:
            try:
                await self._fetch()
                backoff = Backoff()
            except AWAY:
                if not self.state.loaded:
                    raise
                await self._connection.settings.clock.asleep(backoff.next())
            await self.beside.until(lambda: self.over or self.state.wanted() is not None)

    async def _fetch(self) -> None:
        with self.beside:
            wanted = self.state.wanted()
        try:
            if wanted:
                await self._fetch_messages(wanted)
            elif wanted is not None:
                await self._fetch_lists()
        except BaseException:
            with self.beside:
                self.state.give_up(wanted or "")
            raise

    async def _fetch_lists(self) -> None:
        with self.beside:
            begun = self.state.begin()
        # The first page says the context, also one of no items.
        page = await self._client.session.list(order="asc").page()
        sessions = [*page]
        if page.next is not None:
            sessions += await self._client.session.list(cursor=page.next).all()
        requests: list[PermissionRequest | QuestionRequest] = [
            *await self._client.permission.list(),
            *await self._client.question.list(),
        ]
        location: RuntimeContext | None = getattr(page.record, "location", None)
        if location is None and self._given is None and self.state.heard is None:
            raise InvalidArgumentError("directory", "given, as this service does not say what its default is", None)
        with self.beside:
            self.state.finish(begun, location or self._given or self.state.heard, sessions, requests)
            self.beside.tell()

    async def _fetch_messages(self, session_id: str) -> None:
        with self.beside:
            begun = self.state.begin_messages(session_id)
        try:
            messages = await self._client.session.message.list(session_id, order="asc").all()
        except NotFoundError:
            with self.beside:
                self.state.drop(session_id)
                self.beside.tell()
            return
        with self.beside:
            self.state.finish_messages(session_id, begun, messages)
            self.beside.tell()

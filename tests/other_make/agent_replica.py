"""A replica of the agent server of another make: reads show each write late, and so do writes to a record."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import httpx

from tests.other_make.agent_state import State

_SHOWN = ("sessions", "accounts", "active", "workspaces", "runtimes", "disk")


class Replica(httpx.AsyncBaseTransport):
    """A transport to a server that answers each write at once, and shows it some time later.

    Args:
        server: Reaches the server.
        state: The records of the server.
        clock: Returns the seconds of a clock that never goes back.
        late: Returns the seconds after which a request's write is shown; writes are shown in their order.
        knows_at_once: Whether a write finds a record that no read shows yet; otherwise it is refused with 404.
    """

    def __init__(
        self,
        server: Any,
        state: State,
        clock: Callable[[], float],
        late: Callable[[httpx.Request], float],
        *,
        knows_at_once: bool = True,
    ) -> None:
        self._server = server
        self._state = state
        self._clock = clock
        self._late = late
        self._knows_at_once = knows_at_once
        self._shown = self._copy()
        self._later: list[tuple[float, dict[str, Any]]] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        while self._later and self._later[0][0] <= self._clock():
            self._shown = self._later.pop(0)[1]
        if request.method == "GET":
            return await self._answer_late(request)
        if not self._knows_at_once and self._names_an_unknown_record(request):
            return httpx.Response(404, json={"title": "there is no such record"})
        response: httpx.Response = await self._server.handle_async_request(request)
        await response.aread()
        before = self._later[-1][0] if self._later else 0.0
        self._later.append((max(before, self._clock() + self._late(request)), self._copy()))
        return response

    async def _answer_late(self, request: httpx.Request) -> httpx.Response:
        written = {name: getattr(self._state, name) for name in _SHOWN}
        vars(self._state).update(self._shown)
        try:
            response: httpx.Response = await self._server.handle_async_request(request)
            await response.aread()
        finally:
            vars(self._state).update(written)
        return response

    def _names_an_unknown_record(self, request: httpx.Request) -> bool:
        part = request.url.path.split("/")[3:4]
        tables = [self._shown[name] for name in ("sessions", "accounts", "workspaces")]
        written = (self._state.sessions, self._state.accounts, self._state.workspaces)
        return any(id_ in new and id_ not in old for id_ in part for old, new in zip(tables, written, strict=True))

    def _copy(self) -> dict[str, Any]:
        """The records as they are now; the events of sessions belong to their loop, and stay the same."""
        events: dict[int, Any] = {id(session.idle): session.idle for session in self._state.sessions.values()}
        return deepcopy({name: getattr(self._state, name) for name in _SHOWN}, events)

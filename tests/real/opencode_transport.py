"""A transport by which checks reach the opencode server through the adapter, as if it were a server of the contract."""

from __future__ import annotations

import httpx

from trivet.agent import opencode


class AdapterTransport(httpx.AsyncBaseTransport):
    """Answers requests of the contract as the adapter translates them.

    An operation that the server lacks is answered with 501, and an input that it lacks with 501, too; errors of the
    adapter are answered with the status that the client gets.
    """

    def __init__(self) -> None:
        self._adapter = opencode.AsyncTransport(httpx.AsyncHTTPTransport())

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        try:
            return await self._adapter.handle_async_request(request)
        except opencode.UnsupportedOperationError as error:
            return httpx.Response(501, json={"message": str(error)}, request=request)

    async def aclose(self) -> None:
        await self._adapter.aclose()

"""A gateway before a server, which fails now and then: before it has passed a request on, or after.

It fails in each way that gateways do: with a status of theirs, with a web page, and by closing the connection.
"""

from collections import Counter
from collections.abc import Callable
from random import Random

import httpx

STATUSES = (502, 503, 504)
PAGE = {"content-type": "text/html"}


class Gateway(httpx.AsyncBaseTransport):
    """A transport that fails for a part of the requests, by a seed.

    Args:
        server: Reaches the server.
        share: The part of the requests that fails, from 0 to 1.
        seed: The seed.
        fails: Says of further requests, by their numbers, that they fail.
    """

    def __init__(
        self,
        server: httpx.AsyncBaseTransport,
        *,
        share: float = 0.04,
        seed: int = 0,
        fails: Callable[[httpx.Request, int], bool] = lambda _request, _number: False,
    ) -> None:
        self.failures: Counter[str] = Counter()
        self.requests = 0
        self._server = server
        self._share = share
        self._random = Random(seed)
        self._fails = fails

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.requests += 1
        passes_on = self._random.random() < 0.5
        how = self._random.choice([*map(str, STATUSES), "page", "closes"])
        if not (self._random.random() < self._share or self._fails(request, self.requests)):
            return await self._server.handle_async_request(request)
        self.failures[f"{how} {'after' if passes_on else 'before'}"] += 1
        if passes_on and not request.url.path.endswith("/event"):  # a stream has no end
            response = await self._server.handle_async_request(request)
            await response.aread()
            await response.aclose()
        if how == "closes":
            raise httpx.RemoteProtocolError("Server disconnected without sending a response.", request=request)
        if how == "page":
            return httpx.Response(self._random.choice([200, 500]), headers=PAGE, text="<h1>Sorry</h1>")
        return httpx.Response(int(how), headers=PAGE, text="<h1>Bad gateway</h1>")

    async def aclose(self) -> None:
        await self._server.aclose()

"""The base classes of the clients and of their groups of operations."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from copy import copy
from datetime import timedelta
from types import TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, Self, TypeVar

from .._core.answer import Answer, Unsent
from .._core.call import JSON
from .._core.clock import Clock
from .._core.lazy_imports import lazy
from .._core.timeouts import Timeout
from .._core.traceback_locals import async_hide_arguments
from .._core.unset import UNSET, Unset
from .connection import AsyncConnection

if TYPE_CHECKING:
    from .._core import custom_call
    from .._core import observation as observation  # the generated clients import it from here
else:
    custom_call = lazy("trivet._core.custom_call")
    observation = lazy("trivet._core.observation")

P = ParamSpec("P")
T = TypeVar("T")


class AsyncResource:
    """A group of operations over one connection."""

    __groups__: ClassVar[tuple[str, ...]] = ()
    """The names of the groups inside this one, each of which is an `OperationGroup`."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._open(connection)

    def _open(self, connection: AsyncConnection) -> None:
        """Use a connection, also for the groups inside this one, which are made again."""
        self._connection = connection
        for name in self.__groups__:
            self.__dict__.pop(name, None)


class AsyncClient(AsyncResource):
    """The client of a service, to be used in an `async with` block or closed with `aclose`.

    async with AsyncBusClient(account_key="…") as client:
        arrivals = await client.arrivals.get("83139")
    """

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close every connection, including the connections of copies; closing twice is allowed.

        >>> await client.aclose()
        """
        await self._connection.aclose()

    def with_options(
        self,
        *,
        timeout: Timeout | Unset = UNSET,
        deadline: float | Unset | None = UNSET,
        max_retries: int | Unset = UNSET,
        max_body: int | Unset | None = UNSET,
        max_values: int | Unset = UNSET,
        max_in_flight: int | Unset | None = UNSET,
        max_per_second: float | Unset | None = UNSET,
        headers: Mapping[str, str] | Unset = UNSET,
        observers: Sequence[observation.Observer] | Unset | None = UNSET,
    ) -> Self:
        """Return a copy with other settings that shares the connections, the retry budget and the limits.

        >>> arrivals = await client.with_options(deadline=2, max_retries=0).arrivals.get("83139")

        Args:
            timeout: Seconds for connecting, sending, and each wait for more of the answer, None for no limit; or
                an `httpx.Timeout`.
            deadline: Seconds for a whole call, from the first attempt to the last byte of the answer, or to the head of
                a stream of events; None for no limit. A sync client whose `transport` is not trivet's can check it only
                between two chunks of the answer.
            max_retries: How often a failed call is sent again, if it is retryable.
            max_body: The most bytes of an answer that is held in memory, after decompression; None for 8 MB, or 64 MB
                where an answer embeds whole files or conversations. An answer that is saved to a file or read record by
                record may be longer.
            max_values: The most values in the JSON of an answer: objects, arrays, texts, numbers. They are counted
                before they are parsed. In an answer that is read record by record, each record has this limit.
            max_in_flight: How many requests may be in flight at once; None for no limit. Further requests wait in
                order, within their deadlines. A request counts from when it is sent until its answer has been read; the
                request of a stream, an export or a download, until its head has arrived. Each retry counts again.
                Copies share the limit; a copy with another limit counts separately. In an async client, each event loop
                counts its own requests.
            max_per_second: How many requests may be sent a second, at even intervals; None for no limit. Requests wait
                for it in the same way, and copies share it, across all event loops.
            headers: Additional headers for every request.
            observers: The observers of the copy's calls, in place of this client's; None or an empty list for none.
        """
        connection = self._connection
        settings = connection.settings.evolve(
            timeout=timeout,
            deadline=deadline,
            max_retries=max_retries,
            max_body=max_body,
            max_values=max_values,
            max_in_flight=max_in_flight,
            max_per_second=max_per_second,
            headers=headers,
            observers=observers,
        )
        other = copy(self)
        other._open(connection.with_settings(settings))
        return other

    async def with_response(self, method: Callable[P, Awaitable[T]], /, *args: P.args, **kwargs: P.kwargs) -> Answer[T]:
        """Call a method of this client, and return its value with the status and headers of the answer.

        >>> answer = await client.with_response(client.arrivals.get, "83139", service_no="15")
        >>> answer.value, answer.status, answer.headers["date"]

        Pages, exports and streams have a `head` of their own.

        Raises:
            TypeError: `method` is not a method of this client that sends one call and returns its value.
        """
        resource = getattr(method, "__self__", None)
        name = getattr(method, "__name__", "")
        if name == "request" and isinstance(resource, AsyncClient):
            raise TypeError("request returns an Answer already, with its status and headers")
        if not isinstance(resource, AsyncResource) or resource._connection is not self._connection:
            raise TypeError("with_response takes a method of this client, and its arguments")
        last: Answer[Any] | None = None

        def listen(operation: str, answer: Answer[Any] | None) -> None:
            nonlocal last
            if answer is None:
                raise TypeError(f"{operation} sends more than one call, or streams: its result carries its own head")
            last = answer

        # The method is called on a copy whose connection reports the answer: the method itself returns only the value.
        other = copy(resource)
        other._open(self._connection.with_answer_listener(listen))
        clock = self._connection.settings.clock
        begun = clock.monotonic()
        try:
            result = getattr(other, name)(*args, **kwargs)
            _check_sends(name, result)
            value: T = await result
        except BaseException:
            del args, kwargs  # which may be secrets, and the traceback keeps this frame
            raise
        if last is None:
            raise TypeError(f"{name} does not send a call, so there is no status to return")
        elapsed = timedelta(seconds=clock.monotonic() - begun)
        return Answer(value, last.status, last.headers, last.body, last.record, elapsed=elapsed)

    @async_hide_arguments
    async def request(
        self,
        method: str,
        path: str,
        *,
        segments: Mapping[str, str | int] | None = None,
        query: Mapping[str, object] | None = None,
        json: Any = UNSET,
        content: bytes | None = None,
        media_type: str | None = None,
        headers: Mapping[str, str] | None = None,
        accept: str = JSON,
        retryable: bool | None = None,
    ) -> Answer[Any]:
        """Send a request that no method of this client sends, and return the value, status and headers of the answer.

        >>> answer = await client.request("POST", "/reports/{month}/rows", segments={"month": "2026-03"}, json={"n": 1})
        >>> answer.value["id"], answer.status, answer.headers["date"]

        The request is sent like every call, with the client's credentials, headers, retries, limits and deadline, and
        raises the same errors. No contract is checked. `with_options` sets a deadline for it, or a larger `max_body`.

        The media type of the answer decides the type of the value: JSON is parsed (an integer beyond 64 bits becomes a
        float), text in UTF-8 or Latin-1 becomes a str, other bodies stay bytes, and an empty body is None. The
        attribute `body` of the answer holds the bytes as they arrived.

        Args:
            method: The HTTP method.
            path: The path below `base_url`, or a URL that begins with `base_url`. Other URLs are refused, because the
                request carries credentials. Names in braces are filled in from `segments`. The path may have a query.
                Errors show the words in the path, and `...` for segments that may be ids or tokens.
            segments: Values for the names in braces, strings or integers, which are percent-encoded.
            query: Query parameters: text, numbers, booleans, dates, and datetimes with a UTC offset. A list is sent as
                repeated parameters, a mapping as `name[key]=value`; None is not sent. A client that `at` has bound to
                a context adds the parameters of the context.
            json: The JSON body, which may contain records. None is sent as null.
            content: The body as bytes, in place of `json`.
            media_type: The media type of the body; by default `application/json`, or `application/octet-stream` for
                `content`.
            headers: Additional headers.
            accept: The media type of the answer, or a range such as `text/*` or `*/*`. A successful answer of another
                type raises a DecodeError.
            retryable: Whether the request may be sent again after it may have arrived. By default, GET, HEAD and
                OPTIONS requests may.

        Raises:
            InvalidArgumentError: An argument cannot be sent; nothing was sent.
            APIConnectionError: No complete answer arrived, after the retries that the request allows.
            APIStatusError: The service answered with an error status.
            DecodeError: The body is of another media type than `accept`, longer than `max_body`, or not valid JSON.
        """
        connection = self._connection
        if headers is not None:
            connection = connection.with_settings(connection.settings.evolve(headers=headers))
        call = custom_call.custom_call(
            connection.settings,
            method,
            path,
            segments=segments,
            query=query,
            json=json,
            content=content,
            media_type=media_type,
            accept=accept,
            retryable=retryable,
        )
        begun = self.clock.monotonic()
        answer = await connection.exchange(call, decode=custom_call.decode_custom)
        elapsed = timedelta(seconds=self.clock.monotonic() - begun)
        return Answer(answer.value, answer.status, answer.headers, answer.body, elapsed=elapsed)

    @property
    def base_url(self) -> str:
        """The URL of the service, with its prefix and without a slash at the end.

        >>> client.base_url
        'https://datamall2.mytransport.sg/ltaodataservice'
        """
        return self._connection.settings.base_url

    @property
    def clock(self) -> Clock:
        """The clock that the client was made with.

        >>> client.clock.now()
        datetime.datetime(2025, 6, 16, 0, 0, tzinfo=datetime.timezone.utc)
        """
        return self._connection.settings.clock

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._connection.settings.base_url!r})"


def _check_sends(name: str, result: object) -> None:
    """Raise a TypeError for a result that sends nothing until it is read."""
    if isinstance(result, Unsent):
        kind = type(result).__name__
        raise TypeError(f"{name} returns {kind}, which sends when it is read and carries its own head")

"""Stubs on ports: uvicorn in a background thread, ended promptly even while answers are open.

Four things differ from uvicorn as it is. Each connection has timers, and their number is limited, because uvicorn
waits without end for a client that sends part of a request or reads no answer. A `ConnectionCut` ends a connection
within an answer, and `lose` before the next request, as networks do. At the end, connections are aborted, because
uvicorn would wait for every client of an open event stream. The heads of requests are read as clients send them.
"""

import asyncio
import contextlib
import socket
from asyncio import Transport
from collections.abc import Callable, Collection
from typing import Any, Generic, Protocol, Self, TypeVar, cast

import h11
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from trivet_stubs.kernel.disconnection import LOSE_KEY, ConnectionCut
from trivet_stubs.serving.hosts import KnownHosts, check_hosts
from trivet_stubs.serving.limits import Limits
from trivet_stubs.serving.loop_thread import LoopThread
from trivet_stubs.serving.request_heads import HEAD, Head, HeadReader, RefusedTargets

StubT = TypeVar("StubT", bound=ASGIApp)

_FINISH_WITHIN = 1.0
# Iterations of the event loop after which uvicorn knows every connection that asyncio has accepted.
_TURNS_OF_ACCEPTING = 4

CLOSE = "trivet.close"
"""The key of the function that closes the connection, in the state of a scope."""

_REFUSED = {
    408: ("Request Timeout", "request_timeout", "the request has not arrived within {} s"),
    503: ("Service Unavailable", "connections", "the limit of {} open connections is reached"),
}
"""The reason phrase of a refusal, the field of `Limits` that it applies, and its message."""

_STATES_OF_ARRIVAL = (h11.IDLE, h11.SEND_BODY)


class _Control(Protocol):
    """The control API, which is put around a stub."""

    @property
    def hosts(self) -> tuple[str, ...]: ...

    def around(self, stub: Any, /, app: ASGIApp | None = None) -> ASGIApp: ...


class Served(Generic[StubT]):
    """Stubs that are served within a `with` block, each on a port of its own.

    >>> with stub.serve() as served:
    ...     httpx.get(f"{served.url}/BusStops", headers={"AccountKey": stub.account_key})
    """

    __module__ = "trivet_stubs"

    def __init__(
        self,
        stubs: tuple[StubT, ...],
        host: str,
        port: int,
        limits: Limits,
        control: _Control | None = None,
        hosts: Collection[str] = (),
    ) -> None:
        if not stubs:
            raise ValueError("stubs: at least one is needed")
        if port and len(stubs) > 1:
            raise ValueError(f"port: {port} can serve one stub; leave it out for {len(stubs)}")
        if not 0 <= port <= 65535:
            raise ValueError(f"port: {port} is not between 0 and 65535")
        if not host:  # asyncio would listen on every address
            raise ValueError("host: is empty; 0.0.0.0 is every address")
        check_hosts(hosts)
        if host.startswith("[") and host.endswith("]"):  # as in a URL
            host = host[1:-1]
        self.stubs: tuple[StubT, ...] = stubs
        self._host = host
        self._port = port
        self._limits = limits
        self._control = control
        self._hosts = (host, *hosts, *(() if control is None else control.hosts))
        self._thread: LoopThread | None = None
        self._servers: list[_Server] = []

    @property
    def stub(self) -> StubT:
        """The first stub."""
        return self.stubs[0]

    @property
    def url(self) -> str:
        """The base URL of the first stub."""
        return self.urls[0]

    @property
    def urls(self) -> tuple[str, ...]:
        """The base URL of each stub."""
        return tuple(server.url for server in self._servers)

    def __enter__(self) -> Self:
        self._thread = LoopThread("trivet-stub-server")
        try:
            for stub in self.stubs:
                note: Callable[[str], None] | None = getattr(stub, "note_refusal", None)
                app: ASGIApp = KnownHosts(stub, self._hosts, note)
                if self._control is not None:
                    app = self._control.around(stub, app)
                app = RefusedTargets(app, note)
                server = _Server(app, self._host, self._port, self._limits)
                self._thread.run(server.begin())
                self._servers.append(server)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exc: object) -> None:
        if self._thread is not None:
            for server in self._servers:
                self._thread.run(server.end())
            self._servers.clear()
            self._thread.stop()
            self._thread = None


def serve(
    *stubs: StubT,
    host: str = "127.0.0.1",
    port: int = 0,
    limits: Limits | None = None,
    control: _Control | None = None,
    hosts: Collection[str] = (),
) -> Served[StubT]:
    """Serve stubs on ports of this machine within a `with` block; port 0 picks a free one for each.

    >>> with serve(BusStub(), ChatStub()) as served:
    ...     bus_url, chat_url = served.urls

    Args:
        stubs: The stubs, each for a port of its own.
        host: The address to listen on.
        port: The port of the only stub.
        limits: How many connections each port has, and how long it waits for their clients.
        control: A `trivet_stubs.control.Control`, by which requests below `/_trivet/` steer the stubs.
        hosts: Further host names of the ports, with or without a port, such as the name of a container. A request under
            another name gets a 421, because it may be of a foreign web page; addresses and `localhost` need no name.
    """
    return Served(stubs, host, port, limits or Limits(), control, hosts)


class ConnectionProtocol(H11Protocol):
    """A connection that ends when its client sends or reads too slowly, or when there are too many connections."""

    limits: Limits
    app_state: dict[str, Any]

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # the signature of uvicorn
        """Wait for a request, unless there are too many connections."""
        super().connection_made(transport)
        self.conn: h11.Connection = HeadReader(self._note, self.config.h11_max_incomplete_event_size)
        self._arriving: asyncio.TimerHandle | None = None
        self._writing: asyncio.TimerHandle | None = None
        self._lost = False
        self.app_state = {**self.app_state, CLOSE: self._close, LOSE_KEY: self._lose}
        if len(self.connections) > self.limits.connections:
            self._refuse(503)
        else:
            self._arriving = self.loop.call_later(self.limits.request_timeout, self._refuse, 408)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        self._stop_arriving()
        self._stop_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request, whose time runs from its first part to its last."""
        if self._lost:  # this request is the one that gets lost
            self.transport.close()
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.conn.their_state not in _STATES_OF_ARRIVAL:
            self._stop_arriving()
        elif self._arriving is None:
            self._arriving = self.loop.call_later(self.limits.request_timeout, self._refuse, 408)

    def on_response_complete(self) -> None:
        """Keep the connection for a while, or end it, as soon as the client has read the answer."""
        super().on_response_complete()
        self._expect_reading()

    def pause_writing(self) -> None:
        """Start to wait for the client to read."""
        super().pause_writing()
        self._expect_reading()

    def resume_writing(self) -> None:
        """Stop the wait, because the client has read some data."""
        self._stop_writing()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that was idle for too long."""
        super().timeout_keep_alive_handler()
        self._expect_reading()

    def _stop_arriving(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None

    def _stop_writing(self) -> None:
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None

    def _expect_reading(self) -> None:
        """Abort the connection later if the client reads nothing until then; a close would wait for the client."""
        if self._writing is None and self.transport.get_write_buffer_size():
            self._writing = self.loop.call_later(self.limits.write_timeout, self._end_unread)

    def _end_unread(self) -> None:
        self._writing = None
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def _note(self, head: Head) -> None:
        self.app_state[HEAD] = head

    def _close(self) -> None:
        self.transport.close()
        self._expect_reading()

    def _lose(self) -> None:
        self._lost = True

    def _refuse(self, status: int) -> None:
        cycle = cast(RequestResponseCycle | None, self.cycle)  # None until the first request
        if cycle is None or not cycle.response_started or cycle.response_complete:
            phrase, field, message = _REFUSED[status]
            option = f"--{field.replace('_', '-')}"
            message = message.format(getattr(self.limits, field))
            body = f"{message}; Limits({field}=…) or the option {option} sets it\n".encode()
            head = f"HTTP/1.1 {status} {phrase}\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n"
            self.transport.write(b"%scontent-length: %d\r\n\r\n%s" % (head.encode(), len(body), body))
        self._close()


class _Server(uvicorn.Server):
    """A server that reports when it has started, and does not wait for its clients when it ends."""

    def __init__(self, app: ASGIApp, host: str, port: int, limits: Limits) -> None:
        class LimitedProtocol(ConnectionProtocol):
            pass

        LimitedProtocol.limits = limits
        config = uvicorn.Config(
            _ending_connections(app),
            host=host,
            port=port,
            http=LimitedProtocol,
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="warning",
            access_log=False,
            proxy_headers=False,  # the control API checks the address of the peer, which a header could replace
            server_header=False,
            date_header=False,
            timeout_keep_alive=cast(int, limits.idle_timeout),  # uvicorn hands it to the event loop, which takes floats
        )
        super().__init__(config)
        self._up: asyncio.Event = asyncio.Event()
        self._down: asyncio.Event = asyncio.Event()
        self._serving: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        listener: socket.socket = self.servers[0].sockets[0]
        host, port = listener.getsockname()[:2]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    async def begin(self) -> None:
        self._serving = asyncio.get_running_loop().create_task(self._serve_or_say_why())
        up = asyncio.ensure_future(self._up.wait())
        await asyncio.wait([up, self._serving], return_when=asyncio.FIRST_COMPLETED)
        up.cancel()
        if self._serving.done():
            self._serving.result()

    async def end(self) -> None:
        self._down.set()
        if self._serving is not None:
            await self._serving

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._up.set()

    async def main_loop(self) -> None:
        await self.on_tick(0)
        await self._down.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Closing a server would leave connections open that asyncio has just accepted, so it stops accepting first.
        for listener in [listener for server in self.servers for listener in server.sockets]:
            with contextlib.suppress(NotImplementedError):  # the loop of Windows has no readers
                asyncio.get_running_loop().remove_reader(listener)
        for _ in range(_TURNS_OF_ACCEPTING):
            await asyncio.sleep(0)
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        tasks = set(self.server_state.tasks)
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=_FINISH_WITHIN)
            for task in late:
                task.cancel()

    async def _serve_or_say_why(self) -> None:
        try:
            if self.config.host == "::" and socket.has_dualstack_ipv6():
                # The event loop's own sockets for :: do not take IPv4.
                address = (self.config.host, self.config.port)
                with socket.create_server(address, family=socket.AF_INET6, dualstack_ipv6=True, backlog=2048) as both:
                    await self.serve(sockets=[both])
                return
            await self.serve()
        except (OSError, SystemExit) as error:  # uvicorn exits when it cannot listen
            raise OSError(f"cannot listen on {self.config.host} port {self.config.port}") from error


def _ending_connections(app: ASGIApp) -> ASGIApp:
    async def ending(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        except ConnectionCut:
            cast(Callable[[], Any], scope["state"][CLOSE])()
            while (await receive())["type"] != "http.disconnect":
                pass
        except asyncio.CancelledError:
            # Only the end of the server cancels an answer, when its client has gone; uvicorn would log a traceback.
            with contextlib.suppress(KeyError):
                scope["state"][CLOSE]()

    return ending

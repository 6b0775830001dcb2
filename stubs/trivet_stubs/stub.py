"""A stub: a service's state, hooks and handlers in one application, which is reached in process or on a port."""

import contextlib
import threading
from collections.abc import AsyncGenerator, Collection, Sequence
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager
from copy import copy
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, overload

from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

from trivet_stubs.kernel.application import build_application
from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.contract import Contract
from trivet_stubs.kernel.faults import Faults
from trivet_stubs.kernel.handlers import Handler, HandlerTable
from trivet_stubs.kernel.hooks import Hooks
from trivet_stubs.kernel.inline_run import Application
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.kernel.optional_dependencies import lazy
from trivet_stubs.kernel.request_log import RequestLog
from trivet_stubs.kernel.settings import Quota, UnknownKeys
from trivet_stubs.kernel.state import StubState
from trivet_stubs.kernel.steering import Steering
from trivet_stubs.kernel.validation import check
from trivet_stubs.serving.in_process import AsyncTransport, Transport
from trivet_stubs.serving.limits import Limits
from trivet_stubs.serving.loop_thread import LoopThread

if TYPE_CHECKING:
    from trivet_stubs.control import app as control_app
    from trivet_stubs.serving import port as stub_port
else:  # a stub in process needs neither
    control_app = lazy("trivet_stubs.control.app")
    stub_port = lazy("trivet_stubs.serving.port")

T = TypeVar("T")


class StateAttribute(Generic[T]):
    """An attribute of a stub that reads and sets the attribute of this name of the stub's state."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, stub: None, owner: type) -> Self: ...
    @overload
    def __get__(self, stub: "Stub", owner: type) -> T: ...
    def __get__(self, stub: "Stub | None", owner: type) -> "Self | T":
        if stub is None:
            return self
        value: T = getattr(stub.state, self._name)
        return value

    def __set__(self, stub: "Stub", value: T) -> None:
        setattr(stub.state, self._name, value)


class Stub:
    """A stub of one service, composed of its state, its hooks and the objects that hold its handlers.

    It is an ASGI app itself, and `app` is its Starlette application: mount it in an application of yours, or add routes
    that answer before the contract does.

        stub.app.routes.insert(0, Route("/health", health))
        outer = Starlette(routes=[Mount("/bus", app=stub)])
    """

    __module__ = "trivet_stubs"

    state: Any
    """The `StubState` that the handlers share; each service declares its own class."""
    contract: StateAttribute[Contract] = StateAttribute()
    clock: StateAttribute[Clock] = StateAttribute()
    """The clock of the service: `stub.clock.advance(60)`; settable."""
    latency: StateAttribute[float] = StateAttribute()
    """Real seconds that every answer takes; settable."""
    observed: StateAttribute[Any] = StateAttribute()
    """Switches for the behaviour of observed servers; each service declares its own subclass of `Observed`."""
    unknown_keys: StateAttribute[UnknownKeys] = StateAttribute()
    """Whether inputs that the contract does not have are refused, which finds typing errors, or ignored; settable."""
    quota: StateAttribute[Quota | int | None] = StateAttribute()
    """How many requests are let through: `Quota(100, per=60)`, a number without a window, or None for any number.

    A request beyond it is a 429 with `Retry-After`, and at the bus service its quota fault.
    """
    max_body: StateAttribute[int] = StateAttribute()
    """The largest body of a request, in bytes; a larger one is refused with 413."""
    faults: StateAttribute[Faults] = StateAttribute()
    """The faults that wait for their requests: `stub.faults.add("stops.list", status=503)`."""
    requests: StateAttribute[RequestLog] = StateAttribute()
    """The requests that the stub received: `stub.requests.count("stops.list")`."""
    lock: StateAttribute[threading.RLock] = StateAttribute()
    """Held by a handler that does not wait."""
    closing: StateAttribute[MultiLoopEvent] = StateAttribute()
    """Set when the stub is closed."""

    def __init__(
        self, state: StubState, hooks: Hooks, handlers: Sequence[object], *, steering: Steering | None = None
    ) -> None:
        self.state = state
        self.steering: Steering = steering or Steering(state)
        """The operations of the control API on this stub."""
        self._hooks = hooks
        self.steering.remember(exact=False)
        self._handlers = HandlerTable(state.contract.operations, handlers)
        self._loop_thread: LoopThread | None = None
        self._build()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} after {len(self.state.requests)} requests>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, as an ASGI app."""
        await self.app(scope, receive, send)

    def client_credentials(self) -> dict[str, str]:
        """Valid credentials for this stub, as arguments of its client; a service with credentials overrides it.

        >>> BusClient(base_url="http://bus.test", transport=stub.transport(), **stub.client_credentials())
        """
        return {}

    def override(self, handlers: object) -> None:
        """Answer some operations by the handlers of another object from now on.

            class NoStops:
                @operation("stops.list")
                def list_stops(self, request: ContractRequest) -> JsonObject:
                    return {"value": []}

            stub.override(NoStops())

        Raises:
            TypeError: An operation is not in the contract, or the object has no handler.
        """
        self._handlers.override(handlers)

    def handler(self, operation: str) -> Handler:
        """Return the current handler of an operation, to be called by a handler that overrides it.

        >>> stub.handler("stops.list")
        """
        return self._handlers[operation]

    def reset(self) -> None:
        """Bring the stub back to its start: data, clock, faults, requests and settings, and end its event streams.

        The start is the state after construction; for a stub that is served with `control`, the state at that time.

        >>> stub.reset()
        """
        with self.state.lock:
            self.steering.reset()
            self._hooks.reset()

    def seed(self, **data: Any) -> None:
        """Replace the data, without arguments by the built-in data. Each service has arguments of its own.

        >>> ChatStub().seed(seed="100x20", users=5)
        >>> BusStub().seed(data={"stops": [], "routes": []})

        Raises:
            ValueError: The message names the field that is wrong, and nothing is changed.
        """
        check(self.steering.seed_schema, data)
        with self.state.lock:
            self.steering.seed(data)
            self._hooks.reset()

    def replace_contract(self, contract: Contract) -> None:
        """Check requests and answers by another contract with the same operations.

        The application is built again: routes and middleware that were added to `app` are gone.

        >>> stub.replace_contract(Contract(document))
        """
        self.contract = contract
        self._build()

    def close(self) -> None:
        """End open answers, hanging requests and background threads; a closed stub refuses requests.

        >>> stub.close()
        """
        self.state.closing.set()
        with self.state.lock:
            thread, self._loop_thread = self._loop_thread, None
        if thread is not None:
            thread.stop()

    def background(self) -> LoopThread:
        """The event loop in which sync transports run this stub; the first call starts it.

        >>> stub.background().run(coroutine)

        Raises:
            concurrent.futures.CancelledError: The stub is closed, so that it would never stop another thread.
        """
        with self.state.lock:
            if self.closing.is_set():
                raise CancelledError
            if self._loop_thread is None:
                self._loop_thread = LoopThread("trivet-stub")
            return self._loop_thread

    def transport(self) -> Transport:
        """A transport for httpx.Client that reaches this stub in process; any host in the URL will do.

        >>> httpx.Client(transport=stub.transport(), base_url="http://bus.test")
        """
        return Transport(self, self.closing, self.background, inline_app=self._inline_app)

    def async_transport(self) -> AsyncTransport:
        """A transport for httpx.AsyncClient that reaches this stub in process, in the caller's event loop.

        >>> httpx.AsyncClient(transport=stub.async_transport(), base_url="http://bus.test")
        """
        return AsyncTransport(self, self.closing, inline_app=self._inline_app)

    def serve(
        self,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        limits: Limits | None = None,
        control: "control_app.Control | None" = None,
        hosts: Collection[str] = (),
    ) -> "AbstractContextManager[stub_port.Served[Self]]":
        """Serve this stub on a port (0 picks a free one) as long as the context lasts.

        >>> with stub.serve() as served:
        ...     httpx.get(f"{served.url}/BusStops")

        Args:
            host: The address to listen on.
            port: The port; 0 picks a free one.
            limits: The number of connections of the port, and the time that it waits for their clients.
            control: The settings of the control API below `/_trivet/`; without them, the stub has no such API.
            hosts: Further host names of the port, such as the name of its container. A request under another name gets
                a 421, because it may be of a foreign web page; addresses and `localhost` need no name.
        """
        from trivet_stubs.serving.port import serve  # noqa: PLC0415  # most stubs are never served, and uvicorn is large

        return serve(self, host=host, port=port, limits=limits, control=control, hosts=hosts)

    def _build(self) -> None:
        built = build_application(self.state, self._hooks, self._handlers, self._lifespan)
        self.app: Starlette = built.starlette
        self._direct, self._parts = built.direct, tuple(map(copy, _parts(built.starlette)))

    def _inline_app(self) -> Application | None:
        """The direct application, unless the user has changed `app`: added routes and middleware may wait anywhere."""
        return self._direct if _parts(self.app) == self._parts else None

    @contextlib.asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncGenerator[None, None]:
        with self:
            yield


def _parts(app: Starlette) -> tuple[object, ...]:
    """The parts of an application that users add to or replace."""
    return app.router.routes, app.user_middleware, app.exception_handlers, app.router.default

"""Who may steer a stub over HTTP."""

from dataclasses import dataclass

from starlette.types import ASGIApp

from trivet_stubs.control.app import ControlApp
from trivet_stubs.control.steerable import Steerable


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """The control API of a port: it answers below `/_trivet/`, and passes all other requests on to the stub.

        with ChatStub() as stub, stub.serve(control=Control()) as served:
            httpx.post(f"{served.url}/_trivet/faults", json={"operation": "conversations.list", "status": 503})

    Programs of the same machine may use it, and no web page but its own.
    """

    __module__ = "trivet_stubs"

    hosts: tuple[str, ...] = ()
    """Further names by which it may be reached, each a `Host` with or without a port, such as `stub` or `stub:8080`.
    A request to one of them may come from another machine."""

    def __post_init__(self) -> None:
        for host in self.hosts:
            if not host or not host.isascii() or any(each in host for each in "/*@ \t\r\n"):
                raise ValueError(f"hosts: {host!r} is not a host, such as stub or stub:8080")

    def around(self, stub: Steerable, /) -> ASGIApp:
        """Put the control API around a stub, whose start is what it is now.

        >>> app = Control().around(ChatStub())
        """
        stub.steering.remember()
        return ControlApp(stub, self.hosts)

"""Limits in number and time of a port for its clients."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of a port. The size of a body is a setting of the stub, `max_body`; a head may have 16 kB.

        with stub.serve(limits=Limits(request_timeout=2.0)) as served:
            ...

    Raises:
        ValueError: A limit is not greater than 0.
    """

    __module__ = "trivet_stubs"
    connections: int = 512
    """How many connections may be open; a further one is answered with 503 and closed. Each subscription to events is
    one, so 1,000 of them need more than the default, and as many open files (`ulimit -n`)."""
    idle_timeout: float = 5.0
    """Real seconds that a connection is kept after an answer."""
    request_timeout: float = 30.0
    """Real seconds that a request may take to arrive, from the opening of the connection or the first byte to the last
    byte of the body; a later one is answered with 408."""
    write_timeout: float = 60.0
    """Real seconds that a client may take no data of an answer."""

    def __post_init__(self) -> None:
        for name in ("connections", "idle_timeout", "request_timeout", "write_timeout"):
            value: float = getattr(self, name)
            if not value > 0:
                raise ValueError(f"{name}: {value} is not greater than 0")

"""What the control API needs of a stub."""

from typing import Any, Protocol

from starlette.types import Receive, Scope, Send

from trivet_stubs.kernel.steering import Steering


class Steerable(Protocol):
    """A stub, as the control API sees it."""

    state: Any

    @property
    def steering(self) -> Steering:
        """What can be steered of it."""
        ...

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, as an ASGI app."""
        ...

    def reset(self) -> None:
        """Bring it back to its start."""
        ...

    def seed(self, **data: Any) -> None:
        """Replace its data."""
        ...

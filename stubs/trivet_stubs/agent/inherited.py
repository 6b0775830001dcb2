"""Until its operations live in handlers of their own: a stub that is its own hooks and holds its handlers itself."""

from typing import ClassVar

from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.hooks import Hooks
from trivet_stubs.kernel.state import StubState
from trivet_stubs.stub import Stub


class InheritedStub(Stub, Hooks):
    """A stub whose subclasses add state, hooks and handlers by inheritance."""

    service: ClassVar[str]
    """The name of its contract."""

    def __init__(self, *, clock: Clock | None = None, latency: float = 0.0) -> None:
        super().__init__(StubState(self.service, clock=clock, latency=latency), hooks=self, handlers=[self])

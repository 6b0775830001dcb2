"""The handler of the live events of a context."""

from trivet_stubs.agent.events import EventStream
from trivet_stubs.agent.state import AgentState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest


class EventHandlers:
    """The stream of events of each context."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("event.subscribe")
    def subscribe(self, request: ContractRequest) -> EventStream:
        """Answer with the stream of events of the request's context."""
        state = self._state
        return EventStream(state.events, state.runtime_of(request).context, state.closing)

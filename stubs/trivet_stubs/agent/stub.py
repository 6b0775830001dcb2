"""The stub of the agent service."""

from trivet_stubs.agent.script import Step, check_steps
from trivet_stubs.agent.sessions import AgentSessions
from trivet_stubs.agent.stream import EventStream
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest


class AgentStub(AgentSessions):
    """An agent service. Everything but the routes of the contract may be set, before or between requests.

    It knows two projects: `/home/dev/orchard`, which is the default runtime, and `/home/dev/lighthouse`, which is on a
    branch of its own and has changes. Any other absolute directory becomes a project when it is first asked for.

    Args:
        clock: The time there; without it, a clock that stands at Monday, 16 June 2025, 08:00 in Singapore.
        latency: Real seconds that every answer takes.
        credentials: A name and a password (Basic) or a token (bearer) to ask for; without them, anybody may call.
    """

    def script(self, *steps: Step, session_id: str | None = None) -> None:
        """Say what the agent does after a prompt; each script serves one, and after the last it echoes the prompt.

        A turn runs to its end before the prompt is answered, unless it has to wait for a permission, a question or,
        at a `Hold`, for `resume`.

        Args:
            steps: What it does, in order.
            session_id: The session whose prompt it is for; without it, the next prompt anywhere.
        """
        check_steps(steps)
        with self.lock:
            self.scripts.append((session_id, steps))

    def resume(self, session_id: str) -> None:
        """Let a turn go on that stands still at a `Hold`."""
        with self.lock:
            session = self.sessions.get(session_id)
            if session is None or session.running is None or self._asks(session):
                raise ValueError(f"session_id: {session_id!r} is not at a Hold")
            self._advance(session, None)

    @operation("event.subscribe")
    def _subscribe(self, request: ContractRequest) -> EventStream:
        return EventStream(self.events, self._here(request).context, self.closing)

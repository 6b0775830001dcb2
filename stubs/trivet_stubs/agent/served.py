"""Transports to an agent stub on a port, which offer what the stub takes beyond the contract."""

from trivet_stubs.agent.state import AgentObserved
from trivet_stubs.serving.port_transport import AsyncPortTransport, PortTransport


class ServedTransport(PortTransport):
    """A transport to an agent stub on a port, such as one of `trivet stub agent` in another process.

    A client does not ask a server for what it takes beyond the contract; its transport says so. Name the switches with
    which the stub was started:

    >>> observed = AgentObserved(prompt_options=True, interrupts=True)  # trivet stub agent --observed prompt_options …
    >>> agent = AgentClient(base_url="http://127.0.0.1:40213", transport=ServedTransport(observed))

    Attributes:
        agent_extensions: What the stub takes beyond the contract.
    """

    __module__ = "trivet_stubs.agent"

    def __init__(self, observed: AgentObserved) -> None:
        """Offer what a stub with these switches takes.

        Args:
            observed: The switches of the stub.
        """
        super().__init__()
        self.agent_extensions: dict[str, str] = observed.extensions()


class AsyncServedTransport(AsyncPortTransport):
    """The same for an async client.

    >>> agent = AsyncAgentClient(base_url=url, transport=AsyncServedTransport(AgentObserved(prompt_options=True)))

    Attributes:
        agent_extensions: What the stub takes beyond the contract.
    """

    __module__ = "trivet_stubs.agent"

    def __init__(self, observed: AgentObserved) -> None:
        """Offer what a stub with these switches takes.

        Args:
            observed: The switches of the stub.
        """
        super().__init__()
        self.agent_extensions: dict[str, str] = observed.extensions()

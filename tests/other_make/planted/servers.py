"""The servers that get planted faults: how each is made, its callers and the object that holds its records."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from attrs import define, field

from tests.other_make.agent_server import agent_server
from tests.other_make.bus_server import KEY, bus_server
from tests.other_make.chat_server import chat_server
from tests.other_make.planted.exchange import Answer, App, Exchange, ask
from tests.other_make.planted.operations import Spec, spec_of
from tests.other_make.planted.state import State
from tests.other_make.records import KEYS

SERVICES = ("agent", "bus", "chat")
CREDENTIALS = "olga:sea"
"""The name and the password that the agent server asks for."""
BASIC = "Basic b2xnYTpzZWE="

CALLERS: dict[str, dict[str, dict[str, str]]] = {
    "agent": {"user": {"authorization": BASIC}},
    "bus": {"user": {"accountkey": KEY}},
    "chat": {name: {"authorization": f"Bearer {key}"} for name, key in KEYS.items()},
}


class Nothing:
    """The records of a server that stores nothing."""


def now() -> datetime:
    return datetime.now(UTC)


@define
class Server:
    """A server of another make, with a look at its records."""

    service: str
    app: App
    state: State
    secrets: dict[str, Any] = field(factory=dict)
    """The newest value of each secret, by its name."""
    later: list[tuple[int, Callable[[], None]]] = field(factory=list)
    """Functions that are called after so many further requests."""

    @property
    def spec(self) -> Spec:
        return spec_of(self.service)

    @property
    def callers(self) -> dict[str, dict[str, str]]:
        return CALLERS[self.service]

    async def ask(self, exchange: Exchange) -> Answer:
        return await ask(self.app, exchange)

    def remember_secrets(self, value: Any) -> None:
        """Keep the newest value of each secret that a request or an answer has shown to the server."""
        names = self.spec.secrets
        if isinstance(value, list):
            for row in value:
                self.remember_secrets(row)
        elif isinstance(value, dict):
            for name, one in value.items():
                if name in names and one is not None:
                    self.secrets[name] = one
                self.remember_secrets(one)

    def count_request(self) -> None:
        """Count a request, and call the functions that are due after it."""
        self.later = [(left - 1, act) for left, act in self.later]
        due = [act for left, act in self.later if left <= 0]
        self.later = [(left, act) for left, act in self.later if left > 0]
        for act in due:
            act()


def server(service: str, clock: Callable[[], datetime] = now) -> Server:
    """A fresh server without mistakes.

    Args:
        service: The service.
        clock: The time of the bus and the agent server; the chat server has its own.
    """
    root: Any = Nothing()
    if service == "bus":
        app = bus_server(now=clock)
    elif service == "chat":
        app = chat_server()
        root = app.state.chat.data
    else:
        app = agent_server(now=lambda: clock().timestamp(), credentials=CREDENTIALS)
        root = app.state.agent
    return Server(service, app, State(root))

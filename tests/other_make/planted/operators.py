"""The common parts of the operators: a name, the places where they apply, and the faulty handling."""

from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, field, frozen

from tests.other_make.planted.exchange import Answer, Exchange
from tests.other_make.planted.operations import Operation
from tests.other_make.planted.servers import Server


@frozen(order=True)
class PlantedFault:
    """A fault: an operator, an operation and a place in it."""

    service: str
    operator: str
    operation: str
    place: str

    @property
    def name(self) -> str:
        """The name by which it is planted.

        >>> PlantedFault.of("chat:twice:conversations.create").operator
        'twice'
        """
        return ":".join(part for part in (self.service, self.operator, self.operation, self.place) if part)

    @classmethod
    def of(cls, name: str) -> "PlantedFault":
        service, operator, operation, *place = name.split(":", 3)
        return cls(service, operator, operation, "".join(place))


@define
class Seen:
    """The observations of an operation on a tour of the right server."""

    statuses: set[int] = field(factory=set)
    fields: dict[tuple[str, ...], set[str]] = field(factory=dict)
    """The types of the values at each place of its answers."""
    longest: dict[tuple[str, ...], int] = field(factory=dict)
    """The most rows of each list."""
    refused: set[str] = field(factory=set)
    """Which callers were refused what another one may: `anonymous`, `another`."""
    parts: set[str] = field(factory=set)
    """Which parts of the records a request has changed."""
    kept: set[str] = field(factory=set)
    """Fields of the changed records that a request has not changed."""
    moved: set[str] = field(factory=set)
    """Inputs that name a record, of which there are neighbours that it concerns as well."""
    refusals: set[str] = field(factory=set)
    """The bounds of inputs that the server has enforced, as `query/limit/maximum`."""
    is_stream: bool = False


class Handling:
    """How a server with a fault handles a request of its operation; by default as it should."""

    def __init__(self, fault: PlantedFault) -> None:
        self.fault = fault
        self.place = fault.place

    def rewrite(self, exchange: Exchange) -> Exchange:
        """The request that the server gets."""
        return exchange

    def revise(self, value: Any, exchange: Exchange) -> Any:
        """The JSON that the caller gets."""
        return value

    def events(self, event: Any) -> list[Any]:
        """The events of a stream that the caller gets for one."""
        return [event]

    async def answer(self, exchange: Exchange, server: Server) -> Answer:
        """The answer that the caller gets."""
        answer = await server.ask(self.rewrite(exchange))
        value = answer.json()
        if not isinstance(value, (dict, list)):
            return answer
        return answer.with_json(self.revise(value, exchange))


@frozen
class Operator:
    """A way to break an operation."""

    name: str
    description: str
    places: Callable[[Operation, Seen, Server], Iterator[str]]
    handling: Callable[[PlantedFault], Handling]


OPERATORS: dict[str, Operator] = {}
"""All operators by name."""


def register(
    name: str, places: Callable[[Operation, Seen, Server], Iterator[str]]
) -> Callable[[type[Handling]], type[Handling]]:
    """Add an operator; the docstring of its handling describes it."""

    def add(handling: type[Handling]) -> type[Handling]:
        OPERATORS[name] = Operator(name, (handling.__doc__ or "").strip(), places, handling)
        return handling

    return add

"""Commands of another distribution, for tests of the parts that all commands share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from trivet.cli.command_function import add_recipe
from trivet.cli.invocation import Invocation
from trivet.cli.output.fields import Column
from trivet.cli.terminal import progress

ESCAPES = "\x1b[31mred\x1b[0m\x9b2J\u202etxt\r\n\x07=1+1"
"""Text with escapes, as a server may send in any field."""


def add_bus(app: typer.Typer) -> None:
    add_recipe(app, "probe-bus", "bus", bus, epilog="Example: `trivet probe-bus stops`")


def add_chat(app: typer.Typer) -> None:
    add_recipe(app, "probe-chat", "chat", chat)


def add_agent(app: typer.Typer) -> None:
    add_recipe(app, "probe-agent", "agent", agent)


def bus(invocation: Invocation, topic: Annotated[str, typer.Argument()], prefetch: int = 1) -> int | None:
    """Show records of the bus service."""
    stops = invocation.bus.stops
    if topic == "stops":
        invocation.show(stops.list(prefetch=prefetch))
    elif topic == "columns":
        invocation.show(stops.list(), [Column("bus_stop_code", "Stop"), Column("north", right=True, value=_north)])
    elif topic == "one":
        invocation.show_one(stops.list().page().items[0])
    elif topic == "arrivals":
        invocation.show_one(invocation.bus.arrivals.get("83139"))
    elif topic == "ticks":
        invocation.show(ticks(), live=True)
    elif topic == "hostile":
        return invocation.show([{"id": 1, "name": ESCAPES, "nested": {"text": ESCAPES}, ESCAPES: "名前 🚌"}]) * 0
    elif topic == "fault":
        raise RuntimeError(f"a fault with {invocation.client}")
    elif topic == "exit":
        return 7
    return None


def ticks() -> Iterator[dict[str, int]]:
    n = 0
    while True:
        n += 1
        yield {"n": n}


def _north(stop: Any) -> bool:
    return bool(stop.latitude > 1.35)


def chat(invocation: Invocation, topic: Annotated[str, typer.Argument()]) -> None:
    """Show records of the chat service."""
    if topic == "users":
        invocation.show(invocation.chat.admin.users.list())
    elif topic == "none":
        invocation.show(invocation.chat.admin.users.list(search="there is no such user"))
    elif topic == "token":
        [user] = invocation.chat.admin.users.list(search="alice")
        invocation.show_one(invocation.chat.admin.users.impersonate(user.id))
    elif topic == "progress":
        with progress("Exporting", unit="users") as advance:
            for count in range(5):
                advance(count, 5, "\x1b[31mred")


def agent(invocation: Invocation) -> None:
    """Show the status of the files of a directory."""
    invocation.show(invocation.agent.vcs.status())

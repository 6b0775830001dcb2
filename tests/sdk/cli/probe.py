"""Commands of another distribution, by which the tests try what the base does for every command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from trivet.cli.invocation import Invocation
from trivet.cli.output.fields import Column
from trivet.cli.recipe import add_recipe
from trivet.cli.terminal import progress

ESCAPES = "\x1b[31mred\x1b[0m\x9b2J\u202etxt\r\n\x07=1+1"
"""What a server may put into any text."""


def add_bus(app: typer.Typer) -> None:
    add_recipe(app, "probe-bus", "bus", bus, epilog="Example: `trivet probe-bus stops`")


def add_chat(app: typer.Typer) -> None:
    add_recipe(app, "probe-chat", "chat", chat)


def add_agent(app: typer.Typer) -> None:
    add_recipe(app, "probe-agent", "agent", agent)


def bus(invocation: Invocation, what: Annotated[str, typer.Argument()], prefetch: int = 1) -> int | None:
    """Show something of the bus service."""
    stops = invocation.bus.stops
    if what == "stops":
        invocation.show(stops.list(prefetch=prefetch))
    elif what == "columns":
        invocation.show(stops.list(), [Column("bus_stop_code", "Stop"), Column("north", right=True, value=_north)])
    elif what == "one":
        invocation.show_one(stops.list().page().items[0])
    elif what == "arrivals":
        invocation.show_one(invocation.bus.arrivals.get("83139"))
    elif what == "ticks":
        invocation.show(ticks(), live=True)
    elif what == "hostile":
        return invocation.show([{"id": 1, "name": ESCAPES, "nested": {"text": ESCAPES}, ESCAPES: "名前 🚌"}]) * 0
    elif what == "fault":
        raise RuntimeError(f"a fault with {invocation.client}")
    elif what == "exit":
        return 7
    return None


def ticks() -> Iterator[dict[str, int]]:
    n = 0
    while True:
        n += 1
        yield {"n": n}


def _north(stop: Any) -> bool:
    return bool(stop.latitude > 1.35)


def chat(invocation: Invocation, what: Annotated[str, typer.Argument()]) -> None:
    """Show something of the chat service."""
    if what == "users":
        invocation.show(invocation.chat.admin.users.list())
    elif what == "none":
        invocation.show(invocation.chat.admin.users.list(search="there is no such user"))
    elif what == "token":
        [user] = invocation.chat.admin.users.list(search="alice")
        invocation.show_one(invocation.chat.admin.users.impersonate(user.id))
    elif what == "progress":
        with progress("Exporting", unit="users") as advance:
            for done in range(5):
                advance(done, 5, "\x1b[31mred")


def agent(invocation: Invocation) -> None:
    """Show the status of the files of a directory."""
    invocation.show(invocation.agent.vcs.status())

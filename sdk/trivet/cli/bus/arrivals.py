"""`trivet bus arrivals`: the next buses at some stops, once or again and again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer
from attrs import frozen

from trivet import APIError, AuthenticationError
from trivet._core.printable import printable
from trivet.bus import SINGAPORE, Board, StopBoard, natural_order
from trivet.cli.bus.boards.names import Names
from trivet.cli.bus.boards.rows import BUS_FIELDS, bus_rows, snapshot
from trivet.cli.bus.boards.source import shows_table, source_line
from trivet.cli.bus.network.find_stop import find_stop, is_code
from trivet.cli.bus.network.loading import NetworkSource
from trivet.cli.bus.network.options import MaxAge, NetworkFile, Refresh
from trivet.cli.failures import FAILED, UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Format
from trivet.cli.output.fields import Column
from trivet.cli.recipe import add_recipe

if TYPE_CHECKING:
    from trivet.cli.bus.boards.drawing import Drawing

__all__ = ["add", "arrivals"]

_EXAMPLES = """Examples:

trivet bus arrivals 54009 --service 10

trivet bus arrivals "opp bugis" 28009 --watch

trivet bus arrivals 54009 -o csv --fields service_no,minutes
"""

_RIGHT = frozenset({"minutes", "visit"})


def add(app: typer.Typer) -> None:
    """Add the command."""
    add_recipe(app, "arrivals", "bus", arrivals, epilog=_EXAMPLES)


def arrivals(
    invocation: Invocation,
    stops: Annotated[
        list[str], typer.Argument(metavar="STOP…", help="Codes of stops, or words of their names and roads.")
    ],
    *,
    service: Annotated[list[str] | None, typer.Option(metavar="NO", help="Show only this service; repeatable.")] = None,
    watch: Annotated[bool, typer.Option("--watch", "-w", help="Keep the board up to date until Ctrl-C.")] = False,
    every: Annotated[
        float, typer.Option(metavar="S", help="Seconds between two rounds of --watch; 20 or more, as the data is.")
    ] = 20.0,
    rounds: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="End --watch after N rounds; without it, never.")
    ] = None,
    network: NetworkFile = None,
    max_age: MaxAge = "7d",
    refresh: Refresh = False,
) -> int | None:
    """Show the next buses at stops: minutes, time in Singapore, load, vehicle, wheelchair access."""
    if not every >= 20:
        raise UsageError(f"--every: {every:g} is too short; the service renews its estimates every 20 seconds")
    source = NetworkSource(invocation, file=network, max_age=max_age, refresh=refresh)
    names = Names(source.at_hand() if all(map(is_code, stops)) else source.load())
    codes = list(dict.fromkeys(_code(each, names) for each in stops))
    _check_services(service or [], codes, names)
    output = _Output(invocation, names, service or [])
    if not watch:
        return output.once(_ask(invocation, codes))
    boards: Iterable[Board] = invocation.bus.arrivals.watch(codes, every=every)
    return output.again(_checked(boards if rounds is None else islice(boards, rounds)), codes)


def _code(text: str, names: Names) -> str:
    """The code of the stop that is meant; without a network, a code is taken as it is."""
    if names.network is None:
        return text
    return find_stop(names.network, text).bus_stop_code


def _check_services(only: Sequence[str], codes: Sequence[str], names: Names) -> None:
    """Refuse a service that stops at none of the stops, as far as the network is known."""
    network = names.network
    if not only or network is None:
        return
    there = {route.service_no for code in codes for route in network.services_at(code)}
    for each in only:
        if each.casefold() not in {number.casefold() for number in there}:
            listed = ", ".join(printable(number, 12) for number in sorted(there, key=natural_order)) or "none"
            raise UsageError(
                f"--service: {printable(each, 20)} does not stop at {' or '.join(codes)}; these do: {listed}. "
                "--refresh fetches the network again"
            )


def _ask(invocation: Invocation, codes: Sequence[str]) -> Board:
    """Ask for every stop once; an error stands in the board if there are other stops."""
    client, found = invocation.bus, dict[str, StopBoard]()
    for code in codes:
        before = StopBoard(bus_stop_code=code)
        try:
            found[code] = before.answered(client.arrivals.get(code), client.clock.now())
        except AuthenticationError:
            raise
        except APIError as error:
            if len(codes) == 1:
                raise
            found[code] = before.failed(error)
    return Board(at=client.clock.now(), stops=found, next_after=0.0)


def _checked(boards: Iterable[Board]) -> Iterator[Board]:
    """Yield the boards; a first round in which every stop was refused for the key raises that error."""
    for number, board in enumerate(boards):
        errors = [each.error for each in board]
        if number == 0 and errors[0] is not None and all(isinstance(each, AuthenticationError) for each in errors):
            raise errors[0]
        yield board


@frozen
class _Output:
    """The ways in which a run shows its boards."""

    invocation: Invocation
    names: Names
    only: Sequence[str]

    def once(self, board: Board) -> int:
        """Show one board; return the exit status: 1 if a stop has an error."""
        failed = [each for each in board if each.error is not None]
        if self._is_drawn:
            self._drawing().draw(board)
        else:
            for each in failed:
                self.invocation.note(f"trivet: {each.bus_stop_code}: {each.error}")
            self.invocation.show(bus_rows(board, self.names, self.only, board.at), columns=_columns())
        return FAILED if failed else 0

    def again(self, boards: Iterator[Board], codes: Sequence[str]) -> int:
        """Show boards until there are no more: drawn in place on a terminal, as records elsewhere."""
        output = self.invocation.options.output
        if self._is_drawn:
            self._drawing().follow(boards, codes, self.invocation.bus.clock.now)
        elif output is Format.CSV or shows_table(self.invocation):
            self.invocation.show(self._rows(boards), columns=[Column("at"), *_columns()], live=True)
        elif output in (Format.JSON, Format.YAML):
            raise UsageError(f"--watch: {output.value} would have no end; use -o ndjson, a line a round")
        else:
            found = (snapshot(each, self.names, self.only) for each in boards)
            _as_ndjson(self.invocation).show(found, live=True)
        return 0

    @property
    def _is_drawn(self) -> bool:
        """Whether a board is drawn: a table is wanted, and nothing chooses its fields."""
        return shows_table(self.invocation) and not self.invocation.options.fields

    def _drawing(self) -> Drawing:
        from trivet.cli.bus.boards.drawing import Drawing  # noqa: PLC0415  # rich costs what all the rest does

        return Drawing(self.names, only=self.only, source=source_line(self.invocation.bus.base_url))

    def _rows(self, boards: Iterable[Board]) -> Iterator[dict[str, Any]]:
        for board in boards:
            for row in bus_rows(board, self.names, self.only, board.at):
                yield {"at": board.at.astimezone(SINGAPORE), **row}


def _columns() -> list[Column]:
    titles = {"bus_stop_code": "Stop", "description": "Name", "service_no": "Bus", "destination": "To"}
    return [
        Column(each, titles.get(each, each.removeprefix("is_").replace("_", " ").capitalize()), right=each in _RIGHT)
        for each in BUS_FIELDS
    ]


def _as_ndjson(invocation: Invocation) -> Invocation:
    """The same run with records a line each, if no other format was asked for."""
    from attrs import evolve  # noqa: PLC0415

    if invocation.options.output is not None:
        return invocation
    invocation.options = evolve(invocation.options, output=Format.NDJSON)
    return invocation

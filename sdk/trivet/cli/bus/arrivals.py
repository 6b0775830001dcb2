"""`trivet bus arrivals`: the next buses at some stops, once or continuously."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer
from attrs import frozen

from trivet import APIError, AuthenticationError
from trivet._text import printable
from trivet.bus import SINGAPORE, Board, StopBoard, natural_order
from trivet.cli.bus.attribution import shows_table, source_line
from trivet.cli.bus.boards.contents import BUS_FIELDS, bus_rows, snapshot
from trivet.cli.bus.network import MaxAge, NetworkFile, NetworkSource, Refresh
from trivet.cli.bus.stop_lookup import StopNames, find_stop, is_code
from trivet.cli.command_function import add_recipe
from trivet.cli.failures import FAILED, UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Format
from trivet.cli.output.fields import Column

if TYPE_CHECKING:
    from trivet.cli.bus.boards.drawing import Drawing

_EXAMPLES = """Examples:

trivet bus arrivals 54009 --service 10

trivet bus arrivals "opp bugis" 28009 --watch

trivet bus arrivals 54009 -o csv --fields service_no,minutes
"""

_NUMBERS = frozenset({"minutes", "visit"})
_CLOCKS_DIFFER = timedelta(hours=1)
"""Buses that were all due longer ago tell that the clock of the server is another one."""


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
        float, typer.Option(metavar="S", help="Seconds between two rounds of --watch, at least 20.")
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
    names = StopNames(source.load_kept() if all(map(is_code, stops)) else source.load())
    codes = list(dict.fromkeys(_code(text, names) for text in stops))
    _check_services(service or [], codes, names)
    output = _Output(invocation, names, service or [])
    if not watch:
        return output.once(_ask(invocation, codes))
    boards: Iterable[Board] = invocation.bus.arrivals.watch(codes, every=every)
    return output.again(_checked(boards if rounds is None else islice(boards, rounds)), codes)


def _code(text: str, names: StopNames) -> str:
    """Return the code of the stop that a text names; without a network, the text is a code."""
    if names.network is None:
        return text
    return find_stop(names.network, text).bus_stop_code


def _check_services(only: Sequence[str], codes: Sequence[str], names: StopNames) -> None:
    """Refuse a service that stops at none of the stops, if the network is known."""
    network = names.network
    if not only or network is None:
        return
    present = {route.service_no for code in codes for route in network.services_at(code)}
    for service_no in only:
        if service_no.casefold() not in {number.casefold() for number in present}:
            listed = ", ".join(printable(number, 12) for number in sorted(present, key=natural_order)) or "none"
            raise UsageError(
                f"--service: {printable(service_no, 20)} does not stop at {' or '.join(codes)}; these do: {listed}. "
                "--refresh fetches the network again"
            )


def _ask(invocation: Invocation, codes: Sequence[str]) -> Board:
    """Fetch the arrivals of each stop once; the board holds the error of a stop unless it is the only stop."""
    client, stops = invocation.bus, dict[str, StopBoard]()
    for code in codes:
        before = StopBoard(bus_stop_code=code)
        try:
            stops[code] = before.answered(client.arrivals.get(code), client.clock.now())
        except AuthenticationError:  # it would be the same for every stop
            raise
        except APIError as error:
            if len(codes) == 1:
                raise
            stops[code] = before.failed(error)
    return Board(at=client.clock.now(), stops=stops, next_after=0.0)


def _checked(boards: Iterable[Board]) -> Iterator[Board]:
    """Yield the boards; if the service refuses the key for every stop of the first round, raise that error."""
    for number, board in enumerate(boards):
        errors = [stop.error for stop in board]
        if number == 0 and errors[0] is not None and all(isinstance(error, AuthenticationError) for error in errors):
            raise errors[0]
        yield board


@frozen
class _Output:
    """The output of a run: drawn boards, a table, or records."""

    invocation: Invocation
    names: StopNames
    only: Sequence[str]

    def once(self, board: Board) -> int:
        """Show one board; return the exit status: 1 if a stop has an error."""
        failed = [stop for stop in board if stop.error is not None]
        if (latest := _long_past(board)) is not None:
            self.invocation.note(
                f"trivet: every bus was due by {latest.astimezone(SINGAPORE):%Y-%m-%d %H:%M}, long before now: "
                "the clock of the server stands, as that of a stub with --clock, or is wrong"
            )
        if self._is_drawn:
            self._drawing().draw(board)
        else:
            for stop in failed:
                self.invocation.note(f"trivet: {stop.bus_stop_code}: {stop.error}")
            self.invocation.show(bus_rows(board, self.names, self.only, board.at), columns=_columns())
        return FAILED if failed else 0

    def again(self, boards: Iterator[Board], codes: Sequence[str]) -> int:
        """Show boards until there are no more: drawn in place on a terminal, or as records."""
        output = self.invocation.options.output
        if self._is_drawn:
            self._drawing().follow(boards, codes, self.invocation.bus.clock.now)
        elif output is Format.CSV or shows_table(self.invocation):
            self.invocation.show(self._rows(boards), columns=[Column("at"), *_columns()], live=True)
        elif output in (Format.JSON, Format.YAML):
            raise UsageError(f"--watch: {output.value} would have no end; use -o ndjson, a line a round")
        else:
            rounds = (snapshot(board, self.names, self.only) for board in boards)
            _as_ndjson(self.invocation).show(rounds, live=True)
        return 0

    @property
    def _is_drawn(self) -> bool:
        """Whether boards are drawn: the output is a table, and neither `--fields` nor `--query` chooses its content."""
        options = self.invocation.options
        return shows_table(self.invocation) and not options.fields and options.query is None

    def _drawing(self) -> Drawing:
        from trivet.cli.bus.boards.drawing import Drawing  # noqa: PLC0415  # importing rich costs as much as everything else

        return Drawing(self.names, only=self.only, source=source_line(self.invocation.bus.base_url))

    def _rows(self, boards: Iterable[Board]) -> Iterator[dict[str, Any]]:
        for board in boards:
            for row in bus_rows(board, self.names, self.only, board.at):
                yield {"at": board.at.astimezone(SINGAPORE), **row}


def _long_past(board: Board) -> datetime | None:
    """Return the latest time of a bus, if it is so long past that the clocks differ; otherwise None."""
    services = [service for stop in board for service in (stop.arrivals.services if stop.arrivals else ())]
    times = [bus.eta for service in services for bus in service.buses if bus.eta is not None]
    return max(times) if times and max(times) < board.at - _CLOCKS_DIFFER else None


def _columns() -> list[Column]:
    titles = {"bus_stop_code": "Stop", "description": "Name", "service_no": "Bus", "destination": "To"}
    return [
        Column(
            name,
            titles.get(name, name.removeprefix("is_").replace("_", " ").capitalize()),
            right=name in _NUMBERS,
        )
        for name in BUS_FIELDS
    ]


def _as_ndjson(invocation: Invocation) -> Invocation:
    """Return the run with NDJSON as its format, unless the user chose another one."""
    from attrs import evolve  # noqa: PLC0415

    if invocation.options.output is not None:
        return invocation
    invocation.options = evolve(invocation.options, output=Format.NDJSON)
    return invocation

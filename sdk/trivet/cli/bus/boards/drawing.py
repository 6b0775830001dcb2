"""Drawing boards with rich: once, one below the other, or live on a terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, TypeVar

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.live import Live
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from trivet.bus import SINGAPORE, Board
from trivet.cli.bus.boards.contents import BusText, ServiceText, StopSection, section_of
from trivet.cli.bus.stop_lookup import StopNames

T = TypeVar("T")

WIDE = 76
"""The width from which a service has one row for its three buses; on narrower terminals, each bus has a line."""

_LOAD_STYLES = {"seats": "green", "standing": "yellow", "limited": "red"}
_COLUMNS = ("Next", "2nd", "3rd")
REFRESHES = 2.0
"""The redraws of the screen a second, as ages and minutes pass and the size of the terminal may change."""


class Drawing:
    """The boards of a run, drawn on a console.

    >>> Drawing(names, only=[], source=source_line(client.base_url)).draw(board)
    """

    def __init__(self, names: StopNames, *, only: Sequence[str], source: str, console: Console | None = None) -> None:
        """Take the values that all boards of a run share.

        Args:
            names: The names of stops.
            only: The numbers of the services to draw; empty for all.
            source: The line with the source and the licence of the data.
            console: The console to draw on; stdout by default.
        """
        self._names = names
        self._only = only
        self._source = source
        self._console = board_console() if console is None else console

    def draw(self, board: Board) -> None:
        """Draw one board.

        >>> drawing.draw(board)
        """
        self._console.print(self._view(board, board.at))
        self._console.file.flush()

    def follow(self, boards: Iterator[Board], codes: Sequence[str], now: Callable[[], datetime]) -> None:
        """Draw boards until there are no more: in place on a terminal, one below the other elsewhere.

        >>> drawing.follow(iter(client.arrivals.watch(codes)), codes, client.clock.now)

        Args:
            boards: The boards.
            codes: The codes of the stops; their number is shown before the first board.
            now: Returns the current time; minutes pass between two boards.
        """
        if not self._console.is_terminal or self._console.is_dumb_terminal:
            for board in boards:
                self.draw(board)
            return

        def view(board: Board | None, fits: bool) -> BoardView | str:
            if board is None:
                return f"Asking for {len(codes)} stop{'' if len(codes) == 1 else 's'}…"
            return self._view(board, max(now(), board.at), fits=fits)

        show_live(self._console, boards, view)

    def _view(self, board: Board, now: datetime, *, fits: bool = False) -> BoardView:
        sections = [section_of(stop, self._names, self._only, now) for stop in board]
        footer = [self._source]
        if self._names.network is None:
            footer.insert(0, "Stops have no names yet: --refresh fetches and keeps them")
        if fits:
            left = max(0.0, board.next_after - (now - board.at).total_seconds())
            footer.append(f"Next round in {left:.0f} s. Ctrl-C ends.")
        return BoardView(sections, now, footer, fits=fits)


def board_console() -> Console:
    """Return the console of stdout, which writes a question mark for a character that its encoding lacks.

    >>> board_console().print(BoardView(sections, at=board.at, footer=[]))
    """
    stdout: Any = sys.stdout
    if isinstance(stdout, io.TextIOWrapper) and stdout.errors == "strict":
        stdout.reconfigure(errors="replace")
    return Console()


class BoardView:
    """A board for rich to print; `fits` limits its height.

    >>> Console().print(BoardView(sections, at=board.at, footer=["Data: …"]))

    Attributes:
        sections: The stops.
        at: The current time on the board.
        footer: Lines below the stops.
        fits: Whether the board is cut to the height of the terminal, with the number of missing lines.
    """

    def __init__(
        self, sections: Sequence[StopSection], at: datetime, footer: Sequence[str], *, fits: bool = False
    ) -> None:
        self.sections = sections
        self.at = at
        self.footer = footer
        self.fits = fits

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the lines of the board, no more than the terminal has if it must fit."""
        free = options.update(height=None)
        ascii_only = options.ascii_only
        body = [line for part in self._body(options.max_width, ascii_only) for line in _lines(console, part, free)]
        foot = [line for part in self._foot(ascii_only) for line in _lines(console, part, free)]
        if self.fits and (height := options.height or console.height) < len(body) + len(foot):
            room = max(1, height - len(foot) - 1)
            note = Text(f"… {len(body) - room} more lines: enlarge the terminal, or choose with --service", "bold")
            note.no_wrap, note.overflow = True, "ellipsis"
            body = [*body[:room], *_lines(console, note, free)]
        for line in [*body, *foot]:
            yield from line
            yield Segment.line()

    def _body(self, width: int, ascii_only: bool) -> Iterator[RenderableType]:
        for number, section in enumerate(self.sections):
            if number:
                yield Text()
            yield _heading(section, self.at)
            if section.error:
                state = "not renewed" if section.age else "no answer"
                yield Text(f"! {state}: {section.error}", "red", overflow="ellipsis", no_wrap=True)
            if width >= WIDE and section.services:
                yield _table(section.services, ascii_only)
            else:
                for service in section.services:
                    yield from _narrow(service, ascii_only)
            if not section.services and section.age:
                yield Text("No buses are expected.")
            for remark in section.remarks:
                yield Text(remark, "dim")

    def _foot(self, ascii_only: bool) -> Iterator[RenderableType]:
        yield Text()
        for line in (*legend(self.sections, ascii_only), *self.footer):
            yield Text(line, "dim")


def legend(sections: Sequence[StopSection], ascii_only: bool = False) -> list[str]:
    """Return the meanings of the marks on a board in one line, or no line for a board without marks.

    >>> legend(sections)
    ['~ by the timetable, not tracked · ♿ wheelchair-accessible']
    """
    buses = [bus for section in sections for service in section.services for bus in service.buses]
    parts: list[str] = []
    if any(bus.time.startswith("~") for bus in buses):
        parts.append("~ by the timetable, not tracked")
    if any(bus.accessible for bus in buses):
        parts.append(f"{_wheelchair(ascii_only)} wheelchair-accessible")
    if any(bus.visit for bus in buses):
        parts.append("1st, 2nd: visit of a loop")
    return [(" | " if ascii_only else " · ").join(parts)] if parts else []


def _lines(console: Console, part: RenderableType, options: ConsoleOptions) -> list[list[Segment]]:
    return console.render_lines(part, options, pad=False)


def _heading(section: StopSection, at: datetime) -> RenderableType:
    grid = Table.grid(expand=True, padding=(0, 1))
    grid.add_column(ratio=1, overflow="ellipsis", no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    name = Text(f"{section.code}  {section.name}".rstrip(), "bold")
    age = f"{at.astimezone(SINGAPORE):%H:%M:%S}"
    grid.add_row(name, Text(f"{age}, {section.age}" if section.age not in ("", "now") else age, "cyan"))
    return grid


def _table(services: Sequence[ServiceText], ascii_only: bool) -> RenderableType:
    table = Table(box=None, padding=(0, 2, 0, 0), expand=True, header_style="dim")
    table.add_column("Bus", no_wrap=True)
    table.add_column("To", ratio=1, overflow="fold")
    for title in _COLUMNS:
        table.add_column(title, no_wrap=True, min_width=18)
    for service in services:
        cells = [Text("\n").join((_when(bus), _details(bus, ascii_only))) for bus in service.buses]
        cells += [Text("")] * (len(_COLUMNS) - len(cells))
        table.add_row(Text(service.service_no, "bold cyan"), Text(service.destination), *cells)
    return table


def _narrow(service: ServiceText, ascii_only: bool) -> Iterator[RenderableType]:
    yield Text.assemble(
        (service.service_no, "bold cyan"), f"  to {service.destination}", overflow="ellipsis", no_wrap=True
    )
    for bus in service.buses:
        line = Text("  ", overflow="ellipsis", no_wrap=True)
        line.append(_when(bus))
        line.append("  ")
        yield line.append(_details(bus, ascii_only))


def _when(bus: BusText) -> Text:
    style = "dim" if bus.minutes == "gone" else "bold reverse" if bus.minutes == "Arr" else "bold"
    text = Text()
    text.append(bus.minutes, style)
    text.append(" " * max(1, 6 - len(bus.minutes)))
    text.append(f"{bus.time:>6}", "dim" if bus.time.startswith("~") else "")
    return text.append(f" {bus.visit}" if bus.visit else "")


def _details(bus: BusText, ascii_only: bool) -> Text:
    parts = [
        Text(bus.load, _LOAD_STYLES.get(bus.load, "")),
        Text(bus.type),
        Text(_wheelchair(ascii_only) if bus.accessible else ""),
        Text(f"to {bus.destination}" if bus.destination else ""),
    ]
    return Text(" ").join(part for part in parts if part.plain)


def _wheelchair(ascii_only: bool) -> str:
    return "W" if ascii_only else "♿"


def show_live(console: Console, rounds: Iterable[T], view: Callable[[T | None, bool], RenderableType]) -> T | None:
    """Draw each round until there are no more; return the last one.

    The rounds are drawn on the alternate screen of the terminal, so that its contents are back afterwards. Ctrl-C and
    the signals that end a command leave the alternate screen first. The last round is printed on the normal screen.

    >>> show_live(Console(), client.arrivals.watch(["54009"]), view)

    Args:
        console: The terminal.
        rounds: The rounds, which may take their time.
        view: Called for each drawing with the latest round, or None before the first, and whether the drawing must fit
            the screen.
    """
    latest: T | None = None
    try:
        with (
            Live(
                console=console,
                screen=True,
                refresh_per_second=REFRESHES,
                get_renderable=lambda: view(latest, True),
                redirect_stderr=False,
                redirect_stdout=False,
            ) as live,
        ):
            for latest in rounds:  # noqa: B007  # `get_renderable` draws it
                live.refresh()
    finally:
        with suppress(OSError):  # the terminal is gone
            if latest is not None:
                console.print(view(latest, False))
    return latest

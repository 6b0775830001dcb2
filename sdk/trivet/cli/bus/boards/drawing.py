"""Drawing boards with rich: once, one below the other, or live on a terminal."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from types import FrameType
from typing import Any, TypeVar

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.live import Live
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from trivet.bus import SINGAPORE, Board
from trivet.cli.bus.boards.contents import BusText, ServiceText, StopSection, section_of
from trivet.cli.bus.stops import Names

__all__ = ["WIDE", "BoardView", "Drawing", "board_console", "legend", "show_live"]

T = TypeVar("T")

WIDE = 76
"""From this width on, a service has one row with its three buses; below it, each bus has a line."""

_LOAD_STYLES = {"seats": "green", "standing": "yellow", "limited": "red"}
_COLUMNS = ("Next", "2nd", "3rd")
REFRESHED = 2.0
"""How often a second the screen is drawn: ages and minutes pass, and a new size of the terminal is noticed."""

_ENDING = ("SIGTERM", "SIGHUP")


class Drawing:
    """The boards of one run.

    >>> Drawing(names, only=[], source=source_line(client.base_url)).draw(board)
    """

    def __init__(self, names: Names, *, only: Sequence[str], source: str, console: Console | None = None) -> None:
        """Take what all boards of a run have in common.

        Args:
            names: The names of stops.
            only: The numbers of the services that are wanted; empty for all.
            source: The line that names the source and the licence of the data.
            console: Where it is drawn; without it, stdout.
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
            codes: The codes of the stops, for what is shown before the first board.
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
        sections = [section_of(each, self._names, self._only, now) for each in board]
        footer = [self._source]
        if self._names.network is None:
            footer.insert(0, "Stops have no names yet: --refresh fetches and keeps them")
        if fits:
            left = max(0.0, board.next_after - (now - board.at).total_seconds())
            footer.append(f"Next round in {left:.0f} s. Ctrl-C ends.")
        return BoardView(sections, now, footer, fits=fits)


def board_console() -> Console:
    """Return the console of stdout; a character that its encoding lacks is written as a question mark.

    >>> board_console().print(BoardView(sections, at=board.at, footer=[]))
    """
    stdout: Any = sys.stdout
    if isinstance(stdout, io.TextIOWrapper) and stdout.errors == "strict":
        stdout.reconfigure(errors="replace")
    return Console()


class BoardView:
    """A board as rich prints it; its height is bounded where `fits` is set.

    >>> Console().print(BoardView(sections, at=board.at, footer=["Data: …"]))

    Attributes:
        sections: The stops.
        at: The time that the board shows as now.
        footer: Lines below the stops.
        fits: Whether it is cut to the height of the terminal, and says how many lines are missing.
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
        for number, each in enumerate(self.sections):
            if number:
                yield Text()
            yield _heading(each, self.at)
            if each.error:
                what = "not renewed" if each.age else "no answer"
                yield Text(f"! {what}: {each.error}", "red", overflow="ellipsis", no_wrap=True)
            if width >= WIDE and each.services:
                yield _table(each.services, ascii_only)
            else:
                for service in each.services:
                    yield from _narrow(service, ascii_only)
            if not each.services and each.age:
                yield Text("No buses are expected.")
            for remark in each.remarks:
                yield Text(remark, "dim")

    def _foot(self, ascii_only: bool) -> Iterator[RenderableType]:
        yield Text()
        for each in (*legend(self.sections, ascii_only), *self.footer):
            yield Text(each, "dim")


def legend(sections: Sequence[StopSection], ascii_only: bool = False) -> list[str]:
    """Return what the marks on a board mean, in one line; no line if it has none.

    >>> legend(sections)
    ['~ by the timetable, not tracked · ♿ wheelchair-accessible']
    """
    buses = [bus for section in sections for service in section.services for bus in service.buses]
    parts: list[str] = []
    if any(each.time.startswith("~") for each in buses):
        parts.append("~ by the timetable, not tracked")
    if any(each.accessible for each in buses):
        parts.append(f"{_wheelchair(ascii_only)} wheelchair-accessible")
    if any(each.visit for each in buses):
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
    for each in _COLUMNS:
        table.add_column(each, no_wrap=True, min_width=18)
    for service in services:
        cells = [Text("\n").join((_when(bus), _what(bus, ascii_only))) for bus in service.buses]
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
        yield line.append(_what(bus, ascii_only))


def _when(bus: BusText) -> Text:
    style = "dim" if bus.minutes == "gone" else "bold reverse" if bus.minutes == "Arr" else "bold"
    text = Text()
    text.append(bus.minutes, style)
    text.append(" " * max(1, 6 - len(bus.minutes)))
    text.append(f"{bus.time:>6}", "dim" if bus.time.startswith("~") else "")
    return text.append(f" {bus.visit}" if bus.visit else "")


def _what(bus: BusText, ascii_only: bool) -> Text:
    parts = [
        Text(bus.load, _LOAD_STYLES.get(bus.load, "")),
        Text(bus.type),
        Text(_wheelchair(ascii_only) if bus.accessible else ""),
        Text(f"to {bus.destination}" if bus.destination else ""),
    ]
    return Text(" ").join(each for each in parts if each.plain)


def _wheelchair(ascii_only: bool) -> str:
    return "W" if ascii_only else "♿"


def show_live(console: Console, rounds: Iterable[T], view: Callable[[T | None, bool], RenderableType]) -> T | None:
    """Draw each round until there are no more; return the last one.

    The screen is the terminal's other one, so that what it showed before is there again afterwards. Ctrl-C and SIGTERM
    give the screen back first, and then end the command; the last round is printed below what was there.

    >>> show_live(Console(), client.arrivals.watch(["54009"]), view)

    Args:
        console: The terminal.
        rounds: The rounds, which may take their time.
        view: Makes what is drawn of the latest round, again and again; of None before the first. The flag says
            whether it has to fit the screen.
    """
    latest: T | None = None
    try:
        with (
            _ends_by_signal(),
            Live(
                console=console,
                screen=True,
                refresh_per_second=REFRESHED,
                get_renderable=lambda: view(latest, True),
                redirect_stderr=False,
                redirect_stdout=False,
            ) as live,
        ):
            for latest in rounds:  # noqa: B007  # what is drawn
                live.refresh()
    finally:
        with suppress(OSError):  # the terminal is gone
            if latest is not None:
                console.print(view(latest, False))
    return latest


@contextmanager
def _ends_by_signal() -> Generator[None]:
    """Let the signals that end a process raise SystemExit, with the exit status that a shell gives them."""

    def end(number: int, frame: FrameType | None) -> None:
        sys.exit(128 + number)

    numbers = [getattr(signal, each) for each in _ENDING if hasattr(signal, each)]
    before = {each: signal.signal(each, end) for each in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

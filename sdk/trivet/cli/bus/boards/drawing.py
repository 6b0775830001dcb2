"""Draws boards on stdout: once, one below the other, or live on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from rich.console import Console

from trivet.bus import Board
from trivet.cli.bus.boards.live import show_live
from trivet.cli.bus.boards.names import Names
from trivet.cli.bus.boards.sections import section_of
from trivet.cli.bus.boards.view import BoardView, board_console

__all__ = ["Drawing"]


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

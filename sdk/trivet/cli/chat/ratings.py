"""`trivet chat ratings`: a report on the ratings of answers, with a bar for each day, and their export."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from attrs import frozen

from trivet.cli.chat.exports import save, saved_file
from trivet.cli.command_function import add_recipe
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.lazy_group import LazyGroup
from trivet.cli.options import Force, Format, check_output, is_stdout
from trivet.cli.output.fields import Column
from trivet.cli.terminal import progress

if TYPE_CHECKING:  # a command's help needs no client
    from trivet.chat import RatingSummary

STYLES = {"likes": "green", "dislikes": "red"}

REPORT_EXAMPLES = (
    "trivet chat ratings report --days 7",
    "trivet chat ratings report -o csv > ratings.csv",
    "trivet chat ratings report --days 90 --chart ratings.svg",
)

EXPORT_EXAMPLES = (
    "trivet chat ratings export --out ratings.json",
    "trivet chat ratings export --out dislikes.csv --format csv --only dislikes",
    "trivet chat ratings export --out ratings.json --complete",
)

MOST_BARS = 45
"""The most bars of a chart."""


class Only(Enum):
    """The ratings that are exported."""

    LIKES = "likes"
    DISLIKES = "dislikes"


class FileFormat(Enum):
    """The format of an export."""

    CSV = "csv"
    JSON = "json"


def add(app: typer.Typer) -> None:
    """Add the group `ratings`."""
    ratings = typer.Typer(
        cls=LazyGroup, help="Report on the ratings of answers, and export them.", no_args_is_help=True
    )
    add_recipe(ratings, "report", "chat", report, epilog="\n\n".join(REPORT_EXAMPLES))
    add_recipe(ratings, "export", "chat", export, epilog="\n\n".join(EXPORT_EXAMPLES))
    app.add_typer(ratings, name="ratings")


def report(
    invocation: Invocation,
    *,
    days: Annotated[int, typer.Option(min=1, max=365, metavar="N", help="The last N days.")] = 30,
    chart: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the daily chart to a file, .svg or .png, too.")
    ] = None,
    force: Force = False,
) -> None:
    """Show how answers were rated: totals, and a bar for each day."""
    if chart is not None:
        if chart.suffix.lower() not in (".svg", ".png"):
            raise UsageError(f"--chart: {chart} ends neither in .svg nor in .png")
        check_output("--chart", chart, force=force)
    summary = invocation.chat.admin.ratings.summary(days=days)
    spread = days_between(_rated(summary), days, datetime.now(UTC).date())
    if chart is not None:
        _draw(chart, spread, overwrite=force)
        invocation.note(f"chart: {chart}")
    form = invocation.options.output or (Format.TABLE if invocation.on_terminal else Format.JSON)
    options = invocation.options
    if form is Format.TABLE and not options.fields and options.query is None:
        _print(summary, spread, days)
    elif form is Format.CSV and options.query is None:
        records = [{"date": day.date.isoformat(), "likes": day.likes, "dislikes": day.dislikes} for day in spread]
        invocation.show(records, [Column("date"), Column("likes"), Column("dislikes")])
    else:
        invocation.show_one(summary)


def export(
    invocation: Invocation,
    *,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The file, - for stdout; default: the service's name for it, here."),
    ] = None,
    format: Annotated[FileFormat, typer.Option(help="The format of the file.")] = FileFormat.JSON,
    only: Annotated[Only | None, typer.Option(help="Only likes or only dislikes.")] = None,
    with_comments_only: Annotated[
        bool, typer.Option("--with-comments-only", help="Leave out ratings without a comment.")
    ] = False,
    complete: Annotated[
        bool, typer.Option("--complete", help="Add the ratings that the export lacks from the list; needs --out.")
    ] = False,
    force: Force = False,
) -> None:
    """Save every rating to a file, which is there once it is whole."""
    filters: dict[str, Any] = {
        "rating_filter": None if only is None else 1 if only is Only.LIKES else -1,
        "with_comments_only": with_comments_only or None,
    }
    if complete:
        _save_complete(invocation, filters, format.value, out, force=force)
        return
    document: Any = invocation.chat.admin.ratings.export(format=format.value, **filters)
    save(invocation, document, out, "ratings", force=force)


def _save_complete(
    invocation: Invocation, filters: dict[str, Any], format: str, out: Path | None, *, force: bool
) -> None:
    if out is None:
        raise UsageError("--complete needs --out FILE")
    invocation.check_fields(records=[saved_file("ratings")])
    to_stdout = is_stdout(out)
    if not to_stdout:
        check_output("--out", out, force=force)
    from trivet.cli.chat.complete_ratings import CompleteRatings  # noqa: PLC0415  # only --complete needs it

    with progress("Saving ratings", unit="items") as advance:
        ratings = CompleteRatings(invocation.chat, filters, note=invocation.note, advance=advance)
        if to_stdout:
            from trivet.cli.operations.results import write_whole_to_stdout  # noqa: PLC0415  # the help needs no client

            write_whole_to_stdout(lambda path: ratings.save(format, path, overwrite=False))
            return
        count = ratings.save(format, out, overwrite=force)
    invocation.show_one(saved_file("ratings", out, count))


def _rated(summary: RatingSummary) -> list[Day]:
    """Return the rated days; fields that the contract does not name may be missing."""
    rated: list[Day] = []
    days: list[Any] = getattr(summary, "ratings_by_day", None) or []
    for entry in days:
        try:
            day = date.fromisoformat(str(getattr(entry, "date", "")))
        except ValueError:
            continue
        rated.append(Day(day, int(getattr(entry, "likes", 0)), int(getattr(entry, "dislikes", 0))))
    return rated


def _draw(path: Path, days: list[Day], *, overwrite: bool) -> None:
    chart: Any = importlib.import_module("trivet.cli.pictures.chart")  # only a chart needs it
    series = {"likes": [day.likes for day in days], "dislikes": [day.dislikes for day in days]}
    chart.write_daily_chart(path, [day.date for day in days], series, title="Ratings a day", overwrite=overwrite)


def _print(summary: RatingSummary, days: list[Day], asked: int) -> None:
    from rich.console import Console  # noqa: PLC0415  # only a table needs it
    from rich.text import Text  # noqa: PLC0415

    console = Console(file=sys.stdout, width=shutil.get_terminal_size((80, 24)).columns, highlight=False)
    marks = BLOCKS if _can_write(BLOCKS.likes + BLOCKS.dislikes) else ASCII

    def line(pieces: list[Piece]) -> None:
        text = Text.assemble(
            *((piece.text, STYLES.get(piece.style, "")) for piece in pieces), no_wrap=True, overflow="crop"
        )
        console.print(text, soft_wrap=True)

    def number(name: str) -> str:
        value = getattr(summary, name, None)
        return "?" if value is None else f"{value:+.2f}" if isinstance(value, float) else f"{value:,}"

    line([Piece(f"Ratings of the last {asked} days: {number('total_ratings')}")])
    line([Piece(f"  likes {number('like_count')}   dislikes {number('dislike_count')}   ")])
    line([Piece(f"  average {number('average_rating')} (-1 to +1)   with comments {number('with_comments')}")])
    spans = spans_of(days)
    if not any(span.total for span in spans):
        return
    unit = {1: "a day", 7: "a week"}.get(spans[0].days, f"in {spans[0].days} days")
    line([Piece("")])
    line([Piece(f"Ratings {unit}:  "), *legend(marks)])
    for pieces in bars(spans, console.width, marks):
        line(pieces)


def _can_write(text: str) -> bool:
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


@frozen
class Day:
    """The ratings of a day, or of the days from it on.

    Attributes:
        date: The first day.
        likes: The number of likes.
        dislikes: The number of dislikes.
        days: The number of days.
    """

    date: date
    likes: int = 0
    dislikes: int = 0
    days: int = 1

    @property
    def total(self) -> int:
        """The number of ratings."""
        return self.likes + self.dislikes


def days_between(rated: Iterable[Day], days: int, today: date) -> list[Day]:
    """Return an entry for each of so many days, oldest first; a day without ratings has zeros.

    >>> [day.total for day in days_between([Day(date(2025, 6, 14), 2, 1)], 3, date(2025, 6, 15))]
    [0, 3, 0]

    The last day is today, unless the ratings show that the service's clock has another date.
    """
    by_date = {day.date: day for day in rated}
    last = today
    if by_date and not today - timedelta(days) <= max(by_date) <= today:
        last = max(by_date)
    first = min([last - timedelta(days - 1), *by_date])
    return [by_date.get(day, Day(day)) for day in (first + timedelta(n) for n in range((last - first).days + 1))]


def spans_of(days: Sequence[Day]) -> list[Day]:
    """Return the days if a chart has room for them; otherwise weeks, or spans of four weeks."""
    step = 1 if len(days) <= MOST_BARS else 7 if len(days) <= MOST_BARS * 7 else 28
    if step == 1:
        return list(days)
    parts = (days[start : start + step] for start in range(0, len(days), step))
    return [
        Day(part[0].date, sum(day.likes for day in part), sum(day.dislikes for day in part), len(part))
        for part in parts
    ]


class Marks(NamedTuple):
    """The characters of a bar: for likes and for dislikes."""

    likes: str
    dislikes: str


BLOCKS = Marks("█", "░")

ASCII = Marks("#", "-")


class Piece(NamedTuple):
    """A piece of a line.

    Attributes:
        text: The text.
        style: `likes`, `dislikes` or empty: its style on a terminal that has styles.
    """

    text: str
    style: str = ""


def bars(days: Sequence[Day], width: int, marks: Marks = BLOCKS) -> list[list[Piece]]:
    """Return a line for each day: the date, a bar of likes and dislikes, and both numbers.

    >>> ["".join(piece.text for piece in line) for line in bars([Day(date(2025, 6, 16), 3, 1)], 40)]
    ['Mon 16 Jun 2025  ████████████░░░░  3 | 1']

    Args:
        days: The days, oldest first.
        width: The columns of the terminal.
        marks: The characters of the bars.
    """
    most = max((day.total for day in days), default=0)
    numbers = [f"{day.likes} | {day.dislikes}" for day in days]
    dates = [_date(day) for day in days]
    room = max(width - max(map(len, dates), default=0) - max(map(len, numbers), default=0) - 4, 4)
    lines: list[list[Piece]] = []
    for day, number, label in zip(days, numbers, dates, strict=True):
        likes, dislikes = _lengths(day, most, room)
        line = [Piece(f"{label}  ")]
        line += [Piece(marks.likes * likes, "likes")] * bool(likes)
        line += [Piece(marks.dislikes * dislikes, "dislikes")] * bool(dislikes)
        line.append(Piece(f"  {number}" if day.total else "·"))
        lines.append(line)
    return lines


def legend(marks: Marks = BLOCKS) -> list[Piece]:
    """Return the line that explains the bars."""
    return [
        Piece(marks.likes * 2, "likes"),
        Piece(" likes   "),
        Piece(marks.dislikes * 2, "dislikes"),
        Piece(" dislikes"),
    ]


def _lengths(day: Day, most: int, room: int) -> tuple[int, int]:
    """Return the columns of likes and of dislikes; a number above zero gets at least one."""
    if not day.total:
        return 0, 0
    whole = max(round(day.total / most * room), bool(day.likes) + bool(day.dislikes))
    likes = round(whole * day.likes / day.total)
    if day.likes:
        likes = max(likes, 1)
    if day.dislikes:
        likes = min(likes, whole - 1)
    return likes, whole - likes


def _date(day: Day) -> str:
    return f"{day.date:%a %d %b %Y}"

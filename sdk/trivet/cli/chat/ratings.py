"""`trivet chat ratings`: a report on the ratings of answers, and their export."""

from __future__ import annotations

import importlib
import shutil
import sys
from datetime import UTC, date, datetime
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from trivet.chat import RatingSummary
from trivet.cli.chat.accounts.limits import check_file
from trivet.cli.chat.charts.bars import ASCII, BLOCKS, Piece, bars, legend
from trivet.cli.chat.charts.days import Day, days_between, spans_of
from trivet.cli.chat.saving import save
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Format
from trivet.cli.output.fields import Column
from trivet.cli.recipe import add_recipe

__all__ = ["add"]

STYLES = {"likes": "green", "dislikes": "red"}
REPORT_EXAMPLES = (
    "trivet chat ratings report --days 7",
    "trivet chat ratings report -o csv > ratings.csv",
    "trivet chat ratings report --days 90 --chart ratings.svg",
)
EXPORT_EXAMPLES = (
    "trivet chat ratings export --out ratings.json",
    "trivet chat ratings export --out dislikes.csv --format csv --only dislikes",
)


class Only(Enum):
    """Which ratings are exported."""

    LIKES = "likes"
    DISLIKES = "dislikes"


class FileFormat(Enum):
    """The format of an export."""

    CSV = "csv"
    JSON = "json"


def add(app: typer.Typer) -> None:
    """Add the group `ratings`."""
    ratings = typer.Typer(help="Report on the ratings of answers, and export them.", no_args_is_help=True)
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
) -> None:
    """Show how answers were rated: totals, and a bar for each day."""
    if chart is not None:
        if chart.suffix.lower() not in (".svg", ".png"):
            raise UsageError(f"--chart: {chart} ends neither in .svg nor in .png")
        check_file("--chart", chart)
    summary = invocation.chat.admin.ratings.summary(days=days)
    shown = days_between(_rated(summary), days, datetime.now(UTC).date())
    if chart is not None:
        _draw(chart, shown)
        invocation.note(f"chart: {chart}")
    form = invocation.options.output or (Format.TABLE if invocation.on_terminal else Format.JSON)
    if form is Format.TABLE and not invocation.options.fields:
        _print(summary, shown, days)
    elif form is Format.CSV:
        records = [{"date": each.date.isoformat(), "likes": each.likes, "dislikes": each.dislikes} for each in shown]
        invocation.show(records, [Column("date"), Column("likes"), Column("dislikes")])
    else:
        invocation.show_one(summary)


def export(
    invocation: Invocation,
    *,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file; default: the service's name for it, here.")
    ] = None,
    format: Annotated[FileFormat, typer.Option(help="The format of the file.")] = FileFormat.JSON,
    only: Annotated[Only | None, typer.Option(help="Only likes or only dislikes.")] = None,
    with_comments_only: Annotated[
        bool, typer.Option("--with-comments-only", help="Leave out ratings without a comment.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Save every rating to a file, which is there once it is whole."""
    document: Any = invocation.chat.admin.ratings.export(
        format=format.value,
        rating_filter=None if only is None else 1 if only is Only.LIKES else -1,
        with_comments_only=with_comments_only or None,
    )
    save(invocation, document, out, "ratings", force=force)


def _rated(summary: RatingSummary) -> list[Day]:
    """Return the rated days; the contract does not name the fields, so each may be missing."""
    found: list[Day] = []
    days: list[Any] = getattr(summary, "ratings_by_day", None) or []
    for each in days:
        try:
            day = date.fromisoformat(str(getattr(each, "date", "")))
        except ValueError:
            continue
        found.append(Day(day, int(getattr(each, "likes", 0)), int(getattr(each, "dislikes", 0))))
    return found


def _draw(path: Path, days: list[Day]) -> None:
    chart: Any = importlib.import_module("trivet.cli.pictures.chart")  # only a chart needs it
    series = {"likes": [each.likes for each in days], "dislikes": [each.dislikes for each in days]}
    chart.write_daily_chart(path, [each.date for each in days], series, title="Ratings a day")


def _print(summary: RatingSummary, days: list[Day], asked: int) -> None:
    from rich.console import Console  # noqa: PLC0415  # only a table needs it
    from rich.text import Text  # noqa: PLC0415

    console = Console(file=sys.stdout, width=shutil.get_terminal_size((80, 24)).columns, highlight=False)
    marks = BLOCKS if _can_write(BLOCKS.likes + BLOCKS.dislikes) else ASCII

    def line(pieces: list[Piece]) -> None:
        text = Text.assemble(
            *((each.text, STYLES.get(each.style, "")) for each in pieces), no_wrap=True, overflow="crop"
        )
        console.print(text, soft_wrap=True)

    def number(name: str) -> str:
        found = getattr(summary, name, None)
        return "?" if found is None else f"{found:+.2f}" if isinstance(found, float) else f"{found:,}"

    line([Piece(f"Ratings of the last {asked} days: {number('total_ratings')}")])
    line([Piece(f"  likes {number('like_count')}   dislikes {number('dislike_count')}   ")])
    line([Piece(f"  average {number('average_rating')} (-1 to +1)   with comments {number('with_comments')}")])
    spans = spans_of(days)
    if not any(each.total for each in spans):
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

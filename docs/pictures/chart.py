"""The ratings of the last weeks by day, as `trivet chat ratings report` draws them."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

from trivet.cli.pictures.chart import write_daily_chart

__all__ = ["make"]


def make(folder: Path) -> None:
    """Write `chart.svg`."""
    days = [date(2025, 10, 1) + timedelta(days=each) for each in range(28)]
    likes = [(each * 7 + each * each) % 23 + (4 if day.weekday() < 5 else 0) for each, day in enumerate(days)]
    dislikes = [(each * 5) % 7 for each in range(28)]
    write_daily_chart(folder / "chart.svg", days, {"likes": likes, "dislikes": dislikes}, title="Ratings by day")

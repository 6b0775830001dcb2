"""Draw the ratings of the last 30 days: `python examples/ratings_chart.py ratings.svg` (or `.png`, with matplotlib)."""

import sys
from datetime import date, timedelta
from pathlib import Path

from trivet import ChatClient
from trivet.cli.pictures.chart import write_daily_chart


def main(path: str) -> int:
    with ChatClient() as chat:
        summary = chat.admin.ratings.summary(days=30)
    by_day = {date.fromisoformat(day.date): day for day in summary.ratings_by_day}
    last = max(by_day, default=chat.clock.now().date())  # in UTC, as the days of the service
    days = [last - timedelta(days=ago) for ago in range(29, -1, -1)]
    likes = [by_day[day].likes if day in by_day else 0 for day in days]
    dislikes = [by_day[day].dislikes if day in by_day else 0 for day in days]
    write_daily_chart(Path(path), days, {"likes": likes, "dislikes": dislikes}, title="Ratings by day")
    print(f"{sum(likes)} likes and {sum(dislikes)} dislikes of 30 days in {Path(path).name}")
    return len(summary.ratings_by_day)


if __name__ == "__main__":
    main(sys.argv[1])

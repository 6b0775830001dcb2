"""Save all ratings to a file, with a progress bar: `python examples/export_ratings.py ratings.json`."""

import sys
from pathlib import Path

from trivet import ChatClient


def bar(done: int, size: int | None) -> None:
    # The size may be unknown; then the bar only grows.
    filled = 30 * done // size if size else done // 100_000
    print(f"\r[{'#' * filled:30}] {done:,} bytes", end="\r", flush=True)


def main(path: str) -> int:
    with ChatClient() as chat:
        export = chat.admin.ratings.export(format="csv" if Path(path).suffix == ".csv" else "json")
        saved = export.save(path, progress=bar if sys.stdout.isatty() else None)
        print(f"{saved.count} ratings in {saved.path.name}")

        summary = chat.admin.ratings.summary(days=30)
    print(f"In the last 30 days {summary.like_count} likes, {summary.dislike_count} dislikes")
    for day in summary.ratings_by_day:
        print(f"  {day.date}  {'+' * day.likes}{'-' * day.dislikes}")
    return saved.count


if __name__ == "__main__":
    main(sys.argv[1])

"""Deactivate the users of a CSV with a column `id`: `python examples/deactivate_users.py leavers.csv [--yes]`."""

import csv
import sys
from pathlib import Path

from trivet import ChatClient
from trivet.chat.bulk import Bulk


def main(path: str, *, sure: bool) -> int:
    with Path(path).open(encoding="utf-8", newline="") as file:
        ids = [row["id"] for row in csv.DictReader(file)]

    with ChatClient() as chat:
        job = Bulk(chat, journal=Path(path).with_suffix(".journal"))
        report = job.update_users(ids, is_active=False, dry_run=True)
        print(report)
        for row in report.rows:
            print(f"  {row.id}  {row.outcome}  {row.reason or ''}")
        if not sure:
            print("Nothing was changed; say --yes to go on.")
            return len(report.rows)

        # What stops half-way goes on from its journal when it is started again.
        report = job.update_users(ids, is_active=False)
    print(report)
    return len(report.rows)


if __name__ == "__main__":
    main(sys.argv[1], sure="--yes" in sys.argv)

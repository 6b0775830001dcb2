"""Deactivate the users of a CSV with a column `id`: `python examples/deactivate_users.py leavers.csv [--yes]`."""

import csv
import sys
from pathlib import Path

from trivet import ChatClient
from trivet.chat.bulk import Bulk


def main(path: str, *, confirmed: bool) -> int:
    with Path(path).open(encoding="utf-8", newline="") as file:
        ids = [row["id"] for row in csv.DictReader(file)]

    with ChatClient() as chat:
        bulk = Bulk(chat, journal=Path(path).with_suffix(".journal"))
        report = bulk.update_users(ids, is_active=False, dry_run=True)
        print(report)
        for row in report.rows:
            print(f"  {row.id}  {row.outcome}  {row.reason or ''}")
        if not confirmed:
            print("Nothing was changed; add --yes to change them.")
            return len(report.rows)

        # If the program is interrupted, the same command resumes the job from its journal.
        report = bulk.update_users(ids, is_active=False)
    print(report)
    return len(report.rows)


if __name__ == "__main__":
    main(sys.argv[1], confirmed="--yes" in sys.argv)

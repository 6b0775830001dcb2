"""Let an agent of opencode answer a question about a SQLite database, which its functions only read.

python examples/ask_database.py orders.db "Which orders are not paid?"
"""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from trivet import AgentClient
from trivet.agent import TurnOutcome, opencode

READS = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION}


def only_reads(action: int, *_: str | None) -> int:
    return sqlite3.SQLITE_OK if action in READS else sqlite3.SQLITE_DENY


def ask(agent: AgentClient, database: Path, question: str) -> TurnOutcome:
    url = f"{database.resolve().as_uri()}?mode=ro"

    def query(sql: str, limit: int = 50) -> list[dict[str, Any]]:
        """Run one SELECT statement of SQLite, and return its first rows. The table sqlite_schema lists all tables."""
        with closing(sqlite3.connect(url, uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            connection.set_authorizer(only_reads)
            return [dict(row) for row in connection.execute(sql).fetchmany(min(limit, 500))]

    return agent.run(question, tools=[query], tool_timeout=10, max_steps=20)


if __name__ == "__main__":
    with opencode.serve(".") as server:
        outcome = ask(server, Path(sys.argv[1]), sys.argv[2])
    print(outcome.text)
    sys.exit(0 if outcome.status == "finished" else 1)

"""The table of docs/opencode.md, generated from the adapter's rules by `python -m tests.docs.opencode_table`."""

from __future__ import annotations

import re
from pathlib import Path

from trivet.agent._opencode.rule import Rule
from trivet.agent._opencode.table import RULES

__all__ = ["PAGE", "render", "written"]

PAGE = Path(__file__).parents[2] / "docs" / "opencode.md"
TABLE = re.compile(r"(?<=<!-- the adapter's table -->\n)\|.*?(?=\n\n|\Z)", re.S)


def render() -> str:
    """Return the table, with a row for each operation of the contract."""
    head = ["| operation | on the server | differences |", "|---|---|---|"]
    return "\n".join([*head, *(f"| `{rule.operation}` | {_server(rule)} | {_differs(rule)} |" for rule in RULES)])


def written() -> str:
    """Return the table on the page."""
    [table] = TABLE.findall(PAGE.read_text("utf-8"))
    return str(table)


def _server(rule: Rule) -> str:
    return f"`{rule.server}`" if rule.supported else "missing"


def _differs(rule: Rule) -> str:
    if not rule.supported:
        return f"use {rule.instead}" if rule.instead else "there is no alternative"
    lacks = ", ".join(f"`{name}`" for name in rule.lacks)
    parts = [rule.note, f"no {lacks}" if lacks else "", f"use {rule.instead}" if lacks and rule.instead else ""]
    return "; ".join(filter(None, parts))


if __name__ == "__main__":
    PAGE.write_text(TABLE.sub(lambda _: render(), PAGE.read_text("utf-8")), "utf-8")

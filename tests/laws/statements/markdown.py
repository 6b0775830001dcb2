"""The tables of a Markdown text, with their headings."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

CELL = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True)
class Table:
    """A table, whose rows map the name of a column to the text of a cell."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[dict[str, str], ...]


def tables(text: str) -> Iterator[Table]:
    """Yield the tables of a text in order.

    Raises:
        ValueError: A row has more or fewer cells than its table has columns.
    """
    heading, block = "", list[str]()
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            block.append(line)
            continue
        if block:
            yield _table(heading, block)
            block = []
        if line.startswith("#"):
            heading = line.lstrip("#").strip()


def _table(heading: str, block: list[str]) -> Table:
    columns, _, *rows = (tuple(cell.strip() for cell in CELL.split(line.strip())[1:-1]) for line in block)
    return Table(heading, columns, tuple(dict(zip(columns, row, strict=True)) for row in rows))

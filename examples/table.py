"""Print rows as a table: with rich on a terminal, as plain columns in a pipe or without rich."""

import sys
from collections.abc import Sequence
from importlib.util import find_spec


def show_table(columns: Sequence[str], rows: Sequence[Sequence[str]], *, width: int = 100) -> None:
    if sys.stdout.isatty() and find_spec("rich"):
        from rich.console import Console  # noqa: PLC0415  optional
        from rich.table import Table  # noqa: PLC0415  optional

        table = Table(*columns)
        for row in rows:
            table.add_row(*row)
        Console(width=width).print(table)
        return
    widths = [max(len(row[index]) for row in [columns, *rows]) for index in range(len(columns))]
    for row in [columns, *rows]:
        print("  ".join(text.ljust(wide) for text, wide in zip(row, widths, strict=True)).rstrip())


def main() -> int:
    show_table(["service", "bus"], [["10", "in 3 minutes"], ["NR5", "not now"]])
    return 2


if __name__ == "__main__":
    main()

"""The tables of a contract that give the fields of one record."""

from collections.abc import Iterator, Mapping

from tests.laws.statements.cells import types
from tests.laws.statements.markdown import Table
from tests.laws.statements.statement import Statement


def fields(table: Table, schema: str, records: Mapping[str, str] | None = None) -> Iterator[Statement]:
    """Yield the fields of a table with the columns Field and Type: all that are not optional always come.

    Raises:
        ValueError: The type of a field is not understood.
    """
    for row in table.rows:
        kind = row["Type"].partition(" (")[0]
        for wire in row["Field"].split(", "):
            about = f"{schema}.{wire}"
            found = types(kind, records or {})
            if not found:
                raise ValueError(f"{about}: {kind!r} is no type")
            yield Statement(about, "field")
            if "optional" not in row["Type"]:
                yield Statement(about, "required")
            yield from (Statement(about, "type", each) for each in found)

"""The tables of a contract that list the fields of a record."""

from collections.abc import Iterator, Mapping

from tests.laws.statements.cells import types
from tests.laws.statements.markdown import Table
from tests.laws.statements.statement import Statement

FORMATS = {"float": "float", "double": "double", "URI": "uri"}


def fields(table: Table, schema: str, records: Mapping[str, str] | None = None) -> Iterator[Statement]:
    """Yield the fields of a table with the columns Field and Type; fields that are not optional are required.

    Raises:
        ValueError: The type of a field is not understood.
    """
    for row in table.rows:
        phrase = row["Type"].partition(" (")[0]
        for wire in row["Field"].split(", "):
            about = f"{schema}.{wire}"
            type_names = types(phrase, records or {})
            if not type_names:
                raise ValueError(f"{about}: {phrase!r} is not a known type")
            yield Statement(about, "field")
            if "optional" not in row["Type"]:
                yield Statement(about, "required")
            yield from (Statement(about, "type", name) for name in type_names)
            yield from (
                Statement(about, "format", name) for word, name in FORMATS.items() if f"({word})" in row["Type"]
            )

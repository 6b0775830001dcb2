"""The statements of a contract's row about a record."""

import pytest

from tests.laws.statements.markdown import tables
from tests.laws.statements.records import fields

TABLE = "| Field | Type | Notes |\n|---|---|---|\n"


def stated(rows: str) -> list[str]:
    return [str(field) for field in fields(next(tables(TABLE + rows)), "Stop", {"line": "Line"})]


def test_listed_field_is_required() -> None:
    assert stated("| name | string (free text) | |") == [
        "Stop.name: field",
        "Stop.name: required",
        "Stop.name: type string",
    ]


def test_optional_field_is_not_required() -> None:
    assert stated("| name | string (optional) | |") == ["Stop.name: field", "Stop.name: type string"]


def test_row_may_list_several_fields() -> None:
    assert stated("| first, last | array of line | |")[::3] == ["Stop.first: field", "Stop.last: field"]


def test_unknown_type_raises() -> None:
    with pytest.raises(ValueError, match=r"Stop\.name: 'colour' is not a known type"):
        stated("| name | colour | |")

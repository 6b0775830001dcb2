"""The fields of records, by their annotations, defaults and docstrings."""

from typing import Annotated

import attrs

from tests.sdk.agent.output import reports
from trivet._core.unset import UNSET
from trivet.agent._output.record_types import described_fields, description_of, fields_of, plain_type, tag_of


@attrs.frozen
class Base:
    """A base.

    Args:
        first: The first one.
    """

    first: int
    made: list[int] = attrs.field(factory=lambda: [1])


class Derived(Base):
    second: Annotated[str, "Of the annotation."] = "x"


def test_descriptions_come_from_annotations_and_from_the_docstring():
    by_name = {field.name: field for field in fields_of(Base)}
    assert (by_name["first"].description, by_name["first"].default) == ("The first one.", UNSET)
    assert (by_name["made"].required, by_name["made"].default) == (False, UNSET)
    assert (description_of(Base), description_of(Derived), description_of(reports.Plain)) == ("A base.", "", "")
    [day] = [field for field in fields_of(reports.Report) if field.name == "day"]
    assert day.description == "The day of the visit."


def test_section_of_a_docstring_may_have_types_and_further_lines():
    docstring = (
        "A.\n\nAttributes:\n    one (int): The\n        first.\n    two: Second.\n\nRaises:\n    ValueError: No."
    )
    assert described_fields(docstring) == {"one": "The first.", "two": "Second."}
    assert described_fields("A.\n\nRaises:\n    ValueError: No.") == {}


def test_plain_type_is_without_annotations_and_new_types():
    assert plain_type(Annotated[reports.Score, "x"]) == (float, ("x",))
    assert plain_type(None) == (type(None), ())


def test_tag_of_a_union_is_a_literal_without_a_value_of_two_records():
    name, records = tag_of((reports.Cat, reports.Dog))
    assert (name, records) == ("kind", {"cat": reports.Cat, "dog": reports.Dog, "puppy": reports.Dog})
    assert tag_of((reports.Cat, reports.Cat)) is None
    assert tag_of((reports.Plain, reports.Cat)) is None

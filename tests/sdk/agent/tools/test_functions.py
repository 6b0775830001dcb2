"""The forms of functions: the schema for the model, and the arguments that fit it."""

from typing import Annotated, Literal

import pytest
from attrs import frozen

from trivet import InvalidArgumentError
from trivet.agent._tools.functions import LONGEST_NAME, Tool, tool_forms


@frozen
class Place:
    name: str


def lookup(order: int, kind: Literal["short", "full"] = "short", *, place: Place | None = None) -> str:
    """Find an order.

    Args:
        order: The number
            of the order.
        kind: How much to say.
    """
    return f"{order} {kind} {place}"


class Search:
    """A search that holds a connection."""

    __name__ = "search"

    def __call__(self, words: Annotated[str, "The words."]) -> str:
        return words


def test_schema_is_made_of_hints_and_docstring():
    form = tool_forms([lookup])["lookup"]
    assert form.description == "Find an order."
    assert form.schema["required"] == ["order"]
    assert form.schema["additionalProperties"] is False
    assert form.schema["properties"]["order"] == {"type": "integer", "description": "The number of the order."}
    assert form.schema["properties"]["kind"]["enum"] == ["short", "full"]
    assert form.decode({"order": 7, "place": {"name": "Mole"}}) == {"order": 7, "kind": "short", "place": Place("Mole")}


def test_callable_object_and_name_and_description_are_given():
    forms = tool_forms([Search(), Tool(lookup, name="find", description="Find it.")])
    assert forms["search"].schema["properties"]["words"]["description"] == "The words."
    assert forms["find"].description == "Find it."


@pytest.mark.parametrize("arguments", [{"order": "7"}, {"order": 7, "more": 1}, {}, [], {"order": True}])
def test_arguments_that_do_not_fit_are_faults(arguments):
    with pytest.raises(ValueError, match=r"\$"):
        tool_forms([lookup])["lookup"].decode(arguments)


def test_given_schema_leaves_the_arguments_to_the_function():
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
    form = tool_forms([Tool(lambda **values: values, name="any", schema=schema)])["any"]
    assert (form.schema, form.decode({"n": "x"})) == (schema, {"n": "x"})
    with pytest.raises(ValueError, match="expected an object"):
        form.decode([])


def without_hint(order):
    return order


def with_set(order: set[int]) -> None:
    """A set has no schema."""


def with_many(*orders: int) -> None:
    """Arguments have names."""


@pytest.mark.parametrize(
    "tools",
    [
        [without_hint],
        [with_set],
        [with_many],
        [lookup, lookup],
        [],
        [lambda: None],
        [7],
        [Tool(lookup, name="a b")],
        [Tool(lookup, name="n" * (LONGEST_NAME + 1))],
        [Tool(lookup, schema={"type": "string"})],
    ],
)
def test_function_that_is_no_tool_is_refused(tools):
    with pytest.raises(InvalidArgumentError, match="tools must be"):
        tool_forms(tools)

"""Names of Python that text of a spec becomes."""

import pytest

from codegen.naming import argument, attribute, identifier, snake


@pytest.mark.parametrize(
    ("name", "expected"), [("BusStop", "bus_stop"), ("MCPStatus", "mcp_status"), ("Oauth2", "oauth2")]
)
def test_class_name_becomes_snake_case(name: str, expected: str):
    assert snake(name) == expected


@pytest.mark.parametrize("text", ["", "a b", "import", "1a", "ﬁsh", "a-b"])
def test_invalid_identifier_raises(text: str):
    with pytest.raises(ValueError, match="is not a name that Python can use"):
        identifier(text)


def test_identifier_is_returned_as_it_is():
    assert identifier("bus_stop") == "bus_stop"


@pytest.mark.parametrize(
    ("name", "expected"), [("from_", "from_"), ("str_", "str_"), ("type_", "type"), ("body", "body")]
)
def test_attribute_keeps_its_underscore_only_where_needed(name: str, expected: str):
    assert attribute(name) == expected


@pytest.mark.parametrize(
    ("name", "expected"), [("body", "body_"), ("clock", "clock_"), ("self_", "self_"), ("page", "page")]
)
def test_argument_that_generated_code_uses_gets_an_underscore(name: str, expected: str):
    assert argument(name) == expected

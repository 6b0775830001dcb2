"""The forms of outputs: schemas, models of pydantic, and types."""

import pytest

from tests.sdk.agent.output import reports
from trivet import InvalidArgumentError
from trivet.agent._output.form import output_form


def test_json_schema_passes_through_and_its_value_is_an_object():
    schema = {"type": "object", "properties": {"good": {"type": "boolean"}}}
    form = output_form(schema)
    assert (form.schema, form.decode({"good": 3})) == (schema, {"good": 3})
    with pytest.raises(ValueError, match="expected an object"):
        form.decode([])
    with pytest.raises(InvalidArgumentError, match="a JSON schema whose type is object"):
        output_form({"type": "array"})


def test_model_of_pydantic_has_its_own_schema_and_its_own_faults():
    assert output_form(reports.Flat).schema == reports.Flat.model_json_schema()
    form = output_form(reports.Model)
    assert (form.schema["type"], form.schema["properties"].keys()) == ("object", {"number", "below"})
    assert form.schema["$defs"] == reports.Model.model_json_schema()["$defs"]
    assert form.decode({"number": 1, "below": [{"number": 2}]}) == reports.Model(
        number=1, below=[reports.Model(number=2)]
    )
    with pytest.raises(ValueError) as caught:  # noqa: PT011  its arguments are compared
        form.decode({"number": "x", "below": [{}]})
    assert [fault.partition(" @ ")[2] for fault in caught.value.args] == ["$.number", "$.below[0].number"]


def test_type_has_the_schema_and_the_decoder_of_its_fields():
    form = output_form(reports.Plain)
    assert form.schema["required"] == ["text"]
    assert form.decode({"text": "x"}) == reports.Plain("x")

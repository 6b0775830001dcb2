import ast
from pathlib import Path

import pytest

from codegen.read import document
from codegen.read.ir import Service
from codegen.write.example import example

SPEC = Path(__file__).parents[3] / "spec"


def load(name: str) -> Service:
    return document.service(name, document.load(SPEC / f"{name}.yaml"))


@pytest.mark.parametrize("name", ["agent", "bus", "chat"])
def test_every_operation_has_an_example_that_calls_it(name: str):
    for operation in load(name).operations:
        line = example(operation)
        assert line.startswith(f">>> await client.{operation.id}(")
        ast.parse(f"async def f():\n    {line.removeprefix('>>> ')}")


def test_list_is_shown_with_a_filter_and_all_its_items():
    (operation,) = [each for each in load("bus").operations if each.id == "stops.list"]
    assert example(operation) == '>>> await client.stops.list(bus_stop_code="83139").all()'

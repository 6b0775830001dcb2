"""Which module a record stands in, and that it is found wherever it stands."""

import importlib
from types import ModuleType

import pytest

from codegen.read import document
from codegen.write.modules import layout
from trivet._core.converter import decoders, make_converter

from ..conftest import CUSTOMIZATIONS, ORCHARD


@pytest.fixture(scope="module")
def where() -> dict[str, str]:
    return dict(layout(document.service("orchard", document.load(ORCHARD)), CUSTOMIZATIONS).module_of)


@pytest.mark.parametrize(
    ("name", "home"),
    [
        ("Tree", "models/trees"),  # an answer
        ("Branch", "models/trees"),  # inside one
        ("TreePlan", "models/trees"),  # a body
        ("ApiCredential", "models/keys"),  # a variant of what a body holds
        ("PearCrate", "models/harvests"),  # a variant of the items of a group inside another
        ("Row", "models/shared"),  # two groups need it
        ("NewsFrame", "models/shared"),  # no operation needs it
        ("FrostNews", "events/other"),  # an event
        ("NewsPlace", "events/other"),  # its payload
        ("News", "events/event"),  # all of them
        ("NewsEnvelope", "models/shared"),  # their base
    ],
)
def test_record_goes_to_the_group_that_needs_it(where: dict[str, str], name: str, home: str):
    assert where[name] == home


def test_record_without_an_operation_takes_its_fields_records_along():
    spec = document.load(ORCHARD)
    spec["components"]["schemas"]["Report"] = {
        "type": "object",
        "properties": {"crop": {"$ref": "#/components/schemas/Crop"}},
    }
    found = layout(document.service("orchard", spec), CUSTOMIZATIONS).module_of
    assert {found[each] for each in ("Report", "Crop", "Apple", "Pear")} == {"models/shared"}
    assert found["Tree"] == "models/trees"


def test_group_imports_no_other_group(orchard: ModuleType, where: dict[str, str]):
    for group in {home.removeprefix("models/") for home in where.values() if home.startswith("models/")}:
        module = importlib.import_module(f"{orchard.__name__}._generated.models.{group}")
        seen = {where[name] for name in vars(module) if name in where}
        assert seen <= {f"models/{group}", "models/shared"}


def test_each_record_can_be_imported_from_the_package(orchard: ModuleType, where: dict[str, str]):
    package = importlib.import_module(f"{orchard.__name__}._generated.models")
    for name, home in where.items():
        own = getattr(importlib.import_module(f"{orchard.__name__}._generated.{home.replace('/', '.')}"), name)
        assert getattr(orchard, name) is own
        if home.startswith("models/"):
            assert getattr(package, name) is own
    assert {*package.__all__} <= {*dir(package)}


def test_modules_hold_all_records_together(orchard: ModuleType, where: dict[str, str]):
    service = document.service("orchard", document.load(ORCHARD))
    paths = {home.replace("/", ".") for home in where.values()}
    modules = [importlib.import_module(f"{orchard.__name__}._generated.{path}") for path in sorted(paths)]
    together = [each.__name__ for module in modules for each in decoders(module)]
    assert sorted(together) == [each.name for each in service.records]
    weather = importlib.import_module(f"{orchard.__name__}._generated.models.weather")
    assert make_converter(weather).structure({"sky": "clear"}, weather.Weather) == weather.Weather(sky="clear")

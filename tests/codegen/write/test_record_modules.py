"""The modules of records: each record has one, and can be imported from the package."""

import importlib
from types import ModuleType
from typing import Any

import pytest
from attrs import evolve

from codegen.customizations import Customizations
from codegen.read import document
from codegen.write.event_envelope import envelope
from codegen.write.record_modules import Layout, layout_of, module_view, origins, relative_name
from trivet._core.converter import decoders, make_converter

from ..conftest import CUSTOMIZATIONS, orchard_spec, service_of
from ..specs import generated


@pytest.fixture(scope="module")
def module_of() -> dict[str, str]:
    return dict(layout_of(service_of("orchard"), CUSTOMIZATIONS).module_of)


@pytest.mark.parametrize(
    ("name", "home"),
    [
        ("Tree", "models/trees"),  # an answer
        ("Branch", "models/trees"),  # inside one
        ("TreePlan", "models/trees"),  # a body
        ("ApiCredential", "models/keys"),  # a variant in a body
        ("PearCrate", "models/harvests"),  # a variant of the items of a group inside another
        ("UnknownCrate", "models/harvests"),  # with its union
        ("Row", "models/shared"),  # two groups need it
        ("NewsFrame", "models/shared"),  # no operation needs it
        ("FrostNews", "events/other"),  # an event
        ("NewsPlace", "events/other"),  # its payload
        ("News", "events/event"),  # all of them
        ("NewsEnvelope", "models/shared"),  # their base
    ],
)
def test_record_goes_to_the_group_that_needs_it(module_of: dict[str, str], name: str, home: str):
    assert module_of[name] == home


def test_record_without_an_operation_takes_its_fields_records_along():
    spec = orchard_spec()
    spec["components"]["schemas"]["Report"] = {
        "type": "object",
        "properties": {"crop": {"$ref": "#/components/schemas/Crop"}},
    }
    module_of = layout_of(document.service("orchard", spec), CUSTOMIZATIONS).module_of
    assert {module_of[name] for name in ("Report", "Crop", "Apple", "Pear")} == {"models/shared"}
    assert module_of["Tree"] == "models/trees"


def test_group_imports_no_other_group(orchard: ModuleType, module_of: dict[str, str]):
    for group in {home.removeprefix("models/") for home in module_of.values() if home.startswith("models/")}:
        module = importlib.import_module(f"{orchard.__name__}._generated.models.{group}")
        relative_name = {module_of[name] for name in vars(module) if name in module_of}
        assert relative_name <= {f"models/{group}", "models/shared"}


def test_each_record_can_be_imported_from_the_package(orchard: ModuleType, module_of: dict[str, str]):
    package = importlib.import_module(f"{orchard.__name__}._generated.models")
    for name, home in module_of.items():
        own = getattr(importlib.import_module(f"{orchard.__name__}._generated.{home.replace('/', '.')}"), name)
        assert getattr(orchard, name) is own
        if home.startswith("models/"):
            assert getattr(package, name) is own
    assert {*package.__all__} <= {*dir(package)}


def test_modules_hold_all_records_together(orchard: ModuleType, module_of: dict[str, str]):
    service = service_of("orchard")
    paths = {home.replace("/", ".") for home in module_of.values()}
    modules = [importlib.import_module(f"{orchard.__name__}._generated.{path}") for path in sorted(paths)]
    together = [record.__name__ for module in modules for record in decoders(module)]
    assert sorted(together) == sorted([*(record.name for record in service.records), "UnknownCrate", "UnknownCrop"])
    weather = importlib.import_module(f"{orchard.__name__}._generated.models.weather")
    assert make_converter(weather).structure({"sky": "clear"}, weather.Weather) == weather.Weather(sky="clear")


@pytest.fixture
def layout() -> Layout:
    return layout_of(service_of("orchard"), CUSTOMIZATIONS)


def test_names_are_listed_by_module_as_the_package_sees_it(layout: Layout):
    names = layout.names("events/")
    assert names == {".event": ["News"], ".other": ["FrostNews", "NewsPlace", "RainNews", "RipeNews"]}
    every = layout.names()
    assert [*every] == sorted(every)
    assert every[".events.other"] == names[".other"]
    assert every[".models.notes"] == ["Notes"]


def test_names_of_all_modules_are_the_records_and_unions_once(layout: Layout):
    listed = sorted(name for names in layout.names().values() for name in names)
    defined = [definition.name for definition in (*layout.service.records, *layout.service.unions)]
    assert listed == sorted([*defined, "UnknownCrate", "UnknownCrop"])


def test_kinds_of_events_are_listed_by_group(layout: Layout):
    assert layout.kinds() == {"other": ["ripe", "frost", "rain.heavy"]}
    assert evolve(layout, envelope=None).kinds() == {}


def test_service_that_is_not_split_has_one_module():
    whole = layout_of(service_of("orchard"), Customizations())
    assert {*whole.module_of.values()} == {"models"}
    assert [*whole.names()] == [".models"]
    assert module_view("models", whole).others == ()


def test_module_has_its_own_records_and_unions(layout: Layout):
    view = module_view("models/harvests", layout)
    assert view.exports == layout.names("models/")[".harvests"]
    assert sorted(part.name for part in (*view.records, *view.unions, *view.unknowns)) == view.exports
    assert [part.name for part in (*view.unions, *view.unknowns)] == ["Crate", "UnknownCrate"]


def test_unknown_events_have_their_class_in_the_module_of_the_base(spec: dict[str, Any]):
    schemas = spec["components"]["schemas"]
    for name in ("RipeNews", "FrostNews", "RainNews"):
        [own] = [part for part in schemas[name]["allOf"] if "properties" in part]
        own["properties"]["about"] = own["properties"].pop("type")
        own["required"] = ["about" if wire == "type" else wire for wire in own["required"]]
    schemas["News"]["discriminator"]["propertyName"] = "about"
    files = generated(spec)
    assert "class UnknownNews(Unknown):" in files["_generated/models/shared.py"]
    assert "return decode_unknown_news(d)" in files["_generated/events/decode.py"]
    assert "from ..models.shared import UnknownNews" in files["_generated/events/event.py"]
    for path, source in files.items():
        compile(source, path, "exec")


def test_module_imports_the_records_it_needs_with_their_decoders(layout: Layout):
    assert module_view("models/trees", layout).others == ((".shared", ["Base", "decode_base"]),)
    assert module_view("models/shared", layout).others == ()


def test_module_of_events_imports_the_envelope_and_has_it_as_base(layout: Layout):
    view = module_view("events/other", layout)
    assert view.others == (
        ("..models.harvests", ["Harvest", "decode_harvest"]),
        ("..models.shared", ["Base", "NewsEnvelope", "decode_base", "decode_news_envelope"]),
    )
    assert view.base == "NewsEnvelope"
    assert module_view("models/shared", layout).base == ""


@pytest.mark.parametrize(("module", "package"), [("models", ".."), ("models/trees", "..."), ("events/other", "...")])
def test_package_of_the_sdk_is_as_far_up_as_the_module_is_deep(module: str, package: str):
    customizations = CUSTOMIZATIONS if "/" in module else Customizations()
    assert module_view(module, layout_of(service_of("orchard"), customizations)).package == package


def test_module_imports_the_mixins_of_its_own_records_alone(layout: Layout):
    mixins = {"Row": "RowMixin", "Tree": "TreeMixin"}
    changed = evolve(layout, customizations=evolve(CUSTOMIZATIONS, records=mixins))
    assert module_view("models/trees", changed).mixins == ["TreeMixin"]
    assert module_view("models/notes", changed).mixins == []


@pytest.mark.parametrize(
    ("other", "module", "name"),
    [
        ("models/shared", "models/trees", ".shared"),
        ("models/shared", "events/other", "..models.shared"),
        ("models", "events/other", "..models"),
        ("events/other", "models", ".events.other"),
    ],
)
def test_module_sees_another_by_its_relative_name(other: str, module: str, name: str):
    assert relative_name(other, module) == name


def test_record_names_the_operations_that_give_or_take_it():
    service = service_of("orchard")
    sentences = origins(service, envelope(service, CUSTOMIZATIONS))
    assert sentences["Weather"] == "Returned by `weather.now`."
    assert sentences["TreePlan"] == "Taken by `trees.plant`."
    assert sentences["FrostNews"] == "Returned by `news.follow`."
    assert sentences["NewsFrame"] == "In the frames of `news.follow`."
    assert sentences["Row"].startswith("Returned by `")
    assert " and " in sentences["Row"]

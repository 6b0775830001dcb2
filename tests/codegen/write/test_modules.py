"""What the modules of records hold, and what each imports of the others."""

from typing import Any

import pytest
from attrs import evolve

from codegen.customizations import Customizations
from codegen.read import document
from codegen.write.modules import Layout, layout, module_view, seen

from ..conftest import CUSTOMIZATIONS


@pytest.fixture
def where(spec: dict[str, Any]) -> Layout:
    return layout(document.service("orchard", spec), CUSTOMIZATIONS)


def test_names_are_listed_by_module_as_the_package_sees_it(where: Layout):
    found = where.names("events/")
    assert found == {".event": ["News"], ".other": ["FrostNews", "NewsPlace", "RainNews", "RipeNews"]}
    every = where.names()
    assert [*every] == sorted(every)
    assert every[".events.other"] == found[".other"]
    assert every[".models.notes"] == ["Notes"]


def test_names_of_all_modules_are_the_records_and_unions_once(where: Layout):
    listed = sorted(name for names in where.names().values() for name in names)
    assert listed == sorted(each.name for each in (*where.service.records, *where.service.unions))


def test_kinds_of_events_are_listed_by_group(where: Layout):
    assert where.kinds() == {"other": ["ripe", "frost", "rain.heavy"]}
    assert evolve(where, envelope=None).kinds() == {}


def test_service_that_is_not_split_has_one_module(spec: dict[str, Any]):
    whole = layout(document.service("orchard", spec), Customizations())
    assert {*whole.module_of.values()} == {"models"}
    assert [*whole.names()] == [".models"]
    assert module_view("models", whole).others == ()


def test_module_has_its_own_records_and_unions(where: Layout):
    view = module_view("models/harvests", where)
    assert view.exports == where.names("models/")[".harvests"]
    assert sorted([*(each.name for each in view.records), *(each.name for each in view.unions)]) == view.exports
    assert [each.name for each in view.unions] == ["Crate"]


def test_module_imports_what_its_records_name_with_their_decoders(where: Layout):
    assert module_view("models/trees", where).others == ((".shared", ["Base", "decode_base"]),)
    assert module_view("models/shared", where).others == ()


def test_module_of_events_imports_the_envelope_and_has_it_as_base(where: Layout):
    view = module_view("events/other", where)
    assert view.others == (
        ("..models.harvests", ["Harvest", "decode_harvest"]),
        ("..models.shared", ["Base", "NewsEnvelope", "decode_base", "decode_news_envelope"]),
    )
    assert view.base == "NewsEnvelope"
    assert module_view("models/shared", where).base == ""


@pytest.mark.parametrize(("module", "package"), [("models", ".."), ("models/trees", "..."), ("events/other", "...")])
def test_package_of_the_sdk_is_as_far_up_as_the_module_is_deep(spec: dict[str, Any], module: str, package: str):
    customizations = CUSTOMIZATIONS if "/" in module else Customizations()
    assert module_view(module, layout(document.service("orchard", spec), customizations)).package == package


def test_module_imports_the_mixins_of_its_own_records_alone(where: Layout):
    mixins = {"Row": "RowMixin", "Tree": "TreeMixin"}
    changed = evolve(where, customizations=evolve(CUSTOMIZATIONS, records=mixins))
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
    assert seen(other, module) == name

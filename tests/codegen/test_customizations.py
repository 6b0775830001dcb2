"""The registry of hand-written code, compared with the specs and the package."""

from importlib import import_module

import pytest
from attrs.exceptions import FrozenInstanceError

from codegen.customizations import CUSTOMIZATIONS, Customizations
from codegen.write.render import render

from .conftest import ROOT, service_of


def test_each_entry_is_about_a_spec():
    assert CUSTOMIZATIONS.keys() <= {path.stem for path in (ROOT / "spec").glob("*.yaml")}


def test_entry_without_arguments_customizes_nothing():
    empty = Customizations()
    assert not any([empty.records, empty.resources, empty.arguments, empty.parsers, empty.client, empty.events])
    assert not any([empty.by_group, empty.empty])


def test_entries_share_no_default():
    one, other = Customizations(), Customizations()
    one.records["Tree"] = "TreeMixin"
    assert other.records == {}


def test_entry_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Customizations().by_group = True  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize("service", CUSTOMIZATIONS)
def test_every_named_class_and_function_exists(service: str):
    entry = CUSTOMIZATIONS[service]
    named = [*entry.resources.values(), *entry.arguments.values(), *([entry.client] if entry.client else [])]
    named += [(module, "parse") for module in entry.parsers.values()]
    named += [("_records.mixins", name) for name in entry.records.values()]
    for module, name in named:
        assert callable(getattr(import_module(f"trivet.{service}.{module}"), name)), (module, name)


@pytest.mark.parametrize("service", CUSTOMIZATIONS)
def test_every_named_class_and_module_is_used_in_the_output(service: str):
    entry = CUSTOMIZATIONS[service]
    files = render(service_of(service), entry)
    text = "\n".join(files.values())
    for name in [class_name for _, class_name in entry.resources.values()] + [*entry.records.values()]:
        assert f"{name}, " in text or f"({name})" in text or f", {name}" in text, name
    for module, function in entry.arguments.values():
        assert f"{module.rpartition('.')[2]}.{function}(" in text

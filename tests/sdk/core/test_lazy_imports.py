"""Modules and names that load when they are first used."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import trivet
import trivet.bus
from trivet._core.lazy_imports import lazy


@pytest.fixture
def parcel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A package with one lazy module, which counts how often it is loaded and how often its names are looked up."""
    folder = tmp_path / "parcel"
    folder.mkdir()
    folder.joinpath("__init__.py").write_text(
        "from trivet._core.lazy_imports import lazy_exports\n"
        "__getattr__, __dir__ = lazy_exports(__name__, {'Thing': '.thing', 'Lost': '.thing', 'thing': '.thing'})\n"
    )
    folder.joinpath("thing.py").write_text(
        "asked = []\n"
        "def __getattr__(name):\n"
        "    asked.append(name)\n"
        "    if name != 'Thing': raise AttributeError(name)\n"
        "    return object()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    yield "parcel"
    for name in ("parcel", "parcel.thing"):
        sys.modules.pop(name, None)


def test_exported_module_loads_when_a_name_is_first_used(parcel: str):
    package = import_module(parcel)
    assert f"{parcel}.thing" not in sys.modules
    first = package.Thing
    assert package.Thing is first
    assert sys.modules[f"{parcel}.thing"].asked == ["Thing"]


def test_dir_and_all_list_the_lazy_exports(parcel: str):
    package = import_module(parcel)
    assert {"Thing", "Lost", "__name__"} <= set(dir(package))
    assert dir(package) == sorted(dir(package))
    assert f"{parcel}.thing" not in sys.modules


@pytest.mark.parametrize("name", ["Missing", "__path_hooks__", "__wrapped__"])
def test_unknown_name_raises_attribute_error(parcel: str, name: str):
    package = import_module(parcel)
    with pytest.raises(AttributeError, match=f"^module '{parcel}' has no attribute '{name}'$"):
        getattr(package, name)


def test_from_import_loads_lazy_exports(parcel: str):
    space: dict[str, object] = {}
    exec(f"from {parcel} import Thing", space)
    assert space["Thing"] is import_module(parcel).Thing
    with pytest.raises(ImportError, match="Missing"):
        exec(f"from {parcel} import Missing", space)


def test_lazy_module_loads_once_when_first_used(parcel: str):
    thing = lazy(f"{parcel}.thing")
    assert f"{parcel}.thing" not in sys.modules
    first = thing.Thing
    assert thing.Thing is first
    assert sys.modules[f"{parcel}.thing"].asked == ["Thing"]


def test_introspection_does_not_load_a_lazy_module(parcel: str):
    thing = lazy(f"{parcel}.thing")
    assert not hasattr(thing, "__wrapped__")
    assert parcel in repr(thing)
    assert f"{parcel}.thing" not in sys.modules


def test_lazy_returns_a_loaded_module_itself(parcel: str):
    module = import_module(f"{parcel}.thing")
    assert lazy(f"{parcel}.thing") is module


@pytest.mark.parametrize("package", [trivet, trivet.bus])
def test_every_public_name_can_be_imported(package):
    assert {name for name in package.__all__ if getattr(package, name, None) is None} == set()
    assert set(package.__all__) <= set(dir(package))


def test_generated_name_of_a_package_returns_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name, text in {
        "__init__.py": "from trivet._core.lazy_imports import lazy_exports\n"
        "__getattr__, __dir__ = lazy_exports(__name__, {}, generated='._generated.names')\n",
        "_generated/__init__.py": "",
        "_generated/names.py": "__all__ = ['inner', 'tool']\nMODULES = {'inner': '..inner', 'tool': '.tool'}\n",
        "_generated/tool.py": "tool = 'the tool'\n",
        "inner/__init__.py": "inner = 'another'\n",
    }.items():
        (tmp_path / "crate" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "crate" / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    package = import_module("crate")
    try:
        assert package.inner is sys.modules["crate.inner"]
        assert package.tool == "the tool"
    finally:
        for name in [module for module in sys.modules if module.partition(".")[0] == "crate"]:
            del sys.modules[name]

"""The objects of one class that the modules of a package define."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

from trivet_checks import Check
from trivet_checks.definitions import defined_in

MODULES = {
    "__init__": "",
    "pears": "second, other, first = 2.5, 'no number', 1.5",
    "apples": "from . import pears\nfrom .pears import first\nred = 0.5",
}


def test_objects_of_all_modules_are_found_once_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "fruit_definitions"
    package.mkdir()
    for name, source in MODULES.items():
        (package / f"{name}.py").write_text(source, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert defined_in(package.name, float) == [1.5, 0.5, 2.5]
    assert defined_in(package.name, bytes) == []
    for name in [module for module in sys.modules if module.partition(".")[0] == package.name]:
        monkeypatch.delitem(sys.modules, name)


@pytest.mark.parametrize("service", ["agent", "bus", "chat"])
def test_package_of_checks_lists_those_of_its_modules(service: str) -> None:
    package = import_module(f"trivet_checks.checks.{service}")
    assert {check.rule for check in defined_in(package.__name__, Check)} == set(package.SUITE.checks)

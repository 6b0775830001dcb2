"""A mutant, and the mutants of a package."""

import sys
from pathlib import Path

import pytest

from trivet_checks.mutants.mutant import Mutant, mutant, mutants_in
from trivet_stubs import rules

MODULE = """
from trivet_checks.mutants.mutant import mutant
for rule in {rules!r}:
    globals()[rule] = mutant(rule)(id)
"""


def test_mutant_is_named_and_changes_a_stub() -> None:
    @mutant("chat.shares.revoked-opens-nothing")
    def share_survives(stub: list[str]) -> None:
        stub.append("changed")

    assert isinstance(share_survives, Mutant)
    assert str(share_survives) == "chat.shares.revoked-opens-nothing: share_survives"
    stub: list[str] = []
    share_survives.change(stub)
    assert stub == ["changed"]


def test_mutants_of_a_package_are_found_in_the_order_of_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, *_, last = rules("chat")
    package = tmp_path / "chat_mutants"
    package.mkdir()
    for name, broken in {"__init__": [], "access": [last, first], "shares": [second]}.items():
        (package / f"{name}.py").write_text(MODULE.format(rules=broken), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert [mutant.rule for mutant in mutants_in(package.name, "chat")] == [first, second, last]
    for name in [module for module in sys.modules if module.partition(".")[0] == package.name]:
        monkeypatch.delitem(sys.modules, name)

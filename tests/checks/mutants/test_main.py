"""The command that hunts derived mutants."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants import __main__ as command
from tests.mutants.derived.hunt import HuntResult, derived_mutants


@pytest.fixture(autouse=True)
def every_third_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every third mutant escapes."""

    def hunted(service: str, every: int) -> list[HuntResult]:
        mutants = derived_mutants(service)[::every]
        return [
            HuntResult(mutant, None if number % 3 == 0 else "rule", number % 2) for number, mutant in enumerate(mutants)
        ]

    monkeypatch.setattr(command, "hunt_all", hunted)


def listed(folder: Path, *more: str) -> None:
    escaped = [mutant.id for mutant in derived_mutants("bus")[::10][::3]]
    (folder / "bus.txt").write_text("\n    ".join(["For a reason.", *escaped, *more]))


def test_tally_is_printed_and_mutants_that_are_listed_fail_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed(tmp_path)
    assert command.main(["bus", "--every", "10", "--known", str(tmp_path)]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines()[0] == "bus: 5 of 8 derived mutants found"
    assert printed.out.count("escaped: ") == printed.out.count("(For a reason.)") == 3
    assert printed.err == ""


def test_mutant_that_escapes_unlisted_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["bus", "--every", "40"]) == 1
    assert "escapes, and is not listed" in capsys.readouterr().err


def test_listed_mutant_that_does_not_exist_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed(tmp_path, "parameters.NoSuch: gone")
    assert command.main(["bus", "--every", "10", "--known", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "bus: parameters.NoSuch: gone: is listed, and does not exist\n"

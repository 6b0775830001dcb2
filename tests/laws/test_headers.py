"""Law 2: by hand, generated and derived code never share a file, and each file says which it is."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SDK = ROOT / "sdk" / "trivet"


def first_line(path: Path) -> str:
    return path.read_text("utf-8").partition("\n")[0]


@pytest.mark.parametrize("path", sorted(SDK.rglob("_sync/**/*.py")), ids=lambda path: path.relative_to(SDK).as_posix())
def test_every_sync_file_names_the_async_one_it_is_derived_from(path: Path) -> None:
    source = Path(*("_async" if part == "_sync" else part for part in path.parts))
    assert source.is_file()
    assert first_line(path).startswith(f"# Derived from {source.relative_to(ROOT).as_posix()} by `python -m codegen`")


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(SDK.rglob("*.py")) if first_line(path).startswith("# Generated")],
    ids=lambda path: path.relative_to(SDK).as_posix(),
)
def test_a_generated_file_names_a_source_that_exists(path: Path) -> None:
    line = first_line(path)
    source = line.removeprefix("# Generated from ").partition(" ")[0]
    assert (ROOT / source).is_file()
    assert line.endswith("do not edit.")

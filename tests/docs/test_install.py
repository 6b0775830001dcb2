"""The page on installing has the extras of the project and the file name of its wheel."""

import re
import tomllib
from pathlib import Path

import trivet

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "install.md").read_text("utf-8")


def test_table_has_every_extra_with_its_packages() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    expected = {name: {re.split("[<>=]", package)[0] for package in packages} for name, packages in extras.items()}
    rows = re.findall(r"^\| `(\w+)` \|.*\| (.+) \|$", PAGE, re.M)
    assert {name: set(packages.lower().split(", ")) for name, packages in rows} == expected


def test_wheel_has_the_name_of_this_version() -> None:
    assert set(re.findall(r"trivet-[^/]+\.whl", PAGE)) == {f"trivet-{trivet.__version__}-py3-none-any.whl"}

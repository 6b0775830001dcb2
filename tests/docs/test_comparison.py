"""The comparison is about the version that is installed."""

import re
from pathlib import Path

import trivet

PAGE = (Path(__file__).parents[2] / "docs" / "comparison.md").read_text("utf-8")


def test_comparison_names_the_version_of_this_tree() -> None:
    minor = trivet.__version__.rpartition(".")[0]
    assert re.findall(r"trivet (?:is at )?(\d+\.\d+)\b", PAGE) == [minor] * 3

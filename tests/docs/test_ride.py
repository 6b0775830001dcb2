"""Every command in the guide for riders writes the output in the guide."""

from pathlib import Path

import pytest

from tests.docs.console_blocks import commands_of, rewritten

GUIDE = Path(__file__).parents[2] / "docs" / "ride.md"


def test_every_command_writes_the_output_of_the_guide() -> None:
    page = GUIDE.read_text("utf-8")
    assert page.count("\n$ trivet bus ") >= 8
    assert rewritten(page) == page  # else: python -m tests.docs.console_blocks docs/ride.md


def test_block_is_cut_into_commands_and_outputs() -> None:
    block = "$ trivet bus near 1\na\nb\n$ trivet bus route 2\n"
    assert commands_of(block) == [("trivet bus near 1", "a\nb\n"), ("trivet bus route 2", "")]


def test_output_that_differs_is_replaced() -> None:
    page = "# A\n\n```console\n$ trivet bus route 99\nold\n```\n"
    assert "trivet: 99: no such service" in rewritten(page)
    with pytest.raises(AssertionError, match="rm -rf"):
        rewritten("```console\n$ rm -rf /tmp/x\n```\n")

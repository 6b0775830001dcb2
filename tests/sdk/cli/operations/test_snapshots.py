"""The help of some commands is what the text files say; `python -m tests.sdk.cli.operations.snapshots` writes them."""

from __future__ import annotations

import pytest

from tests.sdk.cli.operations.snapshots import COMMANDS, FOLDER, help_of


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_that_of_the_file(command: str) -> None:
    assert help_of(command) == (FOLDER / f"{command.replace(' ', '_')}.txt").read_text("utf-8")


def test_every_file_is_of_a_command() -> None:
    assert {each.stem for each in FOLDER.iterdir()} == {each.replace(" ", "_") for each in COMMANDS}

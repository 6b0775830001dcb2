"""The help of some commands equals text files, which `python -m tests.sdk.cli.operations.snapshots` writes."""

from __future__ import annotations

import pytest

from tests.sdk.cli.operations.snapshots import COMMANDS, FOLDER, help_of


@pytest.mark.parametrize("command", COMMANDS)
def test_help_equals_the_text_file(command: str) -> None:
    assert help_of(command) == (FOLDER / f"{command.replace(' ', '_')}.txt").read_text("utf-8")


def test_every_text_file_belongs_to_a_command() -> None:
    assert {text.stem for text in FOLDER.iterdir()} == {text.replace(" ", "_") for text in COMMANDS}

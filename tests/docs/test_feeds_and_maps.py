"""The commands of docs/feeds_and_maps.md run as printed, and its picture is drawn with the stub."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.docs.feed_pictures import PICTURES, write_example_pictures
from tests.sdk.cli.bus.in_process import run_on
from trivet_stubs import BusStub

PAGE = (Path(__file__).parents[2] / "docs" / "feeds_and_maps.md").read_text("utf-8")


def test_commands_of_the_page_run_in_order(bus_stub: BusStub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.M | re.S)
    commands = [line for block in blocks for line in block.splitlines() if line[0] != "#"]
    assert len(commands) >= 4
    for command in commands:
        name, service, *arguments = shlex.split(command)
        assert (name, service) == ("trivet", "bus")
        done = run_on(bus_stub, *arguments)
        assert done.status == 0, f"{command}: {done.err}"
    listed = [line.split()[0] for line in PAGE.splitlines() if line.startswith("lists/")]
    assert sorted(listed) == sorted(f"lists/{path.name}" for path in Path("lists").iterdir() if path.name[0] != ".")
    assert {"out.zip", "route.svg", "street.html"} <= {path.name for path in tmp_path.iterdir()}


def test_pictures_are_drawn_with_the_stub(tmp_path: Path) -> None:
    for path in write_example_pictures(tmp_path):
        committed = (PICTURES / path.name).read_text("utf-8")
        assert path.read_text("utf-8") == committed, "draw them again: python -m tests.docs.feed_pictures"

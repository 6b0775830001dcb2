"""Every Python block of the README and the guides runs, against a stub on a port."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from trivet_stubs import AgentStub, BusStub, ChatStub, RunningClock

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks() -> Iterator[object]:
    for page in PAGES:
        text = page.read_text("utf-8")
        for match in re.finditer(r"^```python\n(.*?)^```$", text, re.M | re.S):
            line = text[: match.start()].count("\n") + 1
            yield pytest.param(match[1], id=f"{page.name}:{line}")


@pytest.fixture(autouse=True)
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with BusStub(clock=RunningClock()) as bus, ChatStub(clock=RunningClock()) as chat, AgentStub() as agent:
        with bus.serve() as bus_served, chat.serve() as chat_served, agent.serve() as agent_served:
            monkeypatch.setenv("TRIVET_AGENT_BASE_URL", agent_served.url)
            monkeypatch.setenv("TRIVET_BUS_BASE_URL", bus_served.url)
            monkeypatch.setenv("TRIVET_BUS_ACCOUNT_KEY", bus.account_key)
            monkeypatch.setenv("TRIVET_CHAT_BASE_URL", chat_served.url)
            monkeypatch.setenv("TRIVET_CHAT_TOKEN", chat.admin_token)
            monkeypatch.chdir(tmp_path)
            yield


@pytest.mark.parametrize("block", list(blocks()))
def test_code_block_runs(block: str, tmp_path: Path) -> None:
    is_test = "def test_" in block
    path = tmp_path / "test_block.py"
    path.write_text(block, "utf-8")
    runner = ["-m", "pytest", "-q", "-p", "no:cacheprovider"] if is_test else []
    command = [sys.executable, "-W", "error", *runner, path.name]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert not is_test or "1 passed" in run.stdout


def test_code_blocks_are_found() -> None:
    assert len(list(blocks())) >= 15

"""The examples, as a newcomer runs them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import examples.__main__
from examples import next_buses

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted(path for path in (ROOT / "examples").glob("*.py") if not path.name.startswith("__"))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_example_has_at_most_40_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 40


def test_all_examples_run_and_the_last_line_counts() -> None:
    command = [sys.executable, "-W", "error", "-m", "examples"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert run.returncode == 0, run.stdout + run.stderr
    counted = (
        r"bus: \d\d+ requests, \d\d+ records; chat: \d\d+ requests, \d\d+ records; agent: \d+ requests, \d+ records"
    )
    assert re.fullmatch(counted, run.stdout.splitlines()[-1])
    assert "18 stops in stops.geojson" in run.stdout
    assert "Service 302, direction 1: 7 stops" in run.stdout
    assert "ratings in ratings.json" in run.stdout
    assert "audit: " in run.stdout
    assert re.search(r"^\d of \d: bob@example.com is done: \d rows: \d done$", run.stdout, re.M)
    assert "What is here?" in run.stdout
    moves = r"(local:/\S+|wrk_\w+:/\S+): added notes.txt \(\+1 -0\)"
    home, aside, back = re.findall(moves, run.stdout)
    assert home == back != aside
    assert re.search(r"^local:/home/dev/orchard +What is there\? is \w+, 0 to answer$", run.stdout, re.M)
    assert re.search(r"^local:/home/dev/lighthouse +What is there\? is \w+, 0 to answer$", run.stdout, re.M)


# Pages that were asked for ahead are cancelled, of which anyio may lose a socket.
@pytest.mark.usefixtures("lost_sockets")
@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
def test_failed_step_sets_the_exit_status(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(_: str) -> int:
        raise RuntimeError("no")

    monkeypatch.setattr(next_buses, "main", broken)
    assert examples.__main__.main() == 1
    assert capsys.readouterr().out.splitlines()[-1].endswith("1 steps failed")

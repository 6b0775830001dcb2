"""The examples work when they are run as a newcomer would run them."""

import re
import subprocess
import sys
import tempfile
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import examples.__main__
from examples import clear_leavers, next_buses
from tests.wall_clock import MOMENTS, environment

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted(path for path in (ROOT / "examples").glob("*.py") if not path.name.startswith("__"))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_example_has_at_most_40_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 40


def modules_of_other_extras() -> list[str]:
    """Return the modules of the extras that the first command of the README does not install."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    first = re.search(r"'\.\[(.+?)\]' && \S+ -m examples", (ROOT / "README.md").read_text("utf-8"))
    assert first, "the first command of the README installs extras and runs the examples"
    names = {
        name: {re.split("[<>=]", requirement)[0].lower() for requirement in requirements}
        for name, requirements in extras.items()
    }
    installed = set[str]().union(*(names.pop(extra) for extra in first[1].split(",")))
    others = set[str]().union(*names.values()) - installed
    return [module for module, packages in packages_distributions().items() if others & {*map(str.lower, packages)}]


@pytest.mark.parametrize("name", ["last-bus", "new-year", "fall-back"])
def test_all_examples_run_and_report_success(tmp_path: Path, name: str) -> None:
    blocked = modules_of_other_extras()
    assert {"aiohttp", "pyarrow"} <= set(blocked)
    block = f"sys.modules.update(dict.fromkeys({blocked}))"
    program = f"import runpy, sys; {block}; runpy.run_module('examples', run_name='__main__')"
    command = [sys.executable, "-W", "error", "-c", program]
    variables = {**environment(MOMENTS[name]), "TMPDIR": str(tmp_path)}
    run = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False, timeout=600)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "\x1b" not in run.stdout  # a pipe gets plain text
    assert "\r" not in run.stdout
    *_, files, last = run.stdout.splitlines()
    assert re.match(r"All \d+ examples worked\. Next: ", last)
    [folder] = tmp_path.glob("trivet-examples-*")
    assert str(folder) in files
    assert {"ratings.svg", "route.svg", "stops.geojson"} <= {path.name for path in folder.iterdir()}
    rows = re.findall(r"^(?:bus|chat|agent) +\S.*? {2,}(\d+) +(\d+) +ok$", run.stdout, re.M)
    assert len(rows) == int(last.split()[1])
    assert all(int(requests) > 0 and int(records) > 0 for requests, records in rows)
    _, _, end = run.stdout.partition(" ok\n\n== The next buses at a stop\n")  # below the table
    assert end.startswith("Stop 28009 on Monday at 08:00\n")
    patterns = (
        r"^302 +28009 ",
        r"^3 rows: 1 skipped, 2 planned$",
        r"^\+Twelve apple trees\.$",
        r" 0 are broken, \d were ",
    )
    places = [match.start() for pattern in patterns for match in re.finditer(pattern, end, re.M)]
    assert len(places) == len(patterns)
    assert places == sorted(places)
    assert "[write: completed]" in run.stdout
    assert "-Apples and pears.\n+Twelve apple trees." in run.stdout
    until = {"last-bus": r"\+08", "new-year": "UTC", "fall-back": "EST"}[name]
    assert re.search(rf"^audit: .* from \d\d:\d\d \S+ to \d\d:\d\d {until}$", run.stdout, re.M)
    assert "18 stops in stops.geojson" in run.stdout
    assert "Service 302, direction 1: 7 stops" in run.stdout
    assert "ratings in ratings.json" in run.stdout
    assert "audit: " in run.stdout
    assert re.search(r"^\d of \d: bob@example.com is done: \d rows: \d done$", run.stdout, re.M)
    moves = r"(local:/\S+|wrk_\w+:/\S+): .*added notes.txt \(\+1 -0\)"
    home, aside, back = re.findall(moves, run.stdout)
    assert home == back != aside
    assert len(re.findall(r"^/home/dev/\w+ +finished +1 +\$0\.\d\d", run.stdout, re.M)) == 5
    assert re.search(r"^local:/home/dev/orchard +What is there\? is \w+, 0 to answer$", run.stdout, re.M)
    assert re.search(r"^local:/home/dev/lighthouse +What is there\? is \w+, 0 to answer$", run.stdout, re.M)


def test_failed_step_sets_the_exit_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def broken(_: str) -> int:
        raise RuntimeError("no")

    monkeypatch.setattr(next_buses, "main", broken)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert examples.__main__.main() == 1
    output = capsys.readouterr().out
    assert re.match(r"1 of \d+ examples failed", output.splitlines()[-1])
    assert "FAILED" in output


def test_conversations_are_not_exported_into_a_folder_with_files_of_its_owner(tmp_path: Path) -> None:
    (tmp_path / "leavers.csv").write_text("bob@example.com", "utf-8")
    with pytest.raises(FileExistsError):
        clear_leavers.main(tmp_path, confirmed=True)
    assert [path.read_text("utf-8") for path in tmp_path.iterdir()] == ["bob@example.com"]

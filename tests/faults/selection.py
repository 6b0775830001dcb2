"""The tests that may notice a fault: those that run its lines, the tests of its room first."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from tests.faults.operators import Fault
from tests.faults.trees import ROOT, run_pytest

TESTS = ["tests/stubs", "tests/contract", "tests/sdk"]
NOT_RUN = [
    "tests/sdk/network",  # minutes, and a hang is its result
    "*/test_costs*",  # a count of calls notices every change
    "*/test_growth*",
]
BATCHES = [60, 600]
"""The numbers of tests that run at once: most faults are noticed by the first few."""


def room_of(path: str) -> str:
    """Return the folder with the tests of a module."""
    if path.startswith("sdk/trivet/_async/"):
        return "tests/sdk/client/"
    top, _, *rooms, _ = path.split("/")
    folder = ROOT.joinpath("tests", top, *(room.strip("_") for room in rooms if room != "_async"))
    while not folder.is_dir():  # the tests are a file
        folder = folder.parent
    return f"{folder.relative_to(ROOT).as_posix()}/"


class Selection:
    """Which test runs which lines, and how long it takes: recorded once, without faults."""

    def __init__(self, folder: Path) -> None:
        from coverage import CoverageData  # noqa: PLC0415 - only the session `faults` has it

        self._lines = CoverageData(str(folder / "lines.sqlite"))
        self._lines.read()
        self._files = {PurePosixPath(Path(file).as_posix()): file for file in self._lines.measured_files()}
        self._seconds: dict[str, float] = json.loads((folder / "seconds.json").read_text("utf-8"))

    @classmethod
    def record(cls, tree: Path, folder: Path, faults: Sequence[Fault], tests: Sequence[str]) -> Selection:
        """Run tests once, without a fault, and record the lines of the files that get a fault."""
        files = {fault.path for fault in faults}
        run_pytest(
            tree,
            [
                f"--record-lines={folder}",
                *(f"--lines-of={tree / file}" for file in sorted(files)),
                *(f"--ignore-glob={tree}/{path}" for path in NOT_RUN),
                *tests,
            ],
        )
        return cls(folder)

    def batches(self, fault: Fault) -> Iterator[tuple[list[str], float]]:
        """Yield the tests that run the lines of a fault, and the seconds that they take: those of its room first.

        The lines that run when a module is imported, or in another process, belong to no test. The tests of such a
        fault are those of its room, and those that run any line of its file.
        """
        file = next((name for path, name in self._files.items() if path.match(fault.path)), None)
        by_line = self._lines.contexts_by_lineno(file) if file else {}
        lines = by_line if fault.at_import else range(fault.line, fault.end_line + 1)
        names = {name for line in lines for name in by_line.get(line, ()) if name in self._seconds}
        room = room_of(fault.path)
        if fault.at_import or not names:
            names |= {name for name in self._seconds if name.startswith(room)}
        namesake = f"{room}test_{PurePosixPath(fault.path).name}"
        ordered = sorted(
            names,
            key=lambda name: (not name.startswith(namesake), not name.startswith(room), self._seconds[name], name),
        )
        for size in BATCHES:
            if batch := ordered[:size]:
                yield batch, sum(self._seconds[name] for name in batch)
            ordered = ordered[size:]

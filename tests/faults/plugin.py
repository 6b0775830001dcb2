"""A plugin of pytest: it records which test runs which lines, and runs the tests of a list in the order of the list."""

from __future__ import annotations

import json
import time
from collections.abc import Generator
from pathlib import Path

import pytest

MEMORY = 6_000_000_000  # bytes of addresses: a fault may collect without an end


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the three options with which `tests.faults` runs pytest."""
    group = parser.getgroup("planted faults")
    group.addoption("--record-lines", metavar="FOLDER", help="write the tests that pass, and the lines that each runs")
    group.addoption(
        "--lines-of", metavar="FILE", action="append", default=[], help="the files whose lines are recorded"
    )
    group.addoption("--tests-of", metavar="FILE", help="run the tests that the JSON list in FILE names, in its order")
    group.addoption("--first-failure", metavar="FILE", help="write the name of the first test that fails")


def pytest_configure(config: pytest.Config) -> None:
    """Register what the options ask for."""
    if config.getoption("--record-lines"):
        config.pluginmanager.register(LineRecorder(config))
    if config.getoption("--tests-of"):
        config.pluginmanager.register(ListedTests(config))
        _limit_memory()


class LineRecorder:
    """Writes `lines.sqlite`, where the context of a line is a test, and the seconds of each test that passes."""

    def __init__(self, config: pytest.Config) -> None:
        from coverage import Coverage  # noqa: PLC0415 - only the session `faults` has it

        self._folder = Path(config.getoption("--record-lines"))
        self._coverage = Coverage(
            data_file=str(self._folder / "lines.sqlite"), include=config.getoption("--lines-of"), config_file=False
        )
        self._seconds: dict[str, float] = {}
        self._failed: set[str] = set()
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Record the lines of a test, its fixtures included, as those of its name."""
        self._coverage.switch_context(item.nodeid)
        began = time.perf_counter()
        try:
            return (yield)
        finally:
            self._seconds[item.nodeid] = time.perf_counter() - began

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that fails or is skipped: it cannot notice a fault."""
        if not report.passed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write the files."""
        self._coverage.stop()
        self._coverage.save()
        passed = {name: seconds for name, seconds in self._seconds.items() if name not in self._failed}
        (self._folder / "seconds.json").write_text(json.dumps(passed), "utf-8")


class ListedTests:
    """Runs the tests of a list, and writes the name of the first that fails."""

    def __init__(self, config: pytest.Config) -> None:
        names = json.loads(Path(config.getoption("--tests-of")).read_text("utf-8"))
        self._ranks = {name: rank for rank, name in enumerate(names)}
        self._first_failure = Path(config.getoption("--first-failure"))

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Keep the listed tests. Those of a file stay together, because they share fixtures."""
        listed = [item for item in items if item.nodeid in self._ranks]
        files: dict[Path, int] = {}
        for item in sorted(listed, key=lambda item: self._ranks[item.nodeid]):
            files.setdefault(item.path, len(files))
        listed.sort(key=lambda item: (files[item.path], self._ranks[item.nodeid]))
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in self._ranks])
        items[:] = listed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write the name of a test that fails."""
        if report.failed and not self._first_failure.exists():
            self._first_failure.write_text(report.nodeid, "utf-8")


def _limit_memory() -> None:
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

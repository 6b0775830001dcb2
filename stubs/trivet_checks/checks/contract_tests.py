"""Contract tests in a test suite of one's own: each rule and each operation is a test.

from trivet_checks import contract_tests

test_contract = contract_tests("chat", base_url="http://127.0.0.1:8000", callers={"user": "CHAT_TOKEN"})
"""

import sys
import warnings
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from trivet_checks.checks.budget import Budget
from trivet_checks.checks.departures import read_departures
from trivet_checks.checks.run import Progress, run_to_its_end
from trivet_checks.checks.server import agent_options, target_of
from trivet_checks.checks.suite import Selection, Suite, suite
from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import Finding, Judgement, Result, ids_of_operations, judge, operation_of
from trivet_checks.reports.ci import lines_of
from trivet_checks.reports.json import json
from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.files import ReportFile
from trivet_stubs.kernel.printable_text import printable
from trivet_stubs.kernel.rule_catalogue import Basis, Rule, rules

__all__ = ["contract_tests"]

_INCOMPLETE = 2
"""The exit status of `trivet check` where the verdicts say too little."""


def contract_tests(
    service: str,
    *,
    base_url: str | None = None,
    base_url_fixture: str | None = None,
    callers: Mapping[str, str] | None = None,
    allow_writes: bool = False,
    allow_untried: bool = False,
    ids: Collection[str] = (),
    operations: Collection[str] = (),
    sections: Collection[str] = (),
    departures: str | Path | None = None,
    fail_on: Collection[Basis] = (),
    timeout: float = 30.0,
    budget: Callable[[], Budget] = Budget,
    directory: str | None = None,
    committed: str | None = None,
    settle: float | None = None,
    transport: Any = None,
    report: str | Path | None = None,
) -> Callable[..., None]:
    """Make a test function of the rules of a contract; assign it to a name that pytest collects.

    >>> test_contract = contract_tests("chat", base_url_fixture="chat_url", allow_writes=True)

    A rule that is broken fails its test, with the request as curl and the rule's sentence. One that could not be tried
    is skipped with the reason, and so is one that is broken but not stated by the contract. If no rule was tried, one
    test fails, because a suite of skipped tests would be green. A known departure is an expected failure, and fails
    when it has healed.

    The first test of a module tries the rules of all tests that pytest has selected, as `trivet check` does, and
    removes the records of the run; each test then reports its verdict. So a cause that keeps many rules from being
    tried is reported once.

    Args:
        service: `bus`, `chat` or `agent`.
        base_url: The URL of the server.
        base_url_fixture: Instead of it, the name of a fixture that returns it, of the scope `module` or `session`.
        callers: From `admin`, `user`, `other` and `spare` to the environment variables that hold their tokens. One
            that is missing has its default, such as `TRIVET_CHAT_ADMIN_TOKEN`. They are read when the first test runs.
        allow_writes: Whether records may be made, changed and removed.
        allow_untried: Whether rules are skipped whose caller is missing or refused. Without it, every test fails if a
            caller of the service is not let in; only `spare` may be missing.
        ids: Patterns of the ids of rules.
        operations: Patterns of operations.
        sections: Headings of the contract.
        departures: A file of known departures.
        fail_on: On which basis a broken rule fails its test, too: `assumed`, `observed`.
        timeout: Seconds for one request.
        budget: Makes the bounds of a run.
        directory: The directory on an agent server in which its checks work.
        committed: A file in it, unchanged, that its branch has committed and the default branch does not have.
        settle: Seconds to wait for a change, and to watch what must stay. By default, twice the lateness of the slowest
            write that was seen, and at least 3.2 s.
        transport: An async transport of httpx in place of the network.
        report: A file for the report of the run, as `trivet check --json` writes it; one that exists is replaced.

    Raises:
        ValueError: A setting cannot be used, or selects nothing.
    """
    if (base_url is None) == (base_url_fixture is None):
        raise ValueError("base_url, base_url_fixture: give one of them")
    checks = suite(service)
    selection = Selection(ids=tuple(ids), operations=tuple(operations), sections=tuple(sections))
    described = load(service).operations
    if unknown := selection.unknown(service, list(described)):
        raise ValueError(f"{unknown[0]!r} selects no rule and no operation of the {service} service")
    ids_of_verdicts = {*rules(service), *ids_of_operations(described)}
    known = {} if departures is None else read_departures(Path(departures), ids_of_verdicts)
    selected = {rule.id: rule for rule in rules(service).values() if rule in selection}
    names = [*selected, *(operation for operation in described if selection.has_operation(operation))]

    def open_target(url: str) -> AbstractContextManager[Target]:
        return target_of(
            checks,
            url,
            callers=callers,
            allow_writes=allow_writes,
            allow_untried=allow_untried,
            timeout=timeout,
            budget=budget(),
            options=agent_options(directory, committed),
            settle=settle,
            transport=transport,
        )

    session = _Session(open_target, checks, selection, known, frozenset({"stated", *fail_on}), report)

    @pytest.mark.parametrize("name", names)
    def test_contract(request: pytest.FixtureRequest, name: str) -> None:
        url: str = request.getfixturevalue(base_url_fixture) if base_url_fixture else str(base_url)
        session.judged(request, url).report(name)

    return test_contract


@dataclass(frozen=True, slots=True)
class _Collected(Selection):
    """The rules and operations of the tests that pytest has selected, such as by `-k`."""

    names: Collection[str] = field(default_factory=frozenset[str])
    within: Selection = field(default_factory=Selection)
    """The selection of the settings."""

    def __contains__(self, rule: Rule) -> bool:
        """Whether a rule is selected."""
        return rule.id in self.names

    def has_operation(self, operation: str) -> bool:
        """Whether the answers of an operation are judged."""
        return operation in self.names

    def concerns(self, operation: str) -> bool:
        """Whether the run is about an operation."""
        return self.within.concerns(operation)


class _Judged:
    """The verdicts of the tests of one module.

    Args:
        judgement: The judgement of the run.
        names: The rules and operations of the tests.
    """

    def __init__(self, judgement: Judgement, names: Collection[str]) -> None:
        self._result: Result = judgement.result
        self._findings: dict[str, list[Finding]] = {}
        for finding in judgement.findings:
            verdict = finding.verdict
            name = operation_of(verdict.id) if verdict.kind == "operation" else verdict.id
            self._findings.setdefault(name, []).append(finding)
        self._untold = [name for name in self._findings if name not in names]
        """The operations that are accused, and have no test of their own."""
        self._incomplete = judgement.incomplete if judgement.exit_status == _INCOMPLETE else ""
        """Why the verdicts say too little, though none fails its test: the next test of a rule fails with it."""

    def report(self, name: str) -> None:
        """End the test of a rule or an operation."""
        result = self._result
        if not result.verdicts:
            callers = (f"{caller}: {reason}" for caller, reason in result.callers.items())
            pytest.fail("; ".join([result.stopped, *callers]), pytrace=False)
        if name in result.mistakes:
            pytest.fail(f"not tried: {result.mistakes[name]}", pytrace=False)
        findings = self._findings[name]
        reasons = " ".join(finding.verdict.reason for finding in findings if finding.standing == "not tried")
        if result.stopped and result.stopped in reasons:
            pytest.fail(f"not tried: {result.stopped}", pytrace=False)
        if self._incomplete and findings[0].verdict.kind == "rule":
            incomplete, self._incomplete = self._incomplete, ""
            pytest.fail(f"{incomplete}; {name}: {findings[0].verdict.reason}", pytrace=False)
        for operation in [name for name in self._untold if f"needs {name}" in reasons or f" of {name}" in reasons]:
            self._untold.remove(operation)
            findings = [*self._findings[operation], *findings]
        _report(findings)


class _Session:
    """The runs of the tests of a module: the first test of each server begins one."""

    def __init__(
        self,
        open_target: Callable[[str], AbstractContextManager[Target]],
        checks: Suite,
        selection: Selection,
        departures: Mapping[str, Any],
        failing: Collection[Basis],
        report: str | Path | None,
    ) -> None:
        self._open_target = open_target
        self._suite = checks
        self._selection = selection
        self._departures = departures
        self._failing = failing
        self._report = report
        self._runs: dict[tuple[str, str], _Judged] = {}

    def judged(self, request: pytest.FixtureRequest, url: str) -> _Judged:
        """The verdicts of the tests on a server, which are found out when the first of them asks."""
        module = request.node.getparent(pytest.Module)
        key = module.nodeid, url
        if key not in self._runs:
            module.addfinalizer(lambda: self._runs.pop(key, None))
            names = frozenset(_names_of(request, module))
            report = None if self._report is None else ReportFile(str(self._report), option="report", force=True)
            result = self._result(request.config, url, _Collected(names=names, within=self._selection))
            judgement = judge(result, departures=self._departures, fail_on=self._failing)
            self._runs[key] = _Judged(judgement, names)
            if report is not None:
                report.write(json(judgement))
            if result.signal is not None:
                raise KeyboardInterrupt
        return self._runs[key]

    def _result(self, config: pytest.Config, url: str, selection: Selection) -> Result:
        try:
            with self._open_target(url) as target, _progress(config) as progress:
                with target.traffic.interruption.watching():
                    result = run_to_its_end(self._suite, target, selection, progress)
        except ValueError as error:  # a variable that is named is not set
            return Result(
                service=self._suite.service, base_url=url, verdicts=(), requests=0, seconds=0.0, stopped=str(error)
            )
        left = [*result.left, *(f"perhaps a record of {request}" for request in result.unsure)]
        if left:
            warnings.warn(printable(f"left on {result.base_url}: {', '.join(left)}", 2000), stacklevel=2)
        return result


def _names_of(request: pytest.FixtureRequest, module: pytest.Module) -> Iterator[str]:
    """Yield the rules and operations of the tests of a function that pytest has selected."""
    for item in request.session.items:
        function: object = getattr(item, "function", None)
        if function is request.function and item.getparent(pytest.Module) is module:
            callspec: Any = getattr(item, "callspec", None)
            yield str(callspec.params["name"])


@contextmanager
def _progress(config: pytest.Config) -> Generator[Progress, None, None]:
    """Show on a terminal how many rules of a run are tried, in a line that does not stay."""
    capture: Any = config.pluginmanager.getplugin("capturemanager")

    def show(text: str) -> None:
        with nullcontext() if capture is None else capture.global_and_fixture_disabled():
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{text:<78.78}\r")
                sys.stderr.flush()

    yield lambda done, total, rule: show(f"{done} of {total} rules are tried: {rule}")
    show("")


def _report(findings: Collection[Finding]) -> None:
    """End a test of findings: by those that fail, or else by the first that is not as the contract says."""
    if failing := [finding for finding in findings if finding.fails]:
        pytest.fail("\n".join(line for finding in failing for line in _lines(finding)), pytrace=False)
    for finding in findings:
        verdict = finding.verdict
        if finding.standing == "departs":
            pytest.xfail("; ".join(departure.reason for departure in finding.departures))
        if finding.standing == "differs":
            pytest.skip(f"{verdict.basis}, not stated: {verdict.reason}")
        if finding.standing == "not tried":
            pytest.skip(verdict.reason)


def _lines(finding: Finding) -> Iterator[str]:
    verdict = finding.verdict
    yield f"{verdict.id}: {verdict.sentence}"
    for part in finding.parts:
        if part.standing not in ("holds", "not tried"):
            yield from lines_of(part)

"""Contract tests in a test suite of one's own: each rule and each operation is a test.

from trivet_checks import contract_tests

test_contract = contract_tests("chat", base_url="http://127.0.0.1:8000", callers={"user": "CHAT_TOKEN"})
"""

import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

import pytest

from trivet_checks.checks.budget import Budget
from trivet_checks.checks.departures import read_departures
from trivet_checks.checks.rule_verdicts import clean, operation_verdicts, rule_verdict
from trivet_checks.checks.run import begin, learn_lateness
from trivet_checks.checks.server import agent_options, target_of
from trivet_checks.checks.suite import Selection, Suite, suite
from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import CouldNotRun, Finding, finding_of
from trivet_checks.reports.ci import lines_of
from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.printable_text import printable
from trivet_stubs.kernel.rule_catalogue import Basis, rules

__all__ = ["contract_tests"]


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
) -> Callable[..., None]:
    """Make a test function of the rules of a contract; assign it to a name that pytest collects.

    >>> test_contract = contract_tests("chat", base_url_fixture="chat_url", allow_writes=True)

    A rule that is broken fails its test, with the request as curl and the rule's sentence. One that could not be tried
    is skipped with the reason, and so is one that is broken but not stated by the contract. A known departure is an
    expected failure, and fails when it has healed. The records of a check are removed from the server after it.

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
    known = {} if departures is None else read_departures(Path(departures), {*rules(service), *described})
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

    session = _Session(open_target, checks)

    @pytest.mark.parametrize("name", names)
    def test_contract(request: pytest.FixtureRequest, name: str) -> None:
        url: str = request.getfixturevalue(base_url_fixture) if base_url_fixture else str(base_url)
        target, facade = session.opened(request, url)
        if name in selected:
            try:
                with target.traffic.interruption.watching():
                    verdict = rule_verdict(checks, selected[name], facade, target)
            except CouldNotRun as error:
                pytest.fail(f"not tried: {clean(target, str(error))}", pytrace=False)
        else:
            [verdict] = (operation for operation in operation_verdicts(target, selection) if operation.id == name)
        _report(finding_of(verdict, known.get(name, ()), {"stated", *fail_on}))

    return test_contract


class _Session:
    """The server of the tests of one module: opened by the first of them, and left without records after the last."""

    def __init__(self, open_target: Callable[[str], AbstractContextManager[Target]], checks: Suite) -> None:
        self._open_target = open_target
        self._suite = checks
        self._opened: dict[str, tuple[Target, Any]] = {}
        self._unreachable: dict[str, str] = {}

    def opened(self, request: pytest.FixtureRequest, url: str) -> tuple[Target, Any]:
        """The server and the facade that its checks take."""
        if url in self._unreachable:
            pytest.fail(self._unreachable[url], pytrace=False)
        if url not in self._opened:
            module = request.node.getparent(pytest.Module)
            stack = ExitStack()
            module.addfinalizer(stack.close)
            stack.callback(self._opened.pop, url, None)
            try:
                target = stack.enter_context(self._open_target(url))
                begin(self._suite, target)
            except (ValueError, CouldNotRun) as error:
                self._unreachable[url] = str(error)
                stack.callback(self._unreachable.clear)
                pytest.fail(self._unreachable[url], pytrace=False)
            stack.callback(_remove_what_is_left, target)
            facade = self._suite.facade(target)
            learn_lateness(self._suite, facade, target)
            self._opened[url] = target, facade
        return self._opened[url]


def _remove_what_is_left(target: Target) -> None:
    target.traffic.remove_what_is_left()
    left = [*target.made.left, *(f"perhaps a record of {request}" for request in target.made.unsure)]
    if left:
        shown = target.gate.message(", ".join(left))
        warnings.warn(printable(f"left on {target.client.base_url}: {shown}", 2000), stacklevel=2)


def _report(finding: Finding) -> None:
    """End the test of a finding."""
    verdict = finding.verdict
    if finding.standing == "not tried":
        pytest.skip(verdict.reason)
    if finding.standing == "departs":
        pytest.xfail("; ".join(departure.reason for departure in finding.departures))
    if finding.standing == "differs":
        pytest.skip(f"{verdict.basis}, not stated: {verdict.reason}")
    if finding.fails:
        pytest.fail("\n".join(_lines(finding)), pytrace=False)


def _lines(finding: Finding) -> Iterator[str]:
    verdict = finding.verdict
    yield f"{verdict.id}: {verdict.sentence}"
    for part in finding.parts:
        if part.standing not in ("holds", "not tried"):
            yield from lines_of(part)

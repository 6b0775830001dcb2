"""The arbiter: it judges any server of a service by the rules of its contract; loaded when first used.

    from trivet_checks import check_server

    result = check_server("chat", "https://chat.example.com/api/v1", callers={"user": "CHAT_TOKEN"})
    assert not [verdict for verdict in result.verdicts if verdict.fails]

The command `trivet check` does the same, and `contract_tests` makes tests of it. `walk_tests` compares a server with a
stub, step by step. `Proxy` judges the traffic between any
client and any server, and `replay_requests` a stub by a recording.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trivet_checks.checks.budget import Budget as Budget
    from trivet_checks.checks.contract_tests import contract_tests as contract_tests
    from trivet_checks.checks.credentials import Credentials as Credentials
    from trivet_checks.checks.departures import read_departures as read_departures
    from trivet_checks.checks.run import run as run
    from trivet_checks.checks.server import check_server as check_server
    from trivet_checks.checks.suite import Check as Check
    from trivet_checks.checks.suite import Selection as Selection
    from trivet_checks.checks.suite import Suite as Suite
    from trivet_checks.checks.suite import check as check
    from trivet_checks.checks.suite import suite as suite
    from trivet_checks.checks.target import Caller as Caller
    from trivet_checks.checks.target import Target as Target
    from trivet_checks.checks.verdict import CouldNotRun as CouldNotRun
    from trivet_checks.checks.verdict import Departure as Departure
    from trivet_checks.checks.verdict import Finding as Finding
    from trivet_checks.checks.verdict import Judgement as Judgement
    from trivet_checks.checks.verdict import Part as Part
    from trivet_checks.checks.verdict import PartFinding as PartFinding
    from trivet_checks.checks.verdict import Result as Result
    from trivet_checks.checks.verdict import ShownWalk as ShownWalk
    from trivet_checks.checks.verdict import Verdict as Verdict
    from trivet_checks.checks.verdict import judge as judge
    from trivet_checks.exchanges.evidence import Broken as Broken
    from trivet_checks.exchanges.evidence import Evidence as Evidence
    from trivet_checks.exchanges.evidence import LostWrite as LostWrite
    from trivet_checks.exchanges.evidence import NotTried as NotTried
    from trivet_checks.explore.walk_tests import check_walk as check_walk
    from trivet_checks.explore.walk_tests import walk_tests as walk_tests
    from trivet_checks.proxy.not_judged import NotJudged as NotJudged
    from trivet_checks.proxy.patience import Patience as Patience
    from trivet_checks.proxy.proxy import Proxy as Proxy
    from trivet_checks.proxy.result import TrafficFinding as TrafficFinding
    from trivet_checks.proxy.result import TrafficResult as TrafficResult
    from trivet_checks.recordings.replayed_requests import NotReplayed as NotReplayed
    from trivet_checks.recordings.replayed_requests import ReplayDifference as ReplayDifference
    from trivet_checks.recordings.replayed_requests import ReplayResult as ReplayResult
    from trivet_checks.recordings.replayed_requests import replay_requests as replay_requests
else:
    _NAMES = {
        "trivet_checks.checks.budget": "Budget",
        "trivet_checks.checks.contract_tests": "contract_tests",
        "trivet_checks.checks.credentials": "Credentials",
        "trivet_checks.checks.departures": "read_departures",
        "trivet_checks.checks.run": "run",
        "trivet_checks.checks.server": "check_server",
        "trivet_checks.checks.suite": "Check Selection Suite check suite",
        "trivet_checks.checks.target": "Caller Target",
        "trivet_checks.checks.verdict": (
            "CouldNotRun Departure Finding Judgement Part PartFinding Result ShownWalk Verdict judge"
        ),
        "trivet_checks.exchanges.evidence": "Broken Evidence LostWrite NotTried",
        "trivet_checks.explore.walk_tests": "check_walk walk_tests",
        "trivet_checks.proxy.not_judged": "NotJudged",
        "trivet_checks.proxy.patience": "Patience",
        "trivet_checks.proxy.proxy": "Proxy",
        "trivet_checks.proxy.result": "TrafficFinding TrafficResult",
        "trivet_checks.recordings.replayed_requests": "NotReplayed ReplayDifference ReplayResult replay_requests",
    }
    _MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}
    __all__ = sorted(_MODULES)  # noqa: PLE0605

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from trivet_stubs.kernel.optional_dependencies import load  # noqa: PLC0415

        value = load(_MODULES[name], name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return __all__

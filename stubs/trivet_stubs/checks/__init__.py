"""Checks: the rules of a contract as functions that try a server over plain HTTP.

    from trivet_stubs.checks import check_server

    result = check_server("chat", "https://chat.example.com/api/v1", callers={"user": "CHAT_TOKEN"})
    assert not [each for each in result.verdicts if each.fails]

The command `trivet check` does the same, and `trivet_stubs.checks.pytest` makes tests of it.
"""

from trivet_stubs.kernel.optional_dependencies import missing

if _advice := missing():
    raise ModuleNotFoundError(_advice)

from trivet_stubs.checks.budget import Budget as Budget
from trivet_stubs.checks.departures import read_departures as read_departures
from trivet_stubs.checks.run import run as run
from trivet_stubs.checks.server import check_server as check_server
from trivet_stubs.checks.suite import Check as Check
from trivet_stubs.checks.suite import Selection as Selection
from trivet_stubs.checks.suite import Suite as Suite
from trivet_stubs.checks.suite import check as check
from trivet_stubs.checks.suite import suite as suite
from trivet_stubs.checks.target import Caller as Caller
from trivet_stubs.checks.target import Credentials as Credentials
from trivet_stubs.checks.target import Target as Target
from trivet_stubs.checks.verdict import Broken as Broken
from trivet_stubs.checks.verdict import CouldNotRun as CouldNotRun
from trivet_stubs.checks.verdict import Departure as Departure
from trivet_stubs.checks.verdict import Evidence as Evidence
from trivet_stubs.checks.verdict import Finding as Finding
from trivet_stubs.checks.verdict import Judgement as Judgement
from trivet_stubs.checks.verdict import LostWrite as LostWrite
from trivet_stubs.checks.verdict import NotTried as NotTried
from trivet_stubs.checks.verdict import Part as Part
from trivet_stubs.checks.verdict import PartFinding as PartFinding
from trivet_stubs.checks.verdict import Result as Result
from trivet_stubs.checks.verdict import Verdict as Verdict
from trivet_stubs.checks.verdict import judge as judge

__all__ = [
    "Broken",
    "Budget",
    "Caller",
    "Check",
    "CouldNotRun",
    "Credentials",
    "Departure",
    "Evidence",
    "Finding",
    "Judgement",
    "LostWrite",
    "NotTried",
    "Part",
    "PartFinding",
    "Result",
    "Selection",
    "Suite",
    "Target",
    "Verdict",
    "check",
    "check_server",
    "judge",
    "read_departures",
    "run",
    "suite",
]

"""Checks: the rules of a contract as functions that try a server over plain HTTP.

from trivet_stubs.checks import Target, check_server

result = check_server("chat", "https://chat.example.com/api/v1", callers={"admin": "TRIVET_CHAT_ADMIN_TOKEN"})
assert not [each for each in result.verdicts if each.fails]
"""

from trivet_stubs.checks.budget import Budget
from trivet_stubs.checks.check import Check, check
from trivet_stubs.checks.outcome import Broken, CouldNotRun, Evidence, NotTried
from trivet_stubs.checks.run import run
from trivet_stubs.checks.suite import Selection, Suite, suite
from trivet_stubs.checks.target import Caller, Credentials, Target
from trivet_stubs.checks.verdict import Result, Verdict

__all__ = [
    "Broken",
    "Budget",
    "Caller",
    "Check",
    "CouldNotRun",
    "Credentials",
    "Evidence",
    "NotTried",
    "Result",
    "Selection",
    "Suite",
    "Target",
    "Verdict",
    "check",
    "run",
    "suite",
]

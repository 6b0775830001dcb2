"""The requests that show a difference, as people follow them: numbered lines, a script, and a test for pytest."""

import shlex
from urllib.parse import urlencode

from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import ShownWalk
from trivet_checks.exchanges.request import query_pairs
from trivet_checks.explore.findings import Found
from trivet_checks.explore.shown import lines, pytest
from trivet_checks.explore.steps import Step
from trivet_stubs.kernel.rule_catalogue import load


def shown(finding: Found, target: Target) -> ShownWalk | None:
    """The walk of a finding; None for one without requests of its own.

    >>> shown(finding, target).lines[0]
    '1. user: GET /BusStops'
    """
    if not finding.steps:
        return None
    rule = load("bus").get(finding.difference.rule)
    quotes = [] if rule is None else [f"   The contract: {quote}" for quote in rule.quotes[:1]]
    return ShownWalk(
        lines=[*lines(finding, target)[:-2], f"   The answer: {finding.difference.message}", *quotes],
        curl=target.gate.hide(_curl(finding, target)),
        pytest=target.gate.hide(pytest(finding, target)),
    )


def _curl(finding: Found, target: Target) -> str:
    script = ["set -e", f"BASE_URL={shlex.quote(target.client.base_url)}"]
    script += [_command(step, target) for step in finding.steps]
    return "\n".join([*script, f"# {finding.difference.message}"]) + "\n"


def _command(step: Step, target: Target) -> str:
    query = urlencode([*query_pairs(step.query)])
    path = target.shapes.contract.operations[step.operation].path
    credentials = None if step.caller == "anonymous" else target.callers[step.caller]
    key = "" if credentials is None else f' -H "{credentials.header}: {credentials.shown}"'
    return f'curl -s "$BASE_URL{path}{f"?{query}" if query else ""}" -H "accept: application/json"{key}'

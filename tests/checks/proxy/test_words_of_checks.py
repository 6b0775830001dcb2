"""The proxy describes a server in the words of the checks: the same findings, bases, sentences and sections."""

import json

import pytest

from tests.checks.checks import faults
from tests.checks.proxy.conversations import proxied
from trivet_checks import judge
from trivet_checks.mutants.trial import new_stub, target_of, try_on
from trivet_checks.reports.json import json as report_of_checks
from trivet_checks.reports.traffic import as_json

FACTS = ("kind", "id", "basis", "sentence", "section")


@pytest.mark.long
@pytest.mark.parametrize(
    "fault", [faults.cut, faults.labelled_as_text, faults.marked, faults.one_nan, faults.renamed_link]
)
def test_findings_of_the_proxy_are_those_of_the_checks(fault):
    with new_stub("bus") as stub:
        fault(stub)
        with proxied("bus", stub.async_transport(), stub.clock.monotonic) as (transport, traffic):
            with target_of(stub, transport) as target:
                checked = json.loads(report_of_checks(judge(try_on(target, stub))))

    broken = [finding for finding in checked["findings"] if finding["outcome"] == "broken"]
    passed = [finding for finding in as_json(traffic)["findings"] if finding["side"] == "server"]
    assert facts(passed) == facts(broken) != set()


def facts(findings):
    """Return the facts that stand in both reports; the reasons have the words of each check."""
    return {tuple(finding[name] for name in FACTS) for finding in findings}

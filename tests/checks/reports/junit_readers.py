"""JUnit reports, read by others: junitparser, and the schema of the xUnit plugin of Jenkins (`nox -s junit`).

`JUNIT_SCHEMA` names the file of the schema, which the source distribution of pytest has.
"""

import io
import os
import subprocess
import sys

import pytest
import xmlschema
from junitparser import Error, Failure, JUnitXml, Skipped, TestSuite

from tests.checks.proxy.judging import judged, passed
from tests.checks.proxy.test_result import result as traffic
from tests.checks.reports.findings import VERDICTS, judgement
from trivet_checks.mutants.changes import do_nothing
from trivet_checks.proxy.result import TrafficResult
from trivet_checks.reports.ci import junit
from trivet_checks.reports.traffic import as_junit
from trivet_stubs import ChatStub

SELECTED = ["--select", "chat.shares.*", "--allow-writes"]


# Reports of every kind of case, with their numbers of failures, errors and skipped cases.
REPORTS = [
    (junit(judgement()), (2, 0, 3)),
    (junit(judgement(stopped="the time is up")), (2, 1, 3)),
    (junit(judgement((), callers={"admin": "not given"}, stopped="no caller")), (0, 2, 0)),
    (junit(judgement(VERDICTS[:1], callers={"admin": "not given"})), (0, 0, 1)),
    (as_junit(traffic()).encode(), (3, 0, 1)),
    (as_junit(TrafficResult(service="bus", upstream="http://x")).encode(), (0, 1, 0)),
    (as_junit(judged("chat", passed("GET", "/conversations", status=302), passed("GET", "/v1/x"))).encode(), (0, 1, 1)),
]


def counted(report):
    """Return the number of cases that junitparser reads as a failure, an error or skipped."""
    suites = [report] if isinstance(report, TestSuite) else list(report)
    results = [type(part) for suite in suites for case in suite for part in case.result]
    return tuple(results.count(kind) for kind in (Failure, Error, Skipped)), suites


@pytest.mark.parametrize(("document", "numbers"), REPORTS)
def test_junitparser_reads_every_case_and_agrees_with_the_counts(document, numbers):
    read, suites = counted(JUnitXml.fromstring(document))
    assert read == numbers
    for suite in suites:
        written = (suite.tests, suite.failures, suite.errors, suite.skipped)
        suite.update_statistics()
        assert written == (suite.tests, suite.failures, suite.errors, suite.skipped)
        assert all(case.name and case.classname for case in suite)


@pytest.mark.parametrize(("document", "numbers"), REPORTS)
def test_schema_of_jenkins_accepts_each_report(document, numbers):
    schema = xmlschema.XMLSchema(os.environ["JUNIT_SCHEMA"])
    assert [(error.path, error.reason) for error in schema.iter_errors(io.BytesIO(document))] == []


def test_report_of_the_command_names_the_broken_rule(tmp_path):
    with ChatStub() as stub:
        do_nothing(stub, "conversations.shares.delete", status=204)
        tokens = {"ADMIN": stub.admin_token, "USER": stub.token("alice"), "OTHER": stub.token("bob")}
        with stub.serve() as served:
            command = [sys.executable, "-m", "trivet", "check", "chat", "--base-url", served.url, *SELECTED]
            command += ["--junit", str(tmp_path / "junit.xml")]
            env = {**os.environ, **{f"TRIVET_CHAT_{name}_TOKEN": token for name, token in tokens.items()}}
            done = subprocess.run(command, env=env, capture_output=True, check=False)
    assert done.returncode == 1, done.stderr
    (failures, errors, _), [suite] = counted(JUnitXml.fromfile(str(tmp_path / "junit.xml")))
    broken = [case.name for case in suite if any(isinstance(part, Failure) for part in case.result)]
    assert failures == len(broken) > 0
    assert errors == 0
    assert all(name.startswith("chat.shares.") for name in broken), broken

"""The command and pytest judge by one engine: their reports are equal, with known departures and without."""

import json
import os
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from tests.checks.checks import faults
from trivet_checks import check_server
from trivet_stubs import BusStub

OPERATIONS = ("stops.list", "passenger_volume.by_stop", "passenger_volume.by_trip")
MISSING = ("arrivals.get", "services.list", "routes.list", "planned_routes.list")
SUITE = """
import os

from trivet_checks import contract_tests

options = {"base_url": os.environ["BUS_URL"], "departures": os.environ.get("DEPARTURES")}
test_contract = contract_tests("bus", report="pytest.json", **options)
"""
DEPARTURES = "\n".join(
    f'[[departure]]\nid = "{name}: missing"\nseen = "it is answered with 404, *"\nreason = "Not yet."\n'
    for name in MISSING
)
OF_ONE_RUN = ("seconds", "requests")


@pytest.fixture(scope="module")
def partial_url():
    """The URL of a server with three of seven operations."""
    with BusStub() as stub:
        faults.but_for(*OPERATIONS)(stub)
        with stub.serve() as served:
            yield served.url


def run_both(folder, url, *, departures=""):
    """The reports of the command and of pytest, the exit statuses, and the outcomes of the tests."""
    env = {**os.environ, "TRIVET_BUS_USER_TOKEN": "stub-key", "BUS_URL": url, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    options = []
    if departures:
        (folder / "departures.toml").write_text(departures, "utf-8")
        env["DEPARTURES"] = "departures.toml"
        options = ["--departures", "departures.toml"]
    (folder / "test_contract.py").write_text(SUITE, "utf-8")
    command = [
        sys.executable,
        "-m",
        "trivet",
        "check",
        "bus",
        "--base-url",
        url,
        "--json",
        "command.json",
        "-q",
        *options,
    ]
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--junit-xml=junit.xml"]
    checked = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=120)
    tested = subprocess.run(tests, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=120)
    cases = {}
    for case in ElementTree.parse(folder / "junit.xml").iter("testcase"):
        outcome = next((child.tag for child in case), "passed")
        cases[case.attrib["name"].removeprefix("test_contract[").removesuffix("]")] = outcome
    return report(folder / "command.json"), report(folder / "pytest.json"), checked, tested, cases


def report(path):
    """A report without what differs in each run."""
    document = json.loads(path.read_text("utf-8"))
    for each in (document, *document["findings"]):
        for name in OF_ONE_RUN:
            each.pop(name, None)
    return document


@pytest.mark.long
@pytest.mark.parametrize("departures", ["", DEPARTURES], ids=["without departures", "with departures"])
def test_partial_server_has_the_same_verdicts_by_the_command_and_by_pytest(tmp_path, partial_url, departures):
    by_command, by_pytest, checked, tested, cases = run_both(tmp_path, partial_url, departures=departures)

    assert by_command == by_pytest
    assert (checked.returncode, tested.returncode) == ((0, 0) if departures else (1, 1))
    failed = sorted(name for name, outcome in cases.items() if outcome == "failure")
    assert failed == ([] if departures else sorted(MISSING))
    standings = {finding["id"]: finding["standing"] for finding in by_command["findings"]}
    assert {standings[f"{name}: missing"] for name in MISSING} == {"departs" if departures else "broken"}
    assert {name: outcome for name, outcome in cases.items() if name in OPERATIONS} == dict.fromkeys(
        OPERATIONS, "passed"
    )
    assert standings["bus.stops.code-filter"] == "holds"


@pytest.mark.long
def test_selected_tests_alone_are_tried_and_an_operation_without_a_test_is_accused_by_the_first_that_needs_it(
    tmp_path, partial_url
):
    (tmp_path / "test_contract.py").write_text(SUITE, "utf-8")
    env = {**os.environ, "TRIVET_BUS_USER_TOKEN": "stub-key", "BUS_URL": partial_url}
    env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-k",
        "services.number-filter or frequency",
    ]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=120)

    document = report(tmp_path / "pytest.json")
    assert [finding["id"] for finding in document["findings"]] == [
        "bus.services.number-filter",
        "bus.services.frequency-is-a-range",
        "bus.services.frequency-may-be-odd",
        "services.list: missing",
    ]
    assert "1 failed, 2 skipped" in done.stdout
    assert "services.list: missing: The server has the operation services.list." in done.stdout


@pytest.mark.long
def test_library_gives_the_verdicts_of_the_command(tmp_path, partial_url, monkeypatch):
    monkeypatch.setenv("TRIVET_BUS_USER_TOKEN", "stub-key")
    by_command, *_ = run_both(tmp_path, partial_url)
    result = check_server("bus", partial_url)

    verdicts = {verdict.id: (verdict.outcome, verdict.reason) for verdict in result.verdicts}
    assert verdicts == {finding["id"]: (finding["outcome"], finding["reason"]) for finding in by_command["findings"]}

"""The pytest plugin with its settings: failures when a test ends, own data, and the rules of a run."""

import pytest

from trivet_stubs import rules

pytest_plugins = "pytester"
pytestmark = pytest.mark.usefixtures("kept_modules")

ROLE = "chat.access.admin-operations-need-role-admin"
REVOKES = "chat.shares.only-the-sharer-revokes"

LEFTOVERS = """
import httpx
import pytest


def swallow(url, **options):
    try:
        httpx.get(url, **options).raise_for_status()
    except httpx.HTTPError:
        pass


def ask(stub, path):
    with httpx.Client(transport=stub.transport(), base_url="http://bus.test") as client:
        return client.get(path).status_code


def test_unknown_request_fails(bus_stub):
    assert ask(bus_stub, "/BusStop") == 404


def test_unknown_request_on_a_port_fails(chat_server):
    swallow(f"{chat_server.url}/conversation", trust_env=False)


@pytest.mark.trivet(unknown_requests="ignore")
def test_unknown_request_is_allowed(bus_stub):
    ask(bus_stub, "/BusStop")


def test_unused_fault_is_allowed(bus_stub):
    bus_stub.faults.add("stops.list", status=503)


@pytest.mark.trivet(unused_faults="error")
class TestStrict:
    def test_unused_fault_fails(self, bus_stub):
        bus_stub.faults.add("stops.list", status=503)

    def test_used_fault_passes(self, bus_stub, bus_client):
        bus_stub.faults.add("stops.list", status=503)
        bus_client.stops.list().page()

    @pytest.mark.trivet(unused_faults="ignore")
    def test_nearest_marker_wins(self, bus_stub):
        bus_stub.faults.add("stops.list", status=503)


@pytest.mark.trivet(unused_fault="error")
def test_mistyped_marker_fails(bus_stub):
    pass
"""

DATA = """
import pytest

from trivet_stubs.bus import BusObserved


@pytest.fixture(scope="module")
def chat_stub_options():
    return {"seed": "30x2"}


@pytest.fixture
def bus_stub_options(tmp_path):
    (tmp_path / "bus_stop.csv").write_text(
        "BusStopCode,RoadName,Description,Latitude,Longitude\\n54009,Home Road,Home,1.3,103.8\\n"
    )
    return {"data": tmp_path, "observed": BusObserved(null_times=True)}


@pytest.fixture
def agent_stub(agent_stub):
    agent_stub.write("README.md", "# Mine\\n")
    return agent_stub


def test_own_records(bus_stub, bus_client):
    assert [each.description for each in bus_client.stops.list()] == ["Home"]
    assert bus_stub.observed.null_times


def test_own_seed_in_process_and_on_a_port(chat_client, chat_server):
    assert chat_client.admin.conversations.list().page().total == len(chat_server.stub.records.conversations) == 30


@pytest.mark.parametrize("chat_stub_options", [{"seed": "empty"}, {"seed": "7x1"}])
def test_parametrized_seed(chat_client):
    assert chat_client.admin.conversations.list().page().total in (0, 7)


def test_own_file(agent_client):
    assert agent_client.fs.file("README.md").content == "# Mine\\n"
"""

RULES = """
import httpx
import pytest

from trivet import PermissionDeniedError
from trivet_stubs import ChatStub


def refused(stub):
    headers = {"Authorization": f"Bearer {stub.token('bob')}"}
    with httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=headers) as client:
        assert client.get("/admin/users").status_code == 403


@pytest.mark.parametrize("number", range(4))
def test_fixture(chat_stub, number):
    refused(chat_stub)
    chat_stub.requests.clear()


@pytest.fixture(scope="session")
def own(trivet_watch):
    with trivet_watch(ChatStub()) as stub:
        yield stub


def test_own_stub(own):
    refused(own)
"""


@pytest.fixture
def run(kept_modules, pytester, monkeypatch):
    """Run a test file with this plugin alone, because loading the others would take most of the time."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return lambda *arguments: pytester.runpytest("-p", "trivet_stubs.pytest_plugin", *arguments, plugins=[kept_modules])


def failures(result):
    """The messages of a run, without their frames."""
    lines = [line for line in result.outlines if line.startswith(("ERROR ", "FAILED "))]
    return {line.split("::")[-1].partition(" ")[0]: line.partition(" - ")[2] for line in lines}


def test_leftovers_of_a_stub_fail_its_test(pytester, run):
    pytester.makepyfile(LEFTOVERS)
    result = run()

    result.assert_outcomes(passed=8, errors=4)
    assert set(failures(result)) == {
        "test_unknown_request_fails",
        "test_unknown_request_on_a_port_fails",
        "test_unused_fault_fails",
        "test_mistyped_marker_fails",
    }
    result.stdout.fnmatch_lines(
        [
            "bus_stub got requests without an operation in the contract:",
            "  GET '/BusStop' (404); the contract has /BusStops",
            "chat_server got requests without an operation in the contract:",
            "bus_stub has faults that affected no request:",
            "  stops.list status=503",
            "marker or setting of trivet: unused_fault: not one of unknown_requests and unused_faults",
        ]
    )
    result.stdout.no_fnmatch_line("*During handling*")


def test_failed_assertion_shows_the_line_of_the_test_alone(pytester, run):
    pytester.makepyfile("def test_call(bus_stub):\n    bus_stub.requests.assert_called('stops.list')\n")
    result = run("--tb=short")

    result.stdout.fnmatch_lines(["E   AssertionError: stops.list was not called; the stub got no request"])
    result.stdout.no_fnmatch_line("*request_log.py*")


def test_settings_of_the_project_decide_for_all_tests(pytester, run):
    pytester.makepyfile(LEFTOVERS)
    pytester.makeini(
        "[pytest]\ntrivet_unknown_requests = ignore\ntrivet_unused_faults = error\naddopts = --strict-markers\n"
    )
    result = run()

    assert set(failures(result)) == {
        "test_unused_fault_is_allowed",
        "test_unused_fault_fails",
        "test_mistyped_marker_fails",
    }
    pytester.makeini("[pytest]\ntrivet_unknown_requests = warn\n")
    result = run("-k", "unused_fault_is_allowed")
    result.stdout.fnmatch_lines(
        ["marker or setting of trivet: unknown_requests: 'warn' is neither 'error' nor 'ignore'"]
    )


def test_options_fixtures_give_stubs_their_data(pytester, run):
    pytester.makepyfile(DATA)
    run().assert_outcomes(passed=5)


def test_rules_of_a_run_are_listed_and_required(pytester, run):
    pytester.makepyfile(RULES)
    result = run("--trivet-rules", "--trivet-require-rules", ROLE)
    refusing = sum(rule.refused for rule in rules("chat").values())

    assert result.ret == 0
    result.stdout.fnmatch_lines([f"chat: 1 of {refusing} rules by which the stub refuses requests", f"      5  {ROLE}"])
    result.stdout.no_fnmatch_line("*required rules*")


@pytest.mark.long
@pytest.mark.parametrize("workers", [[], ["-p", "xdist", "-n", "2"]], ids=["alone", "two workers"])
def test_required_rule_that_was_not_exercised_fails_the_run(pytester, run, workers):
    pytester.makepyfile(RULES)
    result = run(*workers, "--trivet-rules", "--trivet-require-rules", ROLE, "--trivet-require-rules", REVOKES)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.assert_outcomes(passed=5)
    result.stdout.fnmatch_lines([f"      5  {ROLE}", "*required rules not exercised*", REVOKES])
    assert result.outlines.count(ROLE) == 0


def test_pattern_without_a_rule_is_a_usage_error(run):
    result = run("--trivet-require-rules", "chat.share.*")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--trivet-require-rules: 'chat.share.?' matches no rule by which a stub refuses*"])


def test_run_that_only_collects_requires_nothing(pytester, run):
    pytester.makepyfile(RULES)
    result = run("--collect-only", "-q", "--trivet-require-rules", REVOKES)

    assert result.ret == 0

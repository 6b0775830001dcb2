"""The command `trivet-stub proxy`."""

import json
import os
import signal
import subprocess
import sys
from xml.etree import ElementTree

import httpx
import pytest

from tests.stubs.serving.raw import HANGS

PLAIN = {"trust_env": False, "verify": False, "timeout": HANGS}
KEY = {"accountkey": "stub-key"}


def ask_wrongly(url, path="/BusStops?$skip=-1"):
    return httpx.get(f"{url}{path}", headers=KEY, **PLAIN).status_code


def test_report_tells_what_passed_and_a_wrong_request_exits_with_1(run, bus_server, capsys, tmp_path):
    def ask(output):
        line, export = output.splitlines()
        url = line.removeprefix("bus proxy at ")
        assert export == f"  export TRIVET_BUS_BASE_URL={url}"
        return ask_wrongly(url)

    arguments = ["proxy", "bus", "--upstream", bus_server.url, "--junit", str(tmp_path / "report.xml")]
    assert run(arguments, ask) == (400, 1)
    text = capsys.readouterr().out
    assert "What the client got wrong:" in text
    assert "-1 is less than the minimum of 0" in text
    assert ElementTree.parse(tmp_path / "report.xml").getroot().get("failures") == "1"


def test_named_host_passes_the_proxy_and_others_do_not(run, bus_server):
    def ask(output):
        url = json.loads(output.splitlines()[0])["url"]
        hosts = ("stubs:8080", "evil.example")
        return [httpx.get(f"{url}/BusStops", headers={**KEY, "host": host}, **PLAIN).status_code for host in hosts]

    arguments = ["proxy", "bus", "--upstream", bus_server.url, "--json", "--allow-host", "stubs"]
    assert run(arguments, ask) == ([200, 421], 0)
    assert bus_server.stub.requests.count("stops.list") == 1


def test_report_replaces_a_file_with_force_only(run, refused, bus_server, tmp_path):
    report = tmp_path / "report.xml"
    report.write_text("my thesis")
    arguments = ["proxy", "bus", "--upstream", bus_server.url, "--junit", str(report)]
    assert refused(arguments).endswith(f"--junit: {report} is there already; --force replaces it")
    assert report.read_text() == "my thesis"
    run([*arguments, "--force"], lambda output: None)
    assert ElementTree.parse(report).getroot().tag == "testsuite"


def test_report_as_json_is_one_line_at_the_end(run, bus_server, capsys):
    def ask(output):
        return ask_wrongly(json.loads(output)["url"])

    arguments = ["proxy", "bus", "--upstream", bus_server.url, "--json", "--judge", "server"]
    assert run(arguments, ask) == (400, 0)
    report = json.loads(capsys.readouterr().out)
    assert (report["exit_status"], [finding["side"] for finding in report["findings"]]) == (0, ["client"])


@pytest.mark.parametrize(
    ("path", "message"), [(None, "no request passed\n"), ("/BusStops", "")], ids=["no request", "no server"]
)
def test_run_that_shows_nothing_exits_with_2(run, capsys, path, message):
    def ask(output):
        return None if path is None else ask_wrongly(json.loads(output)["url"], path)

    _, status = run(["proxy", "bus", "--upstream", "http://127.0.0.1:1", "--json"], ask)
    assert status == 2
    assert capsys.readouterr().err.endswith(message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bus", "--upstream", "localhost"], "upstream: is not a URL such as"),
        (["bus", "--upstream", "http://x", "--silence-timeout", "0"], "silence_timeout: 0.0 is not greater than 0"),
        (["bus", "--upstream", "http://x", "--record", "/dev/null/x"], "record: /dev/null/x: Not a directory"),
        (["bus", "--upstream", "http://x", "--junit", "/dev/null/x"], "junit: /dev/null/x: Not a directory"),
        (["bus"], "the following arguments are required: --upstream"),
        (["tram", "--upstream", "http://x"], "argument SERVICE: invalid choice: 'tram'"),
    ],
)
def test_option_that_cannot_be_used_exits_with_2(refused, arguments, message):
    assert refused(["proxy", *arguments]).startswith(message)


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
@pytest.mark.parametrize("how", ["SIGTERM", "SIGHUP"])
def test_interruption_ends_the_proxy_with_an_open_stream_and_reports_it(agent_server, how):
    command = [sys.executable, "-m", "trivet_stubs", "proxy", "agent", "--upstream", agent_server.url, "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            url = json.loads(process.stdout.readline())["url"]
            with httpx.Client(**PLAIN) as client:
                stream = client.send(client.build_request("GET", f"{url}/api/event"), stream=True)
                pieces = stream.iter_raw()
                assert next(pieces)
                process.send_signal(signal.Signals[how])
                with pytest.raises(httpx.TransportError):
                    list(pieces)
            report = json.loads(process.stdout.readline())
            assert process.wait(HANGS) == 0
            assert process.stderr.read() == ""
        finally:
            process.kill()
    assert report["operations"]["event.subscribe"]["events"] == 1

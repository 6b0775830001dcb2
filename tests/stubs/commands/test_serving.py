"""Stubs on ports until an interruption, in a process of their own."""

import json
import os
import signal
import subprocess
import sys

import httpx
import pytest

from tests.stubs.serving.raw import HANGS


@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
def test_interruption_ends_all_services_with_open_streams():
    command = [sys.executable, "-m", "trivet_stubs", "all", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            started = {each["service"]: each for each in json.loads(process.stdout.readline())["services"]}
            with httpx.Client(trust_env=False, timeout=HANGS) as client:
                url = started["agent"]["url"]
                stream = client.send(client.build_request("GET", f"{url}/api/event"), stream=True)
                live = client.send(client.build_request("GET", f"{url}/_trivet/requests/live"), stream=True)
                pieces = stream.iter_raw()
                assert (next(pieces)[:5], live.status_code) == (b"data:", 200)
                process.send_signal(signal.SIGTERM)
                with pytest.raises(httpx.TransportError):
                    list(pieces)
            assert process.wait(HANGS) == 0
            assert process.stderr.read() == ""
        finally:
            process.kill()


def test_port_that_is_taken_is_a_message(refused, bus_server):
    port = bus_server.url.rpartition(":")[2]
    assert refused(["all", "--chat-port", port]) == f"cannot listen on 127.0.0.1 port {port}"


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (["--port", "70000"], "port: 70000 is not between 0 and 65535"),
        (["--port=-1"], "port: -1 is not between 0 and 65535"),
        (["--host", ""], "host: is empty; 0.0.0.0 is every address"),
        (["--quota", "1e300"], "settings: quota: 1e+300"),
    ],
)
def test_option_out_of_its_bounds_is_a_message(refused, option, sentence):
    assert refused(["bus", *option]).startswith(sentence)


@pytest.mark.skipif(os.name == "nt", reason="there is no such shell")
def test_shell_reads_the_variables_as_they_are(run):
    def ask(text):
        exports = [line for line in text.splitlines() if line.startswith("  export ")]
        script = "\n".join([*exports, "printenv TRIVET_AGENT_TOKEN"])
        return subprocess.run(["sh", "-c", script], check=True, capture_output=True)

    found, _ = run(["agent", "--token", "a b;$(echo c)'"], ask)
    assert found.stdout == b"a b;$(echo c)'\n"


@pytest.mark.parametrize(("arguments", "consoles"), [([], 1), (["--no-control"], 0)])
def test_output_names_the_console_unless_it_is_off(arguments, consoles, run):
    def ask(shown):
        pages = [line.removeprefix("  console at ") for line in shown.splitlines() if line.startswith("  console at ")]
        return [httpx.get(each, trust_env=False).headers["content-type"] for each in pages]

    assert run(["bus", *arguments], ask) == (["text/html; charset=utf-8"] * consoles, 0)

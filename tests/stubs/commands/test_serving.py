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


@pytest.mark.parametrize(("arguments", "consoles"), [([], 1), (["--no-control"], 0)])
def test_output_names_the_console_unless_it_is_off(arguments, consoles, run):
    def ask(shown):
        pages = [line.removeprefix("  console at ") for line in shown.splitlines() if line.startswith("  console at ")]
        return [httpx.get(each, trust_env=False).headers["content-type"] for each in pages]

    assert run(["bus", *arguments], ask) == (["text/html; charset=utf-8"] * consoles, 0)

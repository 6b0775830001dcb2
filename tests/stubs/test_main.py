"""The command `trivet-stub`, also as `python -m trivet_stubs`."""

import dataclasses
import os
import signal
import socket
import subprocess
import sys

import httpx
import pytest

from trivet_stubs import Limits
from trivet_stubs.__main__ import main


def settings_of(arguments, how, ask, lines=3):
    """Return the output of the command and the answer to a request that uses its settings."""
    command = [sys.executable, "-m", "trivet_stubs", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            printed = [process.stdout.readline().strip() for _ in range(lines)]
            settings = dict(line.removeprefix("export ").split("=") for line in printed[1:])
            answer = ask(settings)
            os.kill(process.pid, how)
            assert process.wait(10) == 0
            assert process.stderr.read() == ""
        finally:
            process.kill()
    return printed[0], settings, answer


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_command_serves_until_interrupted_and_prints_settings(how):
    def ask(settings):
        headers = {"AccountKey": settings["TRIVET_BUS_ACCOUNT_KEY"]}
        return httpx.get(f"{settings['TRIVET_BUS_BASE_URL']}/BusStops", headers=headers, trust_env=False)

    line, settings, answer = settings_of(["bus", "--page-size", "3", "--account-key", "mine"], how, ask)

    assert line == f"bus stub at {settings['TRIVET_BUS_BASE_URL']}"
    assert len(answer.json()["value"]) == 3


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
def test_command_serves_the_chat_service_and_prints_its_token():
    def ask(settings):
        headers = {"Authorization": f"Bearer {settings['TRIVET_CHAT_TOKEN']}"}
        users = f"{settings['TRIVET_CHAT_BASE_URL']}/admin/users"
        missing = httpx.get(f"{users}/00000000-0000-4000-8000-ffffffffffff", headers=headers, trust_env=False)
        assert missing.status_code == 500
        return httpx.get(users, headers=headers, trust_env=False)

    line, settings, answer = settings_of(
        ["chat", "--seed", "2x2", "--users", "3", "--observed", "all"], signal.SIGTERM, ask
    )

    assert line == f"chat stub at {settings['TRIVET_CHAT_BASE_URL']}"
    assert answer.json()["total"] == 10
    assert answer.json()["items"][0]["created_at"][:4] >= "2026"  # the command's clock starts at the present time


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
def test_options_set_the_limits_of_the_port():
    def ask(settings):
        host, _, port = settings["TRIVET_BUS_BASE_URL"].removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=20) as slow:
            slow.sendall(b"GET /BusStops HTTP/1.1\r\n")  # an incomplete request
            with socket.create_connection((host, int(port)), timeout=20) as second:
                return second.recv(1000), slow.recv(1000)

    arguments = ["bus", "--connections", "1", "--request-timeout", "0.5", "--account-key", "mine"]
    _, _, (refused, late) = settings_of(arguments, signal.SIGTERM, ask)
    assert refused.startswith(b"HTTP/1.1 503 ")
    assert late.startswith(b"HTTP/1.1 408 ")


def test_every_limit_has_an_option(capsys):
    with pytest.raises(SystemExit):
        main(["chat", "--help"])
    text = capsys.readouterr().out
    for field in dataclasses.fields(Limits):
        assert f"--{field.name.replace('_', '-')} N" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--connections", "0"], "connections: 0 is not greater than 0"),
        (["--connections", "1.5"], "argument --connections: invalid int value: '1.5'"),
        (["--idle-timeout", "-1"], "idle_timeout: -1.0 is not greater than 0"),
        (["--write-timeout", "nan"], "write_timeout: nan is not greater than 0"),
        (["--request-timeout", "soon"], "argument --request-timeout: invalid float value: 'soon'"),
    ],
)
def test_limit_that_cannot_be_used_exits_with_2(capsys, arguments, message):
    with pytest.raises(SystemExit) as caught:
        main(["bus", *arguments])
    assert caught.value.code == 2
    assert message in capsys.readouterr().err


STUCK = """
import sys, threading
from trivet_stubs.__main__ import main
from trivet_stubs.stub import Stub

def close(stub):
    print("closing", flush=True)
    threading.Event().wait()

Stub.close = close
sys.exit(main(["agent"]))
"""


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
@pytest.mark.parametrize("second", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("first", [signal.SIGINT, signal.SIGTERM])
def test_second_interruption_ends_a_command_that_is_stuck(first, second):
    with subprocess.Popen([sys.executable, "-c", STUCK], stdout=subprocess.PIPE, text=True) as process:
        try:
            while "console" not in process.stdout.readline():
                pass
            process.send_signal(first)
            assert process.stdout.readline() == "closing\n"
            process.send_signal(second)
            assert process.wait(30) == -second
        finally:
            process.kill()


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
def test_first_interruption_ends_a_command_with_open_streams_and_searches():
    def ask(settings):
        base_url = settings["TRIVET_AGENT_BASE_URL"]
        patch = {
            "patch": f"diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+{'a' * 60}b\n"
        }
        assert client.post(f"{base_url}/api/vcs/patch", json=patch).status_code == 200
        stream = client.send(client.build_request("GET", f"{base_url}/api/event"), stream=True)
        with pytest.raises(httpx.ReadTimeout):
            client.post(f"{base_url}/api/fs/grep", json={"pattern": "(a+)+$"}, timeout=0.1)
        return stream

    with httpx.Client(trust_env=False) as client:
        _, _, stream = settings_of(["agent"], signal.SIGTERM, ask, lines=2)
        assert stream.status_code == 200


@pytest.mark.parametrize(
    ("service", "options"),
    [("bus", {"--data", "--page-size", "--account-key"}), ("chat", {"--seed", "--users"})],
)
def test_help_names_the_options(capsys, service, options):
    with pytest.raises(SystemExit) as end:
        main([service, "--help"])

    assert end.value.code == 0
    assert {"--port", "--host", *options} <= set(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the following arguments are required: SERVICE"),
        (["tram"], "invalid choice: 'tram'"),
        (["bus", "--port", "http"], "argument --port: invalid int value: 'http'"),
        (["bus", "--page-size", "0"], "page_size: 0 is less than 1"),
        (["bus", "--data", "nowhere"], "data: nowhere is not a directory"),
        (["chat", "--seed", "big"], "seed: 'big' is neither empty nor small"),
        (["bus", "--observed", "late_commits"], "observed: 'late_commits' is not one of closing_500"),
        (["chat", "--users", "-1"], "users: -1 is less than 0"),
        (["chat", "--data", "nowhere"], "unrecognized arguments: --data nowhere"),
    ],
)
def test_wrong_arguments_are_a_message_and_exit_2(capsys, arguments, message):
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(SystemExit) as end:
        main(arguments)

    assert end.value.code == 2
    assert signal.getsignal(signal.SIGINT) is before
    assert message in capsys.readouterr().err


def test_package_runs_as_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "trivet_stubs", "--help"], capture_output=True, text=True, check=False, timeout=600
    )

    assert done.returncode == 0
    assert "\nUsage\n  trivet-stub " in done.stdout

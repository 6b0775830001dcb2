"""Servers that answer every request badly: a run ends in time, with a report in plain text, and never passes."""

import gzip
import json

import pytest
import typer
from typer.testing import CliRunner

from tests.checks.checks.bad_server import BadServer, answer
from tests.checks.checks.helpers import OTHER_RULE, RULE
from trivet_checks.commands.check import add

CHECKS = typer.Typer()
CHECKS.callback()(lambda: None)
add(CHECKS)
ENVIRONMENT = {f"TRIVET_CHAT_{name}_TOKEN": f"{name.lower()}-token-0123" for name in ("ADMIN", "USER", "OTHER")}
HOSTILE = "\x1b]0;owned\x07\x1b[2J[red]x[/red]\u202e\r\n<script>"


def drips(server, send):
    send(b"HTTP/1.1 200 X\r\nContent-Length: 1000000\r\n\r\n")
    while not server.stopping.wait(0.02):
        send(b" ")


def endless_events(server, send):
    send(b"HTTP/1.1 200 X\r\nContent-Type: text/event-stream\r\n\r\n")
    while not server.stopping.is_set():
        send(b": beat\n\n" * 5000)


def hundred_megabytes(_server, send):
    send(b"HTTP/1.1 201 X\r\nContent-Type: application/json\r\nContent-Length: 104857600\r\n\r\n[")
    for _ in range(100):
        send(b"0," * 512 * 1024)


def deep(_server, send):
    send(answer(201, body=b'{"id": ' + b"[" * 100_000))


def bomb(_server, send):
    send(answer(201, body=gzip.compress(gzip.compress(bytes(10_000_000))), headers="Content-Encoding: gzip, gzip\r\n"))


def control_characters(_server, send):
    send(answer(201, {"id": HOSTILE, "error": HOSTILE, "share_token": HOSTILE}, headers="X-\x9b: \x9b31m\r\n"))


def dots(_server, send):
    send(answer(201, {"id": "..", "share_token": "."}))


def wrong_types(_server, send):
    send(answer(201, ["id", 5, None]))


def redirects(_server, send):
    send(answer(307, headers="Location: http://127.0.0.1:9/\r\n"))


def half(_server, send):
    send(b"HTTP/1.1 201 X\r\nContent-Length: 1000\r\n\r\n{")


def no_http(_server, send):
    send(f"220 {HOSTILE} ESMTP\r\n".encode())


@pytest.mark.long
@pytest.mark.parametrize(
    "behaviour",
    [
        drips,
        endless_events,
        hundred_megabytes,
        deep,
        bomb,
        control_characters,
        dots,
        wrong_types,
        redirects,
        half,
        no_http,
    ],
)
def test_bad_server_never_passes(behaviour, tmp_path):
    with BadServer(lambda server, _method, _path, _body, send: behaviour(server, send)) as server:
        arguments = [
            "check",
            "chat",
            "--base-url",
            server.url,
            "--allow-writes",
            "--timeout",
            "0.3",
            "--max-seconds",
            "20",
        ]
        arguments += ["--select", RULE, "--select", OTHER_RULE, "--json", str(tmp_path / "report.json")]
        result = CliRunner().invoke(CHECKS, arguments, env=ENVIRONMENT)
        assert not [path for method, path in server.requests if method == "DELETE" and path.count("/") < 2]
    assert isinstance(result.exception, SystemExit | None)
    assert result.exit_code in (1, 2), result.output
    assert not [character for character in result.output if not character.isprintable() and character != "\n"]
    assert len(result.output) < 20_000
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert not [finding for finding in report["findings"] if finding["standing"] == "holds"]
    assert report["seconds"] < 20
    assert "user-token-0123" not in result.output + json.dumps(report)

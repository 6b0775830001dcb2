"""The command `trivet check`."""

import contextlib
import html
import json
import os
import re
import signal
import subprocess
import sys
import threading
import tomllib
import traceback
from base64 import b64decode, b64encode
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest
import typer
from typer.testing import CliRunner

from tests.checks.checks.bad_server import BadServer, answer
from tests.checks.checks.helpers import OTHER_RULE, RULE, THIRD_RULE
from trivet.cli.settings import resolve
from trivet_checks import CouldNotRun, check_server
from trivet_checks.checks import budget
from trivet_checks.commands import check_run
from trivet_checks.commands.check import add
from trivet_checks.mutants.changes import do_nothing
from trivet_stubs import ChatStub

SHARES = ["--select", RULE, "--select", OTHER_RULE, "--allow-writes"]
COMMAND = [sys.executable, "-m", "trivet", "check", "chat"]
CALLERS = {f"TRIVET_CHAT_{name}_TOKEN": f"{name}-token-0123" for name in ("ADMIN", "USER", "OTHER")}
CONVERSATION = "6f1c0000-0000-4000-8000-000000000001"
CHECKS = typer.Typer()
CHECKS.callback()(lambda: None)
add(CHECKS)


@pytest.fixture(autouse=True)
def second_looks_are_due_at_once(monkeypatch):
    """Take the second looks of rules at once; the tests of the checks let a clock pass the seconds between them."""
    monkeypatch.setattr(budget, "LEAST", 0.0)


@pytest.fixture(scope="module")
def served():
    """The URL and the environment of a stub that keeps every rule."""
    with ChatStub() as stub, stub.serve() as server:
        yield server.url, environment(stub)


def environment(stub):
    return {
        "TRIVET_CHAT_ADMIN_TOKEN": stub.admin_token,
        "MINE": stub.token("alice"),
        "TRIVET_CHAT_OTHER_TOKEN": stub.token("bob"),
    }


def check(url, *arguments, env=None):
    """Run the command in this process, where it is not interrupted."""
    arguments = ["check", "chat", "--base-url", url, *arguments]
    return CliRunner().invoke(CHECKS, arguments, env={**(env or {}), "COLUMNS": "200"})


def test_server_that_keeps_its_contract_exits_with_0(served):
    url, env = served
    result = check(url, "--caller", "user=MINE", *SHARES, env=env)
    assert (result.exit_code, result.stderr) == (0, "")
    assert re.search("[0-9] records made, all removed", result.stdout)


@pytest.mark.parametrize("options", [SHARES, ["--sweep"]])
@pytest.mark.parametrize("word", ["1", "true", "misspelt"])
def test_run_that_changes_data_is_refused_where_the_environment_allows_reading_only(served, options, word):
    url, env = served
    result = check(url, "--caller", "user=MINE", *options, env={**env, "TRIVET_READ_ONLY": word})
    assert (result.exit_code, result.stdout) == (2, "")
    assert "and TRIVET_READ_ONLY allows reading only" in result.stderr
    reading = check(url, "--caller", "user=MINE", "--select", RULE, env={**env, "TRIVET_READ_ONLY": word})
    assert "allows reading only" not in reading.stderr


def test_words_that_allow_changes_are_those_of_the_other_commands():
    assert (check_run.READ_ONLY, check_run._NO) == (resolve.READ_ONLY, resolve._NO), "the checks import no client"


@pytest.fixture
def no_pauses(monkeypatch):
    """Do not wait before a gateway is asked again."""
    monkeypatch.setattr(check_run, "Budget", partial(budget.Budget, pause=lambda seconds: None))


@pytest.mark.usefixtures("no_pauses")
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_report_hides_echoed_credentials_of_a_proxy(tmp_path, scheme):
    def echo(server, method, path, body, send):
        token = server.heads[-1].partition("Proxy-Authorization: Basic ")[2].partition("\r\n")[0]
        text = f"{b64decode(token).decode()} Basic {token}"
        send(f"HTTP/1.1 502 {text}\r\nContent-Length: {len(text)}\r\nConnection: close\r\n\r\n{text}".encode())

    with BadServer(echo) as proxy:
        url = proxy.url.replace("//", "//user-7731:pr0xy%2Fs3cret@")
        env = {**CALLERS, "MINE": "token", f"{scheme}_PROXY".upper(): url, "NO_PROXY": ""}
        arguments = ["--caller", "user=MINE", "--select", "chat.access.*", "--json", str(tmp_path / "json")]
        result = check(f"{scheme}://chat.test", *arguments, "--junit", str(tmp_path / "junit"), env=env)
    reports = [result.stdout, result.stderr, *(path.read_text("utf-8") for path in tmp_path.iterdir())]
    assert "<hidden>:<hidden> Basic <hidden>" in result.stdout + result.stderr
    secrets = ("user-7731", "pr0xy/s3cret", b64encode(b"user-7731:pr0xy/s3cret").decode())
    assert not [report for report in reports if any(secret in report for secret in secrets)]


def refuse_with_credentials(server, method, path, body, send):
    """Refuse a tunnel, with the credentials of the proxy in the reason."""
    token = server.heads[-1].partition("Proxy-Authorization: Basic ")[2].partition("\r\n")[0]
    send(f"HTTP/1.1 407 {b64decode(token).decode()} {token}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())


def test_error_of_a_run_that_cannot_begin_hides_echoed_credentials_of_a_proxy(monkeypatch):
    with BadServer(refuse_with_credentials) as proxy:
        url = proxy.url.replace("//", "//user-7731:pr0xy%2Fs3cret@")
        env = {**CALLERS, "HTTPS_PROXY": url, "NO_PROXY": ""}
        for name, value in env.items():
            monkeypatch.setenv(name, value)
        swept = check("https://chat.test", "--sweep", "--allow-writes", env=env)
        with pytest.raises(CouldNotRun) as raised:
            check_server("chat", "https://chat.test")
    texts = [swept.output, *map(str, traceback.format_exception(raised.value))]
    assert swept.output.count("407 <hidden>:<hidden> <hidden>") == 1
    secrets = ("user-7731", "pr0xy/s3cret", b64encode(b"user-7731:pr0xy/s3cret").decode())
    assert not [text for text in texts if any(secret in text for secret in secrets)]


@pytest.mark.long
@pytest.mark.usefixtures("no_pauses")
def test_report_hides_an_echoed_token_in_every_spelling(tmp_path):
    token = 'pa/ss&"w+0'
    spellings = tomllib.loads((Path(__file__).parents[3] / "spec" / "secrets.toml").read_text("utf-8"))["spellings"]
    spelled = [text for texts in spellings.values() for text in texts if not text.endswith("rd")]

    def echo(server, method, path, body, send):
        text = json.dumps({"title": spelled}) + " ".join(spelled)
        send(f"HTTP/1.1 502 No\r\nContent-Length: {len(text)}\r\nConnection: close\r\n\r\n{text}".encode())

    env = {**CALLERS, "TRIVET_CHAT_USER_TOKEN": token}
    with BadServer(echo) as server:
        arguments = ("--select", "chat.access.*", "--json", "-")
        result = check(server.url, *arguments, "--junit", str(tmp_path / "junit"), env=env)
    reports = [result.output, (tmp_path / "junit").read_text("utf-8")]
    assert "$TRIVET_CHAT_USER_TOKEN" in reports[0]
    for report in reports:
        for reading in (report, html.unescape(report), report.replace('\\"', '"').replace("\\\\", "\\")):
            assert [text for text in spelled if text in reading] == []


def test_broken_rule_exits_with_1_and_reports_it_everywhere(tmp_path):
    with ChatStub() as stub:
        do_nothing(stub, "conversations.shares.delete", status=204)
        with stub.serve() as server:
            arguments = ["--caller", "user=MINE", "--select", RULE, "--allow-writes", "--json", "-"]
            result = check(server.url, *arguments, "--junit", str(tmp_path / "junit.xml"), env=environment(stub))
        token = stub.token("alice")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert [finding["id"] for finding in document["findings"] if finding["fails"]] == [RULE]
    assert "BROKEN" in result.stderr
    assert 'curl -i -X DELETE -H "authorization: Bearer $TRIVET_CHAT_OTHER_TOKEN"' in result.stderr
    report = (tmp_path / "junit.xml").read_text("utf-8")
    assert "<failure" in report
    assert token not in result.output + report


@pytest.mark.long
def test_known_departure_passes_and_one_that_has_healed_fails(served, tmp_path):
    url, env = served
    path = tmp_path / "departures.toml"
    path.write_text(f'[[departure]]\nid = "{RULE}"\npart = "*"\nseen = "*"\nreason = "ticket 4711"\n', "utf-8")
    result = check(url, "--caller", "user=MINE", *SHARES, "--departures", str(path), env=env)
    assert result.exit_code == 1
    assert "HEALED" in result.stdout
    with ChatStub() as stub:
        do_nothing(stub, "conversations.shares.delete", status=204)
        with stub.serve() as server:
            arguments = ["--caller", "user=MINE", "--select", RULE, "--allow-writes", "--departures", str(path)]
            result = check(server.url, *arguments, env=environment(stub))
    assert result.exit_code == 0
    assert "ticket 4711" in result.stdout


def test_run_without_callers_exits_with_2_and_a_line_for_each(served, tmp_path):
    env = {"TRIVET_CHAT_ADMIN_TOKEN": "", "TRIVET_CHAT_USER_TOKEN": " "}  # as secrets are in the CI of a fork
    result = check(served[0], "--allow-writes", "--json", "-", "--junit", str(tmp_path / "junit.xml"), env=env)
    assert result.exit_code == 2
    for name in ("admin", "user", "other"):
        line = f"{name}: not given (--caller {name}=VARIABLE, or TRIVET_CHAT_{name.upper()}_TOKEN)"
        assert f"  {line}\n" in result.stderr
        assert json.loads(result.stdout)["callers"][name] == line.removeprefix(f"{name}: ")
    assert "the callers admin, user, other cannot be used" in result.stderr
    assert json.loads(result.stdout)["findings"] == []
    suite = ElementTree.parse(tmp_path / "junit.xml").getroot()
    assert (suite.attrib["tests"], suite.attrib["errors"]) == ("4", "4")


def test_refused_caller_exits_with_2_and_with_allow_untried_is_the_reason_of_rules(served):
    url, env = served
    env = {**env, "TRIVET_CHAT_OTHER_TOKEN": "no-such-token"}
    arguments = ["--caller", "user=MINE", "--allow-writes", "--select", RULE, "--select", THIRD_RULE]
    result = check(url, *arguments, env=env)
    assert result.exit_code == 2
    assert "  other: refused: GET" in result.stdout
    assert "not tried" not in result.stdout
    assert "no-such-token" not in result.output
    result = check(url, *arguments, "--select", "chat.shares.missing-is-404", "--allow-untried", env=env)
    assert result.exit_code == 0
    assert re.search(r"rules +1 +0 +0 +0 +0 +2\n", result.stdout)
    assert "needs the caller other: refused: GET" in result.stdout
    assert "Callers that cannot be used:\n  other: refused" in result.stdout


def test_sweep_removes_what_earlier_runs_have_left_and_says_it():
    with ChatStub() as stub, stub.serve() as server:
        before = set(stub.records.conversations)
        headers = {"Authorization": f"Bearer {stub.token('alice')}"}
        left = httpx.post(
            f"{server.url}/conversations", json={"title": "trivet-check-0a0a0a0a x"}, headers=headers
        ).json()
        result = check(server.url, "--caller", "user=MINE", "--sweep", env=environment(stub))
        assert set(stub.records.conversations) == before
    assert (result.exit_code, result.stdout) == (
        0,
        f"removed: conversation {left['id']}\n1 of 1 records removed.\n",
    )


def test_required_rule_that_was_not_tried_exits_with_2(served):
    url, env = served
    selected = ["--caller", "user=MINE", "--select", RULE, "--select", OTHER_RULE]  # without --allow-writes
    result = check(url, *selected, "--allow-untried", "--require", RULE, env=env)
    assert result.exit_code == 2
    assert f"\n  {RULE}: writes are not allowed\n" in result.stdout


def test_allow_untried_without_any_caller_exits_with_2_if_no_rule_was_tried(served):
    result = check(served[0], *SHARES, "--allow-untried")
    assert result.exit_code == 2
    assert "Incomplete: no rule was tried" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--select", "chat.chairs.*"], "'chat.chairs.*' selects no rule"),
        (["--operation", "stops.list"], "'stops.list' selects no rule"),
        (["--section", "Chairs"], "'Chairs' selects no rule"),
        (["--caller", "user"], "use admin=VARIABLE"),
        (["--caller", "user=eyJhbGciOi.s3cret"], "use admin=VARIABLE"),
        (["--caller", "user=A", "--caller", "user=B"], "user occurs twice"),
        (["--caller", "root=A"], "'root' is not one of admin, user, other, spare"),
        (["--caller", "user=NOT_SET"], "NOT_SET of user is not set"),
        (["--directory", "/srv"], "only the agent service"),
        (["--fail-on", "guessed"], "'guessed' is not one of stated, assumed, observed"),
        (["--require", "chat.shares.*", "--select", "chat.access.*"], "'chat.shares.*' matches no rule"),
        (["--min-tried", "90"], "'90' is not a percentage"),
        (["--min-tried", "101%"], "'101%' is not a percentage"),
        (["--settle", "-1"], "settle: -1.0 is less than 0"),
        (["--max-requests", "0"], "requests: 0 is not greater than 0"),
        (["--max-seconds", "nan"], "seconds: nan is not greater than 0"),
        (["--rate", "-1"], "rate: -1.0 is not greater than 0"),
        (["--timeout", "0"], "timeout: 0.0 is not greater than 0"),
        (["--departures", "absent.toml"], "absent.toml: No such file or directory"),
        (["--junit", "absent/junit.xml"], "absent/junit.xml: No such file or directory"),
        (["--junit", "-", "--json", "-"], "only one of them"),
    ],
)
def test_wrong_setting_exits_with_2_and_sends_nothing(arguments, message):
    with BadServer(lambda *_: None) as server:
        result = check(server.url, *arguments)
        assert server.requests == []
    assert result.exit_code == 2
    assert message in result.stderr
    assert "s3cret" not in result.output
    assert result.stdout == ""


@pytest.mark.parametrize("option", ["--junit", "--json"])
def test_report_that_exists_is_replaced_with_force_only(tmp_path, closed_url, option):
    report = tmp_path / "report"
    report.write_text("my thesis")
    result = check(closed_url, option, str(report))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"trivet check: {option}: {report} is there already; --force replaces it\n"
    assert report.read_text() == "my thesis"
    assert check(closed_url, option, str(report), "--force").exit_code == 2
    assert "does not answer" in report.read_text("utf-8")


def test_server_that_is_not_there_exits_with_2_and_has_reports(tmp_path, closed_url):
    result = check(closed_url, "--junit", str(tmp_path / "junit.xml"))
    assert result.exit_code == 2
    assert f"{closed_url} does not answer" in result.stdout
    assert "does not answer" in (tmp_path / "junit.xml").read_text("utf-8")


def test_used_up_bound_exits_with_2(served):
    url, env = served
    result = check(url, "--caller", "user=MINE", *SHARES, "--max-requests", "6", env=env)
    assert result.exit_code == 2
    assert "has sent 6 requests, as many as it may" in result.stdout
    assert "1 record made, all removed" in result.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_full_disk_exits_with_2_and_names_the_report(served):
    url, env = served
    result = check(url, "--caller", "user=MINE", *SHARES, "--junit", "/dev/full", env=env)
    assert result.exit_code == 2
    assert result.stderr == "trivet check: /dev/full: No space left on device\n"
    assert re.search("[0-9] records made, all removed", result.stdout)


@pytest.mark.skipif(os.name == "nt", reason="only a shell of POSIX closes a stream before the start")
def test_output_that_was_closed_before_the_start_exits_with_2_and_keeps_the_report(tmp_path, closed_url):
    report = tmp_path / "junit.xml"
    line = 'exec "$@" >&-'
    command = ["sh", "-c", line, "sh", *COMMAND, "--base-url", closed_url, "--junit", str(report)]
    done = subprocess.run(command, check=False, stderr=subprocess.PIPE, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (2, "trivet check: standard output: Bad file descriptor\n")
    assert report.read_text("utf-8").startswith("<?xml")


def everything(terminal):
    """Return the whole output on a terminal whose other side is closed."""
    pieces = []
    with contextlib.suppress(OSError), os.fdopen(terminal, "rb", buffering=0) as file:
        while piece := file.read(4096):
            pieces.append(piece)
    return b"".join(pieces).decode("utf-8", "replace")


def hanging(on_get, on_delete):
    """A chat server that accepts every caller and creates conversations and shares; other requests call a function."""

    def respond(server, method, path, _body, send):
        if method == "POST":
            value = {"id": CONVERSATION, "share_token": "share-token-0123"}
            send(answer(201, value))
        elif method == "DELETE" and path.endswith("/shares/" + CONVERSATION):
            send(answer(403, {}))
        elif path == "/":
            send(answer(404))
        elif path in ("/conversations", "/admin/users"):
            send(answer(200, {"items": [], "total": 0}))
        else:
            (on_delete if method == "DELETE" else on_get)(server, send)

    return respond


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
def test_interrupted_run_removes_what_it_made_and_reports(tmp_path):
    reached = threading.Event()

    def hang(server, _send):
        reached.set()
        server.stopping.wait(30)

    with BadServer(hanging(hang, lambda _server, send: send(answer(204)))) as server:
        env = {**os.environ, **CALLERS}
        arguments = ["--base-url", server.url, *SHARES, "--settle", "3", "--json", str(tmp_path / "report.json")]
        with subprocess.Popen(
            [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
        ) as process:
            try:
                assert reached.wait(30)
                process.send_signal(signal.SIGTERM)
                stdout, stderr = process.communicate(timeout=300)
            finally:
                process.kill()
        assert process.returncode == 143
        assert ("DELETE", f"/conversations/{CONVERSATION}") in server.requests
    assert f"conversation {CONVERSATION}" in stderr
    assert "Incomplete: the run ended early: the run was interrupted" in stdout
    assert "5 records made, all removed." in stdout
    document = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert document["exit_status"] == 143
    assert "Traceback" not in stderr


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
def test_second_interruption_ends_the_process_at_once_and_a_terminal_has_a_bar():
    reached, removing = threading.Event(), threading.Event()

    def hang(event):
        def respond(server, _send):
            event.set()
            server.stopping.wait(30)

        return respond

    terminal, stderr = os.openpty()
    with BadServer(hanging(hang(reached), hang(removing))) as server:
        env = {**os.environ, **CALLERS}
        with subprocess.Popen(
            [*COMMAND, "--base-url", server.url, *SHARES, "--settle", "3"],
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=env,
        ) as process:
            try:
                assert reached.wait(30)
                process.send_signal(signal.SIGINT)
                assert removing.wait(30)
                process.send_signal(signal.SIGINT)
                assert process.wait(30) == -signal.SIGINT
                assert process.stdout is not None
                assert process.stdout.read() == b""
            finally:
                process.kill()
                os.close(stderr)
    text = everything(terminal)
    assert RULE in text
    assert "0/2" in text
    assert "A second signal ends it at once." in text


@pytest.mark.long
def test_run_that_was_killed_has_reported_what_it_left(tmp_path):
    reached = threading.Event()

    def hang(server, _send):
        reached.set()
        server.stopping.wait(30)

    report, junit = tmp_path / "report.json", tmp_path / "junit.xml"
    with BadServer(hanging(hang, lambda _server, send: send(answer(204)))) as server:
        files = ["--json", str(report), "--junit", str(junit)]
        arguments = ["--base-url", server.url, *SHARES, "--settle", "3", *files]
        env = {**os.environ, **CALLERS}
        with subprocess.Popen(
            [*COMMAND, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env
        ) as process:
            try:
                assert reached.wait(30)
            finally:
                process.kill()
    document = json.loads(report.read_text("utf-8"))
    assert f"conversation {CONVERSATION}" in document["left"]
    assert document["exit_status"] == 2
    assert document["incomplete"] == "the run ended early: the run has not ended: it is still at work, or was killed"
    assert f"could not be removed: conversation {CONVERSATION}" in junit.read_text("utf-8")


@pytest.mark.long
def test_departures_that_a_run_wrote_pass_the_next_one_when_their_reasons_are_filled_in(tmp_path):
    path, again = tmp_path / "departures.toml", tmp_path / "again.toml"
    with ChatStub() as stub:
        do_nothing(stub, "conversations.shares.delete", status=204)
        with stub.serve() as server:
            arguments = [server.url, "--caller", "user=MINE", "--select", RULE, "--allow-writes"]
            env = environment(stub)
            assert check(*arguments, "--write-departures", str(path), env=env).exit_code == 1
            unfilled = check(*arguments, "--departures", str(path), env=env)
            path.write_text(path.read_text("utf-8").replace('reason = ""', 'reason = "ticket 4711"'), "utf-8")
            filled = check(*arguments, "--departures", str(path), "--write-departures", str(again), env=env)
    assert (unfilled.exit_code, filled.exit_code) == (2, 0)
    assert "reason, a text, is missing" in unfilled.stderr
    assert 'reason = "ticket 4711"' in again.read_text("utf-8")


@pytest.mark.long
def test_diff_of_two_reports_exits_with_1_if_a_rule_is_newly_broken(served, tmp_path):
    url, env = served
    arguments = ["--caller", "user=MINE", "--select", RULE, "--allow-writes", "--json"]
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    assert check(url, *arguments, str(old), env=env).exit_code == 0
    with ChatStub() as stub:
        do_nothing(stub, "conversations.shares.delete", status=204)
        with stub.serve() as server:
            check(server.url, *arguments, str(new), env=environment(stub))

    def diff(*paths):
        return CliRunner().invoke(CHECKS, ["check", "diff", *map(str, paths)])

    broken = diff(old, new)
    assert broken.exit_code == 1
    assert broken.stdout.startswith(f"broken: {RULE}  ")
    assert broken.stdout.endswith("1 broken, 0 healed, 0 differs, 0 newly tried, 0 no longer tried\n")
    healed = diff(new, old)
    assert healed.exit_code == 0
    assert healed.stdout.startswith(f"healed: {RULE}\n")
    assert diff(old, tmp_path / "missing.json").exit_code == 2
    assert diff(old, tmp_path).exit_code == 2


def test_format_for_github_has_annotations_and_a_summary_without_secrets(tmp_path):
    path = tmp_path / "summary.md"
    with ChatStub() as stub:
        do_nothing(stub, "conversations.shares.delete", status=204)
        with stub.serve() as server:
            arguments = ["--caller", "user=MINE", "--select", RULE, "--allow-writes", "--format", "github"]
            result = check(server.url, *arguments, env={**environment(stub), "GITHUB_STEP_SUMMARY": str(path)})
        tokens = [stub.token("alice"), stub.token("bob"), stub.admin_token]
    assert result.exit_code == 1
    assert result.stdout.startswith(f"::error title={RULE}::")
    summary = path.read_text("utf-8")
    assert "## trivet check chat: exit status 1" in summary
    assert "curl -i -X DELETE" in summary
    assert [token for token in tokens if token in result.output + summary] == []


def test_unknown_format_exits_with_2(served):
    url, env = served
    result = check(url, "--format", "gitlab", env=env)
    assert result.exit_code == 2
    assert "--format: 'gitlab' is not one of table, github" in result.stderr


@pytest.mark.long
def test_page_of_a_run_and_of_two_servers_shows_no_secret(served, tmp_path):
    url, env = served
    arguments = ["--caller", "user=MINE", "--select", RULE, "--allow-writes"]
    one, html_page, both = tmp_path / "one.json", tmp_path / "two.html", tmp_path / "both.html"
    assert check(url, *arguments, "--json", str(one), env=env).exit_code == 0
    with ChatStub() as stub:
        do_nothing(stub, "conversations.shares.delete", status=204)
        with stub.serve() as server:
            files = ["--html", str(html_page), "--json", str(tmp_path / "two.json")]
            assert check(server.url, *arguments, *files, env=environment(stub)).exit_code == 1
        tokens = [stub.token("alice"), stub.token("bob"), stub.admin_token]
    text = html_page.read_text("utf-8")
    assert f"<code>{RULE}</code>" in text
    assert "curl -i -X DELETE" in text
    assert [token for token in tokens if token in text] == []

    def show(*words):
        return CliRunner().invoke(CHECKS, ["check", "page", *map(str, words)])

    assert show(one, tmp_path / "two.json", "--out", both).exit_code == 0
    assert url in both.read_text("utf-8")
    assert show(one, "--out", both).exit_code == 2
    assert show(one, "--out", both, "--force").exit_code == 0
    assert show(both).exit_code == 2

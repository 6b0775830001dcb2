"""`trivet agent run` without a terminal: text on stdout, all else on stderr, and an exit status by outcome."""

import io
import json
import re
import sys

import pytest

from tests.sdk.cli.agent.agents import client_of, run_agent
from tests.sdk.cli.console import run_here
from trivet.cli.agent.run.command import MOST, read_prompt
from trivet.cli.agent.run.report import STATUSES
from trivet.cli.failures import UsageError
from trivet_stubs.agent import (
    Ask,
    Fail,
    Finish,
    Hold,
    Interrupt,
    Question,
    Reasoning,
    Retry,
    Task,
    Text,
    Todos,
    Tool,
)

EDIT = Tool("edit", {"filePath": "README.md"}, edits={"README.md": "# Orchard\n\nPlums.\n"})
BASH = Tool("bash", {"command": "ls"}, output="one\ntwo", asks="bash")


def test_answer_alone_is_on_stdout(agent_stub):
    agent_stub.script(Reasoning("Hm."), Text("Looking ", "around."), Todos(["Look"]), EDIT, Text("Done."))
    result = run_agent(agent_stub, "run", "What is here?", "-d", "/home/dev/orchard")
    assert (result.status, result.out) == (0, "Looking around.\n\nDone.\n")
    assert result.err.splitlines() == [
        "session ses_000001 in /home/dev/orchard",
        "todos 0/1: Look",
        "✓ edit  README.md  0.0 s",
        "modified README.md +1 -1",
        "@@ -1,3 +1,3 @@",
        " # Orchard",
        " ",
        "-Apples and pears.",
        "+Plums.",
        "1 file changed, +1 -1",
        "finished in 0 s, 4 tokens written; session ses_000001",
    ]


@pytest.mark.parametrize(
    ("options", "status", "reply"),
    [
        ([], 3, "rejected (no terminal to ask at): bash: ls"),
        (["--allow", "bash:l*"], 0, "allowed once (by an option): bash: ls"),
        (["--allow-always", "*"], 0, "allowed always (by an option): bash: ls"),
        (["--allow", "*", "--reject", "bash:ls"], 3, "rejected (by an option): bash: ls"),
        (["--otherwise", "once"], 0, "allowed once (by an option): bash: ls"),
    ],
)
def test_permissions_are_answered_by_options_and_rejected_otherwise(agent_stub, options, status, reply):
    agent_stub.script(BASH, Text("Done."))
    result = run_agent(agent_stub, "run", "List.", *options)
    assert (result.status, result.out) == (status, "" if status else "Done.\n")
    assert reply in result.err.splitlines()
    with client_of(agent_stub) as client:
        assert client.permission.list() == []


def test_question_is_rejected_without_a_terminal(agent_stub):
    agent_stub.script(Text("Hm."), Question(Ask("Which?", ["this", "that"])))
    result = run_agent(agent_stub, "run", "Go.", "--otherwise", "once")
    assert (result.status, result.out) == (3, "Hm.\n")
    assert "rejected (no terminal to ask at): Which?" in result.err


@pytest.mark.parametrize(
    ("step", "status", "line"),
    [
        (Fail("Out of\x1b ink."), 1, "failed in 0 s; session ses_000001: unknown: Out of\\x1b ink."),
        (
            Interrupt(),
            3,
            "interrupted in 0 s; session ses_000001: aborted: The user has aborted this",
        ),
    ],
)
def test_outcome_decides_the_exit_status(agent_stub, step, status, line):
    agent_stub.script(step)
    result = run_agent(agent_stub, "run", "Go.")
    assert (result.status, result.out) == (status, "")
    assert line.partition(";")[0] in result.err
    assert line.partition("session")[2] in result.err


def test_exit_statuses_are_in_the_help():
    text = " ".join(run_here("agent", "run", "--help").out.split())
    _, _, statuses = text.partition("Exit status: ")
    assert [int(number) for number in re.findall(r"(?:^|; )(\d+) ", statuses)] == [0, 1, 2, 3, 130, 143, 129]
    assert {*STATUSES.values()} <= {0, 1, 2, 3, 130}


def test_json_is_one_object_with_the_whole_report(agent_stub):
    agent_stub.script(Todos(["Look"]), BASH, EDIT, Text("Done.\x07"))
    result = run_agent(agent_stub, "run", "Go.", "--allow", "bash", "-o", "json")
    report = json.loads(result.out)
    assert (report["status"], report["result"], report["session_id"]) == ("finished", "Done.\x07", "ses_000001")
    assert [(call["name"], call["status"], call["output"]) for call in report["tools"]] == [
        ("bash", "completed", "one\ntwo"),
        ("edit", "completed", ""),
    ]
    assert [reply["reply"] for reply in report["replies"]] == ["once"]
    assert [file["path"] for file in report["diff"]] == ["README.md"]
    chosen = run_agent(agent_stub, "run", "Hello.", "-o", "json", "--fields", "result,status")
    assert json.loads(chosen.out) == {"result": "Hello.", "status": "finished"}


def test_ndjson_has_each_step_and_ends_with_the_report(agent_stub):
    agent_stub.script(Reasoning("Hm."), Text("Look", "ing."), BASH, Text("Done."))
    result = run_agent(agent_stub, "run", "Go.", "--allow", "*", "-o", "ndjson")
    events = [json.loads(line) for line in result.out.splitlines()]
    assert "".join(event["text"] for event in events if event["type"] == "text") == "Looking.Done."
    kinds = [event["type"] for event in events]
    assert (kinds[0], kinds[-1]) == ("session", "result")
    assert {"reasoning", "tool", "reply"} <= set(kinds)
    last = events[-1]
    assert (last["status"], last["is_error"], last["session_id"]) == ("finished", False, "ses_000001")
    assert isinstance(last["duration_ms"], int)
    assert last["result"] == "Looking.Done."


def test_result_is_the_text_of_the_last_message_and_text_is_all_of_it(agent_stub):
    steps = (Text("I look around.", "\u2028"), BASH, Finish("tool-calls"), Text('{"ok": true}'))
    for _ in range(2):
        agent_stub.script(*steps)
    report = json.loads(run_agent(agent_stub, "run", "Go.", "--allow", "*", "-o", "json").out)
    assert json.loads(report["result"]) == {"ok": True}
    assert report["text"] == 'I look around.\u2028{"ok": true}'
    lines = run_agent(agent_stub, "run", "Go.", "--allow", "*", "-o", "ndjson").out.splitlines()
    assert [json.loads(line)["text"] for line in lines if '"text",' in line][:2] == ["I look around.", "\u2028"]
    assert json.loads(lines[-1])["result"] == '{"ok": true}'


@pytest.mark.parametrize("step", [Fail("Out of words"), Interrupt()])
def test_result_of_a_run_that_fails_is_a_text(agent_stub, step):
    agent_stub.script(step)
    report = json.loads(run_agent(agent_stub, "run", "Go.", "-o", "json").out)
    assert (report["is_error"], report["result"], report["text"]) == (True, "", "")


def test_fields_choose_what_the_events_of_ndjson_have(agent_stub):
    agent_stub.script(Reasoning("Hm."), Text("Look", "ing."), BASH, Finish("tool-calls"), Text("Done."))
    out = run_agent(agent_stub, "run", "Go.", "--allow", "*", "-o", "ndjson", "--fields", "name,result").out
    events = [json.loads(line) for line in out.splitlines()]
    assert {tuple(event) for event in events[:-1]} == {("type", "name")}
    assert events[-1] == {"type": "result", "result": "Done."}


def test_provider_that_refuses_too_often_ends_the_run(agent_stub):
    agent_stub.script(Text("One."), Retry("slow\tdown", attempts=3, seconds=0), Hold())
    result = run_agent(agent_stub, "run", "Go.", "--max-provider-retries", "2", "-o", "json")
    report = json.loads(result.out)
    assert (result.status, report["status"], report["text"]) == (1, "failed", "One.")
    assert report["error"].startswith('provider_retries: the provider refuses "slow\\tdown"; attempt 3 follows')


def test_budget_that_is_exceeded_ends_the_run_with_its_own_status(agent_stub):
    agent_stub.script(Text("One"), Finish("tool-calls", cost=0.5, input=1000, output=20), Hold(), Text("two."))
    result = run_agent(agent_stub, "run", "Go.", "--max-cost", "0.4", "-o", "ndjson")
    last = json.loads(result.out.splitlines()[-1])
    assert result.status == 3
    assert (last["type"], last["status"], last["is_error"]) == ("result", "over_budget", True)
    assert last["total_cost_usd"] == 0.5
    assert last["usage"]["input_tokens"] == 1000


def test_price_is_counted_for_a_model_that_the_server_has_no_price_for(agent_stub):
    agent_stub.prices["stub/stub-1"] = agent_stub.prices["stub/stub-1-mini"] = {"input": 0, "output": 0}
    refused = run_agent(agent_stub, "run", "Go.", "--max-cost", "5")
    assert refused.status == 2
    assert "max_cost must be given for a session whose model has a known price" in refused.err
    task = Task("Look", Text("2"), Finish(input=1_000_000, output=0), model="stub/stub-1-mini")
    for options, cost in (
        (("--price", "input=3,output=15"), 6),
        (("--price", "stub/stub-1:input=2,output=0", "--price", "stub/stub-1-mini:0"), 2),
        ((), None),
    ):
        agent_stub.script(task, Text("Done."), Finish(input=1_000_000, output=0))
        limit = ("--max-cost", "9") if options else ()
        result = run_agent(agent_stub, "run", "Go.", *limit, *options, "-o", "json")
        report = json.loads(result.out)
        assert (result.status, report["total_cost_usd"], report["known_cost_usd"]) == (0, cost, cost or 0)
        assert [part["usage"]["input_tokens"] for part in report["by_session"].values()] == [1_000_000, 1_000_000]
        assert set(report["by_model"]) == {"stub/stub-1", "stub/stub-1-mini"}


@pytest.mark.parametrize(
    "prices",
    [
        *(["3"], ["input=3"], ["input=3,output=x"], ["input=3,output=-1"], ["input=3,output=1,more=2"], ["acme:0"]),
        *(["0", "acme/large:0"], ["0", "0"], ["input=1,input=2,output=3"]),
    ],
)
def test_text_that_is_not_a_price_is_refused(agent_stub, prices):
    result = run_agent(agent_stub, "run", "Go.", *(part for price in prices for part in ("--price", price)))
    assert result.status == 2
    assert "price" in result.err
    assert agent_stub.requests.count("session.create") == 0


def test_session_is_continued_and_its_earlier_changes_are_not_shown(agent_stub):
    agent_stub.script(EDIT)
    run_agent(agent_stub, "run", "Go.")
    result = run_agent(agent_stub, "run", "-", "--session", "ses_000001", stdin="And now?\n")
    assert (result.status, result.out) == (0, "And now?\n")
    assert "changed" not in result.err
    agent_stub.faults.add("session.diff", status=404, times=None)
    result = run_agent(agent_stub, "run", "Again.", "-s", "ses_000001")
    assert result.status == 0
    assert "the diff is not available: session.diff: 404" in result.err


def test_latest_session_of_the_directory_is_continued(agent_stub):
    for directory in ("/home/dev/orchard", "/home/dev/lighthouse"):
        run_agent(agent_stub, "run", "Go.", "-d", directory)
    result = run_agent(agent_stub, "run", "And now?", "--continue", "-d", "/home/dev/orchard")
    assert (result.status, result.out) == (0, "And now?\n")
    assert "session ses_000001 in /home/dev/orchard" in result.err
    result = run_agent(agent_stub, "run", "And now?", "-c", "-d", "/home/dev/well")
    assert (result.status, result.out) == (2, "")
    assert "--continue: the directory has no session" in result.err
    assert len(agent_stub.sessions) == 2


def test_content_of_files_goes_with_the_prompt(agent_stub, tmp_path):
    (tmp_path / "notes.md").write_text("pears\n", "utf-8")
    (tmp_path / "tree.png").write_bytes(b"\x89PNG\0")
    files = [str(tmp_path / name) for name in ("notes.md", "tree.png")]
    result = run_agent(agent_stub, "run", "What is this?", "--file", files[0], "--file", files[1])
    assert result.status == 0, result.err
    with client_of(agent_stub) as client:
        prompt = client.session.message.list("ses_000001", order="asc").all()[0]
    assert [(attached.name, attached.mime, attached.uri) for attached in prompt.files] == [
        ("notes.md", "text/plain", "data:text/plain;base64,cGVhcnMK"),
        ("tree.png", "image/png", "data:image/png;base64,iVBORwA="),
    ]


def test_new_session_gets_title_agent_and_model(agent_stub):
    result = run_agent(agent_stub, "run", "Hi.", "--title", "T", "--agent", "plan", "--model", "a/b/c", "--no-diff")
    assert result.status == 0, result.err
    session = agent_stub.sessions["ses_000001"].wire()
    assert (session["title"], session["agent"]) == ("T", "plan")
    assert (session["model"]["providerID"], session["model"].get("modelID") or session["model"]["id"]) == ("a", "b/c")
    assert agent_stub.requests.count("session.diff") == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", ""], "PROMPT: it is empty"),
        (["run", "x", "--model", "gpt"], "--model: 'gpt' is not a model; give PROVIDER/MODEL"),
        (["run", "x", "--allow", ":ls"], "--allow: ':ls' is not a pattern"),
        (["run", "x", "-s", "ses_1", "-d", "/a"], "leave --directory out"),
        (["run", "x", "-s", "ses_1", "--title", "T"], "for a new session"),
        (["run", "x", "-c", "--agent", "plan"], "for a new session"),
        (["run", "x", "-c", "-s", "ses_1"], "--session, --fork and --continue choose a session each"),
        (["run", "x", "--file", "missing.txt"], "--file: missing.txt: No such file"),
        (["run", "x", "-d", ""], "--directory: it is empty"),
        (["run", "x", "-o", "csv"], "-o csv: an answer is not a table"),
        (["run", "x", "-o", "json", "--fields", "txt"], "--fields: 'txt' is not one of session_id"),
        (["run", "x", "--otherwise", "maybe"], "maybe"),
        (["run", "x", "--deadline", "0"], "deadline"),
    ],
)
def test_wrong_arguments_are_refused_before_anything_is_sent(agent_stub, arguments, message):
    result = run_agent(agent_stub, *arguments)
    assert (result.status, result.out) == (2, "")
    assert message in result.err
    assert len(agent_stub.requests) == 0


def test_unknown_session_and_refused_directory_are_one_line(agent_stub):
    result = run_agent(agent_stub, "run", "x", "--session", "ses_9")
    assert (result.status, result.err.count("\n")) == (1, 1)
    assert "session.get: 404" in result.err
    agent_stub.faults.add("session.create", status=404, body="no such directory\x1b[2J")
    result = run_agent(agent_stub, "run", "x", "--directory", "/no/such")
    assert (result.status, result.err.count("\n")) == (1, 1)
    assert "session.create: 404" in result.err
    assert "\x1b" not in result.err
    assert agent_stub.requests.count("session.prompt") == 0


def test_server_that_ignores_the_directory_gets_no_prompt(agent_stub):
    agent_stub.observed.ignored_context = True
    result = run_agent(agent_stub, "run", "x", "--directory", "/home/dev/lighthouse")
    assert result.status == 1
    assert "give --adapter opencode" in result.err
    assert agent_stub.requests.count("session.prompt") == 0


@pytest.mark.parametrize(("argument", "taken"), [("Go.", False), ("-", True), (None, True)])
def test_prompt_is_the_argument_or_stdin(monkeypatch, argument, taken):
    monkeypatch.setattr(sys, "stdin", io.StringIO("From a pipe.\n"))
    assert read_prompt(argument) == ("From a pipe.\n" if taken else "Go.", taken)


@pytest.mark.parametrize(
    ("argument", "stdin", "message"),
    [("", "", "empty"), (" \n", "", "empty"), (None, "", "empty"), ("-", "x" * (MOST + 1), "longer than")],
)
def test_prompt_that_cannot_be_sent_is_refused(monkeypatch, argument, stdin, message):
    monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
    with pytest.raises(UsageError, match=message):
        read_prompt(argument)


@pytest.mark.parametrize("errors", ["strict", "surrogateescape"])
def test_stdin_that_is_not_text_is_refused(monkeypatch, errors):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe"), "utf-8", errors))
    with pytest.raises(UsageError, match="not UTF-8"):
        read_prompt("-")


@pytest.mark.parametrize("argument", ["-", None])
def test_stdin_that_is_closed_has_no_prompt(monkeypatch, argument):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(UsageError, match="stdin is closed"):
        read_prompt(argument)


@pytest.mark.parametrize(
    "options",
    [
        *(["--deadline", text] for text in ("nan", "inf", "1e300")),
        ["--max-cost", "nan"],
        ["--session", "ses_000001", "--max-cost", "inf"],
    ],
)
def test_number_that_is_no_bound_is_refused_before_a_session_is_created(agent_stub, options):
    result = run_agent(agent_stub, "run", "Go.", *options)
    assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
    assert len(agent_stub.requests) == 0


def test_missing_prompt_at_a_terminal_is_refused_at_once(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("x"))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    with pytest.raises(UsageError, match="what should the agent do"):
        read_prompt(None)

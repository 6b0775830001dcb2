"""The command `trivet-stub replay`."""

import json
import shutil

import pytest

from tests.checks.proxy.sessions import recorded
from tests.other_make.chat_server import ORDER, chat_server
from tests.other_make.records import KEYS
from trivet import BusClient
from trivet_checks import Proxy
from trivet_stubs import BusStub, ChatStub
from trivet_stubs.__main__ import main


@pytest.fixture(scope="module")
def of_a_stub(tmp_path_factory):
    """A session in front of a stub."""
    folder = tmp_path_factory.mktemp("kept") / "stub"
    with ChatStub() as stub:
        tokens = {"admin": stub.admin_token, "user": stub.token("alice"), "other": stub.token("bob")}
        recorded(stub.app, tokens, folder)
    return folder


@pytest.fixture(scope="module")
def of_another(tmp_path_factory):
    """The same session in front of a server of another make, which lists the newest message first."""
    folder = tmp_path_factory.mktemp("kept") / "another"
    recorded(chat_server([ORDER]), KEYS, folder)
    return folder


def test_recording_without_differences_exits_with_0(of_a_stub, capsys):
    assert main(["replay", str(of_a_stub)]) == 0
    first, callers = capsys.readouterr().out.splitlines()
    assert first == f"chat stub, {of_a_stub}: 38 requests were sent, 0 differences"
    assert callers.endswith("is alice, removed-2 is bob, removed-5 is admin")


@pytest.mark.long
def test_differences_are_rows_of_a_table_with_their_rules_and_exit_with_1(of_another, capsys):
    assert main(["replay", str(of_another)]) == 1
    head, *rows = capsys.readouterr().out.splitlines()[3:]
    assert head.split() == ["request", "recorded", "stub", "rule"]
    columns = [head.index(name) for name in ("request", "recorded", "stub", "rule")]
    order, reading = ([row[start:].partition("  ")[0] for start in columns] for row in rows)
    assert order[0].startswith("9 GET /conversations/")
    assert order[1].startswith("items: ")
    assert order[1] != order[2]
    assert order[3] == "chat.messages.list-is-oldest-first (stated)"
    assert reading[1:] == ["404", "200", "chat.access.recipients-read-what-is-shared (assumed)"]


def test_report_as_json_has_everything(of_another, capsys):
    assert main(["replay", str(of_another), "--format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["service"], report["sent"], report["exit_status"]) == ("chat", 38, 1)
    assert report["differences"][0] | {"recorded": "", "stub": "", "request": ""} == {
        "exchange": 9,
        "operation": "conversations.messages.list",
        "request": "",
        "kind": "order",
        "place": "items",
        "recorded": "",
        "stub": "",
        "rule": "chat.messages.list-is-oldest-first",
        "basis": "stated",
        "sentence": "The list of messages has the oldest first.",
    }
    assert list(report["callers"].values()) == ["alice", "bob", "admin"]


def test_callers_are_chosen_by_name(of_a_stub, capsys):
    assert main(["replay", str(of_a_stub), "--caller", "removed-2=erin", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["callers"]["removed-2"] == "erin"


def test_state_is_loaded_and_not_saved(of_a_stub, tmp_path, run, capsys):
    state = tmp_path / "state.json"
    run(["chat", "--state", str(state)], lambda output: None)
    before = state.read_text()
    capsys.readouterr()

    assert main(["replay", str(of_a_stub), "--state", str(state)]) == 0
    assert state.read_text() == before


def test_pages_of_a_bus_recording_are_the_records_of_the_stub(tmp_path, bus_server, capsys):
    with Proxy("bus", bus_server.url, record=tmp_path / "kept") as proxy:
        with BusClient(account_key="stub-key", base_url=proxy.url) as bus:
            bus.stops.list().all()
            bus.stops.list(bus_stop_code="28009").all()

    assert main(["replay", str(tmp_path / "kept")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2:] == [
        "Not replayed:",
        "  stops.list: 1 page without a filter: recorded as the records from which a stub is made",
    ]
    assert BusStub(data=tmp_path / "kept").records.stops


def test_bodies_that_the_recording_omits_are_counted(of_a_stub, tmp_path, capsys):
    folder = shutil.copytree(of_a_stub, tmp_path / "kept")
    file = folder / "exchanges" / "000002.json"
    exchange = json.loads(file.read_text())
    del exchange["answer"]["json"]
    exchange["answer"]["omitted"] = {"bytes": 2, "sha256": "", "reason": "it has zero bytes"}
    file.write_text(json.dumps(exchange))

    main(["replay", str(folder)])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(", 1 not sent: the recording omits a body")
    assert "  2 conversations.create: the recording omits the body of the answer: it has zero bytes" in lines


def test_recording_without_requests_exits_with_2(of_a_stub, tmp_path, capsys):
    shutil.copytree(of_a_stub, tmp_path / "kept", ignore=shutil.ignore_patterns("0*.json"))
    assert main(["replay", str(tmp_path / "kept")]) == 2
    assert "no request was sent" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("recording.json", '{"format": 2, "service": "chat"}', "its format is 2, and this version reads 1"),
        ("recording.json", '{"format": 1, "service": "tram"}', "is a recording of 'tram', which is not a service"),
        ("recording.json", "", "recording.json: not JSON"),
        ("exchanges/000003.json", '{"request": {"operation"', "000003.json: not JSON"),
        ("exchanges/000003.json", "{}", "000003.json: not an exchange"),
    ],
)
def test_recording_that_cannot_be_read_exits_with_2(refused, of_a_stub, tmp_path, name, content, message):
    folder = shutil.copytree(of_a_stub, tmp_path / "kept")
    (folder / name).write_text(content)
    assert message in refused(["replay", str(folder)])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--caller", "removed-1=zoe"], "caller: there is no user 'zoe'"),
        (["--same", "only-one-id"], "same: 'only-one-id' is not RECORDED=ID"),
        (["--setting", "no_such=1"], "no_such"),
        (["--format", "xml"], "invalid choice: 'xml'"),
    ],
)
def test_option_that_cannot_be_used_exits_with_2(refused, of_a_stub, arguments, message):
    assert message in refused(["replay", str(of_a_stub), *arguments])

"""A recording as the oracle of a stub: its requests are replayed, and the answers that differ are named by rule."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.checks.proxy.sessions import recorded
from tests.other_make import chat_server as other_make
from tests.other_make.records import KEYS
from trivet import AgentClient, BusClient
from trivet_checks import Proxy, ReplayResult, replay_requests
from trivet_stubs import AgentStub, BusStub, ChatStub, spec
from trivet_stubs.kernel.contract import Contract
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest

ASSUMED = "chat.access.recipients-read-what-is-shared"
"""The only rule that the server of another make does not keep: this project assumes it."""
BROKEN_BY = {name: fault.rule for name, fault in other_make.FAULTS.items()}
SENT = 38
"""The number of requests of the session."""


def replayed(folder: Path, **options: Any) -> ReplayResult:
    with ChatStub() as stub:
        return replay_requests(stub, folder, **options)


def rules_of(result: ReplayResult) -> list[str]:
    return [difference.rule for difference in result.differences]


@pytest.fixture(scope="module")
def of_a_stub(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The session, recorded in front of a stub."""
    folder = tmp_path_factory.mktemp("kept") / "stub"
    with ChatStub() as stub:
        tokens = {"admin": stub.admin_token, "user": stub.token("dave"), "other": stub.token("bob")}
        recorded(stub.app, tokens, folder)
    return folder


@pytest.fixture
def copied(of_a_stub: Path, tmp_path: Path) -> Path:
    """A copy of that recording, which a test may change."""
    return Path(shutil.copytree(of_a_stub, tmp_path / "copied"))


def edit(folder: Path, number: int, change: Callable[[Any], object]) -> None:
    """Change an exchange of a recording."""
    file = folder / "exchanges" / f"{number:06d}.json"
    exchange = json.loads(file.read_text())
    change(exchange)
    file.write_text(json.dumps(exchange))


def numbers_of(folder: Path, operation_id: str) -> list[int]:
    """The numbers of the exchanges of an operation."""
    files = sorted((folder / "exchanges").glob("*.json"))
    return [int(file.stem) for file in files if json.loads(file.read_text())["request"]["operation"] == operation_id]


def test_recording_of_a_stub_has_no_difference_from_another_stub(of_a_stub: Path) -> None:
    result = replayed(of_a_stub)

    assert (result.differences, result.not_replayed, result.sent) == ([], [], SENT)
    assert result.exit_status == 0
    assert list(result.callers.values()) == ["alice", "bob", "admin"]


def test_server_that_keeps_the_contract_differs_by_an_assumed_rule_alone(tmp_path: Path) -> None:
    recorded(other_make.chat_server(), KEYS, tmp_path / "kept")
    result = replayed(tmp_path / "kept")

    assert rules_of(result) == [ASSUMED]
    assert (result.sent, result.exit_status) == (SENT, 1)


@pytest.mark.long
@pytest.mark.parametrize("fault", sorted(other_make.FAULTS))
def test_planted_fault_of_a_server_is_named_by_its_rule(tmp_path: Path, fault: str) -> None:
    recorded(other_make.chat_server([fault]), KEYS, tmp_path / "kept")
    callers = {}
    if fault == other_make.ROLE:  # by its answers alone, a caller who exports everything is an administrator
        [first, _] = numbers_of(tmp_path / "kept", "admin.conversations.export")
        edit(tmp_path / "kept", first, lambda exchange: callers.update({exchange["request"]["caller"]: "bob"}))
    result = replayed(tmp_path / "kept", callers=callers)

    assert sorted(rules_of(result)) == sorted([ASSUMED, BROKEN_BY[fault]])


def test_fault_of_the_stub_is_named_by_its_rule(of_a_stub: Path) -> None:
    with ChatStub() as stub:
        list_messages = stub.handler("conversations.messages.list")

        class NewestFirst:
            @operation("conversations.messages.list")
            def list_messages(self, request: ContractRequest) -> Any:
                page: Any = list_messages(request)
                return {**page, "items": page["items"][::-1]}

        stub.override(NewestFirst())
        result = replay_requests(stub, of_a_stub)

    [difference] = result.differences
    assert (difference.operation, difference.kind) == ("conversations.messages.list", "order")
    assert (difference.rule, difference.basis) == ("chat.messages.list-is-oldest-first", "stated")


def first_message(exchange: Any) -> Any:
    return exchange["answer"]["json"]["items"][0]


@pytest.mark.parametrize(
    ("name", "change", "kind", "place", "rule"),
    [
        (
            "conversations.create",
            lambda exchange: exchange["answer"]["json"].update(title="Another"),
            "field",
            "title",
            "chat.conversations.create-takes-an-optional-title",
        ),
        (
            "conversations.messages.create",
            lambda exchange: exchange["answer"].update(status=200),
            "status",
            "",
            "chat.messages.create-answers-201",
        ),
        (
            "conversations.messages.list",
            lambda exchange: first_message(exchange).update(content="When?"),
            "field",
            "items.content",
            "",
        ),
        (
            "conversations.messages.list",
            lambda exchange: exchange["answer"]["json"].update(total=2, items=exchange["answer"]["json"]["items"][:2]),
            "list",
            "items",
            "",
        ),
        (
            "conversations.messages.rate",
            lambda exchange: exchange["answer"]["json"].update(rating=-1),
            "field",
            "rating",
            "",
        ),
        (
            "conversations.archive",
            lambda exchange: exchange["answer"]["json"].update(is_archived=False),
            "field",
            "is_archived",
            "chat.conversations.archive-hides",
        ),
        (
            "admin.users.impersonate",
            lambda exchange: exchange["answer"]["json"].update(expires_in=60),
            "field",
            "expires_in",
            "chat.impersonation.expires-in-is-3600",
        ),
        (
            "admin.conversations.export",
            lambda exchange: exchange["answer"]["headers"].pop("content-disposition"),
            "field",
            "",
            "chat.admin-conversations.export-is-an-attachment",
        ),
        (
            "admin.ratings.export",
            lambda exchange: exchange["answer"]["headers"].update({"content-type": "application/json"}),
            "media type",
            "",
            "chat.admin-ratings.export-as-csv-is-streamed",
        ),
        (
            "conversations.shared_with_me",
            lambda exchange: exchange["answer"]["json"].pop("total"),
            "form",
            "",
            "",
        ),
    ],
)
def test_changed_answer_is_one_difference_at_its_place(
    copied: Path, name: str, change: Callable[[Any], object], kind: str, place: str, rule: str
) -> None:
    edit(copied, numbers_of(copied, name)[-1], change)
    differences = [difference for difference in replayed(copied).differences if difference.operation == name]

    assert (differences[0].kind, differences[0].place, differences[0].rule) == (kind, place, rule)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("conversations.create", {"created_at": "2020-02-02T02:02:02Z", "server": "of its own"}),
        ("conversations.messages.create", {"model_name": "another-model", "tokens_used": 12}),
        ("admin.ratings.list", {"total": 99}),
    ],
)
def test_times_and_facts_of_the_servers_own_are_no_difference(copied: Path, name: str, change: dict[str, Any]) -> None:
    for number in numbers_of(copied, name):
        edit(copied, number, lambda exchange: exchange["answer"]["json"].update(change))

    assert replayed(copied).differences == []


def test_page_of_a_server_with_more_records_is_no_difference(copied: Path) -> None:
    [number] = [
        number
        for number in numbers_of(copied, "conversations.list")
        if "limit=2" in (copied / "exchanges" / f"{number:06d}.json").read_text()
    ]

    def fill(exchange: Any) -> None:
        page = exchange["answer"]["json"]
        page["items"] = [{**row, "id": str(uuid4()), "title": "From before"} for row in page["items"]]
        page["total"] = 50

    edit(copied, number, fill)
    assert replayed(copied).differences == []


def test_counts_of_a_user_whom_a_request_names_are_no_difference(copied: Path) -> None:
    with ChatStub() as stub:
        named = stub.user_id("nadia")
    [first, *_] = numbers_of(copied, "conversations.shares.create")
    edit(copied, first, lambda exchange: [exchange[side]["json"].update(shared_with=named) for side in exchange])

    def count(exchange: Any) -> None:
        for row in exchange["answer"]["json"]["items"]:
            row["conversation_count"] += 70

    [number] = numbers_of(copied, "admin.users.list")
    edit(copied, number, count)
    assert "admin.users.list" not in [difference.operation for difference in replayed(copied).differences]


def test_id_that_is_another_records_is_a_difference(copied: Path) -> None:
    first, second, *_ = numbers_of(copied, "conversations.messages.create")
    ids: list[str] = []
    edit(copied, first, lambda exchange: ids.append(exchange["answer"]["json"]["id"]))
    edit(copied, second, lambda exchange: exchange["answer"]["json"].update(id=ids[0]))
    result = replayed(copied)

    assert (result.differences[0].exchange, result.differences[0].place) == (second, "id")


def test_record_from_before_the_recording_is_not_replayed_until_its_id_is_named(copied: Path) -> None:
    old = "0f0f0f0f-0000-4000-8000-00000000000f"
    [number, *_] = numbers_of(copied, "conversations.get")
    edit(copied, number, lambda exchange: exchange["request"].update(path=f"/conversations/{old}"))
    [skipped] = replayed(copied).not_replayed
    assert (skipped.exchange, skipped.operation) == (number, "conversations.get")
    assert skipped.reason == f"conversation_id {old} is of a record that the recording has not made"

    with ChatStub() as stub:
        mine = next(row.id for row in stub.records.conversations.values() if row.user_id == stub.user_id("bob"))
        assert replay_requests(stub, copied, ids={old: mine}).not_replayed == []


def test_recording_without_callers_is_replayed_as_one_and_refusals_of_callers_are_listed(copied: Path) -> None:
    for file in (copied / "exchanges").iterdir():
        edit(copied, int(file.stem), lambda exchange: exchange["request"].pop("caller"))
    result = replayed(copied, callers={"*": "alice"})

    reasons = [skipped.reason for skipped in result.not_replayed if "does not say who called" in skipped.reason]
    assert len(reasons) == len([1 for status in statuses(copied) if status in (401, 403)]) == 3
    assert result.sent > 10


def statuses(folder: Path) -> list[int]:
    files = sorted((folder / "exchanges").glob("*.json"))
    return [json.loads(file.read_text())["answer"]["status"] for file in files]


def test_failure_of_the_server_is_not_replayed(copied: Path) -> None:
    edit(copied, 1, lambda exchange: exchange["answer"].update(status=503))
    result = replayed(copied)

    assert result.not_replayed[0].reason == "the server failed with 503: no rule says when"
    assert result.differences == []


def test_caller_without_a_number_is_not_replayed(copied: Path) -> None:
    edit(copied, 1, lambda exchange: exchange["request"].update(caller="removed"))
    [skipped, *_] = replayed(copied).not_replayed

    assert (skipped.exchange, skipped.reason) == (1, "the recording has too many secrets to tell its callers apart")


def test_json_that_is_nested_too_deeply_is_an_error(copied: Path) -> None:
    file = copied / "exchanges" / "000001.json"
    text = file.read_text()
    for depth in (190, 210):
        file.write_text(text.replace('"title": "Plan"', f'"title": {"[" * depth}{"]" * depth}'))
        if depth < 200:
            assert replayed(copied).sent > 0
        else:
            with pytest.raises(ValueError, match=r"000001\.json: not an exchange: its JSON is nested more than 200"):
                replayed(copied)


def test_caller_that_the_stub_does_not_have_is_refused(of_a_stub: Path) -> None:
    with pytest.raises(ValueError, match="there is no user 'zoe'"):
        replayed(of_a_stub, callers={"removed-1": "zoe"})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda folder: (folder / "exchanges/000007.json").unlink(), "the exchange 000007.json is missing"),
        (lambda folder: (folder / "exchanges/000007.json").write_text('{"request": {'), "000007.json: not JSON"),
        (lambda folder: (folder / "recording.json").unlink(), "No such file"),
        (
            lambda folder: (folder / "recording.json").write_text('{"format": 2, "service": "chat"}'),
            "its format is 2, and this version reads 1",
        ),
        (
            lambda folder: (folder / "recording.json").write_text('{"format": 1, "service": "bus"}'),
            "not a recording of the chat service",
        ),
    ],
)
def test_recording_that_cannot_be_read_is_an_error(
    copied: Path, change: Callable[[Path], object], message: str
) -> None:
    change(copied)
    with pytest.raises(ValueError, match=message):
        replayed(copied)


def test_recording_that_ends_early_is_compared_so_far_and_an_empty_one_says_nothing(copied: Path) -> None:
    for file in sorted((copied / "exchanges").iterdir())[9:]:
        file.unlink()
    result = replayed(copied)
    assert (result.sent, result.exit_status) == (9, 0)

    for file in (copied / "exchanges").iterdir():
        file.unlink()
    result = replayed(copied)
    assert (result.sent, result.exit_status) == (0, 2)


def test_lists_of_a_bus_recording_are_the_records_of_the_stub(tmp_path: Path) -> None:
    with BusStub() as stub, stub.serve() as server:
        with Proxy("bus", server.url, record=tmp_path / "kept") as proxy:
            with BusClient(account_key="stub-key", base_url=proxy.url) as bus:
                bus.stops.list().all()
                bus.arrivals.get("28009")
    with BusStub(data=tmp_path / "kept", account_key="another") as stub:
        result = replay_requests(stub, tmp_path / "kept")

    assert (result.sent, result.exit_status) == (1, 0)
    [skipped] = result.not_replayed
    assert (skipped.exchange, skipped.operation) == (0, "stops.list")
    assert skipped.reason == "1 page without a filter: recorded as the records from which a stub is made"

    [number] = numbers_of(tmp_path / "kept", "arrivals.get")
    edit(tmp_path / "kept", number, lambda exchange: exchange["answer"]["json"].update(BusStopCode="83139"))
    with BusStub(data=tmp_path / "kept") as stub:
        result = replay_requests(stub, tmp_path / "kept")
    assert rules_of(result) == ["bus.arrivals.echo-the-stop"]


def test_streams_are_not_replayed_and_sessions_are(tmp_path: Path) -> None:
    with AgentStub() as stub, stub.serve() as server:
        with Proxy("agent", server.url, record=tmp_path / "kept") as proxy:
            with AgentClient(base_url=proxy.url) as agent:
                session = agent.session.create(title="One")
                with agent.event.subscribe() as events:
                    next(events)
                agent.session.update(session.id, title="Two")
                agent.session.get(session.id)
    with AgentStub() as stub:
        with AgentClient(base_url="http://agent.test", transport=stub.transport()) as agent:
            agent.session.create(title="Before")
        result = replay_requests(stub, tmp_path / "kept")

    assert [skipped.reason for skipped in result.not_replayed] == ["an event stream: a stub sends events of its own"]
    assert (result.sent, result.differences) == (3, [])

    [number] = numbers_of(tmp_path / "kept", "session.get")
    edit(tmp_path / "kept", number, lambda exchange: _rename(exchange["answer"]["json"]))
    with AgentStub() as stub:
        [difference] = replay_requests(stub, tmp_path / "kept").differences
    assert (difference.operation, difference.recorded, difference.stub) == ("session.get", "One", "Two")


def _rename(body: Any) -> None:
    """Put the first title in the place of the second, wherever it stands."""
    for name, value in [*body.items()]:
        if value == "Two":
            body[name] = "One"
        elif isinstance(value, dict):
            _rename(value)


def test_upload_is_not_replayed(of_a_stub: Path) -> None:
    document = spec("chat")
    upload = {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}
    document["paths"]["/conversations/{conversation_id}/messages"]["post"]["requestBody"] = upload
    with ChatStub() as stub:
        stub.replace_contract(Contract(document))
        result = replay_requests(stub, of_a_stub)

    reasons = {
        skipped.reason for skipped in result.not_replayed if skipped.operation == "conversations.messages.create"
    }
    assert reasons == {"an upload: a recording keeps the text of a body alone"}

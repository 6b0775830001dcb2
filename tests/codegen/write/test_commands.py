"""Operations as commands, and the tables of the real specs."""

import json

import pytest
from attrs import evolve

from codegen.customizations import CUSTOMIZATIONS, Customizations
from codegen.read.ir import Parameter, Service, Type
from codegen.write.commands import CommandInput, CommandOperation, command_operations, command_table, kebab

from ..conftest import service_of


def inputs(service: Service, operation: str):
    [command] = [
        candidate
        for candidate in command_operations(service, CUSTOMIZATIONS[service.name])
        if candidate.id == operation
    ]
    return {command_input.wire: command_input for command_input in command.inputs}


@pytest.mark.parametrize(
    ("operation", "wire", "expected"),
    [
        ("conversations.list", "limit", {"option": "page-size", "page_size": True, "maximum": 100}),
        ("conversations.update", "title", {"kind": "text", "nullable": True, "shape": None}),
        ("conversations.update", "is_archived", {"kind": "boolean", "nullable": False}),
        ("conversations.open_shared", "token", {"option": "shared-token", "secret": True, "is_argument": False}),
        ("conversations.messages.rate", "rating", {"kind": "integer", "values": (1, -1), "closed": True}),
        ("conversations.messages.create", "role", {"kind": "text", "closed": False, "required": True}),
        ("admin.ratings.export", "export_format", {"name": "format", "option": "format"}),
    ],
)
def test_input_of_chat(operation: str, wire: str, expected: dict[str, object]):
    command_input = inputs(service_of("chat"), operation)[wire]
    assert {attribute: getattr(command_input, attribute) for attribute in expected} == expected


def test_record_with_a_secret_counts_as_a_secret():
    agent = service_of("agent")
    assert inputs(agent, "auth.create")["credential"].secret
    assert inputs(agent, "mcp.server.create")["config"].secret
    assert not inputs(agent, "session.create")["model"].secret


def test_answer_and_download_of_operations():
    commands = {
        command.id: command
        for name in ("agent", "bus", "chat")
        for command in command_operations(service_of(name), CUSTOMIZATIONS[name])
    }
    assert set(commands) == {op.id for name in ("agent", "bus", "chat") for op in service_of(name).operations}
    answers = {name: commands[name].answer for name in ("stops.list", "vcs.diff", "event.subscribe", "session.wait")}
    assert answers == {
        "stops.list": "pages",
        "vcs.diff": "list",
        "event.subscribe": "events",
        "session.wait": "nothing",
    }
    assert commands["passenger_volume.by_stop"].download == ("passenger_volume.download", "by_stop")
    assert commands["session.wait"].inputs[-1].place == "client"
    assert not commands["fs.grep"].changes
    assert commands["stops.list"].numbers == ("latitude", "longitude")


def test_table_names_its_source_first_and_has_every_operation():
    table = json.loads(command_table(service_of("bus"), CUSTOMIZATIONS["bus"]))
    assert next(iter(table)) == "generated"
    assert table["generated"].startswith("Generated from spec/bus.yaml by `python -m codegen`")
    assert sorted(row["id"] for row in table["operations"]) == sorted(one.id for one in service_of("bus").operations)


def test_two_inputs_of_one_option_are_refused():
    service = service_of("bus")
    [stops] = [operation for operation in service.operations if operation.id == "stops.list"]
    twin = Parameter("skip_", "skip_", "query", Type("int"), False, False, (), "")
    broken = evolve(service, operations=(evolve(stops, parameters=(*stops.parameters, twin)),))
    with pytest.raises(ValueError, match=r"stops.list: two inputs would be the option --skip"):
        command_table(broken, Customizations())


def test_input_with_the_name_of_an_option_of_every_command_gets_another_one():
    service = service_of("bus")
    [stops] = [operation for operation in service.operations if operation.id == "stops.list"]
    output = Parameter("output", "output", "query", Type("list", of=(Type("str"),)), False, False, (), "")
    changed = evolve(service, operations=(evolve(stops, parameters=(output,)),))
    [command] = command_operations(changed, Customizations())
    assert [(command_input.option, command_input.many) for command_input in command.inputs] == [("list-output", True)]


INPUT = CommandInput(
    name="user_id",
    wire="userID",
    place="identity",
    option="user-id",
    kind="text",
    many=False,
    values=(),
    closed=False,
    required=True,
    nullable=False,
    secret=False,
    page_size=False,
    maximum=None,
    help="An id.",
    shape=None,
)
OPERATION = CommandOperation(
    id="admin.shared_with_me",
    method="GET",
    path="/x",
    summary="X.",
    doc="",
    answer="list",
    paging=None,
    context=False,
    changes=False,
    columns=(),
    numbers=(),
    example="trivet chat admin shared-with-me",
    python="client.admin.shared_with_me()",
    download=None,
    inputs=(INPUT,),
)


def test_table_leaves_out_usual_values():
    listed = OPERATION.listed()
    assert listed.keys() == {"id", "method", "path", "summary", "answer", "example", "python", "inputs"}
    [listed_input] = listed["inputs"]
    assert listed_input.keys() == {"name", "wire", "place", "option", "kind", "help", "required"}
    assert evolve(OPERATION, paging="offset", context=True).listed().keys() - listed.keys() == {"paging", "context"}


def test_secret_identity_is_not_an_argument():
    assert (INPUT.is_argument, INPUT.argument) == (True, "USER_ID")
    assert not evolve(INPUT, secret=True).is_argument


def test_words_of_a_command_have_hyphens():
    assert OPERATION.words == ("admin", "shared-with-me")
    assert [kebab(name) for name in ("from_", "list")] == ["from", "list"]

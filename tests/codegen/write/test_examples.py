"""Examples as source: the call of a method, and the words of a command."""

import ast

import pytest

from codegen.customizations import CUSTOMIZATIONS
from codegen.read.ir import Operation, Service
from codegen.write.commands import command_operations
from codegen.write.examples import call, example

from ..conftest import service_of


def found(service: str, identity: str) -> tuple[Operation, Service]:
    """Return an operation and its service."""
    model = service_of(service)
    return next(operation for operation in model.operations if operation.id == identity), model


@pytest.mark.parametrize("name", ["agent", "bus", "chat", "orchard"])
def test_every_operation_has_an_example_that_calls_it(name: str) -> None:
    service = service_of(name)
    for operation in service.operations:
        lines = example(operation, service).splitlines()
        assert lines[0].startswith(f">>> await client.{operation.id}(")
        source = "\n".join(line.removeprefix(">>> ").removeprefix("... ") for line in lines)
        ast.parse(f"async def f():\n    {source}")


CALLS = [
    ("bus", "stops.list", '>>> await client.stops.list(bus_stop_code="28009").all()'),
    ("bus", "routes.list", ">>> await client.routes.list().all()"),
    ("agent", "session.prompt", '>>> await client.session.prompt("ses_000001", prompt=Prompt(text="Fix the tests."))'),
    (
        "agent",
        "auth.create",
        '>>> await client.auth.create(\n...     service_id="router", '
        'credential=ApiCredential(type="api", key="an-api-key")\n... )',
    ),
    ("chat", "admin.users.list", '>>> await client.admin.users.list(limit=10, search="alice").all()'),
    ("orchard", "reports.yearly", '>>> await client.reports.yearly("spring")'),
]


@pytest.mark.parametrize(("service", "identity", "lines"), CALLS, ids=lambda value: value if "." in value else "")
def test_docstring_shows_the_first_call(service: str, identity: str, lines: str) -> None:
    assert example(*found(service, identity)) == lines


def test_long_call_has_an_argument_a_line() -> None:
    operation, service = found("orchard", "trees.list")

    assert example(operation, service).splitlines()[:3] == [
        ">>> await client.trees.list(",
        "...     skip=3,",
        "...     limit=1,",
    ]


def test_method_by_hand_has_its_own_names_of_arguments() -> None:
    operation, service = found("chat", "admin.ratings.export")

    names = CUSTOMIZATIONS["chat"].method_arguments[operation.id]
    assert call(operation, service, names) == 'client.admin.ratings.export(format="json")'


COMMANDS = [
    ("bus", "stops.list", "trivet bus stops list --bus-stop-code 28009"),
    ("chat", "conversations.open_shared", "trivet chat conversations open-shared --shared-token-file FILE"),
    ("chat", "admin.ratings.export", "trivet chat admin ratings export --format json"),
    ("chat", "conversations.list", "trivet chat conversations list --include-archived"),
    (
        "agent",
        "session.prompt",
        """trivet agent session prompt ses_000001 --prompt '{"text": "Fix the tests."}'""",
    ),
    ("agent", "session.list", "trivet agent session list --page-size 20 --order desc"),
    ("agent", "vcs.patch", "trivet agent vcs patch --from-file patch=FILE"),
]


@pytest.mark.parametrize(("service", "identity", "line"), COMMANDS, ids=lambda value: value if "." in value else "")
def test_command_shows_the_first_call(service: str, identity: str, line: str) -> None:
    commands = command_operations(service_of(service), CUSTOMIZATIONS[service])

    assert {command.id: command.example for command in commands}[identity] == line

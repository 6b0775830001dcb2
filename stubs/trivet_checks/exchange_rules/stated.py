"""What the spec of a service says of its operations and records, for the rules that exchanges show."""

from typing import Any

from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.operation import JSON
from trivet_stubs.kernel.spec import JsonObject, resolve


def paged(service: str) -> tuple[str, ...]:
    """The operations that page.

    >>> paged("bus")
    ('services.list', 'routes.list', 'stops.list', 'planned_routes.list')
    """
    return tuple(name for name, operation in load(service).operations.items() if "x-paging" in operation.raw)


def is_assumed(service: str, operation: str) -> bool:
    """Whether the contract does not have an operation, so that a server may lack it.

    >>> is_assumed("chat", "conversations.get")
    False
    """
    return "x-assumed" in load(service).operations[operation].raw


def plain_reads(service: str, beginning: str = "") -> tuple[str, ...]:
    """The operations that read without any input, and answer JSON; those whose ids have a beginning.

    >>> plain_reads("chat", "conversations.")
    ('conversations.list', 'conversations.shared_with_me')
    """
    return tuple(
        id
        for id, operation in load(service).operations.items()
        if operation.method == "GET"
        and id.startswith(beginning)
        and JSON in operation.media_types
        and not operation.path_parameters
        and not any(parameter.required for parameter in operation.query.values())
    )


def with_parameter(service: str, name: str) -> tuple[str, ...]:
    """The operations with a parameter in the query or in the path.

    >>> with_parameter("bus", "Date")
    ('passenger_volume.by_stop', 'passenger_volume.by_trip')
    """
    operations = load(service).operations
    return tuple(
        id for id, operation in operations.items() if name in operation.query or name in operation.path_parameters
    )


def record_parameters(service: str, verb: str) -> dict[str, str]:
    """From the operations of a verb to the parameter of the path that names their record, if only one does.

    >>> record_parameters("chat", "delete")["conversations.delete"]
    'conversation_id'
    """
    return {
        id: [*operation.path_parameters][-1]
        for id, operation in load(service).operations.items()
        if id.endswith(f".{verb}") and operation.path_parameters
    }


def parameter(service: str, operation: str, name: str) -> JsonObject:
    """The schema of a parameter.

    >>> parameter("chat", "conversations.list", "limit")["maximum"]
    100
    """
    contract = load(service)
    raws = [resolve(contract.document, raw) for raw in contract.operations[operation].raw["parameters"]]
    [schema] = [raw["schema"] for raw in raws if raw["name"] == name]
    return resolve(contract.document, schema)


def named_statuses(service: str, operation: str) -> tuple[int, ...]:
    """The statuses of a success that the contract names.

    >>> named_statuses("chat", "conversations.messages.rate")
    (200, 201)
    """
    contract = load(service)
    answers = contract.operations[operation].raw["responses"].items()
    named = [status for status, answer in answers if "x-assumed" not in resolve(contract.document, answer)]
    return tuple(int(status) for status in named if status.startswith("2"))


def fields(service: str, record: str, kind: str = "") -> tuple[str, ...]:
    """The fields of a record, of one kind if that is given: the name of a record, or a type of JSON.

    >>> fields("bus", "BusService", "Frequency")
    ('AM_Peak_Freq', 'AM_Offpeak_Freq', 'PM_Peak_Freq', 'PM_Offpeak_Freq')
    """
    properties: JsonObject = _schema(service, record)["properties"]
    return tuple(name for name, schema in properties.items() if not kind or kind in _kinds(schema))


def values(service: str, record: str, field: str = "") -> tuple[Any, ...]:
    """The values of a field that the spec lists, or of a schema of values.

    >>> values("chat", "Permission")
    ('view', 'edit')
    """
    schema = _schema(service, record)
    return tuple((schema["properties"][field] if field else schema)["enum"])


def _schema(service: str, name: str) -> JsonObject:
    schema: JsonObject = load(service).document["components"]["schemas"][name]
    return schema


def _kinds(schema: JsonObject) -> tuple[str, str]:
    return str(schema.get("type")), str(schema.get("$ref")).rpartition("/")[2]

"""Which records hold values in a form of the user's own, such as metadata or the input of a tool.

Their numbers belong to the user, who wants an integer of any size back as it was. The JSON of such a record is searched
for long integers before it is parsed, which takes a millisecond for each megabyte; other records go without.
"""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import orjson

from .json_reading import LONG, ZEROS, loads_exactly, read_again


class FreeForm(dict[Any, bool]):
    """Whether a class of records holds values of any form, looked up once for each class.

    >>> FREE_FORM[Workspace], FREE_FORM[BusStop]
    (True, False)
    """

    def __missing__(self, kind: Any) -> bool:
        complete = getattr(kind, "__complete__", kind)
        if complete is not kind:  # a server could send any combination of missing fields: their classes are not kept
            return self[complete]
        self[kind] = free_form = _holds_any(kind, set())
        return free_form


FREE_FORM = FreeForm()
"""The classes that were looked up so far."""

SHORT = 10_000
"""The bytes of a body that is searched sooner than its class is looked up, which takes up to a millisecond."""


def loads_record(body: bytes | bytearray, record: Any) -> Any:
    """Parse the JSON of a record, with integers of any size where it holds values of any form.

    >>> loads_record(b'{"metadata": {"balance": 123456789012345678901234}}', Workspace)
    {'metadata': {'balance': 123456789012345678901234}}

    Raises:
        ValueError: As `json_reading.loads` raises it.
    """
    if (len(body) < SHORT or FREE_FORM[record]) and LONG in body.translate(ZEROS):
        return loads_exactly(body)
    refusal = ""
    try:
        return orjson.loads(body)  # not by `loads`: a small answer takes no call more than with orjson alone
    except ValueError as error:
        refusal = str(error)
    return read_again(body, refusal)


def _holds_any(hint: Any, known: set[Any]) -> bool:
    """Whether a type has a value of any form in it.

    Args:
        hint: The type.
        known: The records that were looked into, one of which may contain itself.
    """
    if hint is Any:
        return True
    names: dict[str, str] | None = getattr(hint, "__wire_names__", None)
    if names is None:
        return any(_holds_any(argument, known) for argument in get_args(hint))
    if hint in known:
        return False
    known.add(hint)
    return any(_holds_any(field, known) for name, field in get_type_hints(hint).items() if name in names.values())

# Derived from sdk/trivet/chat/_bulk/_async/record.py by `python -m codegen`; do not edit.
"""The record of a row, read from the service and compared with the row's id."""

from __future__ import annotations

from typing import Any

from ...._core import answer_decoder
from ...._core.answer import Answer
from ...._core.call import Call
from ...._sync.connection import Connection

__all__ = ["read_record"]


def read_record(connection: Connection, call: Call[Any], record_id: str) -> Answer[Any]:
    """Return the answer with a record; its value is None where the call finds none in a list.

    Raises:
        APIError: The record could not be read, or the answer is another one, as from a cache or a proxy.
    """
    answer = connection.exchange(call)
    if answer.value is not None and answer.value.id.lower() != record_id.lower():
        why = f"the answer is another record than {record_id}"
        raise answer_decoder.decode_error(call, connection.settings, answer, answer.body, why)
    return answer

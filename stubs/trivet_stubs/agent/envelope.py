"""How the answers of the agent service wrap their data."""

from copy import deepcopy
from typing import Any

from trivet_stubs.agent.context import Context
from trivet_stubs.kernel.spec import JsonObject


def located(context: Context, data: Any) -> JsonObject:
    """Wrap the answer of an operation that has a runtime context; a later change of the data does not reach it."""
    return {"location": context.wire(), "data": deepcopy(data)}


def plain(data: Any) -> JsonObject:
    """Wrap the answer of any other operation; a later change of the data does not reach it."""
    return {"data": deepcopy(data)}

"""Pages of the chat service: by `skip` and `limit`, with the total."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject

T = TypeVar("T")


def page(
    request: ContractRequest, rows: Sequence[T], write: Callable[[T], JsonObject], *, default_limit: int = 50
) -> JsonObject:
    """The page of rows that a request asks for.

    Args:
        request: The request; `skip` and `limit` of its query count.
        rows: Every row, in order.
        write: Makes the JSON object of a row.
        default_limit: How many rows the page holds when the request has no `limit`.
    """
    skip: int = request.query.get("skip", 0)
    limit: int = request.query.get("limit", default_limit)
    return {"items": [write(row) for row in rows[skip : skip + limit]], "total": len(rows)}

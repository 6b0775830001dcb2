"""The one item of a stream of events that the service did not send."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from ..._core.public import exported_from
from ...errors import APIConnectionError

__all__ = ["Reconnected"]


@exported_from("trivet.agent")
@frozen
class Reconnected:
    """The stream broke, and there is a new one: what happened in between was not heard.

    Fetch again what has to be complete. A delta says what is appended, not where, so none of them can be made up for.

    Attributes:
        cause: What broke the stream; None where the service ended it.
        attempts: How often a connection was asked for until there was one, from 1.
        type: `reconnected`, which is no kind of event.
    """

    cause: APIConnectionError | None
    attempts: int
    type: Literal["reconnected"] = field(default="reconnected", init=False)

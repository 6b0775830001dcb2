"""The results of functions as a model reads them: text, JSON or an image, of a bounded size."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from attrs import frozen
from cattrs.preconf.json import make_converter

from ..._core.public import exported_from

MOST_BYTES = 1_000_000
"""The most bytes of a text: a model reads some hundred thousand at most."""

MOST_IMAGE_BYTES = 5_000_000
"""The most bytes of an image, as providers of models take them."""


@exported_from("trivet.agent")
@frozen
class ToolImage:
    """An image that a function returns.

    >>> ToolImage(chart.read_bytes())

    Attributes:
        content: The bytes.
        media_type: The media type.
    """

    content: bytes
    media_type: str = "image/png"


class ToolReply(NamedTuple):
    """The reply to one call.

    Attributes:
        content: A text, or an image.
        failed: Whether the call has failed.
    """

    content: str | ToolImage
    failed: bool = False


def reply_of(result: Any) -> ToolReply:
    """Return the reply for the result of a function; a failed one where the result is too large, or no JSON.

    >>> reply_of({"paid": True}).content
    '{"paid": true}'
    """
    if isinstance(result, ToolImage):
        if len(result.content) > MOST_IMAGE_BYTES:
            return ToolReply(f"the tool failed: its image has more than {MOST_IMAGE_BYTES:,} bytes", failed=True)
        return ToolReply(result)
    if isinstance(result, str):
        text = result
    else:
        try:
            text = json.dumps(make_converter().unstructure(result), ensure_ascii=False, allow_nan=False)
        except Exception:  # a class of the program may raise anything
            name = type(result).__name__
            return ToolReply(f"the tool failed: its result is a {name}, which JSON cannot say", failed=True)
    if len(text.encode(errors="replace")) > MOST_BYTES:
        return ToolReply(f"the tool failed: its result has more than {MOST_BYTES:,} bytes", failed=True)
    return ToolReply(text.encode(errors="replace").decode())

# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The events of the Agent Server; all events of a group are loaded together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...._core.lazy_imports import lazy_exports
from ..tables import RECORDS

if TYPE_CHECKING:
    from .decode import decode_event as decode_event
    from .event import *
    from .message import *
    from .other import *
    from .permission import *
    from .pty import *
    from .question import *
    from .session import *
    from .session_next import *
    from .shared import *
    from .tui import *
    from .workspace import *
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            **{
                name: module.removeprefix(".events")
                for name, module in RECORDS.items()
                if module.startswith(".events.")
            },
            "decode_event": ".decode",
        },
    )

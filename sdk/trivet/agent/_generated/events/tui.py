# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal

from ...._core.decoders import new
from ...._core.lazy_attrs_classes import define
from ...._core.record import Names, Record, Tags, decode_rest
from ..models.shared import EventEnvelope
from .shared import SessionNamed, decode_session_named

__all__ = [
    "TuiCommandExecuteEvent", "TuiCommandExecuted", "TuiPromptAppendEvent", "TuiPromptAppended",
    "TuiSessionSelectEvent", "TuiToastShowEvent", "TuiToastShown",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class TuiCommandExecuteEvent(EventEnvelope):
    """The event tui.command.execute: a command for the terminal interface. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("tui.command.execute",)}

    type: Literal["tui.command.execute"]

    payload: TuiCommandExecuted


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class TuiCommandExecuted(Record):
    """A command for the terminal interface. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"command": "command"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"command"})

    command: str
    """The command, for instance session.new."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class TuiPromptAppendEvent(EventEnvelope):
    """The event tui.prompt.append: text to append to the prompt of the terminal interface.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("tui.prompt.append",)}

    type: Literal["tui.prompt.append"]

    payload: TuiPromptAppended


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class TuiPromptAppended(Record):
    """Text to append to the prompt of the terminal interface. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"text": "text"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"text"})

    text: str
    """The text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class TuiSessionSelectEvent(EventEnvelope):
    """The event tui.session.select: a session to show in the terminal interface.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("tui.session.select",)}

    type: Literal["tui.session.select"]

    payload: SessionNamed


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class TuiToastShowEvent(EventEnvelope):
    """The event tui.toast.show: a notification for the terminal interface. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("tui.toast.show",)}

    type: Literal["tui.toast.show"]

    payload: TuiToastShown


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class TuiToastShown(Record):
    """A notification for the terminal interface. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "title": "title",
        "message": "message",
        "variant": "variant",
        "duration": "duration",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"message"})

    title: str | None = None
    """The title."""

    message: str
    """The text."""

    variant: Literal["info", "success", "warning", "error"] | str | None = None
    """The variant of the notification."""

    duration: int | None = None
    """The duration in milliseconds."""


def decode_tui_command_executed(d: dict[str, Any]) -> TuiCommandExecuted:
    o = new(TuiCommandExecuted)
    try:
        o.command = d["command"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_tui_prompt_appended(d: dict[str, Any]) -> TuiPromptAppended:
    o = new(TuiPromptAppended)
    try:
        o.text = d["text"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_tui_toast_shown(d: dict[str, Any]) -> TuiToastShown:
    o = new(TuiToastShown)
    try:
        o.title = d.get("title")
        o.message = d["message"]
        o.variant = d.get("variant")
        o.duration = d.get("duration")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("title" in d) + ("variant" in d) + ("duration" in d) else d
    return o


EVENTS: dict[str, tuple[type[EventEnvelope], Callable[[dict[str, Any]], Any]]] = {
    "tui.command.execute": (TuiCommandExecuteEvent, decode_tui_command_executed),
    "tui.prompt.append": (TuiPromptAppendEvent, decode_tui_prompt_appended),
    "tui.session.select": (TuiSessionSelectEvent, decode_session_named),
    "tui.toast.show": (TuiToastShowEvent, decode_tui_toast_shown),
}
"""From each kind of event to its class and the decoder of its payload."""

"""Streams of events, shown as they come."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from threading import Timer
from typing import Any

from attrs import evolve

from trivet import DecodeError
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.operations.inputs import Arguments
from trivet.cli.options import Format
from trivet.cli.output.writer import write_records

__all__ = ["show_events"]

_UNREADABLE = 3
"""So many events in a row that cannot be read end the command: the answers are no events."""


def show_events(invocation: Invocation, method: Any, arguments: Arguments, given: Mapping[str, Any]) -> None:
    """Show events, as NDJSON unless another format is asked for, until they are enough or Ctrl-C is pressed.

    >>> show_events(invocation, client.event.subscribe, Arguments(), {"count": 5, "for": None})

    Args:
        invocation: The run.
        method: The client's method.
        arguments: Its arguments.
        given: The options `count` and `for`, in seconds.

    Raises:
        UsageError: An option is not above 0.
    """
    count, seconds = given["count"], given["for"]
    for option, value in (("--count", count), ("--for", seconds)):
        if value is not None and not value > 0:
            raise UsageError(f"{option} must be above 0, got {value}")
    options = invocation.options
    if options.output is None:
        options = evolve(options, output=Format.NDJSON)
    with method(**arguments) as events:
        timer = None if seconds is None else Timer(seconds, events.close)
        try:
            if timer is not None:
                timer.daemon = True
                timer.start()
            shown = _events(invocation, events, count)
            write_records(shown, options, columns=(), on_terminal=invocation.on_terminal, live=True)
        finally:
            if timer is not None:
                timer.cancel()


def _events(invocation: Invocation, events: Any, count: int | None) -> Generator[Any]:
    shown = unreadable = 0
    while shown != count:
        try:
            event = next(events)
        except StopIteration:
            return
        except DecodeError as error:
            unreadable += 1
            if unreadable == _UNREADABLE:
                raise
            invocation.note(f"left out: {error}")
            continue
        unreadable = 0
        if event.type == "reconnected":
            why = "the service ended the stream" if event.cause is None else str(event.cause)
            invocation.note(f"connected again, events in between are missing: {why}")
            continue
        shown += 1
        yield event

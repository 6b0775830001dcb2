"""The run of an operation's command: from what the user gave to what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from trivet.cli.invocation import Invocation
from trivet.cli.operations.events import show_events
from trivet.cli.operations.inputs import Arguments, gather
from trivet.cli.operations.pages import show_pages
from trivet.cli.operations.saving import download, show_export
from trivet.cli.operations.sources import Sources
from trivet.cli.operations.table import Operation
from trivet.cli.operations.values import show_value
from trivet.errors import InvalidArgumentError

__all__ = ["at_context", "run", "sources_of"]


def run(
    service: str, operation: Operation, invocation: Invocation, given: Mapping[str, Any], options: Mapping[str, Any]
) -> int | None:
    """Call the operation's method, and show what it returns.

    Args:
        service: The service.
        operation: The operation.
        invocation: The run.
        given: The values of the operation's inputs.
        options: The values of the command's own options, such as `limit`.

    Raises:
        UsageError: What the user gave cannot be used.
    """
    arguments = gather(operation, given, sources_of(invocation), service, options)
    for name in ("directory", "workspace"):
        if operation.context:
            arguments.labels[name] = f"--{name}"
    refused: InvalidArgumentError
    try:
        client = at_context(invocation.client, options) if operation.context else invocation.client
        _call(operation, client, invocation, arguments, options)
    except InvalidArgumentError as error:
        refused = error
    else:
        return None
    raise arguments.refusal(refused)


def sources_of(invocation: Invocation) -> Sources:
    """Return where a run reads files; stdin is taken if it has the credential."""
    return Sources("--token-file" if str(invocation.options.token_file) == "-" else "")


def at_context(client: Any, options: Mapping[str, Any]) -> Any:
    """Return a client that is bound to the context of `--directory` and `--workspace`, if one is given."""
    chosen = {each: options[each] for each in ("directory", "workspace") if options.get(each) is not None}
    return client.at(**chosen) if chosen else client


def _call(
    operation: Operation, client: Any, invocation: Invocation, arguments: Arguments, options: Mapping[str, Any]
) -> None:
    method = attrgetter(operation.id)(client)
    out = options.get("out")
    if operation.download is not None and out is not None:
        name, kind = operation.download
        download(invocation, attrgetter(name)(client), kind, arguments, out)
    elif operation.answer == "pages":
        show_pages(invocation, operation, method, arguments, options)
    elif operation.answer == "events":
        show_events(invocation, method, arguments, options)
    elif operation.answer == "export":
        show_export(invocation, method, arguments, out)
    else:
        show_value(invocation, operation, method(**arguments))

"""The run of an operation's command: its inputs become arguments, and its answer is shown."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from trivet.cli.failures import FAILED
from trivet.cli.invocation import Invocation
from trivet.cli.operations.inputs import Arguments, Sources, gather
from trivet.cli.operations.results import download, show_events, show_export, show_pages, show_value
from trivet.cli.operations.table import CONTEXT, Operation
from trivet.cli.terminal import confirm
from trivet.errors import InvalidArgumentError


def run(
    service: str, operation: Operation, invocation: Invocation, inputs: Mapping[str, Any], options: Mapping[str, Any]
) -> int | None:
    """Call the operation's method, and show its result.

    Args:
        service: The service.
        operation: The operation.
        invocation: The run.
        inputs: The values of the operation's inputs.
        options: The values of the command's own options, such as `limit`.

    Returns:
        The exit status: 1 if the user does not confirm a deletion, None for success.

    Raises:
        UsageError: An input or an option cannot be used, or a deletion needs `--yes`; nothing was sent.
    """
    if operation.changes:
        invocation.check_may_change(operation.id)
    if operation.deletes and not confirm(_question(operation, inputs), yes=bool(options.get("yes"))):
        invocation.note("not confirmed; nothing was changed")
        return FAILED
    arguments = gather(operation, inputs, sources_of(invocation), service, options)
    if operation.context:
        arguments.labels |= {name: f"--{name}" for name in CONTEXT}
    refused: InvalidArgumentError
    try:
        client = at_context(invocation.client, options) if operation.context else invocation.client
        _call(operation, client, invocation, arguments, options)
    except InvalidArgumentError as error:
        refused = error
    else:
        return None
    raise arguments.refusal(refused)


def _question(operation: Operation, inputs: Mapping[str, Any]) -> str:
    """Return the question before a deletion: what the operation does, and to what."""
    names = [f"{input_.shown} {inputs[input_.name]}" for input_ in operation.inputs if input_.is_argument]
    return f"{operation.summary.rstrip('.')} ({', '.join(names)}). Continue?"


def sources_of(invocation: Invocation) -> Sources:
    """Return the reader of files and stdin for a run; stdin is taken if it has the credential."""
    return Sources("--token-file" if str(invocation.options.token_file) == "-" else "")


def at_context(client: Any, options: Mapping[str, Any]) -> Any:
    """Return a client that is bound to `--directory` and `--workspace`, or the client itself without them."""
    context = {name: options[name] for name in CONTEXT if options.get(name) is not None}
    return client.at(**context) if context else client


def _call(
    operation: Operation, client: Any, invocation: Invocation, arguments: Arguments, options: Mapping[str, Any]
) -> None:
    method = attrgetter(operation.id)(client)
    out, force = options.get("out"), bool(options.get("force"))
    if operation.download is not None and out is not None:
        name, kind = operation.download
        download(invocation, attrgetter(name)(client), kind, arguments, out, force=force)
    elif operation.answer == "pages":
        show_pages(invocation, operation, method, arguments, options)
    elif operation.answer == "events":
        show_events(invocation, method, arguments, options)
    elif operation.answer == "export":
        show_export(invocation, method, arguments, out, force=force)
    else:
        show_value(invocation, operation, method(**arguments))

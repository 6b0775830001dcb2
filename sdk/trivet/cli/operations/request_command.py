"""The command `trivet SERVICE request`: a request that no operation of the contract describes."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Sequence
from typing import Annotated, Any, get_type_hints

import typer

from trivet.cli.command_function import add_recipe
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.operations.table import CONTEXT
from trivet.errors import InvalidArgumentError

_EPILOG = """trivet {0} request GET /reports --param month=2026-03

trivet {0} request POST /reports --body report.json

In Python: client.request("GET", "/reports", query={{"month": "2026-03"}})"""


def add(app: typer.Typer, service: str) -> None:
    """Add the command `request` to the group of a service."""
    signature = inspect.signature(request)
    parameters = signature.parameters.values()
    shown_parameters = [parameter for parameter in parameters if service == "agent" or parameter.name not in CONTEXT]

    def function(invocation: Invocation, **arguments: Any) -> None:
        request(invocation, **arguments)

    function.__signature__ = signature.replace(parameters=shown_parameters)  # type: ignore[attr-defined]
    paragraphs = (inspect.getdoc(request) or "").split("\n\n")
    function.__doc__ = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
    function.__annotations__ = get_type_hints(request, include_extras=True)
    add_recipe(app, "request", service, function, epilog=_EPILOG.format(service))


def request(
    invocation: Invocation,
    method: Annotated[str, typer.Argument(metavar="METHOD", help="GET, POST, PUT, PATCH or DELETE.")],
    path: Annotated[str, typer.Argument(metavar="PATH", help="The path below the service's URL.")],
    *,
    param: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A query parameter. May be repeated.")
    ] = None,
    body: Annotated[str | None, typer.Option(metavar="FILE", help="A JSON body; - is stdin.")] = None,
    content: Annotated[
        str | None, typer.Option(metavar="FILE", help="A body that is sent as it is; - is stdin.")
    ] = None,
    content_type: Annotated[str | None, typer.Option(metavar="TYPE", help="The media type of the body.")] = None,
    accept: Annotated[str, typer.Option(metavar="TYPE", help="The media type of the answer.")] = "application/json",
    directory: Annotated[str | None, typer.Option(metavar="DIR", help="The directory of the runtime.")] = None,
    workspace: Annotated[str | None, typer.Option(metavar="ID", help="The workspace of the runtime.")] = None,
) -> None:
    """Send a request that no other command sends, and print its answer as JSON.

    Credentials, retries and errors are the same; no contract is checked. A secret belongs into a body: other users of a
    machine can see arguments.
    """
    from trivet.cli.operations.inputs import Arguments  # noqa: PLC0415  # help needs no client
    from trivet.cli.operations.run import at_context, sources_of  # noqa: PLC0415

    if body is not None and content is not None:
        raise UsageError("--body and --content exclude each other")
    sources = sources_of(invocation)
    arguments: dict[str, Any] = {"accept": accept, "media_type": content_type, "query": query_of(param or ())}
    if body is not None:
        arguments["json"] = sources.json("--body", body)
    if content is not None:
        arguments["content"] = sources.data("--content", content)
    labels = Arguments()
    labels.labels = {"method": "METHOD", "path": "PATH", "media_type": "--content-type", "accept": "--accept"}
    refused: InvalidArgumentError
    try:
        client = at_context(invocation.client, {"directory": directory, "workspace": workspace})
        answer = client.request(method.upper(), path, **arguments)
    except InvalidArgumentError as error:
        refused = error
    else:
        _show(invocation, answer.value)
        return
    raise labels.refusal(refused)


def query_of(pairs: Sequence[str]) -> dict[str, list[str]]:
    """Return the query parameters of `NAME=VALUE` pairs.

    >>> query_of(["month=2026-03", "tag=a", "tag=b"])
    {'month': ['2026-03'], 'tag': ['a', 'b']}

    Raises:
        UsageError: A pair has no name.
    """
    query: dict[str, list[str]] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name and equals):
            raise UsageError(f"--param: {pair!r} is not NAME=VALUE")
        query.setdefault(name, []).append(value)
    return query


def _show(invocation: Invocation, value: Any) -> None:
    from trivet.cli.operations.results import show_text  # noqa: PLC0415

    items: Any = value
    if value is None:
        return
    if isinstance(value, bytes):
        _write_bytes(value)
        if invocation.options.query is not None:
            raise UsageError("--query: the answer is not JSON or text")
    elif isinstance(value, str):
        show_text(invocation, value)
    elif isinstance(value, list):
        invocation.show(items)
    else:
        invocation.show_one(value)


def _write_bytes(value: bytes) -> None:
    raw: Any = getattr(sys.stdout, "buffer", None)
    if raw is None:
        sys.stdout.write(value.decode("utf-8", "replace"))
        return
    sys.stdout.flush()
    raw.write(value)
    raw.flush()

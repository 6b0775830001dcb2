"""The command `trivet agent run`."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Collection
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any, cast

import typer

from trivet import TrivetError
from trivet._text import printable
from trivet.agent import FileDiff, ModelReference, Prompt, PromptFile, Session
from trivet.agent._handles.attachments import MOST_BYTES, prompt_file
from trivet.cli.agent.asker import Keyboard
from trivet.cli.agent.directory_check import absolute, own_context
from trivet.cli.agent.run.display import EVENT_FIELDS, EventDisplay, PlainDisplay
from trivet.cli.agent.run.prices import read_prices
from trivet.cli.agent.run.replies import Otherwise, read_patterns
from trivet.cli.agent.run.report import FIELDS, RunReport
from trivet.cli.agent.run.running import AgentRun, Display, PromptArguments
from trivet.cli.agent.run.tools import read_functions
from trivet.cli.agent.sessions import is_archived
from trivet.cli.command_function import add_recipe
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Format
from trivet.cli.output.json import encoded
from trivet.cli.terminal import is_terminal

if TYPE_CHECKING:  # a command's help needs no client
    from trivet import AgentClient
    from trivet.agent import SessionHandle

EXAMPLES = """
Examples:

  trivet agent run "What is here?" --directory ~/orchard

  git diff | trivet agent run - --directory . --allow read --reject 'bash:rm *'

  trivet agent run "And what is new?" --continue --file notes.txt

  trivet agent run "Is the change right?" --schema verdict.json --max-steps 20 | jq .right

  trivet agent run "Is order 7 paid?" --tools shop:lookup,search

  trivet agent run "Fix the tests." --otherwise once --max-cost 0.50 --deadline 600 -o json > report.json

Exit status: 0 the agent has finished; 1 it failed, the server did, or the deadline has passed; 2 wrong arguments; 3 it
was ended before its end: from outside, as by a rejection, or over its budget; 130 Ctrl-C; 143 SIGTERM; 129 its terminal
was closed.
"""


class OnLeave(Enum):
    """The fate of the agent if the command ends first."""

    CANCEL = "cancel"
    DETACH = "detach"


def run(
    invocation: Invocation,
    prompt: Annotated[
        str | None, typer.Argument(metavar="[PROMPT]", help="The prompt; - or nothing reads stdin.")
    ] = None,
    *,
    directory: Annotated[
        str | None, typer.Option("--directory", "-d", metavar="DIR", help="The directory; default: the server's own.")
    ] = None,
    session: Annotated[str | None, typer.Option("--session", "-s", metavar="ID", help="Continue this session.")] = None,
    fork: Annotated[
        str | None, typer.Option(metavar="ID", help="Continue a copy of this session (--adapter opencode).")
    ] = None,
    latest: Annotated[
        bool, typer.Option("--continue", "-c", help="Continue the latest session of the directory.")
    ] = False,
    file: Annotated[
        list[str] | None, typer.Option(metavar="PATH", help="Attach this file to the prompt; may be repeated.")
    ] = None,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="The title of the new session.")] = None,
    agent: Annotated[str | None, typer.Option(metavar="NAME", help="The agent of the new session.")] = None,
    model: Annotated[str | None, typer.Option(metavar="PROVIDER/MODEL", help="The model of the new session.")] = None,
    system: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Add this text to the system prompt of the model (--adapter opencode)."),
    ] = None,
    schema: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Let the agent answer by this JSON schema; stdout is the answer's JSON (--adapter opencode).",
        ),
    ] = None,
    only_tools: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Let the agent use only this tool; may be repeated. Sessions below have none (--adapter opencode).",
        ),
    ] = None,
    without_tools: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Take this tool away; may be repeated (--adapter opencode)."),
    ] = None,
    tools: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODULE:FUNCTION,…",
            help="Let the agent call these functions of a Python module, which run in this command; may be repeated.",
        ),
    ] = None,
    allow: Annotated[
        list[str] | None,
        typer.Option(metavar="PATTERN", help="Allow these actions, once each: 'read', 'bash:git *'; may be repeated."),
    ] = None,
    allow_always: Annotated[
        list[str] | None, typer.Option(metavar="PATTERN", help="Allow these actions from now on, on the server too.")
    ] = None,
    reject: Annotated[
        list[str] | None,
        typer.Option(metavar="PATTERN", help="Reject these actions, even if another option allows them."),
    ] = None,
    otherwise: Annotated[
        Otherwise, typer.Option(help="The answer to other permissions; without a terminal, ask rejects.")
    ] = Otherwise.ASK,
    deadline: Annotated[
        float | None, typer.Option(metavar="S", min=0.001, help="End the run after S seconds, as --on-leave says.")
    ] = None,
    max_cost: Annotated[
        float | None,
        typer.Option(
            metavar="USD",
            min=0,
            help="Stop the agent once its answer costs more than so many US dollars, with the sessions below it.",
        ),
    ] = None,
    max_steps: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Stop the agent after N calls of the model, with those of the sessions below it."
        ),
    ] = None,
    price: Annotated[
        list[str] | None,
        typer.Option(
            "--price",
            metavar="PRICE",
            help="The price of models that the server has none for, in US dollars for a million tokens: "
            "'input=3,output=15', or 0 if they are free; 'PROVIDER/MODEL:PRICE' for one model; may be repeated.",
        ),
    ] = None,
    max_provider_retries: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Stop the agent once its model's provider has refused more than N times in a row.",
        ),
    ] = None,
    on_leave: Annotated[
        OnLeave,
        typer.Option(
            help="Whether Ctrl-C and the deadline stop the agent, if the server can (--adapter opencode), or leave it "
            "at work."
        ),
    ] = OnLeave.CANCEL,
    reasoning: Annotated[bool, typer.Option("--reasoning", help="Show the model's reasoning, on a terminal.")] = False,
    outputs: Annotated[
        int, typer.Option(metavar="N", min=0, max=1000, help="Lines of each tool's output on a terminal.")
    ] = 3,
    diff: Annotated[bool, typer.Option("--diff/--no-diff", help="Show the changed files at the end.")] = True,
) -> int:
    """Send a prompt, and show the agent's work until it ends."""
    invocation.check_may_change("agent run")
    output = invocation.options.output
    if output not in (None, Format.TABLE, Format.JSON, Format.NDJSON):
        raise UsageError(f"-o {output.value}: an answer is not a table; json and ndjson are possible")
    if (session is not None or fork is not None or latest) and (title, agent, model) != (None, None, None):
        raise UsageError(
            "--title, --agent and --model are for a new session; leave out either these or "
            "--session, --fork, --continue"
        )
    if (session is not None) + (fork is not None) + latest > 1:
        raise UsageError("--session, --fork and --continue choose a session each; leave the others out")
    if invocation.options.query is not None and output is not Format.JSON:
        raise UsageError("--query: only the report of -o json is data for it")
    fields = (
        FIELDS if output is not Format.NDJSON else (*FIELDS, *(name for name in EVENT_FIELDS if name not in FIELDS))
    )
    unknown = [field for field in invocation.options.fields if field not in fields]
    if unknown:
        raise UsageError(f"--fields: {unknown[0]!r} is not one of {', '.join(fields)}")
    if (session or fork) is not None and directory is not None:
        raise UsageError(f"--{'session' if fork is None else 'fork'} has its directory already; leave --directory out")
    from trivet.agent import PermissionRules  # noqa: PLC0415  a command's help needs no client

    rules = PermissionRules(
        allow=read_patterns("--allow", allow or ()),
        always=read_patterns("--allow-always", allow_always or ()),
        deny=read_patterns("--reject", reject or ()),
    )
    prices = read_prices(price or ())
    functions = read_functions(tools or ())
    text, from_stdin = read_prompt(prompt)
    files = [read_file(path) for path in file or ()]
    reference = _model(model)
    options: PromptArguments = {
        "output": None if schema is None else read_schema(schema),
        "max_steps": max_steps,
        "system": system,
        "only_tools": only_tools or None,
        "without_tools": without_tools or None,
    }
    client, adapter = invocation.agent, invocation.settings.value("adapter")
    whole = Prompt(text=text, files=files) if files else text
    limits: dict[str, Any] = {
        "max_cost": max_cost,
        "price": prices,
        "max_provider_retries": max_provider_retries,
        "on_leave": on_leave.value,
    }
    client.session.turn("ses_", whole, deadline=deadline, **limits, **options)  # refused before anything is sent
    before: list[FileDiff] = []
    handle: SessionHandle | None = None
    if fork is not None:
        here = client.session.resume(fork).fork().session
    elif session is not None or latest:
        here = client.session.get(session) if session is not None else _latest(client, directory)
        if diff:
            with suppress(TrivetError):  # it is fetched again at the end, where its failure is shown
                before = client.session.diff(here.id)
    elif functions:
        handle = _start(client, directory, title, agent, reference, functions)
        here = handle.session
    else:
        here = _create(client, directory, title, agent, reference)
    if functions and handle is None:
        handle = client.session.resume(here.id, tools=functions)
    keyboard = Keyboard.detect(stdin_is_taken=from_stdin) if otherwise is Otherwise.ASK else None
    prints_value = schema is not None and output not in (Format.JSON, Format.NDJSON)
    display = (
        PlainDisplay(None, sys.stderr)
        if prints_value
        else _display(output, invocation.options.fields, outputs=outputs, reasoning=reasoning)
    )
    with AgentRun(
        client,
        here,
        display,
        keyboard,
        rules,
        otherwise,
        adapter,
        raw=invocation.options.raw,
        server_options=invocation.server_options,
        handle=handle,
    ) as running:
        try:
            running.prompt(
                whole,
                deadline,
                **limits,
                options=options,
            )
            if diff:
                running.compare(before)
        finally:
            running.end()
            if output is Format.JSON:
                _write(running.report, invocation)
            elif prints_value and running.report.output is not None:
                _print(running.report.output, invocation)
    return running.report.exit_status


def add(app: typer.Typer) -> None:
    """Add the command `run`."""
    add_recipe(app, "run", "agent", run, epilog=EXAMPLES)


def _latest(client: AgentClient, directory: str | None) -> Session:
    """Return the latest session of a directory that is not archived, without those that another session began."""
    if directory is not None:
        client = client.at(directory=absolute(directory, "--directory"))
    with own_context():
        for session in client.session.list(order="desc"):
            if not is_archived(session) and session.parent_id is None:
                return session
    raise UsageError("--continue: the directory has no session; leave the option out to begin one")


def _create(
    client: AgentClient, directory: str | None, title: str | None, agent: str | None, model: ModelReference | None
) -> Session:
    """Create a session in a directory; a server that would use another one is refused."""
    if directory is not None:
        client = client.at(directory=absolute(directory, "--directory"))
    with own_context():
        client.permission.list()  # a server with another contract fails here, and keeps no empty session
        return client.session.create(title=title, agent=agent, model=model)


def _start(
    client: AgentClient,
    directory: str | None,
    title: str | None,
    agent: str | None,
    model: ModelReference | None,
    functions: list[Callable[..., Any]],
) -> SessionHandle:
    """Create a session whose agent calls functions; without a connection to them, there is none."""
    if directory is not None:
        client = client.at(directory=absolute(directory, "--directory"))
    with own_context():
        client.permission.list()  # as in `_create`
        return client.session.start(title=title, agent=agent, model=model, tools=functions)


def _model(text: str | None) -> ModelReference | None:
    if text is None:
        return None
    provider, slash, name = text.partition("/")
    if not (provider and slash and name):
        raise UsageError(f"--model: {text!r} is not a model; give PROVIDER/MODEL, such as anthropic/claude-sonnet-4")
    return ModelReference(provider_id=provider, model_id=name)


def _display(output: Format | None, fields: Collection[str], *, outputs: int, reasoning: bool) -> Display:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that is not UTF-8 gets escapes
    if output is Format.NDJSON:
        return EventDisplay(sys.stdout, sys.stderr, fields)
    if output is Format.JSON:
        return PlainDisplay(None, sys.stderr)
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        return PlainDisplay(sys.stdout, sys.stderr)
    from trivet.cli.agent.run.live_display import LiveDisplay  # noqa: PLC0415  # only a terminal needs it

    return LiveDisplay(sys.stdout, outputs=outputs, reasoning=reasoning)


def _print(value: object, invocation: Invocation) -> None:
    sys.stdout.write(encoded(value, indent=True, note=invocation.note) + "\n")
    sys.stdout.flush()


def _write(report: RunReport, invocation: Invocation) -> None:
    record = report.record()
    content = {field: record[field] for field in invocation.options.fields} or record
    if invocation.options.query is not None:
        invocation.show_one(content)
        return
    _print(content, invocation)


MOST = 1_000_000


def read_file(path: str) -> PromptFile:
    """Return an attachment with the content of a file of this machine; the server may run on another one.

    Raises:
        UsageError: The file cannot be read, or is too large.
    """
    try:
        with Path(path).open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"--file: {printable(path)}: {error.strerror}") from None
    if len(content) > MOST_BYTES:
        raise UsageError(
            f"--file: {printable(path)} is larger than {MOST_BYTES:,} bytes; name it in the prompt instead"
        )
    return prompt_file((Path(path).name, content))


def read_schema(path: str) -> dict[str, Any]:
    """Return the JSON schema in a file of this machine.

    Raises:
        UsageError: The file cannot be read, is too large, or is not a JSON schema of an object.
    """
    try:
        with Path(path).open("rb") as opened:
            content = opened.read(MOST + 1)
        schema = json.loads(content) if len(content) <= MOST else None
    except OSError as error:
        raise UsageError(f"--schema: {printable(path)}: {error.strerror}") from None
    except ValueError as error:
        raise UsageError(f"--schema: {printable(path)} is not JSON: {error}") from None
    if not isinstance(schema, dict) or cast("dict[str, Any]", schema).get("type") != "object":
        raise UsageError(f"--schema: {printable(path)} is not a JSON schema whose type is object")
    return cast("dict[str, Any]", schema)


def read_prompt(argument: str | None) -> tuple[str, bool]:
    """Return the prompt, and whether standard input was read for it.

    >>> read_prompt("What is here?")
    ('What is here?', False)

    Args:
        argument: The argument; `-` or none means standard input.

    Raises:
        UsageError: There is no prompt, or it is empty, too long or not text.
    """
    if argument is not None and argument != "-":
        text, from_stdin = argument, False
    elif argument is None and is_terminal(sys.stdin):
        raise UsageError("PROMPT: what should the agent do? Give it as an argument, or - and type it, up to Ctrl-D")
    else:
        stdin: IO[str] | None = sys.stdin  # None if it was closed before the start
        if stdin is None:
            raise UsageError("PROMPT: stdin is closed; give the prompt as an argument")
        try:
            text, from_stdin = stdin.read(MOST + 1), True
            text.encode()  # some locales read any byte, and leave half a surrogate pair for it
        except UnicodeError:
            raise UsageError("stdin: the prompt is not UTF-8 text") from None
    if not text.strip():
        raise UsageError("PROMPT: it is empty; nothing was sent")
    if len(text) > MOST:
        raise UsageError(f"PROMPT: it is longer than {MOST:,} characters; name the file in the prompt instead")
    return text, from_stdin

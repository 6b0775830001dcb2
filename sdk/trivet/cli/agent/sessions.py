"""The command `trivet agent sessions`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trivet import TrivetError
from trivet.agent import PermissionRequest, QuestionRequest, Session
from trivet.cli.agent.directory_check import absolute, own_context
from trivet.cli.command_function import add_recipe
from trivet.cli.failures import FAILED, UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Format
from trivet.cli.output.fields import Column
from trivet.cli.text import age, iso_time, short_time

if TYPE_CHECKING:  # a command's help needs no client
    from trivet import AgentClient

EXAMPLES = """
Examples:

  trivet agent sessions ~/orchard ~/lighthouse --limit 10

  trivet agent sessions --search harvest -o json
"""

COLUMNS = (
    Column("id", "Session"),
    Column("title", "Title"),
    Column("state", "State"),
    Column("updated", "Updated", lambda session: short_time(session["updated"])),
    Column("age", "Ago", right=True),
    Column("cost", "Cost", lambda session: f"${session['cost']:.2f}" if session["cost"] else "", right=True),
    Column("directory", "Directory"),
)


def sessions(
    invocation: Invocation,
    directories: Annotated[
        list[str] | None, typer.Argument(metavar="[DIR]...", help="The directories; default: the server's own.")
    ] = None,
    *,
    search: Annotated[str | None, typer.Option(metavar="TEXT", help="Only titles that contain this text.")] = None,
    archived: Annotated[bool, typer.Option("--archived", help="Archived sessions too.")] = False,
    roots: Annotated[bool, typer.Option("--roots", help="Without those that another session began.")] = False,
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="At most N of each directory, the latest first.")] = 50,
) -> int:
    """List the sessions of directories: ids, titles, state and times."""
    if search == "":
        raise UsageError("--search: the text is empty; leave the option out for all sessions")
    paths: list[str | None] = [absolute(directory) for directory in directories or ()] or [None]
    failures: list[str] = []
    with own_context():
        rows = _rows(invocation.agent, paths, failures, search=search, archived=archived, roots=roots, limit=limit)
        count = invocation.show(rows, COLUMNS)
    if count == 0 and not failures and invocation.options.output in (None, Format.TABLE):
        invocation.note("no session" if search is None else f"no session with {search!r} in its title")
    for failure in failures:
        invocation.note(f"trivet: {failure}")
    return FAILED if failures else 0


def add(app: typer.Typer) -> None:
    """Add the command `sessions`."""
    add_recipe(app, "sessions", "agent", sessions, epilog=EXAMPLES)


def is_archived(session: Session) -> bool:
    """Return whether a session is archived."""
    return session.time is not None and bool(session.time.archived)


def row(session: Session, now: float, waiting: dict[str, int]) -> dict[str, Any]:
    """Return the record of a session in the list.

    >>> row(session, time.time(), {session.id: 1})["state"]
    'waits'

    Args:
        session: The session.
        now: Seconds since 1970.
        waiting: The number of requests that wait for an answer, by session.
    """
    times = session.time
    updated = None if times is None else times.updated or times.created
    requests = waiting.get(session.id, 0)
    state = "waits" if requests else "archived" if is_archived(session) else ""
    location = session.location
    return {
        "id": session.id,
        "title": session.title,
        "state": state,
        "waiting": requests,
        "updated": iso_time(updated),
        "age": age(updated, now),
        "created": iso_time(None if times is None else times.created),
        "cost": session.cost,
        "directory": None if location is None else location.directory,
        "workspace": None if location is None else location.workspace_id,
        "parent_id": session.parent_id,
        "agent": session.agent,
    }


def _rows(
    client: AgentClient,
    paths: list[str | None],
    failures: list[str],
    *,
    search: str | None,
    archived: bool,
    roots: bool,
    limit: int,
) -> Iterator[dict[str, Any]]:
    """Yield the sessions of each directory; a failure is noted, and raised if there is only one directory."""
    for path in paths:
        here = client if path is None else client.at(directory=path)
        try:
            waiting: dict[str, int] = {}
            requests: list[PermissionRequest | QuestionRequest] = [*here.permission.list(), *here.question.list()]
            for request in requests:
                waiting[request.session_id] = waiting.get(request.session_id, 0) + 1
            count = 0
            for session in here.session.list(order="desc", search=search, roots=roots or None):
                if archived or not is_archived(session):
                    yield row(session, time.time(), waiting)
                    count += 1
                if count >= limit:
                    break
        except TrivetError as error:
            if len(paths) == 1:
                raise
            failures.append(f"{path}: {error}")

"""`trivet chat as`: runs another command of `trivet chat` as a user, with an audit log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from attrs import evolve

from trivet.chat import ActingAs
from trivet.cli.app import run
from trivet.cli.chat.accounts.selection import find_account
from trivet.cli.chat.as_user_audit_log import AuditLog, default_log, ids_of, words_of
from trivet.cli.command_function import add_recipe
from trivet.cli.failures import FAILED, UsageError, status_of
from trivet.cli.invocation import Invocation
from trivet.cli.options import Options, check_file
from trivet.cli.settings.client import CLIENT_SOURCE, ClientSource
from trivet.cli.settings.resolve import ServiceSettings, resolve

if TYPE_CHECKING:  # a command's help needs no client
    from trivet import ChatClient

EXAMPLES = (
    "trivet chat as bob@example.com -- conversations list --limit 5",
    "trivet chat as bob@example.com --audit audit.ndjson -- conversations archive 0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001",
)


def add(app: typer.Typer) -> None:
    """Add the command `as`."""
    add_recipe(app, "as", "chat", as_user, epilog="\n\n".join(EXAMPLES))


def as_user(
    invocation: Invocation,
    user: Annotated[str, typer.Argument(metavar="USER", help="The email address or the id of the user.")],
    command: Annotated[
        list[str], typer.Argument(metavar="-- COMMAND...", help="A command of trivet chat with its options.")
    ],
    *,
    audit: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The audit log, one JSON line for each event; default: in the user's state."),
    ] = None,
) -> int:
    """Run another command of trivet chat as a user, and keep a record of it; administrators only."""
    invocation.check_may_change("admin.users.impersonate")
    words = command[1:] if command[:1] == ["chat"] else command
    if words[:1] == ["as"]:
        raise UsageError("as: a command that runs as a user cannot act as another one")
    if not words:
        raise UsageError("COMMAND: name a command of trivet chat, such as: -- conversations list")
    if audit is None:
        audit = default_log()
        audit.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    else:
        check_file("--audit", audit)
    account = find_account(invocation.chat, user, "USER")
    if (account.old or {}).get("is_active") is False:
        raise UsageError(f"USER: {user} is not active, and cannot be acted as; activate the account first")
    log, operation = AuditLog(audit), words_of(words)
    began: list[ActingAs] = []

    def record(acting: ActingAs) -> None:
        log.begin(acting, operation, ids=ids_of(words), email=account.label)
        began.append(acting)
        invocation.note(f"acting as {account.label or account.id} until {acting.until:%H:%M} UTC; audit log: {audit}")

    with ExitStack() as stack:
        act = cache(lambda: stack.enter_context(invocation.chat.acting_as(account.id, audit=record)))
        stack.enter_context(replaced_client(act, invocation.options))
        status = FAILED
        try:
            status = _run([*words[: _end(words)], *_passed_on(invocation.options), *words[_end(words) :]])
        except KeyboardInterrupt as error:
            status = status_of(error)
            raise
        finally:
            for acting in began:
                log.end(acting, operation, status=status)
    return status


def _run(words: list[str]) -> int:
    before = sys.argv
    sys.argv = ["trivet", "chat", *words]  # the application reads them
    try:
        return run(sys.argv[1:])
    finally:
        sys.argv = before


def _end(words: list[str]) -> int:
    return words.index("--") if "--" in words else len(words)


def _passed_on(options: Options) -> list[str]:
    """Return the options of the output that stand before the command."""
    words: list[str] = []
    if options.output is not None:
        words += ["--output", options.output.value]
    if options.fields:
        words += ["--fields", ",".join(options.fields)]
    if options.query is not None:
        words += ["--query", options.query.expression]
    if options.error_format is not None:
        words += ["--error-format", options.error_format.value]
    return words + ["--raw"] * options.raw + ["--debug"] * options.debug


@contextmanager
def replaced_client(act: Callable[[], ChatClient], outer: Options) -> Generator[None]:
    """Let every command of the block use a client, whose token is in no argument and no variable.

    >>> with chat.acting_as(user_id) as user, replaced_client(lambda: user, invocation.options):
    ...     run(["chat", "conversations", "list"])

    A command that names another service, profile, URL or token is refused with a `UsageError`.

    Args:
        act: Returns the client that acts as a user; called once a command needs it, which wrong words never do.
        outer: The options of this command; its profile applies to the others, too.
    """

    def settings_of(service: str, options: Options, note: Callable[[str], None]) -> ServiceSettings:
        if service != "chat":
            raise UsageError(f"trivet {service}: only commands of trivet chat can run as another user")
        refused = {"--profile": options.profile, "--base-url": options.base_url, "--token-file": options.token_file}
        for name, value in refused.items():
            if value is not None:
                raise UsageError(f"{name}: give it before the --, as the command runs with a token of the user")
        return resolve(service, evolve(options, profile=outer.profile, base_url=outer.base_url), note)

    def connect(settings: ServiceSettings) -> ChatClient:
        client, timeout = act(), settings.value("timeout")
        return client if timeout is None else client.with_options(timeout=timeout)

    before = CLIENT_SOURCE.set(ClientSource(settings_of, connect))
    try:
        yield
    finally:
        CLIENT_SOURCE.reset(before)

"""One run of a command: its client, its output, its questions, and hints about its errors."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from attrs import evolve

from trivet import IncompleteListError, errors
from trivet._text import printable
from trivet.cli.failures import UsageError
from trivet.cli.options import Options
from trivet.cli.output.fields import Column, check_fields
from trivet.cli.output.writer import write_one, write_records
from trivet.cli.settings.client import CLIENT_SOURCE
from trivet.cli.settings.profiles import credential_name, variable
from trivet.cli.settings.resolve import ServiceSettings, server_options
from trivet.cli.terminal import is_terminal

if TYPE_CHECKING:  # a command imports the client of its service alone
    from trivet import AgentClient, BusClient, ChatClient


class Invocation:
    """One run of a command. A `with` block closes its client.

    >>> with Invocation("chat", options) as invocation:
    ...     invocation.show(invocation.chat.admin.users.list())

    Attributes:
        service: The service that the command is for.
        settings: The client's settings, and their sources.
        options: The values of the shared options; without `--output`, the format of the profile.
    """

    def __init__(self, service: str, options: Options) -> None:
        """Find the settings.

        Raises:
            UsageError: The settings file or the profile cannot be used.
        """
        self.service = service
        self._source = CLIENT_SOURCE.get()
        self.settings: ServiceSettings = self._source.resolve(service, options, self.note)
        self.options: Options = evolve(options, output=self.settings.value("output"))
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None and (advice := hint(error, self.settings)):
            error.add_note(advice)
        self._stack.close()

    @cached_property
    def client(self) -> Any:
        """The client of the service, made when it is first used from options, environment and profile."""
        if self.options.debug:
            self._note_settings()
        return self._stack.enter_context(self._source.connect(self.settings))

    @property
    def bus(self) -> BusClient:
        """The client of the bus service."""
        client: BusClient = self.client
        return client

    @property
    def chat(self) -> ChatClient:
        """The client of the chat service."""
        client: ChatClient = self.client
        return client

    @property
    def agent(self) -> AgentClient:
        """The client of the agent service, bound to the directory of the profile if it has one."""
        client: AgentClient = self.client
        return client

    @cached_property
    def server_options(self) -> tuple[str, ...]:
        """The options that lead another command to the same server, as words that are not yet quoted."""
        return server_options(self.settings, self.options)

    @cached_property
    def on_terminal(self) -> bool:
        """Whether stdout is a terminal, where the default format is a table."""
        return is_terminal(sys.stdout)

    @cached_property
    def interactive(self) -> bool:
        """Whether the user can be asked: stdin and stderr are a terminal."""
        return is_terminal(sys.stdin) and is_terminal(sys.stderr)

    def show(self, records: Iterable[Any], columns: Iterable[Column] = (), *, live: bool = False) -> int:
        """Write records to stdout in the format of `--output`, with the fields of `--fields`, as they come.

        >>> invocation.show(bus.stops.list(), columns=[Column("bus_stop_code", "Stop"), Column("description", "Name")])

        Args:
            records: Records of trivet, mappings, or other attrs objects; any iterable, also one without end.
            columns: The columns of a table and of CSV, in order; by default the fields of the records. JSON, NDJSON
                and YAML always show whole records, unless `--fields` chooses.
            live: Whether the records come slowly, as events do: each is written at once, and the first one decides
                about columns.

        Returns:
            The number of records.

        Raises:
            UsageError: None of the first records has a field of `--fields`.
        """
        return write_records(records, self.options, columns=tuple(columns), on_terminal=self.on_terminal, live=live)

    def show_effects(self, records: Sequence[Any], columns: Sequence[Column] = ()) -> None:
        """Write records of what a command has changed; whole, if `--query` does not fit them.

        >>> invocation.show_effects(list(map(task.record, report.rows)), columns)

        Raises:
            TrivetError: `--query` does not fit; it is no usage error any more, after which nothing would be changed.
        """
        try:
            self.show(records, columns)
        except UsageError as error:
            whole = evolve(self.options, fields=(), query=None)
            write_records(records, whole, columns=tuple(columns), on_terminal=self.on_terminal)
            raise errors.TrivetError(str(error)) from None

    def check_fields(self, columns: Sequence[Column] = (), *, records: Sequence[Any] = ({},)) -> None:
        """Refuse a field of `--fields` that the result will not have, before anything is changed.

        >>> invocation.check_fields(COLUMNS)

        Args:
            columns: The columns of the result.
            records: Records with its other fields.

        Raises:
            UsageError: No record has the field.
        """
        check_fields(self.options.fields, records, columns)

    def show_one(self, value: Any, columns: Iterable[Column] = ()) -> None:
        """Write one value to stdout: an object in JSON and YAML, a line for each field in a table.

        >>> invocation.show_one(client.conversations.get(conversation_id))

        Raises:
            UsageError: The value does not have a field of `--fields`; it was written whole.
        """
        write_one(value, self.options, columns=tuple(columns), on_terminal=self.on_terminal)

    def check_may_change(self, operation: str) -> None:
        """Refuse an operation that changes data where the settings allow reading only, before anything is sent for it.

        >>> invocation.check_may_change("admin.users.delete")

        Raises:
            UsageError: `read_only` of the profile, or TRIVET_READ_ONLY, is set.
        """
        if self.settings.value("read_only"):
            from trivet.cli.settings.read_only import refusal  # noqa: PLC0415  # few commands need it

            raise refusal(operation, self.settings.values["read_only"].source)

    def note(self, text: str) -> None:
        """Write a line to stderr, with control characters escaped."""
        with suppress(OSError, ValueError, AttributeError):  # a stderr that cannot be written changes no result
            sys.stderr.write(f"{printable(text)}\n")
            sys.stderr.flush()

    def _note_settings(self) -> None:
        credential = self.settings.credential
        words = [f"{name} {setting.shown} (from {setting.source})" for name, setting in self.settings.values.items()]
        words.append("no credential" if credential is None else f"{credential.name} from {credential.source}")
        self.note(f"trivet: {self.service}: {', '.join(words)}")


def hint(error: BaseException, settings: ServiceSettings) -> str:
    """Return a remedy for an error of a client with these settings; an empty text if none is known.

    >>> hint(error, settings)
    'it was sent from TRIVET_CHAT_TOKEN; give another with --token-file FILE (- is stdin)'

    Args:
        error: The error.
        settings: The settings of the client.
    """
    service = settings.service
    if isinstance(error, errors.AuthenticationError):
        return _credential_hint(settings)
    if isinstance(error, errors.PermissionDeniedError):
        extra = ", for example an administrator's" if service == "chat" else ""
        return f"the account may not do this: use the {credential_name(service)} of one that may{extra}"
    if isinstance(error, errors.InvalidArgumentError):
        return _argument_hint(error, settings)
    if isinstance(error, errors.APIConnectionError) and "TLS" in error.hint:
        return ""
    if isinstance(error, errors.APIConnectionError) and error.proxy and not error.server:
        return "does the proxy run, and may it connect there? NO_PROXY lists the hosts that are reached without it"
    if isinstance(error, errors.APITimeoutError):
        return "the server is slow or cannot be reached; --timeout S waits longer"
    if isinstance(error, errors.StreamError) and error.reason.startswith("the document is not whole"):
        return ""
    if isinstance(error, errors.APIConnectionError) and error.sent:
        return "the connection broke off; the output so far is not complete"
    if isinstance(error, errors.APIConnectionError):
        return f"does a server run there? `trivet stub {service}` starts one for trials"
    if isinstance(error, errors.DecodeError):
        if "--adapter" in error.hint:
            return ""
        check = f"`trivet check {service} --base-url URL` lists the rules that it breaks"
        return f"does {_server(settings)} belong to a {service} service? {check}"
    if isinstance(error, IncompleteListError):
        return "the list changes, or its order is not stable: try again, or read a smaller part of it"
    if isinstance(error, errors.RateLimitError):
        return "try again later"
    if isinstance(error, errors.InternalServerError):
        return "the service failed; try again later"
    return ""


def _server(settings: ServiceSettings) -> str:
    base_url = settings.values.get("base_url")
    return "the default base URL" if base_url is None else f"the base URL {base_url.shown} (from {base_url.source})"


def _credential_hint(settings: ServiceSettings) -> str:
    service, credential = settings.service, settings.credential
    if credential is None:
        name = credential_name(service)
        keyring = f"keep it in the keyring with `trivet config set-token {service}`"
        return f"there is no {name}: set {variable(service, name)}, give --token-file FILE (- is stdin), or {keyring}"
    base_url = settings.values.get("base_url")
    server = "" if base_url is None else f" to {base_url.shown} (from {base_url.source})"
    return (
        f"the {credential.name} from {credential.source} was sent{server}; is it this server's, and still valid? "
        f"--token-file FILE gives another"
    )


def _argument_hint(error: errors.InvalidArgumentError, settings: ServiceSettings) -> str:
    if error.argument in ("account_key", "auth", "token", "password"):
        if settings.credential is None:
            return _credential_hint(settings)
        return f"it comes from {settings.credential.source}"
    if error.argument == "username":
        return f"it is the user of the profile, or {variable(settings.service, 'username')}"
    setting = settings.values.get(error.argument)
    return "" if setting is None or setting.source in str(error) else f"it comes from {setting.source}"

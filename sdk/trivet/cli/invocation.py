"""One run of a command: its client, its output and its questions."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from attrs import evolve

from trivet._text import printable
from trivet.cli.hints import hint
from trivet.cli.options import Options
from trivet.cli.output.columns import Column
from trivet.cli.output.writer import write_one, write_records
from trivet.cli.settings.again import again
from trivet.cli.settings.resolve import ServiceSettings
from trivet.cli.settings.source import CLIENT_SOURCE
from trivet.cli.terminal.style import is_terminal

if TYPE_CHECKING:  # a command imports the client of its service alone
    from trivet import AgentClient, BusClient, ChatClient

__all__ = ["Invocation"]


class Invocation:
    """One run of a command. A `with` block closes its client.

    >>> with Invocation("chat", options) as invocation:
    ...     invocation.show(invocation.chat.admin.users.list())

    Attributes:
        service: The service that the command is for.
        settings: Where the client's settings come from.
        options: The values of the shared options; the format of the profile, if there is no `--output`.
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
        if error is not None:
            found = hint(error, self.settings)
            if found:
                error.add_note(found)
        self._stack.close()

    @cached_property
    def client(self) -> Any:
        """The client of the service, made when it is first used from options, environment and profile."""
        if self.options.debug:
            self._show_settings()
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
    def again(self) -> tuple[str, ...]:
        """The options that lead another command to the same server, as words that are not yet quoted."""
        return again(self.settings, self.options)

    @cached_property
    def on_terminal(self) -> bool:
        """Whether stdout is a terminal: then the default is a table."""
        return is_terminal(sys.stdout)

    @cached_property
    def interactive(self) -> bool:
        """Whether a question can be asked: stdin and stderr are a terminal."""
        return is_terminal(sys.stdin) and is_terminal(sys.stderr)

    def show(self, records: Iterable[Any], columns: Iterable[Column] = (), *, live: bool = False) -> int:
        """Write records to stdout in the format of `--output`, with the fields of `--fields`, as they come.

        >>> invocation.show(bus.stops.list(), columns=[Column("bus_stop_code", "Stop"), Column("description", "Name")])

        Args:
            records: Records of trivet, mappings, or other attrs objects; any iterable, also one without end.
            columns: What a table and CSV show, and in which order; by default the fields of the records. JSON, NDJSON
                and YAML always show whole records, unless `--fields` chooses.
            live: Whether the records come slowly, as events do: each is written at once, and the first one decides
                about columns.

        Returns:
            How many there were.

        Raises:
            UsageError: None of the first records has a field of `--fields`.
        """
        return write_records(records, self.options, columns=tuple(columns), on_terminal=self.on_terminal, live=live)

    def show_one(self, value: Any, columns: Iterable[Column] = ()) -> None:
        """Write one value to stdout: as JSON or YAML it is no list; a table has a line for each field.

        >>> invocation.show_one(client.conversations.get(conversation_id))

        Raises:
            UsageError: The value does not have a field of `--fields`; it was written whole.
        """
        write_one(value, self.options, columns=tuple(columns), on_terminal=self.on_terminal)

    def note(self, text: str) -> None:
        """Write a line for people to stderr, with control characters escaped."""
        with suppress(OSError, ValueError, AttributeError):  # a stderr that cannot be written changes no result
            sys.stderr.write(f"{printable(text)}\n")
            sys.stderr.flush()

    def _show_settings(self) -> None:
        credential = self.settings.credential
        shown = [f"{name} {found.shown} (from {found.source})" for name, found in self.settings.values.items()]
        shown.append("no credential" if credential is None else f"{credential.name} from {credential.source}")
        self.note(f"trivet: {self.service}: {', '.join(shown)}")

"""A group of commands that are imported when they are needed, so that `trivet --help` starts quickly."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from difflib import get_close_matches
from functools import cache
from typing import Any, ClassVar, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup


class LazyCommand(NamedTuple):
    """A command that is not imported yet.

    Attributes:
        target: `module:function`; the function adds the command to an application: `def add(app: typer.Typer) -> None`.
        help: One line for the list of commands.
    """

    target: str
    help: str

    def load(self) -> Callable[..., None]:
        """Import the function that adds the command."""
        module, _, function = self.target.partition(":")
        add: Callable[..., None] = getattr(importlib.import_module(module), function)
        return add


class LazyGroup(TyperGroup):
    """A group whose commands stand in `lazy` until they are used; a subclass sets it.

    >>> class Bus(LazyGroup):
    ...     lazy = {"near": LazyCommand("trivet.cli.bus.near:add", "List the stops near a position.")}
    >>> app = typer.Typer(cls=Bus)
    """

    lazy: ClassVar[Mapping[str, LazyCommand]] = {}

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, imported or not, sorted."""
        return sorted({*super().list_commands(ctx), *self.lazy})

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, or a placeholder with its line of help if it is not imported yet."""
        if cmd_name in self.commands or cmd_name not in self.lazy:
            return super().get_command(ctx, cmd_name)
        return TyperCommand(cmd_name, help=self.lazy[cmd_name].help)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; help that is shown because they are missing goes to stderr, as it is not a result."""
        if args or not self.no_args_is_help:
            return super().parse_args(ctx, args)
        with redirect_stdout(sys.stderr):
            return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Import and return the command that the arguments name."""
        name = args[0] if args else ""
        if name in self.lazy and name not in self.commands:
            self.commands[name] = only_command(self.lazy[name].load(), name)
        if name[:1].isalnum() and self.get_command(ctx, name) is None and not ctx.resilient_parsing:
            near = get_close_matches(name, self.list_commands(ctx))  # typer suggests imported commands alone
            ctx.fail(f"No such command {name!r}." + (f" Did you mean {' or '.join(map(repr, near))}?" if near else ""))
        return super().resolve_command(ctx, args)


@cache
def only_command(add: Callable[[typer.Typer], None], name: str) -> Any:
    """Return the command that a function adds to an application; a process that runs it again does not make it again.

    >>> only_command(LazyCommand("trivet.cli.bus.near:add", "List the stops near a position.").load(), "near")
    """
    app = typer.Typer(add_completion=False)
    app.callback()(_nothing)  # without a callback, typer turns an application of one command into this command
    add(app)
    group: Any = typer.main.get_command(app)
    return group.commands[name]


def _nothing() -> None:
    """Do nothing: the group exists to hold one command."""

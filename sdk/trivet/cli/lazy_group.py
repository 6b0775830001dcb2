"""Groups of commands, which are imported when they are needed; with the word `help`, and help for wrong words."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from trivet.cli.help_page import HelpContext, with_pages

HELP = "help"
"""The word that shows the help of the group before it, or of the command after it."""


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

    context_class: type[Any] = HelpContext
    lazy: ClassVar[Mapping[str, LazyCommand]] = {}

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, imported or not, sorted."""
        return sorted({*super().list_commands(ctx), *self.lazy})

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, or a placeholder with its line of help if it is not imported yet."""
        if cmd_name in self.commands or cmd_name not in self.lazy:
            return super().get_command(ctx, cmd_name)
        return TyperCommand(cmd_name, help=self.lazy[cmd_name].help)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Import and return the command that the arguments name."""
        name = args[0] if args else ""
        if name == HELP and self.get_command(ctx, HELP) is None:
            return self._help(ctx, args[1:])
        if name in self.lazy and name not in self.commands:
            self.commands[name] = only_command(self.lazy[name].load(), name)
        if name[:1].isalnum() and self.get_command(ctx, name) is None and not ctx.resilient_parsing:
            from trivet.cli.suggestions import for_command  # noqa: PLC0415  # a correct line needs none

            ctx.fail(f"No such command {name!r}. {for_command(name, self.list_commands(ctx), _elsewhere(name, ctx))}")
        used, command, rest = super().resolve_command(ctx, args)
        return used, None if command is None else with_pages(command), rest

    def paths_of(self, name: str, groups: Sequence[str]) -> Iterable[str]:
        """Return the paths of commands of this name, below groups that another path names; a subclass knows them."""
        return ()

    def _help(self, ctx: Any, args: list[str]) -> Any:
        """Show the help of the group, or return the command that the arguments name, which shows its help."""
        if ctx.resilient_parsing:  # a shell completes the words after it
            return self.resolve_command(ctx, args) if args else (None, None, args)
        if not args:
            typer.echo(ctx.get_help())
            ctx.exit()
        return self.resolve_command(ctx, [args[0], *args[1:], "--help"])


def _elsewhere(name: str, context: Any) -> Iterator[str]:
    """Yield the paths of commands of this name in the groups around the one in which it is not known."""
    groups = context.command_path.split()[1:]
    while context is not None:
        if isinstance(context.command, LazyGroup):
            yield from context.command.paths_of(name, groups)
        context = context.parent


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

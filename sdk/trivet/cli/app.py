"""The application: its own options, and the commands that other distributions and the stubs add."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

import typer

from trivet._version import __version__
from trivet.cli.help import root_help
from trivet.cli.lazy_group import LazyCommand, LazyGroup
from trivet.cli.services import groups
from trivet.cli.terminal.style import uses_styles

__all__ = ["make_app"]


class _Commands(LazyGroup):
    lazy: ClassVar[Mapping[str, LazyCommand]] = {
        **groups(),
        "config": LazyCommand("trivet.cli.settings.commands:add_config", "Settings, profiles and credentials."),
        "completion": LazyCommand("trivet.cli.completion:add_completion", "Print the completion script of a shell."),
    }

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, without importing what renders that of the other commands."""
        records = [each.get_help_record(ctx) for each in self.get_params(ctx)]
        commands = [
            (name, found.help or "") for name in self.list_commands(ctx) if (found := self.get_command(ctx, name))
        ]
        width = shutil.get_terminal_size((80, 24)).columns
        text = root_help(commands, [each for each in records if each], width=width, styles=uses_styles(sys.stdout))
        formatter.write(f"{text}\n")


def make_app(arguments: Sequence[str]) -> typer.Typer:
    """Make the application; of the commands that join it, only those that the arguments need are imported.

    >>> make_app(sys.argv[1:])(prog_name="trivet")
    """
    app = typer.Typer(
        name="trivet",
        cls=_Commands,
        no_args_is_help=True,
        pretty_exceptions_enable=False,  # their tracebacks show local variables, which may be tokens
    )
    app.callback()(_options)
    if next((each for each in arguments if not each.startswith("-")), None) not in _Commands.lazy:
        from trivet.cli.commands import add_commands  # noqa: PLC0415  # the metadata of distributions takes a while

        add_commands(app, arguments)
    return app


def _show_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"trivet {__version__}\n")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_show_version)
    ] = False,
) -> None:
    """Three services at the command line: bus, chat and agent; their stub servers, and checks of a server."""

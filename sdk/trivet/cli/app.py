"""The application `trivet`: its options, its help, and its run from arguments to an exit status."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import traceback
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from trivet._generated.names import SERVICES
from trivet._version import __version__
from trivet.cli.command_registry import add_commands, groups
from trivet.cli.failures import FAILED, discard_stdout, flush_stdout, open_standard_streams, report, status_of
from trivet.cli.lazy_group import LazyCommand, LazyGroup
from trivet.cli.terminal import BOLD, styled, uses_styles

_ABOUT = "Services at the command line, their stub servers, and checks of a server."
_SECTIONS = {"Services": SERVICES, "Testing": ("stub", "check")}
_REST = "More"
_WIDEST = 100
_EXAMPLES = """\
trivet bus arrivals 54009
trivet chat conversations list --limit 5
trivet chat admin users list -o csv --fields id,email > users.csv
trivet stub all"""
_EXIT = "Exit status: 0 success, 1 it failed or found something, 2 it could not run, 130 it was interrupted."
_COMPLETION = "_TRIVET_COMPLETE"
"""The environment variable by which typer's scripts ask for completions."""


def run(arguments: Sequence[str]) -> int:
    """Run the command that arguments name; return the exit status.

    >>> run(["--version"])
    0
    """
    open_standard_streams()
    status = _run(arguments)
    try:
        flush_stdout()
    except BrokenPipeError:
        pass
    except OSError as error:
        if not status:  # otherwise a line has reported the failure already
            report(error)
            status = FAILED
    return status


def _run(arguments: Sequence[str]) -> int:
    debug = "--debug" in arguments
    try:
        result = make_app(_line(arguments))(prog_name="trivet", standalone_mode=False)
    except SystemExit as error:
        if isinstance(error.__context__, BrokenPipeError):  # typer and rich exit for a closed pipe
            discard_stdout()
            return 0
        return error.code if isinstance(error.code, int) else FAILED if error.code else 0
    except BrokenPipeError:
        discard_stdout()
        return 0
    except typer.Abort:
        report(RuntimeError("aborted"))
        return FAILED
    except typer.Exit as error:
        return error.exit_code
    except (OSError, KeyboardInterrupt) as error:
        if isinstance(error, OSError):
            report(error, debug=debug)
        return status_of(error)
    except Exception as error:
        if hasattr(error, "format_message"):  # typer 0.26 has no public class for wrong arguments
            return _report_usage(error)
        return _report_fault(error, debug=debug)  # our own, or in a command of another distribution
    return result if isinstance(result, int) else 0


def _line(arguments: Sequence[str]) -> Sequence[str]:
    """Return the arguments, or the words of the line that a shell is completing."""
    words = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS")
    return words.split()[1:] if words and _COMPLETION in os.environ else arguments


def _report_usage(error: Any) -> int:
    """Report wrong arguments in one line; the help that replaces missing arguments is written as it is."""
    text, context = error.format_message(), getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        sys.stderr.write(f"{text}\n")
    elif text:
        hint = "" if context is None else f" (see `{context.command_path} --help`)"
        report(RuntimeError(f"{' '.join(text.split()).rstrip('.')}{hint}"))
    status: int = error.exit_code
    return status


def _report_fault(error: Exception, *, debug: bool) -> int:
    if debug:
        report(error, debug=True)
        return FAILED
    last = traceback.extract_tb(error.__traceback__)[-1]
    # The text of an unforeseen error is left out, because it may hold a secret.
    place = f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"
    report(RuntimeError(f"a fault of the program: {place}; --debug shows more"))
    return FAILED


class _Commands(LazyGroup):
    lazy: ClassVar[Mapping[str, LazyCommand]] = {
        **groups(),
        "config": LazyCommand("trivet.cli.settings.commands:add_config", "Settings, profiles and credentials."),
        "completion": LazyCommand("trivet.cli.app:add_completion", "Print the completion script of a shell."),
    }

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help as plain text, because importing a renderer takes longer than all the rest."""
        options = [record for option in self.get_params(ctx) if (record := option.get_help_record(ctx))]
        commands = [
            (name, command.help or "") for name in self.list_commands(ctx) if (command := self.get_command(ctx, name))
        ]
        width = shutil.get_terminal_size((80, 24)).columns
        formatter.write(f"{root_help(commands, options, width=width, styles=uses_styles(sys.stdout))}\n")


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
    if next((word for word in arguments if not word.startswith("-")), None) not in _Commands.lazy:
        add_commands(app, arguments)
    return app


def _show_version(requested: bool) -> None:
    if requested:
        sys.stdout.write(f"trivet {__version__}\n")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_show_version)
    ] = False,
) -> None:
    """Services at the command line, their stub servers, and checks of a server."""


def root_help(
    commands: Iterable[tuple[str, str]], options: Iterable[tuple[str, str]], *, width: int = 80, styles: bool = False
) -> str:
    """Return the help of `trivet` itself.

    >>> print(root_help([("bus", "Bus arrivals.")], [("--version", "Show the version.")]))

    Args:
        commands: The name of each command, and a line about it.
        options: The options, and a line about each.
        width: The columns of the terminal.
        styles: Whether headings are bold.
    """
    width = max(min(width, _WIDEST), 20)
    left = dict(commands)
    parts = [textwrap.fill(_ABOUT, width)]
    parts.append(f"{_heading('Usage', styles)}\n  trivet COMMAND …\n  trivet COMMAND --help")
    for title, names in _SECTIONS.items():
        rows = [(name, left.pop(name)) for name in names if name in left]
        parts += [_section(title, rows, width, styles)] if rows else []
    parts += [_section(_REST, sorted(left.items()), width, styles)] if left else []
    parts.append(_section("Options", list(options), width, styles))
    parts.append(f"{_heading('Examples', styles)}\n{textwrap.indent(_EXAMPLES, '  ')}")
    parts.append(textwrap.fill(_EXIT, width))
    return "\n\n".join(parts)


def _heading(title: str, styles: bool) -> str:
    return styled(title, BOLD, styles=styles)


def _section(title: str, rows: Sequence[tuple[str, str]], width: int, styles: bool) -> str:
    wide = max((len(name) for name, _ in rows), default=0)
    lines = [_heading(title, styles)]
    for name, text in rows:
        indent = " " * (wide + 4) if width > wide + 24 else " " * 6
        filled = textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent)
        lines.append(f"  {name:{wide}}  {filled.lstrip()}" if len(indent) == wide + 4 else f"  {name}\n{filled}")
    return "\n".join(lines)


class Shell(Enum):
    """The shells that can complete a line."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"
    POWERSHELL = "powershell"


def add_completion(app: typer.Typer) -> None:
    """Add the command `trivet completion`.

    >>> add_completion(app)
    """
    app.command("completion", epilog='Example, in ~/.bashrc: `eval "$(trivet completion bash)"`')(completion)


def completion(
    context: typer.Context, shell: Annotated[Shell, typer.Argument(help="The shell.", metavar="SHELL")]
) -> None:
    """Print the completion script of a shell: bash, zsh, fish or powershell."""
    os.environ[_COMPLETION] = f"source_{shell.value}"
    try:
        context.find_root().command.main(args=[], prog_name="trivet")
    finally:
        del os.environ[_COMPLETION]

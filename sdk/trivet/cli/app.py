"""The application `trivet`: its options, its help, and its run from arguments to an exit status."""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from trivet._generated.names import SERVICES
from trivet._version import __version__
from trivet.cli.command_registry import RECIPES, add_commands, groups
from trivet.cli.completion import completing
from trivet.cli.failures import (
    ERROR_LINE,
    FAILED,
    UsageError,
    discard_stdout,
    flush_stdout,
    open_standard_streams,
    report,
    status_of,
)
from trivet.cli.help_page import Rows
from trivet.cli.lazy_group import HELP, LazyCommand, LazyGroup

_SECTIONS = {"Services": SERVICES, "Testing": ("stub", "check", "contract")}
_REST = "More"
_EPILOG = """
trivet bus arrivals 54009

trivet chat conversations list --limit 5

trivet chat admin users list -o csv --fields id,email > users.csv

trivet stub all

Exit status: 0 success, 1 it failed or found something, 2 it could not run, 130 it was interrupted; 143 by SIGTERM, 129
by a closed terminal.
"""
_HELP_OPTIONS = ["-h", "--help"]
_WRONG_CHOICE = re.compile(r": '(.*)' is not one of (.*)")
_WORD = re.compile(r"'(.*?)'")


def run(arguments: Sequence[str]) -> int:
    """Run the command that arguments name; return the exit status.

    >>> run(["--version"])
    0
    """
    open_standard_streams()
    before = ERROR_LINE.set(lambda error, hints: _error_line(arguments, error, hints))
    try:
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
    finally:
        ERROR_LINE.reset(before)


def _error_line(arguments: Sequence[str], error: BaseException, hints: Sequence[str]) -> str:
    from trivet.cli.error_json import error_line  # noqa: PLC0415  # only an error needs it

    return error_line(arguments, error, hints)


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
    if not words or not completing():
        return arguments
    os.environ["COLUMNS"] = "1000"  # typer breaks the help of a word at them, and each line would be a completion
    return words.split()[1:]


def _report_usage(error: Any) -> int:
    """Report wrong arguments in one line; the help that replaces missing arguments is written as it is."""
    text, context = error.format_message(), getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        sys.stderr.write(f"{text}\n")
    elif text:
        hint = "" if context is None else f" (see `{context.command_path} --help`)"
        report(UsageError(f"{_suggested(error, context)}{hint}"))
    status: int = error.exit_code
    return status


def _suggested(error: Any, context: Any) -> str:
    """Return the message about wrong arguments, with the nearest option or value."""
    from trivet.cli.suggestions import for_option, for_value  # noqa: PLC0415  # correct arguments need none

    text = " ".join(error.format_message().split()).rstrip(".")
    if context is None:
        return text
    if type(error).__name__ == "NoSuchOption":
        options = [option for parameter in context.command.get_params(context) for option in parameter.opts]
        text = error.message  # without the options that typer suggests
        suggestion = for_option(error.option_name, options, in_group=hasattr(context.command, "list_commands"))
    else:
        wrong = _WRONG_CHOICE.search(text)
        suggestion = "" if wrong is None else for_value(wrong[1], _WORD.findall(wrong[2]))
    return f"{text}. {suggestion}" if suggestion else text


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
        "completion": LazyCommand("trivet.cli.completion:add_completion", "Print the completion script of a shell."),
        "version": LazyCommand("trivet.cli.app:add_version", "Show the version."),
    }

    def invoke(self, ctx: Any) -> Any:
        """Run a command; an interruption ends it with the status of its signal, where typer has 130 for each."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            raise typer.Exit(status_of(error)) from None

    def paths_of(self, name: str, groups: Sequence[str]) -> Iterator[str]:
        """Yield the groups and recipes of this name, of every service."""
        from trivet.cli.operations.table import load  # noqa: PLC0415  # correct arguments need no other table

        for service in SERVICES if not groups else ():
            if name in RECIPES.get(service, {}) or name in load(service).below(()):
                yield f"{service} {name}"

    def sections(self, rows: Rows) -> list[tuple[str, Rows]]:
        """Return the commands below headings: the services, what tests need, and the others."""
        left = dict(rows)
        known = [
            (title, [(name, left.pop(name)) for name in names if name in left]) for title, names in _SECTIONS.items()
        ]
        return [*known, (_REST, sorted(left.items()))]


def make_app(arguments: Sequence[str]) -> typer.Typer:
    """Make the application; of the commands that join it, only those that the arguments need are imported.

    >>> make_app(sys.argv[1:])(prog_name="trivet")
    """
    app = typer.Typer(
        name="trivet",
        cls=_Commands,
        no_args_is_help=True,
        epilog=_EPILOG,
        context_settings={"help_option_names": _HELP_OPTIONS},
        pretty_exceptions_enable=False,  # their tracebacks show local variables, which may be tokens
    )
    app.callback()(_options)
    arguments = [word for word in arguments if word != HELP]
    if next((word for word in arguments if not word.startswith("-")), None) not in _Commands.lazy:
        add_commands(app, arguments)
    return app


def _show_version(requested: bool) -> None:
    if requested:
        sys.stdout.write(f"trivet {__version__}\n")
        raise typer.Exit


def add_version(app: typer.Typer) -> None:
    """Add the command `trivet version`.

    >>> add_version(app)
    """
    app.command("version")(version)


def version() -> None:
    """Show the version, as `trivet --version` does."""
    sys.stdout.write(f"trivet {__version__}\n")


def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_show_version)
    ] = False,
) -> None:
    """Services at the command line, their stub servers, and checks of a server."""

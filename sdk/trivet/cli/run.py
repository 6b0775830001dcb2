"""Runs the application, and turns what leaves it into one line and an exit status."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from trivet.cli.app import make_app
from trivet.cli.failures import FAILED, report, status_of
from trivet.cli.streams import discard_stdout, flush_stdout, open_standard_streams

__all__ = ["run"]


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
        if not status:  # otherwise a line says why already
            report(error)
            status = FAILED
    return status


def _run(arguments: Sequence[str]) -> int:
    debug = "--debug" in arguments
    try:
        found = make_app(_completed(arguments))(prog_name="trivet", standalone_mode=False)
    except SystemExit as error:
        if isinstance(error.__context__, BrokenPipeError):  # typer and rich make an exit of it
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
        if hasattr(error, "format_message"):  # typer 0.26 has no public name for what it raises
            return _usage(error)
        return _fault(error, debug=debug)  # of ours, or of a command of another distribution
    return found if isinstance(found, int) else 0


def _completed(arguments: Sequence[str]) -> Sequence[str]:
    """Return the arguments; while a shell completes a line, those of the line."""
    words = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS")
    return words.split()[1:] if words and "_TRIVET_COMPLETE" in os.environ else arguments


def _usage(error: Any) -> int:
    """Report wrong arguments in one line; help that was asked for by giving none is written as it is."""
    text, context = error.format_message(), getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        sys.stderr.write(f"{text}\n")
    elif text:
        hint = "" if context is None else f" (see `{context.command_path} --help`)"
        report(RuntimeError(f"{' '.join(text.split()).rstrip('.')}{hint}"))
    status: int = error.exit_code
    return status


def _fault(error: Exception, *, debug: bool) -> int:
    if debug:
        report(error, debug=True)
        return FAILED
    last = traceback.extract_tb(error.__traceback__)[-1]
    # Without its text, which may hold anything.
    what = f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"
    report(RuntimeError(f"a fault of the program: {what}; --debug shows more"))
    return FAILED

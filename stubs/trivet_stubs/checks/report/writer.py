"""Writes the findings of a run where people and CI systems read them."""

import os
import sys
from collections.abc import Callable
from io import StringIO
from types import TracebackType
from typing import Self, TextIO

from rich.console import Console

from trivet_stubs.checks.judgement import Judgement
from trivet_stubs.checks.report.departures import departures
from trivet_stubs.checks.report.files import STDOUT, ReportFile
from trivet_stubs.checks.report.github import annotations, write_summary
from trivet_stubs.checks.report.json import json
from trivet_stubs.checks.report.junit import junit
from trivet_stubs.checks.report.page import page
from trivet_stubs.checks.report.table import table


class ReportWriter:
    """Opens the files of a report before the run, so that a run is not lost, and writes them after it.

        with ReportWriter("junit.xml", None) as report:
            report.write(judge(run(suite("chat"), target)))

    Args:
        junit_file: The path of the JUnit XML; `-` is standard output, None writes none.
        json_file: The path of the JSON; `-` is standard output, None writes none.
        departures_file: The path of the known departures; `-` and None as for the JSON.
        html_file: The path of the page of HTML; `-` and None as for the JSON.
        github: Print annotations for GitHub Actions in place of the table, and append a summary of the job.
        force: Whether existing files are replaced.
        quiet: Print only what fails the run.
        verbose: Print every rule.

    Raises:
        OSError: A file cannot be written.
        ValueError: Two reports would go to standard output, or a file exists, and `force` is not set.
    """

    def __init__(
        self,
        junit_file: str | None,
        json_file: str | None,
        *,
        departures_file: str | None = None,
        html_file: str | None = None,
        github: bool = False,
        force: bool = False,
        quiet: bool = False,
        verbose: bool = False,
    ) -> None:
        names = (junit_file, json_file, departures_file, html_file)
        if names.count(STDOUT) > 1:
            raise ValueError("--junit and --json: only one of them can go to standard output")
        self._github = github
        self._quiet = quiet
        self._verbose = verbose
        self._to_stderr = STDOUT in names
        reports = (
            ("--junit", junit_file, junit),
            ("--json", json_file, json),
            ("--write-departures", departures_file, departures),
            ("--html", html_file, page),
        )
        self._files: list[tuple[ReportFile, Callable[[Judgement], bytes]]] = []
        try:
            for option, name, render in reports:
                if name is not None:
                    self._files.append((ReportFile(name, option=option, force=force), render))
        except (OSError, ValueError):
            self._discard()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._discard()

    def write_so_far(self, judgement: Judgement) -> None:
        """Write the files with the findings so far, for a run that may be killed; nothing is printed.

        >>> run(checks, target, so_far=lambda result: report.write_so_far(judge(result)))
        """
        for file, render in self._files:
            if render is not departures:  # of a part of the rules, it would lose those that are known
                file.write_so_far(render(judgement))

    def write(self, judgement: Judgement) -> None:
        """Print the table, then write the files; the table goes to standard error if a file goes to standard output.

        >>> report.write(judgement)

        Raises:
            OSError: A report cannot be written; the others are.
        """
        failed: OSError | None = None
        try:
            self._print(judgement, sys.stderr if self._to_stderr else sys.stdout)
            if self._github:
                write_summary(judgement)
        except OSError as error:
            failed = error
        for file, render in self._files:
            try:
                file.write(render(judgement))
            except OSError as error:
                failed = failed or _named(error, file.name)
        if failed is not None:
            raise failed

    def _discard(self) -> None:
        for file, _ in self._files:
            file.discard()

    def _print(self, judgement: Judgement, stream: TextIO) -> None:
        real = Console(file=stream)
        written = StringIO()  # what writes to a stream itself ends the process where a reader is gone
        console = Console(
            file=written,
            force_terminal=real.is_terminal and not real.legacy_windows,
            width=real.width,
            legacy_windows=False,
            highlight=False,
            markup=False,
            emoji=False,
        )
        parts = annotations(judgement) if self._github else table(judgement, verbose=self._verbose, quiet=self._quiet)
        for part in parts:
            console.print(part, soft_wrap=True)
        encoding = stream.encoding or "utf-8"
        try:
            stream.write(written.getvalue().encode(encoding, "backslashreplace").decode(encoding))
            stream.flush()
        except BrokenPipeError:
            _close(stream)  # the reader has read enough
        except OSError as error:
            _close(stream)
            raise _named(error, "standard output") from error


def _named(error: OSError, name: str) -> OSError:
    return OSError(error.errno, error.strerror, "standard output" if name == STDOUT else name)


def _close(stream: TextIO) -> None:
    """Lead what is still buffered nowhere: Python would fail again when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)

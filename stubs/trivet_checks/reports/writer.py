"""Writes the findings of a run: a table for people, and the files that CI systems and programs read.

In the table, the findings that fail the run come first, then those that differ, then a short summary.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO
from types import TracebackType
from typing import Self, TextIO

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from trivet_checks.checks.departures import departures
from trivet_checks.checks.freedoms import freedoms
from trivet_checks.checks.verdict import Finding, Judgement, PartFinding, Standing, cells_of
from trivet_checks.reports.ci import annotations, junit, write_summary
from trivet_checks.reports.json import json
from trivet_checks.reports.page import page
from trivet_stubs.kernel.files import STDOUT, ReportFile
from trivet_stubs.kernel.null_device import redirect_to_null_device
from trivet_stubs.kernel.printable_text import printable

_LONGEST = 10_000
_LABELS: dict[Standing, tuple[str, str]] = {
    "broken": ("BROKEN", "bold red"),
    "healed": ("HEALED", "bold magenta"),
    "differs": ("DIFFERS", "yellow"),
    "departs": ("KNOWN", "cyan"),
    "holds": ("holds", "green"),
    "not tried": ("not tried", "dim"),
}
_COLUMNS: tuple[Standing, ...] = ("holds", "broken", "healed", "differs", "departs", "not tried")
_FAILING: tuple[Standing, ...] = ("broken", "healed")
_REASONS = 10


class ReportWriter:
    """Opens the files of a report before the run, so that a run is not lost, and writes them after it.

        with ReportWriter("junit.xml", None) as report:
            report.write(judge(run(suite("chat"), target)))

    Args:
        junit_file: The path of the JUnit XML; `-` is standard output, None writes none.
        json_file: The path of the JSON; `-` is standard output, None writes none.
        departures_file: The path of the known departures; `-` and None as for the JSON.
        freedoms_file: The path of the choices of the server; `-` and None as for the JSON.
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
        freedoms_file: str | None = None,
        html_file: str | None = None,
        github: bool = False,
        force: bool = False,
        quiet: bool = False,
        verbose: bool = False,
    ) -> None:
        names = (junit_file, json_file, departures_file, freedoms_file, html_file)
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
            ("--write-freedoms", freedoms_file, _freedoms),
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
    with suppress(AttributeError, OSError, ValueError):  # a stream that was closed before the start has no descriptor
        redirect_to_null_device(stream.fileno())


def table(judgement: Judgement, *, verbose: bool = False, quiet: bool = False) -> Iterator[RenderableType]:
    """Yield the parts of the report, each a paragraph; a text of a server is never read as markup.

    >>> for part in table(judgement):
    ...     console.print(part, soft_wrap=True)

    Args:
        judgement: The findings.
        verbose: Also show each rule that holds or was not tried.
        quiet: Show only the failures of the run, and the records that it left on the server.
    """
    standings: tuple[Standing, ...] = _FAILING if quiet else (*_FAILING, "differs", "departs")
    for standing in standings:
        for finding in judgement.of(standing):
            yield _block(finding)
    if verbose:
        yield from _scripts(judgement)
    if verbose and not quiet:
        for standing in ("holds", "not tried"):
            for finding in judgement.of(standing):
                yield _line(finding)
        yield Text()
    if not quiet:
        if judgement.findings:
            yield _counts(judgement)
        yield from _reasons(judgement)
        yield _figures(judgement)
        yield from _in_part(judgement)
        yield from _lists_of_walks(judgement)
        if judgement.advice:
            yield _plain(judgement.advice, "bold yellow")
    yield from _left(judgement)
    yield from _callers(judgement)
    if judgement.incomplete:
        yield _plain(f"Incomplete: {judgement.incomplete}", "bold red")
        yield from (_plain(f"  {missing.id}: {missing.reason}") for missing in judgement.missing)


def _block(finding: Finding) -> Text:
    verdict = finding.verdict
    block = _line(finding)
    rows = [
        ("Rule" if verdict.kind == "rule" else "Spec", verdict.sentence),
        ("Section", verdict.section),
        *(row for part in finding.parts if part.standing in (*_FAILING, "differs", "departs") for row in _rows(part)),
    ]
    for name, text in rows:
        if text:
            block.append(f"\n  {name + ':':<9}", "dim").append(_clean(text))
    return block.append("\n")


def _rows(finding: PartFinding) -> Iterator[tuple[str, str]]:
    part = finding.part
    yield "Part", f"{part.name} ({part.basis})" if part.basis not in (None, "stated") else part.name
    yield "Found", part.found
    if part.evidence is not None:
        yield "Request", part.evidence.request
        yield "Answer", part.evidence.answer
    if part.walk is not None:
        yield from (("Step", line) for line in part.walk.lines)
    if finding.standing == "healed":
        yield "Do", "remove it from the file of known departures"
    if finding.departure is not None:
        yield "Known", finding.departure.reason


def _freedoms(judgement: Judgement) -> bytes:
    """The choices of the server as a file."""
    return freedoms(judgement.result.service, judgement.result.choices)


def _scripts(judgement: Judgement) -> Iterator[Text]:
    """The walks that show what is broken, as scripts and tests, which are copied line by line."""
    for standing in (*_FAILING, "differs"):
        for finding in judgement.of(standing):
            for part in finding.parts:
                if (walk := part.part.walk) is not None:
                    for script in (walk.curl, walk.pytest):
                        yield Text("\n".join(map(_clean, script.split("\n"))))


def _line(finding: Finding) -> Text:
    verdict = finding.verdict
    label, style = _LABELS[finding.standing]
    line = Text(f"{label:<9} ", style).append(_clean(verdict.id), "bold")
    if verdict.basis != "stated":
        line.append(f"  ({verdict.basis})", "dim")
    if finding.standing == "not tried":
        line.append(f"  {_clean(verdict.reason)}", "dim")
    return line


def _counts(judgement: Judgement) -> Table:
    grid = Table(box=None, pad_edge=False, header_style="dim")
    grid.add_column("")
    for standing in _COLUMNS:
        grid.add_column(_LABELS[standing][0].lower(), justify="right", no_wrap=True)
    for kind in ("rule", "operation"):
        counts = Counter(finding.standing for finding in judgement.findings if finding.verdict.kind == kind)
        if counts:
            grid.add_row(f"{kind}s", *(str(counts[standing]) for standing in _COLUMNS))
    return grid


def _reasons(judgement: Judgement) -> Iterator[Text]:
    counts = Counter(finding.verdict.reason for finding in judgement.of("not tried"))
    if not counts:
        return
    lines = [f"{count:>5}  {_clean(reason)}" for reason, count in counts.most_common(_REASONS)]
    if len(counts) > _REASONS:
        lines.append(f"       and {len(counts) - _REASONS} other reasons (--verbose)")
    yield Text("\nNot tried:\n" + "\n".join(lines), "dim")


def _figures(judgement: Judgement) -> Text:
    result = judgement.result
    records = f"{_counted(len(result.made), 'record')} made" if result.made else "nothing made"
    removed = f", {len(result.left)} of them left" if result.left else ", all removed" if result.made else ""
    cells = cells_of(result)
    effects = "" if cells is None else f" {cells.tried} of {cells.of} cells of the table of effects tried."
    return Text(f"\n{_counted(result.requests, 'request')} in {result.seconds:.1f} s; {records}{removed}.{effects}")


def _in_part(judgement: Judgement) -> Iterator[Text]:
    """Yield the rules that have lost a cell of the table of effects."""
    for finding in judgement.findings:
        cells = finding.verdict.cells
        if cells is not None and cells.are_lost and finding.standing != "not tried":
            yield _plain(f"tried in part: {finding.verdict.id}  {cells.tried} of {cells.of} cells", "yellow")


def _lists_of_walks(judgement: Judgement) -> Iterator[Text]:
    result = judgement.result
    for head, rows in (("The server's choices:", result.choices), ("Notes:", result.notes)):
        if rows:
            yield _plain(head, "dim")
            yield from (_plain(f"  {row}", "dim") for row in rows)


def _left(judgement: Judgement) -> Iterator[Text]:
    result = judgement.result
    if result.left:
        yield _plain("Could not be removed from the server:", "bold red")
        yield from (_plain(f"  {record}") for record in result.left)
    if result.unsure:
        yield _plain("May have left a record on the server (no answer, or one without its id):", "bold red")
        for request, count in Counter(result.unsure).items():
            yield _plain(f"  {request}" if count == 1 else f"  {request}  ({count} times)")


def _callers(judgement: Judgement) -> Iterator[Text]:
    callers = judgement.result.callers
    if callers:
        advice = " (--allow-untried goes on without them)" if judgement.incomplete else ""
        yield _plain(f"Callers that cannot be used{advice}:", "bold red" if judgement.incomplete else "yellow")
        yield from (_plain(f"  {name}: {reason}") for name, reason in callers.items())


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _plain(text: str, style: str = "") -> Text:
    return Text(_clean(text), style)


def _clean(text: str) -> str:
    return printable(text, _LONGEST)

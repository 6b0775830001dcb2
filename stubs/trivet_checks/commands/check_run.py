"""The runs of `trivet check`: from the options to the reports and the exit status."""

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as ProgressBar

from trivet_checks.checks.budget import Budget
from trivet_checks.checks.departures import read_departures
from trivet_checks.checks.freedoms import read_freedoms
from trivet_checks.checks.run import Progress, run_to_its_end
from trivet_checks.checks.run import sweep as sweep_records
from trivet_checks.checks.server import agent_options, check_required, check_selection, target_of
from trivet_checks.checks.suite import Selection, Suite, suite
from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import CouldNotRun, Judgement, Result, ids_of_operations, judge
from trivet_checks.exchanges.evidence import Broken, NotTried
from trivet_checks.explore.explorations import exploration
from trivet_checks.explore.run import REQUESTS, SECONDS
from trivet_checks.reports.json import CHANGES, Report, differences
from trivet_checks.reports.page import comparison, read_report
from trivet_checks.reports.writer import ReportWriter
from trivet_stubs.kernel.files import ReportFile
from trivet_stubs.kernel.printable_text import printable
from trivet_stubs.kernel.rule_catalogue import Basis, rules

_REQUESTS, _SECONDS = 5000, 900.0
"""The bounds of a run that tries rules."""
READ_ONLY = "TRIVET_READ_ONLY"
"""The variable with which no command changes data; a word that is none of `_NO` must not allow changes."""

_NO = ("", "0", "false", "no", "off")
_FORMATS = ("table", "github")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PERCENT = re.compile(r"(\d{1,3}(?:\.\d+)?)%", re.ASCII)
_BASES: tuple[Basis, ...] = ("stated", "assumed", "observed")


def check_server(
    *,
    service: str,
    base_url: str,
    allow_writes: bool,
    allow_untried: bool,
    select: Sequence[str],
    operation: Sequence[str],
    section: Sequence[str],
    caller: Sequence[str],
    directory: str | None,
    committed: str | None,
    departures: Path | None,
    fail_on: Sequence[str],
    require: Sequence[str],
    min_tried: str,
    max_requests: int | None,
    max_seconds: float | None,
    rate: float | None,
    timeout: float,
    longest_wait: float,
    settle: float | None,
    junit_file: str | None,
    json_file: str | None,
    html_file: str | None,
    write_departures: str | None,
    output: str,
    explore: bool,
    seed: int,
    walks: int,
    steps: int,
    allow_prompts: bool,
    max_prompts: int,
    freedoms: Path | None,
    write_freedoms: str | None,
    sweep: bool,
    force: bool,
    quiet: bool,
    verbose: bool,
) -> NoReturn:
    """Try the rules of a contract on a server, with the options of `trivet check`, and end the command.

    >>> check_server(service="bus", base_url="http://127.0.0.1:8000", **options)
    """
    with _messages():
        checks = suite(service)
        selection = Selection(ids=select, operations=operation, sections=section)
        share = _share(min_tried)
        if output not in _FORMATS:
            raise ValueError(f"--format: {output!r} is not one of {', '.join(_FORMATS)}")
        failing: list[Basis] = [_basis(text) for text in fail_on]
        if (freedoms or write_freedoms) and not explore:
            name = "freedoms" if freedoms else "write-freedoms"
            raise ValueError(f"--{name}: only walks learn the choices of a server; add --explore")
        if (directory or committed) and service != "agent":
            raise ValueError(
                f"--{'directory' if directory else 'committed'}: only the agent service works in directories"
            )
        if allow_prompts and not (explore and service == "agent"):
            raise ValueError("--allow-prompts: only walks of the agent service (--explore) ask for it")
        if max_prompts < 1:
            raise ValueError(f"--max-prompts: {max_prompts} is less than 1")
        for option, changes in (("allow-writes", allow_writes), ("sweep", sweep), ("allow-prompts", allow_prompts)):
            if changes and os.environ.get(READ_ONLY, "").strip().lower() not in _NO:
                raise ValueError(f"--{option}: not sent, as it changes data, and {READ_ONLY} allows reading only")
        with target_of(
            checks,
            base_url,
            callers=_callers(caller),
            allow_writes=allow_writes or sweep,
            allow_untried=allow_untried,
            timeout=timeout,
            budget=Budget(
                requests=(REQUESTS if explore else _REQUESTS) if max_requests is None else max_requests,
                seconds=(SECONDS if explore else _SECONDS) if max_seconds is None else max_seconds,
                rate=rate,
                longest_wait=longest_wait,
            ),
            options=agent_options(directory, committed, max_prompts if allow_prompts else 0),
            settle=settle,
        ) as target:
            if sweep:
                _sweep(checks, target)
            check_selection(selection, target)
            check_required(require, selection, target)
            operations = target.shapes.contract.operations
            known = (
                {}
                if departures is None
                else read_departures(departures, {*rules(service), *ids_of_operations(operations)})
            )
            pinned = None if freedoms is None else read_freedoms(freedoms, service)
            with ReportWriter(
                junit_file,
                json_file,
                departures_file=write_departures,
                freedoms_file=write_freedoms,
                html_file=html_file,
                github=output == "github",
                force=force,
                quiet=quiet,
                verbose=verbose,
            ) as report:

                def judged(result: Result) -> Judgement:
                    return judge(result, departures=known, fail_on=failing, required=require, min_tried=share)

                shows_progress = not quiet and sys.stderr.isatty()
                if explore:
                    walked = exploration(
                        checks, target, selection, seed=seed, walks=walks, steps=steps, freedoms=pinned
                    )
                    result = _interruptible(target, walked.run, shows_progress=shows_progress)
                else:
                    result = _run(
                        checks,
                        target,
                        selection,
                        shows_progress=shows_progress,
                        so_far=lambda result: report.write_so_far(judged(result)),
                    )
                judgement = judged(result)
                report.write(judgement)
    raise typer.Exit(judgement.exit_status)


def compare_runs(old: Path, new: Path) -> NoReturn:
    """Print what has changed between the reports of two runs, and end the command.

    >>> compare_runs(Path("old.json"), Path("new.json"))
    """
    with _messages():
        found = differences(Report.read(old), Report.read(new))
        for difference in found:
            typer.echo(printable(str(difference), 1000))
        counts = Counter(difference.change for difference in found)
        typer.echo(", ".join(f"{counts[change]} {change}" for change in CHANGES))
    raise typer.Exit(1 if counts["broken"] else 0)


def compare_servers(reports: Sequence[Path], out: str, *, force: bool) -> None:
    """Write a page that shows the reports of several servers side by side.

    >>> compare_servers([Path("one.json"), Path("other.json")], "page.html", force=False)
    """
    with _messages():
        content = comparison([read_report(path) for path in reports])
        ReportFile(out, option="--out", force=force).write(content)


def _sweep(checks: Suite, target: Target) -> NoReturn:
    """Remove what earlier runs have left, say what it was, and end the command."""
    result = sweep_records(checks, target)
    for record in result.made:
        typer.echo(f"{'left' if record in result.left else 'removed'}: {record}")
    typer.echo(f"{len(result.made) - len(result.left)} of {len(result.made)} records removed.")
    raise typer.Exit(2 if result.left else 0)


def _run(
    checks: Suite,
    target: Target,
    selection: Selection,
    *,
    shows_progress: bool,
    so_far: Callable[[Result], None],
) -> Result:
    """Run the checks, and say what happens when a signal ends them."""
    return _interruptible(
        target,
        lambda progress: run_to_its_end(checks, target, selection, progress, so_far),
        shows_progress=shows_progress,
    )


def _interruptible(target: Target, work: Callable[[Progress | None], Result], *, shows_progress: bool) -> Result:
    """Do the work of a run, and say what happens when a signal ends it."""
    interruption = target.traffic.interruption

    def announce() -> None:
        left = "".join(f"\n  {printable(target.gate.message(record), 300)}" for record in target.made.left)
        removing = f", and its records are removed:{left}" if left else ""
        # The signal may interrupt a write to `sys.stderr`, which must not be entered a second time.
        os.write(2, f"\nInterrupted: the run ends{removing}\nA second signal ends it at once.\n".encode())

    with interruption.watching(announce), _progress(shows_progress) as progress:
        return work(progress)


@contextmanager
def _progress(visible: bool) -> Generator[Callable[[int, int, str], None] | None, None, None]:
    """Show a progress bar on standard error while the checks run, and remove it afterwards."""
    if not visible:
        yield None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with ProgressBar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("")
        yield lambda done, total, rule: bar.update(task, completed=done, total=total, description=rule, refresh=True)


@contextmanager
def _messages() -> Generator[None, None, None]:
    """Turn errors, such as a wrong option or a file that cannot be written, into a message and status 2."""
    try:
        yield
    except OSError as error:
        _fail(f"{error.filename or 'the report'}: {error.strerror or error}")
    except (ValueError, CouldNotRun, NotTried, Broken) as error:
        _fail(str(error))


def _fail(message: str) -> NoReturn:
    typer.echo(f"trivet check: {printable(message, 1000)}", err=True)
    raise typer.Exit(2)


def _callers(options: Sequence[str]) -> dict[str, str]:
    variables: dict[str, str] = {}
    for option in options:
        role, equals, variable = option.partition("=")
        if not equals or not _NAME.fullmatch(variable):  # the text may be a token, which no message must show
            raise ValueError("--caller: use admin=VARIABLE, with the name of an environment variable")
        if role in variables:
            raise ValueError(f"--caller: {role} occurs twice")
        variables[role] = variable
    return variables


def _share(text: str) -> float:
    if not (match := _PERCENT.fullmatch(text)) or not float(match[1]) <= 100:
        raise ValueError(f"--min-tried: {text!r} is not a percentage, such as 90%")
    return float(match[1]) / 100


def _basis(text: str) -> Basis:
    for basis in _BASES:
        if text == basis:
            return basis
    raise ValueError(f"--fail-on: {text!r} is not one of {', '.join(_BASES)}")

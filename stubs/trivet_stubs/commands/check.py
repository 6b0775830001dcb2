"""The command `trivet check`: try the rules of a contract on a server."""

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from typer.core import TyperCommand

from trivet_stubs._generated.names import SERVICES
from trivet_stubs.checks.budget import Budget
from trivet_stubs.checks.departures import read_departures
from trivet_stubs.checks.judgement import Judgement, judge
from trivet_stubs.checks.report.diff import CHANGES, Report, differences
from trivet_stubs.checks.report.files import ReportFile
from trivet_stubs.checks.report.page import comparison, read_report
from trivet_stubs.checks.report.writer import ReportWriter
from trivet_stubs.checks.run import run
from trivet_stubs.checks.run import sweep as sweep_records
from trivet_stubs.checks.secrets import printable
from trivet_stubs.checks.server import agent_options, check_required, check_selection, target_of
from trivet_stubs.checks.suite import Selection, Suite, suite
from trivet_stubs.checks.target import Target
from trivet_stubs.checks.verdict import Broken, CouldNotRun, NotTried, Result
from trivet_stubs.kernel.rule_catalogue import Basis, rules

_EXIT = (
    "Exit status: 0 the server keeps the stated rules, 1 a rule is broken or a known departure has healed, 2 a caller "
    "cannot be used, or the run could not start, end or write a report, 130 the run was interrupted."
)
_FORMATS = ("table", "github")
_DIFF_EXIT = "Exit status: 0 nothing is newly broken, 1 a rule is, 2 a file is not a report."
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PERCENT = re.compile(r"(\d{1,3}(?:\.\d+)?)%", re.ASCII)
_BASES: tuple[Basis, ...] = ("stated", "assumed", "observed")


def add(app: typer.Typer) -> None:
    """Add the command; `trivet` calls it by the entry point `check`.

    >>> add(app)
    """
    app.command("check", cls=_CheckCommand, epilog=_EXIT)(check)


def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD.json", help="The report of the earlier run.")],
    new: Annotated[Path, typer.Argument(metavar="NEW.json", help="The report of the later run.")],
) -> None:
    """Compare two reports of --json by rule: broken, healed, newly tried, no longer tried."""
    with _messages():
        found = differences(Report.read(old), Report.read(new))
        for difference in found:
            typer.echo(printable(str(difference), 1000))
        counts = Counter(difference.change for difference in found)
        typer.echo(", ".join(f"{counts[change]} {change}" for change in CHANGES))
    raise typer.Exit(1 if counts["broken"] else 0)


def page(
    reports: Annotated[list[Path], typer.Argument(metavar="REPORT.json", help="Reports of --json, one for a server.")],
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="The page; - is standard output.")] = "-",
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
) -> None:
    """Show reports of --json, for example of several servers, side by side on one page of HTML."""
    with _messages():
        content = comparison([read_report(path) for path in reports])
        ReportFile(out, option="--out", force=force).write(content)


class _CheckCommand(TyperCommand):
    """The command `check`, whose first word may be `diff` or `page`; no service has these names."""

    # Typer may bring its own click, so that no class of the package `click` is the type of a context.
    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Return the context of `check`, `check diff` or `check page`."""
        if args[:1] not in (["diff"], ["page"]):
            return super().make_context(info_name, args, parent, **extra)
        app = typer.Typer(add_completion=False)
        if args[0] == "diff":
            app.command("diff", epilog=_DIFF_EXIT)(diff)
        else:
            app.command("page")(page)
        command = typer.main.get_command(app)
        command.context_class = self.context_class  # the page of help of all commands
        return command.make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)


def check(
    service: Annotated[str, typer.Argument(metavar="SERVICE", help=f"One of {', '.join(SERVICES)}.")],
    base_url: Annotated[str, typer.Option(metavar="URL", help="The URL of the server, with the prefix of its paths.")],
    allow_writes: Annotated[
        bool, typer.Option("--allow-writes", help="Create, change and remove records; by default, only read.")
    ] = False,
    allow_untried: Annotated[
        bool, typer.Option("--allow-untried", help="Continue without a caller that is missing or refused.")
    ] = False,
    select: Annotated[
        list[str] | None, typer.Option(metavar="PATTERN", help="Rules by their ids, such as chat.shares.*; repeatable.")
    ] = None,
    operation: Annotated[
        list[str] | None, typer.Option(metavar="PATTERN", help="Rules by an operation, such as stops.*; repeatable.")
    ] = None,
    section: Annotated[
        list[str] | None, typer.Option(metavar="HEADING", help="Rules by a heading of the contract; repeatable.")
    ] = None,
    caller: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHO=VARIABLE",
            help="admin, user, other or spare (a user to delete), and the environment variable with the token; "
            "repeatable. Default: TRIVET_<SERVICE>_ADMIN_TOKEN, _USER_TOKEN and _OTHER_TOKEN.",
        ),
    ] = None,
    directory: Annotated[
        str | None, typer.Option(metavar="DIR", help="The directory on an agent server in which to work.")
    ] = None,
    committed: Annotated[
        str | None,
        typer.Option(
            metavar="PATH",
            help="An unchanged file in --directory that its branch has committed and the default branch does not have.",
        ),
    ] = None,
    departures: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Known departures with their reasons (TOML).")
    ] = None,
    fail_on: Annotated[
        list[str] | None,
        typer.Option(metavar="BASIS", help="Also fail on rules that are assumed, or observed; repeatable."),
    ] = None,
    require: Annotated[
        list[str] | None,
        typer.Option(metavar="PATTERN", help="Rules that have to be tried, or the status is 2; repeatable."),
    ] = None,
    min_tried: Annotated[
        str, typer.Option(metavar="N%", help="The share of the rules that has to be tried, or the status is 2.")
    ] = "0%",
    max_requests: Annotated[int, typer.Option(metavar="N", help="Send at most N requests.")] = 5000,
    max_seconds: Annotated[float, typer.Option(metavar="S", help="Take at most S seconds.")] = 900.0,
    rate: Annotated[float | None, typer.Option(metavar="R", help="Send at most R requests a second.")] = None,
    timeout: Annotated[float, typer.Option(metavar="S", help="Wait at most S seconds for an answer.")] = 30.0,
    longest_wait: Annotated[
        float, typer.Option(metavar="S", help="Wait at most S seconds for something to expire.")
    ] = 10.0,
    settle: Annotated[
        float | None,
        typer.Option(
            metavar="S",
            help="Wait S seconds for a change, and watch for S seconds what must stay. Default: twice the lateness of "
            "the slowest write, and at least 3.2.",
        ),
    ] = None,
    junit_file: Annotated[
        str | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML; - is standard output.")
    ] = None,
    json_file: Annotated[
        str | None, typer.Option("--json", metavar="FILE", help="Write JSON; - is standard output.")
    ] = None,
    html_file: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="Write one page of HTML; - is standard output.")
    ] = None,
    write_departures: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the departures of this run as TOML, with a place for each reason."),
    ] = None,
    output: Annotated[
        str,
        typer.Option("--format", metavar="FORMAT", help="table, or github: annotations and a summary of the job."),
    ] = "table",
    sweep: Annotated[
        bool, typer.Option("--sweep", help="Only remove the records that earlier runs have left, by their names.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only the failures.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Print every rule.")] = False,
) -> None:
    """Try the rules of a contract on a server: which it keeps, which it breaks, and which were not tried, and why.

    All records that the run creates on the server are named trivet-check-… and removed at the end. `trivet check diff
    OLD.json NEW.json` compares the reports of two runs, and `trivet check page` shows several servers side by side.
    """
    with _messages():
        checks = suite(service)
        selection = Selection(ids=select or (), operations=operation or (), sections=section or ())
        share = _share(min_tried)
        if output not in _FORMATS:
            raise ValueError(f"--format: {output!r} is not one of {', '.join(_FORMATS)}")
        failing: list[Basis] = [_basis(text) for text in fail_on or ()]
        if (directory or committed) and service != "agent":
            raise ValueError(
                f"--{'directory' if directory else 'committed'}: only the agent service works in directories"
            )
        with target_of(
            checks,
            base_url,
            callers=_callers(caller or ()),
            allow_writes=allow_writes or sweep,
            allow_untried=allow_untried,
            timeout=timeout,
            budget=Budget(requests=max_requests, seconds=max_seconds, rate=rate, longest_wait=longest_wait),
            options=agent_options(directory, committed),
            settle=settle,
        ) as target:
            if sweep:
                _sweep(checks, target)
            check_selection(selection, target)
            check_required(require or (), selection, target)
            operations = target.shapes.contract.operations
            known = {} if departures is None else read_departures(departures, {*rules(service), *operations})
            with ReportWriter(
                junit_file,
                json_file,
                departures_file=write_departures,
                html_file=html_file,
                github=output == "github",
                force=force,
                quiet=quiet,
                verbose=verbose,
            ) as report:

                def judged(result: Result) -> Judgement:
                    return judge(result, departures=known, fail_on=failing, required=require or (), min_tried=share)

                result = _run(
                    checks,
                    target,
                    selection,
                    shows_progress=not quiet and sys.stderr.isatty(),
                    so_far=lambda result: report.write_so_far(judged(result)),
                )
                judgement = judged(result)
                report.write(judgement)
    raise typer.Exit(judgement.exit_status)


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
    """Run the checks. A run that cannot begin, or is interrupted, also has a result."""
    interruption = target.traffic.interruption

    def announce() -> None:
        left = "".join(f"\n  {printable(target.secrets.hide(record), 300)}" for record in target.made.left)
        removing = f", and its records are removed:{left}" if left else ""
        # The signal may interrupt a write to `sys.stderr`, which must not be entered a second time.
        os.write(2, f"\nInterrupted: the run ends{removing}\nA second signal ends it at once.\n".encode())

    try:
        with interruption.watching(announce), _progress(shows_progress) as progress:
            return run(checks, target, selection, progress, so_far)
    except CouldNotRun as error:
        stopped, callers = error.message, error.callers
    except KeyboardInterrupt:
        stopped, callers = "the run was interrupted", dict[str, str]()
    return Result(
        service=checks.service,
        base_url=target.client.base_url,
        verdicts=(),
        requests=target.budget.sent,
        seconds=target.budget.elapsed,
        callers={name: printable(target.secrets.hide(reason), 600) for name, reason in callers.items()},
        stopped=printable(target.secrets.hide(stopped), 600),
        signal=interruption.number,
    )


@contextmanager
def _progress(visible: bool) -> Generator[Callable[[int, int, str], None] | None, None, None]:
    """Show a progress bar on standard error while the checks run, and remove it afterwards."""
    if not visible:
        yield None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
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

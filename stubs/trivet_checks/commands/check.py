"""The command `trivet check`: try the rules of a contract on a server."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from trivet_stubs._generated.names import SERVICES
from trivet_stubs.kernel.optional_dependencies import missing

_EXIT = (
    "Exit status: 0 the server keeps the stated rules, 1 a rule or an operation is broken or a known "
    "departure has healed, 2 a caller cannot be used, a check has a fault of its own, or the run could not start, end, "
    "try a rule or write a report, 130 the run was interrupted."
)
_DIFF_EXIT = "Exit status: 0 nothing is newly broken, 1 a rule is, 2 a file is not a report."


def add(app: typer.Typer) -> None:
    """Add the command; `trivet` calls it by the entry point `check`.

    >>> add(app)
    """
    app.command("check", cls=_CheckCommand, epilog=_EXIT)(check)


def _first_words(incomplete: str) -> list[str]:
    """Return the words that can stand first, in a shell's completion."""
    return [word for word in (*SERVICES, "diff", "page") if word.startswith(incomplete)]


def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD.json", help="The report of the earlier run.")],
    new: Annotated[Path, typer.Argument(metavar="NEW.json", help="The report of the later run.")],
) -> None:
    """Compare two reports of --json by rule: broken, healed, newly tried, no longer tried."""
    _require_packages()
    from trivet_checks.commands.check_run import compare_runs  # noqa: PLC0415  # a page of help runs no check

    compare_runs(old, new)


def page(
    reports: Annotated[list[Path], typer.Argument(metavar="REPORT.json", help="Reports of --json, one for a server.")],
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="The page; - is standard output.")] = "-",
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
) -> None:
    """Show reports of --json, for example of several servers, side by side on one page of HTML."""
    _require_packages()
    from trivet_checks.commands.check_run import compare_servers  # noqa: PLC0415  # a page of help runs no check

    compare_servers(reports, out, force=force)


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
    service: Annotated[
        str,
        typer.Argument(metavar="SERVICE", help=f"One of {', '.join(SERVICES)}.", autocompletion=_first_words),
    ],
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
    max_requests: Annotated[
        int | None,
        typer.Option(metavar="N", help="Send at most N requests. Default: 5000, and 4000 with --explore."),
    ] = None,
    max_seconds: Annotated[
        float | None,
        typer.Option(metavar="S", help="Take at most S seconds. Default: 900, and 120 with --explore."),
    ] = None,
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
    explore: Annotated[
        bool,
        typer.Option(
            "--explore",
            help="Walk instead of trying rules: compare each answer with a stub's, or with the server's other answers.",
        ),
    ] = False,
    seed: Annotated[int, typer.Option(metavar="N", help="The seed of the walks.")] = 0,
    walks: Annotated[int, typer.Option(metavar="N", help="Make at most N walks.")] = 30,
    steps: Annotated[int, typer.Option(metavar="N", help="The steps of a walk.")] = 60,
    allow_prompts: Annotated[
        bool,
        typer.Option("--allow-prompts", help="Let walks of the agent service send prompts, which a model answers."),
    ] = False,
    max_prompts: Annotated[int, typer.Option(metavar="N", help="Send at most N prompts, replays included.")] = 20,
    freedoms: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The choices that the server has to make on walks (TOML).")
    ] = None,
    write_freedoms: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the choices that walks have found, for --freedoms.")
    ] = None,
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
    _require_packages()
    from trivet_checks.commands.check_run import check_server  # noqa: PLC0415  # a page of help runs no check

    check_server(
        service=service,
        base_url=base_url,
        allow_writes=allow_writes,
        allow_untried=allow_untried,
        select=select or (),
        operation=operation or (),
        section=section or (),
        caller=caller or (),
        directory=directory,
        committed=committed,
        departures=departures,
        fail_on=fail_on or (),
        require=require or (),
        min_tried=min_tried,
        max_requests=max_requests,
        max_seconds=max_seconds,
        rate=rate,
        timeout=timeout,
        longest_wait=longest_wait,
        settle=settle,
        junit_file=junit_file,
        json_file=json_file,
        html_file=html_file,
        write_departures=write_departures,
        output=output,
        explore=explore,
        seed=seed,
        walks=walks,
        steps=steps,
        allow_prompts=allow_prompts,
        max_prompts=max_prompts,
        freedoms=freedoms,
        write_freedoms=write_freedoms,
        sweep=sweep,
        force=force,
        quiet=quiet,
        verbose=verbose,
    )


def _require_packages() -> None:
    if (text := missing()) is not None:
        typer.echo(f"trivet check: {text}", err=True)
        raise typer.Exit(2)

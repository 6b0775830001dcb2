"""The command `trivet-stub proxy`: serve the proxy until it is interrupted, then write its report."""

import argparse
import json
import re
import sys
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from trivet_checks.proxy.patience import Patience
from trivet_stubs._generated.names import SERVICES
from trivet_stubs.commands.joined import JoinedCommand
from trivet_stubs.commands.options import ALLOW_HOST, add_limits, limits_of
from trivet_stubs.kernel.interrupt_signals import Interruption
from trivet_stubs.kernel.rule_catalogue import load

_DESCRIPTION = (
    "Pass on requests and answers between a client and a server, and compare them with the service's contract."
)
_DEFAULT = "(default: %(default)s)"
_PERCENT = re.compile(r"(\d{1,3}(?:\.\d+)?)%?", re.ASCII)


def add_proxy(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("service", choices=SERVICES, metavar="SERVICE", help=", ".join(SERVICES))
    parser.add_argument(
        "--upstream", required=True, metavar="URL", help="the URL of the server, with the prefix of its paths"
    )
    parser.add_argument(
        "--record", type=Path, metavar="DIR", help="record requests and answers, without secrets, in an empty folder"
    )
    parser.add_argument("--host", default="127.0.0.1", help=f"the address to listen on {_DEFAULT}")
    parser.add_argument("--port", type=int, default=0, help=f"the port; 0 picks a free one {_DEFAULT}")
    for option, settings in ALLOW_HOST.items():
        parser.add_argument(option, **settings)
    parser.add_argument("--keep-host", action="store_true", help="pass on the host header of the client")
    parser.add_argument(
        "--judge", choices=("both", "client", "server"), default="both", help=f"whose faults fail the run {_DEFAULT}"
    )
    parser.add_argument(
        "--fail-on",
        action="append",
        default=[],
        choices=("assumed", "observed"),
        metavar="BASIS",
        help="also fail on rules that are assumed, or observed; repeatable",
    )
    parser.add_argument(
        "--require",
        action="append",
        default=[],
        metavar="PATTERN",
        help="end with 2 unless an exchange shows each rule whose id matches; repeatable",
    )
    parser.add_argument(
        "--min-judged",
        default="50",
        metavar="PERCENT",
        help="end with 2 if fewer of the answers to operations of the contract were judged (default: 50)",
    )
    parser.add_argument(
        "--settle",
        type=float,
        default=3.0,
        metavar="SECONDS",
        help=f"how late the server may show what it has stored; 0 if it stores before it answers {_DEFAULT}",
    )
    parser.add_argument(
        "--json", action="store_true", help="write JSON: a line once the proxy accepts requests, and the report"
    )
    parser.add_argument("--junit", metavar="FILE", help="write the report as JUnit XML, too")
    parser.add_argument("--force", action="store_true", help="replace the file of --junit if it exists")
    add_limits(parser)
    group = parser.add_argument_group("patience", "The waits for the server; each is greater than 0.")
    for name, meaning in (
        ("answer_timeout", "seconds for the head of an answer"),
        ("silence_timeout", "seconds without data within a body"),
    ):
        default: float = getattr(Patience(), name)
        option = f"--{name.replace('_', '-')}"
        group.add_argument(option, type=float, default=default, metavar="N", help=f"{meaning} {_DEFAULT}")


def run_proxy(options: argparse.Namespace) -> int:
    """Run the proxy until it is interrupted; return 0 if both sides keep the contract, 1 if not, 2 without a verdict.

    Raises:
        ValueError: An option cannot be used.
        OSError: The port is not available, or the report cannot be written.
    """
    from trivet_checks.proxy.proxy import Proxy  # noqa: PLC0415  # a stub does not need these imports
    from trivet_checks.proxy.result import COULD_NOT_RUN, Demands  # noqa: PLC0415
    from trivet_checks.reports.traffic import as_json, as_junit, as_text  # noqa: PLC0415
    from trivet_stubs.kernel.files import ReportFile  # noqa: PLC0415

    _check_required(options.service, options.require)
    demands = Demands(
        judged=options.judge,
        fail_on=options.fail_on,
        required=options.require,
        min_judged=_share(options.min_judged),
    )
    # The file is opened first, so that a wrong path does not cost the report of a whole run.
    try:
        junit = None if options.junit is None else ReportFile(options.junit, force=options.force)
    except OSError as error:
        raise ValueError(f"junit: {options.junit}: {error.strerror}") from error
    try:
        proxy = Proxy(
            options.service,
            options.upstream,
            record=options.record,
            host=options.host,
            port=options.port,
            hosts=options.allow_hosts,
            limits=limits_of(options),
            patience=Patience(answer_timeout=options.answer_timeout, silence_timeout=options.silence_timeout),
            keep_host=options.keep_host,
            settle=options.settle,
        )
        interruption = Interruption(held=lambda: True)  # a signal only ends the wait below
        with interruption.watching():
            with proxy:
                variable = f"TRIVET_{options.service.upper()}_BASE_URL"
                if options.json:
                    ready = {"service": options.service, "url": proxy.url, "environment": {variable: proxy.url}}
                    _write(json.dumps(ready) + "\n")
                else:
                    _write(f"{options.service} proxy at {proxy.url}\n  export {variable}={proxy.url}\n")
                interruption.wait()
            result = proxy.result
            status = demands.status(result)
            if options.json:
                _write(json.dumps(as_json(result, demands)) + "\n")
            else:
                _write(as_text(result))
            incomplete = demands.incomplete(result)
            if status == COULD_NOT_RUN and incomplete and not result.unreachable:
                sys.stderr.write(f"trivet-stub proxy: {incomplete}\n")
            elif result.judged < result.answers:
                count = result.answers - result.judged
                sys.stderr.write(f"trivet-stub proxy: warning: {count} of {result.answers} answers were not judged\n")
            if junit is not None:
                junit.write(as_junit(result, demands).encode())
    finally:
        if junit is not None:
            junit.discard()
    return status


def _check_required(service: str, patterns: Sequence[str]) -> None:
    for pattern in patterns:
        if not any(fnmatchcase(rule, pattern) for rule in load(service)):
            raise ValueError(f"require: {pattern!r} matches no rule of the {service} service")


def _share(text: str) -> float:
    if not (match := _PERCENT.fullmatch(text)) or not float(match[1]) <= 100:
        raise ValueError(f"min-judged: {text!r} is not a percentage, such as 90")
    return float(match[1]) / 100


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


COMMAND = JoinedCommand(
    help="between any client and any server",
    description=_DESCRIPTION,
    add=add_proxy,
    run=lambda options, _: run_proxy(options),
)

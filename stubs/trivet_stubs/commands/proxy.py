"""The command `trivet-stub proxy`: the proxy on a port until it is interrupted, then its report."""

import argparse
import json
import sys
from pathlib import Path

from trivet_stubs._generated.names import SERVICES
from trivet_stubs.commands.options import add_limits, limits_of
from trivet_stubs.kernel.interruption import Interruption
from trivet_stubs.serving.limits import Patience

_DEFAULT = "(default: %(default)s)"


def add_proxy(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("service", choices=SERVICES, metavar="SERVICE", help=", ".join(SERVICES))
    parser.add_argument("--upstream", required=True, metavar="URL", help="the server, its prefix included")
    parser.add_argument(
        "--record", type=Path, metavar="DIR", help="keep what passes, without secrets, in an empty folder"
    )
    parser.add_argument("--host", default="127.0.0.1", help=f"the address to listen on {_DEFAULT}")
    parser.add_argument("--port", type=int, default=0, help=f"the port; 0 picks a free one {_DEFAULT}")
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
        help="also fail on what is assumed, or observed; may be given several times",
    )
    parser.add_argument("--json", action="store_true", help="write JSON: a line once it accepts, and the report")
    parser.add_argument("--junit", metavar="FILE", help="write the report as JUnit XML, too")
    add_limits(parser)
    group = parser.add_argument_group("patience", "How long it waits for the server; each is greater than 0.")
    for name, meaning in (
        ("answer_timeout", "seconds for the head of an answer"),
        ("silence_timeout", "seconds between two pieces of a body"),
    ):
        default: float = getattr(Patience(), name)
        option = f"--{name.replace('_', '-')}"
        group.add_argument(option, type=float, default=default, metavar="N", help=f"{meaning} {_DEFAULT}")


def run_proxy(given: argparse.Namespace) -> int:
    """Run the proxy until it is interrupted, and return 0 if the contract holds, 1 if not, 2 if it could not run.

    Raises:
        ValueError: An argument cannot be used.
        OSError: The port cannot be listened on, or the report not be written.
    """
    from trivet_stubs.checks.report.files import ReportFile  # noqa: PLC0415
    from trivet_stubs.proxy.proxy import Proxy  # noqa: PLC0415  # a stub needs none of this
    from trivet_stubs.proxy.result import (  # noqa: PLC0415
        COULD_NOT_RUN,
        as_json,
        as_junit,
        as_text,
    )

    # Opened first: a path that cannot be written must not cost the traffic of a whole run.
    try:
        junit = None if given.junit is None else ReportFile(given.junit)
    except OSError as error:
        raise ValueError(f"junit: {given.junit}: {error.strerror}") from error
    try:
        proxy = Proxy(
            given.service,
            given.upstream,
            record=given.record,
            host=given.host,
            port=given.port,
            limits=limits_of(given),
            patience=Patience(answer_timeout=given.answer_timeout, silence_timeout=given.silence_timeout),
            keep_host=given.keep_host,
        )
        interruption = Interruption(held=lambda: True)  # it ends the wait below
        with interruption.watching():
            with proxy:
                variable = f"TRIVET_{given.service.upper()}_BASE_URL"
                if given.json:
                    ready = {"service": given.service, "url": proxy.url, "environment": {variable: proxy.url}}
                    _write(json.dumps(ready) + "\n")
                else:
                    _write(f"{given.service} proxy at {proxy.url}\n  export {variable}={proxy.url}\n")
                interruption.wait()
            result = proxy.result
            status = result.exit_status(given.judge, fail_on=given.fail_on)
            if given.json:
                _write(json.dumps(as_json(result, given.judge, fail_on=given.fail_on)) + "\n")
            else:
                _write(as_text(result))
            if status == COULD_NOT_RUN and not result.unreachable and not result.problems:
                sys.stderr.write("trivet-stub proxy: no request passed\n")
            if junit is not None:
                junit.write(as_junit(result, given.judge, fail_on=given.fail_on).encode())
    finally:
        if junit is not None:
            junit.discard()
    return status


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()

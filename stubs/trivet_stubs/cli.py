"""The command `trivet-stub`: a stub on a port until it is interrupted."""

import argparse
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from trivet_stubs.bus import BusStub
from trivet_stubs.clock import RunningClock


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 after an interruption, 2 when it cannot run as asked."""
    parser = _parser()
    given = parser.parse_args(arguments)
    interrupted = threading.Event()

    def interrupt(_number: int, _frame: object) -> None:
        interrupted.set()

    for each in (signal.SIGINT, signal.SIGTERM):  # also where a shell has started us with interrupts ignored
        signal.signal(each, interrupt)
    try:
        stub = _bus(given)
        with stub, stub.serve(host=given.host, port=given.port) as served:
            sys.stdout.write(
                f"bus stub at {served.url}\n"
                f"  export TRIVET_BUS_BASE_URL={served.url}\n"
                f"  export TRIVET_BUS_ACCOUNT_KEY={stub.account_key}\n"
            )
            sys.stdout.flush()
            while not interrupted.wait(0.5):  # on Windows a signal is only seen between two waits
                pass
    except (ValueError, OSError) as error:
        parser.error(str(error))
    return 0


def _bus(given: argparse.Namespace) -> BusStub:
    # Who calls has the time of day, and asks for the months before it.
    return BusStub(data=given.data, page_size=given.page_size, account_key=given.account_key, clock=RunningClock())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="trivet-stub", description="Serve a stub on a port until interrupted.")
    services = parser.add_subparsers(dest="service", required=True, metavar="SERVICE")
    bus = services.add_parser("bus", help="the bus transport data service", description="Serve the bus stub.")
    bus.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
    bus.add_argument("--port", type=int, default=0, help="the port; 0 picks a free one (default: %(default)s)")
    bus.add_argument("--data", type=Path, metavar="DIR", help="serve the records of this directory (CSV or JSON pages)")
    bus.add_argument("--page-size", type=int, default=500, metavar="N", help="records a page (default: %(default)s)")
    bus.add_argument(
        "--account-key", default="stub-key", metavar="KEY", help="the key to let in (default: %(default)s)"
    )
    return parser

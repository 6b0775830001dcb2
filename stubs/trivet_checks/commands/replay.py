"""The command `trivet-stub replay`: the requests of a recording are sent to a stub, and the answers are compared."""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from trivet_stubs.commands.joined import JoinedCommand
from trivet_stubs.commands.options import SERVED, STEERING

_DESCRIPTION = (
    "Send the requests of a recording to a stub, and list the answers that differ from the server's, by rule."
)
_DEFAULT = "(default: %(default)s)"
_STEERING = ("--observed", "--clock", "--setting", "--state", "--records")
"""The options of a stub that fit a replay; faults and delays would make differences of their own."""


def add_replay(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("recording", type=Path, metavar="RECORDING", help="a folder of `proxy --record`")
    parser.add_argument(
        "--format", choices=("table", "json"), default="table", help=f"the form of the report {_DEFAULT}"
    )
    parser.add_argument(
        "--caller",
        action="append",
        default=[],
        dest="callers",
        metavar="RECORDED=NAME",
        help="the stub's caller in the place of one of the recording: removed-1=alice, or alice for all; repeatable",
    )
    parser.add_argument(
        "--same",
        action="append",
        default=[],
        metavar="RECORDED=ID",
        help="the stub's id of a record that the recording has not made, such as a user; repeatable",
    )
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="a TOML file with options of the stub by their names"
    )
    for option in _STEERING:
        settings: dict[str, Any] = {**STEERING[option], "default": argparse.SUPPRESS}
        if option == "--state":
            settings["help"] = "load the state of the stub from a file"
        parser.add_argument(option, **settings)


def run_replay(options: argparse.Namespace, plan_of: Callable[[str], argparse.Namespace]) -> int:
    """Replay a recording; return 0 if all answers are the recorded ones, 1 if one differs, 2 if none was compared.

    Args:
        options: The arguments of the command.
        plan_of: Returns the options of the stub of a service.

    Raises:
        ValueError: The recording cannot be read, or an option cannot be used.
        OSError: The file of the state cannot be read.
    """
    from trivet_checks.recordings.replayed_requests import ALL, NO_VERDICT, replay_requests  # noqa: PLC0415
    from trivet_checks.reports.replay import as_text  # noqa: PLC0415
    from trivet_stubs.commands.stub_servers import load_state, set_up  # noqa: PLC0415  # the help needs no stub
    from trivet_stubs.recordings.recorded_exchanges import read_recording  # noqa: PLC0415

    service = read_recording(options.recording)
    if service not in SERVED:
        raise ValueError(f"recorded: {options.recording} is a recording of {service!r}, which is not a service")
    callers = {recorded or ALL: name for recorded, _, name in (text.rpartition("=") for text in options.callers)}
    ids: dict[str, str] = {}
    for text in options.same:
        recorded, equals, image = text.partition("=")
        if not (recorded and equals and image):
            raise ValueError(f"same: {text!r} is not RECORDED=ID")
        ids[recorded] = image
    plan = plan_of(service)
    if service == "bus" and plan.data is None and any(options.recording.glob("*_0.json")):
        plan.data = options.recording  # the pages of its lists
    stub, _ = SERVED[service].create(plan)
    with stub:
        if plan.state is not None:
            load_state(stub, plan.state)
        set_up(stub, plan)
        result = replay_requests(stub, options.recording, callers=callers, ids=ids)
    if options.format == "json":
        sys.stdout.write(json.dumps({**asdict(result), "exit_status": result.exit_status}, indent=2) + "\n")
    else:
        sys.stdout.write(as_text(result))
    if result.exit_status == NO_VERDICT:
        sys.stderr.write("trivet-stub replay: no request was sent, so nothing is known about the stub\n")
    return result.exit_status


COMMAND = JoinedCommand(
    help="a recording against a stub",
    description=_DESCRIPTION,
    add=add_replay,
    run=run_replay,
)

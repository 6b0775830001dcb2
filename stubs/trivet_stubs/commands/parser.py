"""The arguments of `trivet-stub`, and what it does by them."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from trivet_stubs.commands.config import arguments_of, check_config, read_config
from trivet_stubs.commands.limits import add_limits
from trivet_stubs.commands.proxy import add_proxy, run_proxy
from trivet_stubs.commands.services import SERVED, Options
from trivet_stubs.commands.serving import serve_stubs
from trivet_stubs.commands.steering import STEERING
from trivet_stubs.kernel.interruption import Interruption

_DEFAULT = "(default: %(default)s)"
_HOST: Options = {"--host": {"default": "127.0.0.1", "help": f"the address to listen on {_DEFAULT}"}}
_PORT: Options = {"--port": {"type": int, "default": 0, "help": f"the port; 0 picks a free one {_DEFAULT}"}}
_SHARED: Options = {
    "--cors": {
        "action": "append",
        "default": [],
        "metavar": "ORIGIN",
        "help": "let web pages of this origin call the stub, or of any with *; may be given several times",
    },
    "--control-host": {
        "action": "append",
        "default": [],
        "dest": "control_hosts",
        "metavar": "HOST",
        "help": "a further name by which /_trivet/ may be reached, from other machines too",
    },
    "--no-control": {"action": "store_true", "help": "answer nothing below /_trivet/"},
}
_RECORDED: Options = {
    "--recorded": {"type": Path, "metavar": "DIR", "help": "answer as `proxy --record DIR` has recorded"},
}
_OF_ONE = ("--setting", "--records")
"""Options for steering that mean one service."""
_ONCE: Options = {
    "--config": {"type": Path, "metavar": "FILE", "help": "a TOML file with options by their names"},
    "--json": {"action": "store_true", "help": "write one line of JSON once it accepts"},
}


def run(arguments: Sequence[str], program: str) -> int:
    """Do what the arguments say, until an interruption.

    Args:
        arguments: The arguments.
        program: How the user calls the command.
    """
    parser = _parser(program)
    given = parser.parse_args(arguments)
    try:
        if given.command == "proxy":
            return run_proxy(given)
        interruption = Interruption(held=lambda: True)  # it ends the wait of `serve_stubs`
        with interruption.watching():
            together = given.command == "all"
            plans = {name: _plan(name, given, program) for name in (SERVED if together else [given.command])}
            serve_stubs(plans, as_json=given.json, together=together, interruption=interruption)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    return 0


def _plan(service: str, given: argparse.Namespace, program: str) -> argparse.Namespace:
    """The options of one service: what the file says, and then what was given."""
    parser = argparse.ArgumentParser(prog=program, add_help=False)
    actions = _add_service(parser, service)
    lines: list[str] = []
    if given.config is not None:
        config = read_config(given.config)
        check_config(config, _names())
        lines = list(arguments_of(config, service, actions, given.config.parent))
    found = parser.parse_args(lines)
    own = {f"{service}_{each.dest}": each.dest for each in actions}
    for name, value in vars(given).items():
        target = own.get(name, name)
        if not hasattr(found, target):
            continue
        before: Any = getattr(found, target)
        setattr(found, target, [*before, *value] if isinstance(before, list) else value)
    return found


def _names() -> Mapping[str, Sequence[str]]:
    return {
        name: [each.dest for each in _add_service(argparse.ArgumentParser(add_help=False), name)] for name in SERVED
    }


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=program, description="Serve stubs, or the proxy, until interrupted.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="SERVICE|all|proxy")
    for name, service in SERVED.items():
        found = commands.add_parser(name, help=service.title, description=f"Serve the stub of {service.title}.")
        _add(found, _ONCE)
        shown = _add_service(found, name)
        _without_defaults(shown)
    every = commands.add_parser(
        "all",
        help="every service, each on a port of its own",
        description="Serve every stub. An option of one service has its name in front: --chat-seed, --bus-port.",
    )
    _add(every, _ONCE)
    of_one = {name: settings for name, settings in STEERING.items() if name in _OF_ONE}
    shown = _add(every, {**_HOST, **_SHARED, **{name: STEERING[name] for name in STEERING if name not in _OF_ONE}})
    shown += add_limits(every)
    for name, service in SERVED.items():
        group = every.add_argument_group(service.title)
        for option, settings in {**_PORT, **_RECORDED, **of_one, **service.options}.items():
            dest = settings.get("dest", option.strip("-").replace("-", "_"))
            more: dict[str, Any] = {**settings, "dest": f"{name}_{dest}"}
            shown.append(group.add_argument(f"--{name}-{option.removeprefix('--')}", **more))
    _without_defaults(shown)
    add_proxy(commands.add_parser("proxy", help="between any client and any server", description=_PROXY))
    return parser


_PROXY = "Pass on what a client and a server send, and compare it with the contract of the service."


def _add_service(parser: argparse.ArgumentParser, service: str) -> list[argparse.Action]:
    shown = _add(parser, {**_HOST, **_PORT, **_SHARED, **_RECORDED, **STEERING, **SERVED[service].options})
    return shown + add_limits(parser)


def _add(parser: argparse.ArgumentParser, options: Options) -> list[argparse.Action]:
    return [parser.add_argument(option, **settings) for option, settings in options.items()]


def _without_defaults(actions: Sequence[argparse.Action]) -> None:
    """Let an option that was not given be missing, so that what the file says counts; the help still shows it."""
    for each in actions:
        if each.help is not None:
            each.help = each.help.replace("%(default)s", str(each.default).replace("%", "%%"))
        each.default = argparse.SUPPRESS

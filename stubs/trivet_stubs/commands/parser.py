"""The arguments of `trivet-stub`, on the command line and in a file, and what the command does by them."""

import argparse
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, cast

import orjson

from trivet_stubs._generated.names import SERVICES
from trivet_stubs.commands.options import SERVED, Options, add_limits
from trivet_stubs.commands.proxy import add_proxy, run_proxy
from trivet_stubs.commands.serving import STEERING, serve_stubs
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

_PROXY = "Pass on what a client and a server send, and compare it with the contract of the service."

_FILES = ("data", "recorded", "records")
"""Options that name a file or a folder, relative to that of the config file."""


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


def read_config(path: Path) -> Mapping[str, Any]:
    """Read a TOML file.

    Raises:
        ValueError: It cannot be read; the message says where.
    """
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"config: {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"config: {path}: {error}") from None


def check_config(config: Mapping[str, Any], known: Mapping[str, Collection[str]]) -> None:
    """Refuse keys that no service has.

    Args:
        config: The content of the file.
        known: The names of the options by service; those for all are the ones that every service has.

    Raises:
        ValueError: The message names the key.
    """
    shared = [each for each in next(iter(known.values())) if all(each in names for names in known.values())]
    for name, value in config.items():
        if name in SERVICES:
            if not isinstance(value, Mapping):
                raise ValueError(f"config: {name} is not a table")  # it is what a file holds
            _check_keys(cast(Mapping[str, Any], value), known[name], f"{name}.")
        else:
            _check_keys({name: value}, shared, "")


def _check_keys(given: Mapping[str, Any], known: Collection[str], prefix: str) -> None:
    for name in given:
        if name not in known:
            raise ValueError(f"config: there is no {prefix}{name}; there are {', '.join(sorted(known))}")


def arguments_of(
    config: Mapping[str, Any], service: str, actions: Sequence[argparse.Action], folder: Path
) -> Iterator[str]:
    """What a file says for one service, as arguments of the command: what is for all, then what is for it.

    Args:
        config: The content of the file.
        service: The service.
        actions: The options of the service.
        folder: What paths are relative to.
    """
    own: Mapping[str, Any] = config.get(service, {})
    by_name = {each.dest: each for each in actions}
    for given in (config, own):
        for name, value in given.items():
            if name in by_name and name not in SERVICES:
                yield from _arguments(by_name[name], value, folder)


def _arguments(action: argparse.Action, value: Any, folder: Path) -> Iterator[str]:
    option = action.option_strings[-1]
    if action.nargs == 0:
        if not isinstance(value, bool):
            raise ValueError(f"config: {action.dest} is neither true nor false")
        if value:
            yield option
        return
    several = isinstance(action.default, list)
    if action.dest == "settings" and isinstance(value, Mapping):
        table = cast(Mapping[str, Any], value)
        value = [f"{name}={_json(name, each)}" for name, each in table.items()]
    values: Sequence[Any] = cast(Sequence[Any], value) if isinstance(value, list) and several else [value]
    for each in values:
        yield f"{option}={_text(action.dest, each, folder)}"


def _text(name: str, value: Any, folder: Path) -> str:
    if isinstance(value, Mapping):
        return _json(name, value)
    if isinstance(value, list | bool):
        raise ValueError(f"config: {name} is not a single value")  # noqa: TRY004  # it is what a file holds
    if isinstance(value, date):
        return value.isoformat()
    return str(folder / str(value)) if name in _FILES else str(value)


def _json(name: str, value: Any) -> str:
    try:
        return orjson.dumps(value).decode()
    except TypeError as error:
        raise ValueError(f"config: {name}: {error}") from None

"""The command `trivet-stub`: it reads its options from the command line and a file, and serves stubs or the proxy."""

import argparse
import errno
import json
import os
import shutil
import sys
import textwrap
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, NoReturn, cast

from trivet_stubs._generated.names import SERVICES
from trivet_stubs.commands.joined import JoinedCommand, joined_commands
from trivet_stubs.commands.options import ALLOW_HOST, SERVED, STEERING, Options, add_limits
from trivet_stubs.kernel.interrupt_signals import Interruption
from trivet_stubs.kernel.json_text import dumps
from trivet_stubs.kernel.null_device import redirect_to_null_device
from trivet_stubs.kernel.spec import spec

_WHILE_WRITING = (errno.EBADF, errno.EFBIG, errno.EIO, errno.ENOSPC)
"""The errors of an output that fails while it is written, as on a full disk: no argument is wrong."""

_DEFAULT = "(default: %(default)s)"
_HOST: Options = {"--host": {"default": "127.0.0.1", "help": f"the address to listen on {_DEFAULT}"}}
_PORT: Options = {"--port": {"type": int, "default": 0, "help": f"the port; 0 picks a free one {_DEFAULT}"}}
_SHARED: Options = {
    **ALLOW_HOST,
    "--cors": {
        "action": "append",
        "default": [],
        "metavar": "ORIGIN",
        "help": "let web pages of this origin call the stub, * for any origin; repeatable",
    },
    "--control-host": {
        "action": "append",
        "default": [],
        "dest": "control_hosts",
        "metavar": "HOST",
        "help": "a further host name for /_trivet/, for other machines as well; repeatable",
    },
    "--no-control": {"action": "store_true", "help": "serve no control API below /_trivet/"},
}
_RECORDED: Options = {
    "--recorded": {"type": Path, "metavar": "DIR", "help": "replay the answers that `proxy --record DIR` has recorded"},
}
_OF_ONE = ("--setting", "--records")
"""Options for steering that belong to one service."""
_ONCE: Options = {
    "--config": {"type": Path, "metavar": "FILE", "help": "a TOML file with options by their names"},
    "--json": {"action": "store_true", "help": "write one line of JSON once the stubs accept requests"},
}

_SPEC = "Print the OpenAPI document that the stub of a service keeps, for tools that know OpenAPI alone."

_FILES = ("data", "recorded", "records", "state")
"""Options that name a file or a folder, relative to the folder of the config file."""


_WIDEST = 100
_WIDEST_NAME = 32


class Parser(argparse.ArgumentParser):
    """A parser with the page of help that all commands of `trivet` have, and with errors of one line."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("formatter_class", HelpPage)
        super().__init__(**settings)

    def error(self, message: str) -> NoReturn:
        """Write the line about wrong arguments, and exit with 2."""
        self.exit(2, f"{self.prog}: {message} (see `{self.prog} --help`)\n")


class HelpPage(argparse.HelpFormatter):
    """A page of help: the description, the usage, and a section for each group of arguments."""

    def __init__(self, prog: str, **_: Any) -> None:
        self._prog = prog
        self._width = min(shutil.get_terminal_size().columns, _WIDEST)
        self._bold = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        self._head: list[str] = []
        self._sections: list[tuple[str, list[str]]] = []

    def add_usage(self, usage: str | None, actions: Iterable[argparse.Action], *_: Any, **__: Any) -> None:
        """Add the usage."""
        names = [_name(action) for action in actions if not action.option_strings]
        self._head.append(f"{self._heading('Usage')}\n  {' '.join([self._prog, '[OPTIONS]', *names])}")

    def add_text(self, text: str | None) -> None:
        """Add a description, of the command above its usage, or of a section below its heading."""
        if text and self._sections:
            self._sections[-1][1].append(textwrap.fill(text, self._width, initial_indent="  ", subsequent_indent="  "))
        elif text:
            self._head.insert(0, textwrap.fill(text, self._width))

    def start_section(self, heading: str | None) -> None:
        """Begin a section."""
        title = "Arguments" if heading == "positional arguments" else (heading or "").capitalize()
        self._sections.append((title, []))

    def add_arguments(self, actions: Iterable[argparse.Action]) -> None:
        """Add the lines of arguments, or of the commands among which one argument chooses."""
        rows: list[tuple[str, str]] = []
        for action in actions:
            if action.nargs == argparse.PARSER:
                commands = cast("Mapping[str, argparse.ArgumentParser]", action.choices)
                rows += [(name, command.description or "") for name, command in commands.items()]
                self._sections[-1] = ("Commands", [])
            else:
                rows.append((_name(action), (action.help or "") % vars(action)))
        self._sections[-1][1].extend(line for name, text in rows for line in self._lines(name, text, rows))

    def end_section(self) -> None:
        """End a section."""

    def format_help(self) -> str:
        """Return the page."""
        sections = [f"{self._heading(title)}\n" + "\n".join(lines) for title, lines in self._sections if lines]
        return "\n\n".join([*self._head, *sections]) + "\n"

    def _heading(self, title: str) -> str:
        return f"\x1b[1m{title}\x1b[0m" if self._bold else title

    def _lines(self, name: str, text: str, rows: Sequence[tuple[str, str]]) -> list[str]:
        column = max((len(other) for other, _ in rows if len(other) <= _WIDEST_NAME), default=0) + 4
        indent = " " * (column if self._width >= column + 20 else 6)
        filled = textwrap.fill(text, max(self._width, 30), initial_indent=indent, subsequent_indent=indent)
        if len(name) + 4 > len(indent):
            return [f"  {name}", *filled.splitlines()]
        return [f"  {name}".ljust(len(indent)) + filled.lstrip()]


def _name(action: argparse.Action) -> str:
    """Return the words that stand for an argument: `-h, --help`, `--port N`, `SERVICE`."""
    metavar = action.metavar if isinstance(action.metavar, str) else "|".join(map(str, action.choices or ()))
    words = [", ".join(action.option_strings), *([metavar or action.dest.upper()] if action.nargs != 0 else [])]
    return " ".join(words).strip()


def run(arguments: Sequence[str], program: str) -> int:
    """Serve the stubs or the proxy of some arguments until an interruption, and return the exit status.

    Args:
        arguments: The arguments of the command line.
        program: The name by which the user called the command.
    """
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:], "--help"]
    # Reading the entry points of all distributions takes 20 ms, which commands of our own do without.
    is_own = bool(arguments) and arguments[0] in (*SERVED, "all", "spec")
    joined: Mapping[str, JoinedCommand] = {} if is_own else joined_commands()
    parser = _parser(program, joined)
    options = parser.parse_args(arguments)
    from trivet_stubs.commands.stub_servers import serve_stubs  # noqa: PLC0415  # the help needs no stub

    try:
        if options.command in joined:
            return joined[options.command].run(options, lambda service: _plan(service, options, program))
        if options.command == "spec":
            print(json.dumps(spec(options.service, as_kept=True), indent=2), flush=True)
            return 0
        interruption = Interruption(held=lambda: True)  # a signal only ends the wait of `serve_stubs`
        with interruption.watching():
            together = options.command == "all"
            plans = {name: _plan(name, options, program) for name in (SERVED if together else [options.command])}
            serve_stubs(plans, as_json=options.json, together=together, interruption=interruption)
    except BrokenPipeError:  # as after `| head`
        _discard_stdout()
    except (ValueError, OSError) as error:
        if not isinstance(error, OSError) or error.errno not in _WHILE_WRITING:
            parser.error(str(error))
        _discard_stdout()
        place = "the output cannot be written" if error.filename is None else os.fsdecode(error.filename)
        sys.stderr.write(f"{program}: {place}: {os.strerror(error.errno or 0)}\n")
        return 1
    return 0


def _discard_stdout() -> None:
    """Send the rest of the buffer to the null device, so that the interpreter's last flush does not fail."""
    with suppress(OSError, ValueError, AttributeError):  # a stdout that was closed before the start has no descriptor
        redirect_to_null_device(sys.stdout.fileno())


def completions(words: Sequence[str], incomplete: str) -> list[tuple[str, str]]:
    """Return the words that can follow others on the command line, with their help.

    >>> completions([], "ch")
    [('chat', 'Serve the stub of the chat service.')]

    Args:
        words: The words before, without the name of the program.
        incomplete: The beginning of the next word.
    """
    parser = _parser("trivet-stub", joined_commands())
    commands = {name: command for action in _actions(parser) for name, command in _commands(action).items()}
    if not words:
        possible = [(name, command.description or "") for name, command in commands.items()]
    elif words[0] in commands:
        actions = _actions(commands[words[0]])
        before = next((action for action in actions if words[-1] in action.option_strings and action.nargs != 0), None)
        chosen = [action for action in actions if not action.option_strings] if before is None else [before]
        possible = [(str(choice), "") for action in chosen for choice in action.choices or ()]
        if before is None:
            possible += [(option, action.help or "") for action in actions for option in action.option_strings]
    else:
        possible = []
    # A shell takes a line of help for a word; typer breaks longer lines.
    lines = [(word, textwrap.shorten(text, 70, placeholder=" …")) for word, text in possible]
    return [(word, line) for word, line in lines if word.startswith(incomplete)]


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return parser._actions  # argparse has no public list of a parser's arguments


def _commands(action: argparse.Action) -> Mapping[str, argparse.ArgumentParser]:
    return cast("Mapping[str, argparse.ArgumentParser]", action.choices) if action.nargs == argparse.PARSER else {}


def _plan(service: str, options: argparse.Namespace, program: str) -> argparse.Namespace:
    """Return the options of one service: the options of the file, replaced by the options of the command line."""
    parser = Parser(prog=program, add_help=False)
    actions = _add_service(parser, service)
    lines: list[str] = []
    if (file := getattr(options, "config", None)) is not None:  # a command that has joined may take none
        config = read_config(file)
        check_config(config, _names())
        lines = list(arguments_of(config, service, actions, file.parent))
    plan = parser.parse_args(lines)
    own = {f"{service}_{action.dest}": action.dest for action in actions}
    # Options that are not on the command line are missing here, so that they do not replace the file's.
    for name, value in vars(options).items():
        target = own.get(name, name)
        if not hasattr(plan, target):
            continue
        before: Any = getattr(plan, target)
        setattr(plan, target, [*before, *value] if isinstance(before, list) else value)
    return plan


def _names() -> Mapping[str, Sequence[str]]:
    return {
        name: [action.dest for action in _add_service(argparse.ArgumentParser(add_help=False), name)] for name in SERVED
    }


def _parser(program: str, joined: Mapping[str, JoinedCommand]) -> argparse.ArgumentParser:
    parser = Parser(prog=program, description="Serve stubs, or the proxy, until interrupted.")
    # The page of help has no line from which argparse could take the words of the program.
    names = "|".join(["SERVICE", "all", *joined, "spec"])
    commands = parser.add_subparsers(prog=program, dest="command", required=True, metavar=names)
    for name, service in SERVED.items():
        command = commands.add_parser(name, help=service.title, description=f"Serve the stub of {service.title}.")
        _add(command, _ONCE)
        actions = _add_service(command, name)
        _without_defaults(actions)
    all_services = commands.add_parser(
        "all",
        help="every service, each on a port of its own",
        description="Serve every stub. An option of one service has its name in front: --chat-seed, --bus-port.",
    )
    _add(all_services, _ONCE)
    of_one = {name: settings for name, settings in STEERING.items() if name in _OF_ONE}
    actions = _add(
        all_services, {**_HOST, **_SHARED, **{name: STEERING[name] for name in STEERING if name not in _OF_ONE}}
    )
    actions += add_limits(all_services)
    for name, service in SERVED.items():
        group = all_services.add_argument_group(service.title)
        for option, settings in {**_PORT, **_RECORDED, **of_one, **service.options}.items():
            dest = settings.get("dest", option.strip("-").replace("-", "_"))
            more: dict[str, Any] = {**settings, "dest": f"{name}_{dest}"}
            actions.append(group.add_argument(f"--{name}-{option.removeprefix('--')}", **more))
    _without_defaults(actions)
    for name, extra in joined.items():
        extra.add(commands.add_parser(name, help=extra.help, description=extra.description))
    published = commands.add_parser("spec", help="print what a stub keeps, as OpenAPI", description=_SPEC)
    published.add_argument("service", choices=SERVED, help="the service")
    return parser


def _add_service(parser: argparse.ArgumentParser, service: str) -> list[argparse.Action]:
    actions = _add(parser, {**_HOST, **_PORT, **_SHARED, **_RECORDED, **STEERING, **SERVED[service].options})
    return actions + add_limits(parser)


def _add(parser: argparse.ArgumentParser, options: Options) -> list[argparse.Action]:
    return [parser.add_argument(option, **settings) for option, settings in options.items()]


def _without_defaults(actions: Sequence[argparse.Action]) -> None:
    """Suppress the defaults, so that a missing option does not replace the file's; the help still shows them."""
    for action in actions:
        if action.help is not None:
            action.help = action.help.replace("%(default)s", str(action.default).replace("%", "%%"))
        action.default = argparse.SUPPRESS


def read_config(path: Path) -> Mapping[str, Any]:
    """Read a TOML file.

    Raises:
        ValueError: The file cannot be read; the message names the place of the error.
    """
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"config: {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"config: {path}: {error}") from None


def check_config(config: Mapping[str, Any], known: Mapping[str, Collection[str]]) -> None:
    """Refuse unknown options in a file.

    Args:
        config: The content of the file.
        known: The names of the options by service. At the top level only options that every service has are allowed.

    Raises:
        ValueError: An option is unknown; the message names it.
    """
    shared = [name for name in next(iter(known.values())) if all(name in names for names in known.values())]
    for name, value in config.items():
        if name in SERVICES:
            if not isinstance(value, Mapping):
                raise ValueError(f"config: {name} is not a table")
            _check_keys(cast(Mapping[str, Any], value), known[name], f"{name}.")
        else:
            _check_keys({name: value}, shared, "")


def _check_keys(table: Mapping[str, Any], known: Collection[str], prefix: str) -> None:
    for name in table:
        if name not in known:
            raise ValueError(f"config: {prefix}{name} is not an option; the options are {', '.join(sorted(known))}")


def arguments_of(
    config: Mapping[str, Any], service: str, actions: Sequence[argparse.Action], folder: Path
) -> Iterator[str]:
    """Yield the options of a file for one service as arguments of the command: the shared ones, then the service's own.

    Args:
        config: The content of the file.
        service: The service.
        actions: The options of the service.
        folder: The folder of the file, to which paths are relative.
    """
    own: Mapping[str, Any] = config.get(service, {})
    by_name = {action.dest: action for action in actions}
    for table in (config, own):
        for name, value in table.items():
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
        value = [f"{name}={_json(name, setting)}" for name, setting in table.items()]
    values: Sequence[Any] = cast(Sequence[Any], value) if isinstance(value, list) and several else [value]
    for single in values:
        yield f"{option}={_text(action.dest, single, folder)}"


def _text(name: str, value: Any, folder: Path) -> str:
    if isinstance(value, Mapping):
        return _json(name, value)
    if isinstance(value, list | bool):
        raise ValueError(f"config: {name} is not a single value")  # noqa: TRY004  # the file is wrong
    if isinstance(value, date):
        return value.isoformat()
    return str(folder / str(value)) if name in _FILES else str(value)


def _json(name: str, value: Any) -> str:
    try:
        return dumps(value).decode()
    except (TypeError, ValueError) as error:
        raise ValueError(f"config: {name}: {error}") from None

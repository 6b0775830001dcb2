"""The help of `trivet`, of its groups and of its commands: one kind of page, written as plain text.

Importing the renderer of rich takes longer than everything else that a page of help needs.
"""

from __future__ import annotations

import inspect
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import typer

from trivet.cli.terminal import BOLD, styled, uses_styles

WIDEST = 100
"""The most columns of a page: longer lines are hard to read."""
_NARROWEST = 20
_WIDEST_NAME = 32
"""An option that is longer, with its metavar, has its text on the next line."""
_EXAMPLE = re.compile(r"`?([^`|]+ \| )?trivet(-stub)? ")
"""The beginning of a command in the text below the help, such as `git diff | trivet agent run -`."""

_WORD = re.compile(r"""(?:--[\w-]+ (?![-|>]))?(?:[^\s'"]|'[^']*'|"[^"]*")+""")
"""A word of a command, which a shell reads as one, or an option with its value."""

Rows: TypeAlias = Sequence[tuple[str, str]]
"""The names of a section, each with a line about it."""


class HelpContext(typer.Context):
    """A context whose help is a page of `help_page`; `with_pages` gives it to a command."""

    @property
    def command_path(self) -> str:
        """The words of the command; a recipe that runs under the name of its group adds none."""
        return super().command_path.strip()

    def get_help(self) -> str:
        """Return the page of the command."""
        width = shutil.get_terminal_size((80, 24)).columns
        return help_page(self, width=width, styles=uses_styles(sys.stdout))


def with_pages(command: Any) -> Any:
    """Return a command whose help, and the help of the commands below it, is a page of this module.

    >>> with_pages(typer.main.get_command(app))
    """
    command.context_class = HelpContext
    below: Mapping[str, Any] = getattr(command, "commands", {})
    for subcommand in below.values():
        with_pages(subcommand)
    return command


def help_page(context: Any, *, width: int = 80, styles: bool = False) -> str:
    """Return the help of a command: what it does, its usage, examples, commands, arguments and options.

    >>> print(help_page(context))

    Args:
        context: The context of the command. A group may have a method `recipe_context`, which returns the context of a
            command that runs when no command of the group is named; the page begins with this command.
        width: The columns of the terminal.
        styles: Whether headings are bold.
    """
    width = max(min(width, WIDEST), _NARROWEST)
    find_recipe: Any = getattr(context.command, "recipe_context", None)
    recipe_context: Any = None if find_recipe is None else find_recipe(context)
    main = context if recipe_context is None else recipe_context
    usages = list(_usages(context, recipe_context))
    parts = [_filled(paragraph, width) for paragraph in _paragraphs(main.command.help)]
    parts.append("\n".join([styled("Usage", BOLD, styles=styles), *(f"  {usage}" for usage in usages)]))
    examples, notes = _examples(main.command.epilog)
    if examples:  # before the options: a command may have thirty of them
        lines = [line for example in examples for line in _broken(example, width)]
        parts.append("\n".join([styled("Examples", BOLD, styles=styles), *lines]))
    sections = [*_command_sections(context), *_parameter_sections(main)]
    parts += [section(title, rows, width, styles=styles) for title, rows in sections if rows]
    parts += [_filled(note, width) for note in notes]
    return "\n\n".join(parts)


def section(title: str, rows: Rows, width: int, *, styles: bool = False) -> str:
    """Return a heading, and a line or more for each name.

    >>> print(section("Options", [("--version", "Show the version and exit.")], 80))
    Options
      --version  Show the version and exit.
    """
    widths = [len(name) for name, _ in rows]
    column = max((wide for wide in widths if wide <= _WIDEST_NAME), default=0) + 4
    if width < column + 20:
        column = 6
    lines = [styled(title, BOLD, styles=styles)]
    for (name, text), wide in zip(rows, widths, strict=True):
        filled = textwrap.fill(" ".join(text.split()), max(width, column + 10), **_indents(" " * column))
        # A name that is wider than its column has the line to itself.
        begin = f"  {name}".ljust(column)
        lines.append(begin + filled.lstrip() if wide + 4 <= column else f"  {name}\n{filled}".rstrip())
    return "\n".join(line.rstrip() for line in lines)


def _usages(context: Any, recipe_context: Any) -> Iterator[str]:
    if recipe_context is not None:
        yield _usage(recipe_context)
    if hasattr(context.command, "list_commands"):
        yield f"{context.command_path} COMMAND …"
        yield f"{context.command_path} COMMAND --help"
    elif recipe_context is None:
        yield _usage(context)


def _usage(context: Any) -> str:
    words = [context.command_path, "[OPTIONS]"]
    for parameter in context.command.params:
        if parameter.param_type_name == "argument":
            name = parameter.metavar or parameter.name.upper()
            words.append(name if parameter.required or name.startswith("[") else f"[{name}]")
    return " ".join(words)


def _command_sections(context: Any) -> Iterable[tuple[str, Rows]]:
    group = context.command
    if not hasattr(group, "list_commands"):
        return []
    names = [(name, group.get_command(context, name)) for name in group.list_commands(context)]
    rows = [(name, _line(command)) for name, command in names if command is not None and not command.hidden]
    sections: Any = getattr(group, "sections", None)
    return [("Commands", rows)] if sections is None else sections(rows)


def _line(command: Any) -> str:
    """Return the line about a command for the list of its group."""
    return command.short_help or next(iter(_paragraphs(command.help)), "")


def _parameter_sections(context: Any) -> Iterator[tuple[str, Rows]]:
    arguments: list[tuple[str, str]] = []
    panels: dict[str, list[tuple[str, str]]] = {"Options": []}
    for parameter in context.command.get_params(context):
        record = parameter.get_help_record(context)
        if record is None:
            continue
        if parameter.param_type_name == "argument":  # the usage shows whether it is required
            text = record[1].replace("[required]", "").replace("; required]", "]")
            arguments.append((parameter.metavar or parameter.name.upper(), text))
        else:
            panels.setdefault(parameter.rich_help_panel or "Options", []).append(record)
    yield "Arguments", arguments
    yield from panels.items()


def _broken(command: str, width: int) -> Iterator[str]:
    """Yield the lines of a command, which a backslash continues: a terminal would cut a word in two."""
    words: list[str] = _WORD.findall(command)
    line = f"  {words[0]}"
    for index, word in enumerate(words[1:], 2):
        room = width if index == len(words) else width - 2
        if len(line) + 1 + len(word) > room:
            yield f"{line} \\"
            line = f"    {word}"
        else:
            line += f" {word}"
    yield line


def _examples(epilog: str | None) -> tuple[list[str], list[str]]:
    """Return the commands in the text below the help, and the other paragraphs of it."""
    examples, notes = list[str](), list[str]()
    for paragraph in _paragraphs(epilog):
        text = paragraph.removeprefix("Examples:").removeprefix("Example:").strip()
        if _EXAMPLE.match(text):
            examples.append(text.strip("`"))
        elif text:
            notes.append(text)
    return examples, notes


def _paragraphs(text: str | None) -> list[str]:
    paragraphs = inspect.cleandoc(text or "").split("\n\n")
    return [words for paragraph in paragraphs if (words := " ".join(paragraph.split()))]


def _filled(text: str, width: int) -> str:
    return textwrap.fill(text, width, break_on_hyphens=False, break_long_words=False)


def _indents(indent: str) -> Any:
    return {
        "initial_indent": indent,
        "subsequent_indent": indent,
        "break_on_hyphens": False,
        "break_long_words": False,
    }

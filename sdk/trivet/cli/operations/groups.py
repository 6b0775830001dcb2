"""Groups of operations, such as `trivet chat conversations messages`; their commands are made when they are used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

import typer

from trivet.cli.help_page import with_pages
from trivet.cli.lazy_group import HELP, LazyCommand, LazyGroup, only_command
from trivet.cli.operations.table import OperationTable, load

REQUEST = "request"
_REQUEST = LazyCommand(
    "trivet.cli.operations.request_command:add", "Send a request that no command sends; prints JSON."
)


class OperationGroup(LazyGroup):
    """A group of operations and of further groups, and the recipe with its name.

    If the recipe is one command, arguments that name no operation go to it. If it is a group, its commands join this
    group.
    """

    table: OperationTable
    path: tuple[str, ...] = ()
    recipe: LazyCommand | None = None

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, of the recipe's group, too."""
        recipe = self._recipe()
        return sorted({*super().list_commands(ctx), *getattr(recipe, "commands", ())})

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command of this group, or of the recipe's group."""
        command = super().get_command(ctx, cmd_name)
        if command is None and self.recipe is not None:
            command = getattr(self._recipe(), "commands", {}).get(cmd_name)
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Make and return the command that the arguments name."""
        name = args[0] if args else ""
        path = (*self.path, name)
        if self.recipe is not None and name not in self.lazy and args != [HELP]:
            recipe = _recipe(self.path[-1], self.recipe, self.table.service)
            if not hasattr(recipe, "commands"):
                return None, with_pages(recipe), args
        if name not in self.commands:
            if path in self.table.operations:
                self.commands[name] = _command(self.table.service, path)
            elif self.table.below(path):
                self.commands[name] = _group(self.table, path, self._recipe_at(name))
            elif name == REQUEST and not self.path:
                self.commands[name] = _recipe(name, _REQUEST, self.table.service)
        return super().resolve_command(ctx, args)

    def paths_of(self, name: str, groups: Sequence[str]) -> Iterator[str]:
        """Yield the paths of operations and groups of this name, whose words contain the named groups."""
        if self.path:  # the group of the service knows all of them
            return
        for words in self.table.operations:
            if name in words and set(groups[1:]) <= set(words):
                yield " ".join((self.table.service, *words[: words.index(name) + 1]))

    def _recipe_at(self, name: str) -> LazyCommand | None:
        return None

    def _recipe(self) -> Any:
        """Return the command of the recipe; None without one, or if it cannot be imported, which its run reports."""
        if self.recipe is None:
            return None
        try:
            return _recipe(self.path[-1], self.recipe, self.table.service)
        except ImportError:
            return None

    def recipe_context(self, ctx: Any) -> Any:
        """Return a context of the recipe without arguments; None if it is not one command."""
        recipe = self._recipe()
        if recipe is None or hasattr(recipe, "commands"):
            return None
        return with_pages(recipe).make_context(ctx.info_name, [], parent=ctx.parent, resilient_parsing=True)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Return the completions of a word: commands of the group, and what can follow the recipe's name."""
        completions = super().shell_complete(ctx, incomplete)
        context = self.recipe_context(ctx)
        if context is not None:
            known = {completion.value for completion in completions}
            completions += [
                completion
                for completion in context.command.shell_complete(context, incomplete)
                if completion.value not in known
            ]
        return completions


def service_application(table: OperationTable, help_text: str, recipes: Mapping[str, LazyCommand]) -> typer.Typer:
    """Return the application of a service: its operations, its recipes, and `request`.

    >>> service_application(load("chat"), "Conversations and their administration.", RECIPES["chat"])
    """
    operations = table.below(())
    both = {
        name: LazyCommand(recipe.target, f"{recipe.help} Also: {operations[name].lower()}")
        for name, recipe in recipes.items()
        if name in operations
    }

    class ServiceGroup(OperationGroup):
        lazy: ClassVar[Mapping[str, LazyCommand]] = {**_listed(table, ()), REQUEST: _REQUEST, **recipes, **both}

        def _recipe_at(self, name: str) -> LazyCommand | None:
            return recipes.get(name)

    ServiceGroup.table = table
    return _application(ServiceGroup, help_text)


def _group(table: OperationTable, path: tuple[str, ...], recipe: LazyCommand | None) -> Any:
    class Group(OperationGroup):
        lazy: ClassVar[Mapping[str, LazyCommand]] = _listed(table, path)

    Group.table, Group.path, Group.recipe = table, path, recipe
    words = " ".join(path).replace("-", " ")
    # The options of a recipe stand in the place of the group's.
    settings: dict[str, Any] = {} if recipe is None else {"ignore_unknown_options": True}
    return typer.main.get_command(_application(Group, f"Operations on {words}.", **settings))


def _listed(table: OperationTable, path: tuple[str, ...]) -> dict[str, LazyCommand]:
    return {name: LazyCommand("", text) for name, text in table.below(path).items()}


def _application(kind: type[OperationGroup], help_text: str, **settings: Any) -> typer.Typer:
    app = typer.Typer(cls=kind, help=help_text, no_args_is_help=True, add_completion=False, context_settings=settings)
    app.callback()(_nothing)
    return app


@cache
def _command(service: str, path: tuple[str, ...]) -> Any:
    from trivet.cli.operations.command import add_operation  # noqa: PLC0415  # the list of commands makes none of them

    operation = load(service).operations[path]

    def add(app: typer.Typer) -> None:
        add_operation(app, path[-1], service, operation)

    return only_command(add, path[-1])


def _recipe(name: str, command: LazyCommand, service: str) -> Any:
    return only_command(_request_to(service) if command is _REQUEST else command.load(), name)


@cache
def _request_to(service: str) -> Callable[[typer.Typer], None]:
    """Return the function that adds the command `request`, which each service has."""
    add_request = _REQUEST.load()

    def add(app: typer.Typer) -> None:
        add_request(app, service)

    return add


def _nothing() -> None:
    """Do nothing: the group exists to hold its commands."""

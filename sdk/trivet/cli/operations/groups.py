"""Groups of operations, such as `trivet chat conversations messages`; their commands are made when they are used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar

import typer

from trivet.cli.lazy_group import LazyCommand, LazyGroup, only_command
from trivet.cli.operations.table import OperationTable, load

REQUEST = "request"
_REQUEST = LazyCommand(
    "trivet.cli.operations.request_command:add", "Send a request that no command sends; prints JSON."
)


class OperationGroup(LazyGroup):
    """A group of operations and of further groups; arguments that name neither go to `recipe`."""

    table: OperationTable
    path: tuple[str, ...] = ()
    recipe: LazyCommand | None = None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Make and return the command that the arguments name."""
        name = args[0] if args else ""
        path = (*self.path, name)
        if self.recipe is not None and name not in self.lazy:
            return None, _recipe(self.path[-1], self.recipe, self.table.service), args
        if name not in self.commands:
            if path in self.table.operations:
                self.commands[name] = _command(self.table.service, path)
            elif self.table.below(path):
                self.commands[name] = _group(self.table, path, self._recipe_at(name))
            elif name == REQUEST and not self.path:
                self.commands[name] = _recipe(name, _REQUEST, self.table.service)
        return super().resolve_command(ctx, args)

    def _recipe_at(self, name: str) -> LazyCommand | None:
        return None

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help of the group, and below it the help of the recipe with its name."""
        super().format_help(ctx, formatter)
        if self.recipe is not None:
            try:
                command = _recipe(self.path[-1], self.recipe, self.table.service)
            except ImportError:  # reported when the recipe is used; the operations do without it
                return
            with command.make_context(ctx.info_name, [], parent=ctx.parent, resilient_parsing=True) as context:
                command.format_help(context, formatter)


def service_application(table: OperationTable, help_text: str, recipes: Mapping[str, LazyCommand]) -> typer.Typer:
    """Return the application of a service: its operations, its recipes, and `request`.

    >>> service_application(load("chat"), "Conversations and their administration.", RECIPES["chat"])
    """

    class ServiceGroup(OperationGroup):
        lazy: ClassVar[Mapping[str, LazyCommand]] = {**_listed(table, ()), REQUEST: _REQUEST, **recipes}

        def _recipe_at(self, name: str) -> LazyCommand | None:
            return recipes.get(name)

    ServiceGroup.table = table
    return _application(ServiceGroup, help_text)


def _group(table: OperationTable, path: tuple[str, ...], recipe: LazyCommand | None) -> Any:
    class Group(OperationGroup):
        lazy: ClassVar[Mapping[str, LazyCommand]] = _listed(table, path)

    Group.table, Group.path, Group.recipe = table, path, recipe
    words = " ".join(path).replace("-", " ")
    help_text = f"Operations on {words}."
    settings: dict[str, Any] = {}
    if recipe is not None:
        help_text += " Any other argument goes to the command below."
        settings["ignore_unknown_options"] = True
    return typer.main.get_command(_application(Group, help_text, **settings))


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

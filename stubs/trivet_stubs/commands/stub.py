"""The command `trivet stub`: the same as `trivet-stub`, which reads the arguments."""

from typing import Any

import typer

from trivet_stubs.__main__ import main

_AS_GIVEN: dict[str, Any] = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}


def add(app: typer.Typer) -> None:
    """Add the command; `trivet` calls it by the entry point `stub`."""
    app.command("stub", context_settings=_AS_GIVEN, add_help_option=False)(stub)


def stub(context: typer.Context) -> None:
    """Serve stubs, or the proxy: `trivet stub bus|chat|agent|all|proxy|replay|spec --help`."""
    raise typer.Exit(main(context.args, program="trivet stub"))

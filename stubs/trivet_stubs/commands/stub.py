"""The command `trivet stub`: the same as `trivet-stub`, which reads the arguments."""

from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from trivet_stubs.__main__ import main

_AS_GIVEN: dict[str, Any] = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}


class _StubCommand(TyperCommand):
    """A command whose options `trivet-stub` knows, in a shell's completion, too."""

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Return the options that begin with some text."""
        [words] = self.get_params(ctx)
        return words.shell_complete(ctx, incomplete)


def add(app: typer.Typer) -> None:
    """Add the command; `trivet` calls it by the entry point `stub`."""
    app.command("stub", cls=_StubCommand, context_settings=_AS_GIVEN, add_help_option=False)(stub)


def _completions(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return the words that can follow, with their help."""
    from trivet_stubs.commands.parser import completions  # noqa: PLC0415  # only a shell's completion needs it

    return completions([*(context.params.get("words") or ()), *context.args], incomplete)


def stub(
    words: Annotated[list[str] | None, typer.Argument(autocompletion=_completions)] = None,
) -> None:
    """Serve stubs, or the proxy: `trivet stub bus|chat|agent|all|proxy|replay|spec --help`."""
    raise typer.Exit(main(words or [], program="trivet stub"))

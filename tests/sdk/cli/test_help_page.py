"""The help of commands: one kind of page, by `-h`, `--help` and `help`."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
import typer

from tests.sdk.cli.console import run_here
from tests.wrong_rows import wrong_rows
from trivet._generated.names import SERVICES
from trivet.cli.help_page import help_page, section, with_pages


def page(width: int = 80, **settings: Any) -> str:
    app = typer.Typer()
    app.callback()(lambda: None)

    @app.command("it", **settings)
    def it(
        stops: Annotated[list[str], typer.Argument(metavar="STOP…", help="The [bold]stops[/bold].")],
        mode: Annotated[str, typer.Option(metavar="one-of-many-words|another-word|more", help="The mode.")] = "x",
        where: Annotated[str, typer.Option(help="The place.", rich_help_panel="Places")] = "",
    ) -> None:
        """Show stops.

        As many as there are.
        """

    command = with_pages(typer.main.get_command(app)).commands["it"]
    return help_page(command.make_context("it", [], resilient_parsing=True), width=width)


def test_page_has_the_help_the_usage_and_the_sections() -> None:
    assert (
        page(epilog="Examples:\n\n  trivet it 1\n\n`git diff | trivet it -`\n\nExit status: 0.")
        == """\
Show stops.

As many as there are.

Usage
  it [OPTIONS] STOP…

Examples
  trivet it 1
  git diff | trivet it -

Arguments
  STOP…  The [bold]stops[/bold].

Options
  --mode one-of-many-words|another-word|more
          The mode. [default: x]
  --help  Show this message and exit.

Places
  --where <str>  The place.

Exit status: 0."""
    )


def test_lines_are_no_wider_than_the_terminal() -> None:
    text = section("Options", [("--install-completion", "Install. " * 9), ("-o", "Short.")], 40)
    assert [line for line in text.splitlines() if len(line) > 40] == []
    assert "\x1b" not in text
    assert section("Options", [("-o", "Short.")], 40, styles=True) == "\x1b[1mOptions\x1b[0m\n  -o  Short."
    assert max(map(len, page(40).splitlines())) <= 46  # a metavar stays whole


def test_example_wider_than_the_terminal_is_continued_between_words() -> None:
    lines = page(36, epilog="trivet bus stops list --near '1.29 103.85' -o csv > stops.csv").splitlines()
    first = lines.index("Examples") + 1
    assert lines[first : first + 3] == [
        "  trivet bus stops list \\",
        "    --near '1.29 103.85' -o csv > \\",
        "    stops.csv",
    ]


@pytest.mark.parametrize(
    "words",
    [
        "",
        "bus",
        "bus stops",
        "bus stops list",
        "bus arrivals",
        "chat users",
        "chat users delete",
        "check",
        "config show",
    ],
)
def test_h_and_help_show_the_page_of_help(words: str) -> None:
    expected = run_here(*words.split(), "--help")
    assert (expected.status, expected.err) == (0, "")
    assert f"\nUsage\n  {' '.join(['trivet', *words.split()])} " in expected.out
    assert run_here(*words.split(), "-h") == expected
    assert run_here("help", *words.split()) == expected
    last = words.split()[-1:]
    if last not in (["list"], ["delete"], ["check"], ["show"]):  # a command takes the word for an argument
        assert run_here(*words.split(), "help") == expected


def test_page_of_the_stubs_looks_like_the_others() -> None:
    for words in (("stub",), ("stub", "bus"), ("stub", "proxy")):
        shown = run_here(*words, "--help")
        assert f"\n\nUsage\n  trivet {' '.join(words)} [OPTIONS]" in shown.out
        assert "\n\nOptions\n  -h, --help" in shown.out
        assert run_here("stub", "help", *words[1:]) == run_here(*words, "-h") == shown


def test_group_with_a_recipe_begins_with_its_own_usage() -> None:
    lines = run_here("bus", "arrivals", "--help").out.splitlines()
    assert lines[2:4] == ["Usage", "  trivet bus arrivals [OPTIONS] STOP…"]
    assert "  get  Get the real-time arrivals at one bus stop." in lines


def test_list_of_groups_says_what_a_group_with_a_recipe_holds() -> None:
    text = " ".join(run_here("chat", "--help").out.split())
    assert "conversations Export all conversations; share your own. Also: archive, create, delete," in text
    inside = run_here("chat", "conversations", "--help").out
    assert "\n  archive " in inside
    assert "\n  export " in inside


COMMANDS = sorted([*SERVICES, "check", "completion", "config", "contract", "stub", "version"])
WRONG_WORDS = [
    ("chat users list", "No such command 'list'. Did you mean `trivet chat admin users list`? (see `trivet chat users"),
    ("--json", "No such option: --json. Did you mean -o json, after the command? (see `trivet --help`)"),
    ("login", "No such command 'login'. Did you mean `trivet config set-token`? (see `trivet --help`)"),
    ("arrivals 54009", "No such command 'arrivals'. Did you mean `trivet bus arrivals`?"),
    ("bus stops list --json", "No such option: --json. Did you mean -o json? (see `trivet bus stops list --help`)"),
    ("bus stops list --formt csv", "No such option: --formt. Did you mean --output?"),
    ("bus stops list --token x", "No such option: --token. Did you mean --token-file?"),
    ("bus stops list -o jsn", "'table', 'json', 'ndjson', 'csv', 'yaml'. Did you mean 'json'?"),
    ("bus arrivals --jsn 54009", "No such option: --jsn. Did you mean -o json? (see `trivet bus arrivals --help`)"),
    ("bus arrivals --wach 54009", "No such option: --wach. Did you mean --watch?"),
    ("bus stop", "No such command 'stop'. Did you mean 'stops'?"),
    ("bus stops ls", "No such command 'ls'. Did you mean 'list'? (see `trivet bus stops --help`)"),
    ("chat conversations exprt", "No such command 'exprt'. Did you mean 'export'?"),
    ("chat users deactivate --dry", "No such option: --dry. Did you mean --dry-run?"),
    ("config shw", "No such command 'shw'. Did you mean 'show'?"),
    ("config show bus", "unexpected extra argument"),
    ("config set-token bsu", f"'bsu' is not one of {', '.join(map(repr, SERVICES))}. Did you mean 'bus'?"),
    ("completion fihs", "Did you mean 'fish'?"),
    ("help bsu", "No such command 'bsu'. Did you mean 'bus'? (see `trivet --help`)"),
    ("xyz", f"No such command 'xyz'. Known: {', '.join(COMMANDS)} (see `trivet --help`)"),
    ("stub bsu", "invalid choice: 'bsu' (choose from "),
]


def test_wrong_word_is_one_line_with_the_nearest() -> None:
    with wrong_rows() as row:
        for words, line in WRONG_WORDS:
            with row(words):
                result = run_here(*words.split())
                assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
                assert line in result.err
                assert "  " not in result.err

"""The help of `trivet` itself."""

from __future__ import annotations

from trivet.cli.help import root_help

COMMANDS = [("greet", "Added by another."), ("bus", "Bus arrivals."), ("stub", "Serve stubs. " * 12)]


def test_commands_stand_in_their_sections() -> None:
    lines = root_help(COMMANDS, [("--help", "Show this.")]).splitlines()
    heads = [each for each in lines if each and not each.startswith(" ") and " " not in each]
    assert heads == ["Usage", "Services", "Testing", "More", "Options", "Examples"]
    assert lines[lines.index("Services") + 1] == "  bus  Bus arrivals."
    assert lines[lines.index("More") + 1] == "  greet  Added by another."


def test_lines_are_no_wider_than_the_terminal() -> None:
    for width in (20, 40, 80):
        shown = root_help(COMMANDS, [("--install-completion", "Install. " * 9)], width=width)
        wide = [each for each in shown.split("Examples")[0].splitlines() if len(each) > width]
        assert wide == [] or width == 20
    assert "\x1b" not in shown
    assert "\x1b[1mServices" in root_help(COMMANDS, [], styles=True)

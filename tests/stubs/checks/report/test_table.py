"""The table for people."""

import io

from rich.console import Console

from tests.stubs.checks.report.findings import HOSTILE, VERDICTS, judgement
from trivet_stubs.checks.report.table import table


def shown(judgement, *, terminal=False, width=80, **options):
    """What is printed, as text."""
    console = Console(file=io.StringIO(), width=width, force_terminal=terminal, highlight=False, markup=False)
    for part in table(judgement, **options):
        console.print(part, soft_wrap=True)
    return console.file.getvalue()


def test_what_fails_comes_first_and_then_the_summary():
    text = shown(judgement())
    order = ["BROKEN", "HEALED", "DIFFERS", "KNOWN", "rules", "operations", "Not tried:", "7 requests", "removed from"]
    places = [text.index(title) for title in order]
    assert places == sorted(places)
    assert "BROKEN    chat.broken\n  Rule:    The sentence of chat.broken.\n  Section: Shares\n  Found:" in text
    assert "DIFFERS   chat.assumed  (assumed)" in text
    assert "remove it from the file of known departures" in text
    assert "2 records made, 1 of them left." in text
    assert "chat.holds" not in text


def test_command_is_on_one_line_however_narrow_the_terminal_is():
    text = shown(judgement(), width=20)
    [line] = [line for line in text.splitlines() if "chat.broken" not in line and "curl -i 'http" in line][:1]
    assert line.rstrip().endswith("'")


def test_hostile_text_neither_controls_the_terminal_nor_is_markup():
    for terminal in (False, True):
        text = shown(judgement(), terminal=terminal)
        assert "[red]<b>" in text
        assert "\x1b[31m[red]" not in text
        assert not [character for character in text if not character.isprintable() and character not in "\n\x1b"]
    assert "\x1b" not in shown(judgement())


def test_verbose_names_every_rule_and_quiet_only_what_fails():
    text = shown(judgement(), verbose=True)
    assert "holds     chat.holds" in text
    assert "not tried chat.untried  (observed)" in text
    text = shown(judgement(), quiet=True)
    assert "chat.broken" in text
    assert "Could not be removed" in text
    assert "chat.assumed" not in text
    assert "requests" not in text
    assert shown(judgement(VERDICTS[:1], left=[]), quiet=True) == ""


def test_incomplete_run_and_unsure_requests_are_said():
    text = shown(judgement(VERDICTS[:1], stopped="the time is up", unsure=["POST http://x.test/conversations"]))
    assert "Incomplete: the run ended early: the time is up" in text
    assert "May have left a record" in text
    assert "  POST http://x.test/conversations" in text
    assert "Incomplete: no rule was tried" in shown(judgement(()))


def test_each_caller_that_cannot_be_used_has_a_line():
    callers = {"admin": "not given", "user": f"refused {HOSTILE}"}
    text = shown(judgement((), callers=callers, stopped="the callers cannot be used"), quiet=True)
    assert "cannot be used (--allow-untried goes on without them):\n  admin: not given\n  user: refused" in text
    assert "\x1b" not in text
    assert "Callers that cannot be used:\n" in shown(judgement(VERDICTS[:1], callers=callers))

"""Commands of other packages that join `trivet-stub`."""

from importlib.metadata import EntryPoint

import pytest

from trivet_stubs.__main__ import main
from trivet_stubs.commands import joined
from trivet_stubs.commands.joined import JoinedCommand


def tell(options, plan_of):
    print(options.word, plan_of("bus").port)
    return 7


COMMAND = JoinedCommand(
    help="tells a word", description="Tell a word.", add=lambda parser: parser.add_argument("word"), run=tell
)


@pytest.fixture
def entries(monkeypatch):
    """Entry points of the group; the test adds some."""
    found = []
    monkeypatch.setattr(joined, "entry_points", lambda group: found if group == "trivet_stubs.commands" else [])
    return found


def test_command_of_another_package_joins(entries, capsys):
    entries.append(EntryPoint("tell", f"{__name__}:COMMAND", "trivet_stubs.commands"))
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "tell" in capsys.readouterr().out
    assert main(["tell", "hello"]) == 7
    assert capsys.readouterr().out == "hello 0\n"


def test_command_of_a_package_that_is_gone_is_unknown(entries, capsys):
    entries.append(EntryPoint("tell", "trivet_gone.commands:COMMAND", "trivet_stubs.commands"))
    with pytest.raises(SystemExit) as end:
        main(["tell", "hello"])
    assert end.value.code == 2
    assert "invalid choice: 'tell'" in capsys.readouterr().err

"""The line of source and licence."""

import pytest

from trivet.cli.bus.boards.source import note_beside_table, shows_table, source_line
from trivet.cli.invocation import Invocation
from trivet.cli.options import Format, Options


def test_source_names_licence_and_another_server() -> None:
    line = "Data: LTA DataMall, Singapore Open Data Licence"
    assert source_line("https://datamall2.mytransport.sg/ltaodataservice") == line
    assert source_line("http://127.0.0.1:81/x") == f"{line} (through 127.0.0.1:81)"
    assert source_line("https://datamall2.mytransport.sg.evil.test").endswith(
        "(through datamall2.mytransport.sg.evil.test)"
    )


@pytest.mark.parametrize(
    ("output", "on_terminal", "is_table", "is_noted"),
    [
        (None, True, True, True),
        (None, False, False, False),
        (Format.TABLE, True, True, True),
        (Format.TABLE, False, True, False),
        (Format.JSON, True, False, False),
    ],
)
def test_lines_for_people_stand_beside_tables_on_a_terminal_alone(
    output: Format | None, on_terminal: bool, is_table: bool, is_noted: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    invocation = Invocation("bus", Options(output=output))
    vars(invocation)["on_terminal"] = on_terminal  # in place of what stdout is in this run
    note_beside_table(invocation, "Data")
    assert (shows_table(invocation), capsys.readouterr().err) == (is_table, "Data\n" if is_noted else "")

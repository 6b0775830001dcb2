"""The source of the data, its licence, and the operators."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from trivet.cli.bus.attribution import attribution, note_beside_table, operator_of, shows_table, source_line
from trivet.cli.invocation import Invocation
from trivet.cli.options import Format, Options


def test_attribution_names_source_licence_and_the_day_in_singapore() -> None:
    text = attribution(datetime(2025, 6, 15, 23, 0, tzinfo=UTC))
    assert text.startswith("Contains information from LTA DataMall accessed on 16 June 2025, made available under the ")
    assert text.endswith("Singapore Open Data Licence version 1.0.")


def test_source_line_names_licence_and_another_server() -> None:
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
def test_notes_are_written_only_beside_tables_on_a_terminal(
    output: Format | None, on_terminal: bool, is_table: bool, is_noted: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    invocation = Invocation("bus", Options(output=output))
    vars(invocation)["on_terminal"] = on_terminal  # pytest's stdout is not a terminal
    note_beside_table(invocation, "Data")
    assert (shows_table(invocation), capsys.readouterr().err) == (is_table, "Data\n" if is_noted else "")


def test_unknown_operator_has_its_code_as_its_name() -> None:
    names = {code: operator_of(code)[0] for code in ("SMRT", "SBST", "N\x1bW", "")}
    assert names == {"": "unknown", "N\x1bW": "N\\x1bW", "SBST": "SBS Transit", "SMRT": "SMRT Buses"}

"""The operators."""

from __future__ import annotations

from trivet.cli.bus.gtfs.agencies import agency_rows


def test_operators_have_names_and_unknown_ones_their_code() -> None:
    rows = {each[0]: each[1] for each in agency_rows(["SMRT", "SBST", "SMRT", "N\x1bW", ""])}
    assert rows == {"": "unknown", "N\x1bW": "N\\x1bW", "SBST": "SBS Transit", "SMRT": "SMRT Buses"}

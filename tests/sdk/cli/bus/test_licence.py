"""The sentence that the licence asks for."""

from __future__ import annotations

from datetime import UTC, datetime

from trivet.cli.bus.licence import attribution


def test_attribution_names_source_licence_and_the_day_in_singapore() -> None:
    text = attribution(datetime(2025, 6, 15, 23, 0, tzinfo=UTC))
    assert text.startswith("Contains information from LTA DataMall accessed on 16 June 2025, made available under the ")
    assert text.endswith("Singapore Open Data Licence version 1.0.")

"""Where the data comes from, and under which licence: what every board, map, feed and snapshot carries."""

from __future__ import annotations

from datetime import datetime

from trivet.bus import SINGAPORE

__all__ = ["LICENCE", "LICENCE_NAME", "LICENCE_URL", "SOURCE", "SOURCE_URL", "attribution"]

SOURCE = "LTA DataMall"
SOURCE_URL = "https://datamall.lta.gov.sg/"
LICENCE_NAME = "Singapore Open Data Licence"
LICENCE = f"{LICENCE_NAME} version 1.0"
LICENCE_URL = "https://datamall.lta.gov.sg/content/datamall/en/SingaporeOpenDataLicence.html"


def attribution(fetched_at: datetime) -> str:
    """Return the sentence that the licence asks for.

    >>> attribution(datetime(2025, 6, 16, tzinfo=UTC))
    'Contains information from LTA DataMall accessed on 16 June 2025, made available under the Singapore Open Data ...'

    Args:
        fetched_at: When the data was fetched, timezone-aware.
    """
    day = fetched_at.astimezone(SINGAPORE)
    return f"Contains information from {SOURCE} accessed on {day.day} {day:%B %Y}, made available under the {LICENCE}."

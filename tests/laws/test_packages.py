"""Law 15: a version is published only under its own tag, and with a section of the changelog that has its date."""

import pytest

from tests.packages import faults

DATED = "# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-27)\n\n- More.\n\n## 0.1.0 (unreleased)\n"


@pytest.mark.parametrize(
    ("tag", "version", "reasons"),
    [
        ("v0.2.0", "0.2.0", []),
        ("0.2.0", "0.2.0", ["the tag 0.2.0 is not the version 0.2.0 of sdk/trivet/_version.py"]),
        ("v0.2.1", "0.2.0", ["the tag v0.2.1 is not the version 0.2.0 of sdk/trivet/_version.py"]),
        ("v0.1.0", "0.1.0", ["CHANGELOG.md has no section with a date for 0.1.0"]),
        ("v0.3.0", "0.3.0", ["CHANGELOG.md has no section with a date for 0.3.0"]),
    ],
)
def test_tag_has_the_version_and_a_dated_section(tag: str, version: str, reasons: list[str]) -> None:
    assert faults(tag, version, DATED) == reasons

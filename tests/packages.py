"""Whether a version can be published: `python -m tests.packages version v0.2.0` runs before it is built."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def faults(tag: str, version: str, changelog: str) -> list[str]:
    """Return the reasons for which a tag cannot be published.

    >>> faults("v0.2.0", "0.1.0", "## 0.2.0 (2026-11-27)")
    ['the tag v0.2.0 is not the version 0.1.0 of sdk/trivet/_version.py']
    """
    if tag != f"v{version}":
        return [f"the tag {tag} is not the version {version} of sdk/trivet/_version.py"]
    if not re.search(rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", changelog, re.M):
        return [f"CHANGELOG.md has no section with a date for {version}"]
    return []


def main(arguments: list[str]) -> int:
    """Print the reasons for which a tag cannot be published, and return 1 if there are any."""
    match arguments:
        case ["version", tag]:
            code = (ROOT / "sdk" / "trivet" / "_version.py").read_text("utf-8")
            [version] = re.findall(r'^__version__ = "(.+)"$', code, re.M)
            reasons = faults(tag, version, (ROOT / "CHANGELOG.md").read_text("utf-8"))
            print(*reasons, sep="\n", end="\n" if reasons else "")
            return 1 if reasons else 0
    print("usage: python -m tests.packages version TAG")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The workflows for GitHub Actions in the guides, as files: `python -m tests.docs.workflows FOLDER`, for actionlint."""

from __future__ import annotations

import re
import sys
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def workflows(page: Path) -> list[str]:
    """Return the workflows of a page.

    >>> len(workflows(DOCS / "ci.md"))
    1
    """
    blocks: list[str] = re.findall(r"^```yaml\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S)
    return [block for block in blocks if re.search(r"^on:", block, re.M)]


def write(folder: Path) -> None:
    """Write each workflow to a file of its own, with the name of its page."""
    folder.mkdir(parents=True, exist_ok=True)
    for page in DOCS.glob("*.md"):
        for number, workflow in enumerate(workflows(page), start=1):
            (folder / f"{page.stem}-{number}.yml").write_text(workflow, "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))

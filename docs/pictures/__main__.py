"""Draw the pictures of the docs, or only the named pictures."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "_static" / "pictures"
PICTURES = ("board", "board_narrow", "chart", "route", "agent", "agent_narrow")


def main(names: list[str]) -> None:
    """Draw each picture with the module of its name."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names or PICTURES:
        import_module(f"docs.pictures.{name}").make(FOLDER)
        print(f"docs/_static/pictures/{name}.svg")


if __name__ == "__main__":
    main(sys.argv[1:])

"""The effects of rules on the opencode server: which rule, where it is given, and in the session itself or in a child.

The scenarios of `rules` run each cell on the real server, and the guide to the adapter has the table.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CELLS", "PLACES", "Cell", "table"]

PLACES = {
    "create": "the session: `session.create`, `session.update`",
    "update": "",
    "configuration": "the configuration: `permission`",
    "agents": "the configuration: `agent.NAME.permission` of both agents",
    "tools": 'a prompt: `tools: {"bash": false}` on `POST /session/{id}/message`',
    "task": "the session",
}
"""The places where a rule is given, with their names in the table; an empty one has the effects of the one before."""

EFFECTS = {"allow": "allows `bash`", "ask": "asks for `bash`", "deny": "denies `bash`"}


class Cell(NamedTuple):
    """A cell of the table.

    Attributes:
        place: Where the rule is given.
        effect: The effect of the rule.
        child: Whether the agent calls the tool in a child.
        asked: The tools that a program is asked for, and whether the child asks.
        written: Whether the command writes its file, where the program answers `once`.
        elsewhere: The effect of the configuration, where it matters.
    """

    place: str
    effect: str
    child: bool
    asked: tuple[tuple[str, bool], ...]
    written: bool
    elsewhere: str = "allow"


BASH, TASK = (("bash", False),), (("task", False),)
IN_CHILD = (("bash", True),)

CELLS = (
    *(
        Cell(place, "allow", child, (), True)
        for place in ("create", "update", "configuration")
        for child in (False, True)
    ),
    Cell("create", "allow", False, (), True, "ask"),
    Cell("create", "allow", True, IN_CHILD, True, "ask"),
    *(Cell(place, "ask", False, BASH, True) for place in ("create", "update")),
    *(Cell(place, "ask", True, (), False) for place in ("create", "update")),
    Cell("create", "ask", False, BASH, True, "ask"),
    Cell("create", "ask", True, (), False, "ask"),
    Cell("configuration", "ask", False, BASH, True),
    Cell("configuration", "ask", True, IN_CHILD, True),
    Cell("agents", "ask", False, BASH, True),
    Cell("agents", "ask", True, IN_CHILD, True),
    *(
        Cell(place, "deny", child, (), False)
        for place in ("create", "update", "configuration", "agents", "tools")
        for child in (False, True)
    ),
    Cell("create", "deny", False, (), False, "ask"),
    Cell("create", "deny", True, (), False, "ask"),
    Cell("create", "ask", False, BASH, True, "deny"),
    Cell("create", "ask", True, (), False, "deny"),
    Cell("create", "allow", False, (), True, "deny"),
    Cell("create", "allow", True, (), False, "deny"),
    Cell("task", "ask", True, TASK, True),
    Cell("task", "deny", True, (), False),
)
"""Every cell that is run."""


def table() -> str:
    """Return the table of the guide."""
    head = ["| rule | given in | the configuration | in the session | in a child |", "|---|---|---|---|---|"]
    rows: dict[tuple[str, str, str], dict[bool, str]] = {}
    for cell in CELLS:
        if PLACES[cell.place]:
            rows.setdefault((cell.effect, cell.place, cell.elsewhere), {})[cell.child] = _words(cell)
    return "\n".join([*head, *(_row(*key, words) for key, words in rows.items())])


def _row(effect: str, place: str, elsewhere: str, words: dict[bool, str]) -> str:
    rule = EFFECTS[effect].replace("bash", "task") if place == "task" else EFFECTS[effect]
    configured = (
        "" if place in ("configuration", "agents") else {"allow": "allows", "ask": "asks", "deny": "denies"}[elsewhere]
    )
    return f"| {rule} | {PLACES[place]} | {configured} | {words.get(False, '')} | {words.get(True, '')} |"


def _words(cell: Cell) -> str:
    asks = "".join(f"{'the child' if child else 'the session'} asks for `{tool}`, " for tool, child in cell.asked)
    return f"{asks}it runs" if cell.written else "it does not run"

"""The files of a walk: each is written by a patch, and every read of the directory shows those that are there."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.agent.form import rows_of
from trivet_checks.explore.agent.lists import repeated
from trivet_checks.explore.agent.records import World
from trivet_checks.explore.agent.words import (
    CHANGED,
    CHANGES,
    DEFAULT_RULE,
    FILE,
    GREP,
    LETS_IN,
    LIMIT_RULE,
    PATCH,
    SEARCH,
    TREE,
)
from trivet_checks.explore.asked import Asked
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.sightings import shown
from trivet_checks.explore.steps import Step

_PATH = re.compile(r"^diff --git a/(\S+) ", re.MULTILINE)
_LINE = re.compile(r"^([+-])(?!\+\+ |-- )(.*)$", re.MULTILINE)
_RULES = {
    **{name: LETS_IN[name] for name in (FILE, GREP, SEARCH, TREE)},
    CHANGED: "agent.vcs.status-lists-changed-files",
    CHANGES: "agent.vcs.diff-is-json-or-a-patch",
}
"""The rules about the files that an operation shows."""


@dataclass(frozen=True, slots=True)
class Written:
    """A file that a patch adds or removes."""

    path: str
    line: str
    is_added: bool


def written(step: Step) -> Written | None:
    """The file that a step writes; None for another step, or a patch of another form.

    >>> written(step)
    Written(path='trivet-check-5f3a9c21-oak.txt', line='An oak.', is_added=True)
    """
    patch = (step.body or {}).get("patch") if step.operation == PATCH else None
    path, line = (pattern.search(patch) if isinstance(patch, str) else None for pattern in (_PATH, _LINE))
    return None if path is None or line is None else Written(path[1], line[2], is_added=line[1] == "+")


class Files:
    """Compares what an agent server shows of its directory with the files of the walk. Others are of no concern.

    Args:
        world: The walk.
    """

    def __init__(self, world: World) -> None:
        self._world = world

    def compare(self, asked: Asked, value: Any) -> Iterator[Difference]:
        """Yield the differences of a file that is read, or of a list of files."""
        if asked.step.operation == FILE:
            yield from self._text(asked, value)
            return
        field = "file" if asked.step.operation in (CHANGED, CHANGES) else "path"
        rows = rows_of(value)
        if rows is None or not all(isinstance(row.get(field), str) for row in rows):
            return
        limit = (asked.step.body or {}).get("limit")
        if isinstance(limit, int) and len(rows) > limit:
            yield asked.differs("list", f"at most {limit} records", f"{len(rows)} records", LIMIT_RULE, "data")
            return
        here = [path for row in rows if (path := self._own(row[field])) is not None]
        twice = repeated([{"id": path} for path in here])
        if twice is not None:
            yield asked.differs("list", "each path once", f"{'/'.join(twice)} twice", "", "data")
        elif (expected := self._expected(asked.step, rows)) is not None:
            is_of_files = asked.step.operation == SEARCH and (asked.step.body or {}).get("type") == "file"
            empty = set[str]() if is_of_files else self._folders - expected  # a directory may stay without its files
            yield from self._membership(asked, {*here} - empty, expected, len(rows))

    def _membership(self, asked: Asked, here: set[str], expected: set[str], count: int) -> Iterator[Difference]:
        world, rule = self._world, _RULES[asked.step.operation]
        world.compared.add(rule)
        limit = (asked.step.body or {}).get("limit")
        for path in sorted(here - expected - self._alike(asked.step)):
            known = LETS_IN[PATCH] if path in world.removed else rule if self._is_here(asked.step) else DEFAULT_RULE
            yield asked.differs("list", "no such record", path, known, "data")
            return
        if isinstance(limit, int):
            world.compared.add(LIMIT_RULE)
            if count < min(limit, len(expected)):
                yield asked.differs("list", f"{min(limit, len(expected))} records", f"{count}", rule, "data")
        elif missing := sorted(expected - here):
            yield asked.differs("list", missing[0], "no such record", rule, "data")

    def _text(self, asked: Asked, value: Any) -> Iterator[Difference]:
        text = cast(Json, value).get("content") if isinstance(value, dict) else value
        line = self._world.files.get(str(asked.step.query.get("path")))
        if not isinstance(text, str) or line is None or not self._is_here(asked.step):
            return
        self._world.compared.add(_RULES[FILE])
        if text.splitlines() != [line]:
            yield asked.differs("field", shown(line), shown(text), _RULES[FILE], "content")

    def _expected(self, step: Step, rows: list[Json]) -> set[str] | None:
        """The files of the walk that an operation has to show; None if that is open."""
        form, files, body = self._world.form, self._world.files, step.body or {}
        if not self._is_here(step):
            is_around = f"{form.directory}/".startswith(f"{form.default.rstrip('/')}/")
            is_default = not {"directory", "workspace"} & step.query.keys() and form.shows_default
            return set() if is_default and not is_around and step.operation in (GREP, SEARCH) else None
        if step.operation == TREE:
            return {path for path in files if _folder(path) == step.query.get("path")}
        if step.operation == SEARCH:
            name = str(body.get("query")).lower()
            paths = {_folder(path) for path in files} if body.get("type") == "directory" else {*files}
            return {path for path in paths if name in path.rpartition("/")[2].lower()}
        if step.operation == GREP:
            end = str(body.get("include", "")).lstrip("*")
            if end and not rows:
                return None  # the syntax of `include` is the server's own
            return {path for path, line in files.items() if str(body.get("pattern")) in line and path.endswith(end)}
        is_open = step.query.get("mode") == "default"  # the contract does not say with what it compares
        return {*files} if form.is_versioned and not is_open else None

    def _alike(self, step: Step) -> set[str]:
        """The files that a search may show as well: how alike a name has to be is the server's own."""
        is_open = step.operation == SEARCH and (step.body or {}).get("type") != "directory" and self._is_here(step)
        return {*self._world.files} if is_open else set()

    def _is_here(self, step: Step) -> bool:
        """Whether a step is about the directory of the run."""
        form = self._world.form
        if not {"directory", "workspace"} & step.query.keys():
            return form.default == form.directory
        return "workspace" not in step.query and step.query["directory"] == form.directory

    def _own(self, path: str) -> str | None:
        """The file of the walk, or the directory of one, that a path names."""
        plain = path.rstrip("/")
        known = {*self._world.files, *self._world.removed, *self._folders}
        return next((one for one in known if plain == one or plain.endswith(f"/{one}")), None)

    @property
    def _folders(self) -> set[str]:
        """The directories in which the walk has written files."""
        return {_folder(path) for path in (*self._world.files, *self._world.removed)}


def _folder(path: str) -> str:
    return path.rpartition("/")[0]

"""The steps of a walk on an agent server that write files, and read the directory that they are in."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from trivet_checks.checks.agent.service import added, removed
from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.agent.inputs import PATCHES, WRONG, queries
from trivet_checks.explore.agent.walker import Walker
from trivet_checks.explore.agent.words import CHANGED, CHANGES, FILE, GREP, PATCH, SEARCH, TREE
from trivet_checks.explore.steps import Step

_READS = (SEARCH, SEARCH, GREP, GREP, FILE, TREE, CHANGED, CHANGES)
_SOME = 4
"""How many of them follow three patches."""
_TREES = ("oak", "elm", "fir")
_DIFFS: Sequence[Json] = (
    {},
    {"format": "json"},
    {"format": "patch"},
    {"mode": "worktree"},
    {"mode": "default"},
    {"format": "yaml"},
    {"mode": "sideways"},
)
_WRONG, _REMOVED, _HERE = 0.1, 0.25, 0.7
"""The shares of forbidden inputs, of patches that remove a file, and of reads in the directory of the run."""


class FileSteps:
    """Draws the steps about files.

    Args:
        chance: The chance of the walk.
        prefix: The start of every name.
        directory: The directory of the run.
        step: Makes a step.
        turn: Returns the next of some values, so that all of them occur.
    """

    def __init__(
        self,
        chance: Random,
        prefix: str,
        directory: str,
        step: Callable[..., Step],
        turn: Callable[[str, Sequence[Any]], Any],
    ) -> None:
        self._chance = chance
        self._prefix = prefix
        self._folder = f"{prefix}-trees"
        self._here: Json = {"directory": directory}
        self._step = step
        self._turn = turn
        self.makers: Mapping[str, Callable[[int, Walker], Step]] = {
            PATCH: self._patch,
            FILE: self._file,
            TREE: self._tree,
            SEARCH: self._search,
            GREP: self._grep,
            CHANGED: lambda number, walker: self._step(number, CHANGED, query=self._where()),
            CHANGES: self._changes,
        }

    def after_a_patch(self) -> list[str]:
        """The operations that follow a patch, the last one first: two further patches, and reads of the files."""
        return [*(self._turn("reads of files", _READS) for _ in range(_SOME)), PATCH, PATCH]

    def _patch(self, number: int, walker: Walker) -> Step:
        files = walker.world.files
        tree = self._chance.choice(_TREES)
        path = f"{self._folder}/{self._prefix}-{tree}-{number:04d}{self._chance.choice(('.txt', '.txt', '.md'))}"
        patch: object = added(path, f"{self._prefix} {tree} {number:04d}")
        if files and self._chance.random() < _REMOVED:
            path = self._chance.choice([*files])
            patch = removed(path, files[path])
        if self._chance.random() < _WRONG:
            patch = self._turn("wrong patches", PATCHES)(path)
        return self._step(number, PATCH, query=self._here, body={"patch": patch})

    def _file(self, number: int, walker: Walker) -> Step:
        path = self._path(walker)
        if self._chance.random() < _WRONG:
            path = self._chance.choice((f"{self._folder}/missing.txt", *walker.world.removed))
        return self._step(number, FILE, query={**self._where(), "path": path})

    def _tree(self, number: int, walker: Walker) -> Step:
        if not walker.world.files:
            return self._search(number, walker)
        return self._step(number, TREE, query={**self._here, "path": self._folder})

    def _search(self, number: int, walker: Walker) -> Step:
        if self._chance.random() < _WRONG:
            return self._wrong(number, SEARCH)
        body: Json = {"query": f"{self._prefix}-{self._chance.choice(('', '', *_TREES))}"}
        if (kind := self._turn("types", (None, None, "file", "directory"))) is not None:
            body["type"] = kind
        return self._limited(number, SEARCH, body)

    def _grep(self, number: int, walker: Walker) -> Step:
        if self._chance.random() < _WRONG:
            return self._wrong(number, GREP)
        body: Json = {"pattern": f"{self._prefix} {self._chance.choice(('', '', *_TREES))}"}
        if (include := self._turn("includes", (None, None, "*.txt", "*.md"))) is not None:
            body["include"] = include
        return self._limited(number, GREP, body)

    def _changes(self, number: int, walker: Walker) -> Step:
        return self._step(number, CHANGES, query={**self._where(), **self._turn("diffs", _DIFFS)})

    def _limited(self, number: int, operation: str, body: Json) -> Step:
        if (limit := self._turn(f"limit of {operation}", (None, None, 1, 1, 2, 100))) is not None:
            body["limit"] = limit
        return self._step(number, operation, query=self._where(), body=body)

    def _wrong(self, number: int, operation: str) -> Step:
        """A body that the contract forbids, as a whole or by its limit."""
        make, _ = self._turn(f"wrong {operation}", WRONG[operation])
        body: Json = make(self._prefix)
        if self._chance.random() < 0.5:
            name = "query" if operation == SEARCH else "pattern"
            body = {name: self._prefix, **self._turn("wrong limits", queries(operation))[0]}
        return self._step(number, operation, query=self._here, body=body)

    def _path(self, walker: Walker) -> str:
        return self._chance.choice([*walker.world.files] or [f"{self._folder}/missing.txt"])

    def _where(self) -> Json:
        return dict(self._here) if self._chance.random() < _HERE else {}

"""Law 9: each room has its tests at the mirrored place, a file a subject.

A room is a folder of hand-written modules. The modules in its folders `_async` and `_sync` do I/O: they belong to the
room, and are tested through the public client.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.laws.tree import CHECKS, CODEGEN, ROOT, SDK, STUBS, TOPS, opening, python_files, relative

TESTS = ROOT / "tests"
NOT_ROOMS = {"_async", "_sync", "_generated"}

ELSEWHERE = {
    SDK / "_async": TESTS / "sdk" / "client",
    SDK / "_async" / "http": TESTS / "sdk" / "network",
    SDK / "_async" / "http" / "aiohttp": TESTS / "sdk" / "client" / "test_aiohttp.py",
}
"""Rooms within `_async`, which all clients share, with their tests."""

WITHOUT_A_ROOM = {
    "contract": "every operation of the contracts",
    "docs": "the pages, whose code is run",
    "docs/reference_pages": "the pages that are generated from docstrings",
    "faults": "a program for developers, which plants faults in the code",
    "laws": "the files of the project",
    "laws/statements": "the readers that a law uses",
    "sdk/interrupts": "the ends of programs and commands, whatever they wait for",
    "outside": "reports of users, from the bytes that arrive to the effects",
    "other_make": "servers that use nothing of the project",
    "typing": "the types of the public names",
    "wall_clock": "a program for developers, which shifts the clock of the tests",
}
"""Folders of tests whose subject is not a room, with their subjects."""


def rooms() -> list[Path]:
    """Return the folders of hand-written modules."""
    folders = {path.parent for path in python_files()}
    return [*sorted(folder for folder in folders if not NOT_ROOMS & {*folder.relative_to(ROOT).parts}), *ELSEWHERE]


def places(room: Path) -> list[Path]:
    """Return the folder and the files where a room may have its tests."""
    if room in ELSEWHERE:
        return [ELSEWHERE[room]]
    top = next(top for top in TOPS if room.is_relative_to(top))
    mirror = {CODEGEN: TESTS / "codegen", SDK: TESTS / "sdk", STUBS: TESTS / "stubs", CHECKS: TESTS / "checks"}[top]
    for part in room.relative_to(top).parts:
        mirror /= part.strip("_")
    name = f"test_{mirror.name}.py"
    return [mirror, mirror.parent / name, mirror.parent / "_async" / name]


def is_tested(place: Path) -> bool:
    """Whether a place is a test file, or a folder with one."""
    return place.is_file() or any(place.glob("test_*.py")) or any(place.glob("_async/test_*.py"))


def test_files() -> list[Path]:
    """Return the hand-written test files."""
    return sorted(path for path in TESTS.rglob("test_*.py") if "_sync" not in path.parts)


test_files.__test__ = False  # type: ignore[attr-defined]


def test_room_has_tests_at_the_mirrored_place() -> None:
    missing = [
        f"{relative(room)} -> {' or '.join(map(relative, places(room)))}"
        for room in rooms()
        if not any(is_tested(place) for place in places(room))
    ]
    assert not missing, "\n".join(missing)


def test_test_file_mirrors_a_room_that_exists() -> None:
    mirrors = {places(room)[0] for room in rooms()} | {TESTS / folder for folder in WITHOUT_A_ROOM}
    folders = {path: path.parent.parent if path.parent.name == "_async" else path.parent for path in test_files()}
    assert [relative(path) for path, folder in folders.items() if folder not in mirrors] == []


def test_test_file_opens_with_its_subject() -> None:
    openings = {relative(path): opening(path) for path in test_files()}
    assert {path: text for path, text in openings.items() if not text.endswith((".", ":"))} == {}
    # Two files with one subject would be one file.
    assert [text for text, count in Counter(openings.values()).items() if count > 1] == []


@pytest.mark.parametrize("folder", WITHOUT_A_ROOM)
def test_folder_without_a_room_has_tests(folder: str) -> None:
    assert is_tested(TESTS / folder)


@pytest.mark.parametrize(
    ("room", "place"),
    [
        ("sdk/trivet/agent/_store", "tests/sdk/agent/store"),
        ("sdk/trivet/chat/_exports", "tests/sdk/chat/_async/test_exports.py"),
        ("sdk/trivet/_async/http", "tests/sdk/network"),
        ("stubs/trivet_stubs/kernel", "tests/stubs/kernel"),
        ("stubs/trivet_checks/checks/bus", "tests/checks/checks/test_bus.py"),
        ("codegen", "tests/codegen"),
    ],
)
def test_mirrored_place_of_a_room(room: str, place: str) -> None:
    assert ROOT / room in rooms()
    assert ROOT / place in places(ROOT / room)

"""The changelog has its versions in order, and its changes by kind and service, so that a reader finds one."""

import re

from tests.laws.tree import ROOT

CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
UNRELEASED, *VERSIONS = re.split(r"^## ", CHANGELOG, flags=re.M)[1:]
KINDS = ["Added", "Changed", "Fixed"]
SERVICES = ["Breaking", "Common", "Bus", "Agent", "Chat", "Command", "Stubs and checks"]


def in_order(names: list[str], order: list[str]) -> bool:
    return names == [name for name in order if name in names]


def test_versions_are_newest_first_below_the_unreleased_changes() -> None:
    numbers = [[int(part) for part in version.split(" ")[0].split(".")] for version in VERSIONS]
    assert UNRELEASED.startswith("Unreleased\n")
    assert numbers == sorted(numbers, reverse=True)


def test_unreleased_changes_stand_below_their_kind_and_service() -> None:
    head, *kinds = re.split(r"^### ", UNRELEASED, flags=re.M)
    assert not re.search(r"^- ", head, re.M), "above Added there is only the table for migration"
    assert in_order([kind.split("\n")[0] for kind in kinds], KINDS)
    for kind in kinds:
        title, *services = re.split(r"^#### ", kind, flags=re.M)
        assert not re.search(r"^- ", title, re.M), "an entry without a service"
        names = [service.split("\n")[0] for service in services]
        assert in_order(names, SERVICES if title.startswith("Changed") else SERVICES[1:]), names


def test_unreleased_change_is_a_sentence_or_two() -> None:
    entries = re.findall(r"^- (.+(?:\n  .+)*)", UNRELEASED, re.M)
    assert [entry for entry in entries if entry.count("\n") > 3] == []

"""Unfinished files of killed runs."""

from __future__ import annotations

import os
from pathlib import Path

from tests.sdk.cli.bus.conftest import Rider
from trivet.cli.bus.network.parts import remove_left_parts


def test_old_part_is_removed_and_a_young_or_foreign_one_stays(tmp_path: Path) -> None:
    names = ("n.json.0123abcd.part", "n.json.89abcdef.part", "m.json.0123abcd.part", "n.json.part", "n.json")
    for name in names:
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (0, 0))
    (tmp_path / names[1]).touch()
    remove_left_parts(tmp_path / "n.json")
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(names[1:])


def test_refresh_removes_what_a_killed_run_left_in_the_cache(rider: Rider) -> None:
    rider.rows("near", "54009")
    [kept] = rider.cache.iterdir()
    left = kept.with_name(f"{kept.name}.0123abcd.part")
    left.touch()
    os.utime(left, (0, 0))
    rider.rows("near", "54009", "--refresh")
    assert [*rider.cache.iterdir()] == [kept]


def test_network_option_that_names_a_folder_is_refused_before_a_request(rider: Rider, tmp_path: Path) -> None:
    assert "is a folder" in rider.refused("near", "54009", "--network", str(tmp_path))
    assert not rider.stub.requests


def test_feed_or_map_that_names_a_folder_is_refused_before_a_request(rider: Rider, tmp_path: Path) -> None:
    for name, command in (("feed.zip", ("gtfs",)), ("map.svg", ("map", "10", "--out"))):
        (tmp_path / name).mkdir()
        assert "is a folder" in rider.refused(*command, str(tmp_path / name))
    assert not rider.stub.requests

"""The file of a command."""

import argparse
from datetime import date
from pathlib import Path

import pytest

from trivet_stubs.commands.config import arguments_of, check_config, read_config

PARSER = argparse.ArgumentParser()
ACTIONS = [
    PARSER.add_argument("--data"),
    PARSER.add_argument("--latency", type=float),
    PARSER.add_argument("--fault", dest="faults", action="append", default=[]),
    PARSER.add_argument("--no-control", action="store_true"),
]


def test_what_is_for_one_service_comes_after_what_is_for_all():
    config = {
        "latency": 1,
        "faults": ["hang"],
        "bus": {"latency": 2, "faults": [{"status": 503}]},
        "chat": {"data": "x"},
    }
    assert list(arguments_of(config, "bus", ACTIONS, Path("/etc"))) == [
        "--latency=1",
        "--fault=hang",
        "--latency=2",
        '--fault={"status":503}',
    ]


def test_paths_are_relative_to_the_file_and_switches_have_no_value():
    config = {"data": "snapshot", "no_control": True}
    assert list(arguments_of(config, "bus", ACTIONS, Path("/etc"))) == ["--data=/etc/snapshot", "--no-control"]
    assert list(arguments_of({"no_control": False, "data": "/srv"}, "bus", ACTIONS, Path("/etc"))) == ["--data=/srv"]


def test_key_that_only_some_services_have_is_refused_for_all():
    known = {"bus": ["data", "latency"], "chat": ["latency"]}
    check_config({"latency": 1, "bus": {"data": "x"}}, known)
    with pytest.raises(ValueError, match="config: there is no data; there are latency"):
        check_config({"data": "x"}, known)


def test_file_that_is_not_text_raises(tmp_path):
    (tmp_path / "stubs.toml").write_bytes(b"\xff")
    with pytest.raises(ValueError, match=r"config: .*stubs\.toml: 'utf-8' codec"):
        read_config(tmp_path / "stubs.toml")


def test_number_beyond_64_bits_is_refused():
    with pytest.raises(ValueError, match="config: faults: "):
        list(arguments_of({"faults": [{"seed": 2**70}]}, "bus", ACTIONS, Path("/etc")))


def test_settings_are_a_table_or_a_list():
    actions = [argparse.ArgumentParser().add_argument("--setting", dest="settings", action="append", default=[])]
    found = ["--setting=volume_rows=3", '--setting=holidays=["2025-08-09"]']
    table = {"volume_rows": 3, "holidays": [date(2025, 8, 9)]}
    assert list(arguments_of({"bus": {"settings": table}}, "bus", actions, Path("/etc"))) == found
    assert list(arguments_of({"settings": ["volume_rows=3"]}, "bus", actions, Path("/etc"))) == found[:1]

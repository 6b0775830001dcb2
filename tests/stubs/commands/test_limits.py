"""The options for the limits of a port."""

import argparse
import dataclasses

import pytest

from trivet_stubs.commands.limits import add_limits, limits_of
from trivet_stubs.serving.limits import Limits


def test_every_limit_has_an_option_with_its_default():
    parser = argparse.ArgumentParser()
    assert {each.dest for each in add_limits(parser)} == {each.name for each in dataclasses.fields(Limits)}
    assert limits_of(parser.parse_args([])) == Limits()


def test_limit_of_nothing_raises():
    parser = argparse.ArgumentParser()
    add_limits(parser)
    with pytest.raises(ValueError, match="connections: 0 is not greater than 0"):
        limits_of(parser.parse_args(["--connections=0"]))

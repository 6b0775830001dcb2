"""The public names of the package and the imports of its pytest plugin."""

import subprocess
import sys

import pytest

import trivet_stubs


def test_public_names_are_sorted_and_complete():
    assert trivet_stubs.__all__ == sorted(trivet_stubs.__all__)
    assert dir(trivet_stubs) == trivet_stubs.__all__
    for name in trivet_stubs.__all__:
        assert getattr(trivet_stubs, name).__name__ == name
    with pytest.raises(AttributeError, match="has no attribute 'TramStub'"):
        _ = trivet_stubs.TramStub


def test_pytest_plugin_loads_nothing_heavy():
    script = """
import sys, pytest
before = set(sys.modules)
import trivet_stubs.pytest_plugin
print(*set(sys.modules) - before)
"""
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()

    assert sorted(loaded) == [
        "trivet_stubs",
        "trivet_stubs._generated",
        "trivet_stubs._generated.names",
        "trivet_stubs.pytest_plugin",
    ]

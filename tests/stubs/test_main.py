"""`python -m trivet_stubs`."""

import subprocess
import sys


def test_package_runs_as_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "trivet_stubs", "--help"], capture_output=True, text=True, check=False, timeout=600
    )

    assert done.returncode == 0
    assert done.stdout.startswith("usage: trivet-stub")

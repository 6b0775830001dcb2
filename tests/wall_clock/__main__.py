"""`python -m tests.wall_clock [MOMENT…] [-- ARGUMENT…]` runs the tests at moments, with arguments of pytest."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

from tests.wall_clock import MOMENTS, environment

TESTS = ["-q", "-n", "auto", "-m", "not matrix", "--ignore=tests/laws", "--ignore-glob=*/_sync/*"]
"""All tests but those of the laws, which read the files of the project, and the derived copies of others."""


def main(arguments: Sequence[str]) -> int:
    """Run the tests at each moment, and return pytest's last exit status that is not 0."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    status = 0
    for name in arguments[:end] or MOMENTS:
        moment = MOMENTS[name]
        print(f"{name}: {moment.begin}, {moment.zone}", flush=True)
        command = [sys.executable, "-m", "pytest", *(arguments[end + 1 :] or TESTS)]
        status = subprocess.run(command, env=environment(moment), check=False).returncode or status
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

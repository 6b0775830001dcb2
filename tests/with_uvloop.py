"""`python -m tests.with_uvloop` runs the tests of the async clients in uvloop; it takes the arguments of pytest."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence

import pytest
import uvloop

ASYNC = ["tests/sdk/client", "tests/sdk/agent/_async", "tests/sdk/chat/_async", "tests/sdk/bus/_async"]


def main(arguments: Sequence[str]) -> int:
    """Run tests, and return pytest's exit status."""
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    return pytest.main(["-n", "0", "--ignore-glob=*/_sync/*", *(arguments or ASYNC)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Fixtures for the tests of all services."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest


@pytest.fixture
def full_disk() -> Callable[[int], Any]:
    """Limit the size of files in a block, like a full disk."""
    resource = pytest.importorskip("resource")

    @contextlib.contextmanager
    def full(size: int) -> Iterator[None]:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    return full

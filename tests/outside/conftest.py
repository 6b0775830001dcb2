"""Fixtures for the tests of reports from outside."""

from collections.abc import Iterator

import pytest

from tests.sdk.agent.opencode.fake_server import FakeServer


@pytest.fixture
def fake_opencode() -> Iterator[FakeServer]:
    """A server that behaves like the one that people can install."""
    fake = FakeServer()
    yield fake
    fake.close()

"""The client of the orchard, and the service that it sends to."""

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from tests.codegen.write.orchard_service import Orchard


@pytest.fixture
def answers() -> Orchard:
    """The other end."""
    return Orchard()


@pytest.fixture
def client(orchard: ModuleType, answers: Orchard) -> Iterator[Any]:
    """A client of the orchard."""
    with orchard.OrchardClient(orchard_key="key", base_url="http://orchard.test/v1", transport=answers) as client:
        yield client

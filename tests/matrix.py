"""The parameters of tests that try one mistake, or one seed, after another."""

from collections.abc import Iterable
from typing import Any

import pytest


def begun_by_ci(values: Iterable[Any], *, kept: int = 1) -> list[Any]:
    """Return the values as parameters: `.ci/run` tries the first of them, and `nox -s matrix` the others.

    >>> pytest.mark.parametrize("seed", begun_by_ci(range(10), kept=4))

    Args:
        values: The values; a tuple where a test has several parameters.
        kept: How many are tried by `.ci/run`.
    """
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=pytest.mark.long if place < kept else pytest.mark.matrix,
        )
        for place, value in enumerate(values)
    ]

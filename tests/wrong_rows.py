"""A table in one test: the rows that fail are collected, so that the first does not hide the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

__all__ = ["wrong_rows"]


@contextmanager
def wrong_rows() -> Iterator[Callable[[object], AbstractContextManager[None]]]:
    """Yield a function that runs the block of a row, and fail at the end with every row whose block failed.

    with wrong_rows() as row:
        for status in range(400, 600):
            with row(status):
                assert is_error(status)
    """
    wrong: list[str] = []

    @contextmanager
    def row(name: object) -> Iterator[None]:
        try:
            yield
        except (Exception, pytest.fail.Exception) as error:
            wrong.append(f"{name}: {type(error).__name__}: {error}")

    yield row
    if wrong:
        pytest.fail(f"{len(wrong)} rows are wrong:\n" + "\n".join(wrong))

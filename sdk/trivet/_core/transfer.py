"""What a caller learns of a body that is being written to a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

__all__ = ["TransferProgress"]

TransferProgress: TypeAlias = Callable[[int, int | None], object]
"""Called with the bytes that have arrived and the size of the whole body; None where the service does not send it."""

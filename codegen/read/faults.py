"""What is wrong with a spec, collected so that one run shows all of it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

__all__ = ["DocumentError", "Faults"]


class DocumentError(ValueError):
    """A spec says what the generator does not understand, or breaks a convention of spec/README.md.

    Attributes:
        faults: Each fault with its place; never empty.
    """

    def __init__(self, *faults: str) -> None:
        super().__init__(*faults)
        self.faults = faults

    def __str__(self) -> str:
        if len(self.faults) == 1:
            return self.faults[0]
        return "\n".join([f"{len(self.faults)} faults:", *(f"  {each}" for each in self.faults)])


class Faults:
    """The faults of the parts of one spec.

    faults = Faults()
    for each in parts:
        with faults.of_part():
            read(each)
    faults.refuse()
    """

    def __init__(self) -> None:
        self._found: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._found)

    @contextmanager
    def of_part(self) -> Generator[None]:
        """Collect the faults of a part that the block reads, and leave out the rest of the block."""
        try:
            yield
        except DocumentError as error:
            self._found += error.faults

    def refuse(self) -> None:
        """Raise what was collected.

        Raises:
            DocumentError: With every fault once.
        """
        if self._found:
            raise DocumentError(*dict.fromkeys(self._found))

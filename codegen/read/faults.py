"""The faults of a spec, collected so that one run reports all of them."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager


class DocumentError(ValueError):
    """A spec uses something that the generator does not understand, or breaks a convention of spec/README.md.

    Attributes:
        faults: Each fault with its place; never empty.
    """

    def __init__(self, *faults: str) -> None:
        super().__init__(*faults)
        self.faults = faults

    def __str__(self) -> str:
        if len(self.faults) == 1:
            return self.faults[0]
        return "\n".join([f"{len(self.faults)} faults:", *(f"  {fault}" for fault in self.faults)])


class Faults:
    """The faults of the parts of one spec.

    >>> faults = Faults()
    >>> for part in parts:
    ...     with faults.of_part():
    ...         read(part)
    >>> faults.refuse()
    """

    def __init__(self) -> None:
        self._found: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._found)

    @contextmanager
    def of_part(self) -> Generator[None]:
        """Collect the faults that the `with` block raises; the block ends at the first."""
        try:
            yield
        except DocumentError as error:
            self._found += error.faults

    def refuse(self) -> None:
        """Raise the collected faults, if there are any.

        Raises:
            DocumentError: With every fault once.
        """
        if self._found:
            raise DocumentError(*dict.fromkeys(self._found))

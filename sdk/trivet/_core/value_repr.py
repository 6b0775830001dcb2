"""The repr of a value that an error shows but does not keep."""

from __future__ import annotations

__all__ = ["ValueRepr"]

SHOWN = 80


class ValueRepr(str):
    """The repr of a value, cut to 80 characters; it is its own repr, so that a pickled error has the same message."""

    __slots__ = ()

    @classmethod
    def of(cls, value: object) -> ValueRepr:
        """Return the repr of a value.

        The value itself is not kept: it may be large, and it may not pickle.
        """
        shown = repr(value)
        return cls(shown if len(shown) <= SHOWN else shown[: SHOWN - 3] + "...")

    def __repr__(self) -> str:
        return str(self)

"""The third state of an optional request field, besides a value and null: not sent at all."""

from __future__ import annotations

from typing import Final, Literal, final

from .public import exported_from


@exported_from("trivet")
@final
class Unset:
    """The type of `UNSET`, which is its only instance, also after pickling or copying."""

    _instance: Unset | None = None
    __slots__ = ()

    def __new__(cls) -> Unset:
        if cls._instance is None:
            cls._instance = super().__new__(cls)
        return cls._instance

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "UNSET"

    def __reduce__(self) -> tuple[type[Unset], tuple[()]]:
        return Unset, ()


UNSET: Final = Unset()
"""Leave the field as it is; `None` would set it to null."""

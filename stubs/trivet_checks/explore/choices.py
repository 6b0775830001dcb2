"""How a server answers where the contract leaves the answer open; each choice is reported once."""

from collections.abc import Mapping


class Choices:
    """How a server has answered where the contract leaves the answer open, by assumption and operation."""

    def __init__(self, made: Mapping[tuple[str, str], bool] | None = None) -> None:
        self._made: dict[tuple[str, str], bool] = {**(made or {})}

    def is_new(self, assumption: str, operation: str, *, taken: bool) -> bool:
        """Note a choice; return whether it is another one than before, or the first."""
        key = assumption, operation
        known = self._made.get(key)
        self._made[key] = taken
        return known is not taken

    def copy(self, *, but: str = "") -> "Choices":
        """A copy, which later choices do not change, without the choices of an operation that a replay shows again."""
        return Choices({key: taken for key, taken in self._made.items() if key[1] != but})

    def update(self, other: "Choices") -> None:
        """Take over the choices of a copy."""
        self._made |= other._made

    def departs(self, assumption: str, operation: str) -> bool:
        """Whether the server is known to answer otherwise than the model."""
        return (assumption, operation) in self._made

    @property
    def lines(self) -> list[str]:
        """The choices in words."""
        return [
            f"{operation} {'takes' if taken else 'refuses'} what the model does not: {assumption}"
            for (assumption, operation), taken in sorted(self._made.items())
        ]

"""How a server answers where the contract leaves the answer open; each choice is reported once."""

from collections.abc import Mapping

_WORDS = {True: "taken, unlike by the model", False: "refused, unlike by the model"}


class Choices:
    """How a server has answered where the contract leaves the answer open, by assumption and operation.

    Args:
        made: The choices so far.
        pinned: The choices that are known before the run, by their names in a file: they are not reported as new.
    """

    def __init__(
        self, made: Mapping[tuple[str, str], bool] | None = None, pinned: Mapping[str, str] | None = None
    ) -> None:
        self._made: dict[tuple[str, str], bool] = {**(made or {})}
        self._pinned: Mapping[str, str] = pinned or {}

    def is_new(self, assumption: str, operation: str, *, taken: bool) -> bool:
        """Note a choice; return whether it is another one than before, or the first and not pinned."""
        key = assumption, operation
        known = self._made.get(key)
        self._made[key] = taken
        if known is None and self._pinned.get(_name(*key)) == _WORDS[taken]:
            return False
        return known is not taken

    def copy(self, *, but: str = "") -> "Choices":
        """A copy, which later choices do not change, without the choices of an operation that a replay shows again."""
        made = {key: taken for key, taken in self._made.items() if key[1] != but}
        return Choices(made, self._pinned)

    def update(self, other: "Choices") -> None:
        """Take over the choices of a copy."""
        self._made |= other._made

    def departs(self, assumption: str, operation: str) -> bool:
        """Whether the server is known to answer otherwise than the model."""
        return (assumption, operation) in self._made

    @property
    def lines(self) -> list[str]:
        """The choices in words."""
        return [f"{_name(*key)}: {_WORDS[taken]}" for key, taken in sorted(self._made.items())]


def _name(assumption: str, operation: str) -> str:
    return f"{operation}: {assumption}"

"""What a stub refuses, and why; each service writes it in its own error form."""

from typing import Literal

Kind = Literal["argument", "credentials", "quota", "route", "method", "stub_bug"]


class Problem(Exception):
    """A request that is not answered as asked; the message names the argument and the rule."""

    def __init__(self, status: int, kind: Kind, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.kind: Kind = kind
        self.message = message

    @classmethod
    def argument(cls, name: str, rule: str) -> "Problem":
        """An input that the contract forbids."""
        return cls(400, "argument", f"{name}: {rule}")

    @classmethod
    def bug(cls, what: str) -> "Problem":
        """An answer of the stub's own that the contract forbids."""
        return cls(500, "stub_bug", f"STUB BUG: {what}")

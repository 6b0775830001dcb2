"""How a caller of a service identifies itself, and which operations need no credentials."""

from __future__ import annotations

from typing import Any

from .faults import DocumentError
from .ir import Auth

__all__ = ["Credentials"]


class Credentials:
    """The security schemes of a document, of which a client supports one kind, or basic and bearer as alternatives.

    Attributes:
        auth: The kind of credentials.
    """

    def __init__(self, document: dict[str, Any]) -> None:
        """Read the schemes.

        Raises:
            DocumentError: No scheme, more than one, or one that a client does not support.
        """
        self._schemes: dict[str, Any] = document.get("components", {}).get("securitySchemes", {})
        self._default: Any = document.get("security")
        self._name, self.auth = self._read()

    def _read(self) -> tuple[str, Auth]:
        known = [(name, _auth(name, scheme)) for name, scheme in self._schemes.items()]
        if not known:
            raise DocumentError("#/components/securitySchemes: it does not say how a caller says who it is")
        if sorted(each.kind for _, each in known) == ["basic", "bearer"]:
            return "", Auth("either", "Authorization")
        if alone := [name for name, each in known if each.kind == "basic"]:
            raise DocumentError(f"{alone[0]}: credentials of this kind are not supported")
        if len(known) > 1:
            raise DocumentError(f"{', '.join(self._schemes)}: more than one kind of credentials is not supported")
        return known[0]

    def public(self, operation: dict[str, Any]) -> bool:
        """Whether an operation goes without credentials.

        Raises:
            DocumentError: Its security is neither empty nor that of the service.
        """
        where: str = operation["operationId"]
        required = operation.get("security", self._default)
        if required == []:
            return True
        stated = "nothing" if required is None else required
        if self.auth.kind == "either":
            every: list[Any] = [{}, *({name: []} for name in self._schemes)]
            if sorted(required or (), key=repr) != sorted(every, key=repr):
                raise DocumentError(f"{where}: its security must be [] or {every}, and is {stated}")
        elif required != [{self._name: []}]:
            raise DocumentError(f"{where}: its security must be [] or {self._name} alone, and is {stated}")
        return False


def _auth(name: str, scheme: dict[str, Any]) -> Auth:
    match scheme:
        case {"type": "apiKey", "in": "header", "name": str(header)}:
            return Auth("key", header)
        case {"type": "http", "scheme": str(word)} if word.lower() == "bearer":  # HTTP ignores case here
            return Auth("bearer", "Authorization")
        case {"type": "http", "scheme": str(word)} if word.lower() == "basic":
            return Auth("basic", "Authorization")
        case _:
            raise DocumentError(f"{name}: credentials of this kind are not supported")

"""Which operation a request means, by its method and its raw path, because a decoded path has lost its `%2F`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from starlette.datastructures import URLPath
from starlette.routing import BaseRoute, Match, NoMatchFound
from starlette.types import ASGIApp, Receive, Scope, Send

from trivet_stubs.kernel.operation import Operation
from trivet_stubs.kernel.refusal import Refusal

MATCH_KEY = "trivet_stubs.match"
"""Where a scope holds its `RouteMatch`: middleware needs the operation before the router asks for it."""


@dataclass(frozen=True, slots=True)
class RouteMatch:
    """The operation of a request and its path arguments; if there is no operation, the methods that its path allows."""

    path: str
    operation: Operation | None
    arguments: Mapping[str, str] = field(default_factory=dict[str, str])
    allowed: tuple[str, ...] = ()

    @property
    def operation_id(self) -> str | None:
        """The id of the operation, if there is one."""
        return None if self.operation is None else self.operation.id

    def refusal(self, method: str) -> Refusal:
        """Return the refusal of a request that has no operation."""
        if not self.allowed:
            return Refusal(404, "route", f"path: {self.path} is not a route of this service")
        allowed = ", ".join(self.allowed)
        message = f"method: {method} is not allowed on {self.path}; allowed: {allowed}"
        return Refusal(405, "method", message, headers={"allow": allowed})


class RouteTable:
    """The routes of a contract; a literal segment precedes a parameter for every method, as OpenAPI requires."""

    def __init__(self, operations: Iterable[Operation]) -> None:
        # GET /conversations/export is not a conversation called "export".
        self._operations = sorted(
            operations, key=lambda operation: [segment.startswith("{") for segment in operation.segments]
        )
        self._literal = {
            (operation.method, operation.path): RouteMatch(operation.path, operation)
            for operation in self._operations
            if not operation.path_parameters
        }

    def match(self, method: str, path: str) -> RouteMatch:
        """Return the match of a method and a path that is still percent-encoded."""
        literal = self._literal.get((method, path))
        if literal is not None:
            return literal
        segments = tuple(path.split("/"))
        allowed: list[str] = []
        template: str | None = None
        for operation in self._operations:
            arguments = operation.arguments(segments) if template in (None, operation.path) else None
            if arguments is not None:
                template = operation.path
                if operation.method == method:
                    return RouteMatch(path, operation, arguments)
                allowed.append(operation.method)
        return RouteMatch(path, None, allowed=tuple(allowed))


class ContractRoute(BaseRoute):
    """The one route of a stub's application: every operation of the contract.

    A path of the contract with another method is a 405 that names all methods of the path; a HEAD is not a GET. Routes
    behind this one may still answer such a method, because Starlette asks every route before it refuses.
    """

    def __init__(self, table: RouteTable, endpoint: ASGIApp) -> None:
        self._table = table
        self._endpoint = endpoint

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether a request has an operation, or at least a path of the contract."""
        if scope["type"] != "http":
            return Match.NONE, {}
        match = scope.get(MATCH_KEY) or self._table.match(scope["method"], stub_path(scope))
        if match.operation is not None:
            return Match.FULL, {MATCH_KEY: match, "path_params": dict(match.arguments)}
        return (Match.PARTIAL if match.allowed else Match.NONE), {MATCH_KEY: match}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer an operation; refuse any other request."""
        match: RouteMatch = scope[MATCH_KEY]
        if match.operation is None:
            raise match.refusal(scope["method"])
        await self._endpoint(scope, receive, send)

    def url_path_for(self, name: str, /, **path_params: str) -> URLPath:
        """Raise, because the paths of a contract have no names, as Starlette's routes have."""
        raise NoMatchFound(name, path_params)


def stub_path(scope: Scope) -> str:
    """Return the raw path of a request, below the path at which the stub is mounted."""
    raw: bytes | None = scope.get("raw_path")
    path = quote(scope["path"]) if raw is None else raw.decode("ascii")
    root: str = scope.get("root_path", "")
    if not root:
        return path
    # Count segments, because a client may percent-encode the letters of the mounted path as it likes.
    parts = path.split("/", root.count("/") + 1)
    return f"/{parts[-1]}" if len(parts) > root.count("/") + 1 else "/"

"""Changes that several mutants of the chat stub use."""

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trivet_checks.mutants.changes import change_answer, change_body, change_headers, change_query
from trivet_stubs.chat import ChatStub
from trivet_stubs.chat.records import Conversation, User
from trivet_stubs.kernel.messages import LoggedRequest
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.routing import stub_path

JsonObject = dict[str, Any]


def as_admin(stub: ChatStub, operation: str) -> None:
    """Take every caller of an operation for the administrator."""
    change_headers(stub, operation, {"authorization": f"Bearer {stub.admin_token}"})


def patch(owner: object, **methods: Callable[..., Any]) -> None:
    """Replace methods of one object."""
    vars(owner).update(methods)


def let_in(stub: ChatStub, rule: str) -> None:
    """Accept credentials that a rule refuses, as the administrator's."""
    access, someone = stub.state.access, stub.state.find_user("admin")
    authenticate: Callable[[LoggedRequest], User] = access.user

    def user(request: LoggedRequest) -> User:
        try:
            return authenticate(request)
        except Refusal as refusal:
            if refusal.rule != rule:
                raise
            return someone

    patch(access, user=user)


def let_readers(stub: ChatStub, rule: str) -> None:
    """Give all readers of a conversation the permission that a rule reserves for its owner."""
    access = stub.state.access

    def patched(before: Callable[..., Conversation]) -> Callable[..., Conversation]:
        def owned(conversation_id: str, caller: User, *, rule: str) -> Conversation:
            if rule == reserved:
                return access.readable(conversation_id, caller)
            return before(conversation_id, caller, rule=rule)

        return owned

    reserved = rule
    patch(access, owned=patched(access.owned), sharable=patched(access.sharable))


def let_recipients(stub: ChatStub, rule: str) -> None:
    """Give the recipients of a conversation the permission that a rule reserves for its owner; administrators not."""
    access = stub.state.access

    def patched(before: Callable[..., Conversation]) -> Callable[..., Conversation]:
        def owned(conversation_id: str, caller: User, *, rule: str) -> Conversation:
            conversation = stub.state.records.conversations.get(conversation_id)
            if rule == reserved and conversation is not None and conversation.share_with(caller.id) is not None:
                return conversation
            return before(conversation_id, caller, rule=rule)

        return owned

    reserved = rule
    patch(access, owned=patched(access.owned), sharable=patched(access.sharable))


def do_later(stub: ChatStub, operation: str, seconds: float = 0.5) -> None:
    """Refuse the requests that an operation refuses, but do them some seconds later, as the conversation's owner."""
    stub.app.add_middleware(LateMiddleware, stub=stub, operation=operation, seconds=seconds)


class LateMiddleware:
    """Sends refused requests of an operation again as the owner, when some seconds have passed at the next request."""

    def __init__(self, app: ASGIApp, *, stub: ChatStub, operation: str, seconds: float) -> None:
        self._app = app
        self._stub = stub
        self._operation = operation
        self._seconds = seconds
        self._waiting: list[tuple[float, Scope, bytes]] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, after those whose time has come."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        now = self._stub.clock.monotonic()
        due = [request for request in self._waiting if request[0] <= now]
        self._waiting = [request for request in self._waiting if request[0] > now]
        for _, again, body in due:
            await self._app(again, _receiving(body), _ignore)
        route = self._stub.contract.routes.match(scope["method"], stub_path(scope))
        if route.operation_id != self._operation:
            await self._app(scope, receive, send)
            return
        body = await Request(scope, receive).body()

        async def note(message: Message) -> None:
            if 400 <= message.get("status", 0) < 500:
                headers = [pair for pair in scope["headers"] if pair[0] != b"authorization"]
                headers.append((b"authorization", f"Bearer {self._owners_token(scope)}".encode()))
                self._waiting.append((now + self._seconds, {**scope, "headers": headers}, body))
            await send(message)

        await self._app(scope, _receiving(body), note)

    def _owners_token(self, scope: Scope) -> str:
        conversation = self._stub.state.records.conversations[stub_path(scope).split("/")[2]]
        return self._stub.token(conversation.user_id or "")


def _receiving(body: bytes) -> Receive:
    """Receive a body, and then wait for the client to leave."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    return receive


async def _ignore(_message: Message) -> None:
    """Discard the messages of an answer."""


def reverse(stub: ChatStub, operation: str) -> None:
    """List the items of a page in the other order."""
    change_answer(stub, operation, lambda page: {**page, "items": page["items"][::-1]})


def change_items(stub: ChatStub, operation: str, change: Callable[[JsonObject], JsonObject]) -> None:
    """Change each item of a list."""
    change_answer(stub, operation, lambda page: {**page, "items": [change(row) for row in page["items"]]})


def without(*names: str) -> Callable[[JsonObject], JsonObject]:
    """Leave fields out of an object."""
    return lambda value: {name: field for name, field in value.items() if name not in names}


def change_json(stub: ChatStub, operation: str, change: Callable[[JsonObject], JsonObject]) -> None:
    """Change the object that is the body of a request, if there is one."""
    change_body(stub, operation, change)


def change_pairs(stub: ChatStub, operation: str, change: Callable[[list[str]], list[str]]) -> None:
    """Change the pairs of a query, such as `limit=1`."""

    def apply(query: bytes) -> bytes:
        return "&".join(change(query.decode().split("&") if query else [])).encode()

    change_query(stub, operation, apply)


def ignore(stub: ChatStub, operation: str, parameter: str) -> None:
    """Ignore a parameter of the query."""
    change_pairs(stub, operation, lambda pairs: [pair for pair in pairs if not pair.startswith(f"{parameter}=")])


def default(stub: ChatStub, operation: str, parameter: str, value: str) -> None:
    """Add a parameter to each query that does not have it."""

    def change(pairs: list[str]) -> list[str]:
        is_sent = any(pair.startswith(f"{parameter}=") for pair in pairs)
        return pairs if is_sent else [*pairs, f"{parameter}={value}"]

    change_pairs(stub, operation, change)


def take(stub: ChatStub, operation: str, wrong: str, right: str) -> None:
    """Take a wrong part of a query for a right one."""
    change_pairs(stub, operation, lambda pairs: [right if pair == wrong else pair for pair in pairs])

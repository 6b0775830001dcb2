"""Changes that several mutants of the chat stub are made of."""

from collections.abc import Callable
from typing import Any

from trivet_stubs.chat import ChatStub
from trivet_stubs.chat.records import Conversation, User
from trivet_stubs.kernel.logged_request import LoggedRequest
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.mutants.changes import change_answer, change_body, change_headers, change_query

JsonObject = dict[str, Any]


def as_admin(stub: ChatStub, operation: str) -> None:
    """Take every caller of an operation for the administrator."""
    change_headers(stub, operation, {"authorization": f"Bearer {stub.admin_token}"})


def patch(owner: object, **methods: Callable[..., Any]) -> None:
    """Replace methods of one object."""
    vars(owner).update(methods)


def let_in(stub: ChatStub, rule: str) -> None:
    """Take the credentials that a rule refuses for those of the administrator."""
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
    """Let those who read a conversation do what a rule leaves to its owner."""
    access = stub.state.access

    def patched(before: Callable[..., Conversation]) -> Callable[..., Conversation]:
        def owned(conversation_id: str, caller: User, *, rule: str) -> Conversation:
            if rule == wanted:
                return access.readable(conversation_id, caller)
            return before(conversation_id, caller, rule=rule)

        return owned

    wanted = rule
    patch(access, owned=patched(access.owned), sharable=patched(access.sharable))


def reverse(stub: ChatStub, operation: str) -> None:
    """List the items of a page in the other order."""
    change_answer(stub, operation, lambda page: {**page, "items": page["items"][::-1]})


def change_items(stub: ChatStub, operation: str, change: Callable[[JsonObject], JsonObject]) -> None:
    """Change each item of a list."""
    change_answer(stub, operation, lambda page: {**page, "items": [change(each) for each in page["items"]]})


def without(*names: str) -> Callable[[JsonObject], JsonObject]:
    """Leave fields out of an object."""
    return lambda value: {name: each for name, each in value.items() if name not in names}


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
    change_pairs(stub, operation, lambda pairs: [each for each in pairs if not each.startswith(f"{parameter}=")])


def default(stub: ChatStub, operation: str, parameter: str, value: str) -> None:
    """Add a parameter to each query that does not have it."""

    def change(pairs: list[str]) -> list[str]:
        given = any(each.startswith(f"{parameter}=") for each in pairs)
        return pairs if given else [*pairs, f"{parameter}={value}"]

    change_pairs(stub, operation, change)


def take(stub: ChatStub, operation: str, wrong: str, right: str) -> None:
    """Take a wrong part of a query for a right one."""
    change_pairs(stub, operation, lambda pairs: [right if each == wrong else each for each in pairs])

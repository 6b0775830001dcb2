"""Clients of the chat stub, signed in as its users, and the paths of its seeded conversations."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Protocol

import httpx
import pytest

from tests.stubs.chat.helpers import names_in
from trivet_stubs import ChatStub


class SignIn(Protocol):
    """A client of the chat stub, signed in as the user of this name; without credentials for None."""

    def __call__(self, who: str | None) -> httpx.Client: ...


def _sign_in(stub: ChatStub, stack: ExitStack, **options: Any) -> SignIn:
    def sign_in(who: str | None) -> httpx.Client:
        headers = {} if who is None else {"Authorization": f"Bearer {stub.token(who)}"}
        return stack.enter_context(httpx.Client(headers=headers, timeout=10.0, trust_env=False, **options))

    return sign_in


@pytest.fixture
def sign_in(chat_stub: ChatStub) -> Iterator[SignIn]:
    """Clients of the chat stub in process."""
    with ExitStack() as stack:
        yield _sign_in(chat_stub, stack, transport=chat_stub.transport(), base_url="http://chat.test")


@pytest.fixture(params=["in process", "port"])
def sign_in_anywhere(request: pytest.FixtureRequest, chat_stub: ChatStub) -> Iterator[SignIn]:
    """Clients of the chat stub, in process and on a port."""
    with ExitStack() as stack:
        if request.param == "port":
            yield _sign_in(chat_stub, stack, base_url=stack.enter_context(chat_stub.serve()).url)
        else:
            yield _sign_in(chat_stub, stack, transport=chat_stub.transport(), base_url="http://chat.test")


@pytest.fixture
def admin(sign_in: SignIn) -> httpx.Client:
    """The administrator of the chat stub."""
    return sign_in("admin")


@pytest.fixture
def alice(sign_in: SignIn) -> httpx.Client:
    """The owner of most of the small data; bob may view her travel plans, dave may edit her budget."""
    return sign_in("alice")


@pytest.fixture
def bob(sign_in: SignIn) -> httpx.Client:
    """The owner of a conversation on bicycles that alice may view."""
    return sign_in("bob")


@pytest.fixture
def dave(sign_in: SignIn) -> httpx.Client:
    """A user without conversations, with whom alice shares her budget for editing."""
    return sign_in("dave")


@pytest.fixture
def erin(sign_in: SignIn) -> httpx.Client:
    """A user who has no conversations and may read none."""
    return sign_in("erin")


class Path(Protocol):
    """Return the path of a conversation by the beginning of its title, or a path below it."""

    def __call__(self, title: str, below: str = "") -> str: ...


@pytest.fixture
def path(chat_stub: ChatStub) -> Path:
    """The path of a seeded conversation. `{answer}` is its first assistant message, `{question}` a user's."""

    def find(title: str, below: str = "") -> str:
        rows = chat_stub.records.conversations.values()
        row = next(row for row in rows if (row.title or "").startswith(title))
        ids = {message.role: message.id for message in reversed(row.messages)}
        below = below.replace("{answer}", ids.get("assistant", "")).replace("{question}", ids.get("user", ""))
        return f"/conversations/{row.id}{below}"

    return find


@pytest.fixture
def ask(chat_stub):
    """Send the request of an operation, as a user who may use it or with other headers."""
    names = names_in(chat_stub)

    def ask(op, headers=None, transport=None, **changes):
        if headers is None:
            headers = {"Authorization": f"Bearer {chat_stub.token(op.who)}"}
        path = op.path.format(**{**names, **{key: changes.pop(key) for key in names.keys() & changes.keys()}})
        options = {} if op.body is None else {"json": op.body}
        with httpx.Client(transport=transport or chat_stub.transport(), base_url="http://chat.test") as client:
            return client.request(op.method, path, headers=headers, **{**options, **changes})

    return ask

"""Suites and servers for the tests of the checks' base: the chat service, with checks that a test writes."""

from contextlib import contextmanager

from trivet_checks import Budget, Credentials, Suite, Target
from trivet_checks.checks.suite import in_order
from trivet_stubs import ChatStub
from trivet_stubs.serving.bounded_http_client import HttpClient

RULE = "chat.shares.only-the-sharer-revokes"
OTHER_RULE = "chat.shares.revoked-opens-nothing"
THIRD_RULE = "chat.shares.create-answers-201"


class Service:
    """The service for the checks of a test: two users, and conversations that are removed."""

    def __init__(self, target):
        self.target = target
        self.user = target.caller("user")
        self.other = target.caller("other")

    def conversation(self, owner):
        """A new conversation, which is removed after the check."""
        created = owner.call("conversations.create", json={"title": self.target.name("conversation")}).succeeds().json
        owner.will_remove("conversation", "conversations.delete", created["id"])
        return created


def suite_of(*checks):
    """A suite of the chat service with these checks alone."""
    return Suite(
        service="chat",
        facade=Service,
        scheme=lambda token: ("authorization", f"Bearer {token}"),
        checks=in_order("chat", checks),
    )


def bearer(stub, name):
    """The credentials of a user of a stub."""
    return Credentials("authorization", f"Bearer {stub.token(name)}", f"Bearer ${name.upper()}")


def chat_target(stub, **options):
    """A target that reaches a stub in process, on the clock of the stub."""
    client = HttpClient("http://chat.test", transport=stub.async_transport())
    callers = {"admin": bearer(stub, "admin"), "user": bearer(stub, "alice"), "other": bearer(stub, "bob")}
    clock = stub.clock
    options = {"allow_writes": True, "budget": Budget(monotonic=clock.monotonic, pause=clock.advance)} | options
    return Target("chat", client, options.pop("callers", callers), **options)


@contextmanager
def chat(change=None, **options):
    """A stub of the chat service, changed before its first request, and a target of it."""
    with ChatStub() as stub:
        if change is not None:
            change(stub)
        target = chat_target(stub, **options)
        with target.client:
            yield stub, target


def url_target(url, *, timeout=10.0, **options):
    """A target on a port."""
    user = Credentials("authorization", "Bearer user-token-0123", "Bearer $USER_TOKEN")
    client = HttpClient(url, timeout=timeout, max_body=1_000_000)
    return Target("chat", client, {"user": user, "other": user}, **({"allow_writes": True} | options))

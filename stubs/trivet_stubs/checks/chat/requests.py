"""Requests in general: routes, inputs that are refused, ids and bodies."""

from collections.abc import Iterator, Mapping
from uuid import UUID, uuid4

from trivet_stubs.checks.chat.replies import Json, ids, prepared
from trivet_stubs.checks.chat.service import Chat
from trivet_stubs.checks.check import check
from trivet_stubs.checks.reply import Reply
from trivet_stubs.checks.target import Caller

_SKIPS = ({"skip": -1}, {"skip": "x"})
_PAGES_OF_100 = (*_SKIPS, {"limit": 0}, {"limit": 101}, {"limit": "x"})
_PAGES_OF_500 = (*_SKIPS, {"limit": 0}, {"limit": 501}, {"limit": "x"})
_RATINGS = ({"rating_filter": -2}, {"rating_filter": 2}, {"rating_filter": "x"}, {"with_comments_only": "x"})
_FORBIDDEN_TO_ADMINS: Mapping[str, tuple[Json, ...]] = {
    "admin.conversations.list": (*_PAGES_OF_100, {"include_archived": "x"}, {"search": "x" * 101}),
    "admin.ratings.list": (*_PAGES_OF_100, *_RATINGS),
    "admin.ratings.export": (*_RATINGS, {"export_format": "xml"}),
    "admin.ratings.summary": ({"days": 0}, {"days": 366}, {"days": "x"}),
    "admin.users.list": _PAGES_OF_500,
}
_FORBIDDEN_UPDATES: tuple[Json, ...] = ({"title": 1}, {"is_archived": "x"}, {"is_archived": None})
_FORBIDDEN_RATINGS: tuple[Json, ...] = ({"rating": 0}, {"rating": 2}, {"rating": "like"}, {"rating": 1, "comment": 1})
_FORBIDDEN_SHARES: tuple[Json, ...] = (
    {"shared_with": "x"},
    {"generate_link": "x"},
    {"generate_link": True, "permission": "own"},
)
_FORBIDDEN_USERS: tuple[Json, ...] = ({"role": "owner"}, {"is_active": "x"}, {"is_app_admin": "x"})
_FORBIDDEN_MESSAGES: tuple[Json, ...] = (
    {"role": "robot", "content": "x"},
    {"role": "user", "content": 1},
    {"role": "user", "content": "x", "thinking": 1},
    {"role": "user", "content": "x", "model_name": "x" * 101},
    {"role": "user", "content": "x", "tokens_used": -1},
)


@check("chat.requests.only-these-routes-and-methods")
def only_these_routes_and_methods(chat: Chat) -> None:
    """Other paths are a 404, and other methods a 405; none of them means anything in the contract."""
    chat.user.request("GET", "/no-such-route").is_refused(404)
    chat.user.request("PUT", "/conversations").is_refused(405)
    chat.user.request("POST", "/conversations/shared-with-me").is_refused(405)


@check("chat.requests.what-the-contract-forbids-is-422")
def what_the_contract_forbids_is_422(chat: Chat) -> None:
    """One input after the other that is beyond a bound, of another type, or none of the values there are."""
    for query in (*_PAGES_OF_100, {"include_archived": "x"}):
        chat.user.call("conversations.list", query=query).is_refused(422)
    for query in _PAGES_OF_100:
        chat.user.call("conversations.shared_with_me", query=query).is_refused(422)
    here = chat.conversation(chat.user)["id"]
    for query in _PAGES_OF_500:
        chat.user.call("conversations.messages.list", here, query=query).is_refused(422)
    chat.create(chat.user, {"title": 1}).is_refused(422)
    chat.create(chat.user, ["title"]).is_refused(422)
    for json in _FORBIDDEN_UPDATES:
        chat.user.call("conversations.update", here, json=json).is_refused(422)
    for json in _FORBIDDEN_MESSAGES:
        chat.user.call("conversations.messages.create", here, json=json).is_refused(422)
    for json in _FORBIDDEN_SHARES:
        chat.user.call("conversations.shares.create", here, json=json).is_refused(422)
    for caller, operation, segments in _with_wrong_ids(chat, here):
        caller.call(operation, *segments).is_refused(422)
    for operation, queries in _FORBIDDEN_TO_ADMINS.items():
        for query in queries:
            chat.admin.call(operation, query=query).is_refused(422)
    other = chat.id_of(chat.other)
    chat.restored(other)
    for json in _FORBIDDEN_USERS:
        chat.admin.call("admin.users.update", other, json=json).is_refused(422)
    message = chat.assistant_message()
    for json in _FORBIDDEN_RATINGS:
        chat.rate(chat.user, message, **json).is_refused(422)


@check("chat.requests.unknown-inputs-are-422")
def unknown_inputs_are_422(chat: Chat) -> None:
    """A query parameter and a key that the contract does not have."""
    chat.user.call("conversations.list", query={"no_such_parameter": 1}).is_refused(422)
    here = chat.conversation(chat.user)["id"]
    chat.user.call("conversations.update", here, json={"no_such_key": 1}).is_refused(422)
    chat.create(chat.user, {"title": chat.target.name("conversation"), "no_such_key": 1}).is_refused(422)
    chat.user.call("conversations.shares.create", here, json={"generate_link": True, "no_such_key": 1}).is_refused(422)
    message = {"role": "user", "content": "x", "no_such_key": 1}
    chat.user.call("conversations.messages.create", here, json=message).is_refused(422)
    chat.rate(chat.user, chat.assistant_message(), no_such_key=1).is_refused(422)
    other = chat.id_of(chat.other)
    chat.restored(other)
    chat.admin.call("admin.users.update", other, json={"no_such_key": 1}).is_refused(422)


@check("chat.requests.required-inputs-are-needed")
def required_inputs_are_needed(chat: Chat) -> None:
    """Without a body where one is required, and without the fields that it has to have."""
    here = chat.conversation(chat.user)["id"]
    chat.user.call("conversations.update", here).is_refused(422)
    chat.user.call("conversations.shares.create", here).is_refused(422)
    chat.user.call("conversations.messages.create", here).is_refused(422)
    chat.user.call("conversations.messages.create", here, json={"role": "user"}).is_refused(422)
    chat.user.call("conversations.messages.create", here, json={"content": "x"}).is_refused(422)
    chat.admin.call("admin.users.update", chat.id_of(chat.other)).is_refused(422)
    message = chat.assistant_message()
    chat.user.call("conversations.messages.rate", *message).is_refused(422)
    chat.user.call("conversations.messages.rate", *message, json={"comment": "x"}).is_refused(422)


@check("chat.requests.ids-are-uuids")
def ids_are_uuids(chat: Chat) -> None:
    """The ids of new records are UUIDs, and a path or a body with another text in the place of an id is refused."""
    reply = chat.create(chat.user, {"title": chat.target.name("conversation")})
    here = _has_uuid(reply, prepared(reply)["id"])
    for operation, json in (
        ("conversations.messages.create", {"role": "user", "content": "x"}),
        ("conversations.shares.create", {"generate_link": True}),
    ):
        reply = chat.user.call(operation, here, json=json)
        _has_uuid(reply, prepared(reply)["id"])
    for caller, operation, segments in _with_wrong_ids(chat, here):
        caller.call(operation, *segments).is_refused()
    chat.user.call("conversations.shares.create", here, json={"shared_with": "x"}).is_refused()
    users = chat.admin.call("admin.users.list")
    for each in ids(users):
        _has_uuid(users, each)


@check("chat.requests.bodies-are-json")
def bodies_are_json(chat: Chat) -> None:
    """A form, and a text that is no JSON, are refused; the media type of JSON may have a parameter."""
    path = f"/conversations/{chat.conversation(chat.user)['id']}"
    form = {"content-type": "application/x-www-form-urlencoded"}
    chat.user.request("PATCH", path, body=b"title=x", headers=form).is_refused()
    chat.user.request("PATCH", path, body=b'{"title": ').is_refused()
    title = chat.target.name("changed")
    utf8 = {"content-type": "application/json; charset=utf-8"}
    chat.user.request("PATCH", path, body=f'{{"title": "{title}"}}'.encode(), headers=utf8).succeeds()


@check("chat.requests.paging-is-in-the-query")
def paging_is_in_the_query(chat: Chat) -> None:
    """`limit` and `skip` of the query choose the records of a page; their order is a matter of other rules."""
    conversation = chat.conversation(chat.user)
    for content in ("first", "second"):
        chat.message(chat.user, conversation, content)
    here = conversation["id"]
    first, second = ids(chat.user.call("conversations.messages.list", here))[:2]
    for query, wanted in (({"limit": 1}, first), ({"limit": 1, "skip": 1}, second)):
        page = chat.user.call("conversations.messages.list", here, query=query)
        page.expect(ids(page) == [wanted], f"{query} does not give one message, that at its place")
    chat.conversation(chat.user, "another")
    chat.share(conversation, shared_with=chat.id_of(chat.other))
    for caller, operation in (
        (chat.user, "conversations.list"),
        (chat.other, "conversations.shared_with_me"),
        (chat.admin, "admin.conversations.list"),
        (chat.admin, "admin.users.list"),
        (chat.admin, "admin.ratings.list"),
    ):
        two = len(ids(caller.call(operation, query={"limit": 2})))
        page = caller.call(operation, query={"limit": 1})
        page.expect(len(ids(page)) < max(two, 2), "a page with limit=1 is as long as one with limit=2")


@check("chat.requests.no-further-inputs")
def no_further_inputs(chat: Chat) -> None:
    """Where the contract names neither a query nor a body, the operation is done without them."""
    conversation = chat.conversation(chat.user)
    share, here = chat.share(conversation), conversation["id"]
    chat.user.call("conversations.get", here).succeeds()
    chat.user.call("conversations.archive", here).succeeds()
    chat.user.call("conversations.shares.list", here).succeeds()
    chat.user.call("conversations.shares.delete", here, share["id"]).succeeds()
    chat.user.call("conversations.delete", here).succeeds()
    other = chat.id_of(chat.other)
    chat.admin.call("admin.users.get", other).succeeds()
    chat.admin.call("admin.users.impersonate", other).succeeds()
    chat.admin.call("admin.conversations.export").succeeds()
    message = chat.assistant_message()
    chat.rate(chat.user, message)
    chat.user.call("conversations.messages.unrate", *message).succeeds()


def _with_wrong_ids(chat: Chat, here: str) -> Iterator[tuple[Caller, str, tuple[str, ...]]]:
    """Calls with a text in the place of an id; their methods change nothing, or have nothing to change."""
    yield chat.user, "conversations.get", ("x",)
    yield chat.user, "conversations.messages.list", ("x",)
    yield chat.user, "conversations.shares.list", ("x",)
    yield chat.user, "conversations.archive", ("x",)
    yield chat.user, "conversations.delete", ("x",)
    yield chat.user, "conversations.messages.unrate", (here, "x")
    yield chat.user, "conversations.messages.unrate", ("x", str(uuid4()))
    yield chat.user, "conversations.shares.delete", (here, "x")
    yield chat.admin, "admin.users.get", ("x",)
    yield chat.admin, "admin.users.delete", ("x",)
    yield chat.admin, "admin.users.impersonate", ("x",)


def _has_uuid(reply: Reply, found: str) -> str:
    """An id of an answer, which is a UUID."""
    try:
        UUID(found)
    except ValueError:
        reply.broken(f"the id {found!r} is no UUID")
    return found

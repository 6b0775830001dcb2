"""Requests in general: routes, inputs that are refused, ids and bodies."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from uuid import UUID, uuid4

from trivet_stubs.checks.chat.replies import Json, ids, prepared
from trivet_stubs.checks.chat.service import Chat, MessagePath
from trivet_stubs.checks.check import check
from trivet_stubs.checks.forbidden_requests import ForbiddenRequest, InputWalk
from trivet_stubs.checks.reply import Reply

NOT_TRIED: Mapping[tuple[str, str, str], str] = {
    ("conversations.messages.create", "tokens_used", "maximum"): (
        "The bound is one of this project alone; a server that takes more is no worse."
    ),
}
"""Requests that the spec forbids and no check sends, by operation, input and keyword, each with the reason."""
ALSO_FORBIDDEN: tuple[tuple[str, Json, str], ...] = (
    ("conversations.update", {"is_archived": None}, "Of another type, the walk tries one value, which is not null."),
)
"""Bodies that the spec forbids and its walk does not yield, each with its operation and the reason."""
_OF_OTHER_CHECKS = ("required", "additionalProperties", "unevaluatedProperties")


@check("chat.requests.only-these-routes-and-methods")
def only_these_routes_and_methods(chat: Chat) -> None:
    """Other paths are a 404, and other methods a 405; none of them means anything in the contract."""
    chat.user.request("GET", "/no-such-route").is_refused(404)
    chat.user.request("PUT", "/conversations").is_refused(405)
    chat.user.request("POST", "/conversations/shared-with-me").is_refused(405)


@check("chat.requests.what-the-contract-forbids-is-422")
def what_the_contract_forbids_is_422(chat: Chat) -> None:
    """One input after the other that is beyond a bound, of another type, or none of the values there are."""
    records = _Records(chat)
    for wrong in _forbidden(chat):
        if wrong.keyword not in _OF_OTHER_CHECKS:
            records.send(wrong).is_refused(422)
    for operation, body, _reason in ALSO_FORBIDDEN:
        records.send(ForbiddenRequest(operation=operation, place=("body",), keyword="", body=body)).is_refused(422)


@check("chat.requests.unknown-inputs-are-422")
def unknown_inputs_are_422(chat: Chat) -> None:
    """A query parameter and a key that the contract does not have; the parameter only where it changes nothing."""
    records = _Records(chat)
    operations = chat.target.shapes.contract.operations
    for wrong in _forbidden(chat):
        reads = operations[wrong.operation].method == "GET"
        if wrong.keyword == "additionalProperties" or (wrong.keyword == "unevaluatedProperties" and reads):
            records.send(wrong).is_refused(422)


@check("chat.requests.required-inputs-are-needed")
def required_inputs_are_needed(chat: Chat) -> None:
    """Without a body where one is required, and without the fields that it has to have."""
    records = _Records(chat)
    for wrong in _forbidden(chat):
        if wrong.keyword == "required":
            records.send(wrong).is_refused(422)


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
    records = _Records(chat)
    for wrong in _forbidden(chat):
        if wrong.keyword == "format":
            records.send(wrong).is_refused()
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


def _forbidden(chat: Chat) -> Iterator[ForbiddenRequest]:
    """The requests that the spec forbids, but for those that are not tried."""
    for wrong in InputWalk(chat.target.shapes.contract.document).forbidden():
        if (wrong.operation, wrong.place[-1], wrong.keyword) not in NOT_TRIED:
            yield wrong


class _Records:
    """The records that forbidden requests name; what a server makes of such a request all the same is removed."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat
        self._ids = {"conversation_id": chat.conversation(chat.user)["id"], "share_id": str(uuid4()), "token": "x"}

    @cached_property
    def _user_id(self) -> str:
        user_id = self._chat.id_of(self._chat.other)
        self._chat.restored(user_id)
        return user_id

    @cached_property
    def _message(self) -> MessagePath:
        return self._chat.assistant_message()

    def send(self, wrong: ForbiddenRequest) -> Reply:
        """Send a forbidden request; its wrong id, if it has one, stands in the place of a record's."""
        chat, operation = self._chat, wrong.operation
        if operation == "conversations.create":
            return chat.create(chat.user, wrong.body)
        ids = dict(self._ids)
        names = re.findall("{(.+?)}", chat.target.shapes.contract.operations[operation].path)
        if "message_id" in names:
            ids["conversation_id"], ids["message_id"] = self._message
        if "user_id" in names:
            ids["user_id"] = self._user_id
        caller = chat.admin if operation.startswith("admin.") else chat.user
        segments = [wrong.path.get(name, ids[name]) for name in names]
        reply = caller.call(operation, *segments, query=wrong.query, json=wrong.body)
        if operation == "conversations.messages.rate" and reply.ok:
            caller.will_remove("rating of message", "conversations.messages.unrate", *self._message)
        return reply


def _has_uuid(reply: Reply, found: str) -> str:
    """An id of an answer, which is a UUID."""
    try:
        UUID(found)
    except ValueError:
        reply.broken(f"the id {found!r} is no UUID")
    return found

"""All operations: the inputs that they take, the form of their answers, and their pages."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from uuid import uuid4

from trivet_checks.checks.chat.service import Chat, MessagePath, ids, prepared, refused
from trivet_checks.checks.forbidden_requests import ForbiddenRequest, InputWalk
from trivet_checks.checks.suite import KNOWN_NUMBER, REFUSAL, SUCCESS, TWO_PAGES, check
from trivet_checks.checks.target import Caller
from trivet_checks.exchange_rules import chat as rules
from trivet_checks.exchange_rules.answer_rule import AnswerRule
from trivet_checks.exchanges.evidence import LostWrite, NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply
from trivet_stubs.kernel.rule_catalogue import rules as catalogue

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
_MOST_LOST = 20
_LIMITS = tuple(
    f"chat.paging.{name}" for name in ("limit-is-1-to-100", "messages-limit-is-1-to-500", "users-limit-is-1-to-500")
)
_OF_OTHER_CHECKS = ("required", "additionalProperties", "unevaluatedProperties")


@check("chat.requests.only-these-routes-and-methods")
def only_these_routes_and_methods(chat: Chat) -> None:
    """Other paths are a 404, and other methods a 405; none of them means anything in the contract."""
    chat.user.request("GET", "/no-such-route").is_refused(404)
    chat.user.request("PUT", "/conversations").is_refused(405)
    chat.user.request("POST", "/conversations/shared-with-me").is_refused(405)


@check("chat.requests.what-the-contract-forbids-is-422", own_condition=REFUSAL)
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
    here = prepared(reply)["id"]
    reply.keeps(rules.ids_are_uuids)
    chat.wait_until_there(reply.json)
    with suppress(NotTried):
        made = chat.add_message(chat.user, here, "x")
        prepared(made)
        made.keeps(rules.ids_are_uuids)
    shared = chat.create_share(reply.json)
    prepared(shared)
    shared.keeps(rules.ids_are_uuids)
    records = _Records(chat)
    for wrong in _forbidden(chat):
        if wrong.keyword == "format":
            records.send(wrong).is_refused()
    chat.admin.call("admin.users.list").needed().keeps(rules.ids_are_uuids)


@check("chat.requests.bodies-are-json")
def bodies_are_json(chat: Chat) -> None:
    """A form, and a text that is not JSON, are refused. Whether the media type may have a parameter is not stated."""
    path = f"/conversations/{chat.conversation(chat.user)['id']}"
    form = {"content-type": "application/x-www-form-urlencoded"}
    chat.user.request("PATCH", path, body=b"title=x", headers=form).is_refused()
    chat.user.request("PATCH", path, body=b'{"title": ').is_refused()
    title = chat.target.name("changed")
    chat.user.request("PATCH", path, body=f'{{"title": "{title}"}}'.encode()).succeeds()


@check("chat.requests.paging-is-in-the-query", own_condition=TWO_PAGES)
def paging_is_in_the_query(chat: Chat) -> None:
    """`limit` and `skip` of the query choose the records of a page; their order is a matter of other rules."""
    conversation = chat.conversation(chat.user)
    with suppress(NotTried):
        for content in ("first", "second"):
            chat.message(chat.user, conversation, content)
        here = conversation["id"]
        first, second = ids(chat.user.call("conversations.messages.list", here))[:2]
        for query, message in (({"limit": 1}, first), ({"limit": 1, "skip": 1}, second)):
            page = chat.user.call("conversations.messages.list", here, query=query)
            is_ignored = len(ids(page)) > 1
            fault = f"{query} does not give one message, that at its place"
            page.expect(ids(page) == [message], fault, follows=_LIMITS if is_ignored else ())
    chat.conversation(chat.user, "another")
    chat.share(conversation, shared_with=chat.id_of(chat.other))
    for listing in _tried(chat, *_own_lists(chat), *_admin_lists(chat)):
        two = len(ids(listing.page(limit=2)))
        page = listing.page(limit=1)  # one that is longer by a constant is another rule's
        page.expect(len(ids(page)) < max(two, 2), "a page with limit=1 is as long as one with limit=2", follows=_LIMITS)


@check("chat.requests.no-further-inputs", own_condition=SUCCESS)
def no_further_inputs(chat: Chat) -> None:
    """Where the contract names neither a query nor a body, the operation is done without them."""
    conversation = chat.conversation(chat.user)
    share, other = chat.share(conversation), chat.id_of(chat.other)
    ids = {"conversation_id": conversation["id"], "share_id": share["id"], "user_id": other}
    for reply in _replies(chat, "chat.requests.no-further-inputs", ids, without="admin.users.delete"):
        reply.succeeds()
    with suppress(NotTried):
        message = chat.assistant_message()
        chat.rate(chat.user, message).succeeds()
        chat.unrate(chat.user, message).succeeds()


def _forbidden(chat: Chat) -> Iterator[ForbiddenRequest]:
    """The requests that the spec forbids, but for those that are not tried."""
    wrong = [*InputWalk(chat.target.shapes.contract.document).forbidden()]
    operations = chat.target.of(dict.fromkeys(request.operation for request in wrong))
    for request in wrong:
        if request.operation in operations and (request.operation, request.place[-1], request.keyword) not in NOT_TRIED:
            yield request


class _Records:
    """The records that forbidden requests name; what a server makes of such a request all the same is removed."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat
        self._ids = {"conversation_id": chat.conversation(chat.user)["id"], "share_id": str(uuid4())}

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
        segments = [wrong.path.get(name, ids.get(name, "x")) for name in names]
        reply = caller.call(operation, *segments, query=wrong.query, headers=wrong.headers, json=wrong.body)
        if operation == "conversations.messages.rate" and reply.ok:
            caller.will_remove("rating of message", "conversations.messages.unrate", *self._message)
        return reply


def _is_record(reply: Reply) -> None:
    """An answer is one record, the one in the path if it names one."""
    reply.needed().keeps(rules.operation_answers_its_record)


@check("chat.answers.each-operation-answers-its-record")
def each_operation_answers_its_record(chat: Chat) -> None:
    """Operations that create or change a record answer that record."""
    reply = chat.create(chat.user, {"title": chat.target.name("conversation")})
    _is_record(reply)
    conversation = prepared(reply)
    here = conversation["id"]
    chat.wait_until_there(conversation)
    _is_record(chat.user.call("conversations.update", here, json={"title": chat.target.name("changed")}))
    _is_record(chat.create_share(conversation))
    with suppress(NotTried):
        _is_record(chat.add_message(chat.user, here, "x"))
        _is_record(chat.rate(chat.user, chat.assistant_message(conversation)))
    _is_record(chat.user.call("conversations.archive", here))
    other = chat.id_of(chat.other)
    _is_record(chat.admin.call("admin.users.get", other))
    _is_record(chat.admin.call("admin.users.update", other, json={}))


@check("chat.answers.other-statuses-are-200")
def other_statuses_are_200(chat: Chat) -> None:
    """Each success of which the contract names no status is a 200."""
    conversation = chat.conversation(chat.user)
    ids = {"conversation_id": conversation["id"], "token": chat.link(conversation), "user_id": chat.id_of(chat.other)}
    bodies: dict[str, Json] = {"conversations.update": {"title": chat.target.name("changed")}}
    for reply in _replies(chat, "chat.answers.other-statuses-are-200", ids, bodies):
        reply.needed().keeps(rules.other_statuses_are_200)


def _replies(
    chat: Chat, rule: str, ids: Mapping[str, object], bodies: Mapping[str, Json] | None = None, without: str = ""
) -> Iterator[Reply]:
    """Do the operations of a rule whose records are known, those below others first, and deletions last."""
    known = chat.target.shapes.contract.operations
    operations = [name for name in catalogue("chat")[rule].operations if {*known[name].path_parameters} <= ids.keys()]
    operations.sort(key=lambda name: (known[name].method == "DELETE", -len(known[name].segments)))
    for name in chat.target.of(name for name in operations if name != without):
        caller = chat.admin if name.startswith("admin.") else chat.user if known[name].secured else chat.anonymous
        body = (bodies or {}).get(name, {}) if known[name].body else None
        yield caller.call(name, *(ids[place] for place in known[name].path_parameters), json=body)


@check("chat.answers.errors-have-two-forms")
def errors_have_two_forms(chat: Chat) -> None:
    """An error of either form is whole: a code and a message, or a detail. Servers with other forms are not tried."""
    for reply in (
        chat.user.call("conversations.get", uuid4()),
        chat.user.call("conversations.list", query={"limit": 0}),
        chat.anonymous.call("conversations.list"),
    ):
        if not (refused(reply) and reply.shows(rules.errors_have_two_forms)):
            raise NotTried("the server writes errors in another form, or refuses nothing")


@dataclass(frozen=True, slots=True)
class Listing:
    """A paged list as a caller sees it."""

    caller: Caller
    operation: str
    conversation: str | None = None
    """The conversation, for a list of messages."""

    def page(self, **query: object) -> Reply:
        """The page that a query chooses."""
        segments = () if self.conversation is None else (self.conversation,)
        return self.caller.call(self.operation, *segments, query=query)

    def is_bounded(self, largest: int, rule: AnswerRule) -> None:
        """A `limit` may be 1 and the largest, and neither less nor more; a rule looks at the pages."""
        for limit in (1, largest):
            self.page(limit=limit).succeeds().keeps(rule)
        for limit in (0, largest + 1):
            self.page(limit=limit).is_refused()


def _own_lists(chat: Chat) -> Iterator[Listing]:
    yield Listing(chat.user, "conversations.list")
    yield Listing(chat.other, "conversations.shared_with_me")


def _tried(chat: Chat, *listings: Listing) -> list[Listing]:
    """The lists, of several that a rule is about, on which its check tries it."""
    operations = chat.target.of(listing.operation for listing in listings)
    return [listing for listing in listings if listing.operation in operations]


def _admin_lists(chat: Chat) -> Iterator[Listing]:
    for operation in ("admin.conversations.list", "admin.ratings.list", "admin.users.list"):
        yield Listing(chat.admin, operation)


def _every_list(chat: Chat) -> Iterator[Listing]:
    """Every paged list; the lists of the user and of the other user have two records at least."""
    conversations = [chat.conversation(chat.user, title) for title in ("first", "second")]
    with suppress(NotTried):
        for content in ("first", "second"):
            chat.message(chat.user, conversations[0], content)
    for conversation in conversations:
        chat.share(conversation, shared_with=chat.id_of(chat.other))
    yield Listing(chat.user, "conversations.messages.list", conversations[0]["id"])
    yield from _own_lists(chat)
    yield from _admin_lists(chat)


@check("chat.paging.skip-is-at-least-0")
def skip_is_at_least_0(chat: Chat) -> None:
    """Every paged list takes a `skip` of 0, and refuses one of -1."""
    for listing in _tried(chat, *_every_list(chat)):
        listing.page(skip=0).succeeds()
        listing.page(skip=-1).is_refused()


@check("chat.paging.skip-is-0-by-default")
def skip_is_0_by_default(chat: Chat) -> None:
    """Each list begins without `skip` as it does with `skip=0`."""

    def begins_with_its_first(listing: Listing) -> None:
        chat.target.eventually(
            lambda: listing.page(limit=1),
            lambda page: ids(page) == ids(listing.page(limit=1, skip=0)),
            "without skip, the first record is another than with skip=0",
        )

    for paged in _tried(chat, *_every_list(chat)):
        begins_with_its_first(paged)


@check("chat.paging.pages-have-each-record-once")
def pages_have_each_record_once(chat: Chat) -> None:
    """Two pages of one record have the two of one page; the walk through the table of effects turns longer ones."""
    conversations = [chat.conversation(chat.user, title) for title in ("one", "another")]
    for conversation in conversations:
        chat.share(conversation, shared_with=chat.id_of(chat.other))

    def has_the_second(listing: Listing, page: Reply) -> bool:
        first, both = listing.page(limit=1), listing.page(limit=2)
        is_ignored = len(ids(first)) > 1  # by a limit: that is another rule's
        return is_ignored or sorted([*ids(first), *ids(page)]) == sorted(ids(both))

    for listing in _tried(chat, *_own_lists(chat)):
        chat.target.eventually(
            partial(listing.page, limit=1, skip=1),
            partial(has_the_second, listing),
            "two pages of one record do not have the two of one page, each once",
        )


@check("chat.paging.limit-is-1-to-100")
def limit_is_1_to_100(chat: Chat) -> None:
    """Lists of conversations and of ratings."""
    of_admin = [Listing(chat.admin, f"admin.{name}.list") for name in ("conversations", "ratings")]
    for listing in _tried(chat, *_own_lists(chat), *of_admin):
        listing.is_bounded(100, rules.limit_is_1_to_100)


@check("chat.paging.limit-is-50-by-default", own_condition=KNOWN_NUMBER)
def limit_is_50_by_default(chat: Chat) -> None:
    """The user gets 51 conversations; another list is tried if it has as many records."""
    own = Listing(chat.user, "conversations.list")
    created: set[str] = set()
    title = chat.target.name("one of many")
    _repeat(51, lambda: created.add(prepared(chat.create(chat.user, {"title": title}))["id"]))
    # A page of 51 would have 51 records for a moment on a server that shows writes late, whatever it makes of a limit.
    chat.settled(lambda: own.page(limit=100), lambda page: created <= {*ids(page)}, "51 conversations")
    count = len(ids(own.page(limit=51)))
    if count != 51:
        raise NotTried(f"needs chat.paging.limit-is-1-to-100: a page with limit=51 has {count} records")
    for listing in _tried(chat, *_own_lists(chat), *_admin_lists(chat)):
        if len(ids(listing.page(limit=51))) == 51:
            page = listing.page()
            page.expect(len(ids(page)) == 50, f"a page without limit has {len(ids(page))} records and not 50")


@check("chat.paging.messages-limit-is-1-to-500")
def messages_limit_is_1_to_500(chat: Chat) -> None:
    """Pages of messages."""
    Listing(chat.user, "conversations.messages.list", chat.conversation(chat.user)["id"]).is_bounded(
        500, rules.messages_limit_is_1_to_500
    )


@check("chat.paging.messages-limit-is-100-by-default", own_condition=KNOWN_NUMBER)
def messages_limit_is_100_by_default(chat: Chat) -> None:
    """A conversation gets 101 messages."""
    here = chat.conversation(chat.user)["id"]
    _repeat(101, lambda: prepared(chat.add_message(chat.user, here, "one of many")))
    messages = Listing(chat.user, "conversations.messages.list", here)
    chat.settled(lambda: messages.page(limit=101), lambda page: len(ids(page)) == 101, "101 messages")
    page = messages.page()
    page.expect(len(ids(page)) == 100, f"a page without limit has {len(ids(page))} messages and not 100")


@check("chat.paging.users-limit-is-1-to-500")
def users_limit_is_1_to_500(chat: Chat) -> None:
    """Pages of users."""
    Listing(chat.admin, "admin.users.list").is_bounded(500, rules.users_limit_is_1_to_500)


@check("chat.paging.lists-have-items-and-total")
def lists_have_items_and_total(chat: Chat) -> None:
    """Every paged list is such an object."""
    for listing in _tried(chat, *_every_list(chat)):
        listing.page().needed().keeps(rules.lists_have_items_and_total)


@check("chat.paging.total-counts-every-match", own_condition=KNOWN_NUMBER)
def total_counts_every_match(chat: Chat) -> None:
    """The total of a page with one record counts all that a longer page has."""

    def counts(listing: Listing) -> None:
        chat.target.eventually(
            lambda: listing.page(limit=1),
            lambda page: page.needed().json["total"] >= len(ids(listing.page(limit=100))),  # others may delete some
            "total counts fewer records than a longer page has",
        )

    for paged in _tried(chat, *_every_list(chat)):
        counts(paged)


def _repeat(count: int, create: Callable[[], object]) -> None:
    """Create so many records. If an answer is lost, another record takes its place: only their number matters."""
    lost = 0
    for _ in range(count):
        while True:
            try:
                create()
                break
            except LostWrite:
                lost += 1
                if lost > _MOST_LOST:
                    raise

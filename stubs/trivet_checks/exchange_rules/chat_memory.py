"""The rules of the chat service that two exchanges of one caller show.

What another caller may have done in between shows nothing: a record that was there may have been removed. So a rule
looks for what never comes back, such as a deleted conversation, or never changes, such as an owner or a role.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from trivet_checks.exchange_rules.answer_rule import WRONG_INPUT, Looks, moment, unless
from trivet_checks.exchange_rules.chat import SUMMARY, rows_of, same_id, table
from trivet_checks.exchange_rules.chat_callers import caller_id, owner_id
from trivet_checks.exchange_rules.memory import Facts, learned_from, shown_by_two
from trivet_checks.exchange_rules.stated import record_parameters
from trivet_checks.exchanges.exchange import Exchange, Json

_HOUR = 3600.0
_MINUTE = 60.0
_LATE = timedelta(seconds=5)
"""By how much a record has to be older than another one to be certainly stored when the other one is shown."""
_MOST_IDS = 500
_DELETIONS = record_parameters("chat", "delete")


def _key(exchange: Exchange, name: str) -> str:
    return exchange.arguments[name].casefold()


# What is deleted is gone.


@learned_from(*_DELETIONS)
def deleted(exchange: Exchange, facts: Facts) -> None:
    """Remember the records that the caller has deleted."""
    if exchange.ok:
        key = _key(exchange, _DELETIONS[exchange.operation])
        facts.note(exchange, True, "deleted", key)
        if exchange.operation == "conversations.shares.delete":
            facts.shared.note(exchange, True, "revoked", key)


def _is_deleted(exchange: Exchange, facts: Facts, name: str) -> bool:
    return bool(facts.settled(exchange, "deleted", _key(exchange, name)))


def _is_of_the_record(exchange: Exchange) -> bool:
    """Whether a refusal may be about the record: not about who asks, or how often."""
    return exchange.refused and exchange.status not in (401, 408, 429)


@shown_by_two("chat.conversations.delete-takes-the-messages", "conversations.get", "conversations.messages.list")
def deleted_conversation_is_gone(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a conversation that the caller has deleted is answered."""
    if _is_deleted(exchange, facts, "conversation_id"):
        yield unless(not exchange.ok, f"{exchange.operation} answers a conversation that the caller has deleted")


@shown_by_two(
    "chat.conversations.missing-is-404",
    "conversations.get",
    "conversations.update",
    "conversations.delete",
    "conversations.archive",
    "conversations.messages.list",
    "conversations.shares.list",
)
def deleted_conversation_is_404(exchange: Exchange, facts: Facts) -> Looks:
    """Look with which status a conversation is refused that the caller has deleted."""
    if _is_deleted(exchange, facts, "conversation_id") and exchange.fault == "":
        if _is_of_the_record(exchange):
            yield unless(exchange.status == 404, f"a deleted conversation is a {exchange.status} and no 404")
        elif exchange.ok and exchange.operation == "conversations.delete":
            yield "a conversation is deleted twice"


@shown_by_two("chat.shares.revoked-opens-nothing", "conversations.shares.list")
def revoked_share_is_gone(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a share that the caller has revoked is listed."""
    for share in rows_of(exchange):
        if facts.settled(exchange, "deleted", str(share.get("id")).casefold()):
            yield "a share that the caller has revoked is listed"


def _is_revoked(exchange: Exchange, facts: Facts) -> bool:
    share = facts.shared.known("share of a token", facts.hash_of(exchange.arguments["token"]))
    return share is not None and bool(facts.shared.settled(exchange, "revoked", share))


@shown_by_two("chat.shares.revoked-opens-nothing", "conversations.open_shared")
def revoked_link_opens_nothing(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a public link opens of which the caller has revoked the share."""
    if _is_revoked(exchange, facts):
        yield unless(not exchange.ok, "a link opens that the caller has revoked")


@shown_by_two("chat.shares.unknown-token-is-404")
def revoked_link_is_404(exchange: Exchange, facts: Facts) -> Looks:
    """Look with which status a public link is refused of which the caller has revoked the share."""
    if _is_revoked(exchange, facts) and exchange.refused and exchange.status not in (408, 429):
        yield unless(exchange.status == 404, f"a revoked link is a {exchange.status} and no 404")


@shown_by_two("chat.access.public-link-needs-no-sign-in")
def public_link_needs_no_sign_in(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a link that was made is refused to someone who has not signed in."""
    share = facts.shared.settled(exchange, "share of a token", facts.hash_of(exchange.arguments["token"]))
    if share is not None and "authorization" not in exchange.request_headers:
        yield unless(exchange.status not in (401, 403), f"a public link is refused with {exchange.status}")


@learned_from("conversations.shares.create")
def token_of_a_share(exchange: Exchange, facts: Facts) -> None:
    """Remember which share a public link belongs to; the token is kept as a hash."""
    token = exchange.record.get("share_token")
    if exchange.ok and isinstance(token, str):
        share = exchange.record["id"].casefold()
        facts.shared.note(exchange, share, "share of a token", facts.hash_of(token))


@shown_by_two("chat.shares.missing-is-404")
def revoked_share_is_404(exchange: Exchange, facts: Facts) -> Looks:
    """Look with which status a share is refused that the caller has revoked."""
    if _is_deleted(exchange, facts, "share_id") and not _is_deleted(exchange, facts, "conversation_id"):
        if _is_of_the_record(exchange):
            yield unless(exchange.status == 404, f"a revoked share is a {exchange.status} and no 404")
        elif exchange.ok:
            yield "a share is revoked twice"


@shown_by_two("chat.users.deletion-is-hard", "admin.users.get")
def deleted_user_is_gone(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a user whom the caller has deleted is answered."""
    if _is_deleted(exchange, facts, "user_id"):
        yield unless(not exchange.ok, "a user is answered whom the caller has deleted")


@shown_by_two("chat.users.deleting-a-missing-user-is-404")
def user_is_deleted_once(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a user whom the caller has deleted is deleted again."""
    if _is_deleted(exchange, facts, "user_id") and (exchange.ok or _is_of_the_record(exchange)):
        yield unless(exchange.status == 404, f"deleting a deleted user is a {exchange.status} and no 404")


@shown_by_two("chat.users.missing-is-404")
def deleted_user_is_404(exchange: Exchange, facts: Facts) -> Looks:
    """Look with which status a user is refused whom the caller has deleted."""
    if _is_deleted(exchange, facts, "user_id") and exchange.fault == "" and _is_of_the_record(exchange):
        yield unless(exchange.status == 404, f"a deleted user is a {exchange.status} and no 404")


# Who the caller is, and to whom records belong.


def _owned_by_another(exchange: Exchange, facts: Facts) -> bool | None:
    """Whether the conversation of the path belongs to another user; None if that is not known."""
    me, owner = caller_id(exchange, facts), owner_id(facts, _key(exchange, "conversation_id"))
    return None if me is None or owner is None else not same_id(me, owner)


@shown_by_two("chat.conversations.list-is-the-callers-own")
def list_is_the_callers_own(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether the list has a conversation of another user."""
    me = caller_id(exchange, facts)
    for row in rows_of(exchange) if me is not None else []:
        if isinstance(row.get("user_id"), str):
            yield unless(same_id(row["user_id"], me), "the list has a conversation of another user")


@shown_by_two("chat.shares.shared-with-me-lists-what-others-share")
def own_conversations_are_not_shared_with_me(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether the list has a conversation of the caller's own."""
    me = caller_id(exchange, facts)
    for row in rows_of(exchange) if me is not None else []:
        # The contract does not forbid to share with oneself: the server has to have refused it.
        if isinstance(row.get("user_id"), str) and facts.shared.known("refuses shares with the owner"):
            yield unless(not same_id(row["user_id"], me), "the list has a conversation of the caller's own")


@shown_by_two("chat.conversations.only-the-owner-archives")
def only_the_owner_archives(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether the answer is a conversation of another user."""
    me = caller_id(exchange, facts)
    owner = exchange.record.get("user_id") or owner_id(facts, _key(exchange, "conversation_id"))
    if exchange.ok and me is not None and isinstance(owner, str):
        yield unless(same_id(me, owner), "the caller archives a conversation of another user")


@shown_by_two("chat.conversations.only-the-owner-deletes")
def only_the_owner_deletes(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether the caller deletes a conversation of another user, which they have read before."""
    is_anothers = _owned_by_another(exchange, facts)
    if is_anothers is not None and exchange.ok:
        yield unless(not is_anothers, "the caller deletes a conversation of another user")


@shown_by_two("chat.shares.only-the-owner-shares")
def only_the_owner_shares(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether who has made a share is another one than the owner, as the caller has read it before."""
    owner, sharer = owner_id(facts, _key(exchange, "conversation_id")), exchange.record.get("shared_by")
    if exchange.ok and owner is not None and isinstance(sharer, str):
        yield unless(same_id(owner, sharer), "the caller shares a conversation of another user")


@shown_by_two("chat.shares.only-the-owner-lists-them")
def only_the_owner_lists_shares(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a share is listed that is with the caller, or that another user has made."""
    me = caller_id(exchange, facts)
    for share in rows_of(exchange) if me is not None else []:
        if isinstance(share.get("shared_by"), str):
            yield unless(same_id(share["shared_by"], me), "the caller lists the shares of another user")


@shown_by_two("chat.shares.recipient-is-not-the-owner")
def recipient_is_not_the_owner(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether the caller shares with themselves."""
    me, recipient = caller_id(exchange, facts), exchange.body.get("shared_with")
    if exchange.ok and me is not None and isinstance(recipient, str):
        yield unless(not same_id(me, recipient), "the caller shares with themselves")


@shown_by_two("chat.access.admin-operations-need-role-admin", "admin.users.list")
def callers_of_lists_are_administrators(exchange: Exchange, facts: Facts) -> Looks:
    """Look at the role of the caller in a list of users, which administrators alone may see."""
    me = caller_id(exchange, facts)
    for user in rows_of(exchange) if me is not None else []:
        if same_id(user.get("id"), me) and isinstance(user.get("role"), str):
            yield unless(user["role"] == "admin", f"a user of the role {user['role']} lists users")


@shown_by_two("chat.impersonation.answer-has-five-fields")
def impersonated_by_the_caller(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether the administrator who is named is the caller."""
    me, named = caller_id(exchange, facts), exchange.record.get("impersonated_by")
    if exchange.ok and me is not None and isinstance(named, str):
        yield unless(same_id(me, named), "the impersonated_by is not the caller")


@shown_by_two("chat.access.credentials-are-a-bearer-token", everywhere=True)
def scheme_is_in_any_case(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a token is refused with one spelling of the scheme, and then taken with another."""
    scheme = exchange.request_headers.get("authorization", "").partition(" ")[0]
    refused = facts.recent(exchange, _HOUR, "refused scheme")
    if refused is not None and refused != scheme and refused.lower() == scheme.lower() and exchange.ok:
        yield f"a token is refused with the scheme {refused}, and taken with {scheme}"


@learned_from()
def refused_scheme(exchange: Exchange, facts: Facts) -> None:
    """Remember the spelling of the scheme with which the caller's token was refused."""
    scheme = exchange.request_headers.get("authorization", "").partition(" ")[0]
    if exchange.status == 401 and scheme:
        facts.note(exchange, scheme, "refused scheme")


# Messages, which are never changed or removed alone.


@learned_from("conversations.messages.create")
def new_message(exchange: Exchange, facts: Facts) -> None:
    """Remember a message that the caller has added, and its role."""
    if exchange.ok:
        facts.note(exchange, exchange.record["id"], "added to", _key(exchange, "conversation_id"))
        facts.note(exchange, exchange.record.get("role"), "role", exchange.record["id"].casefold())


@learned_from("conversations.messages.list", "conversations.get")
def messages_of_a_conversation(exchange: Exchange, facts: Facts) -> None:
    """Remember the roles of messages, which of them have tool calls, and the first ids of the list by their places."""
    rows = exchange.rows("items") or exchange.rows("messages") if exchange.ok else []
    for message in rows[:_MOST_IDS]:
        here = message["id"].casefold()
        if isinstance(message.get("role"), str) and facts.known("role", here) is None:
            facts.note(exchange, message["role"], "role", here)
        if message.get("tool_calls"):
            facts.note(exchange, True, "tool calls", here)
    if exchange.operation == "conversations.messages.list" and exchange.query.get("skip", "0") == "0":
        before: Whole | None = facts.known("messages", _key(exchange, "conversation_id"))
        times = [time for row in rows if (time := moment(row.get("created_at"))) is not None]
        if times and exchange.fault == "" and (before is None or len(rows) >= len(before.order)):
            order = tuple(row["id"] for row in rows[:_MOST_IDS])
            whole = Whole(frozenset(order), max(times), order=order)
            facts.note(exchange, whole, "messages", _key(exchange, "conversation_id"))


@shown_by_two("chat.conversations.get-embeds-messages")
def get_has_what_was_added(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a conversation embeds the message that the caller has added last, and the tool calls it showed."""
    if not exchange.ok:
        return
    embedded = {message["id"]: message for message in exchange.rows("messages")}
    added = facts.settled(exchange, "added to", _key(exchange, "conversation_id"))
    if added is not None:
        yield unless(added in embedded, "the conversation does not embed a message that the caller has added")
    yield from _has_tool_calls([*embedded.values()], facts)


@shown_by_two("chat.messages.list-includes-tool-calls")
def list_includes_tool_calls(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a message has the tool calls that it has shown before."""
    return _has_tool_calls(rows_of(exchange), facts)


@shown_by_two("chat.admin-conversations.export-has-everything")
def export_has_tool_calls(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a message has tool calls in the export that it has shown before, in whatever field."""
    for conversation in rows_of(exchange):
        messages: list[Json] = conversation.get("messages") or []
        for message in messages:
            if facts.known("tool calls", str(message.get("id")).casefold()):
                shown = any(value for name, value in message.items() if "tool" in name.lower())
                yield unless(shown, "a tool call is not in the export")


def _has_tool_calls(messages: list[Json], facts: Facts) -> Looks:
    for message in messages:
        if facts.known("tool calls", str(message["id"]).casefold()):
            yield unless(bool(message.get("tool_calls")), "a message is without the tool calls that it has shown")


@shown_by_two("chat.requests.paging-is-in-the-query", "conversations.messages.list")
def skip_counts_messages(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a page begins with the message at its place: none is added before those that are older."""
    skip = exchange.query.get("skip", "0")
    whole: Whole | None = facts.known("messages", _key(exchange, "conversation_id"))
    if whole and exchange.ok and skip.isdecimal() and 0 < int(skip) < len(whole.order) and rows_of(exchange):
        first = rows_of(exchange)[0]
        made = moment(first.get("created_at"))
        if first["id"] in whole.ids and made is not None and made + _LATE <= whole.newest:
            right = whole.order[int(skip)] == first["id"]
            yield unless(right, f"skip={skip} does not give the message at its place")


@shown_by_two("chat.paging.messages-limit-is-100-by-default")
def page_without_limit_has_100(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a page without a limit has as many messages as were there before, up to 100."""
    whole: Whole | None = facts.known("messages", _key(exchange, "conversation_id"))
    if whole and exchange.ok and not exchange.query:
        count, least = len(rows_of(exchange)), min(100, len(whole.order))
        yield unless(count >= least, f"a page without limit has {count} messages and not {least}")


@shown_by_two("chat.ratings.only-assistant-messages")
def only_assistant_messages(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a message is rated that has shown another role than the assistant's."""
    role = facts.known("role", _key(exchange, "message_id"))
    if exchange.ok and isinstance(role, str):
        yield unless(role == "assistant", f"a message of the role {role} is rated")


# Ratings.


@shown_by_two("chat.ratings.new-is-201-and-update-is-200")
def new_is_201_and_update_is_200(exchange: Exchange, facts: Facts) -> Looks:
    """Look at the status of a rating that the caller has made before, by its id, or has removed."""
    key = _key(exchange, "message_id")
    if exchange.status == 201 and facts.settled(exchange, "rating", key) == exchange.record.get("id"):
        yield "a further rating of the caller is answered with 201"
    elif exchange.ok and facts.settled(exchange, "unrated", key):
        is_new = exchange.record.get("updated_at") in (None, exchange.record.get("created_at"))
        yield unless(exchange.status == 201 or not is_new, "a rating after a removed one is answered with 200")


@shown_by_two("chat.ratings.unrate-removes-the-callers")
def rating_is_removed_once(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether the caller removes a rating twice."""
    if facts.settled(exchange, "unrated", _key(exchange, "message_id")):
        yield unless(not exchange.ok, "a rating is removed twice")


@shown_by_two("chat.ratings.comment-is-optional")
def rating_needs_no_comment(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a rating without a comment is refused as a wrong input, although its message is the assistant's."""
    is_of_an_answer = facts.known("role", _key(exchange, "message_id")) == "assistant" and exchange.fault == ""
    if is_of_an_answer and exchange.body.keys() == {"rating"} and (exchange.ok or exchange.status == 422):
        yield unless(exchange.ok, f"a rating without a comment is refused with {exchange.status}")


@learned_from("conversations.messages.rate", "conversations.messages.unrate")
def own_ratings(exchange: Exchange, facts: Facts) -> None:
    """Remember whether the caller has rated a message, or removed their rating."""
    key = _key(exchange, "message_id")
    if exchange.operation.endswith(".unrate") and exchange.ok:
        facts.note(exchange, True, "unrated", key)
        facts.forget("rating", key)
    elif exchange.ok:
        facts.note(exchange, exchange.record.get("id"), "rating", key)
        facts.forget("unrated", key)


@shown_by_two("chat.shares.one-share-a-recipient")
def one_share_a_recipient(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a second share with a user is refused as a wrong input, or made."""
    recipient = exchange.body.get("shared_with")
    if isinstance(recipient, str) and exchange.fault == "":
        key = (_key(exchange, "conversation_id"), recipient.casefold())
        if facts.settled(exchange, "shared", *key) and exchange.status in WRONG_INPUT:
            yield f"a second share with a user is a {exchange.status} and no 409"


@learned_from("conversations.shares.create")
def shared(exchange: Exchange, facts: Facts) -> None:
    """Remember with whom the caller has shared a conversation."""
    if exchange.ok and isinstance(exchange.body.get("shared_with"), str):
        key = (_key(exchange, "conversation_id"), exchange.body["shared_with"].casefold())
        facts.note(exchange, True, "shared", *key)
    is_refused = exchange.fault == "" and exchange.status in (*WRONG_INPUT, 403, 409)
    if is_refused and same_id(exchange.body.get("shared_with"), caller_id(exchange, facts)):
        facts.shared.note(exchange, True, "refuses shares with the owner")


# Lists that have everything: what they lack, and is older than what they have, was left out.


@dataclass(frozen=True, slots=True)
class Whole:
    """A list that has all records."""

    ids: frozenset[str]
    newest: datetime
    """When the newest of them was made."""
    traits: frozenset[tuple[str, object]] = frozenset()
    order: tuple[str, ...] = ()


def _is_whole(exchange: Exchange) -> bool:
    """Whether the answer has all records, by its total, its place and its query."""
    rows = rows_of(exchange)
    is_first = exchange.query.get("skip", "0") == "0"
    return exchange.ok and is_first and exchange.record.get("total") == len(rows) and 0 < len(rows) <= _MOST_IDS


def _note_whole(exchange: Exchange, facts: Facts, kind: str) -> None:
    rows = rows_of(exchange)
    times = [time for row in rows if (time := moment(row.get("created_at"))) is not None]
    if _is_whole(exchange) and times:
        facts.note(exchange, Whole(frozenset(row["id"] for row in rows), max(times), _traits(rows)), "whole", kind)


def _traits(rows: list[Json]) -> frozenset[tuple[str, object]]:
    """The values of ratings, and whether they have a comment: a filter leaves out all of one of these."""
    return frozenset(_trait(row, name) for row in rows for name in ("rating", "comment"))


def _trait(row: Json, name: str) -> tuple[str, object]:
    return name, row.get(name) if name == "rating" else bool(row.get(name))


def _was_left_out(row: Json, facts: Facts, kind: str) -> bool | None:
    """Whether a record was left out of a list that had newer ones; None if no such list is known."""
    whole, made = facts.known("whole", kind), moment(row.get("created_at"))
    if whole is None or made is None or made + _LATE > whole.newest:
        return None
    return row["id"] not in whole.ids


@learned_from("admin.ratings.list", "admin.ratings.export", "admin.conversations.list", "conversations.list")
def whole_lists(exchange: Exchange, facts: Facts) -> None:
    """Remember the ids in a list or an export that has everything."""
    asked = {name: value for name, value in exchange.query.items() if name not in ("skip", "limit", "export_format")}
    kind = exchange.operation
    if kind == "conversations.list":
        if asked == {"include_archived": "true"}:
            _note_whole(exchange, facts, kind)
    elif kind == "admin.ratings.export" and exchange.query.get("export_format") == "csv":
        if not asked and (rows := [*table(exchange)][1:]):
            cells = frozenset(cell for row in rows for cell in row)
            times = [time for cell in cells if (time := moment(cell)) is not None and len(cell) > len("2025-01-01")]
            if times and len(rows) <= _MOST_IDS:
                facts.note(exchange, Whole(cells, max(times)), "whole", "csv")
    elif not asked:
        _note_whole(exchange, facts, kind)


@shown_by_two("chat.admin-ratings.filter-chooses-likes-or-dislikes")
def all_ratings_are_there_without_a_filter(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether there is an older rating than in a list or an export that had all, and none of that value."""
    yield from _left_out(exchange, facts, "admin.ratings.list", "admin.ratings.export", trait="rating")


@shown_by_two("chat.admin-ratings.comments-only-by-request")
def ratings_without_comments_are_there(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether there is an older rating than in a list or an export that had all, and only ones with a comment."""
    yield from _left_out(exchange, facts, "admin.ratings.list", "admin.ratings.export", trait="comment")


@shown_by_two("chat.admin-ratings.export-as-csv-is-streamed", "admin.ratings.list", "admin.ratings.export")
def table_has_every_rating(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether there is an older rating than in a table that had all, if that shows the ids of ratings."""
    whole: Whole | None = facts.known("whole", "csv")
    if whole is not None and any(row["id"] in whole.ids for row in rows_of(exchange)):
        yield from _left_out(exchange, facts, "csv")


@shown_by_two("chat.admin-conversations.archived-are-listed-by-default")
def archived_are_listed_by_default(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether there is an older conversation than in a list that had all."""
    yield from _left_out(exchange, facts, "admin.conversations.list")


@shown_by_two("chat.conversations.archived-are-hidden-by-default", "conversations.get")
def archived_are_listed_by_request(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether there is an older conversation of the caller's than in a list that had all."""
    if (
        exchange.ok
        and caller_id(exchange, facts) is not None
        and same_id(exchange.record.get("user_id"), caller_id(exchange, facts))
    ):
        left_out = _was_left_out(exchange.record, facts, "conversations.list")
        if left_out is not None:
            yield unless(not left_out, "a list with archived conversations lacks one")


def _left_out(exchange: Exchange, facts: Facts, *kinds: str, trait: str = "") -> Looks:
    """Look for records that older lists lack; with a trait, only if the list has no record with the same value."""
    for row in rows_of(exchange):
        for kind in kinds:
            left_out = _was_left_out(row, facts, kind)
            if left_out is not None:
                whole: Whole = facts.known("whole", kind)
                is_of_a_filter = not trait or _trait(row, trait) not in whole.traits
                fault = f"{row['id']} was left out before, and is older than what was there"
                yield unless(not (left_out and is_of_a_filter), fault)


# Time.


@learned_from("admin.users.impersonate")
def token_of_an_impersonation(exchange: Exchange, facts: Facts) -> None:
    """Remember when a token was made, by its hash."""
    token = exchange.record.get("access_token")
    if exchange.ok and isinstance(token, str):
        facts.shared.note(exchange, exchange.answered, "token", facts.hash_of(token))


@shown_by_two("chat.impersonation.token-is-valid-for-an-hour", everywhere=True)
def token_is_valid_for_an_hour(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether a token is taken a minute after it has expired."""
    token = exchange.request_headers.get("authorization", "").partition(" ")[2]
    made = facts.shared.known("token", facts.hash_of(token)) if token else None
    if made is not None and exchange.began - made > _HOUR + _MINUTE and exchange.operation:
        needs_one = exchange.operation != "conversations.open_shared"
        yield unless(not (exchange.ok and needs_one), "a token is taken that has expired")


@shown_by_two("chat.admin-ratings.summary-covers-30-days-by-default")
def summary_covers_30_days(exchange: Exchange, facts: Facts) -> Looks:
    """Look whether there is a day, which is over, that an earlier summary without `days` has left out."""
    before = facts.recent(exchange, _HOUR, "summary")
    if before is None or exchange.query.get("days") != "30" or not exchange.ok:
        return
    days = {day["date"] for day in exchange.rows("ratings_by_day") if day["likes"] + day["dislikes"]}
    over = sorted(days)[1:-1] if days else []
    missing = [day for day in over if day not in before]
    yield unless(not missing, f"without days, a summary leaves out {', '.join(missing[:3])}")


@learned_from("admin.ratings.summary")
def default_summary(exchange: Exchange, facts: Facts) -> None:
    """Remember the days of a summary that was asked for without `days`."""
    if exchange.ok and "days" not in exchange.query and exchange.record.keys() >= {*SUMMARY, "ratings_by_day"}:
        facts.note(exchange, frozenset(day["date"] for day in exchange.rows("ratings_by_day")), "summary")

"""The rules of the chat service that one exchange shows."""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import pairwise
from typing import Any, cast
from uuid import UUID

from trivet_checks.exchange_rules.answer_rule import WRONG_INPUT, Looks, falling, moment, shown_by_one, unless
from trivet_checks.exchange_rules.stated import fields, is_assumed, named_statuses, parameter, values
from trivet_checks.exchanges.exchange import Exchange, Json
from trivet_stubs.kernel.operation import JSON

SUMMARY = ("total_ratings", "like_count", "dislike_count", "with_comments")
_CSV = "text/csv"
_EXPORT_NAME = "conversations_export.json"
_HOUR = 3600
_LONGEST_TITLE = 255


def rows_of(exchange: Exchange) -> list[Json]:
    """The records in a list or an export that was answered."""
    name = {"admin.conversations.export": "conversations", "admin.ratings.export": "ratings"}.get(exchange.operation)
    return exchange.rows(name or "items") if exchange.ok else []


def _is_wrongly_refused(exchange: Exchange) -> bool:
    """Whether a request that keeps the spec is refused as one with a wrong input; a 400 may have another reason."""
    return exchange.fault == "" and exchange.status == 422


def _is_plain(text: object) -> bool:
    """Whether a text is one that no server has a reason to cut, strip or escape."""
    if not isinstance(text, str) or len(text) > _LONGEST_TITLE:
        return False
    return text.isprintable() and text == text.strip() and "<" not in text


def _flag(exchange: Exchange, name: str) -> bool | None:
    return {"true": True, "false": False}.get(exchange.query.get(name, "").lower())


def _number(exchange: Exchange, name: str) -> int | None:
    text = exchange.query.get(name, "")
    return int(text) if text.isdecimal() else None


# Callers.


@shown_by_one("chat.access.a-signed-in-user-is-needed")
def signed_in_user_is_needed(exchange: Exchange) -> Looks:
    """Look whether a request without credentials is refused."""
    if "authorization" not in exchange.request_headers:
        yield unless(not exchange.ok, "a request without credentials is answered")


@shown_by_one("chat.access.unknown-token-is-401")
def missing_token_is_401(exchange: Exchange) -> Looks:
    """Look with which status a request is refused whose only fault is that it has no credentials."""
    if "authorization" not in exchange.request_headers and exchange.refused and exchange.fault == "":
        is_lacking = exchange.status in (404, 405) and is_assumed("chat", exchange.operation)
        fault = f"without credentials, the status is {exchange.status} and not 401"
        yield unless(exchange.status == 401 or is_lacking, fault)


# Requests and answers in general.


@shown_by_one("chat.requests.what-the-contract-forbids-is-422", everywhere=True)
def forbidden_is_422(exchange: Exchange) -> Looks:
    """Look with which status an input is refused that the contract forbids."""
    if exchange.operation and exchange.fault and exchange.status in WRONG_INPUT:
        yield unless(exchange.status == 422, f"the status is {exchange.status} and not 422")


@shown_by_one("chat.requests.ids-are-uuids", everywhere=True)
def ids_are_uuids(exchange: Exchange) -> Looks:
    """Look at the id of a record, and at each id of a page."""
    for row in [exchange.record, *rows_of(exchange)] if exchange.ok else []:
        if isinstance(value := row.get("id"), str):
            yield unless(_is_uuid(value), f"the id {value!r} is no UUID")


def _is_uuid(value: str) -> bool:
    try:
        UUID(value)
    except ValueError:
        return False
    return True


@shown_by_one("chat.requests.no-further-inputs", "conversations.archive", "conversations.delete")
def no_further_inputs(exchange: Exchange) -> Looks:
    """Look whether an operation without a query and a body is done without them."""
    if not exchange.query and exchange.sent is None and (exchange.ok or _is_wrongly_refused(exchange)):
        yield unless(exchange.ok, f"without an input, the status is {exchange.status}")


@shown_by_one("chat.requests.paging-is-in-the-query")
def limit_bounds_the_page(exchange: Exchange) -> Looks:
    """Look whether a page is longer than its limit."""
    limit = _number(exchange, "limit")
    if limit is not None and exchange.ok and exchange.fault == "":
        count = len(rows_of(exchange))
        yield unless(count <= limit, f"a page with limit={limit} has {count} records")


@shown_by_one("chat.answers.other-statuses-are-200")
def other_statuses_are_200(exchange: Exchange) -> Looks:
    """Look at each success of which the contract names no status."""
    if exchange.ok:
        yield unless(exchange.status == 200, f"the status is {exchange.status} and not 200")


@shown_by_one(
    "chat.answers.each-operation-answers-its-record",
    "conversations.create",
    "conversations.update",
    "conversations.archive",
    "conversations.get",
    "conversations.messages.create",
    "conversations.messages.rate",
    "conversations.shares.create",
    "admin.users.get",
    "admin.users.update",
)
def operation_answers_its_record(exchange: Exchange) -> Looks:
    """Look whether the answer is a record, and the one that the path names."""
    if not exchange.ok:
        return
    yield unless(bool(exchange.record), "the answer is no record")
    if exchange.operation in ("conversations.update", "conversations.archive", "conversations.get"):
        asked = exchange.arguments["conversation_id"]
    elif exchange.operation.startswith("admin.users."):
        asked = exchange.arguments["user_id"]
    else:
        return
    yield unless(same_id(exchange.record.get("id"), asked), f"the answer is not the record {asked}")


def same_id(first: object, second: object) -> bool:
    """Whether two texts are one UUID, in whatever case it is written."""
    return isinstance(first, str) and isinstance(second, str) and first.casefold() == second.casefold()


@shown_by_one("chat.answers.errors-have-two-forms", everywhere=True)
def errors_have_two_forms(exchange: Exchange) -> Looks:
    """Look whether an error of either form is whole: a code and a message, or a detail."""
    body = exchange.record if exchange.refused else {}
    if "error" in body:
        error = cast(Json, body["error"]) if isinstance(body["error"], dict) else {}
        whole = isinstance(error.get("code"), str) and isinstance(error.get("message"), str)
        yield unless(whole, "the error has no code or no message")
    elif "detail" in body:
        detail: Any = body["detail"]
        whole = isinstance(detail, str) or all(problem.keys() >= {"type", "loc", "msg"} for problem in detail)
        yield unless(whole, "a detail has no type, no loc or no msg")


def _has_status(exchange: Exchange) -> Looks:
    expected = named_statuses("chat", exchange.operation)
    if exchange.ok:
        words = " or ".join(map(str, expected))
        yield unless(exchange.status in expected, f"the status is {exchange.status} and not {words}")
        if expected == (204,):
            yield unless(not exchange.has_body, "a 204 has a body")


@shown_by_one("chat.conversations.create-answers-201")
def create_answers_201(exchange: Exchange) -> Looks:
    """Look at the status of a new conversation."""
    return _has_status(exchange)


@shown_by_one("chat.messages.create-answers-201")
def new_message_is_201(exchange: Exchange) -> Looks:
    """Look at the status of a new message."""
    return _has_status(exchange)


@shown_by_one("chat.shares.create-answers-201")
def new_share_is_201(exchange: Exchange) -> Looks:
    """Look at the status of a new share."""
    return _has_status(exchange)


@shown_by_one("chat.conversations.archive-hides")
def archiving_is_200(exchange: Exchange) -> Looks:
    """Look at the status of an archived conversation, and whether the answer shows that it is archived."""
    yield from _has_status(exchange)
    if exchange.ok and isinstance(exchange.record.get("is_archived"), bool):
        yield unless(exchange.record["is_archived"], "the conversation that is answered is not archived")


@shown_by_one("chat.conversations.delete-takes-the-messages")
def deletion_is_204(exchange: Exchange) -> Looks:
    """Look at the status of a deletion."""
    return _has_status(exchange)


@shown_by_one("chat.ratings.unrate-answers-204")
def unrate_is_204(exchange: Exchange) -> Looks:
    """Look at the status of a removed rating."""
    return _has_status(exchange)


@shown_by_one("chat.shares.revoked-opens-nothing")
def revocation_is_204(exchange: Exchange) -> Looks:
    """Look at the status of a revocation."""
    return _has_status(exchange)


@shown_by_one("chat.users.deletion-is-hard")
def user_deletion_is_204(exchange: Exchange) -> Looks:
    """Look at the status of a deleted user."""
    return _has_status(exchange)


# Pages.


def _is_within_limit(exchange: Exchange) -> Looks:
    largest: int = parameter("chat", exchange.operation, "limit")["maximum"]
    limit = _number(exchange, "limit")
    if exchange.ok and exchange.fault == "":
        count, allowed = len(rows_of(exchange)), largest if limit is None else limit
        yield unless(count <= allowed, f"a page with limit={allowed} has {count} records")


@shown_by_one("chat.paging.limit-is-1-to-100")
def limit_is_1_to_100(exchange: Exchange) -> Looks:
    """Look whether a page is longer than its limit."""
    return _is_within_limit(exchange)


@shown_by_one("chat.paging.messages-limit-is-1-to-500")
def messages_limit_is_1_to_500(exchange: Exchange) -> Looks:
    """Look whether a page is longer than its limit."""
    return _is_within_limit(exchange)


@shown_by_one("chat.paging.users-limit-is-1-to-500")
def users_limit_is_1_to_500(exchange: Exchange) -> Looks:
    """Look whether a page is longer than its limit."""
    return _is_within_limit(exchange)


@shown_by_one("chat.paging.limit-is-50-by-default")
def limit_is_50_by_default(exchange: Exchange) -> Looks:
    """Look at the length of a page without a limit."""
    return _has_default_length(exchange)


@shown_by_one("chat.paging.messages-limit-is-100-by-default")
def messages_limit_is_100_by_default(exchange: Exchange) -> Looks:
    """Look at the length of a page without a limit."""
    return _has_default_length(exchange)


def _has_default_length(exchange: Exchange) -> Looks:
    default: int = parameter("chat", exchange.operation, "limit")["default"]
    if exchange.ok and "limit" not in exchange.query:
        count = len(rows_of(exchange))
        yield unless(count <= default, f"a page without limit has {count} records and not {default}")


@shown_by_one("chat.paging.lists-have-items-and-total")
def lists_have_items_and_total(exchange: Exchange) -> Looks:
    """Look at the envelope of a paged list."""
    if exchange.ok:
        yield unless(isinstance(exchange.record.get("items"), list), "the list has no array items")
        yield unless(type(exchange.record.get("total")) is int, "the list has no integer total")


@shown_by_one("chat.paging.total-counts-every-match")
def total_is_not_below_the_items(exchange: Exchange) -> Looks:
    """Look whether a total is less than the records up to the end of the page."""
    count = len(rows_of(exchange))
    total: Any = exchange.record.get("total")
    if exchange.ok and count and type(total) is int and exchange.fault == "":
        known = count + (_number(exchange, "skip") or 0)
        yield unless(total >= known, f"the total is {total}, and the page shows that there are {known} records")


# Conversations and messages.


@shown_by_one("chat.conversations.create-takes-an-optional-title")
def create_takes_an_optional_title(exchange: Exchange) -> Looks:
    """Look whether a conversation is made, with the title that was sent."""
    if _is_wrongly_refused(exchange):
        yield f"a new conversation is refused with {exchange.status}"
    elif exchange.ok:
        title = exchange.body.get("title")
        if _is_plain(title):
            yield unless(exchange.record.get("title") == title, "the new conversation has another title")
        else:
            yield ""


@shown_by_one("chat.conversations.list-is-the-callers-own")
def list_has_one_owner(exchange: Exchange) -> Looks:
    """Look whether the conversations of a page have one owner."""
    owners = {row["user_id"] for row in rows_of(exchange) if row.get("user_id")}
    if owners:
        yield unless(len(owners) == 1, "the list has conversations of several users")


@shown_by_one("chat.conversations.list-is-latest-update-first")
def list_is_latest_update_first(exchange: Exchange) -> Looks:
    """Look whether the times of the updates do not grow."""
    return falling(rows_of(exchange), "updated_at")


@shown_by_one("chat.shares.shared-with-me-is-latest-update-first")
def shared_with_me_is_latest_update_first(exchange: Exchange) -> Looks:
    """Look whether the times of the updates do not grow."""
    return falling(rows_of(exchange), "updated_at")


@shown_by_one("chat.conversations.archived-are-hidden-by-default")
def archived_are_hidden_by_default(exchange: Exchange) -> Looks:
    """Look whether an archived conversation is in a list that was not asked for it."""
    if not _flag(exchange, "include_archived"):
        yield from _has_no_archived(exchange)


@shown_by_one("chat.admin-conversations.archived-are-listed-by-default")
def archived_are_left_out_by_request(exchange: Exchange) -> Looks:
    """Look whether an archived conversation is in a list that leaves them out."""
    if _flag(exchange, "include_archived") is False:
        yield from _has_no_archived(exchange)


def _has_no_archived(exchange: Exchange) -> Looks:
    for row in rows_of(exchange):
        yield unless(row.get("is_archived") is not True, "an archived conversation is listed")


@shown_by_one("chat.conversations.get-embeds-messages")
def get_embeds_messages(exchange: Exchange) -> Looks:
    """Look whether a conversation has an array, as its messages are, of which the contract does not show the field."""
    if exchange.ok:
        yield unless(_has_array(exchange.record), "the conversation does not embed its messages")


def _has_array(conversation: Json) -> bool:
    return isinstance(conversation.get("messages", []), list) and any(
        isinstance(value, list) for value in conversation.values()
    )


@shown_by_one("chat.conversations.update-sets-title-and-archived")
def update_sets_title_and_archived(exchange: Exchange) -> Looks:
    """Look whether the answer to an update has what was sent, if it shows it."""
    title = exchange.body.get("title")
    if exchange.ok and _is_plain(title) and "title" in exchange.record:
        yield unless(exchange.record["title"] == title, "the conversation does not have the title that was sent")
    sent = exchange.body.get("is_archived")
    if exchange.ok and isinstance(sent, bool) and "is_archived" in exchange.record:
        yield unless(exchange.record["is_archived"] is sent, f"is_archived was sent as {sent}, and is not so")


@shown_by_one("chat.conversations.archived-status-is-is-archived")
def archived_status_is_is_archived(exchange: Exchange) -> Looks:
    """Look whether the answer to an update has the status that was sent."""
    sent = exchange.body.get("is_archived")
    if exchange.ok and isinstance(sent, bool):
        yield unless(exchange.record.get("is_archived") is sent, "the answer has another is_archived")


@shown_by_one("chat.conversations.title-has-at-most-255-characters", "conversations.update")
def title_of_255_characters_is_taken(exchange: Exchange) -> Looks:
    """Look whether a plain title is refused as a wrong input although it is not too long."""
    title: Any = exchange.body.get("title")
    is_sent_alone = title and _is_plain(title) and exchange.body.keys() == {"title"}
    if is_sent_alone and (exchange.ok or _is_wrongly_refused(exchange)):
        yield unless(exchange.ok, f"a title of {len(title)} characters is refused")


@shown_by_one("chat.messages.list-is-oldest-first")
def messages_are_oldest_first(exchange: Exchange) -> Looks:
    """Look whether the times of the messages do not fall."""
    for before, after in pairwise(rows_of(exchange)):
        first, second = moment(before.get("created_at")), moment(after.get("created_at"))
        if first is not None and second is not None:
            yield unless(first <= second, "the messages are not listed in the order in which they were added")


# Ratings.


@shown_by_one("chat.ratings.comment-is-optional")
def rating_has_its_comment(exchange: Exchange) -> Looks:
    """Look whether a rating has the comment that was sent, if the answer shows it."""
    comment = exchange.body.get("comment")
    if exchange.ok and _is_plain(comment):
        yield unless(exchange.record.get("comment", comment) == comment, "the rating has another comment")


@shown_by_one("chat.admin-ratings.list-is-newest-first")
def ratings_are_newest_first(exchange: Exchange) -> Looks:
    """Look whether the times of the ratings do not grow: of their making, or of their last change."""
    return falling(rows_of(exchange), "created_at", "updated_at")


@shown_by_one("chat.admin-ratings.filter-chooses-likes-or-dislikes")
def filter_chooses_likes_or_dislikes(exchange: Exchange) -> Looks:
    """Look whether each rating is one that the filter leaves."""
    asked = {"1": 1, "-1": -1}.get(exchange.query.get("rating_filter", ""))
    for row in rows_of(exchange) if asked is not None else []:
        if type(row.get("rating")) is int:
            yield unless(row["rating"] == asked, f"rating_filter={asked} gives a rating of {row['rating']}")


@shown_by_one("chat.admin-ratings.comments-only-by-request")
def comments_only_by_request(exchange: Exchange) -> Looks:
    """Look whether each rating has a comment, if only these were asked for."""
    for row in rows_of(exchange) if _flag(exchange, "with_comments_only") else []:
        if "comment" in row:
            yield unless(bool(row["comment"]), "there is a rating without a comment")


@shown_by_one("chat.admin-ratings.summary-counts-and-averages")
def summary_counts_and_averages(exchange: Exchange) -> Looks:
    """Look whether the counts agree, and the average follows from them; a summary with other names shows nothing."""
    if not exchange.ok or not exchange.record.keys() >= {*SUMMARY, "average_rating"}:
        return
    total, likes, dislikes, comments = (exchange.record[name] for name in SUMMARY)
    yield unless(total == likes + dislikes, "the total is not the sum of likes and dislikes")
    yield unless(comments <= total, "more ratings have comments than there are")
    if total:
        right = abs(exchange.record["average_rating"] - (likes - dislikes) / total) <= 0.01
        yield unless(right, f"the average of {likes} likes and {dislikes} dislikes is another")


@shown_by_one("chat.admin-ratings.summary-breaks-down-by-day")
def summary_breaks_down_by_day(exchange: Exchange) -> Looks:
    """Look whether the days have all likes and dislikes, each day once; a summary with other names shows nothing."""
    if not exchange.ok or not exchange.record.keys() >= {*SUMMARY, "ratings_by_day"}:
        return
    days = exchange.rows("ratings_by_day")
    for name, count in (("likes", "like_count"), ("dislikes", "dislike_count")):
        by_day = sum(day[name] for day in days)
        fault = f"the {name} of all days are {by_day} and not {exchange.record[count]}"
        yield unless(by_day == exchange.record[count], fault)
    yield unless(len({day["date"] for day in days}) == len(days), "a day is there twice")
    asked: int = _number(exchange, "days") or parameter("chat", exchange.operation, "days")["default"]
    yield unless(len(days) <= asked + 1, f"the breakdown of {asked} days has more days")


@shown_by_one("chat.admin-ratings.export-is-json-by-default")
def export_is_json_by_default(exchange: Exchange) -> Looks:
    """Look at an export that was asked for without a format, or as JSON: it is one document."""
    default: str = parameter("chat", exchange.operation, "export_format")["default"]
    if exchange.ok and exchange.query.get("export_format", default) == "json":
        media_type = exchange.media_type
        yield unless(media_type == JSON, f"the media type is {media_type} and not application/json")
        yield unless(isinstance(exchange.answer, dict | list), "the export is no document")


@shown_by_one("chat.admin-ratings.export-format-is-json-or-csv")
def export_format_is_json_or_csv(exchange: Exchange) -> Looks:
    """Look whether one of the two formats is refused."""
    asked = exchange.query.get("export_format")
    formats: list[str] = parameter("chat", exchange.operation, "export_format")["enum"]
    if asked in formats and (exchange.ok or _is_wrongly_refused(exchange)):
        yield unless(exchange.ok, f"export_format={asked} is refused with {exchange.status}")


@shown_by_one("chat.admin-ratings.export-as-csv-is-streamed")
def export_as_csv_is_a_table(exchange: Exchange) -> Looks:
    """Look at the media type of a table; its rows are all as long."""
    if exchange.ok and exchange.query.get("export_format") == "csv":
        media_type = exchange.media_type
        yield unless(media_type == _CSV, f"the media type is {media_type} and not {_CSV}")
        lengths = {len(cells) for cells in table(exchange) if cells}
        yield unless(len(lengths) <= 1, "the rows have different numbers of columns")


def table(exchange: Exchange) -> Iterator[list[str]]:
    """The rows of an answer that is a table."""
    return iter(csv.reader(StringIO(exchange.text, newline="")))


@shown_by_one("chat.admin-ratings.export-is-an-attachment")
def ratings_export_is_an_attachment(exchange: Exchange) -> Looks:
    """Look for the header Content-Disposition."""
    if exchange.ok:
        yield unless(bool(exchange.headers.get("content-disposition")), "there is no header Content-Disposition")


# Shares.


@shown_by_one("chat.shares.create-names-a-user-or-a-link")
def share_names_a_user_or_a_link(exchange: Exchange) -> Looks:
    """Look whether a share is with the user who was named, or has a token as a link."""
    if not exchange.ok:
        return
    recipient = exchange.body.get("shared_with")
    if isinstance(recipient, str) and "shared_with" in exchange.record:
        yield unless(same_id(exchange.record["shared_with"], recipient), "the share is not with the user who was named")
    if exchange.body.get("generate_link") is True and recipient is None and "share_token" in exchange.record:
        yield unless(bool(exchange.record.get("share_token")), "a share by link has no share_token")


@shown_by_one("chat.shares.permission-is-view-or-edit")
def share_has_its_permission(exchange: Exchange) -> Looks:
    """Look whether a share has the permission that was sent, or `view`."""
    if exchange.ok and exchange.record.get("permission") in values("chat", "Permission"):
        asked = exchange.body.get("permission", "view")
        shown = exchange.record["permission"]
        yield unless(shown == asked, f"the permission is {shown!r} and not {asked!r}")


@shown_by_one("chat.shares.list-has-items-and-total")
def shares_have_items_and_total(exchange: Exchange) -> Looks:
    """Look whether the total is the number of the shares, which are not paged."""
    if exchange.ok:
        items, total = exchange.record.get("items"), exchange.record.get("total")
        yield unless(isinstance(items, list), "the list has no array items")
        count = len(rows_of(exchange))
        yield unless(total == count, f"the total is {total}, and there are {count} shares")


@shown_by_one("chat.shares.token-opens-the-conversation")
def link_opens_the_conversation(exchange: Exchange) -> Looks:
    """Look whether a link shows a conversation, if its form is the one that this project assumes."""
    conversation: Any = exchange.record.get("conversation")
    if exchange.ok and isinstance(conversation, dict):
        yield unless(bool(cast(Json, conversation).get("id")), "the link shows a conversation without an id")


# Administrators.


@shown_by_one("chat.admin-conversations.list-has-a-message-count")
def conversations_have_a_message_count(exchange: Exchange) -> Looks:
    """Look whether each conversation has an integer at least, and no content of messages."""
    for row in rows_of(exchange):
        yield unless(bool(integers_in(row)), "a conversation is listed without a count")
        value: Any = row.get("messages")
        messages = cast(Sequence[Any], value) if isinstance(value, list) else ()
        shown = any("content" in message for message in messages)
        yield unless(not shown, "a conversation is listed with the content of messages")


@shown_by_one("chat.admin-conversations.search-matches-title-or-id-prefix")
def search_matches_title_or_id_prefix(exchange: Exchange) -> Looks:
    """Look whether each conversation matches. Words of plain letters alone: databases compare others in their ways."""
    asked = exchange.query.get("search", "").casefold()
    for row in rows_of(exchange) if asked and asked.isascii() and asked.replace(" ", "").isalnum() else []:
        title = row.get("title") or ""
        if title.isascii():
            matches = asked in title.casefold() or str(row["id"]).startswith(asked)
            yield unless(matches, f"search={asked} gives a conversation that does not match")


@shown_by_one("chat.admin-conversations.export-has-everything")
def export_has_everything(exchange: Exchange) -> Looks:
    """Look at the status, whether each conversation has messages, and whether the total counts the conversations."""
    yield from _has_status(exchange)
    if not exchange.ok:
        return
    conversations, total = rows_of(exchange), exchange.record.get("total")
    yield unless(total == len(conversations), f"the total is {total}, and there are {len(conversations)} conversations")
    for conversation in conversations:
        yield unless(_has_array(conversation), "a conversation has no messages")


@shown_by_one("chat.admin-conversations.export-is-an-attachment")
def conversations_export_is_an_attachment(exchange: Exchange) -> Looks:
    """Look for an attachment of the fixed name."""
    if exchange.ok:
        disposition = exchange.headers.get("content-disposition", "")
        right = disposition.lower().startswith("attachment") and _EXPORT_NAME in disposition
        yield unless(right, f"the export is no attachment of the name {_EXPORT_NAME}: {disposition[:100]!r}")


@shown_by_one("chat.users.list-has-counts")
def users_have_counts(exchange: Exchange) -> Looks:
    """Look whether each user has an integer at least; the contract does not name it."""
    for user in rows_of(exchange):
        yield unless(bool(integers_in(user)), "a user of the list has no count")


def integers_in(value: object) -> list[int]:
    """The integers of a record, also in the objects within it: the contract does not show the fields of counts.

    >>> integers_in({"counts": {"messages": 2}, "is_archived": False})
    [2]
    """
    if isinstance(value, dict):
        return [number for inner in cast(Json, value).values() for number in integers_in(inner)]
    return [value] if type(value) is int else []


@shown_by_one("chat.users.search-is-optional")
def search_of_users_is_optional(exchange: Exchange) -> Looks:
    """Look whether a list without a search is refused as a wrong input."""
    if "search" not in exchange.query and (exchange.ok or _is_wrongly_refused(exchange)):
        yield unless(exchange.ok, f"without a search, the status is {exchange.status}")


@shown_by_one("chat.users.search-matches-email-or-name")
def search_matches_email_or_name(exchange: Exchange) -> Looks:
    """Look whether each user matches. Words of plain letters alone: databases compare others in their ways."""
    asked = exchange.query.get("search", "").casefold()
    for row in rows_of(exchange) if asked and asked.isascii() and asked.replace(" ", "").isalnum() else []:
        texts = [str(row[name]).casefold() for name in ("email", "full_name") if row.get(name)]
        if len(texts) == 2 and all(map(str.isascii, texts)):
            yield unless(any(asked in text for text in texts), f"search={asked} gives a user who does not match")


@shown_by_one("chat.users.list-is-newest-first")
def users_are_newest_first(exchange: Exchange) -> Looks:
    """Look whether the times of a page do not grow."""
    return falling(rows_of(exchange), "created_at")


@shown_by_one("chat.users.update-changes-role-and-activity")
def update_changes_role_and_activity(exchange: Exchange) -> Looks:
    """Look whether the answer to an update has what was sent, if it shows it."""
    for name in fields("chat", "UserUpdate"):
        if exchange.ok and exchange.body.get(name) is not None and name in exchange.record:
            yield unless(exchange.record[name] == exchange.body[name], f"an update does not change {name}")


@shown_by_one("chat.impersonation.answer-has-five-fields")
def impersonation_has_five_fields(exchange: Exchange) -> Looks:
    """Look at each field: the type of the token, and the user whom the path names."""
    if not exchange.ok:
        return
    answer = exchange.record
    for name in fields("chat", "Impersonation", "string"):
        yield unless(isinstance(answer.get(name), str), f"the answer has no text {name}")
    yield unless("expires_in" in answer, "the answer has no expires_in")
    yield unless(str(answer.get("token_type")).lower() == "bearer", "the token_type is not bearer")
    same = same_id(answer.get("impersonated_user_id"), exchange.arguments["user_id"])
    yield unless(same, "the impersonated_user_id is not the user")


@shown_by_one("chat.impersonation.expires-in-is-3600")
def expires_in_is_3600(exchange: Exchange) -> Looks:
    """Look at the seconds."""
    if exchange.ok:
        seconds = exchange.record.get("expires_in")
        yield unless(seconds == _HOUR, f"expires_in is {seconds} and not {_HOUR}")


@shown_by_one("chat.impersonation.token-is-the-target-users")
def token_is_not_the_callers(exchange: Exchange) -> Looks:
    """Look whether the token is the one that the administrator has sent."""
    token = exchange.record.get("access_token")
    if exchange.ok and isinstance(token, str):
        sent = exchange.request_headers.get("authorization", "").rpartition(" ")[2]
        yield unless(token != sent, "the token is the administrator's own")

"""The ratings of all users, as administrators list, summarize and export them."""

import csv
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO

from trivet_stubs.checks.chat.replies import Json, ids, prepared
from trivet_stubs.checks.chat.service import Chat
from trivet_stubs.checks.check import check
from trivet_stubs.checks.outcome import NotTried
from trivet_stubs.checks.reply import Reply

_COUNTED = ("total_ratings", "like_count", "with_comments")
_COUNTS = ("total_ratings", "like_count", "dislike_count", "with_comments")


@dataclass(frozen=True, slots=True)
class Two:
    """A like with a comment, which was a dislike at first, and a later dislike without one."""

    like: str
    dislike: str


def _two_ratings(chat: Chat) -> Two:
    message = chat.assistant_message()
    chat.rate(chat.user, message, -1)
    like = prepared(chat.rate(chat.user, message, 1, comment=chat.target.name("comment")))
    chat.later()
    dislike = prepared(chat.rate(chat.user, chat.assistant_message(), -1))
    return Two(like["id"], dislike["id"])


def _page(chat: Chat, **query: object) -> Reply:
    return chat.admin.call("admin.ratings.list", query={"limit": 100, **query})


def _export(chat: Chat, **query: object) -> Reply:
    return chat.admin.call("admin.ratings.export", query=query)


def _shows(reply: Reply, *texts: str) -> bool:
    """Whether one of these texts stands in an answer."""
    found = reply.succeeds().body.decode("utf-8", "replace")
    return any(each in found for each in texts)


def _settled(chat: Chat, read: Callable[..., Reply], made: Two) -> None:
    """Wait for a list or an export with new ratings; the contract does not say that an export shows their ids."""
    chat.settled(lambda: read(chat), lambda reply: _shows(reply, made.like, made.dislike), "new ratings by their ids")


def _has(chat: Chat, read: Callable[..., Reply], wanted: str, *, without: str = "", **query: object) -> None:
    """A list or an export has one rating, and another it has not."""

    chat.target.eventually(
        lambda: read(chat, **query),
        lambda reply: _shows(reply, wanted) and not (without and _shows(reply, without)),
        "a rating that matches is left out, or there is one that does not match",
    )


def _summary(chat: Chat, **query: object) -> Json:
    found: Json = chat.admin.call("admin.ratings.summary", query=query).succeeds().json
    return found


@check("chat.admin-ratings.list-is-newest-first")
def list_is_newest_first(chat: Chat) -> None:
    """The later of two ratings is before the earlier one."""
    made = _two_ratings(chat)
    wanted = [made.dislike, made.like]
    chat.target.eventually(
        lambda: _page(chat),
        lambda page: [each for each in ids(page) if each in wanted] == wanted,
        "the newer rating is not first",
    )


@check("chat.admin-ratings.filter-is-minus-1-to-1")
def filter_is_minus_1_to_1(chat: Chat) -> None:
    """The list and the export take these three, and refuse what is beyond."""
    for read in (_page, _export):
        for value in (-1, 0, 1):
            read(chat, rating_filter=value).succeeds()
        for value in (-2, 2):
            read(chat, rating_filter=value).is_refused()


@check("chat.admin-ratings.filter-chooses-likes-or-dislikes")
def filter_chooses_likes_or_dislikes(chat: Chat) -> None:
    """A filter of 1 has a new like alone, one of -1 a new dislike alone; without a filter there are both."""
    made = _two_ratings(chat)
    for read in (_page, _export):
        _settled(chat, read, made)
        _has(chat, read, made.like, without=made.dislike, rating_filter=1)
        _has(chat, read, made.dislike, without=made.like, rating_filter=-1)
        _has(chat, read, made.like)
        _has(chat, read, made.dislike)


@check("chat.admin-ratings.comments-only-by-request")
def comments_only_by_request(chat: Chat) -> None:
    """`with_comments_only` leaves out a new rating without a comment, which is there by default."""
    made = _two_ratings(chat)
    for read in (_page, _export):
        _settled(chat, read, made)
        _has(chat, read, made.like, without=made.dislike, with_comments_only=True)
        _has(chat, read, made.dislike, with_comments_only=False)
        _has(chat, read, made.dislike)


@check("chat.admin-ratings.summary-days-are-1-to-365")
def summary_days_are_1_to_365(chat: Chat) -> None:
    """1 and 365 days are taken, 0 and 366 refused."""
    for days in (1, 365):
        chat.admin.call("admin.ratings.summary", query={"days": days}).succeeds()
    for days in (0, 366):
        chat.admin.call("admin.ratings.summary", query={"days": days}).is_refused()


@check("chat.admin-ratings.summary-covers-30-days-by-default")
def summary_covers_30_days_by_default(chat: Chat) -> None:
    """A summary without `days` is that of 30 days, where the server has ratings of which 1 or 365 days give another."""
    of_30 = _summary(chat, days=30)
    if of_30 in (_summary(chat, days=1), _summary(chat, days=365)):
        raise NotTried("the ratings of 30 days are those of one day, or of a year")
    chat.target.eventually(
        lambda: chat.admin.call("admin.ratings.summary"),
        lambda reply: reply.succeeds().json == _summary(chat, days=30),
        "a summary without days is another than that of 30 days",
    )


@check("chat.admin-ratings.summary-counts-and-averages")
def summary_counts_and_averages(chat: Chat) -> None:
    """A new like with a comment is counted, and the average is that of the counts."""
    message = chat.assistant_message()
    before = _summary(chat, days=1)
    if not before.keys() >= {*_COUNTS, "average_rating"}:
        raise NotTried("the summary has other names than this project assumes")
    prepared(chat.rate(chat.user, message, 1, comment=chat.target.name("comment")))
    reply = chat.target.eventually(
        lambda: chat.admin.call("admin.ratings.summary", query={"days": 1}),
        lambda reply: all(reply.succeeds().json[each] > before[each] for each in _COUNTED),
        "the summary does not count a new like with a comment",
    )
    total, likes, dislikes, comments = (reply.json[each] for each in _COUNTS)
    reply.expect(total == likes + dislikes, "the total is not that of likes and dislikes")
    reply.expect(comments <= total, "more ratings have comments than there are")
    wrong = abs(reply.json["average_rating"] - (likes - dislikes) / total) > 0.01
    reply.expect(not wrong, f"the average of {likes} likes and {dislikes} dislikes is another")


@check("chat.admin-ratings.summary-breaks-down-by-day")
def summary_breaks_down_by_day(chat: Chat) -> None:
    """The days of a summary have all of its likes and dislikes, each day once."""
    _two_ratings(chat)
    if not _summary(chat).keys() >= {*_COUNTS, "ratings_by_day"}:
        raise NotTried("the summary has other names than this project assumes")
    reply = chat.target.eventually(
        lambda: chat.admin.call("admin.ratings.summary"),
        lambda reply: min(reply.succeeds().json["like_count"], reply.json["dislike_count"]) > 0,
        "the summary does not count new ratings",
    )
    days = reply.json["ratings_by_day"]
    for name, count in (("likes", "like_count"), ("dislikes", "dislike_count")):
        by_day = sum(each[name] for each in days)
        reply.expect(by_day == reply.json[count], f"the {name} of all days are {by_day} and not {reply.json[count]}")
    reply.expect(len({each["date"] for each in days}) == len(days), "a day is there twice")
    reply.expect(len(days) <= 31, "the breakdown of 30 days has more days")


@check("chat.admin-ratings.export-is-json-by-default")
def export_is_json_by_default(chat: Chat) -> None:
    """Without a format and with `json`, the export is one JSON document."""
    for reply in (_export(chat), _export(chat, export_format="json")):
        media_type = reply.succeeds().media_type
        reply.expect(media_type == "application/json", f"the media type is {media_type} and not application/json")
        reply.expect(isinstance(reply.json, dict | list), "the export is no document")


@check("chat.admin-ratings.export-format-is-json-or-csv")
def export_format_is_json_or_csv(chat: Chat) -> None:
    """Both are taken; the contract does not say what another one does."""
    for export_format in ("json", "csv"):
        _export(chat, export_format=export_format).succeeds()


@check("chat.admin-ratings.export-as-csv-is-streamed")
def export_as_csv_is_streamed(chat: Chat) -> None:
    """The table is text/csv, with a row that shows a new rating by its id or its comment; all rows are as long."""
    made = _two_ratings(chat)
    reply = chat.target.eventually(
        lambda: _export(chat, export_format="csv"),
        lambda reply: _shows(reply, made.like, chat.target.name("comment")),
        "a new rating is not in the table",
    )
    reply.expect(reply.media_type == "text/csv", f"the media type is {reply.media_type} and not text/csv")
    rows = list(csv.reader(StringIO(reply.body.decode("utf-8"), newline="")))
    reply.expect(len({len(each) for each in rows if each}) == 1, "the rows have different numbers of columns")
    shown = [row for row in rows if {made.like, chat.target.name("comment")} & {*row}]
    reply.expect(len(shown) == 1, "a rating is not in exactly one row")


@check("chat.admin-ratings.export-is-an-attachment")
def export_is_an_attachment(chat: Chat) -> None:
    """Both forms have the header Content-Disposition."""
    for export_format in ("json", "csv"):
        reply = _export(chat, export_format=export_format).succeeds()
        reply.expect(bool(reply.headers.get("content-disposition")), "there is no header Content-Disposition")

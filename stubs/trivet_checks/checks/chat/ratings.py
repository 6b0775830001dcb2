"""Ratings: of one user, and of all users, as administrators list, summarize and export them."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from uuid import uuid4

from trivet_checks.checks.chat.service import READERS, STRANGER, Chat, MessagePath, Outsider, prepared, record, refused
from trivet_checks.checks.suite import KNOWN_RECORDS, SUCCESS, check
from trivet_checks.checks.target import Caller
from trivet_checks.exchange_rules import chat as rules
from trivet_checks.exchanges.evidence import Broken, NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply

_CREATED, _NOT_FOUND = 201, 404
_COUNTED = ("total_ratings", "like_count", "with_comments")


def _each_reader(chat: Chat, attempt: Callable[[Outsider, MessagePath], None]) -> None:
    """Let everyone who may read a conversation of the user's attempt something with an answer in it."""

    def with_a_message(reader: Outsider) -> None:
        message = chat.assistant_message(reader.conversation)
        chat.settled(
            lambda: reader.call("conversations.get"), lambda reply: reply.ok, "a conversation that its reader reads"
        )
        attempt(reader, message)

    chat.each_outsider(with_a_message, READERS)


@check("chat.ratings.value-is-1-or-minus-1")
def value_is_1_or_minus_1(chat: Chat) -> None:
    """Likes and dislikes are taken; numbers beyond them, and words, are refused."""
    message = chat.assistant_message()
    for rating in (1, -1):
        chat.rate(chat.user, message, rating).succeeds()
    for wrong in (2, -2, "like"):
        chat.rate(chat.user, message, wrong).is_refused()


@check("chat.ratings.comment-is-optional")
def comment_is_optional(chat: Chat) -> None:
    """A rating is taken without a comment and with one, which it then has, if the answer shows it."""
    message = chat.assistant_message()
    chat.rate(chat.user, message).succeeds()
    comment = chat.target.name("comment")
    chat.rate(chat.user, message, comment=comment).succeeds().keeps(rules.rating_has_its_comment)


@check("chat.ratings.new-is-201-and-update-is-200")
def new_is_201_and_update_is_200(chat: Chat) -> None:
    """The first rating is a 201, and the next of the same user a 200."""
    message = chat.assistant_message()
    chat.rate(chat.user, message).succeeds(201)
    chat.target.eventually(
        lambda: chat.rate(chat.user, message, -1),
        lambda reply: reply.status == 200,
        "a further rating of the same user is not answered with 200",
    )


@check("chat.ratings.only-assistant-messages")
def only_assistant_messages(chat: Chat) -> None:
    """A message of the user cannot be rated."""
    conversation = chat.conversation(chat.user)
    message = chat.message(chat.user, conversation)
    chat.rate(chat.user, (conversation["id"], message["id"])).is_refused()


@check("chat.ratings.unrate-removes-the-callers")
def unrate_removes_the_callers(chat: Chat) -> None:
    """A removed rating cannot be removed again, and the next one is new; the ratings of others stay, both ways."""
    message = chat.assistant_message()
    chat.rate(chat.user, message).needed()
    if not _unrates(chat, chat.user, message):
        _is_new(chat, chat.user, message)

    def keeps_to_itself(reader: Outsider, message: MessagePath) -> None:
        _rates(chat, chat.user, message)
        if chat.rate(reader.caller, message).ok:  # whether a reader rates has a rule of its own
            _rates(chat, reader.caller, message)
            _unrates(chat, chat.user, message)
            chat.rate(reader.caller, message, -1).succeeds(200)
            _rates(chat, chat.user, message)
            _unrates(chat, reader.caller, message)
        else:
            reader.caller.call("conversations.messages.unrate", *message)
        chat.rate(chat.user, message, -1).succeeds(200)

    _each_reader(chat, keeps_to_itself)


def _rates(chat: Chat, caller: Caller, message: MessagePath) -> None:
    """A caller rates until the server knows the rating: the next one changes it."""
    chat.rate(caller, message).needed()
    chat.target.eventually(
        lambda: chat.rate(caller, message), lambda reply: reply.status == 200, "a further rating is not a change"
    )


def _unrates(chat: Chat, caller: Caller, message: MessagePath) -> bool:
    """A caller removes a rating: a second removal is refused, or changes nothing, and the next rating is a new one.

    Returns:
        Whether it was rated again, to see that.
    """
    chat.unrate(caller, message)
    with suppress(Broken):
        chat.target.eventually(
            lambda: caller.call("conversations.messages.unrate", *message), refused, "a rating can be removed twice"
        )
        return False
    _is_new(chat, caller, message)
    return True


def _is_new(chat: Chat, caller: Caller, message: MessagePath) -> None:
    """A caller whose rating was removed rates again, and the rating is a new one."""
    reply = chat.rate(caller, message).needed()
    reply.expect(reply.status == _CREATED, f"a removed rating is still there: the next one is a {reply.status}")


@check("chat.ratings.unrate-answers-204")
def unrate_answers_204(chat: Chat) -> None:
    """Removing a rating is a 204 without a body."""
    message = chat.assistant_message()
    chat.rate(chat.user, message).needed()
    chat.unrate(chat.user, message).succeeds().keeps(rules.unrate_is_204)


@check("chat.ratings.every-reader-rates")
def every_reader_rates(chat: Chat) -> None:
    """An administrator and each recipient rate a message of the user's conversation, and remove their ratings.

    A user who may not read the conversation does neither.
    """

    def rates(reader: Outsider, message: MessagePath) -> None:
        chat.rate(reader.caller, message).succeeds()
        chat.unrate(reader.caller, message)

    _each_reader(chat, rates)

    def is_refused(outsider: Outsider) -> None:
        rated = chat.assistant_message(outsider.conversation)
        for operation, json in (("rate", {"rating": 1}), ("unrate", None)):
            outsider.caller.call(f"conversations.messages.{operation}", *rated, json=json).is_refused()

    chat.each_outsider(is_refused, [STRANGER])


@check("chat.ratings.only-the-owner-rates-as-observed")
def only_the_owner_rates_as_observed(chat: Chat) -> None:
    """A server that refuses a recipient does so with 404, and an administrator too. One that does not is not tried."""
    rate: list[str] = []

    def is_refused(reader: Outsider, message: MessagePath) -> None:
        reply = chat.rate(reader.caller, message)
        if reply.ok and reader.relation.permission is not None:
            rate.append(reader.relation.who)
        if reply.ok and rate:
            raise NotTried("the server does not show it: a recipient rates the message")
        reply.is_refused(404)
        reader.caller.call("conversations.messages.unrate", *message).is_refused(404)
        chat.rate(chat.user, message).needed()

    _each_reader(chat, is_refused)


@dataclass(frozen=True, slots=True)
class Two:
    """A like with a comment, which was a dislike at first, and a later dislike without one.

    Each is the text by which it is found again: its id, or the id of its message.
    """

    like: str
    dislike: str
    comment: str
    """The comment of the like, which no other rating has."""


def _two_ratings(chat: Chat) -> Two:
    message = chat.assistant_message()
    first = _mark(chat.rate(chat.user, message, -1), message)
    with suppress(NotTried):  # a server that has not stored it yet may take the next one as a new rating, too
        chat.settled(lambda: _page(chat), lambda page: _shows(page, first), "a new rating")
    comment = chat.target.name(f"comment {uuid4()}")
    like = _mark(chat.rate(chat.user, message, 1, comment=comment), message)
    chat.later()
    message = chat.assistant_message()
    return Two(like, _mark(chat.rate(chat.user, message, -1), message), comment)


def _mark(reply: Reply, message: MessagePath) -> str:
    """The id of a rating, or the id of its message: the contract does not say that a rating has an id."""
    if not reply.ok:
        prepared(reply)
    rating = record(reply)
    return message[1] if rating is None else rating["id"]


def _page(chat: Chat, **query: object) -> Reply:
    return chat.admin.call("admin.ratings.list", query={"limit": 100, **query})


def _export(chat: Chat, **query: object) -> Reply:
    return chat.admin.call("admin.ratings.export", query=query)


def _shows(reply: Reply, *texts: str) -> bool:
    """Whether one of these texts stands in an answer."""
    if reply.status == _NOT_FOUND:  # nothing matches
        return False
    text = reply.needed().body.decode("utf-8", "replace")
    return any(part in text for part in texts)


def _settled(chat: Chat, read: Callable[..., Reply], ratings: Two) -> None:
    """Wait for a list or an export with new ratings; the contract does not say that an export shows their ids."""
    chat.settled(
        lambda: read(chat), lambda reply: _shows(reply, ratings.like, ratings.dislike), "new ratings by their ids"
    )


def _has(chat: Chat, read: Callable[..., Reply], rating: str, *, without: str = "", **query: object) -> None:
    """A list or an export has one rating, and another it has not."""
    words = " and ".join(f"{name}={value}" for name, value in query.items()) or "no filter"
    chat.target.eventually(
        lambda: read(chat, **query),
        lambda reply: _shows(reply, rating),
        f"with {words} a rating that matches is left out",
    )
    chat.target.eventually(
        lambda: read(chat, **query),
        lambda reply: not (without and _shows(reply, without)),
        f"with {words} there is a rating that does not match",
    )


def _summary(chat: Chat, **query: object) -> Json:
    summary: Json = chat.admin.call("admin.ratings.summary", query=query).needed().json
    return summary


@check("chat.admin-ratings.list-is-newest-first", own_condition=KNOWN_RECORDS)
def list_is_newest_first(chat: Chat) -> None:
    """The later of two ratings is before the earlier one."""
    ratings = _two_ratings(chat)
    both = [ratings.dislike, ratings.like]
    chat.target.eventually(
        lambda: _page(chat),
        lambda page: _marks(page, both) == both,
        "the newer rating is not first",
    )


def _marks(page: Reply, marks: list[str]) -> list[str]:
    """Which of some ratings a page has, in its order."""
    rows = [str(row) for row in page.needed().json["items"]]
    return [mark for row in rows for mark in marks if mark in row]


def _reads(chat: Chat) -> list[Callable[..., Reply]]:
    """The list and the export, or the one of them that the server has."""
    reads = {"admin.ratings.list": _page, "admin.ratings.export": _export}
    return [reads[operation] for operation in chat.target.of(reads)]


@check("chat.admin-ratings.filter-is-minus-1-to-1")
def filter_is_minus_1_to_1(chat: Chat) -> None:
    """The list and the export take these three, and refuse what is beyond."""
    for read in _reads(chat):
        for value in (-1, 0, 1):
            page = read(chat, rating_filter=value)
            if page.status != _NOT_FOUND:  # nothing matches
                page.succeeds()
        for value in (-2, 2):
            read(chat, rating_filter=value).is_refused()


@check("chat.admin-ratings.filter-chooses-likes-or-dislikes", own_condition=KNOWN_RECORDS)
def filter_chooses_likes_or_dislikes(chat: Chat) -> None:
    """A filter of 1 has a new like alone, one of -1 a new dislike alone; without a filter there are both."""
    ratings = _two_ratings(chat)
    for read in _reads(chat):
        _settled(chat, read, ratings)
        _has(chat, read, ratings.like, without=ratings.dislike, rating_filter=1)
        _has(chat, read, ratings.dislike, without=ratings.like, rating_filter=-1)
        _has(chat, read, ratings.like)
        _has(chat, read, ratings.dislike)


@check("chat.admin-ratings.comments-only-by-request", own_condition=KNOWN_RECORDS)
def comments_only_by_request(chat: Chat) -> None:
    """`with_comments_only` leaves out a new rating without a comment, which is there by default."""
    ratings = _two_ratings(chat)
    for read in _reads(chat):
        _settled(chat, read, ratings)
        _has(chat, read, ratings.like, without=ratings.dislike, with_comments_only=True)
        _has(chat, read, ratings.dislike, with_comments_only=False)
        _has(chat, read, ratings.dislike)


@check("chat.admin-ratings.summary-days-are-1-to-365")
def summary_days_are_1_to_365(chat: Chat) -> None:
    """1 and 365 days are taken, 0 and 366 refused."""
    for days in (1, 365):
        chat.admin.call("admin.ratings.summary", query={"days": days}).succeeds()
    for days in (0, 366):
        chat.admin.call("admin.ratings.summary", query={"days": days}).is_refused()


@check("chat.admin-ratings.summary-covers-30-days-by-default")
def summary_covers_30_days_by_default(chat: Chat) -> None:
    """A summary without `days` is of 30 days, where the server has ratings of which 1 or 365 days give another."""
    of_30 = _summary(chat, days=30)
    if of_30 in (_summary(chat, days=1), _summary(chat, days=365)):
        raise NotTried("the ratings of 30 days are the same as of one day, or of a year")
    chat.target.eventually(
        lambda: chat.admin.call("admin.ratings.summary"),
        lambda reply: reply.needed().json == _summary(chat, days=30),
        "a summary without days is another than that of 30 days",
    )


@check("chat.admin-ratings.summary-counts-and-averages")
def summary_counts_and_averages(chat: Chat) -> None:
    """A new like with a comment is counted, and the average follows from the counts."""
    message = chat.assistant_message()
    before = _summary(chat, days=1)
    if not before.keys() >= {*rules.SUMMARY, "average_rating"}:
        raise NotTried("the summary has other names than this project assumes")
    prepared(chat.rate(chat.user, message, 1, comment=chat.target.name("comment")))
    reply = chat.target.eventually(
        lambda: chat.admin.call("admin.ratings.summary", query={"days": 1}),
        lambda reply: all(reply.needed().json[name] > before[name] for name in _COUNTED),
        "the summary does not count a new like with a comment",
    )
    reply.keeps(rules.summary_counts_and_averages)


@check("chat.admin-ratings.summary-breaks-down-by-day")
def summary_breaks_down_by_day(chat: Chat) -> None:
    """The days of a summary have all of its likes and dislikes, each day once."""
    _two_ratings(chat)
    if not _summary(chat).keys() >= {*rules.SUMMARY, "ratings_by_day"}:
        raise NotTried("the summary has other names than this project assumes")
    reply = chat.target.eventually(
        lambda: chat.admin.call("admin.ratings.summary"),
        lambda reply: min(reply.needed().json["like_count"], reply.json["dislike_count"]) > 0,
        "the summary does not count new ratings",
    )
    reply.keeps(rules.summary_breaks_down_by_day)


@check("chat.admin-ratings.export-is-json-by-default")
def export_is_json_by_default(chat: Chat) -> None:
    """Without a format and with `json`, the export is one JSON document."""
    for reply in (_export(chat), _export(chat, export_format="json")):
        reply.needed().keeps(rules.export_is_json_by_default)


@check("chat.admin-ratings.export-format-is-json-or-csv", own_condition=SUCCESS)
def export_format_is_json_or_csv(chat: Chat) -> None:
    """Both are taken; the contract does not name another one."""
    for export_format in ("json", "csv"):
        _export(chat, export_format=export_format).succeeds()


@check("chat.admin-ratings.export-as-csv-is-streamed")
def export_as_csv_is_streamed(chat: Chat) -> None:
    """The table is text/csv, with a row that shows a new rating by its id or its comment; all rows are as long."""
    ratings = _two_ratings(chat)
    reply = chat.target.eventually(
        lambda: _export(chat, export_format="csv"),
        lambda reply: _shows(reply, ratings.like, ratings.comment),
        "a new rating is not in the table",
    )
    reply.keeps(rules.export_as_csv_is_a_table)
    rows = rules.table(reply.exchange())
    matches = [row for row in rows if {ratings.like, ratings.comment} & {*row}]
    reply.expect(len(matches) == 1, f"a rating is in {len(matches)} rows and not in one")


@check("chat.admin-ratings.export-is-an-attachment")
def export_is_an_attachment(chat: Chat) -> None:
    """Both forms have the header Content-Disposition."""
    for export_format in ("json", "csv"):
        _export(chat, export_format=export_format).needed().keeps(rules.ratings_export_is_an_attachment)

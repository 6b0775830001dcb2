"""Mutants of the ratings of all users."""

from tests.mutants.chat.parts import default, ignore, reverse, take
from trivet_checks.mutants.changes import HeldAnswer, change_answer, change_reply, refuse
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.chat import ChatStub

_LIST = "admin.ratings.list"
_SUMMARY = "admin.ratings.summary"
_EXPORT = "admin.ratings.export"


@mutant("chat.admin-ratings.list-is-newest-first", shown_by="one")
def list_is_oldest_first(stub: ChatStub) -> None:
    """The list has the oldest rating first."""
    reverse(stub, _LIST)


@mutant("chat.admin-ratings.filter-is-minus-1-to-1", shown_by="one")
def filter_of_2_is_taken(stub: ChatStub) -> None:
    """A filter of 2 is one of 1."""
    take(stub, _EXPORT, "rating_filter=2", "rating_filter=1")


@mutant("chat.admin-ratings.filter-chooses-likes-or-dislikes", shown_by="one")
def filter_is_ignored(stub: ChatStub) -> None:
    """The list has all ratings, with any filter."""
    ignore(stub, _LIST, "rating_filter")


@mutant("chat.admin-ratings.filter-chooses-likes-or-dislikes", shown_by="two")
def likes_are_exported_by_default(stub: ChatStub) -> None:
    """The export has likes alone without a filter."""
    default(stub, _EXPORT, "rating_filter", "1")


@mutant("chat.admin-ratings.comments-only-by-request", shown_by="one")
def comments_are_not_required(stub: ChatStub) -> None:
    """The export has ratings without a comment, even if it should not."""
    ignore(stub, _EXPORT, "with_comments_only")


@mutant("chat.admin-ratings.comments-only-by-request", shown_by="two")
def comments_are_required_by_default(stub: ChatStub) -> None:
    """The list has ratings with a comment alone."""
    default(stub, _LIST, "with_comments_only", "true")


@mutant("chat.admin-ratings.summary-days-are-1-to-365", shown_by="one")
def no_day_is_taken(stub: ChatStub) -> None:
    """A summary of no days is one of one."""
    take(stub, _SUMMARY, "days=0", "days=1")


@mutant("chat.admin-ratings.summary-covers-30-days-by-default", shown_by="two")
def summary_covers_a_week(stub: ChatStub) -> None:
    """Without days, a summary covers seven."""
    default(stub, _SUMMARY, "days", "7")


@mutant("chat.admin-ratings.summary-counts-and-averages", shown_by="one")
def likes_are_not_counted(stub: ChatStub) -> None:
    """The summary has no likes."""
    change_answer(stub, _SUMMARY, lambda summary: {**summary, "like_count": 0})


@mutant("chat.admin-ratings.summary-counts-and-averages", shown_by="one")
def average_is_a_percentage(stub: ChatStub) -> None:
    """The average is 0 to 100."""
    change_answer(stub, _SUMMARY, lambda summary: {**summary, "average_rating": 50 * summary["average_rating"] + 50})


@mutant("chat.admin-ratings.summary-breaks-down-by-day", shown_by="one")
def last_day_is_left_out(stub: ChatStub) -> None:
    """The breakdown ends with yesterday."""
    change_answer(stub, _SUMMARY, lambda summary: {**summary, "ratings_by_day": summary["ratings_by_day"][:-1]})


@mutant("chat.admin-ratings.export-is-json-by-default", shown_by="one")
def export_is_csv_by_default(stub: ChatStub) -> None:
    """Without a format, the export is a table."""
    default(stub, _EXPORT, "export_format", "csv")


@mutant("chat.admin-ratings.export-format-is-json-or-csv", shown_by="one")
def csv_is_refused(stub: ChatStub) -> None:
    """There is no export as CSV."""
    refuse(stub, _EXPORT, lambda request: request.query_params.get("export_format") == "csv")


@mutant("chat.admin-ratings.export-as-csv-is-streamed", shown_by="one")
def csv_is_plain_text(stub: ChatStub) -> None:
    """The table has another media type."""

    def change(answer: HeldAnswer) -> None:
        answer.headers["content-type"] = answer.headers["content-type"].replace("text/csv", "text/plain")

    change_reply(stub, _EXPORT, change)


@mutant("chat.admin-ratings.export-as-csv-is-streamed", shown_by="two")
def csv_ends_early(stub: ChatStub) -> None:
    """The table has the newest rating alone."""

    def change(answer: HeldAnswer) -> None:
        if answer.headers["content-type"].startswith("text/csv"):
            answer.body = b"".join(answer.body.splitlines(keepends=True)[:2])

    change_reply(stub, _EXPORT, change)


@mutant("chat.admin-ratings.export-is-an-attachment", shown_by="one")
def export_is_no_attachment(stub: ChatStub) -> None:
    """The export has no header Content-Disposition."""

    def change(answer: HeldAnswer) -> None:
        answer.headers.pop("content-disposition", None)

    change_reply(stub, _EXPORT, change)

"""The words of a finding lead the owner of a server to its fault: they name the request and the answer."""

import re

import pytest

from tests.checks.checks import faults
from tests.mutants.bus.services import number_filter_is_ignored
from tests.mutants.bus.stops import code_filter_is_ignored
from tests.mutants.chat.admin_ratings import comments_are_not_required, filter_is_ignored
from tests.mutants.chat.ratings import unrate_does_nothing
from trivet_checks.mutants.changes import change_answer, change_query, change_reply
from trivet_checks.mutants.trial import new_stub, try_rules


def first_record_twice(stub):
    """Begin each page of stops with its first record once more."""
    change_answer(stub, "stops.list", lambda page: {**page, "value": [*page["value"][:1], *page["value"]]})


def dislikes_for_likes(stub):
    """List the dislikes where the likes are asked for."""
    change_query(stub, "admin.ratings.list", lambda query: query.replace(b"rating_filter=1", b"rating_filter=-1"))


def rows_twice(stub):
    """Export the last rating twice."""

    def repeat(reply):
        if reply.headers["content-type"].startswith("text/csv"):
            lines = reply.body.splitlines(keepends=True)
            reply.body = b"".join([*lines, *lines[1:]])

    change_reply(stub, "admin.ratings.export", repeat)


@pytest.mark.parametrize(
    ("fault", "rule", "words"),
    [
        (
            code_filter_is_ignored,
            "bus.stops.code-filter",
            r"BusStopCode=\d+ gives \d+ others, such as \['\d+', '\d+', '\d+'\]",
        ),
        (
            number_filter_is_ignored,
            "bus.services.number-filter",
            r"ServiceNo=\w+ gives \d+ others, such as \['\w+', .*\]",
        ),
        (
            faults.refusing("arrivals.get", "ServiceNo"),
            "bus.arrivals.service-filter",
            r"ServiceNo=\w+ is refused with 400",
        ),
        (
            first_record_twice,
            "bus.paging.skip-counts-records",
            r"stops.list: a page has a record twice, so that \$skip=\d+ counts it",
        ),
        (
            unrate_does_nothing,
            "chat.ratings.unrate-removes-the-callers",
            "a removed rating is still there: the next one is a 200",
        ),
        (
            filter_is_ignored,
            "chat.admin-ratings.filter-chooses-likes-or-dislikes",
            "with rating_filter=1 there is a rating that does not match",
        ),
        (
            dislikes_for_likes,
            "chat.admin-ratings.filter-chooses-likes-or-dislikes",
            "with rating_filter=1 a rating that matches is left out",
        ),
        (
            comments_are_not_required,
            "chat.admin-ratings.comments-only-by-request",
            "with with_comments_only=True there is a rating that does not match",
        ),
        (rows_twice, "chat.admin-ratings.export-as-csv-is-streamed", "a rating is in 2 rows and not in one"),
    ],
)
def test_finding_names_the_request_and_the_answer(fault, rule, words):
    with new_stub(rule.partition(".")[0]) as stub:
        getattr(fault, "change", fault)(stub)
        verdicts = {verdict.id: verdict for verdict in try_rules(stub, [rule]).verdicts}

    assert verdicts[rule].outcome == "broken"
    assert re.search(words, verdicts[rule].reason), verdicts[rule].reason

"""Faults of a server, each in one place: wrappers around a stub that change what it answers or takes."""

import json
import re

from starlette.responses import Response

from trivet_checks.mutants.changes import around, change_reply, change_status

LISTS = ("conversations.list", "conversations.shared_with_me", "admin.conversations.list", "admin.ratings.list")
"""The lists whose pages have at most 100 records."""


def _change_bodies(stub, change, *operations):
    """Change the JSON of each success of operations, by default all."""

    def apply(reply):
        if 200 <= reply.status < 300 and reply.body.startswith((b"{", b"[")):
            reply.body = change(reply.body)

    for operation in operations or stub.contract.operations:
        change_reply(stub, operation, apply)


def renamed_link(stub):
    """Call the field of a link `link`."""
    _change_bodies(stub, lambda body: body.replace(b'"Link"', b'"link"'), "passenger_volume.by_stop")


def lower_case(stub):
    """Write every field in lower case."""

    def lowered(value):
        if isinstance(value, dict):
            return {name.lower(): lowered(member) for name, member in value.items()}
        return [lowered(member) for member in value] if isinstance(value, list) else value

    _change_bodies(stub, lambda body: json.dumps(lowered(json.loads(body))).encode() if body else b"")


def one_nan(stub):
    """Write the position of one stop as NaN."""
    position = re.compile(rb'("BusStopCode":"04121"[^}]*"Latitude":)[0-9.]+')
    _change_bodies(stub, lambda body: position.sub(rb"\1NaN", body), "stops.list")


def cut(stub):
    """End the JSON of stops in the middle."""
    _change_bodies(stub, lambda body: body[: len(body) // 2], "stops.list")


def marked(stub):
    """Begin every body with a byte order mark."""
    _change_bodies(stub, lambda body: b"\xef\xbb\xbf" + body if body else b"")


def half_an_emoji(stub):
    """Cut the name of a road within an emoji, as JavaScript does."""
    _change_bodies(stub, lambda body: body.replace(b'"RoadName":"', b'"RoadName":"\\ud83d'), "stops.list")


def labelled_as_text(stub):
    """Send the JSON of stops as text."""

    def apply(reply):
        if reply.status == 200 and reply.body.startswith(b"{"):
            reply.headers["content-type"] = "text/plain"

    change_reply(stub, "stops.list", apply)


def _without_limit(query):
    return b"&".join(part for part in query.split(b"&") if not part.startswith(b"limit="))


def refusing_the_largest_limit(stub):
    """Refuse pages of 100 records."""

    async def apply(app, scope, receive, send):
        is_refused = b"limit=100" in scope["query_string"].split(b"&")
        refusal = Response(b'{"detail": "limit"}', 422, {"content-type": "application/json"})
        await (refusal if is_refused else app)(scope, receive, send)

    for operation in LISTS:
        around(stub, operation, apply)


def ignoring_the_limit(stub):
    """Make nothing of the limit of the own conversations."""

    async def apply(app, scope, receive, send):
        await app({**scope, "query_string": _without_limit(scope["query_string"])}, receive, send)

    around(stub, "conversations.list", apply)


def accepted_in_place_of_ok(stub):
    """Answer archiving with 202."""
    change_status(stub, "conversations.archive", {200: 202})


def without(*operations):
    """Have no route for operations."""

    def change(stub):
        async def apply(_app, scope, receive, send):
            await Response(b'{"detail": "Not Found"}', 404, {"content-type": "application/json"})(scope, receive, send)

        for operation in operations:
            around(stub, operation, apply)

    return change


def but_for(*operations):
    """Have routes for these operations of the bus service alone."""

    def change(stub):
        without(*(name for name in stub.contract.operations if name not in operations))(stub)

    return change

"""A chat server of another make: written from the contract's words alone, it knows neither our spec nor our stub.

It keeps the contract in a way of its own: ids of another version, more records, further fields, problem documents as
errors, 400 for invalid input, 409 for a rating of a user's message. Each name of `FAULTS` makes it break one rule, and
with `late` it stores the changes that it refuses to others than the owner, so many seconds after its answer.
"""

import csv
import io
import json
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid1

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from tests.other_make.call import Call
from tests.other_make.records import Record, Records

ARCHIVE = "archived conversations are never listed"
RATING = "the rating of a user's message is accepted"
ORDER = "the newest message is first"
PAGE = "a page is longer than its limit"
REVOCATION = "a share survives its revocation"
ROLE = "a user exports every conversation"
VIEWER_ARCHIVES = "a recipient who may view archives"
VIEWER_DELETES = "a recipient who may view deletes"
FAULTS = frozenset({ARCHIVE, RATING, ORDER, PAGE, REVOCATION, ROLE, VIEWER_ARCHIVES, VIEWER_DELETES})


class Chat:
    """The answers of the server."""

    def __init__(self, faults: Collection[str], late: float | None, clock: Callable[[], float]) -> None:
        self.faults = faults
        self.data = Records()
        self.late = late
        self.clock = clock
        self.refused: list[tuple[float, Callable[[], Response]]] = []

    def store_later(self, handler: "Handler", call: Call) -> None:
        """Store a refused change after the time of `late`, as if the owner of the conversation had sent it."""
        found = self.data.conversations.get(call.path.get("conversation_id", ""))
        if self.late is not None and found is not None:
            owner = self.data.users[found["user_id"]]
            self.refused.append((self.clock() + self.late, lambda: handler(self, replace(call, caller=owner))))

    def store_what_is_due(self) -> None:
        due = [store for at, store in self.refused if at <= self.clock()]
        self.refused = [each for each in self.refused if each[0] > self.clock()]
        for store in due:
            with suppress(HTTPException):
                store()

    def signed_in(self, request: Request) -> Record:
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        user_id, until = self.data.keys.get(key, ("", datetime.max))
        user = self.data.users.get(user_id)
        if scheme.lower() != "bearer" or user is None or until < datetime.now():
            raise HTTPException(401, "please sign in", {"WWW-Authenticate": "Bearer"})
        return user

    def found(self, call: Call, *, reading: bool = False, fault: str = "") -> Record:
        """The conversation of the path: the caller's own, or any if an administrator reads; a fault lets viewers in."""
        found = self.data.conversations.get(call.path["conversation_id"])
        if found and (found["user_id"] == call.caller["id"] or (reading and call.caller["role"] == "admin")):
            return found
        if found and fault in self.faults and self.may_view(call.caller, found):
            return found
        raise HTTPException(404, "no such conversation")

    def may_view(self, user: Record, conversation: Record) -> bool:
        shares = [each for each in self.standing() if each["conversation_id"] == conversation["id"]]
        return ("view", user["id"]) in [(each["permission"], each["shared_with"]) for each in shares]

    def whole(self, conversation: Record, status: int = 200) -> Response:
        return JSONResponse({**conversation, "messages": self.data.messages_of(conversation)}, status)

    # Conversations and their messages.

    def list_own(self, call: Call) -> Response:
        archived = call.flag("include_archived", False) and ARCHIVE not in self.faults
        mine = [each for each in self.data.conversations.values() if each["user_id"] == call.caller["id"]]
        rows = [each for each in mine if archived or not each["is_archived"]]
        return call.page(sorted(rows, key=lambda each: each["updated_at"], reverse=True), extra=PAGE in self.faults)

    def create(self, call: Call) -> Response:
        return self.whole(self.data.conversation(call.caller, call.text("title")), 201)

    def update(self, call: Call, *, archive: bool = False) -> Response:
        found = self.found(call, fault=VIEWER_ARCHIVES if archive else "")
        given = {"title": call.text("title"), "is_archived": True if archive else call.body.get("is_archived", False)}
        if not isinstance(given["is_archived"], bool):
            raise HTTPException(400, "is_archived is neither true nor false")
        names = ["is_archived"] if archive else given.keys() & call.body.keys()
        found.update({name: given[name] for name in names}, updated_at=self.data.now())
        return self.whole(found)

    def delete(self, call: Call) -> Response:
        gone = self.data.conversations.pop(self.found(call, fault=VIEWER_DELETES)["id"])["id"]
        self.data.messages = {key: each for key, each in self.data.messages.items() if each["conversation_id"] != gone}
        self.data.ratings = {key: each for key, each in self.data.ratings.items() if key[0] in self.data.messages}
        return Response(status_code=204)

    def list_messages(self, call: Call) -> Response:
        found = self.data.messages_of(self.found(call, reading=True))
        return call.page(found[::-1] if ORDER in self.faults else found, 500, 100)

    def add_message(self, call: Call) -> Response:
        role, content = call.body.get("role", "user"), call.text("content")
        if role not in ("user", "assistant", "system") or content is None:
            raise HTTPException(400, "a message has a role and a content")
        return JSONResponse(self.data.message(self.found(call), role, content), 201)

    def rated(self, call: Call) -> Record:
        """The message of the path, which can be rated."""
        found = self.data.messages.get(call.path["message_id"])
        if found is None or found["conversation_id"] != self.found(call, reading=True)["id"]:
            raise HTTPException(404, "no such message")
        if found["role"] != "assistant" and RATING not in self.faults:
            raise HTTPException(409, "only an assistant's message can be rated")
        return found

    def rate(self, call: Call) -> Response:
        message, rating, comment = self.rated(call), call.body.get("rating"), call.text("comment")
        if type(rating) is not int or rating not in (1, -1):
            raise HTTPException(400, "a rating is 1 or -1")
        status = 200 if (message["id"], call.caller["id"]) in self.data.ratings else 201
        return JSONResponse(self.data.rating(call.caller, message, rating, comment), status)

    def unrate(self, call: Call) -> Response:
        if self.data.ratings.pop((self.rated(call)["id"], call.caller["id"]), None) is None:
            raise HTTPException(404, "not rated")
        return Response(status_code=204)

    # Shares.

    def standing(self) -> list[Record]:
        """The shares that open a conversation which is still there."""
        found = [each for each in self.data.shares.values() if each["conversation_id"] in self.data.conversations]
        return [each for each in found if REVOCATION in self.faults or not each["revoked"]]

    def shared_with_me(self, call: Call) -> Response:
        shares = [each for each in self.standing() if each["shared_with"] == call.caller["id"]]
        shares = [each for each in shares if not each["revoked"]]
        return call.page(self.data.conversations[each] for each in sorted({each["conversation_id"] for each in shares}))

    def share(self, call: Call) -> Response:
        found, wanted, link = self.found(call), call.body.get("shared_with"), call.body.get("generate_link", False)
        if (wanted is not None and wanted not in self.data.users) or (wanted is None and link is not True):
            raise HTTPException(400, "shared_with is a user, or generate_link is true")
        made = self.data.record(conversation_id=found["id"], shared_by=call.caller["id"], shared_with=wanted)
        made.update(
            permission=call.text("permission") or "view", share_token=uuid1().hex if link else None, revoked=False
        )
        return JSONResponse(self.data.shares.setdefault(made["id"], made), 201)

    def list_shares(self, call: Call) -> Response:
        wanted = self.found(call)["id"]
        found = [
            each for each in self.data.shares.values() if each["conversation_id"] == wanted and not each["revoked"]
        ]
        return JSONResponse({"total": len(found), "items": found[::-1]})

    def revoke(self, call: Call) -> Response:
        share, wanted = self.data.shares.get(call.path["share_id"]), (call.path["conversation_id"], call.caller["id"])
        if share is None or share["revoked"] or (share["conversation_id"], share["shared_by"]) != wanted:
            raise HTTPException(404, "no such share")
        share["revoked"] = True
        return Response(status_code=204)

    def open_shared(self, call: Call) -> Response:
        for each in self.standing():
            if each["share_token"] == call.path["token"]:
                return self.whole(self.data.conversations[each["conversation_id"]])
        raise HTTPException(404, "no such link")

    # Administration.

    def export(self, call: Call) -> Response:
        if call.caller["role"] != "admin" and ROLE not in self.faults:
            raise HTTPException(403, "only for administrators")
        rows = [{**each, "messages": self.data.messages_of(each)} for each in self.data.conversations.values()]
        headers = {"content-disposition": "attachment; filename=conversations_export.json"}
        return JSONResponse({"total": len(rows), "conversations": rows}, headers=headers)

    def list_all(self, call: Call) -> Response:
        archived, search = call.flag("include_archived", True), call.query.get("search", "").lower()
        if len(search) > 100:
            raise HTTPException(400, "search is too long")
        rows = [each for each in self.data.conversations.values() if archived or not each["is_archived"]]
        found = [each for each in rows if search in (each["title"] or "").lower() or each["id"].startswith(search)]
        return call.page({**each, "message_count": len(self.data.messages_of(each))} for each in found)

    def matching_ratings(self, call: Call) -> list[Record]:
        wanted, commented = call.number("rating_filter", -1, 1, 0), call.flag("with_comments_only", False)
        rows = [each for each in self.data.ratings.values() if each["comment"] or not commented]
        found = [each for each in rows if "rating_filter" not in call.query or each["rating"] == wanted]
        return sorted(found, key=lambda each: each["updated_at"], reverse=True)

    def list_ratings(self, call: Call) -> Response:
        return call.page(self.matching_ratings(call))

    def summary(self, call: Call) -> Response:
        first = (datetime.now(UTC) - timedelta(days=call.number("days", 1, 365, 30))).isoformat()
        rows = [each for each in self.data.ratings.values() if each["updated_at"] > first]
        values, days = [each["rating"] for each in rows], [each["updated_at"][:10] for each in rows]
        counts = {"ratings": len(rows), "liked": values.count(1), "disliked": values.count(-1)}
        counts["commented"] = sum(each["comment"] is not None for each in rows)
        mean = sum(values) / len(values) if values else 0.0
        return JSONResponse({**counts, "mean": mean, "by_day": {day: days.count(day) for day in sorted(set(days))}})

    def export_ratings(self, call: Call) -> Response:
        wanted, rows = call.query.get("export_format", "json"), self.matching_ratings(call)
        headers = {"content-disposition": f'attachment; filename="every-rating.{wanted}"'}
        if wanted == "csv":
            return StreamingResponse(_csv(rows), media_type="text/csv", headers=headers)
        return JSONResponse({"ratings": rows}, headers=headers)

    def list_users(self, call: Call) -> Response:
        search, owners = (
            call.query.get("search", "").lower(),
            [each["user_id"] for each in self.data.conversations.values()],
        )
        rows = [each for each in self.data.users.values() if search in each["username"] or search in each["email"]]
        return call.page(({**each, "conversation_count": owners.count(each["id"])} for each in rows), 500)

    def user(self, call: Call) -> Record:
        if call.path["user_id"] not in self.data.users:
            raise HTTPException(404, "no such user")
        return self.data.users[call.path["user_id"]]

    def get_user(self, call: Call) -> Response:
        return JSONResponse(self.user(call))

    def update_user(self, call: Call) -> Response:
        user, role = self.user(call), call.text("role") or self.user(call)["role"]
        flags: Record = {name: call.body[name] for name in ("is_active", "is_app_admin") if name in call.body}
        if role not in ("user", "admin") or not all(isinstance(each, bool) for each in flags.values()):
            raise HTTPException(400, "role, is_active or is_app_admin is wrong")
        user.update(flags, role=role)
        return JSONResponse(user)

    def delete_user(self, call: Call) -> Response:
        del self.data.users[self.user(call)["id"]]
        return Response(status_code=204)

    def impersonate(self, call: Call) -> Response:
        user, key = self.user(call), uuid1().hex
        self.data.keys[key] = (user["id"], datetime.now() + timedelta(hours=1))
        ids = {"impersonated_user_id": user["id"], "impersonated_by": call.caller["id"]}
        return JSONResponse({"access_token": key, "token_type": "bearer", "expires_in": 3600, **ids})


Handler = Callable[[Chat, Call], Response]
ROUTES: dict[str, Handler] = {
    "GET /conversations/export": Chat.export,  # checks the role itself, so that a fault can leave it out
    "GET /conversations/admin-list admin": Chat.list_all,
    "GET /conversations/shared-with-me": Chat.shared_with_me,
    "GET /conversations/shared/{token} public": Chat.open_shared,
    "GET /conversations": Chat.list_own,
    "POST /conversations": Chat.create,
    "GET /conversations/{conversation_id}": lambda chat, call: chat.whole(chat.found(call, reading=True)),
    "PATCH /conversations/{conversation_id}": Chat.update,
    "DELETE /conversations/{conversation_id}": Chat.delete,
    "POST /conversations/{conversation_id}/archive": lambda chat, call: chat.update(call, archive=True),
    "GET /conversations/{conversation_id}/messages": Chat.list_messages,
    "POST /conversations/{conversation_id}/messages": Chat.add_message,
    "POST /conversations/{conversation_id}/messages/{message_id}/rate": Chat.rate,
    "DELETE /conversations/{conversation_id}/messages/{message_id}/rate": Chat.unrate,
    "GET /conversations/{conversation_id}/shares": Chat.list_shares,
    "POST /conversations/{conversation_id}/shares": Chat.share,
    "DELETE /conversations/{conversation_id}/shares/{share_id}": Chat.revoke,
    "GET /admin/ratings admin": Chat.list_ratings,
    "GET /admin/ratings/summary admin": Chat.summary,
    "GET /admin/ratings/export admin": Chat.export_ratings,
    "GET /admin/users admin": Chat.list_users,
    "GET /admin/users/{user_id} admin": Chat.get_user,
    "PATCH /admin/users/{user_id} admin": Chat.update_user,
    "DELETE /admin/users/{user_id} admin": Chat.delete_user,
    "POST /admin/users/{user_id}/impersonate admin": Chat.impersonate,
}


def chat_server(
    faults: Collection[str] = (), late: float | None = None, clock: Callable[[], float] = time.monotonic
) -> Starlette:
    """A fresh server, as an ASGI application; each of `FAULTS` breaks a rule."""
    chat = Chat(faults, late, clock)

    def route(key: str, handler: Handler) -> Route:
        method, path, *role = key.split(" ")

        async def answer(request: Request) -> Response:
            chat.store_what_is_due()
            caller = {} if role == ["public"] else chat.signed_in(request)
            if role == ["admin"] and caller["role"] != "admin":
                raise HTTPException(403, "only for administrators")
            try:
                body = json.loads(await request.body() or b"{}")
            except ValueError as error:
                raise HTTPException(400, "the body is not JSON") from error
            if not isinstance(body, dict):
                raise HTTPException(400, "the body is no object")
            call = Call(caller, request.path_params, dict(request.query_params), body)
            try:
                return handler(chat, call)
            except HTTPException:
                if method != "GET":
                    chat.store_later(handler, call)
                raise

        return Route(path, answer, methods=[method])

    return Starlette(
        routes=[route(key, handler) for key, handler in ROUTES.items()], exception_handlers={HTTPException: _problem}
    )


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    body = {"title": error.detail, "status": error.status_code, "instance": request.url.path}
    return JSONResponse(body, error.status_code, error.headers, "application/problem+json")


def _csv(rows: list[Record]) -> Iterator[str]:
    names = ["created_at", "rating", "comment", "user_id", "message_id"]
    for row in [dict(zip(names, names, strict=True)), *rows]:
        line = io.StringIO()
        csv.writer(line).writerow([row[name] for name in names])
        yield line.getvalue()

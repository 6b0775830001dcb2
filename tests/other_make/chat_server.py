"""A chat server of another make: written from the contract's words alone, it knows neither our spec nor our stub.

It keeps the contract in a way of its own: ids of another version, more records, further fields, problem documents as
errors, 400 for invalid input, 409 for a rating of a user's message. Each name of `FAULTS` makes it break one rule, and
with `late` it stores the changes that it refuses to others than the owner, so many seconds after its answer. With
`commits`, seconds or a function that returns them, it answers each write at once, and commits it so much later: until
then, no other request sees it. It can be given any other choice of the freedoms of the contract.
"""

import csv
import io
import json
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from tests.other_make.call import Call
from tests.other_make.chat_form import AS_IT_IS, NOT_YOURS, ChatForm
from tests.other_make.choices import Choices
from tests.other_make.records import NEVER, Record, Records

ARCHIVE = "archived conversations are never listed"
RATING = "the rating of a user's message is accepted"
ORDER = "the newest message is first"
PAGE = "a page is longer than its limit"
REVOCATION = "a share survives its revocation"
ROLE = "a user exports every conversation"
VIEWER_ARCHIVES = "a recipient who may view archives"
VIEWER_DELETES = "a recipient who may view deletes"
LINK = "a link survives its conversation"
LISTED = "a deleted conversation stays in the list"
USER = "a deleted user stays in the list"
TOTAL = "the total of messages stands still"
COUNT = "the count of messages stands still"
RISE = "the total of conversations does not rise"
FALL = "the total of conversations does not fall"
RESTORES = "a new title restores an archived conversation"
UNTITLED = "archiving by an update takes the title"
ACTIVATES = "a new role activates a user"
SECOND = "a changed rating is a second one"
CLAIMED = "a new conversation belongs to the user whom the body names"
EXPORTED = "the export leaves out archived conversations"
TWICE = "a second deletion is a success"
OVER_TIME = frozenset(
    {LINK, LISTED, USER, TOTAL, COUNT, RISE, FALL, RESTORES, UNTITLED, ACTIVATES, SECOND, REVOCATION, VIEWER_ARCHIVES}
)
"""The faults that the exchanges of a client show, which comes back to its records."""


class Fault(NamedTuple):
    """A fault of the server."""

    rule: str
    """The id of the rule that it breaks."""
    shown_by: str
    """How many exchanges show it to the proxy, in the words of `trivet_checks.mutants.mutant.mutant`."""


FAULTS: Mapping[str, Fault] = {
    ARCHIVE: Fault(
        "chat.conversations.archived-are-hidden-by-default",
        "missed: the times of its records are too close to one another",
    ),
    ORDER: Fault("chat.messages.list-is-oldest-first", "one"),
    PAGE: Fault("chat.paging.limit-is-1-to-100", "one"),
    RATING: Fault("chat.ratings.only-assistant-messages", "two"),
    REVOCATION: Fault("chat.shares.revoked-opens-nothing", "two"),
    ROLE: Fault("chat.access.admin-operations-need-role-admin", "neither: no answer shows the role of the caller"),
    VIEWER_ARCHIVES: Fault("chat.conversations.only-the-owner-archives", "two"),
    VIEWER_DELETES: Fault("chat.conversations.only-the-owner-deletes", "two"),
}


class Chat:
    """The answers of the server."""

    def __init__(
        self,
        faults: Collection[str],
        late: float | None,
        clock: Callable[[], float],
        commits: float | Callable[[], float] | None = None,
        choices: Choices | None = None,
    ) -> None:
        self.faults = faults
        self.choices = choices or Choices("chat")
        self.form = ChatForm(self.choices)
        self.data = Records()
        if commits is None:
            commits = {"at-once": None, "later": 0.3, "late": 2.0}[self.choices.of("writes-show")]
        self.late = late
        self.clock = clock
        self.commits = commits
        self.gone: list[Record] = []
        self.first: dict[tuple[str, str], int] = {}
        self.written: list[tuple[float, Callable[[], Response]]] = []
        self.refused: list[tuple[float, Callable[[], Response]]] = []

    def store_later(self, handler: "Handler", call: Call) -> None:
        """Store a refused change after the time of `late`, as if the owner of the conversation had sent it."""
        conversation = self.data.conversations.get(call.path.get("conversation_id", ""))
        if self.late is not None and conversation is not None:
            owner = self.data.users[conversation["user_id"]]
            self.refused.append((self.clock() + self.late, lambda: handler(self, replace(call, caller=owner))))

    def commit_later(self, handler: "Handler", call: Call) -> Response:
        """Answer a write as if it were stored, and store the same after the time of `commits`."""
        if self.commits is None:
            return handler(self, call)
        committed, self.data = self.data, deepcopy(self.data)
        self.data.generated = []
        try:
            response = handler(self, call)
        finally:
            generated, self.data = self.data.generated, committed

        def commit() -> Response:
            self.data.replayed = generated
            return handler(self, call)

        after = self.commits() if callable(self.commits) else self.commits
        before = self.written[-1][0] if self.written else 0.0
        self.written.append((max(before, self.clock() + after), commit))  # writes are committed in their order
        return response

    def store_what_is_due(self) -> None:
        while self.written and self.written[0][0] <= self.clock():
            with suppress(HTTPException):
                self.written.pop(0)[1]()
            self.data.replayed = []
        due = [store for at, store in self.refused if at <= self.clock()]
        self.refused = [refusal for refusal in self.refused if refusal[0] > self.clock()]
        for store in due:
            with suppress(HTTPException):
                store()

    def signed_in(self, request: Request) -> Record:
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        expected = {"bearer": "bearer", "key": "key", "bare": ""}[self.choices.of("credentials")]
        if not expected:
            scheme, key = "", scheme
        user_id, until = self.data.keys.get(key, ("", NEVER))
        user = self.data.users.get(user_id)
        if scheme.lower() != expected or user is None or until < datetime.now(UTC):
            raise HTTPException(401, "please sign in", {"WWW-Authenticate": "Bearer"})
        return user

    def conversation_of(self, call: Call, *, reading: bool = False, fault: str = "") -> Record:
        """The conversation of the path: the caller's own, or any if an administrator reads; a fault lets viewers in."""
        conversation = self.data.conversations.get(call.path["conversation_id"])
        if conversation is None:
            raise HTTPException(404, "no such conversation")
        permitted = conversation["user_id"] == call.caller["id"] or (reading and call.caller["role"] == "admin")
        if permitted or (fault in self.faults and self.may_view(call.caller, conversation)):
            return conversation
        raise HTTPException(404, "no such conversation" if reading else NOT_YOURS)

    def may_view(self, user: Record, conversation: Record) -> bool:
        shares = [share for share in self.standing() if share["conversation_id"] == conversation["id"]]
        return ("view", user["id"]) in [(share["permission"], share["shared_with"]) for share in shares]

    def whole(self, conversation: Record, status: int = 200) -> Response:
        return self.form.answer({**conversation, "messages": self.data.messages_of(conversation)}, status)

    # Conversations and their messages.

    def list_own(self, call: Call) -> Response:
        archived = call.flag("include_archived", False) and ARCHIVE not in self.faults
        own = [row for row in self.data.conversations.values() if row["user_id"] == call.caller["id"]]
        rows = [row for row in own if archived or not row["is_archived"]]
        if LISTED in self.faults:
            rows += [row for row in self.gone if row.get("user_id") == call.caller["id"]]
        total = len(rows)
        if RISE in self.faults:
            total = min(total, self.first.setdefault((RISE, call.caller["id"]), total))
        if FALL in self.faults:
            total = self.first[FALL, call.caller["id"]] = max(total, self.first.get((FALL, call.caller["id"]), 0))
        rows = sorted(rows, key=lambda row: row["updated_at"], reverse=True)
        return self.page(call, rows, extra=PAGE in self.faults, total=total)

    def create(self, call: Call) -> Response:
        claimed = self.data.users.get(call.body.get("user_id", "")) if CLAIMED in self.faults else None
        return self.whole(self.data.conversation(claimed or call.caller, call.text("title")), 201)

    def page(
        self, call: Call, rows: Iterable[Record], *bounds: int, extra: int = 0, total: int | None = None
    ) -> Response:
        """A page of records in the form of this server."""
        return self.form.page(call.page(rows, *bounds, extra=extra, total=total), call)

    def update(self, call: Call, *, archive: bool = False) -> Response:
        if self.choices.has("archived-status", "archived"):
            others = {name: value for name, value in call.body.items() if name not in ("archived", "is_archived")}
            status = {"is_archived": call.body["archived"]} if "archived" in call.body else {}
            call = replace(call, body={**others, **status})
        conversation = self.conversation_of(call, fault=VIEWER_ARCHIVES if archive else "")
        fields = {"title": call.text("title"), "is_archived": True if archive else call.body.get("is_archived", False)}
        if not isinstance(fields["is_archived"], bool):
            raise HTTPException(400, "is_archived is neither true nor false")
        names = ["is_archived"] if archive else fields.keys() & call.body.keys()
        if RESTORES in self.faults and "is_archived" not in names:
            conversation["is_archived"] = False
        if UNTITLED in self.faults and "title" not in names and not archive:
            conversation["title"] = None
        conversation.update({name: fields[name] for name in names}, updated_at=self.data.now())
        return self.whole(conversation)

    def delete(self, call: Call) -> Response:
        if TWICE in self.faults and call.path["conversation_id"] in [row["id"] for row in self.gone]:
            return Response(status_code=204)
        self.gone.append(self.data.conversations.pop(self.conversation_of(call, fault=VIEWER_DELETES)["id"]))
        gone = self.gone[-1]["id"]
        self.data.messages = {
            key: message for key, message in self.data.messages.items() if message["conversation_id"] != gone
        }
        self.data.ratings = {key: rating for key, rating in self.data.ratings.items() if key[0] in self.data.messages}
        return Response(status_code=204)

    def list_messages(self, call: Call) -> Response:
        conversation = self.conversation_of(call, reading=True)
        messages = self.data.messages_of(conversation)
        total = self.still(TOTAL, conversation, len(messages))
        return self.page(call, messages[::-1] if ORDER in self.faults else messages, 500, 100, total=total)

    def still(self, fault: str, conversation: Record, number: int) -> int:
        """A number of messages; with a fault, the one that was there first."""
        return self.first.setdefault((fault, conversation["id"]), number) if fault in self.faults else number

    def add_message(self, call: Call) -> Response:
        takes_no_role = self.choices.has("message-author", "not-taken")
        if takes_no_role and "role" in call.body:
            raise HTTPException(400, "role is unknown")
        by_itself = takes_no_role or self.choices.has("message-author", "by-itself")
        role = "user" if by_itself else call.body.get("role", "user")
        content = call.text(self.form.text)
        if role not in ("user", "assistant", "system") or content is None:
            raise HTTPException(400, "a message has a role and a content")
        conversation = self.conversation_of(call)
        updated = conversation["updated_at"]
        message = self.data.message(conversation, role, content)
        if by_itself:
            self.data.message(conversation, "assistant", "I see.")
        if self.choices.has("message-is-an-update", "no-update"):
            conversation["updated_at"] = updated
        return self.form.answer(message, 201)

    def rated(self, call: Call) -> Record:
        """The message of the path, which can be rated."""
        conversation, message = (
            self.conversation_of(call, reading=True),
            self.data.messages.get(call.path["message_id"]),
        )
        if message is None or message["conversation_id"] != conversation["id"]:
            raise HTTPException(404, "no such message")
        if message["role"] != "assistant" and RATING not in self.faults:
            statuses = {"conflict": 409, "bad-request": 400, "forbidden": 403, "not-found": 404}
            raise HTTPException(statuses[self.choices.of("refusal-of-ratings")], AS_IT_IS)
        return message

    def rate(self, call: Call) -> Response:
        message, rating, comment = self.rated(call), call.body.get("rating"), call.text("comment")
        permitted = (1, -1, 0) if self.choices.has("rating-of-0", "taken") else (1, -1)
        if type(rating) is not int or rating not in permitted:
            raise HTTPException(400, "a rating is 1 or -1")
        key = (message["id"], call.caller["id"])
        status = 200 if key in self.data.ratings else 201
        if SECOND in self.faults and status == 200:
            first = self.data.ratings.pop(key)
            self.data.ratings[message["id"], first["id"]] = first
        return self.form.answer(self.data.rating(call.caller, message, rating, comment), status)

    def unrate(self, call: Call) -> Response:
        if self.data.ratings.pop((self.rated(call)["id"], call.caller["id"]), None) is None:
            if self.choices.has("unrate-unrated", "done"):
                return Response(status_code=204)
            if self.choices.has("unrate-unrated", "conflict"):
                raise HTTPException(409, AS_IT_IS)
            raise HTTPException(404, "not rated")
        return Response(status_code=204)

    # Shares.

    def standing(self) -> list[Record]:
        """The shares of the conversations that still exist."""
        shares = [share for share in self.data.shares.values() if share["conversation_id"] in self.data.conversations]
        return [share for share in shares if REVOCATION in self.faults or not share["revoked"]]

    def shared_with_me(self, call: Call) -> Response:
        shares = [share for share in self.standing() if share["shared_with"] == call.caller["id"]]
        shares = [share for share in shares if not share["revoked"]]
        shared = dict.fromkeys(share["conversation_id"] for share in shares)
        by_id = self.choices.has("order-of-shared", "by-id")
        return self.page(call, (self.data.conversations[id_] for id_ in (sorted(shared) if by_id else shared)))

    def share(self, call: Call) -> Response:
        conversation = self.conversation_of(call)
        user_id, link = call.body.get("shared_with"), call.body.get("generate_link", False)
        if (user_id is not None and user_id not in self.data.users) or (user_id is None and link is not True):
            raise HTTPException(400, "shared_with is a user, or generate_link is true")
        if self.choices.has("share-inputs", "required") and not call.body.keys() >= {"generate_link", "permission"}:
            raise HTTPException(400, "generate_link and permission are missing")
        words = ("read", "write")
        is_named = self.choices.has("permission-values", "read-and-write")
        if is_named and call.body.get("permission") not in (None, *words):
            raise HTTPException(400, "permission is neither read nor write")
        share = self.data.record(conversation_id=conversation["id"], shared_by=call.caller["id"], shared_with=user_id)
        share.update(
            permission=call.text("permission") or (words[0] if is_named else "view"),
            share_token=self.data.new_id() if link else None,
            revoked=False,
        )
        return self.form.answer(self.form.share(self.data.shares.setdefault(share["id"], share)), 201)

    def list_shares(self, call: Call) -> Response:
        conversation_id = self.conversation_of(call)["id"]
        shares = [
            share
            for share in self.data.shares.values()
            if share["conversation_id"] == conversation_id
            and (self.choices.has("revoked-shares", "marked") or not share["revoked"])
        ]
        shares = shares if self.choices.has("order-of-shares", "oldest") else shares[::-1]
        return self.form.answer({"total": len(shares), "items": [self.form.share(share) for share in shares]})

    def revoke(self, call: Call) -> Response:
        share, keys = self.data.shares.get(call.path["share_id"]), (call.path["conversation_id"], call.caller["id"])
        if share is None or share["revoked"] or (share["conversation_id"], share["shared_by"]) != keys:
            raise HTTPException(404, "no such share")
        share["revoked"] = True
        return Response(status_code=204)

    def open_shared(self, call: Call) -> Response:
        for share in self.standing():
            if share["share_token"] == call.path["token"]:
                conversation = self.data.conversations[share["conversation_id"]]
                if self.choices.has("public-answer", "title"):
                    return self.form.answer({"about": conversation["title"]})
                if self.choices.has("public-answer", "messages"):
                    return self.form.answer({"said": self.data.messages_of(conversation)})
                return self.whole(conversation)
        for share in self.data.shares.values() if LINK in self.faults else ():
            if share["share_token"] == call.path["token"] and not share["revoked"]:
                return self.whole(next(row for row in self.gone if row["id"] == share["conversation_id"]))
        raise HTTPException(404, "no such link")

    # Administration.

    def export(self, call: Call) -> Response:
        if call.caller["role"] != "admin" and ROLE not in self.faults:
            raise HTTPException(403, "only for administrators")
        exported = [
            row for row in self.data.conversations.values() if not (EXPORTED in self.faults and row["is_archived"])
        ]
        rows = [{**row, "messages": self.data.messages_of(row)} for row in exported]
        name = {"bare": "=%s", "quoted": '="%s"', "extended": "*=UTF-8''%s"}[self.choices.of("attachment-name")]
        headers = {"content-disposition": f"attachment; filename{name % 'conversations_export.json'}"}
        return self.form.answer({"total": len(rows), "conversations": rows}, 200, headers)

    def list_all(self, call: Call) -> Response:
        archived, search = call.flag("include_archived", True), call.query.get("search", "").lower()
        if len(search) > 100:
            raise HTTPException(400, "search is too long")
        rows = [row for row in self.data.conversations.values() if archived or not row["is_archived"]]
        of_title: Callable[[str], bool] = {
            "part": lambda title: search in title,
            "beginning": lambda title: title.startswith(search),
            "whole": lambda title: search in ("", title),
        }[self.choices.of("title-match")]
        matches = [row for row in rows if of_title((row["title"] or "").lower()) or row["id"].startswith(search)]
        counts = [self.still(COUNT, row, len(self.data.messages_of(row))) for row in matches]
        pairs = zip(matches, counts, strict=True)
        return self.page(call, (self.form.counted(row, message_count=count) for row, count in pairs))

    def matching_ratings(self, call: Call) -> list[Record]:
        value, commented = call.number("rating_filter", -1, 1, 0), call.flag("with_comments_only", False)
        rows = [rating for rating in self.data.ratings.values() if rating["comment"] or not commented]
        matches = [rating for rating in rows if "rating_filter" not in call.query or rating["rating"] == value]
        return sorted(matches, key=lambda rating: rating["updated_at"], reverse=True)

    def list_ratings(self, call: Call) -> Response:
        return self.page(call, self.matching_ratings(call))

    def summary(self, call: Call) -> Response:
        first = (datetime.now(UTC) - timedelta(days=call.number("days", 1, 365, 30))).isoformat()
        rows = [rating for rating in self.data.ratings.values() if rating["updated_at"] > first]
        values, days = [rating["rating"] for rating in rows], [rating["updated_at"][:10] for rating in rows]
        counts = {"ratings": len(rows), "liked": values.count(1), "disliked": values.count(-1)}
        counts["commented"] = sum(rating["comment"] is not None for rating in rows)
        mean = sum(values) / len(values) if values else 0.0
        if self.choices.has("summary-names", "nested"):
            by_day = [{"on": day, "count": days.count(day)} for day in sorted(set(days))]
            return self.form.answer({"counts": counts, "of": {"mean": mean}, "days": by_day})
        return self.form.answer({**counts, "mean": mean, "by_day": {day: days.count(day) for day in sorted(set(days))}})

    def export_ratings(self, call: Call) -> Response:
        format_, rows = call.query.get("export_format", "json"), self.matching_ratings(call)
        headers = {"content-disposition": f'attachment; filename="every-rating.{format_}"'}
        if format_ not in ("json", "csv") and self.choices.has("export-formats", "refused"):
            raise HTTPException(400, "export_format is neither json nor csv")
        is_array = self.choices.has("export-form", "array")
        if format_ == "csv":
            status = self.form.status
            return StreamingResponse(_csv(rows, head=not is_array), status, headers, media_type="text/csv")
        return self.form.answer(rows if is_array else {"ratings": rows}, headers=headers)

    def list_users(self, call: Call) -> Response:
        search = call.query.get("search", "").lower()
        owners = [conversation["user_id"] for conversation in self.data.conversations.values()]
        users = [*self.data.users.values(), *(row for row in self.gone if "username" in row and USER in self.faults)]
        rows = [user for user in users if search in user["username"] or search in user["email"]]
        rows = rows[::-1] if self.choices.has("order-of-users", "newest") else rows
        users = (self.form.counted(user, conversation_count=owners.count(user["id"])) for user in rows)
        return self.page(call, users, 500)

    def user(self, call: Call) -> Record:
        if call.path["user_id"] not in self.data.users:
            raise HTTPException(404, "no such user")
        return self.data.users[call.path["user_id"]]

    def get_user(self, call: Call) -> Response:
        return self.form.answer(self.user(call))

    def update_user(self, call: Call) -> Response:
        user, role = self.user(call), call.text("role") or self.user(call)["role"]
        flags: Record = {name: call.body[name] for name in ("is_active", "is_app_admin") if name in call.body}
        if role not in ("user", "admin") or not all(isinstance(flag, bool) for flag in flags.values()):
            raise HTTPException(400, "role, is_active or is_app_admin is wrong")
        if ACTIVATES in self.faults and "is_active" not in flags:
            user["is_active"] = True
        user.update(flags, role=role)
        return self.form.answer(user)

    def delete_user(self, call: Call) -> Response:
        if call.path["user_id"] not in self.data.users:
            raise HTTPException(404, AS_IT_IS)
        self.gone.append(self.data.users.pop(self.user(call)["id"]))
        return Response(status_code=204)

    def impersonate(self, call: Call) -> Response:
        user, key = self.user(call), self.data.new_id()
        self.data.keys[key] = (user["id"], datetime.now(UTC) + timedelta(hours=1))
        ids = {"impersonated_user_id": user["id"], "impersonated_by": call.caller["id"]}
        return self.form.answer({"access_token": key, "token_type": "bearer", "expires_in": 3600, **ids})


Handler = Callable[[Chat, Call], Response]
ROUTES: dict[str, Handler] = {
    "GET /conversations/export": Chat.export,  # checks the role itself, so that a fault can leave it out
    "GET /conversations/admin-list admin": Chat.list_all,
    "GET /conversations/shared-with-me": Chat.shared_with_me,
    "GET /conversations/shared/{token} public": Chat.open_shared,
    "GET /conversations": Chat.list_own,
    "POST /conversations": Chat.create,
    "GET /conversations/{conversation_id}": lambda chat, call: chat.whole(chat.conversation_of(call, reading=True)),
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
    faults: Collection[str] = (),
    late: float | None = None,
    clock: Callable[[], float] = time.monotonic,
    commits: float | Callable[[], float] | None = None,
    choices: Choices | None = None,
) -> Starlette:
    """A fresh server, as an ASGI application; each of `FAULTS` breaks a rule."""
    chat = Chat(faults, late, clock, commits, choices)

    def route(key: str, handler: Handler) -> Route:
        method, path, *role = key.split(" ")

        async def answer(request: Request) -> Response:
            chat.store_what_is_due()
            caller = {} if role == ["public"] else chat.signed_in(request)
            if role == ["admin"] and caller["role"] != "admin":
                raise HTTPException(403, "only for administrators")
            chat.form.refuse_unknown(request)
            try:
                body = json.loads(await request.body() or b"{}")
            except ValueError as error:
                raise HTTPException(400, "the body is not JSON") from error
            if not isinstance(body, dict):
                raise HTTPException(400, "the body is not an object")
            chat.form.refuse_unknown_keys(body)
            call = Call(caller, request.path_params, dict(request.query_params), body)
            try:
                return handler(chat, call) if method == "GET" else chat.commit_later(handler, call)
            except HTTPException:
                if method != "GET":
                    chat.store_later(handler, call)
                raise

        return Route(path, answer, methods=[method])

    app = Starlette(
        routes=[route(key, handler) for key, handler in ROUTES.items()],
        exception_handlers={HTTPException: chat.form.problem},
        middleware=[Middleware(chat.form.limited)],
    )
    app.state.chat = chat
    return app


def _csv(rows: list[Record], *, head: bool) -> Iterator[str]:
    names = ["created_at", "rating", "comment", "user_id", "message_id"]
    for row in [*([dict(zip(names, names, strict=True))] if head else []), *rows]:
        line = io.StringIO()
        csv.writer(line).writerow([row[name] for name in names])
        yield line.getvalue()

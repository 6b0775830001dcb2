"""The forms of the answers of the chat server of another make: names of fields, statuses, media types, and errors."""

import itertools
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.other_make.call import Call
from tests.other_make.choices import Choices
from tests.other_make.errors import error_answer
from tests.other_make.records import Record

AS_IT_IS, NOT_YOURS = "it is refused", "it is not yours"
"""Details of errors: one whose status stays as it is, and one about a conversation of another user."""
_CALLERS = {"unauthorized": 401, "forbidden": 403, "bad-request": 400, "redirect": 303}
_USERS = {"forbidden": 403, "not-found": 404, "unauthorized": 401}
_OUTSIDERS = {"not-found": 404, "forbidden": 403, "conflict": 409}
_INPUTS = {"bad-request": 400, "unprocessable": 422, "conflict": 409, "failure": 500}
_MISSING = {"not-found": 404, "gone": 410}
_QUERY = {"skip", "limit", "include_archived", "search", "rating_filter", "with_comments_only", "days"}
_KEYS = {"title", "role", "rating", "comment", "shared_with", "generate_link", "permission"}
_FLAGS = {"is_active", "is_app_admin"}
_EVERY = 40


class ChatForm:
    """Gives answers the form that the server has chosen."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.text = {"content": "content", "text": "text", "unknown": "words"}[choices.of("message-form")]
        self.requests = itertools.count(1)

    @property
    def status(self) -> int:
        """That of a success of which the contract names none."""
        return 203 if self.choices.has("unnamed-status", "other") else 200

    def answer(self, value: Any, status: int | None = None, headers: Mapping[str, str] | None = None) -> Response:
        """An answer of JSON."""
        answered = Response(json.dumps(self._formed(value)), status or self.status, headers)
        parameter = "; charset=utf-8" if self.choices.has("media-type-parameters", "charset") else ""
        answered.headers["content-type"] = f"application/json{parameter}"
        return answered

    def page(self, page: Record, call: Call) -> Response:
        """A page of a list."""
        if call.query.get("search") or "rating_filter" in call.query:
            if not page["total"] and self.choices.has("filter-without-match", "not-found"):
                raise HTTPException(404, AS_IT_IS)
        elif page["skipped"] >= page["total"] and page["skipped"] and not self.choices.has("beyond-the-end", "empty"):
            raise HTTPException(404 if self.choices.has("beyond-the-end", "not-found") else 416, AS_IT_IS)
        return self.answer(page)

    def share(self, share: Record) -> Record:
        """A share with its token."""
        others = {name: value for name, value in share.items() if name != "share_token"}
        token = share["share_token"]
        if self.choices.has("share-token", "token"):
            return {**others, "token": token}
        if self.choices.has("share-token", "url"):
            return {**others, "link_url": token and f"http://chat.test/conversations/shared/{token}"}
        return share

    def counted(self, record: Record, **count: int) -> Record:
        """A record with a count."""
        return {**record, "counts": count} if self.choices.has("counts", "nested") else {**record, **count}

    def refuse_unknown(self, request: Request) -> None:
        """Refuse what the server does not take of a query or of a header."""
        if self.choices.has("unknown-inputs", "refused") and request.query_params.keys() - {*_QUERY, "export_format"}:
            raise HTTPException(400, "a parameter is unknown")
        has_parameter = ";" in request.headers.get("content-type", "")
        if has_parameter and self.choices.has("json-parameters", "refused"):
            raise HTTPException(400, "the media type has a parameter")
        if request.headers.get("content-type", "application/json").partition(";")[0] != "application/json":
            raise HTTPException(400, "the body is not JSON")

    def refuse_unknown_keys(self, body: Record) -> None:
        """Refuse what the server does not take of a body."""
        archived = "archived" if self.choices.has("archived-status", "archived") else "is_archived"
        if self.choices.has("unknown-inputs", "refused") and body.keys() - {*_KEYS, *_FLAGS, self.text, archived}:
            raise HTTPException(400, "a key is unknown")

    async def problem(self, request: Request, error: Exception) -> Response:
        """The answer to a request that is refused."""
        assert isinstance(error, HTTPException)
        status, detail = error.status_code, error.detail
        path = request.url.path
        if status == 401:
            status = _CALLERS[self.choices.of("refusal-of-callers")]
        elif status == 403 and detail != AS_IT_IS:
            status = _USERS[self.choices.of("refusal-of-users")]
        elif status == 400 and detail != AS_IT_IS:
            status = _INPUTS[self.choices.of("refusal-of-inputs")]
        elif detail == NOT_YOURS:
            status = _OUTSIDERS[self.choices.of("refusal-of-outsiders")]
        elif status == 404 and detail not in ("no such conversation", AS_IT_IS, "Not Found"):
            status = _MISSING[self.choices.of("missing-records")]
        if status == 303:
            return Response(status_code=303, headers={"location": "/sign-in"})
        return error_answer(status, error, self.choices.of("error-body"), path)

    def limited(self, app: ASGIApp) -> ASGIApp:
        """Refuse some of the requests, as a server that has no time for them."""

        async def apply(scope: Scope, receive: Receive, send: Send) -> None:
            is_next = scope["type"] == "http" and next(self.requests) % _EVERY == 0
            if is_next and self.choices.has("rate-limit", "too-many"):
                await Response(status_code=429, headers={"retry-after": "1"})(scope, receive, send)
            else:
                await app(scope, receive, send)

        return apply

    def _formed(self, value: Any) -> Any:
        """A value with the names that the server has chosen."""
        if isinstance(value, list):
            return [self._formed(inner) for inner in value]
        if not isinstance(value, dict):
            return value
        formed: Record = {}
        for name, inner in value.items():
            if (renamed := self._name(name, value)) is not None:
                formed[renamed] = self._time(inner) if name in ("created_at", "updated_at") else self._formed(inner)
        return {**formed, "note": ["of another make"]} if self.choices.has("further-fields", "more") else formed

    def _name(self, name: str, record: Record) -> str | None:
        """The name of a field, or None for one that is not shown."""
        if name == "content":
            return self.text
        if name == "role" and "conversation_id" in record:
            return None if self.choices.has("message-author", "hidden") else name
        if name == "tool_calls":
            return "calls" if self.choices.has("tool-calls", "calls") else name
        if name == "is_archived":
            return "archived" if self.choices.has("archived-status", "archived") else name
        if name in ("created_at", "updated_at") and not self.choices.has("times", "iso"):
            names = {"created_at": "created", "updated_at": "changed"}
            return names[name] if self.choices.has("times", "seconds") else None
        return name

    def _time(self, text: Any) -> Any:
        return datetime.fromisoformat(text).timestamp() if self.choices.has("times", "seconds") else text

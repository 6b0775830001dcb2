"""The statements of the chat service's contract."""

import re
from collections.abc import Iterable, Iterator

from tests.laws.statements.cells import Entry, entries, rules
from tests.laws.statements.markdown import tables
from tests.laws.statements.statement import Note, Statement, alike, noted

# The schemas by the beginning of a response's cell, after the status.
ANSWERS = {
    "JSON object with `conversations` (array) and `total` (integer)": "ConversationsExport",
    "paged list of conversation admin items": "AdminConversations",
    "paged list of the caller's conversations": "Conversations",
    "paged list of conversations shared with the caller": "Conversations",
    "paged list of messages": "Messages",
    "paged list of ratings": "AdminRatings",
    "paged admin user list": "AdminUsers",
    "object with items (array of shares)": "Shares",
    "conversation with all messages": "ConversationWithMessages",
    "conversation": "Conversation",
    "the shared conversation": "SharedConversation",
    "message": "Message",
    "rating": "MessageRating",
    "share record": "Share",
    "summary statistics": "RatingSummary",
    "all matching ratings": "RatingsExport",
    "user record": "User",
    "JSON object: access_token": "Impersonation",
}
PAGED = {
    "Conversations": "Conversation",
    "AdminConversations": "AdminConversation",
    "Messages": "Message",
    "AdminRatings": "AdminRating",
    "AdminUsers": "AdminUser",
}
PROSE = (
    "the owner user_id is set by the service from the signed-in user",
    "archived status",  # the contract does not name the field
    "matches title or ID prefix",
    "as above",
    "a user",
    "integer: 1 = like",
    "1 = likes",
    "-1 = dislikes",
    "-1 = dislike",
)


def fields(record: str, *wires: str) -> tuple[Statement, ...]:
    return tuple(Statement(f"{record}.{wire}", aspect) for wire in wires for aspect in ("field", "required"))


def counted(record: str, wire: str, kind: str) -> tuple[Statement, ...]:
    """Return the statements about the types of an array and of its total."""
    return statements("type", (f"{record}.{wire}", kind), (f"{record}.total", "integer"))


def statements(aspect: str, *pairs: tuple[str, str]) -> tuple[Statement, ...]:
    return tuple(Statement(about, aspect, value) for about, value in pairs)


CONVERSATIONS = ("Conversation", "ConversationWithMessages", "AdminConversation")
IDENTIFIED = (*CONVERSATIONS, "Message", "Share", "User", "AdminUser")
CONVERSATION = "PATCH /conversations/{conversation_id}"
RATE = "POST /conversations/{conversation_id}/messages/{message_id}/rate"
USER = "PATCH /admin/users/{user_id}"
SHARE = "POST /conversations/{conversation_id}/shares"
# Only for operations about a conversation alone, a 404 certainly means that the conversation does not exist: if a path
# also names a message or a share, or the operation needs a rating, the 404 may be about this one.
MISSING = (
    "POST /conversations/{conversation_id}/archive",
    "GET /conversations/{conversation_id}/messages",
    "POST /conversations/{conversation_id}/messages",
    SHARE,
    "GET /conversations/{conversation_id}/shares",
    "DELETE /admin/users/{user_id}",
)
UUIDS = "Identifiers of conversations, messages, shares and users are UUIDs."

NOTES = [
    Note(
        "All operations need a signed-in user, except GET /conversations/shared/{token}, which needs none.",
        (Statement("GET /conversations/shared/{token}", "public"),),
    ),
    Note(
        "404: a conversation, or a user in the delete operation, that does not exist.",
        statements("status", *((about, "404") for about in MISSING)),
    ),
    Note(
        "| Paged list | items (array) and total (integer) |",
        tuple(
            statement
            for name, record in PAGED.items()
            for statement in (*fields(name, "items", "total"), *counted(name, "items", f"array of {record}"))
        ),
    ),
    Note(
        "object with items (array of shares) and total (integer)",
        (*fields("Shares", "items", "total"), *counted("Shares", "items", "array of Share")),
    ),
    Note(
        "JSON object with `conversations` (array) and `total` (integer)",
        (
            *fields("ConversationsExport", "conversations", "total"),
            *counted("ConversationsExport", "conversations", "array"),
        ),
    ),
    Note(
        "the read form embeds its messages",
        (
            *fields("ConversationWithMessages", "messages"),
            Statement("ConversationWithMessages.messages", "type", "array of Message"),
        ),
    ),
    Note("| Conversation update | title, archived status |", (Statement(f"{CONVERSATION} title", "type", "string"),)),
    Note(
        "the owner user_id is set by the service from the signed-in user",
        tuple(Statement(f"{record}.user_id", "field") for record in CONVERSATIONS),
    ),
    Note(
        "matches title or ID prefix",
        tuple(
            Statement(f"{record}.title", aspect, value)
            for record in CONVERSATIONS
            for aspect, value in (("field", ""), ("type", "string"))
        ),
    ),
    Note(
        "JSON object: access_token (string), token_type (the word bearer), impersonated_user_id (string), "
        "impersonated_by (string, the admin's id), expires_in (integer, 3600)",
        (
            *fields("Impersonation", "access_token", "token_type", "impersonated_user_id", "impersonated_by"),
            *fields("Impersonation", "expires_in"),
            *statements("type", ("Impersonation.access_token", "string"), ("Impersonation.token_type", "string")),
            Statement("Impersonation.expires_in", "type", "integer"),
        ),
    ),
    Note(
        UUIDS,
        (
            *(field for name in IDENTIFIED for field in fields(name, "id")),
            *(Statement(f"{name}.id", "format", "uuid") for name in IDENTIFIED),
            *(Statement(f"{name}.user_id", "format", "uuid") for name in CONVERSATIONS),
            Statement("Impersonation.impersonated_user_id", "format", "uuid"),
            Statement("Impersonation.impersonated_by", "format", "uuid"),
            Statement(f"{SHARE} shared_with", "format", "uuid"),  # a user
        ),
    ),
    Note(
        "rating (integer: 1 = like, -1 = dislike)",
        (
            *statements("value", (f"{RATE} rating", "1"), (f"{RATE} rating", "-1")),
            Statement(f"{RATE} rating", "type", "integer"),
        ),
    ),
    Note(
        "`CurrentAdmin` is a signed-in user with role `admin`",
        statements("value", *((about, "admin") for about in (f"{USER} role", "User.role", "AdminUser.role"))),
    ),
    Note("media type text/csv", (Statement("GET /admin/ratings/export", "media", "text/csv"),)),
    Note("The routes belong to version 1 of the API.", (Statement("the service", "version", "1"),)),
]
# Inputs outside the body are in the query because of this sentence, or of the name of the column.
PLACEMENT = "Paging parameters are query parameters. Bodies are JSON."
IDS = ("conversation_id", "message_id", "share_id", "user_id")


def read(text: str) -> set[Statement]:
    """Return all statements of the contract."""
    stated = noted(text, [*NOTES, Note(PLACEMENT, ())])
    forms = dict[str, list[Entry]]()
    for table in tables(text):
        if table.columns == ("Record", "Known fields"):
            creates = [row for row in table.rows if row["Record"].endswith(("create", "update"))]
            forms = {row["Record"].lower(): list(entries(row["Known fields"], PROSE)) for row in creates}
        elif table.columns[0] == "Method and path":
            for row in table.rows:
                query = row["Query / body"] if "Query / body" in row else row["Query"]
                stated.update(_operation(row["Method and path"], query, row["Response"], forms))
    above, below = "GET /admin/ratings", "GET /admin/ratings/export"
    same = [alike(stated, f"{below} {name}", f"{above} {name}") for name in ("rating_filter", "with_comments_only")]
    quote = "rating_filter (as above); with_comments_only (as above)"
    return stated | noted(text, [Note(quote, tuple(statement for pair in same for statement in pair))])


def _operation(about: str, query: str, response: str, forms: dict[str, list[Entry]]) -> Iterator[Statement]:
    yield Statement(about, "operation")
    yield from _response(about, response)
    for name in re.findall(r"{(\w+)}", about):
        yield from _inputs(about, [Entry(name, optional=False, value=None, phrases=())], "path")
        if name in IDS:
            yield Statement(f"{about} {name}", "format", "uuid")
    if match := re.fullmatch(r"(?:optional )?body: ([\w ]+?)(?: \(.*\))?", query):
        form = forms.get(match[1], [])
        yield Statement(about, "body", "optional" if query.startswith("optional") else "required")
        # A PATCH may contain any of the fields of a record (RFC 5789), so none of them is stated to be required.
        yield from _inputs(about, form, "body", required=not about.startswith("PATCH"))
    elif not query.startswith("path "):  # such an input is already in the path
        yield from _inputs(about, entries(query), "query", required=False)


def _inputs(about: str, cell: Iterable[Entry], place: str, required: bool = True) -> Iterator[Statement]:
    for entry in cell:
        where = f"{about} {entry.name}"
        yield Statement(where, "input")
        yield Statement(where, "in", place)
        if required and not entry.optional:
            yield Statement(where, "required")
        yield from rules(entry, where, PROSE)


def _response(about: str, cell: str) -> Iterator[Statement]:
    yield from statements("status", *((about, status) for status in re.findall(r"\b[1-5]\d\d\b", cell)))
    answer = re.sub(r"^\d{3},? ?", "", cell)
    if answer.startswith("no body"):
        return
    fitting = [begin for begin in ANSWERS if answer.startswith(begin)]
    if not fitting:
        raise ValueError(f"{about}: {cell!r} is not a known answer")
    yield Statement(about, "answer", ANSWERS[max(fitting, key=len)])

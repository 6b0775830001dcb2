"""The operations of the chat service whose answers are compared, and the rules that they are compared by."""

from trivet_checks.explore.chat.lists import ALL, OWN, RATINGS, SHARED, USERS

MESSAGES, SHARES = "conversations.messages.list", "conversations.shares.list"
EXPORT, EXPORTED_RATINGS = "admin.conversations.export", "admin.ratings.export"
RATE, OPEN = "conversations.messages.rate", "conversations.open_shared"
TOTAL_RULE = "chat.paging.total-counts-every-match"
RECORD_RULE = "chat.answers.each-operation-answers-its-record"
SUMMARY_RULE = "chat.admin-ratings.summary-counts-and-averages"
LINK_RULE = "chat.shares.token-opens-the-conversation"
TABLE_RULE = "chat.admin-ratings.export-as-csv-is-streamed"
ANSWERS_RECORD = frozenset(
    (
        "conversations.create",
        "conversations.update",
        "conversations.archive",
        "conversations.messages.create",
        RATE,
        "conversations.shares.create",
        "admin.users.get",
        "admin.users.update",
    )
)
"""The operations that answer the record which they are about."""
KINDS = {
    OWN: "conversation",
    SHARED: "conversation",
    ALL: "conversation",
    RATINGS: "rating",
    USERS: "user",
    MESSAGES: "message",
    SHARES: "share",
}
"""The kinds of the records of each list."""
LIMITS = {OWN: 50, SHARED: 50, ALL: 50, RATINGS: 50, USERS: 50, MESSAGES: 100, SHARES: 10_000}
"""How many records a page has without a limit."""
MOST = {OWN: 100, SHARED: 100, ALL: 100, RATINGS: 100, USERS: 500, MESSAGES: 500}
LIMIT_RULES = {
    **dict.fromkeys((OWN, SHARED, ALL, RATINGS, SHARES), "chat.paging.limit-is-1-to-100"),
    MESSAGES: "chat.paging.messages-limit-is-1-to-500",
    USERS: "chat.paging.users-limit-is-1-to-500",
}
ORDERED = {
    OWN: "chat.conversations.list-is-latest-update-first",
    RATINGS: "chat.admin-ratings.list-is-newest-first",
    MESSAGES: "chat.messages.list-is-oldest-first",
}
"""The lists with an order that the contract states."""
LISTED = {
    OWN: "chat.conversations.list-is-the-callers-own",
    SHARED: "chat.shares.shared-with-me-lists-what-others-share",
    ALL: "chat.admin-conversations.archived-are-listed-by-default",
    MESSAGES: "chat.messages.list-is-oldest-first",
    SHARES: "chat.shares.list-has-items-and-total",
    EXPORT: "chat.admin-conversations.export-has-everything",
}
"""The rules about the records that a list has."""
OF_MESSAGES = {"conversations.get": "chat.conversations.get-embeds-messages", EXPORT: LISTED[EXPORT]}
_UPDATE = "chat.conversations.update-sets-title-and-archived"
_USER = "chat.users.update-changes-role-and-activity"
_FIVE = "chat.impersonation.answer-has-five-fields"
FIELDS = {
    "title": _UPDATE,
    "is_archived": _UPDATE,
    "user_id": "chat.conversations.owner-is-the-caller",
    "rating": "chat.ratings.new-is-201-and-update-is-200",
    "comment": "chat.ratings.comment-is-optional",
    "role": _USER,
    "is_active": _USER,
    "is_app_admin": _USER,
    "token_type": _FIVE,
    "impersonated_user_id": _FIVE,
    "impersonated_by": _FIVE,
    "expires_in": "chat.impersonation.expires-in-is-3600",
}
"""The rules about fields of records."""
COMPARED = frozenset(
    (
        *FIELDS,
        "id",
        "conversation_id",
        "message_id",
        "content",
        "shared_by",
        "shared_with",
        "permission",
        "email",
        "full_name",
        "user_rating",
    )
)
"""The fields that are compared with the model's wherever both sides show them."""
VOTES = {1: ("1", "like", "liked", "likes"), -1: ("-1", "dislike", "disliked", "dislikes")}
"""How a table may show a rating."""

"""Who may do what: signed-in users, administrators, owners and recipients."""

from trivet_stubs.checks.chat.service import STRANGER, Chat, Outsider, ids
from trivet_stubs.checks.suite import check
from trivet_stubs.checks.target import Caller

_OWN_LISTS = ("conversations.list", "conversations.shared_with_me")
_ADMIN_READS = (
    "admin.users.list",
    "admin.ratings.list",
    "admin.ratings.summary",
    "admin.ratings.export",
    "admin.conversations.list",
    "admin.conversations.export",
)


def _is_refused_on_users(chat: Chat, caller: Caller) -> None:
    """The operations on one user are refused; a user who is deleted all the same is the spare one, or none."""
    user_id = chat.id_of(chat.user)
    caller.call("admin.users.get", user_id).is_refused()
    caller.call("admin.users.update", user_id, json={}).is_refused()
    caller.call("admin.users.impersonate", user_id).is_refused()
    caller.call("admin.users.delete", chat.deletable_id).is_refused()


@check("chat.access.a-signed-in-user-is-needed")
def signed_in_user_is_needed(chat: Chat) -> None:
    """Without credentials, every operation but one is refused. Writes are tried if the run may write."""
    for operation in (*_OWN_LISTS, *_ADMIN_READS):
        chat.anonymous.call(operation).is_refused()
    if not chat.target.allow_writes:
        return
    conversation = chat.conversation(chat.user)
    message, share = chat.some_message(conversation), chat.share(conversation)
    chat.rate(chat.user, message)
    chat.wait_until_listed(conversation)
    here, text = conversation["id"], chat.target.name("of no user")
    chat.create(chat.anonymous, {"title": text}).is_refused()
    chat.anonymous.call("conversations.get", here).is_refused()
    chat.anonymous.call("conversations.update", here, json={"title": text}).is_refused()
    chat.anonymous.call("conversations.archive", here).is_refused()
    chat.anonymous.call("conversations.messages.list", here).is_refused()
    chat.anonymous.call("conversations.messages.create", here, json={"role": "user", "content": text}).is_refused()
    chat.anonymous.call("conversations.messages.rate", *message, json={"rating": 1}).is_refused()
    chat.anonymous.call("conversations.messages.unrate", *message).is_refused()
    chat.anonymous.call("conversations.shares.list", here).is_refused()
    chat.anonymous.call("conversations.shares.create", here, json={"generate_link": True}).is_refused()
    chat.anonymous.call("conversations.shares.delete", here, share["id"]).is_refused()
    chat.anonymous.call("conversations.delete", here).is_refused()
    chat.stays_readable(conversation, without=text)
    chat.stays_listed(conversation)
    chat.shares_stay(conversation, [share])
    _is_refused_on_users(chat, chat.anonymous)


@check("chat.access.public-link-needs-no-sign-in")
def public_link_needs_no_sign_in(chat: Chat) -> None:
    """The link of a share opens without credentials."""
    token = chat.link(chat.conversation(chat.user))
    chat.target.eventually(
        lambda: chat.anonymous.call("conversations.open_shared", token),
        lambda reply: reply.ok,
        "a public link does not open without credentials",
    )


@check("chat.access.admin-operations-need-role-admin")
def admin_operations_need_role_admin(chat: Chat) -> None:
    """A user without the role is refused. Writes are tried if the run may write."""
    for operation in _ADMIN_READS:
        chat.user.call(operation).is_refused()
    if chat.target.allow_writes:
        _is_refused_on_users(chat, chat.user)


@check("chat.access.admin-reads-any-conversation")
def admin_reads_any_conversation(chat: Chat) -> None:
    """An administrator reads a conversation of the user, and its messages."""
    conversation = chat.conversation(chat.user)
    message = chat.message(chat.user, conversation)
    chat.admin.call("conversations.get", conversation["id"]).succeeds()
    page = chat.admin.call("conversations.messages.list", conversation["id"])
    page.expect(message["id"] in ids(page), "an administrator does not see the message")


@check("chat.access.others-read-only-their-own")
def others_read_only_their_own(chat: Chat) -> None:
    """To another user, a conversation does not exist: reading it is a 404, the rest is refused."""

    def is_refused(outsider: Outsider) -> None:
        _, message = chat.some_message(outsider.conversation)
        with chat.target.part("conversations.get"):
            outsider.call("conversations.get").is_refused(404)
        for operation, segments, json in (
            ("conversations.messages.list", (), None),
            ("conversations.messages.rate", (message,), {"rating": 1}),
            ("conversations.messages.unrate", (message,), None),
        ):
            with chat.target.part(operation):
                outsider.call(operation, *segments, json=json).is_refused()
        chat.changes_nothing(outsider)

    chat.each_outsider(is_refused, [STRANGER])


@check("chat.access.recipients-read-what-is-shared")
def recipients_read_what_is_shared(chat: Chat) -> None:
    """The other user reads a conversation that is shared with them, and its messages."""
    conversation = chat.conversation(chat.user)
    message = chat.message(chat.user, conversation)
    chat.share(conversation, shared_with=chat.id_of(chat.other))
    chat.target.eventually(
        lambda: chat.other.call("conversations.get", conversation["id"]),
        lambda reply: reply.ok,
        "a recipient cannot read the conversation",
    )
    page = chat.other.call("conversations.messages.list", conversation["id"])
    page.expect(message["id"] in ids(page), "a recipient does not see the message")


@check("chat.access.credentials-are-a-bearer-token")
def credentials_are_a_bearer_token(chat: Chat) -> None:
    """The scheme is taken in any case; the same token with another scheme is refused."""
    for scheme in ("Bearer", "bearer", "BEARER"):
        chat.user.with_scheme(scheme).call("conversations.list").succeeds()
    chat.user.with_scheme("Basic").call("conversations.list").is_refused(401)


@check("chat.access.unknown-token-is-401")
def unknown_token_is_401(chat: Chat) -> None:
    """A token that the service never issued is refused, for administrators' operations too."""
    stranger = chat.anonymous.presenting("Bearer no-such-token", "Bearer no-such-token")
    for operation in ("conversations.list", "conversations.shared_with_me", "admin.users.list"):
        stranger.call(operation).is_refused(401)


@check("chat.access.token-of-a-deleted-user-is-401")
def token_of_deleted_user_is_401(chat: Chat) -> None:
    """The caller `spare` is deleted, and their token opens nothing any more."""
    chat.settled(lambda: chat.deleted_user.reply, lambda reply: reply.ok, "a user who was deleted")
    chat.target.eventually(
        lambda: chat.spare.call("conversations.list"),
        lambda reply: reply.status == 401,
        "the token of a deleted user is not refused with 401",
    )


@check("chat.access.token-of-an-inactive-user-is-401")
def token_of_inactive_user_is_401(chat: Chat) -> None:
    """The other user is made inactive, and active again."""
    user_id = chat.id_of(chat.other)
    chat.restored(user_id)
    chat.admin.call("admin.users.update", user_id, json={"is_active": False}).succeeds()
    chat.target.eventually(
        lambda: chat.other.call("conversations.list"),
        lambda reply: reply.status == 401,
        "the token of an inactive user is not refused with 401",
    )
    chat.admin.call("admin.users.update", user_id, json={"is_active": True}).succeeds()
    chat.target.eventually(
        lambda: chat.other.call("conversations.list"),
        lambda reply: reply.ok,
        "the token of a user who is active again is refused",
    )

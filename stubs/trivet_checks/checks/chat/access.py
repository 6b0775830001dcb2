"""Who may do what: signed-in users, administrators, owners and recipients."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from trivet_checks.checks.chat.service import SIGNED_OUT, STRANGER, Chat, Outsider, ids
from trivet_checks.checks.suite import REFUSAL, check
from trivet_checks.checks.target import Caller
from trivet_checks.exchanges.evidence import NotTried

_OWN_LISTS = ("conversations.list", "conversations.shared_with_me")
_ADMIN_READS = (
    "admin.users.list",
    "admin.ratings.list",
    "admin.ratings.summary",
    "admin.ratings.export",
    "admin.conversations.list",
    "admin.conversations.export",
)


def _are_refused(chat: Chat, caller: Caller, calls: Iterable[tuple[str, Sequence[object], object]]) -> None:
    """Each of these operations is refused to a caller, which is a part of the rule."""
    for operation, segments, json in calls:
        with chat.target.part(operation):
            caller.call(operation, *segments, json=json).is_refused()


def _on_users(chat: Chat) -> Iterator[tuple[str, Sequence[object], object]]:
    """The operations on one user; a user who is deleted all the same is the spare one, or none."""
    user_id = chat.id_of(chat.user)
    yield "admin.users.get", [user_id], None
    yield "admin.users.update", [user_id], {}
    yield "admin.users.impersonate", [user_id], None
    yield "admin.users.delete", [chat.deletable_id], None


@check("chat.access.a-signed-in-user-is-needed", own_condition=REFUSAL)
def signed_in_user_is_needed(chat: Chat) -> None:
    """Without credentials, every operation but one is refused. Writes are tried if the run may write."""
    with chat.target.part(SIGNED_OUT.who):
        _signed_out_caller_is_refused(chat)


def _signed_out_caller_is_refused(chat: Chat) -> None:
    _are_refused(chat, chat.anonymous, ((operation, (), None) for operation in (*_OWN_LISTS, *_ADMIN_READS)))
    if not chat.target.allow_writes:
        return
    conversation = chat.conversation(chat.user)
    share = chat.share(conversation)
    chat.wait_until_listed(conversation)
    here, text = conversation["id"], chat.target.name("of no user")
    with chat.target.part("conversations.create"):
        chat.create(chat.anonymous, {"title": text}).is_refused()
    message = {"role": "user", "content": text}
    calls: list[tuple[str, Sequence[object], object]] = [
        ("conversations.get", [here], None),
        ("conversations.update", [here], {"title": text}),
        ("conversations.archive", [here], None),
        ("conversations.messages.list", [here], None),
        ("conversations.messages.create", [here], message),
        ("conversations.shares.list", [here], None),
        ("conversations.shares.create", [here], {"generate_link": True}),
        ("conversations.shares.delete", [here, share["id"]], None),
    ]
    _are_refused(chat, chat.anonymous, calls)
    with chat.target.part("ratings"), suppress(NotTried):
        rated = chat.some_message(conversation)
        chat.rate(chat.user, rated)
        calls = [
            ("conversations.messages.rate", rated, {"rating": 1}),
            ("conversations.messages.unrate", rated, None),
        ]
        _are_refused(chat, chat.anonymous, calls)
    _are_refused(chat, chat.anonymous, [("conversations.delete", [here], None)])
    chat.stays_readable(conversation, without=text)
    chat.stays_listed(conversation)
    chat.shares_stay(conversation, [share])
    _are_refused(chat, chat.anonymous, _on_users(chat))


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
    """Two users without the role are refused. Writes are tried if the run may write."""
    for name in ("user", "other"):
        with chat.target.part(name):
            caller = chat.target.caller(name)
            _are_refused(chat, caller, ((operation, (), None) for operation in _ADMIN_READS))
            if chat.target.allow_writes:
                _are_refused(chat, caller, _on_users(chat))


@check("chat.access.admin-reads-any-conversation")
def admin_reads_any_conversation(chat: Chat) -> None:
    """An administrator reads a conversation of the user, and its messages."""
    conversation = chat.conversation(chat.user)
    with suppress(NotTried):
        chat.message(chat.user, conversation)
    chat.admin.call("conversations.get", conversation["id"]).succeeds()
    own = ids(chat.user.call("conversations.messages.list", conversation["id"]))
    page = chat.admin.call("conversations.messages.list", conversation["id"]).succeeds()
    page.expect({*own} <= {*ids(page)}, "an administrator does not see the message")


@check("chat.access.others-read-only-their-own")
def others_read_only_their_own(chat: Chat) -> None:
    """To another user, a conversation does not exist: reading it is a 404, the rest is refused."""

    def is_refused(outsider: Outsider) -> None:
        with chat.target.part("conversations.get"):
            outsider.call("conversations.get").is_refused(404)
        with chat.target.part("conversations.messages.list"):
            outsider.call("conversations.messages.list").is_refused()
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
    page = chat.other.call("conversations.messages.list", conversation["id"]).succeeds()
    page.expect(message["id"] in ids(page), "a recipient does not see the message")


@check("chat.access.credentials-are-a-bearer-token")
def credentials_are_a_bearer_token(chat: Chat) -> None:
    """The scheme is taken in any case; the same token with another scheme is refused."""
    for scheme in ("Bearer", "bearer", "BEARER"):
        chat.user.with_scheme(scheme).call("conversations.list").succeeds()
    chat.user.with_scheme("Basic").call("conversations.list").is_refused(401)


@check("chat.access.unknown-token-is-401", own_condition=REFUSAL)
def unknown_token_is_401(chat: Chat) -> None:
    """A token that the service never issued is refused, for administrators' operations too."""
    stranger = chat.anonymous.presenting("Bearer no-such-token", "Bearer no-such-token")
    for operation in chat.target.of(("conversations.list", "conversations.shared_with_me", "admin.users.list")):
        stranger.call(operation).is_refused(401)


@check("chat.access.token-of-a-deleted-user-is-401")
def token_of_deleted_user_is_401(chat: Chat) -> None:
    """The caller `spare` is deleted, and their token opens nothing any more."""
    deletion = chat.deleted_user.reply
    if deletion is not None:  # otherwise the user was seen to be gone
        chat.settled(lambda: deletion, lambda reply: reply.ok, "a user who was deleted")
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
    chat.admin.call("admin.users.update", user_id, json={"is_active": False}).needed()
    chat.target.eventually(
        lambda: chat.other.call("conversations.list"),
        lambda reply: reply.status == 401,
        "the token of an inactive user is not refused with 401",
    )
    chat.admin.call("admin.users.update", user_id, json={"is_active": True}).needed()
    chat.target.eventually(
        lambda: chat.other.call("conversations.list"),
        lambda reply: reply.ok,
        "the token of a user who is active again is refused",
    )

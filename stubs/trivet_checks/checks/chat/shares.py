"""Sharing a conversation: with a user, and by a public link."""

from contextlib import suppress
from uuid import uuid4

from trivet_checks.checks.chat.service import SIGNED_OUT, VIEWER, Chat, Outsider, ids, prepared, refused
from trivet_checks.checks.suite import KNOWN_NUMBER, KNOWN_RECORDS, check
from trivet_checks.exchange_rules import chat as rules
from trivet_checks.exchanges.evidence import NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply


def _shared_with_me(chat: Chat) -> Reply:
    """The first conversations that are shared with the other user."""
    return chat.other.call("conversations.shared_with_me", query={"limit": 100})


def _opens(chat: Chat, token: str) -> Reply:
    return chat.target.eventually(
        lambda: chat.anonymous.call("conversations.open_shared", token),
        lambda reply: reply.ok,
        "the link of a share does not open",
    )


def _shared(chat: Chat, **how: object) -> tuple[Json, Json]:
    """A conversation that is shared with the other user, and the share."""
    conversation = chat.conversation(chat.user)
    return conversation, chat.share(conversation, shared_with=chat.id_of(chat.other), **how)


def _create(chat: Chat, conversation: Json, **how: object) -> Reply:
    return chat.user.call("conversations.shares.create", conversation["id"], json=how)


@check("chat.shares.create-names-a-user-or-a-link")
def create_names_a_user_or_a_link(chat: Chat) -> None:
    """A share with a user is in the list of that user; a share by link opens by its token."""
    conversation = chat.conversation(chat.user)
    share = chat.create_share(conversation, shared_with=chat.id_of(chat.other)).succeeds()
    share.shows(rules.share_names_a_user_or_a_link)
    chat.target.eventually(
        lambda: _shared_with_me(chat),
        lambda page: conversation["id"] in ids(page),
        "the conversation is not in the list of the user with whom it is shared",
    )
    link = chat.create_share(conversation).succeeds()
    link.expect(link.json.get("share_token", "") is not None, "a share by link has no token")
    if token := chat.token_of(link.json):
        _opens(chat, token)


@check("chat.shares.create-answers-201")
def create_answers_201(chat: Chat) -> None:
    """A share with a user, and a share by link."""
    conversation = chat.conversation(chat.user)
    for how in ({"shared_with": chat.id_of(chat.other)}, {}):
        chat.create_share(conversation, **how).needed().keeps(rules.new_share_is_201)


@check("chat.shares.permission-is-view-or-edit")
def permission_is_view_or_edit(chat: Chat) -> None:
    """Both are taken, another word is refused, and a share without a permission is for viewing."""
    conversation = chat.conversation(chat.user)
    for how in ({"permission": "view"}, {"permission": "edit"}, {}):
        _create(chat, conversation, generate_link=True, **how).succeeds().keeps(rules.share_has_its_permission)
    _create(chat, conversation, generate_link=True, permission="own").is_refused()


@check("chat.shares.view-does-not-change")
def view_does_not_change(chat: Chat) -> None:
    """A recipient who may view is refused to change the title and to add a message."""
    chat.each_outsider(chat.changes_nothing, [VIEWER])


@check("chat.shares.only-the-owner-shares")
def only_the_owner_shares(chat: Chat) -> None:
    """Everyone else is refused, with 403 if they are signed in, and there is no further share."""

    def is_refused(outsider: Outsider) -> None:
        statuses = () if outsider.relation is SIGNED_OUT else (403,)
        reply = outsider.call("conversations.shares.create", json={"generate_link": True})
        chat.is_refused(reply, *statuses)
        chat.shares_stay(outsider.conversation, outsider.shares, after=reply)

    chat.each_outsider(is_refused)


@check("chat.shares.only-the-owner-lists-them")
def only_the_owner_lists_them(chat: Chat) -> None:
    """The owner lists the shares; everyone else is refused."""
    conversation, _ = _shared(chat)
    chat.user.call("conversations.shares.list", conversation["id"]).succeeds()

    def is_refused(outsider: Outsider) -> None:
        outsider.call("conversations.shares.list").is_refused()

    chat.each_outsider(is_refused)


@check("chat.shares.list-has-items-and-total")
def list_has_items_and_total(chat: Chat) -> None:
    """Two shares are listed, and counted."""
    conversation = chat.conversation(chat.user)
    shares = {prepared(chat.create_share(conversation))["id"] for _ in range(2)}
    page = chat.target.eventually(
        lambda: chat.user.call("conversations.shares.list", conversation["id"]),
        lambda page: {*ids(page)} == shares,
        "the list has other shares than those that were made",
    )
    page.keeps(rules.shares_have_items_and_total)


@check("chat.shares.only-the-sharer-revokes")
def only_the_sharer_revokes(chat: Chat) -> None:
    """Everyone else is refused, a recipient also for the share with them, and the shares stay."""

    def is_refused(outsider: Outsider) -> None:
        shares = [*outsider.shares, chat.share(outsider.conversation)]
        for share in shares:
            reply = chat.is_refused(outsider.call("conversations.shares.delete", share["id"]))
            chat.shares_stay(outsider.conversation, shares, after=reply)

    chat.each_outsider(is_refused)


@check("chat.shares.revoked-opens-nothing")
def revoked_share_opens_nothing(chat: Chat) -> None:
    """A share is revoked with 204 and no body, and its link opens nothing."""
    conversation = chat.conversation(chat.user)
    share = chat.share(conversation)
    reply = chat.user.call("conversations.shares.delete", conversation["id"], share["id"]).succeeds()
    reply.keeps(rules.revocation_is_204)
    if token := chat.token_of(share):
        chat.target.eventually(
            lambda: chat.anonymous.call("conversations.open_shared", token),
            refused,
            "the link of a revoked share still opens the conversation",
        )


@check("chat.shares.revoked-is-not-listed")
def revoked_share_is_not_listed(chat: Chat) -> None:
    """A share that its owner has revoked is in the list of shares no more."""
    conversation = chat.conversation(chat.user)
    share = chat.share(conversation)
    chat.user.call("conversations.shares.delete", conversation["id"], share["id"]).succeeds()
    chat.target.eventually(
        lambda: chat.user.call("conversations.shares.list", conversation["id"]),
        lambda page: share["id"] not in ids(page),
        "a revoked share is still listed",
    )


@check("chat.shares.missing-is-404")
def missing_share_is_404(chat: Chat) -> None:
    """Revoking a share that does not exist."""
    chat.user.call("conversations.shares.delete", chat.conversation(chat.user)["id"], uuid4()).is_refused(404)


@check("chat.shares.recipient-exists")
def recipient_exists(chat: Chat) -> None:
    """A share with a user who does not exist is a 404, and so is one that names neither a user nor a link."""
    conversation = chat.conversation(chat.user)
    _create(chat, conversation, shared_with=str(uuid4())).is_refused(404)
    _create(chat, conversation, permission="view").is_refused(404)


@check("chat.shares.recipient-is-not-the-owner")
def recipient_is_not_the_owner(chat: Chat) -> None:
    """Sharing with oneself is a 409."""
    _create(chat, chat.conversation(chat.user), shared_with=chat.id_of(chat.user)).is_refused(409)


@check("chat.shares.one-share-a-recipient")
def one_share_a_recipient(chat: Chat) -> None:
    """A second share with the same user is a 409, also with another permission."""
    conversation, _ = _shared(chat, permission="view")
    for permission in ("view", "edit"):
        _create(chat, conversation, shared_with=chat.id_of(chat.other), permission=permission).is_refused(409)


@check("chat.shares.shared-with-me-lists-what-others-share")
def shared_with_me_lists_what_others_share(chat: Chat) -> None:
    """A shared conversation is in the list of its recipient, and in no other list."""
    own = chat.conversation(chat.other, "own")
    conversation, _ = _shared(chat)
    here = conversation["id"]
    chat.target.eventually(
        lambda: _shared_with_me(chat), lambda page: here in ids(page), "the conversation is not listed"
    )
    chat.target.stays(
        lambda: _shared_with_me(chat),
        lambda page: own["id"] not in ids(page),
        "the list has a conversation of the caller's own",
    )
    chat.target.stays(
        lambda: chat.user.call("conversations.shared_with_me", query={"limit": 100}),
        lambda page: here not in ids(page),
        "the owner has the conversation in their list, too",
    )


@check("chat.shares.shared-with-me-is-latest-update-first", own_condition=KNOWN_RECORDS)
def shared_with_me_is_latest_update_first(chat: Chat) -> None:
    """The newer of two shared conversations is before the older one, until the older one is changed."""

    def are_in_order(*expected: str) -> None:
        chat.target.eventually(
            lambda: _shared_with_me(chat),
            lambda page: [conversation for conversation in ids(page) if conversation in expected] == [*expected],
            "the conversation that changed last is not first",
        )

    older, _ = _shared(chat)
    chat.later()
    newer, _ = _shared(chat)
    are_in_order(newer["id"], older["id"])
    chat.later()
    chat.user.call("conversations.update", older["id"], json={"title": chat.target.name("changed")}).needed()
    are_in_order(older["id"], newer["id"])


@check("chat.shares.token-opens-the-conversation", own_condition=KNOWN_NUMBER)
def token_opens_the_conversation(chat: Chat) -> None:
    """The link of each of two conversations shows that one, by its id or by its title."""
    texts = [[chat.target.name(name), chat.target.name(f"message of {name}")] for name in ("one", "two")]
    conversations = [chat.conversation(chat.user, name) for name in ("one", "two")]
    has_messages = False
    for name, conversation in zip(("one", "two"), conversations, strict=True):
        with suppress(NotTried):
            chat.message(chat.user, conversation, f"message of {name}")
            has_messages = True
    links = [chat.link(conversation) for conversation in conversations]
    for own, another in ((0, 1), (1, 0)):
        reply = _opens(chat, links[own])
        text = reply.body.decode("utf-8", "replace")
        shown = [conversations[own]["id"], *texts[own]]
        is_shown = any(part in text for part in shown)
        # The body of the answer is not stated: without a message, it may be an empty list of them.
        reply.expect(is_shown or not has_messages, "the link does not show its conversation")
        reply.expect(conversations[another]["id"] not in text, "the link shows another conversation")


@check("chat.shares.link-of-a-deleted-conversation-opens-nothing")
def link_of_a_deleted_conversation_opens_nothing(chat: Chat) -> None:
    """A conversation with a link is deleted, and the link opens nothing any more."""
    conversation = chat.conversation(chat.user)
    token = chat.link(conversation)
    chat.user.call("conversations.delete", conversation["id"]).needed()
    with chat.target.part("conversations.open_shared"):
        chat.target.eventually(
            lambda: chat.anonymous.call("conversations.open_shared", token),
            refused,
            "the link of a deleted conversation still opens it",
        )


@check("chat.shares.unknown-token-is-404")
def unknown_token_is_404(chat: Chat) -> None:
    """A token that the service never gave out."""
    chat.anonymous.call("conversations.open_shared", f"no-such-token-{uuid4()}").is_refused(404)

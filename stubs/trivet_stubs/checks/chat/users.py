"""Users, as administrators list, change and delete them."""

from datetime import UTC, datetime
from uuid import uuid4

from trivet_stubs.checks.chat.replies import ids, prepared
from trivet_stubs.checks.chat.service import Chat
from trivet_stubs.checks.check import check
from trivet_stubs.checks.outcome import NotTried
from trivet_stubs.checks.reply import Reply


def _page(chat: Chat, **query: object) -> Reply:
    return chat.admin.call("admin.users.list", query=query)


@check("chat.users.list-has-counts")
def list_has_counts(chat: Chat) -> None:
    """Each user of the list has an integer at least; the contract does not name it."""
    page = _page(chat).succeeds()
    counted = all(any(type(value) is int for value in each.values()) for each in page.json["items"])
    page.expect(counted, "a user of the list has no count")


@check("chat.users.search-is-optional")
def search_is_optional(chat: Chat) -> None:
    """The list is answered without a search and with one, which finds no more users."""
    everyone = _page(chat, limit=500).succeeds()
    found = _page(chat, limit=500, search="a").succeeds()
    everyone.expect(
        {*ids(found)} <= {*ids(everyone)} or len(ids(everyone)) == 500, "without a search, a user is missing"
    )


@check("chat.users.search-matches-email-or-name")
def search_matches_email_or_name(chat: Chat) -> None:
    """The other user is found by a part of their email address and of their name, and not by another text."""
    other = chat.id_of(chat.other)
    record = prepared(chat.admin.call("admin.users.get", other))
    known = [record[each] for each in ("email", "full_name") if record.get(each)]
    if not known:
        raise NotTried("a user's record shows neither email nor full_name")
    for text in known:
        for part in (text, text[1:], text[:-1], text.upper()):
            page = _page(chat, search=part, limit=500)
            page.expect(other in ids(page), "a user is not found by a part of their email address or name")
    page = _page(chat, search=f"{chat.target.prefix} is in no name", limit=500)
    page.expect(other not in ids(page), "a user is found by a text that is not theirs")


@check("chat.users.list-is-newest-first")
def list_is_newest_first(chat: Chat) -> None:
    """The times of a page do not grow."""
    page = _page(chat, limit=500).succeeds()
    times = [each.get("created_at") for each in page.json["items"]]
    if None in times or len(times) < 2:
        raise NotTried("the list of users does not show when they were created")
    moments = [_moment(each) for each in times]
    page.expect(moments == sorted(moments, reverse=True), "the list of users does not have the newest first")


def _moment(time: object) -> datetime:
    """A time of a record; servers write one time in several ways, which texts do not compare as they are."""
    try:
        found = datetime.fromisoformat(str(time))
    except ValueError:
        raise NotTried(f"the list of users shows times in another form: {time}") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


@check("chat.users.update-changes-role-and-activity")
def update_changes_role_and_activity(chat: Chat) -> None:
    """The other user becomes an administrator, inactive, and an administrator of the app; all is taken back."""
    other = chat.id_of(chat.other)
    before = chat.restored(other)

    def update(**change: object) -> None:
        chat.admin.call("admin.users.update", other, json=change).succeeds()
        chat.target.eventually(
            lambda: chat.admin.call("admin.users.get", other),
            lambda reply: (
                {**chat.listed_user(other, before.get("email")), **reply.succeeds().json}.items() >= change.items()
            ),
            f"an update does not make a user {change}",
        )

    update(role="admin")
    chat.target.eventually(
        lambda: chat.other.call("admin.users.list"),
        lambda reply: reply.ok,
        "a user with role admin is refused an operation of administrators",
    )
    update(role=before["role"])
    update(is_active=not before["is_active"])
    update(is_active=before["is_active"])
    if "is_app_admin" in before:
        update(is_app_admin=not before["is_app_admin"])


@check("chat.users.role-is-admin-or-user")
def role_is_admin_or_user(chat: Chat) -> None:
    """The role of each user is one of the two, and another is refused."""
    page = _page(chat).succeeds()
    page.expect({each["role"] for each in page.json["items"]} <= {"admin", "user"}, "a user has another role")
    other = chat.id_of(chat.other)
    chat.restored(other)
    for role in ("admin", "user"):
        chat.admin.call("admin.users.update", other, json={"role": role}).succeeds()
    chat.admin.call("admin.users.update", other, json={"role": "owner"}).is_refused()


@check("chat.users.deletion-is-hard")
def deletion_is_hard(chat: Chat) -> None:
    """The caller `spare` is deleted with 204 and no body, and cannot be read after that."""
    deleted = chat.deleted_user
    deleted.reply.succeeds(204)
    deleted.reply.expect(not deleted.reply.body, "a 204 has a body")
    chat.target.eventually(
        lambda: chat.admin.call("admin.users.get", deleted.id), lambda reply: not reply.ok, "a deleted user is there"
    )


@check("chat.users.deleting-a-missing-user-is-404")
def deleting_missing_user_is_404(chat: Chat) -> None:
    """An id that no user has."""
    chat.admin.call("admin.users.delete", uuid4()).is_refused(404)


@check("chat.users.missing-is-404")
def missing_user_is_404(chat: Chat) -> None:
    """An id that no user has, in the other operations on one user."""
    chat.admin.call("admin.users.get", uuid4()).is_refused(404)
    chat.admin.call("admin.users.update", uuid4(), json={"is_active": True}).is_refused(404)
    chat.admin.call("admin.users.impersonate", uuid4()).is_refused(404)


@check("chat.users.missing-is-500-as-observed")
def missing_user_is_500_as_observed(chat: Chat) -> None:
    """A server that fails to read a missing user fails in the other operations too. One that does not is not tried."""
    if chat.admin.call("admin.users.get", uuid4()).status != 500:
        raise NotTried("the server does not show it: reading a missing user is no 500")
    chat.admin.call("admin.users.update", uuid4(), json={"is_active": True}).is_refused(500)
    chat.admin.call("admin.users.impersonate", uuid4()).is_refused(500)
    chat.admin.call("admin.users.delete", uuid4()).is_refused(500)

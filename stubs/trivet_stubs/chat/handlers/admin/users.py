"""The handlers of users: listing, changing, deleting and impersonating them."""

from collections import Counter

from trivet_stubs.chat import wire
from trivet_stubs.chat.pages import page
from trivet_stubs.chat.records import User
from trivet_stubs.chat.refusals import not_found
from trivet_stubs.chat.state import ChatState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest, Reply
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.wildcard import matches

IMPERSONATION_SECONDS = 3600


class AdminUserHandlers:
    """Users, for administrators."""

    def __init__(self, state: ChatState) -> None:
        self._state = state

    @operation("admin.users.list")
    def list_users(self, request: ContractRequest) -> JsonObject:
        """Answer a page of the users whose name or email address a search fits."""
        state = self._state
        text: str = request.query.get("search", "").lower()
        owned = Counter(row.user_id for row in state.records.conversations.values())
        rows = [row for row in state.records.users.values() if self._matches(row, text)]
        newest_first = state.ordered(rows, lambda row: row.created_at)
        return page(request, newest_first, lambda row: wire.admin_user(row, owned[row.id]))

    @operation("admin.users.get")
    def get_user(self, request: ContractRequest) -> JsonObject:
        """Answer a user."""
        return self._written(self._user(request))

    @operation("admin.users.update")
    def update_user(self, request: ContractRequest) -> JsonObject:
        """Change a user's name or role, or whether they are active."""
        user = self._user(request)
        ignored = {"is_app_admin"} if self._state.observed.listed_app_admin else set[str]()
        given = {name: value for name, value in request.body.items() if name not in ignored}
        changed = {name: value for name, value in given.items() if getattr(user, name) != value}
        for name, value in changed.items():
            setattr(user, name, value)
        if changed:
            user.updated_at = self._state.change_time()
        return self._written(user)

    @operation("admin.users.delete")
    def delete_user(self, request: ContractRequest) -> Reply:
        """Delete a user with what they own."""
        self._state.records.delete_user(self._user(request))
        return wire.NO_BODY

    @operation("admin.users.impersonate")
    def impersonate_user(self, request: ContractRequest) -> JsonObject:
        """Answer a token of a user that expires."""
        user = self._user(request)
        return {
            "access_token": self._state.access.temporary_token(user, IMPERSONATION_SECONDS),
            "token_type": "bearer",
            "impersonated_user_id": user.id,
            "impersonated_by": self._state.caller(request).id,
            "expires_in": IMPERSONATION_SECONDS,
        }

    def _user(self, request: ContractRequest) -> User:
        found = self._state.records.users.get(request.path["user_id"].lower())
        if found is None:
            deleting = request.operation.id == "admin.users.delete"
            rule = "chat.users.deleting-a-missing-user-is-404" if deleting else "chat.users.missing-is-404"
            raise self._state.missing_user(not_found("User", rule=rule))
        return found

    def _written(self, user: User) -> JsonObject:
        found = wire.user(user)
        if self._state.observed.listed_app_admin:
            del found["is_app_admin"]
        return found

    def _matches(self, user: User, text: str) -> bool:
        found = (user.email.lower(), (user.full_name or "").lower())
        if self._state.observed.search_wildcards:
            return any(matches(each, f"%{text}%", any_text="%", any_character="_") for each in found)
        return any(text in each for each in found)

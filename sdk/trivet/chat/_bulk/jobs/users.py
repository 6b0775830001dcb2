"""The bulk jobs over users: update and delete."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Literal

from attrs import evolve

from ...._core import check
from ...._core.call import Call
from ...._core.pagination import Pagination
from ....errors import InvalidArgumentError
from ..._generated import calls
from ..._generated import models as m
from ..email_address import lower_email
from ..rows.change import locks_out
from ..rows.row import Row
from .job import Job, check_confirm, new_values

__all__ = ["admin_ids", "delete_users", "search_users", "update_users"]


def update_users(
    *,
    role: Literal["admin", "user"] | str | None,
    is_active: bool | None,
    is_app_admin: bool | None,
    admins: Collection[str],
    skip_unchanged: bool = False,
) -> Job:
    """Return the job that updates users.

    Raises:
        InvalidArgumentError: An argument breaks a rule, or there is nothing to update.
    """

    def change_call(row: Row) -> Call[Any]:
        return calls.admin_users_update(row.id, role=role, is_active=is_active, is_app_admin=is_app_admin)

    values = new_values(change_call, "role, is_active or is_app_admin")
    check.boolean("skip_unchanged", skip_unchanged)
    job = _user_job("update_users", change_call, admins, values, None)
    return evolve(job, skip_unchanged=skip_unchanged, locks_out=locks_out(values))


def delete_users(*, confirm: int | None, admins: Collection[str], export: Path | None = None) -> Job:
    """Return the job that deletes users, after saving them in a folder if one is given.

    Raises:
        InvalidArgumentError: An argument breaks a rule.
    """
    job = _user_job("delete_users", lambda row: calls.admin_users_delete(row.id), admins, None, confirm)
    job = evolve(job, locks_out=True)
    # A job that is resumed without its export would delete what was not saved.
    return job if export is None else evolve(job, arguments={**job.arguments, "export": str(export)})


def search_users(text: str | None) -> tuple[Call[Any], Pagination[Any, int]]:
    """Return the call of the users that a text finds, of all without one, and how their list pages."""
    return calls.admin_users_list(skip=None, limit=None, search=text), calls.ADMIN_USERS_LIST_PAGES


def _user_job(
    name: str,
    change_call: Callable[[Row], Call[Any]],
    admins: Collection[str],
    values: dict[str, Any] | None,
    confirm: int | None,
) -> Job:
    ids = admin_ids(admins)
    return Job(
        name=name,
        argument="users",
        records=(m.AdminUser, m.User),
        read_call=lambda row: calls.admin_users_get(row.id),
        change_call=change_call,
        arguments={**(values or {}), "admins": sorted(ids)},
        label="email",
        shown=("full_name", "role", "is_active", "is_app_admin"),
        new_values=values,
        admins=ids,
        confirm=check_confirm(confirm),
        search_call=search_users,
    )


def admin_ids(admins: Collection[str]) -> frozenset[str]:
    """Return the ids and email addresses of the administrators to change, in lower case.

    Raises:
        InvalidArgumentError: One is neither an id nor an email address, or a single id stands for a collection.
    """
    if isinstance(admins, str):
        raise InvalidArgumentError("admins", "a collection of ids, not a single one", admins)
    for index, admin_id in enumerate(admins):
        if not (isinstance(admin_id, str) and "@" in admin_id):  # pyright: ignore[reportUnnecessaryIsInstance]
            check.uuid(f"admins[{index}]", admin_id)
    return frozenset(lower_email(each.strip()) for each in admins)

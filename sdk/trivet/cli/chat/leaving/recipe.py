"""What is to be done for the leavers of a run, and the file that keeps it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from attrs import asdict, frozen

from trivet._core.files import write_whole
from trivet.cli.failures import UsageError

__all__ = ["Recipe", "check_service", "open_recipe", "save_recipe"]

NAME = "recipe.json"
VERSION = 1


@frozen
class Recipe:
    """The accounts and the steps of a run.

    >>> Recipe(rows=({"id": "4f8a…", "email": "bob@example.com"},), delete=True).steps
    'save, delete'

    Attributes:
        rows: The accounts as they were confirmed, each as a mapping with `id`, `email`, `role`, `outcome` and `reason`.
        hand_over_to: The id of the account that gets to edit the conversations, or None.
        successor: How that account was named.
        revoke_links: Whether public links are revoked.
        delete_conversations: Whether the conversations are deleted.
        delete: Whether the accounts are deleted, not deactivated.
        admins: The administrators who may be changed, too.
        base_url: The service that it was confirmed for; a copy of it, as for tests, has accounts with the same ids.
    """

    rows: tuple[Mapping[str, Any], ...]
    hand_over_to: str | None = None
    successor: str | None = None
    revoke_links: bool = False
    delete_conversations: bool = False
    delete: bool = False
    admins: tuple[str, ...] = ()
    base_url: str = ""

    @property
    def acts(self) -> bool:
        """Whether something is done as the leavers themselves: only owners may share and delete conversations."""
        return self.hand_over_to is not None or self.revoke_links or self.delete_conversations

    @property
    def steps(self) -> str:
        """What is done for each account, in this order."""
        steps = ["save"]
        if self.successor is not None:
            steps.append(f"hand over to {self.successor}")
        if self.revoke_links:
            steps.append("revoke links")
        if self.delete_conversations:
            steps.append("delete conversations")
        return ", ".join([*steps, "delete" if self.delete else "deactivate"])

    @property
    def ids(self) -> list[str]:
        """The ids of the accounts that something is done for."""
        return [row["id"] for row in self.rows if row["outcome"] == "planned"]


def save_recipe(recipe: Recipe, folder: Path) -> None:
    """Write a recipe to its folder, which only its owner can read.

    Raises:
        OSError: It cannot be written; nothing else has been done.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    body = json.dumps({"trivet": "leavers", "version": VERSION, **asdict(recipe)}, indent=1).encode()
    write_whole(folder / NAME, lambda file: file.write(body + b"\n"))


def check_service(recipe: Recipe, base_url: str, moved_from: str | None) -> None:
    """Refuse to go on at another service than the one that a recipe was confirmed for.

    Args:
        recipe: The recipe of an earlier run.
        base_url: The service of this run.
        moved_from: Its URL in the earlier run, if it has another one now.

    Raises:
        UsageError: It is another service; nothing was sent.
    """
    if recipe.base_url not in (base_url, (moved_from or base_url).rstrip("/")):
        raise UsageError(
            f"--folder: its run was confirmed for {recipe.base_url or 'another service'}, and this one is for "
            f"{base_url}; if the same service has moved, give --moved-from"
        )


def open_recipe(folder: Path) -> Recipe | None:
    """Return the recipe of a folder; None if nothing was begun there.

    Raises:
        UsageError: The file is another one.
    """
    try:
        found: Any = json.loads((folder / NAME).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except ValueError:
        raise UsageError(f"--folder: {folder / NAME} is no file of `trivet chat leavers`") from None
    known = isinstance(found, dict) and cast("dict[str, Any]", found)
    if not known or known.pop("trivet", None) != "leavers" or known.pop("version", None) != VERSION:
        raise UsageError(f"--folder: {folder / NAME} is no file of `trivet chat leavers`, version {VERSION}")
    try:
        values: dict[str, Any] = {**known, "rows": tuple(known["rows"]), "admins": tuple(known["admins"])}
        return Recipe(**values)
    except (KeyError, TypeError):
        raise UsageError(f"--folder: {folder / NAME} was changed, and cannot be understood") from None

"""What is to be done for leavers, and its file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trivet.cli.chat.leaving.recipe import Recipe, open_recipe, save_recipe
from trivet.cli.failures import UsageError

ROW = {"id": "4f8a", "email": "bob@x.test", "role": "user", "outcome": "planned", "reason": None}


def test_recipe_of_a_folder_is_the_one_that_was_saved(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert open_recipe(folder) is None
    recipe = Recipe((ROW, {**ROW, "id": None, "outcome": "skipped"}), "id", "nadia@x.test", True, admins=("a@x.test",))
    save_recipe(recipe, folder)
    assert open_recipe(folder) == recipe
    assert folder.stat().st_mode & 0o077 == 0
    assert recipe.ids == ["4f8a"]
    assert recipe.steps == "save, hand over to nadia@x.test, revoke links, deactivate"


def test_steps_are_those_that_were_asked_for() -> None:
    assert (Recipe(()).steps, Recipe(()).acts) == ("save, deactivate", False)
    assert Recipe((), delete=True).steps == "save, delete"
    assert Recipe((), delete_conversations=True).steps == "save, delete conversations, deactivate"
    assert Recipe((), delete_conversations=True).acts


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"trivet": "leavers", "version": 2}', '{"trivet": "leavers"'])
def test_other_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "recipe.json").write_text(text)
    with pytest.raises(UsageError, match=r"recipe\.json is no file of `trivet chat leavers`"):
        open_recipe(tmp_path)


def test_changed_file_is_refused(tmp_path: Path) -> None:
    save_recipe(Recipe((ROW,)), tmp_path)
    found = json.loads((tmp_path / "recipe.json").read_text())
    for changed in ({**found, "more": 1}, {name: value for name, value in found.items() if name != "rows"}):
        (tmp_path / "recipe.json").write_text(json.dumps(changed))
        with pytest.raises(UsageError, match="was changed, and cannot be understood"):
            open_recipe(tmp_path)

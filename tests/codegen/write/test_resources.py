"""The hand-written bases of generated classes, when they do not fit."""

from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.customizations import Customizations
from codegen.read import document
from codegen.write.resources import check_bases, flat, groups, resource_view

from ..conftest import BY_HAND, CUSTOMIZATIONS, orchard_spec, service_of
from ..specs import operation


def test_groups_follow_the_operation_ids():
    tree = groups(service_of("orchard"))
    names = [".".join(group.path) for group in flat(tree)]
    assert names == sorted(names)
    assert {"trees", "trees.fruits", "harvests.crates"} <= set(names)


def test_class_name_contains_the_whole_path():
    by_path = {group.path: group for group in flat(groups(service_of("orchard")))}
    assert by_path["trees", "fruits"].class_name == "AsyncTreesFruits"


def test_method_called_list_is_last():
    service = service_of("orchard")
    (trees,) = [group for group in flat(groups(service)) if group.path == ("trees",)]
    view = resource_view(trees, service, CUSTOMIZATIONS)
    assert [method.name for method in view.methods][-1] == "list"
    assert ("fruits", "AsyncTreesFruits") in view.children


def hand(
    folder: Path, change: Callable[[str], str], customizations: Customizations = CUSTOMIZATIONS, **operations: bool
) -> None:
    """Hold the spec against what is written by hand, changed."""
    spec = orchard_spec()
    for identity, by_hand in operations.items():
        operation(spec, identity.replace("_", "."))["x-by-hand"] = by_hand
    (folder / "_picking" / "_async").mkdir(parents=True, exist_ok=True)
    (folder / "_picking" / "_async" / "picking.py").write_text(change(BY_HAND.read_text("utf-8")), "utf-8")
    check_bases(document.service("orchard", spec), customizations, folder)


CHANGES = {
    "no method": (
        {"def yearly": "def monthly"},
        "reports.yearly: AsyncPickedReports in _picking._async.picking has no method for",
    ),
    "no class": (
        {"class AsyncPickedReports": "class AsyncPicked"},
        "AsyncPickedReports is not in _picking._async.picking",
    ),
    "no client": ({"class AsyncPicking(": "class AsyncOther("}, "AsyncPicking is not in _picking._async.picking"),
    "group of a method's name": (
        {"def picking": "def trees"},
        "trees: AsyncPicking in _picking._async.picking already has trees",
    ),
    "group of an attribute's name": (
        {"    @asynccontextmanager": "    rows: int | None = None\n\n    @asynccontextmanager"},
        "rows: AsyncPicking in _picking._async.picking already has rows",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_hand_written_code_that_does_not_fit_raises(tmp_path: Path, name: str):
    changes, message = CHANGES[name]

    def change(text: str) -> str:
        for old, new in changes.items():
            assert old in text
            text = text.replace(old, new)
        return text

    with pytest.raises(document.DocumentError, match=f"^{message}"):
        hand(tmp_path, change)


def test_hand_written_code_that_fits_raises_nothing(tmp_path: Path):
    hand(tmp_path, str)
    inherited = "class AsyncPickedReports(AsyncReports):\n    pass\n\n\nclass AsyncReports(AsyncResource):"
    hand(tmp_path, lambda text: text.replace("class AsyncPickedReports(AsyncResource):", inherited))


def test_name_that_a_base_in_another_module_has_raises(tmp_path: Path):
    other = tmp_path / "_orchard" / "_async" / "base.py"
    other.parent.mkdir(parents=True)
    other.write_text(
        "from .missing import AsyncMissing\n\n\nclass AsyncBase(AsyncMissing):\n"
        "    def begin(self) -> None:\n        self.trees: int = 3\n",
        "utf-8",
    )

    def change(text: str) -> str:
        imported = "from ..._orchard._async.base import AsyncBase\n\n\nclass AsyncPicking(AsyncBase, "
        return text.replace("class AsyncPicking(", imported)

    with pytest.raises(document.DocumentError, match=r"^trees: AsyncPicking in _picking._async.picking already has"):
        hand(tmp_path, change)


def test_method_both_generated_and_hand_written_raises(tmp_path: Path):
    with pytest.raises(
        document.DocumentError, match=r"^weather\.now: AsyncPickedReports in _picking._async.picking already has now"
    ):
        hand(
            tmp_path,
            lambda text: text.replace("def yearly", "def now(self): ...\n\n    async def yearly"),
            Customizations(
                resources={**CUSTOMIZATIONS.resources, "weather": ("_picking._async.picking", "AsyncPickedReports")}
            ),
        )


def test_hand_written_method_of_a_group_without_a_base_raises(tmp_path: Path):
    with pytest.raises(document.DocumentError, match=r"^reports\.yearly: there is no hand-written method for it"):
        hand(tmp_path, str, Customizations(resources={"news": CUSTOMIZATIONS.resources["news"]}))
    with pytest.raises(document.DocumentError, match=r"^weather\.now: there is no hand-written method for it"):
        hand(tmp_path, str, weather_now=True)


@pytest.mark.parametrize("client", [None, CUSTOMIZATIONS.client])
def test_context_parameter_that_nothing_binds_raises(tmp_path: Path, client: tuple[str, str] | None):
    with pytest.raises(
        document.DocumentError, match=r"^harvests\.list: there is no hand-written `at` that binds its context"
    ):
        hand(
            tmp_path,
            lambda text: text.replace("def at", "def bound_to"),
            Customizations(CUSTOMIZATIONS.records, CUSTOMIZATIONS.resources, client=client),
        )


def test_missing_hand_written_module_raises(tmp_path: Path):
    with pytest.raises(document.DocumentError, match=r"AsyncPickedReports should be in nix, which does not exist"):
        hand(
            tmp_path,
            str,
            Customizations(resources={**CUSTOMIZATIONS.resources, "reports": ("nix", "AsyncPickedReports")}),
        )

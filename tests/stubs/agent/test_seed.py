"""The data of a new agent stub."""

from trivet_stubs.agent.disk import Disk
from trivet_stubs.agent.seed import CATALOG, LIGHTHOUSE, ORCHARD, PROVIDERS, plant


def test_orchard_is_clean_and_lighthouse_has_changes_of_all_kinds():
    disk = Disk()
    plant(disk)

    assert disk.changes(ORCHARD) == []
    assert {change.status for change in disk.changes(LIGHTHOUSE)} == {"added", "modified", "deleted"}
    assert len(disk.changes(LIGHTHOUSE, "default")) == len(disk.changes(LIGHTHOUSE)) + 1


def test_every_model_has_a_provider():
    assert {row["providerID"] for row in CATALOG} == {row["id"] for row in PROVIDERS}

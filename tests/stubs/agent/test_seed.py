"""What a new agent stub holds."""

from trivet_stubs.agent.disk import Disk
from trivet_stubs.agent.seed import CATALOG, LIGHTHOUSE, ORCHARD, PROVIDERS, plant


def test_orchard_is_clean_and_lighthouse_has_changes_of_all_kinds():
    disk = Disk()
    plant(disk)

    assert disk.changes(ORCHARD) == []
    assert {each.status for each in disk.changes(LIGHTHOUSE)} == {"added", "modified", "deleted"}
    assert len(disk.changes(LIGHTHOUSE, "default")) == len(disk.changes(LIGHTHOUSE)) + 1


def test_every_model_has_a_provider():
    assert {each["providerID"] for each in CATALOG} == {each["id"] for each in PROVIDERS}

"""The waits of a run on a server that shows its writes late."""

from trivet_checks.checks.budget import MARGIN, SHORT
from trivet_checks.checks.target import Target


def patience_of(target: Target) -> float:
    """For how many seconds a step without an effect is sent again if it differs."""
    return SHORT if target.lateness.largest == 0 else target.lateness.wait


def wait_for_writes(target: Target) -> None:
    """Wait until a server that shows its writes late has shown the last one."""
    if (largest := target.lateness.largest) > 0:
        target.budget.pause(MARGIN * largest)


def remove_records(target: Target) -> None:
    """Remove the records of a walk, so that no list shows them any more."""
    target.made.remove_all()
    wait_for_writes(target)

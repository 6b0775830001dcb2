"""The services that have walks, and the settings that walks need."""

from collections.abc import Callable, Mapping

from trivet_checks.checks.target import Target
from trivet_checks.explore.agent.server import WalkedAgent
from trivet_checks.explore.chat.server import WalkedChat
from trivet_checks.explore.walked_server import WalkedServer

WALKED: Mapping[str, Callable[[Target], WalkedServer]] = {"agent": WalkedAgent, "chat": WalkedChat}
"""By service: makes the server that is walked on."""


def check_walks(target: Target) -> None:
    """Check that there are walks on a server, and that its run may make them.

    Raises:
        ValueError: There are none of the service, or a setting is missing.
    """
    if target.service not in WALKED:
        known = " and ".join(WALKED)
        raise ValueError(f"--explore: there are no walks of the {target.service} service, only of {known}")
    if not target.allow_writes:
        raise ValueError("--explore: walks create, change and remove records of their own; add --allow-writes")

"""The run of walks of each service: with the stub as the model, or by relations between the answers of the server."""

from trivet_checks.checks.freedoms import Freedoms
from trivet_checks.checks.suite import Selection, Suite
from trivet_checks.checks.target import Target
from trivet_checks.explore.bus.run import BusExploration
from trivet_checks.explore.run import STEPS, WALKS, Exploration


def exploration(
    suite: Suite,
    target: Target,
    selection: Selection,
    *,
    seed: int = 0,
    walks: int = WALKS,
    steps: int = STEPS,
    freedoms: Freedoms | None = None,
) -> Exploration | BusExploration:
    """Make a run of walks on a server.

    >>> exploration(suite("bus"), target, Selection()).run().of("broken")
    []

    Raises:
        ValueError: There are no walks of the service, or a setting cannot be used.
    """
    if suite.service == "bus":  # its data are its own, which no model knows
        return BusExploration(suite, target, selection, seed=seed, walks=walks, steps=steps, freedoms=freedoms)
    return Exploration(suite, target, selection, seed=seed, walks=walks, steps=steps, freedoms=freedoms)

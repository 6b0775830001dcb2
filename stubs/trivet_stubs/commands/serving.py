"""Stubs on ports until an interruption, and the line that says where they are."""

import argparse
import contextlib
import json
import shlex
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from typing import cast

from trivet_stubs.commands.limits import limits_of
from trivet_stubs.commands.services import SERVED
from trivet_stubs.commands.steering import fault_of, steer
from trivet_stubs.control.app import PREFIX
from trivet_stubs.control.control import Control
from trivet_stubs.kernel.cors import allow_origins
from trivet_stubs.kernel.interruption import Interruption
from trivet_stubs.kernel.state import Observed
from trivet_stubs.serving.port import serve
from trivet_stubs.stub import Stub

Plan = argparse.Namespace
"""The options of one service."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A stub on its port."""

    service: str
    url: str
    control: str | None
    """Where it is steered; None if it is not."""
    environment: Mapping[str, str]
    """The environment variables of a client."""

    def as_json(self) -> dict[str, object]:
        """The stub as JSON values."""
        return {
            "service": self.service,
            "url": self.url,
            "control": self.control,
            "environment": dict(self.environment),
        }

    def as_text(self) -> str:
        """The stub as text, with the variables as a shell reads them, and the page for a browser."""
        exports = "".join(f"  export {name}={shlex.quote(value)}\n" for name, value in self.environment.items())
        console = "" if self.control is None else f"  console at {self.control}/\n"
        return f"{self.service} stub at {self.url}\n{exports}{console}"


def serve_stubs(plans: Mapping[str, Plan], *, as_json: bool, together: bool, interruption: Interruption) -> None:
    """Serve the stub of each plan until the interruption, and write where they are once all accept.

    Args:
        plans: The options by service.
        as_json: Whether to write one line of JSON.
        together: Whether options for all are for those services alone that know them.
        interruption: Ends it.

    Raises:
        ValueError: An option cannot be used.
        OSError: A port cannot be listened on.
    """
    with contextlib.ExitStack() as stack:
        made = {name: SERVED[name].create(plan) for name, plan in plans.items()}
        for stub, _ in made.values():
            stack.enter_context(stub)
        if together:
            _distribute(plans, {name: stub for name, (stub, _) in made.items()})
        for name, (stub, _) in made.items():
            _start(stub, plans[name])
        running: list[Running] = []
        for name, (stub, credentials) in made.items():
            plan = plans[name]
            control = None if plan.no_control else Control(hosts=tuple(plan.control_hosts))
            served = stack.enter_context(
                serve(stub, host=plan.host, port=plan.port, limits=limits_of(plan), control=control)
            )
            environment = {
                f"TRIVET_{name.upper()}_{each}": value
                for each, value in {"BASE_URL": served.url, **credentials}.items()
            }
            where = None if control is None else served.url + PREFIX
            running.append(Running(service=name, url=served.url, control=where, environment=environment))
        if as_json:
            text = json.dumps({"services": [each.as_json() for each in running]}) + "\n"
        else:
            text = "".join(each.as_text() for each in running)
        sys.stdout.write(text)
        sys.stdout.flush()
        interruption.wait()


def _start(stub: Stub, plan: Plan) -> None:
    """Bring a stub to the start that its options describe."""
    switches = cast(Observed, stub.observed).__class__
    stub.observed = switches.all() if "all" in plan.observed else switches.of(plan.observed)
    allow_origins(stub.app, plan.cors)
    if plan.recorded is not None:
        from trivet_stubs.proxy.recorded import replay  # noqa: PLC0415  # few stubs need it

        replay(stub, plan.recorded)
    steer(stub, plan)


def _distribute(plans: Mapping[str, Plan], stubs: Mapping[str, Stub]) -> None:
    """Leave each fault and each switch to the services that know it.

    Raises:
        ValueError: No service knows one.
    """
    switches = {name: {each.name for each in fields(stub.observed)} | {"all"} for name, stub in stubs.items()}
    operations = {name: set(stub.contract.operations) for name, stub in stubs.items()}
    for name, plan in plans.items():
        plan.observed = [each for each in plan.observed if _is_known("observed", each, switches, name)]
        plan.faults = [each for each in plan.faults if _is_known("fault", _target(each), operations, name)]


def _is_known(what: str, value: str, known: Mapping[str, Collection[str]], service: str) -> bool:
    if value.startswith("/") or not value:
        return True
    if not any(value in each for each in known.values()):
        raise ValueError(f"{what}: no service knows {value!r}")
    return value in known[service]


def _target(fault: str) -> str:
    return str(fault_of(fault).get("operation") or "")

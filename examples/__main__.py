"""Start the stub servers on loopback, run every example against them, and print a summary."""

import asyncio
import contextlib
import csv
import io
import os
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from examples import (
    agents_at_once,
    check_server,
    clear_leavers,
    deactivate_users,
    export_ratings,
    follow_prompt,
    look_as_user,
    move_session,
    next_buses,
    ratings_chart,
    route_map,
    stops_geojson,
    watch_directories,
    whole_route,
)
from examples.table import show_table
from trivet_stubs import AgentStub, BusStub, ChatStub, Clock, RunningClock, Stub, serve
from trivet_stubs.agent import Text, Tool

ORCHARD, LIGHTHOUSE = "/home/dev/orchard", "/home/dev/lighthouse"
NEXT = "open route.svg and ratings.svg, serve a stub with `.venv/bin/trivet-stub bus`, or read docs/cookbook.md."


@dataclass
class Step:
    """An example: its service, its title, and a function that runs it and returns the number of records it has read.

    The output of a step for the end is kept and printed below the table, where a newcomer reads it.
    """

    service: str
    title: str
    run: Callable[[], int]
    at_end: bool = False
    output: str = ""
    requests: int = 0
    records: int = 0


def prompt_agent(agent: AgentStub) -> int:
    """Let the stub's agent read a file and write another."""
    agent.script(
        Tool("read", input={"path": "trees.txt"}, output="12 apple trees"),
        Tool("write", asks="edit", edits={"README.md": "# Orchard\n\nTwelve apple trees.\n"}),
        Text("I counted them: the README says now ", "that there are twelve apple trees."),
    )
    return follow_prompt.main("Say in the README what grows here.", ORCHARD)


def deactivate(table: Path) -> int:
    """Deactivate the users of a table."""
    return deactivate_users.main(str(table), confirmed=True)


def prompt_agents(agent: AgentStub) -> int:
    """Let the stub's agent work in five directories."""
    agent.script(Text("Begun."))
    directories = (ORCHARD, LIGHTHOUSE, "/home/dev/meadow", "/home/dev/mill", "/home/dev/quay")
    return asyncio.run(agents_at_once.main("Begin a plan.", *directories))


def move(agent: AgentStub) -> int:
    """Let the stub's agent write a file, then move its session."""
    agent.script(Tool("write", edits={"notes.txt": "Begun.\n"}))
    return move_session.main("Begin the notes.")


def steps(folder: Path, leavers: list[str], agent: AgentStub, bus_clock: Clock) -> list[Step]:
    """Return the examples in order; those of riders have the clock of the bus stub."""
    table = folder / "leavers.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["id"], *([user_id] for user_id in leavers)])
    return [
        Step("bus", "The next buses at a stop", lambda: next_buses.main("28009", clock=bus_clock), at_end=True),
        Step("bus", "All stops, paged", lambda: stops_geojson.main(str(folder / "stops.geojson"))),
        Step("bus", "A whole route", lambda: whole_route.main("302", "1", clock=bus_clock)),
        Step("bus", "The map of a service", lambda: route_map.main("23", str(folder / "route.svg"), clock=bus_clock)),
        Step("chat", "All ratings, with a progress bar", lambda: export_ratings.main(str(folder / "ratings.json"))),
        Step("chat", "Ratings by day, as a chart", lambda: ratings_chart.main(str(folder / "ratings.svg"))),
        Step("chat", "A conversation as its user", lambda: look_as_user.main("alice@example.com")),
        Step("chat", "A plan for users of a CSV, carried out", lambda: deactivate(table), at_end=True),
        Step("chat", "Conversations of inactive users", lambda: clear_leavers.main(folder / "cleared", confirmed=True)),
        Step("agent", "A prompt, its tools and its diff", lambda: prompt_agent(agent), at_end=True),
        Step("agent", "A session moved into a workspace and back", lambda: move(agent)),
        Step("agent", "Five agents at once", lambda: prompt_agents(agent)),
        Step("agent", "Two directories at once", lambda: watch_directories.main("What is there?", ORCHARD, LIGHTHOUSE)),
        Step(
            "bus", "The verdict on a server", lambda: check_server.main(os.environ["TRIVET_BUS_BASE_URL"]), at_end=True
        ),
    ]


def run(step: Step, stub: Stub) -> bool:
    """Run an example, count its requests, and return whether it has worked."""
    written = io.StringIO()
    before = len(stub.requests)
    with contextlib.redirect_stdout(written) if step.at_end else contextlib.nullcontext():
        print(f"\n== {step.title}")
        try:
            step.records = step.run()
        except Exception:
            traceback.print_exc()
    step.output = written.getvalue()
    step.requests = len(stub.requests) - before
    return step.records > 0


def main() -> int:
    # At the bus stub it is always Monday, 08:00 in Singapore, because few buses run at night. The chat clients have the
    # clock of the machine, and so has their stub, because tokens of users expire.
    bus, chat, agent = BusStub(page_size=5), ChatStub(clock=RunningClock()), AgentStub()
    stubs: dict[str, Stub] = {"bus": bus, "chat": chat, "agent": agent}
    folder = Path(tempfile.mkdtemp(prefix="trivet-examples-"))
    with serve(bus) as bus_server, serve(chat) as chat_server, serve(agent) as agent_server:
        os.environ["TRIVET_AGENT_BASE_URL"] = agent_server.url
        os.environ |= {"TRIVET_BUS_BASE_URL": bus_server.url, "TRIVET_BUS_ACCOUNT_KEY": bus.account_key}
        os.environ |= {"TRIVET_CHAT_BASE_URL": chat_server.url, "TRIVET_CHAT_TOKEN": chat.admin_token}
        examples = steps(folder, [chat.user_id(name) for name in ("bob", "dave", "admin")], agent, bus.clock)
        worked = [run(step, stubs[step.service]) for step in examples]
    rows = [
        [step.service, step.title, str(step.requests), str(step.records), "ok" if ok else "FAILED"]
        for step, ok in zip(examples, worked, strict=True)
    ]
    print()
    show_table(
        ["service", "example", "requests", "records", ""], rows, width=shutil.get_terminal_size((100, 24)).columns
    )
    print(*(step.output for step in examples), sep="", end="")
    print(f"\nThe files are in {folder}: {', '.join(sorted(path.name for path in folder.iterdir() if path.is_file()))}")
    if not all(worked):
        print(f"{worked.count(False)} of {len(worked)} examples failed; their tracebacks are above.")
        return 1
    print(f"All {len(worked)} examples worked. Next: {NEXT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Start the stub servers on loopback, run every example against them, and print a summary."""

import csv
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

from examples import (
    clear_leavers,
    deactivate_users,
    export_ratings,
    follow_prompt,
    look_as_user,
    move_session,
    next_buses,
    stops_geojson,
    watch_directories,
    whole_route,
)
from trivet_stubs import AgentStub, BusStub, ChatStub, RunningClock, Stub, serve
from trivet_stubs.agent import Tool

ORCHARD, LIGHTHOUSE = "/home/dev/orchard", "/home/dev/lighthouse"

Step = tuple[str, str, Callable[[], int]]


def moved(agent: AgentStub) -> int:
    """Let the stub's agent write a file, then move its session."""
    agent.script(Tool("write", edits={"notes.txt": "Begun.\n"}))
    return move_session.main("Begin the notes.")


def steps(folder: Path, leavers: list[str], agent: AgentStub) -> list[Step]:
    """Return the service, title and function of each example; a function returns the number of records read."""
    table = folder / "leavers.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["id"], *([each] for each in leavers)])
    return [
        ("bus", "The next buses at a stop", lambda: next_buses.main("54009")),
        ("bus", "All stops, paged", lambda: stops_geojson.main(str(folder / "stops.geojson"))),
        ("bus", "A whole route", lambda: whole_route.main("302", "1")),
        ("chat", "All ratings, with a progress bar", lambda: export_ratings.main(str(folder / "ratings.json"))),
        ("chat", "A conversation as its user", lambda: look_as_user.main("alice@example.com")),
        ("chat", "Users of a CSV, deactivated", lambda: deactivate_users.main(str(table), confirmed=True)),
        ("chat", "Conversations of inactive users", lambda: clear_leavers.main(folder / "cleared", confirmed=True)),
        ("agent", "A prompt, followed live", lambda: follow_prompt.main("What is here?")),
        ("agent", "A session moved into a workspace and back", lambda: moved(agent)),
        ("agent", "Two directories at once", lambda: watch_directories.main("What is there?", ORCHARD, LIGHTHOUSE)),
    ]


def main() -> int:
    bus, chat, agent = BusStub(clock=RunningClock(), page_size=5), ChatStub(clock=RunningClock()), AgentStub()
    stubs: dict[str, Stub] = {"bus": bus, "chat": chat, "agent": agent}
    records, failed = dict.fromkeys(stubs, 0), 0
    with (
        serve(bus) as bus_server,
        serve(chat) as chat_server,
        serve(agent) as agent_server,
        tempfile.TemporaryDirectory() as folder,
    ):
        os.environ["TRIVET_AGENT_BASE_URL"] = agent_server.url
        os.environ |= {"TRIVET_BUS_BASE_URL": bus_server.url, "TRIVET_BUS_ACCOUNT_KEY": bus.account_key}
        os.environ |= {"TRIVET_CHAT_BASE_URL": chat_server.url, "TRIVET_CHAT_TOKEN": chat.admin_token}
        leavers = [chat.user_id(name) for name in ("bob", "dave", "admin")]
        for service, title, step in steps(Path(folder), leavers, agent):
            print(f"\n== {title}")
            try:
                found = step()
            except Exception:
                traceback.print_exc()
                found = 0
            records[service] += found
            failed += found == 0
    counts = [f"{name}: {len(stub.requests)} requests, {records[name]} records" for name, stub in stubs.items()]
    print(f"\n{'; '.join(counts)}" + (f", {failed} steps failed" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

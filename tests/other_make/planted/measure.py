"""`python -m tests.other_make.planted.measure`: run the checks on each fault of a draw, and on the right servers.

A fault is found if the checks report a stated rule as broken that holds on the right server: with the right rule if the
words of a broken rule and of the label overlap and the rule concerns the operation, with another one otherwise. A
verdict on the operation itself counts as the right one. With `--proxy`, the same traffic passes the judging proxy, and
its findings are counted in the same way. `--recorded` runs nothing: it writes the tables of the page from the recorded
runs, by the labels as they are corrected.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from attrs import frozen

from tests.other_make.agent_files import BRANCH_FILE, PROJECT
from tests.other_make.planted import draws
from tests.other_make.planted.labels import LABELS, STATED, Label, labels
from tests.other_make.planted.operators import PlantedFault
from tests.other_make.planted.planting import planted
from tests.other_make.planted.servers import CALLERS, CREDENTIALS, SERVICES
from trivet_checks import Budget, Credentials, Proxy, Target, run, suite
from trivet_stubs import Clock
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.kernel.rule_catalogue import rules
from trivet_stubs.serving.bounded_http_client import HttpClient
from trivet_stubs.serving.in_process import AsyncTransport

SECONDS = 600.0
"""The time for the checks of one faulty server, after which the run counts as one without an end."""
PAGE = Path(__file__).parents[3] / "docs" / "mutants.md"
MARKS = {
    "checks, second run": ("<!-- the second run -->\n", "<!-- the end of the second run -->"),
    "checks": ("<!-- the planted faults -->\n", "<!-- the end of the planted faults -->"),
    "proxy": ("<!-- the planted faults by the proxy -->\n", "<!-- the end of the planted faults by the proxy -->"),
}
"""The comments around the table of each kind of runs on the page."""
RIGHT_RULE, ANOTHER_RULE, DIFFERS, MISSED, NO_END = "right rule", "another rule", "differs", "missed", "no end"
RESULTS = (RIGHT_RULE, ANOTHER_RULE, DIFFERS, MISSED, NO_END)

_DIFFERS = " (differs)"

Broken = dict[str, bool]
"""The rules and operations that are broken, and whether the contract states them."""


def broken_on(service: str, name: str | None, through_proxy: bool = False) -> Broken:
    """Run the checks on a fresh server with a fault, or without one.

    Args:
        service: The service.
        name: The fault.
        through_proxy: Return the findings of the proxy that the traffic passes, instead of the verdicts.
    """
    clock = Clock()
    server = AsyncTransport(planted(service, name, clock.now), MultiLoopEvent())
    with ExitStack() as stack:
        proxy = (
            stack.enter_context(Proxy(service, f"http://{service}.test", transport=server)) if through_proxy else None
        )
        url, transport = (proxy.url, None) if proxy else (f"http://{service}.test", server)
        client = stack.enter_context(HttpClient(url, transport=transport) if transport else HttpClient(url))
        longest = 10.0 if service == "chat" else 1e6  # the chat server has a clock of its own
        budget = Budget(monotonic=clock.monotonic, pause=clock.advance, seconds=1e6, longest_wait=longest)
        result = run(suite(service), target_on(service, client, budget))
    if proxy is None:
        return {verdict.id: verdict.fails for verdict in result.of("broken")}
    found = [finding for finding in proxy.result.findings if finding.side == "server"]
    return {finding.verdict.id: finding.verdict.basis == "stated" for finding in found}


def target_on(service: str, client: HttpClient, budget: Budget, **more: str) -> Target:
    """A server of another make as the checks and the walks reach it; `more` are options of the agent service."""
    if service == "agent":
        options = {"directory": PROJECT, "committed": BRANCH_FILE, **more}
        callers = {"user": suite("agent").credentials(CREDENTIALS, "TOKEN")}
        return Target("agent", client, callers, allow_writes=True, budget=budget, options=options)
    header = "AccountKey" if service == "bus" else "authorization"
    callers = {
        name: Credentials(header, next(iter(headers.values())), f"${name}")
        for name, headers in CALLERS[service].items()
    }
    if service == "bus":
        return Target("bus", client, callers, allow_writes=True, budget=budget, header=header)
    return Target(service, client, callers, allow_writes=True, budget=budget)


@frozen
class Measured:
    """The outcome of one fault: how it was found, and by how many accusations."""

    name: str
    label: str
    result: str
    accusations: tuple[str, ...]
    others: tuple[str, ...]
    """The broken verdicts that stand on an assumption or an observation."""


def measured(fault: PlantedFault, label: Label, right: Broken, faulty: Broken | None) -> Measured:
    """Compare the verdicts on a faulty server with those on the right one; None is a run without an end."""
    if faulty is None:
        return Measured(fault.name, label.label, NO_END, (), ())
    new = {id_: stated for id_, stated in faulty.items() if id_ not in right}
    accusations = tuple(id_ for id_, stated in new.items() if stated)
    others = tuple(id_ for id_, stated in new.items() if not stated)
    result = DIFFERS if others else MISSED
    if accusations:
        result = RIGHT_RULE if any(is_right(id_, fault, label) for id_ in accusations) else ANOTHER_RULE
    return Measured(fault.name, label.label, result, accusations, others)


def is_right(id_: str, fault: PlantedFault, label: Label) -> bool:
    """Whether a broken rule is about the words that a fault breaks, or a broken operation the one of the fault."""
    rule = rules(fault.service).get(id_)
    if rule is None:
        return id_.partition(": ")[0] == fault.operation
    if fault.operation not in rule.operations:
        return False
    return label.label != STATED or any(_overlap(quote, label.quote) for quote in rule.quotes)


def _overlap(one: str, other: str) -> bool:
    """Whether one text has at least half of the words of the shorter one."""
    words, others = {*one.lower().split()}, {*other.lower().split()}
    return 2 * len(words & others) >= min(len(words), len(others))


def in_a_process(service: str, name: str | None, proxy: bool) -> Broken | None:
    command = [sys.executable, "-m", __spec__.name, "--one", service, name or "", *(["--proxy"] if proxy else [])]
    try:
        ended = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=SECONDS)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return None
    broken: Broken = json.loads(ended.stdout)
    return broken


def table(results: Mapping[str, list[Measured]]) -> Iterator[str]:
    """The results by draw, service and label."""
    yield f"| draw | service | label | faults | {' | '.join(RESULTS)} | accusations a fault |"
    yield f"|---|---|---|---|{'---|' * len(RESULTS)}---|"
    for title, rows in results.items():
        for service in SERVICES:
            for label in LABELS:
                mine = [row for row in rows if row.label == label and row.name.startswith(f"{service}:")]
                counts = Counter(row.result for row in mine)
                found = [len(row.accusations) for row in mine if row.accusations]
                mean = f"{sum(found) / len(found):.1f}" if found else ""
                columns = " | ".join(str(counts[result]) for result in RESULTS)
                yield f"| {title} | {service} | {label} | {len(mine)} | {columns} | {mean} |"


def record(number: int, rows: list[Measured], right: Mapping[str, Broken], kind: str) -> None:
    """Write the results of a draw into its file."""
    content: dict[str, Any] = json.loads(draws.path(number).read_text(encoding="utf-8"))
    content[kind] = {
        "right servers": {service: sorted(broken) for service, broken in right.items()},
        "results": {
            row.name: [row.result, *row.accusations, *(f"{other}{_DIFFERS}" for other in row.others)] for row in rows
        },
    }
    draws.path(number).write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def recorded(kind: str, numbers: Sequence[int] = draws.NUMBERS) -> dict[str, list[Measured]]:
    """The recorded results of draws, by their numbers, with the labels as they are corrected."""
    results: dict[str, list[Measured]] = {}
    for number in numbers:
        content: dict[str, Any] = json.loads(draws.path(number).read_text(encoding="utf-8"))
        if kind not in content:
            continue
        labelled, rows = labels(number), results.setdefault(f"{number}", [])
        for name, (result, *found) in content[kind]["results"].items():
            accusations = tuple(id_ for id_ in found if not id_.endswith(_DIFFERS))
            others = tuple(id_.removesuffix(_DIFFERS) for id_ in found if id_.endswith(_DIFFERS))
            rows.append(Measured(name, labelled[name].label, result, accusations, others))
    return results


def on_page(text: str, kind: str) -> str:
    """The page with the table of the recorded runs of a kind."""
    begin, end = MARKS[kind]
    head, _, rest = text.partition(begin)
    _, _, tail = rest.partition(end)
    return f"{head}{begin}{chr(10).join(table(recorded(kind)))}\n{end}{tail}"


def write_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for kind in MARKS:
        text = on_page(text, kind)
    PAGE.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.other_make.planted.measure", description=__doc__)
    parser.add_argument("draw", type=int, nargs="*", choices=[*draws.NUMBERS, []], help="the draws; by default 1 and 3")
    parser.add_argument("--only", choices=SERVICES, action="append", help="one of the services; repeatable")
    parser.add_argument("--at-once", type=int, default=2, metavar="N", help="how many runs at a time")
    parser.add_argument("--proxy", action="store_true", help="the findings of the proxy, instead of the verdicts")
    parser.add_argument(
        "--record", action="store_true", help="write the results to the draws, and the table to the page"
    )
    parser.add_argument("--recorded", action="store_true", help="write the tables of recorded runs to the page")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(broken_on(options.one[0], options.one[1] or None, options.proxy)))
        return
    if options.recorded:
        write_page()
        return
    services, kind = options.only or SERVICES, "proxy" if options.proxy else "checks"
    results: dict[str, list[Measured]] = {}
    with ThreadPoolExecutor(options.at_once) as pool:
        runs = pool.map(in_a_process, services, [None] * len(services), [options.proxy] * len(services))
        right = {service: broken or {} for service, broken in zip(services, runs, strict=True)}
        for service, broken in right.items():
            print(f"right {service} server: broken {sorted(broken) or 'nothing'}", flush=True)
        for number in options.draw or (1, 3):
            labelled = labels(number)
            faults = [fault for fault in draws.read(number).faults if fault.service in services]
            tried = pool.map(lambda fault: in_a_process(fault.service, fault.name, options.proxy), faults)
            rows = results[f"{number}"] = []
            for fault, faulty in zip(faults, tried, strict=True):
                rows.append(measured(fault, labelled[fault.name], right[fault.service], faulty))
                found = ", ".join((*rows[-1].accusations, *(f"{other}{_DIFFERS}" for other in rows[-1].others)))
                print(f"{rows[-1].result}: {fault.name} ({rows[-1].label}): {found}", flush=True)
            if options.record:
                record(number, rows, right, kind)
    print("\n".join(table(results)))
    if options.record and not options.only:
        write_page()


if __name__ == "__main__":
    main()

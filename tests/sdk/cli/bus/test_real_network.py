"""The riders' commands over the real snapshot of the service's lists, which is kept next to the repository."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sdk.bus.conftest import DATA
from tests.sdk.cli.console import Done, run_here
from trivet import BusClient
from trivet.bus import Network, load_network
from trivet.cli.bus.route import find_routes, route_rows
from trivet_stubs import BusStub

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the real snapshot is not here: shared/data/bus")

Run = Callable[..., Done]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("real") / "network.json"
    with BusStub(data=DATA) as stub:
        stub.page_size = 100_000
        with BusClient(base_url="http://bus.test", transport=stub.transport(), account_key="stub-key") as client:
            load_network(client, path, prefetch=1)
    return path


@pytest.fixture
def run(file: Path) -> Run:
    env = {"TRIVET_BUS_ACCOUNT_KEY": "none", "TRIVET_BUS_BASE_URL": "http://127.0.0.1:9"}  # no command sends a request
    return lambda *arguments: run_here("bus", *arguments, "--network", str(file), "--max-age", "5000w", env=env)


@pytest.mark.long
def test_every_stop_within_a_distance_is_listed_with_its_services(run: Run) -> None:
    done = run("near", "1.2990,103.8550", "--within", "500")
    assert (done.status, done.err) == (0, "")
    rows = json.loads(done.out)
    assert len(rows) > 10  # more than without `--within`
    assert rows[0]["metres"] < 100
    assert all(row["services"] and row["metres"] <= 500 for row in rows)


@pytest.mark.long
def test_direct_rides_are_found_by_words(run: Run) -> None:
    done = run("ride", "01012", "01112", "--no-live")
    assert (done.status, done.err) == (0, "")
    assert all(0 < ride["stops"] < 100 and ride["km"] >= 0 for ride in json.loads(done.out))
    assert "may be any of" in run("ride", "blk 1", "01112").err


@pytest.mark.long
def test_routes_have_rows_with_times_of_a_service_day(file: Path, run: Run) -> None:
    network = Network.open(file)
    sample = network.routes[::9]
    rows = list(route_rows(sample))
    assert len(rows) == sum(len(route.stops) for route in sample)
    for row in rows:
        for day in ("weekday", "saturday", "sunday"):
            first, last = row[f"{day}_first_bus"], row[f"{day}_last_bus"]
            assert (first is None) == (last is None)
            assert first is None or ("03:00" <= first < "27:00" and "03:00" <= last < "27:00")
    assert {len(find_routes(network, route.service_no.lower())) for route in sample} == {1, 2}
    done = run("route", "10", "--direction", "1")
    assert (done.status, json.loads(done.out)[0]["stop_sequence"]) == (0, 1)

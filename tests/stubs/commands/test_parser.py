"""The arguments of the command and their effects."""

import argparse
import json
from datetime import date, datetime
from pathlib import Path

import httpx
import pytest

from trivet_stubs._generated.names import SERVICES
from trivet_stubs.commands.parser import arguments_of, check_config, read_config

PLAIN = {"trust_env": False, "verify": False, "timeout": 60}

HOSTS = ("stubs:8080", "more", "evil.example")

CONFIG = """
latency = 0.0
cors = ["http://localhost:5173"]
observed = ["closing_500"]

[bus]
data = "snapshot"
account_key = "mine"
settings = ["volume_rows=3"]

[[bus.faults]]
operation = "stops.list"
status = 503

[chat]
seed = "2x2"
users = 1
clock = 2025-06-16T08:00:00+08:00
clock_stopped = true
quota = 100

[agent]
token = "secret"
turns = [{ steps = [{ type = "text", deltas = ["Hi."] }] }]
"""


def started(output):
    [line] = output.splitlines()
    services = {service["service"]: service for service in json.loads(line)["services"]}
    return services, {name: service["url"] for name, service in services.items()}


def get(url, path, **headers):
    return httpx.get(url + path, headers=headers, **PLAIN)


def test_all_services_start_as_the_file_says(run, tmp_path):
    (tmp_path / "snapshot").mkdir()
    stop = {"BusStopCode": "00001", "RoadName": "", "Description": "", "Latitude": 1.0, "Longitude": 2.0}
    (tmp_path / "snapshot" / "stops_0.json").write_text(json.dumps({"value": [stop]}))
    (tmp_path / "stubs.toml").write_text(CONFIG)

    def ask(output):
        services, urls = started(output)
        assert {name: service["control"] for name, service in services.items()} == {
            name: f"{url}/_trivet" for name, url in urls.items()
        }
        key = services["bus"]["environment"]["TRIVET_BUS_ACCOUNT_KEY"]
        stops = [get(urls["bus"], "/BusStops", accountkey=key) for _ in range(2)]
        token = f"Bearer {services['chat']['environment']['TRIVET_CHAT_ADMIN_TOKEN']}"
        users = get(urls["chat"], "/admin/users", authorization=token)
        clock = get(urls["chat"], "/_trivet/clock").json()
        state = get(urls["agent"], "/_trivet/records").json()
        settings = {name: get(url, "/_trivet/settings").json() for name, url in urls.items()}
        return stops, users, clock, state, settings

    arguments = ["all", "--json", "--config", str(tmp_path / "stubs.toml"), "--chat-users", "3"]
    (stops, users, clock, state, settings), status = run(arguments, ask)
    assert status == 0
    assert [answer.status_code for answer in stops] == [503, 200]
    assert stops[1].json()["value"] == [stop]
    assert users.json()["total"] == 10  # the command line counts more than the file
    assert clock == {"now": "2025-06-16T08:00:00+08:00", "run": False}
    created = {datetime.fromisoformat(user["created_at"]) for user in users.json()["items"]}
    assert max(created) < datetime.fromisoformat(clock["now"]), "the records are older than the stub's time"
    assert state["counts"]["scripts"] == 1
    assert settings["bus"]["volume_rows"] == 3
    assert {tuple(setting["observed"]) for setting in settings.values()} == {("closing_500",)}
    assert settings["chat"]["quota"] == {"requests": 100, "per": None}


def test_options_for_all_are_for_the_services_that_know_them(run):
    def ask(output):
        _, urls = started(output)
        settings = {name: get(url, "/_trivet/settings").json()["observed"] for name, url in urls.items()}
        faults = {name: get(url, "/_trivet/faults").json()["items"] for name, url in urls.items()}
        return settings, {name: len(items) for name, items in faults.items()}

    options = ["--observed", "late_commits", "--fault", "stops.list hang", "--fault", "status=503 times=2"]
    (settings, faults), _ = run(["all", "--json", *options], ask)
    assert settings == {**{service: [] for service in SERVICES}, "chat": ["late_commits"]}
    assert faults == {**dict.fromkeys(SERVICES, 1), "bus": 2}


def test_reset_returns_to_the_start_that_the_options_set(run):
    def ask(output):
        _, urls = started(output)
        url = urls["bus"]
        limits = [get(url, "/BusStops", accountkey="stub-key").status_code for _ in range(2)]
        assert httpx.post(f"{url}/_trivet/reset", **PLAIN).status_code == 200
        return [*limits, get(url, "/BusStops", accountkey="stub-key").status_code]

    statuses, _ = run(["bus", "--json", "--quota", "1/60"], ask)
    assert statuses == [200, 500, 200]


def test_named_host_may_call_and_others_may_not(run, tmp_path):
    (tmp_path / "stubs.toml").write_text('allow_hosts = ["stubs"]\n')

    def ask(output):
        _, urls = started(output)
        return [get(urls["bus"], "/BusStops", host=host, accountkey="stub-key").status_code for host in HOSTS]

    assert run(["bus", "--json", "--config", str(tmp_path / "stubs.toml")], ask)[0] == [200, 421, 421]
    assert run(["bus", "--json", "--allow-host", "more", "--allow-host", "stubs"], ask)[0] == [200, 200, 421]


def test_pages_of_a_named_origin_may_call_and_others_may_not(run):
    def ask(output):
        _, urls = started(output)
        preflight = {"access-control-request-method": "GET", "access-control-request-headers": "accountkey"}
        preflights = [
            httpx.options(f"{urls['bus']}/BusStops", headers={"origin": origin, **preflight}, **PLAIN)
            for origin in ("http://localhost:5173", "http://elsewhere.test")
        ]
        answer = get(urls["bus"], "/BusStops", origin="http://localhost:5173")
        control = get(urls["bus"], "/_trivet/ready", origin="http://localhost:5173")
        return preflights, answer, control

    (preflights, answer, control), _ = run(["bus", "--json", "--cors", "http://localhost:5173"], ask)
    assert [preflight.status_code for preflight in preflights] == [200, 400]
    assert preflights[0].headers["access-control-allow-headers"].lower().find("accountkey") >= 0
    assert answer.status_code == 401
    assert answer.headers["access-control-allow-origin"] == "http://localhost:5173"
    assert control.status_code == 403  # a page of another origin steers nothing


def test_without_control_its_paths_are_the_stubs_own(run):
    def ask(output):
        services, urls = started(output)
        return services["bus"]["control"], get(urls["bus"], "/_trivet/ready").status_code

    assert run(["bus", "--json", "--no-control"], ask) == ((None, 404), 0)


def test_control_host_is_another_name_of_the_stub(run):
    def ask(output):
        _, urls = started(output)
        return [get(urls["chat"], "/_trivet/ready", host=host).status_code for host in ("stub:8080", "elsewhere:8080")]

    assert run(["chat", "--json", "--control-host", "stub"], ask)[0] == [200, 403]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bus", "--fault", "stops.lost hang"], "fault: operation: 'stops.lost' is neither a path nor one of"),
        (["bus", "--fault", "stops.list status=2000"], "fault: status: 2000 is greater than the maximum of 599"),
        (["bus", "--fault", "stops.list tims=2"], "fault: tims: is not known here; the fields are after,"),
        (["bus", "--fault", "{"], "fault: not JSON"),
        (["bus", "--fault", "'"], "fault: "),
        (["bus", "--quota", "many"], "settings: quota: "),
        (["bus", "--latency", "-1"], "settings: latency: -1.0 is less than the minimum of 0"),
        (["bus", "--clock", "noon"], "clock: now: "),
        (["bus", "--setting", "volume_rows"], "setting: 'volume_rows' is not NAME=VALUE"),
        (["bus", "--records", "nowhere.json"], "records: nowhere.json: No such file or directory"),
        (["bus", "--records", "[]"], "records: []: No such file or directory"),
        (["agent", "--turn", "{}"], "turn: steps: is required"),
        (["all", "--fault", "stops.lost hang"], "fault: no service knows 'stops.lost'"),
        (["all", "--observed", "nothing"], "observed: no service knows 'nothing'"),
        (["chat", "--cors", "localhost"], "cors: 'localhost' is neither an origin"),
        (["chat", "--control-host", "http://x"], "hosts: 'http://x' is not a host"),
        (["chat", "--config", "nowhere.toml"], "config: nowhere.toml: No such file or directory"),
        (["chat", "--recorded", "nowhere"], "recorded: nowhere/recording.json: No such file or directory"),
    ],
)
def test_option_that_cannot_be_used_exits_with_2(refused, arguments, message):
    assert refused(arguments).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("late = 1", "config: late is not an option; the options are "),
        ("seed = 'small'", "config: seed is not an option; the options are "),
        ("[chat]\npage_size = 5", "config: chat.page_size is not an option; the options are "),
        ("chat = 5", "config: chat is not a table"),
        ("no_control = 'yes'", "config: no_control is neither true nor false"),
        ("latency = [1]", "config: latency is not a single value"),
        ("latency = 'soon'", "argument --latency: invalid float value: 'soon'"),
        ("[[[", "config: "),
    ],
)
def test_file_that_cannot_be_used_exits_with_2(refused, tmp_path, text, message):
    (tmp_path / "stubs.toml").write_text(text)
    assert refused(["chat", "--config", str(tmp_path / "stubs.toml")]).startswith(message)


PARSER = argparse.ArgumentParser()
ACTIONS = [
    PARSER.add_argument("--data"),
    PARSER.add_argument("--latency", type=float),
    PARSER.add_argument("--fault", dest="faults", action="append", default=[]),
    PARSER.add_argument("--no-control", action="store_true"),
]


def test_what_is_for_one_service_comes_after_what_is_for_all():
    config = {
        "latency": 1,
        "faults": ["hang"],
        "bus": {"latency": 2, "faults": [{"status": 503}]},
        "chat": {"data": "x"},
    }
    assert list(arguments_of(config, "bus", ACTIONS, Path("/etc"))) == [
        "--latency=1",
        "--fault=hang",
        "--latency=2",
        '--fault={"status":503}',
    ]


def test_paths_are_relative_to_the_file_and_switches_have_no_value():
    config = {"data": "snapshot", "no_control": True}
    assert list(arguments_of(config, "bus", ACTIONS, Path("/etc"))) == ["--data=/etc/snapshot", "--no-control"]
    assert list(arguments_of({"no_control": False, "data": "/srv"}, "bus", ACTIONS, Path("/etc"))) == ["--data=/srv"]


def test_key_that_only_some_services_have_is_refused_for_all():
    known = {"bus": ["data", "latency"], "chat": ["latency"]}
    check_config({"latency": 1, "bus": {"data": "x"}}, known)
    with pytest.raises(ValueError, match="config: data is not an option; the options are latency"):
        check_config({"data": "x"}, known)


def test_file_that_is_not_text_raises(tmp_path):
    (tmp_path / "stubs.toml").write_bytes(b"\xff")
    with pytest.raises(ValueError, match=r"config: .*stubs\.toml: 'utf-8' codec"):
        read_config(tmp_path / "stubs.toml")


def test_number_beyond_64_bits_is_exact():
    arguments = list(arguments_of({"faults": [{"seed": 2**70}]}, "bus", ACTIONS, Path("/etc")))
    assert arguments == ['--fault={"seed":1180591620717411303424}']


def test_number_that_json_does_not_have_is_refused():
    with pytest.raises(ValueError, match=r"config: faults: delay: Infinity is not a number of JSON"):
        list(arguments_of({"faults": [{"delay": float("inf")}]}, "bus", ACTIONS, Path("/etc")))


def test_settings_are_a_table_or_a_list():
    actions = [argparse.ArgumentParser().add_argument("--setting", dest="settings", action="append", default=[])]
    arguments = ["--setting=volume_rows=3", '--setting=holidays=["2025-08-09"]']
    table = {"volume_rows": 3, "holidays": [date(2025, 8, 9)]}
    assert list(arguments_of({"bus": {"settings": table}}, "bus", actions, Path("/etc"))) == arguments
    assert list(arguments_of({"settings": ["volume_rows=3"]}, "bus", actions, Path("/etc"))) == arguments[:1]

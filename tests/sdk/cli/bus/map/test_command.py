"""`trivet bus map`: pictures that stand alone, also with hostile texts of the service."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.sdk.cli.bus.gtfs.recorded import REAL, real_network
from tests.sdk.cli.bus.in_process import run_on
from tests.sdk.cli.console import run_here, run_script
from trivet.cli.bus.map.page import hash_source
from trivet_stubs import BusStub
from trivet_stubs.serving.port import Served

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</title><script>alert(1)</script>'\"&\x1b[31m{{\u2028"


class Page(HTMLParser):
    """The tags, scripts and styles that a browser finds in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inline: dict[str, list[str]] = {"script": [], "style": []}
        self._in = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._in = tag if tag in self.inline and "src" not in dict(attrs) else ""
        if self._in:
            self.inline[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        self._in = ""

    def handle_data(self, data: str) -> None:
        if self._in:
            self.inline[self._in][-1] += data


def texts(path: Path) -> list[str]:
    return [element.text or "" for element in ElementTree.parse(path).getroot().iter(f"{SVG}text")]


def test_svg_has_both_directions_names_scale_and_licence(bus_stub: BusStub, tmp_path: Path) -> None:
    done = run_on(bus_stub, "map", "23", "--out", str(tmp_path / "m.svg"), "-o", "json")
    assert done.status == 0, done.err
    labels = texts(tmp_path / "m.svg")
    assert {"Service 23", "N"} <= set(labels)
    assert [label[:11] for label in labels if label.startswith("Direction")] == ["Direction 1", "Direction 2"]
    assert [label for label in labels if re.fullmatch(r"[125]0* k?m", label)]
    licence = "Contains information from LTA DataMall accessed on 16 June 2025, made available under the "
    assert any(label.startswith(licence) for label in labels)
    root = ElementTree.parse(tmp_path / "m.svg").getroot()
    titles = [circle.findtext(f"{SVG}title") or "" for circle in root.iter(f"{SVG}circle")]
    rows = [row for row in bus_stub.records.routes if row["ServiceNo"] == "23"]
    assert len(titles) == len(rows)
    assert all(any(title.startswith(row["BusStopCode"]) for title in titles) for row in rows)


def test_direction_option_draws_one_direction(bus_stub: BusStub, tmp_path: Path) -> None:
    assert run_on(bus_stub, "map", "23", "--direction", "2", "--out", str(tmp_path / "m.svg")).status == 0
    assert [label[:11] for label in texts(tmp_path / "m.svg") if label.startswith("Direction")] == ["Direction 2"]


@pytest.mark.parametrize("tiles", [[], ["--tiles", "onemap"], ["--tiles", "osm"]])
def test_page_runs_and_loads_only_sources_of_its_policy(bus_stub: BusStub, tmp_path: Path, tiles: list[str]) -> None:
    path = tmp_path / "m.html"
    stops = tuple(dict(stop, Description=HOSTILE, RoadName=HOSTILE) for stop in bus_stub.records.stops)
    bus_stub.records = replace(bus_stub.records, stops=stops)
    assert run_on(bus_stub, "map", "23", "--out", str(path), *tiles).status == 0
    text = path.read_text("utf-8")
    page = Page(text)
    policy = next(attributes.get("content") or "" for tag, attributes in page.tags if attributes.get("http-equiv"))
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    data = [script for script in page.inline["script"] if script.startswith("{")]
    for kind, inline in page.inline.items():
        assert all(hash_source(text) in policy for text in inline if text not in data), kind
    assert not [
        tag for tag, attributes in page.tags if any(name == "style" or name.startswith("on") for name in attributes)
    ]
    sources = [
        attributes.get("src") or attributes.get("href")
        for tag, attributes in page.tags
        if "src" in attributes or tag == "link"
    ]
    assert len(sources) == (2 if tiles else 0)
    assert all(attributes.get("integrity") for tag, attributes in page.tags if "src" in attributes or tag == "link")
    assert text.count("<script") == (4 if tiles else 1)
    assert "alert(1)</script>" not in text
    assert ("https://" in re.sub(r"http://www\.w3\.org/2000/svg", "", text)) == bool(tiles)
    if tiles:
        assert ("OneMap" if tiles[1] == "onemap" else "OpenStreetMap contributors") in data[0]
        assert "accessed on 16 June 2025" in data[0]


@pytest.mark.long
def test_png_is_written(bus_stub: BusStub, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra `pictures` is not installed")
    assert run_on(bus_stub, "map", "302", "--out", str(tmp_path / "m.png")).status == 0
    assert (tmp_path / "m.png").read_bytes().startswith(b"\x89PNG")


def test_stop_without_a_position_is_left_out_with_a_note(bus_stub: BusStub, tmp_path: Path) -> None:
    stops = [dict(stop) for stop in bus_stub.records.stops]
    code = "13049"
    next(stop for stop in stops if stop["BusStopCode"] == code).update(Latitude=0.0, Longitude=0.0)
    bus_stub.records = replace(bus_stub.records, stops=tuple(stop for stop in stops if stop["BusStopCode"] != "28009"))
    done = run_on(bus_stub, "map", "23", "--out", str(tmp_path / "m.svg"))
    assert done.status == 0
    assert "direction 1: left out, without a position: 13049, 28009" in done.err
    assert any("Left out, as they have no position: 13049, 28009." in label for label in texts(tmp_path / "m.svg"))
    bus_stub.records = replace(bus_stub.records, stops=tuple(dict(stop, Latitude=0.0) for stop in stops))
    none = run_on(bus_stub, "map", "23", "--out", str(tmp_path / "n.svg"))
    assert (none.status, "fewer than two of its stops have a position" in none.err) == (2, True)
    assert not (tmp_path / "n.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["23", "--out", "absent/m.svg"], "--out: there is no folder absent"),
        (["23", "--out", "m.gif"], "m.gif: a picture is written as .html, .svg, .png"),
        (["23", "--out", "m.svg", "--tiles", "osm"], "--tiles: only a page can show tiles"),
        (["23", "--out", "m.html", "--tiles", "bing"], "--tiles: 'bing' is not one of onemap, osm"),
        (
            ["9\x1b[31m", "--out", "m.svg"],
            "9\\x1b[31m: no such service in the network of 2025-06-16; numbers are as on the bus",
        ),
        (["23", "--out", "m.svg", "--direction", "3"], "--direction: service 23 has no direction 3, only 1 and 2"),
        (["23", "--out", "m.svg", "--snapshot", "absent"], "absent: there is no snapshot"),
    ],
)
def test_wrong_argument_is_one_line_and_nothing_written(
    bus_stub: BusStub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_on(bus_stub, "map", *arguments)
    assert (done.status, done.out) == (2, "")
    assert line in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_script_writes_a_page(bus_server: Served[BusStub], tmp_path: Path) -> None:
    env = {"TRIVET_BUS_BASE_URL": bus_server.url, "TRIVET_BUS_ACCOUNT_KEY": "stub-key"}
    done = run_script("bus", "map", "23", "--out", str(tmp_path / "m.html"), env=env)
    assert done.status == 0, done.err
    assert (tmp_path / "m.html").read_text("utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.long
@pytest.mark.skipif(not REAL.is_dir(), reason="the recorded lists are not on this machine")
def test_map_of_a_recorded_service_names_most_stops(tmp_path: Path) -> None:
    network = real_network(every=100)
    network.save(tmp_path / "n.json")
    done = run_here("bus", "map", "63", "--network", str(tmp_path / "n.json"), "--out", str(tmp_path / "m.svg"))
    assert done.status == 0, done.err
    names = {route_stop.stop.description for route_stop in network.route("63").stops if route_stop.stop is not None}
    assert len(names & set(texts(tmp_path / "m.svg"))) > len(names) / 2

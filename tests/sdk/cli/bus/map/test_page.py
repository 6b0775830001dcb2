"""The page of a picture, and the slippy map."""

from __future__ import annotations

from datetime import UTC, datetime

import orjson
import pytest

from trivet.bus import Position
from trivet.cli.bus.map.drawing import MapLine, MapStop
from trivet.cli.bus.map.page import PROVIDERS, Addition, add_tiles, hash_source, provider, render_page
from trivet.cli.failures import UsageError
from trivet.cli.pictures.scene import Label, Scene

SCENE = Scene(100, 50, "A <title>", "A description.", [Label((10, 10), "text")])
STOPS = [MapStop("01012", "</script><!--", "Road", Position(1.3, 103.8), 1, 0.0)] * 2


def test_page_has_the_picture_and_buttons_and_loads_nothing() -> None:
    page = render_page(SCENE)
    assert "<title>A &lt;title&gt;</title>" in page
    assert page.count("<button") == page.count("aria-label=") == 3
    assert "img-src 'none'" in page
    assert "https://" not in page


def test_policy_names_the_sources_of_the_addition() -> None:
    addition = Addition(head="<link>", body="<p>", style="p{}", script="1;", scripts="https://a", styles="https://b")
    page = render_page(SCENE, addition)
    assert f"{hash_source('p{}')} https://b; script-src" in page
    assert f"{hash_source('1;')} https://a; img-src" in page


def test_hash_source_of_the_standards_example() -> None:
    assert hash_source("alert('Hello, world.');") == "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"


@pytest.mark.parametrize("name", PROVIDERS)
def test_data_cannot_end_its_script_and_has_every_attribution(name: str) -> None:
    addition = add_tiles([MapLine("10", 1, STOPS, [])], provider(name), datetime(2025, 6, 16, tzinfo=UTC))
    text = addition.body[addition.body.index("{") : addition.body.rindex("}") + 1]
    assert not {"<", ">", "&"} & set(text)
    data = orjson.loads(text)
    assert data["lines"][0]["stops"][0]["title"].startswith("01012 </script><!--")
    assert len(data["attribution"]) == len(provider(name).attribution) + 1
    assert data["url"].startswith(provider(name).images)
    assert addition.head.count("integrity=") == 2


def test_unknown_provider_is_refused() -> None:
    with pytest.raises(UsageError, match="--tiles: 'x' is not one of onemap, osm"):
        provider("x")

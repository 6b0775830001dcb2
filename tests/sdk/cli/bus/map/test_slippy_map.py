"""The slippy map."""

from __future__ import annotations

from datetime import UTC, datetime

import orjson
import pytest

from trivet.bus import Position
from trivet.cli.bus.map.drawing import MapLine, MapStop
from trivet.cli.bus.map.slippy_map import PROVIDERS, add_tiles, provider
from trivet.cli.failures import UsageError

STOPS = [MapStop("01012", "</script><!--", "Road", Position(1.3, 103.8), 1, 0.0)] * 2


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

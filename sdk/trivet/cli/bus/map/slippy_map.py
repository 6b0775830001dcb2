"""Map tiles: their providers, and the addition that makes the page of a picture a slippy map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import orjson
from attrs import frozen

from trivet.cli.bus.attribution import LICENCE_URL, attribution
from trivet.cli.bus.map.drawing import MapLine
from trivet.cli.bus.map.page import Addition, asset
from trivet.cli.failures import UsageError
from trivet.cli.pictures.styles import HUES

_LEAFLET = "https://unpkg.com/leaflet@1.9.4/dist/"
_STYLE_HASH = "sha256-p4NxAoJBhIIN+hmNHrzRCf9tD/miZyoHS5obTRR9BMY="
_SCRIPT_HASH = "sha256-20nQCchB9co0qIjJZRGuk2/Z9VM+kNiyxNV1lvTlZBo="
"""The hashes of the two files of this version, as Leaflet's maintainers publish them."""


@frozen
class Provider:
    """A provider of map tiles.

    Attributes:
        url: The URL of a tile, as a template of Leaflet.
        images: The hosts of the tiles, for a Content-Security-Policy.
        attribution: The attribution that the provider's terms require: the text and the URL of each part.
        max_zoom: The largest zoom level.
    """

    url: str
    images: str
    attribution: Sequence[tuple[str, str]]
    max_zoom: int = 19


PROVIDERS: Mapping[str, Provider] = {
    "onemap": Provider(
        "https://www.onemap.gov.sg/maps/tiles/Default/{z}/{x}/{y}.png",
        "https://www.onemap.gov.sg",
        (
            ("OneMap", "https://www.onemap.gov.sg/"),
            ("© contributors", "https://www.onemap.gov.sg/"),
            ("Singapore Land Authority", "https://www.sla.gov.sg/"),
        ),
    ),
    "osm": Provider(
        "https://tile.openstreetmap.org/{z}/{x}/{y}.png",
        "https://tile.openstreetmap.org",
        (("© OpenStreetMap contributors", "https://www.openstreetmap.org/copyright"),),
    ),
}
"""The providers by name; both allow personal pages to use their tiles without a key, with attribution."""


def provider(name: str) -> Provider:
    """Return a provider by name.

    >>> provider("onemap").max_zoom
    19

    Raises:
        UsageError: There is no provider with this name.
    """
    if name not in PROVIDERS:
        raise UsageError(f"--tiles: {name[:60]!r} is not one of {', '.join(PROVIDERS)}")
    return PROVIDERS[name]


def add_tiles(lines: Sequence[MapLine], tiles: Provider, fetched_at: datetime) -> Addition:
    """Return the addition that makes a page a slippy map; if the browser cannot load Leaflet, the picture stays.

    >>> render_page(scene, add_tiles(lines, provider("onemap"), network.fetched_at))

    Args:
        lines: The directions.
        tiles: The provider of the tiles; the page shows its attribution.
        fetched_at: When the data was fetched, for its attribution.
    """
    data = {
        "url": tiles.url,
        "maxZoom": tiles.max_zoom,
        "attribution": [*tiles.attribution, (attribution(fetched_at), LICENCE_URL)],
        "lines": [
            {
                "title": line.title,
                "hue": HUES[0 if line.direction == 1 else 1][0],
                "stops": [{"at": list(stop.position), "title": stop.title} for stop in line.stops],
            }
            for line in lines
        ],
    }
    # With these escapes, no text of the service can end the script element that holds the JSON.
    text = orjson.dumps(data).decode().replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return Addition(
        head=(
            f'<link rel="stylesheet" href="{_LEAFLET}leaflet.css" integrity="{_STYLE_HASH}" crossorigin="anonymous">\n'
            f'<script src="{_LEAFLET}leaflet.js" integrity="{_SCRIPT_HASH}" crossorigin="anonymous" defer></script>\n'
        ),
        body=f'<div id="tiles"></div>\n<script type="application/json" id="data">{text}</script>\n',
        style=asset("slippy_map.css"),
        script=asset("slippy_map.js"),
        scripts="https://unpkg.com",
        styles="https://unpkg.com",
        images=f"{tiles.images} https://unpkg.com data:",
    )

"""The map of a service as an HTML page: a picture alone, or on the tiles of a provider."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import orjson
from attrs import frozen

from trivet.cli.bus.map.drawing import MapLine
from trivet.cli.bus.source import LICENCE_URL, attribution
from trivet.cli.failures import UsageError
from trivet.cli.pictures.file import render_svg, xml_text
from trivet.cli.pictures.scene import HUES, Scene

__all__ = ["PROVIDERS", "Addition", "Provider", "add_tiles", "asset", "hash_source", "provider", "render_page"]

_LIGHT_AND_DARK = '<meta name="color-scheme" content="light dark">'
_FOLDER = Path(__file__).parent
_LEAFLET = "https://unpkg.com/leaflet@1.9.4/dist/"
_STYLE_HASH = "sha256-p4NxAoJBhIIN+hmNHrzRCf9tD/miZyoHS5obTRR9BMY="
_SCRIPT_HASH = "sha256-20nQCchB9co0qIjJZRGuk2/Z9VM+kNiyxNV1lvTlZBo="
"""The hashes of the two files of this version, as Leaflet's maintainers publish them."""


@frozen
class Addition:
    """The parts of a page besides the picture, and the sources from which the page may load them.

    Attributes:
        head: Markup of the head.
        body: Markup of the body.
        style: A style sheet.
        script: A script that runs after the script of the picture.
        scripts: The sources of scripts, as a Content-Security-Policy names them.
        styles: The sources of style sheets.
        images: The sources of images.
    """

    head: str = ""
    body: str = ""
    style: str = ""
    script: str = ""
    scripts: str = ""
    styles: str = ""
    images: str = ""


def render_page(scene: Scene, addition: Addition | None = None) -> str:
    """Return a picture as an HTML page, to move and to zoom with pointer, fingers and keys.

    >>> Path("route.html").write_text(render_page(scene), "utf-8")

    Its Content-Security-Policy allows the scripts and styles of the page itself, and the sources of the addition.

    Args:
        scene: The picture.
        addition: The other parts of the page, if it has any.
    """
    more = addition or Addition()
    # On a page that is taller than the picture, the picture begins at the top.
    picture = render_svg(scene).replace("<svg ", '<svg preserveAspectRatio="xMidYMin meet" ', 1)
    picture_style = picture[picture.index("<style>") + len("<style>") : picture.index("</style>")]
    style, script = asset("page.css"), asset("page.js")
    styles, scripts = [style, picture_style, more.style], [script, more.script]
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src {' '.join(hash_source(text) for text in styles if text)} {more.styles}".strip(),
            f"script-src {' '.join(hash_source(text) for text in scripts if text)} {more.scripts}".strip(),
            "img-src " + (more.images or "'none'"),
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"{_LIGHT_AND_DARK}\n<title>{xml_text(scene.title)}</title>\n{more.head}<style>{style}</style>\n"
        f"{f'<style>{more.style}</style>' if more.style else ''}</head>\n<body>\n"
        f'<div id="map">\n{picture}</div>\n{more.body}<div id="tools">'
        '<button value="+" aria-label="Zoom in">+</button><button value="-" aria-label="Zoom out">−</button>'
        f'<button value="0" aria-label="Show all">⌂</button></div>\n<script>{script}</script>\n'
        f"{f'<script>{more.script}</script>' if more.script else ''}</body>\n</html>\n"
    )


def asset(name: str) -> str:
    """Return a script or a style sheet from the folder of this module.

    >>> asset("page.js")[:13]
    '"use strict";'
    """
    return (_FOLDER / name).read_text("utf-8")


def hash_source(text: str) -> str:
    """Return the source of an inline script or style, as a Content-Security-Policy names it.

    >>> hash_source("")
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    """
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"


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
        style=asset("tiles.css"),
        script=asset("tiles.js"),
        scripts="https://unpkg.com",
        styles="https://unpkg.com",
        images=f"{tiles.images} https://unpkg.com data:",
    )

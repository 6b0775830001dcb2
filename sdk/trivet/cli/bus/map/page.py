"""The picture of a service as a page of its own, to which tiles may be added."""

from __future__ import annotations

import base64
from hashlib import sha256
from pathlib import Path

from attrs import frozen

from trivet.cli.pictures.file import render_svg, xml_text
from trivet.cli.pictures.scene import Scene

_LIGHT_AND_DARK = '<meta name="color-scheme" content="light dark">'
_FOLDER = Path(__file__).parent


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

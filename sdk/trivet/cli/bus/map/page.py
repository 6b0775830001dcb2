"""The picture of a service as a page that stands alone: zoom and pan by a few lines of script, no network."""

from __future__ import annotations

import base64
from hashlib import sha256

from attrs import frozen

from trivet.cli.pictures.palette import DARK_PAPER, FONT
from trivet.cli.pictures.scene import Scene
from trivet.cli.pictures.svg import render_svg, xml_text

__all__ = ["Addition", "hash_source", "render_page"]

STYLE = f"""
html,body{{margin:0;height:100%;background:#fff;font-family:{FONT}}}
#map{{height:100%;overflow:hidden;touch-action:none;cursor:grab}}
#map>svg{{width:100%;height:100%;display:block}}
#tools{{position:fixed;right:12px;top:12px;z-index:1000}}
#tools button{{font-size:18px;width:34px;height:34px;margin-left:4px;cursor:pointer;
 background:#fff;color:#1c2127;border:1px solid #5a626c;border-radius:4px}}
{DARK_PAPER}{{html,body{{background:#14181d}}#tools button{{background:#14181d;color:#e8eaed}}}}
@media print{{#tools{{display:none}}}}
"""

SCRIPT = """
"use strict";
const box = document.getElementById("map"), svg = box.querySelector("svg"), whole = svg.viewBox.baseVal;
const home = [whole.x, whole.y, whole.width, whole.height];
let view = home.slice(), held = new Map();
function show() { svg.setAttribute("viewBox", view.join(" ")); }
function at(x, y) {
  const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}
function zoom(factor, x, y) {
  const size = Math.min(Math.max(view[2] * factor, home[2] / 40), home[2] * 2) / view[2];
  view = [x - (x - view[0]) * size, y - (y - view[1]) * size, view[2] * size, view[3] * size];
  show();
}
function middle() { return [view[0] + view[2] / 2, view[1] + view[3] / 2]; }
function move(east, south) { view[0] += east; view[1] += south; show(); }
box.addEventListener("wheel", event => {
  event.preventDefault();
  zoom(Math.exp(Math.sign(event.deltaY) * 0.15), ...at(event.clientX, event.clientY));
}, {passive: false});
box.addEventListener("pointerdown", event => {
  held.set(event.pointerId, [event.clientX, event.clientY]);
  box.setPointerCapture(event.pointerId);
});
box.addEventListener("pointermove", event => {
  const before = held.get(event.pointerId);
  if (!before) return;
  const now = [event.clientX, event.clientY];
  if (held.size === 1) {
    const from = at(...before), to = at(...now);
    move(from[0] - to[0], from[1] - to[1]);
  } else {
    const other = [...held].find(([id]) => id !== event.pointerId)[1];
    const far = point => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
    zoom(far(before) / far(now), ...at((now[0] + other[0]) / 2, (now[1] + other[1]) / 2));
  }
  held.set(event.pointerId, now);
});
for (const name of ["pointerup", "pointercancel"]) {
  box.addEventListener(name, event => held.delete(event.pointerId));
}
const acts = {
  "+": () => zoom(0.7, ...middle()),
  "-": () => zoom(1.4, ...middle()),
  "0": () => { view = home.slice(); show(); },
  ArrowLeft: () => move(-view[2] / 10, 0), ArrowRight: () => move(view[2] / 10, 0),
  ArrowUp: () => move(0, -view[3] / 10), ArrowDown: () => move(0, view[3] / 10),
};
for (const button of document.querySelectorAll("#tools button")) {
  button.addEventListener("click", () => acts[button.value]());
}
document.addEventListener("keydown", event => {
  const act = acts[event.key === "=" ? "+" : event.key];
  if (act && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); act(); }
});
"""


@frozen
class Addition:
    """What a page has on top of the picture, and from where it may load it.

    Attributes:
        head: Markup of the head.
        body: Markup of the body.
        style: A style sheet.
        script: A script that runs after that of the picture.
        scripts: Sources of scripts, as a Content-Security-Policy names them.
        styles: Sources of style sheets.
        images: Sources of images.
    """

    head: str = ""
    body: str = ""
    style: str = ""
    script: str = ""
    scripts: str = ""
    styles: str = ""
    images: str = ""


def render_page(scene: Scene, addition: Addition | None = None) -> str:
    """Return a picture as an HTML page, which can be moved and enlarged with pointer, fingers and keys.

    >>> Path("route.html").write_text(render_page(scene), "utf-8")

    Its Content-Security-Policy lets nothing run or load but what is in the page.

    Args:
        scene: The picture.
        addition: What else the page has; by default nothing.
    """
    more = addition or Addition()
    picture = render_svg(scene)
    inside = picture[picture.index("<style>") + len("<style>") : picture.index("</style>")]
    styles, scripts = [STYLE, inside, more.style], [SCRIPT, more.script]
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src {' '.join(hash_source(each) for each in styles if each)} {more.styles}".strip(),
            f"script-src {' '.join(hash_source(each) for each in scripts if each)} {more.scripts}".strip(),
            "img-src " + (more.images or "'none'"),
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{xml_text(scene.title)}</title>\n{more.head}<style>{STYLE}</style>\n"
        f"{f'<style>{more.style}</style>' if more.style else ''}</head>\n<body>\n"
        f'<div id="map">\n{picture}</div>\n{more.body}<div id="tools">'
        '<button value="+" aria-label="Zoom in">+</button><button value="-" aria-label="Zoom out">−</button>'
        f'<button value="0" aria-label="Show all">⌂</button></div>\n<script>{SCRIPT}</script>\n'
        f"{f'<script>{more.script}</script>' if more.script else ''}</body>\n</html>\n"
    )


def hash_source(text: str) -> str:
    """Return the source of an inline script or style, as a Content-Security-Policy names it.

    >>> hash_source("")
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    """
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"

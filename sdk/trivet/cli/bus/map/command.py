"""The command `trivet bus map`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from trivet._core.files import write_whole
from trivet._text import printable
from trivet.bus import BusService
from trivet.cli.bus.attribution import attribution, operator_of
from trivet.cli.bus.map.drawing import MapLine, draw_map, map_lines
from trivet.cli.bus.map.page import render_page
from trivet.cli.bus.map.slippy_map import PROVIDERS, add_tiles, provider
from trivet.cli.bus.route import find_routes
from trivet.cli.bus.snapshot.files import open_network
from trivet.cli.command_function import add_recipe
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Force, check_output
from trivet.cli.output.fields import Column
from trivet.cli.pictures.file import check_suffix, write_picture

_COLUMNS = [
    Column("service_no", "Service"),
    Column("direction", "Direction", right=True),
    Column("origin", "From"),
    Column("destination", "To"),
    Column("stops", "Stops", right=True),
    Column("km", "km", right=True),
    Column("file", "File"),
]
_EPILOG = """Examples:

  trivet bus map 10 --out route.html

  trivet bus map 10 --direction 1 --out route.svg --snapshot lists

  trivet bus map 10 --out route.html --tiles onemap
"""


def add(app: typer.Typer) -> None:
    """Add the command."""
    add_recipe(app, "map", "bus", map_service, epilog=_EPILOG)


def map_service(
    invocation: Invocation,
    service_no: Annotated[str, typer.Argument(metavar="SERVICE", help="The number of the service, such as 10e.")],
    *,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The picture: .html, .svg or .png.")],
    force: Force = False,
    direction: Annotated[int | None, typer.Option(metavar="1|2", help="One direction; by default all.")] = None,
    tiles: Annotated[
        str | None, typer.Option(metavar="PROVIDER", help=f"A slippy map for .html: {', '.join(PROVIDERS)}.")
    ] = None,
    snapshot: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Take the lists of `trivet bus snapshot DIR`.")
    ] = None,
    network: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Take the lists of this file; written if absent.")
    ] = None,
) -> None:
    """Draw the map of a service as a picture that stands alone."""
    suffix = check_suffix(out, (".html", ".svg", ".png"))
    check_output("--out", out, force=force)
    invocation.check_fields(_COLUMNS)
    chosen = None if tiles is None else provider(tiles)
    if chosen is not None and suffix != ".html":
        raise UsageError("--tiles: only a page can show tiles; give --out a name that ends with .html")
    known = open_network(invocation, snapshot=snapshot, network=network)
    routes = find_routes(known, service_no, direction)
    lines = map_lines(routes)
    scene = draw_map(lines, _subtitle(routes[0].service), known.fetched_at)
    if suffix == ".html":
        addition = None if chosen is None else add_tiles(lines, chosen, known.fetched_at)
        page = render_page(scene, addition).encode()
        write_whole(out, lambda file: file.write(page), overwrite=force, public=True)
    else:
        write_picture(out, scene, overwrite=force)
    for line in lines:
        if line.left_out:
            invocation.note(f"direction {line.direction}: left out, without a position: {', '.join(line.left_out)}")
    invocation.note(attribution(known.fetched_at))
    invocation.show(_rows(lines, out), columns=_COLUMNS)


def _rows(lines: Sequence[MapLine], out: Path) -> list[dict[str, object]]:
    return [
        {
            "service_no": line.service_no,
            "direction": line.direction,
            "origin": line.stops[0].name,
            "destination": line.stops[-1].name,
            "stops": len(line.stops),
            "km": line.stops[-1].km,
            "file": str(out),
        }
        for line in lines
    ]


def _subtitle(service: BusService | None) -> str:
    if service is None:
        return ""
    operator = operator_of(service.operator)[0]
    loop = f", loop at {printable(service.loop_desc, 60)}" if service.is_loop else ""
    return f"{printable(service.category, 40)}, {operator}{loop}"

"""Draw the map of a service: `python examples/route_map.py 23 route.svg` (or `.html`); `trivet bus map` has more."""

import sys
from pathlib import Path

from trivet import BusClient, Clock
from trivet.bus import load_network
from trivet.cli.bus.map.drawing import draw_map, map_lines
from trivet.cli.bus.map.page import render_page
from trivet.cli.bus.route import find_routes
from trivet.cli.pictures.file import write_picture


def main(service_no: str, path: str, *, clock: Clock | None = None) -> int:
    with BusClient(clock=clock) as bus:
        network = load_network(bus)
    lines = map_lines(find_routes(network, service_no))
    scene = draw_map(lines, "", network.fetched_at)
    if path.endswith(".html"):
        Path(path).write_text(render_page(scene), "utf-8")
    else:
        write_picture(Path(path), scene)
    print(f"Service {service_no}, {len(lines)} directions in {Path(path).name}")
    return len(lines)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Save all bus stops as GeoJSON: `python examples/stops_geojson.py stops.geojson`."""

import json
import sys
from pathlib import Path

from trivet import BusClient
from trivet.bus import geojson


def main(path: str) -> int:
    with BusClient() as bus:
        stops = bus.stops.list(prefetch=4).all()
    Path(path).write_text(json.dumps(geojson(stops), ensure_ascii=False), "utf-8")
    print(f"{len(stops)} stops in {Path(path).name}, from {stops[0].description} to {stops[-1].description}")
    return len(stops)


if __name__ == "__main__":
    main(sys.argv[1])

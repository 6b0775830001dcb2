"""Print a route, stop by stop: `python examples/whole_route.py 302 1`."""

import asyncio
import sys
from datetime import datetime

from trivet import AsyncBusClient
from trivet.bus import SINGAPORE, join_routes, service_day


async def show(service_no: str, direction: int) -> int:
    async with AsyncBusClient() as bus:
        services, routes, stops = await asyncio.gather(
            bus.services.list(service_no=service_no).all(),
            bus.routes.list(prefetch=8).all(),
            bus.stops.list(prefetch=4).all(),
        )
    rows = [row for row in routes if row.service_no == service_no and row.direction == direction]
    today = service_day(datetime.now(SINGAPORE))  # until 03:00, the buses of the previous day run
    for route in join_routes(services, rows, stops):
        print(f"Service {service_no}, direction {direction}: {len(route.stops)} stops")
        for visit in route.stops:
            first, last = visit.route.first_bus(today), visit.route.last_bus(today)
            hours = f"{first:%H:%M} to {last:%H:%M}" if first and last else "not today"
            name = visit.stop.description if visit.stop else "(unknown stop)"
            print(f"{visit.route.distance:6.1f} km  {visit.route.bus_stop_code}  {name:28} {hours}")
    return len(rows)


def main(service_no: str, direction: str) -> int:
    return asyncio.run(show(service_no, int(direction)))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Print a route, stop by stop: `python examples/whole_route.py 302 1`."""

import asyncio
import sys

from trivet import AsyncBusClient, Clock
from trivet.bus import SINGAPORE, join_routes, service_day


async def show(service_no: str, direction: int, clock: Clock | None) -> int:
    async with AsyncBusClient(clock=clock) as bus:
        services, routes, stops = await asyncio.gather(
            bus.services.list(service_no=service_no).all(),
            bus.routes.list(prefetch=8).all(),
            bus.stops.list(prefetch=4).all(),
        )
    rows = [row for row in routes if row.service_no == service_no and row.direction == direction]
    today = service_day(bus.clock.now().astimezone(SINGAPORE))  # until 03:00, the buses of the previous day run
    for route in join_routes(services, rows, stops):
        print(f"Service {service_no}, direction {direction}: {len(route.stops)} stops")
        for visit in route.stops:
            first, last = visit.route.first_bus(today), visit.route.last_bus(today)
            hours = f"{first:%H:%M} to {last:%H:%M}" if first and last else "not today"
            name = visit.stop.description if visit.stop else "(unknown stop)"
            print(f"{visit.route.distance:6.1f} km  {visit.route.bus_stop_code}  {name:28} {hours}")
    return len(rows)


def main(service_no: str, direction: str, *, clock: Clock | None = None) -> int:
    return asyncio.run(show(service_no, int(direction), clock))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Print a route, stop by stop: `python examples/whole_route.py 302 1`."""

import asyncio
import sys
from datetime import datetime

from trivet import AsyncBusClient
from trivet.bus import SINGAPORE, join_routes, service_day


async def route(service_no: str, direction: int) -> int:
    async with AsyncBusClient() as bus:
        services, routes, stops = await asyncio.gather(
            bus.services.list(service_no=service_no).all(),
            bus.routes.list(prefetch=8).all(),
            bus.stops.list(prefetch=4).all(),
        )
    wanted = [each for each in routes if each.service_no == service_no and each.direction == direction]
    today = service_day(datetime.now(SINGAPORE))  # until 03:00, the buses of the day before run
    for found in join_routes(services, wanted, stops):
        print(f"Service {service_no}, direction {direction}: {len(found.stops)} stops")
        for each in found.stops:
            first, last = each.route.first_bus(today), each.route.last_bus(today)
            hours = f"{first:%H:%M} to {last:%H:%M}" if first and last else "not today"
            name = each.stop.description if each.stop else "(unknown stop)"
            print(f"{each.route.distance:6.1f} km  {each.route.bus_stop_code}  {name:28} {hours}")
    return len(wanted)


def main(service_no: str, direction: str) -> int:
    return asyncio.run(route(service_no, int(direction)))


if __name__ == "__main__":
    main(*sys.argv[1:])

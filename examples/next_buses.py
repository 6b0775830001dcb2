"""Print the next buses at a stop as a table: `python examples/next_buses.py 54009`."""

import sys
from datetime import UTC, datetime

from trivet import BusClient


def main(bus_stop_code: str) -> int:
    with BusClient() as client:
        services = client.arrivals.get(bus_stop_code).services

    now = datetime.now(UTC)
    print(f"Stop {bus_stop_code} at {now:%H:%M} UTC")
    print("service  to     minutes     load                wheelchair")
    for service in sorted(services, key=lambda each: each.service_no):
        minutes = ["Arr" if bus.is_arriving(now) else str(bus.minutes(now)) for bus in service.buses]
        first = service.next_bus
        print(
            f"{service.service_no:8} {first.destination_code or '-':6} {', '.join(minutes) or 'no bus':11} "
            f"{first.load_in_words or '-':19} {'yes' if first.is_wheelchair_accessible else 'no'}"
        )
    return len(services)


if __name__ == "__main__":
    main(sys.argv[1])

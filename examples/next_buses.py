"""Print the next buses at a stop and tonight's last ones, in local time: `python examples/next_buses.py 54009`."""

import sys
from datetime import date

from trivet import BusClient, Clock
from trivet.bus import SINGAPORE, natural_order, service_day

# The service does not list public holidays. Those of Singapore in 2026, with Mondays after a holiday on a Sunday:
MONTHS_AND_DAYS = "1-1 2-17 2-18 3-21 4-3 5-1 5-27 5-31 6-1 8-9 8-10 11-8 11-9 12-25"
HOLIDAYS = {date(2026, *map(int, day.split("-"))) for day in MONTHS_AND_DAYS.split()}


def main(bus_stop_code: str, *, clock: Clock | None = None) -> int:
    with BusClient(clock=clock) as client:
        services = client.arrivals.get(bus_stop_code).services
        rows = [row for row in client.routes.list(prefetch=8) if row.bus_stop_code == bus_stop_code]

    now = client.clock.now().astimezone(SINGAPORE)
    print(f"Stop {bus_stop_code} on {now:%A at %H:%M}")
    print("service  to     at     minutes     load                wheelchair")
    for service in sorted(services, key=lambda service: natural_order(service.service_no)):
        minutes = ["Arr" if bus.is_arriving(now) else str(bus.minutes(now)) for bus in service.buses]
        first = service.next_bus
        print(
            f"{service.service_no:8} {first.destination_code or '-':6} "
            f"{first.eta.astimezone(SINGAPORE) if first.eta else now:%H:%M}  {', '.join(minutes) or 'no bus':11} "
            f"{first.load_in_words or '-':19} {'yes' if first.is_wheelchair_accessible else 'no'}"
        )

    today = service_day(now)  # between midnight and 03:00, this is still yesterday
    for row in sorted(rows, key=lambda row: natural_order(row.service_no)):
        if last := row.last_bus(today, holidays=HOLIDAYS):
            note = "is the last bus" if now <= last else "was the last bus"
            print(f"{row.service_no:8} direction {row.direction}: {last:%H:%M on %A} {note} of {today:%A}")
    return len(rows)


if __name__ == "__main__":
    main(sys.argv[1])

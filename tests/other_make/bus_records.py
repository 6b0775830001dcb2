"""The records of a bus server of another make: more than one page of each, with codes that contain each other."""

from datetime import UTC, datetime, timedelta
from typing import Any

Record = dict[str, Any]

NUMBERS = ["1", "10", "100", "10A", "12", "2", "20", "21", "210", "3", "33", "333", "4A", "4B", "40", "5", "51", "15"]
NUMBERS += ["7", "7B", "B7", "77", "150", "9", "90", "19"]
DAYS = ("WD", "SAT", "SUN")
STOPS = 60
STOPS_OF_A_ROUTE = 9
SINGAPORE = timedelta(hours=8)


def stop_code(number: int) -> str:
    return f"{1012 + 171 * (number % STOPS):05d}"


def stops() -> list[Record]:
    return [
        {
            "BusStopCode": stop_code(number),
            "RoadName": f"Road {number // 4}",
            "Description": f"Opposite House {number}",
            "Latitude": 1.28 + number / 400,
            "Longitude": 103.7 + number / 300,
        }
        for number in range(STOPS)
    ]


def services() -> list[Record]:
    """One record for each direction; every third service has one direction alone."""
    return [
        {
            "ServiceNo": number,
            "Operator": "OM",
            "Direction": direction,
            "Category": "TRUNK",
            "OriginCode": stop_code(place if direction == 1 else place + STOPS_OF_A_ROUTE),
            "DestinationCode": stop_code(place + STOPS_OF_A_ROUTE if direction == 1 else place),
            "AM_Peak_Freq": f"{4 + place % 5:02d}-{9 + place % 5:02d}",
            "AM_Offpeak_Freq": f"{8 + place % 5:02d}-{14 + place % 5:02d}",
            "PM_Peak_Freq": f"{5 + place % 5:02d}-{9 + place % 5:02d}",
            "PM_Offpeak_Freq": f"{9 + place % 5:02d}-{15 + place % 5:02d}",
            "LoopDesc": "",
        }
        for place, number in enumerate(NUMBERS)
        for direction in (1, 2)[: 1 + (place % 3 > 0)]
    ]


def routes() -> list[Record]:
    return [_stop_of(service, sequence) for service in services() for sequence in range(1, STOPS_OF_A_ROUTE + 1)]


def planned_routes(now: datetime) -> list[Record]:
    """Routes that begin on dates before and after a time; those to come are behind the first page."""
    rows = [row for row in routes() if row["ServiceNo"] in ("7", "B7", "150", "9", "90")]
    dates = [now - timedelta(days=40), now - timedelta(hours=1), now + timedelta(days=1), now + timedelta(days=30)]
    by_date = zip(range(len(rows)), (dates[4 * number // len(rows)] for number in range(len(rows))), strict=True)
    return [{**rows[number], "EffectiveDate": date.astimezone(UTC) + SINGAPORE} for number, date in by_date]


def _stop_of(service: Record, sequence: int) -> Record:
    place = NUMBERS.index(service["ServiceNo"])
    along = sequence if service["Direction"] == 1 else STOPS_OF_A_ROUTE + 1 - sequence
    times = {
        f"{day}_{end}Bus": text for day in DAYS for end, text in (("First", f"06{sequence:02d}"), ("Last", "2355"))
    }
    return {
        "ServiceNo": service["ServiceNo"],
        "Operator": "OM",
        "Direction": service["Direction"],
        "StopSequence": sequence,
        "BusStopCode": stop_code(2 * place + 5 * along),
        "Distance": round(0.4 * (sequence - 1), 1),
        **times,
    }

"""Bus services."""

import re

from trivet_stubs.checks.bus.service import Bus, texts
from trivet_stubs.checks.check import check
from trivet_stubs.checks.outcome import NotTried

FREQUENCIES = ("AM_Peak_Freq", "AM_Offpeak_Freq", "PM_Peak_Freq", "PM_Offpeak_Freq")

_FIELDS = ("ServiceNo", "Operator", "Direction", "Category", "OriginCode", "DestinationCode", *FREQUENCIES, "LoopDesc")
_RANGE = re.compile(r"[0-9]+-[0-9]+")
_ODD = re.compile(r"-|[0-9]+")
_NO_SERVICE = "no-such"


@check("bus.services.list-has-service-records")
def list_has_service_records(bus: Bus) -> None:
    """Every record of the first page has the fields of a service."""
    page = bus.page("services.list")
    for service in bus.records("services.list"):
        missing = [name for name in _FIELDS if name not in service]
        page.expect(not missing, f"a service has no {', '.join(missing)}")


@check("bus.services.number-filter")
def services_are_filtered_by_number(bus: Bus) -> None:
    """Of the first page's last service there are its directions alone; of one that does not exist, none."""
    number = bus.records("services.list")[-1]["ServiceNo"]
    for wanted, expected in ((number, {number}), (_NO_SERVICE, set[str]())):
        reply = bus.user.call("services.list", query={"ServiceNo": wanted}).succeeds()
        found = {each["ServiceNo"] for each in reply.json["value"]}
        reply.expect(found == expected, f"ServiceNo={wanted} gives {sorted(found)[:5] or 'none'}")


@check("bus.services.frequency-is-a-range")
def frequency_is_a_range(bus: Bus) -> None:
    """Some service of the first page has a range; `-` and a single number are another rule's."""
    found = [text for service in bus.records("services.list") for _, text in texts(service, FREQUENCIES)]
    if not any(each.strip("-") for each in found):
        raise NotTried("no service of the page has a frequency")
    page = bus.page("services.list")
    page.expect(any(map(_RANGE.fullmatch, found)), "no frequency of the page has the form <min>-<max>")


@check("bus.services.frequency-may-be-odd")
def frequency_may_be_odd(bus: Bus) -> None:
    """A frequency of the first page that is no range is `-` or a single number."""
    found = [text for service in bus.records("services.list") for _, text in texts(service, FREQUENCIES)]
    odd = [each for each in found if not _RANGE.fullmatch(each)]
    if not odd:
        raise NotTried("every frequency of the page is a range")
    for each in odd:
        bus.page("services.list").expect(_ODD.fullmatch(each) is not None, f"a frequency is {each!r}")

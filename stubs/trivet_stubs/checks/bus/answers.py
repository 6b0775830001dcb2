"""Answers: their status, and the envelope of lists."""

from trivet_stubs.checks.bus.service import PAGED, VOLUME, Bus
from trivet_stubs.checks.check import check
from trivet_stubs.checks.outcome import NotTried


@check("bus.answers.status-is-200-with-json")
def status_is_200_with_json(bus: Bus) -> None:
    """Each operation answers once. Without a bus at night, servers were observed to send no body: not tried then."""
    for operation in (*PAGED, *VOLUME):
        reply = bus.page(operation).succeeds(200)
        reply.expect(isinstance(reply.json, dict), "the body is no JSON object")
    replies = bus.sampled_arrivals.values()
    for reply in replies:
        reply.succeeds(200).expect(not reply.body or isinstance(reply.json, dict), "the body is no JSON object")
    if not any(reply.body for reply in replies):
        raise NotTried("no stop has arrivals now")


@check("bus.answers.collections-have-metadata-and-value")
def collections_have_metadata_and_value(bus: Bus) -> None:
    """The envelope of each list; its metadata is an opaque text."""
    for operation in (*PAGED, *VOLUME):
        reply = bus.page(operation)
        envelope = reply.json
        reply.expect(isinstance(envelope.get("odata.metadata"), str), f"{operation} has no text `odata.metadata`")
        reply.expect(isinstance(envelope.get("value"), list), f"{operation} has no array `value`")

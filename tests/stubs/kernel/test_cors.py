"""Cross-origin requests to a stub."""

import httpx
import pytest

from trivet_stubs import BusStub
from trivet_stubs.kernel.cors import allow_origins


def test_allowed_origin_reads_refusals_and_faults_too():
    with BusStub() as stub:
        allow_origins(stub.app, ["https://app.test:8443"])
        stub.faults.add("stops.list", status=503)
        with httpx.Client(transport=stub.transport(), base_url="http://bus.test") as client:
            answers = [client.get("/BusStops", headers={"origin": "https://app.test:8443"}) for _ in range(2)]
            foreign = client.get("/BusStops", headers={"origin": "https://other.test"})
    assert [each.status_code for each in answers] == [503, 401]
    assert {each.headers["access-control-allow-origin"] for each in answers} == {"https://app.test:8443"}
    assert "access-control-allow-origin" not in foreign.headers


def test_preflight_is_answered_and_not_logged():
    with BusStub() as stub:
        allow_origins(stub.app, ["*"])
        wanted = {"origin": "http://any.test", "access-control-request-method": "GET"}
        with httpx.Client(transport=stub.transport(), base_url="http://bus.test") as client:
            answer = client.options("/BusStops", headers=wanted)
        assert (answer.status_code, answer.headers["access-control-allow-origin"], len(stub.requests)) == (200, "*", 0)


@pytest.mark.parametrize("origin", ["", "localhost:80", "http://x/", "http://x:y", "null", "http://a b"])
def test_text_that_is_no_origin_raises(origin):
    with BusStub() as stub, pytest.raises(ValueError, match="is not an origin"):
        allow_origins(stub.app, [origin])

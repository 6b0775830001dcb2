"""Who may steer a stub, as an option of serving."""

import httpx
import pytest

from trivet_stubs import BusStub, Control, serve


def test_control_is_off_unless_asked_for():
    with BusStub() as stub, stub.serve() as served:
        assert httpx.get(f"{served.url}/_trivet/ready", trust_env=False).status_code == 404
        assert stub.requests[-1].path == "/_trivet/ready"


def test_each_of_several_stubs_is_steered_on_its_port():
    with serve(BusStub(), BusStub(), control=Control()) as served, httpx.Client(trust_env=False) as http:
        first, second = served.urls
        assert http.post(f"{first}/_trivet/faults", json={"status": 503}).json()["id"] == 1
        assert http.get(f"{second}/_trivet/faults").json() == {"items": []}


@pytest.mark.parametrize("host", ["", "http://stub", "stub/", "*", "a b", "stüb"])
def test_text_that_is_no_host_is_refused(host):
    with pytest.raises(ValueError, match="hosts: "):
        Control(hosts=(host,))

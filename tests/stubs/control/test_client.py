"""The client of the control API."""

import httpx
import pytest

from trivet_stubs import AgentStub, ChatStub, Control, ControlClient, ControlError
from trivet_stubs.serving.bounded_http_client import NoAnswer


def test_every_method_reaches_its_stub():
    with AgentStub() as stub, stub.serve(control=Control()) as served, ControlClient(served.url) as control:
        assert control.ready() == {"service": "agent", "ready": True}
        assert control.change_clock(advance=60)["now"] == control.clock()["now"] == stub.clock.now().isoformat()
        assert control.change_settings(latency=0.0, observed=["parent_ids"]) == control.settings()
        fault = control.add_fault("session.list", status=503)
        control.add_fault(drop=True)
        assert control.remove_fault(fault["id"])["operation"] == "session.list"
        assert [fault["drop"] for fault in control.faults()] == [True]
        control.clear_faults()
        control.script({"type": "text", "deltas": ["Later."]}, prompt="Wait")
        control.script({"type": "text", "deltas": ["Hi."]}, {"type": "hold"})
        session = httpx.post(f"{served.url}/api/session", json={}, trust_env=False).json()["data"]["id"]
        httpx.post(f"{served.url}/api/session/{session}/prompt", json={"prompt": {"text": "Go."}}, trust_env=False)
        control.resume(session)
        assert [request["operation"] for request in control.requests(last=1)] == ["session.prompt"]
        assert control.requests(operation="session.list") == []
        control.clear_requests()
        assert control.requests() == []
        assert control.records("sessions")[0]["id"] == session
        assert control.seed(projects={"/srv/pond": {"a.txt": "A"}})["counts"]["files"] == 1
        assert control.reset()["counts"] == control.counts()
        assert control.contract()["openapi"] == "3.1.0"
        assert control.rules()[0]["exercised"] == 0


def test_refusal_is_an_error_with_its_sentence():
    with ChatStub() as stub, stub.serve(control=Control()) as served, ControlClient(served.url) as control:
        with pytest.raises(ControlError, match=r"^times: -1 is less") as caught:
            control.add_fault(times=-1)
        assert (caught.value.status, caught.value.sentence) == (400, str(caught.value))


def test_server_without_control_is_an_error(closed_url):
    with ChatStub() as stub, stub.serve() as served, ControlClient(served.url) as control:
        with pytest.raises(ControlError, match="ready: the answer, with status 404, does not come from a control API"):
            control.ready()
        with pytest.raises(ControlError), control.live():
            pass
    with ControlClient(closed_url, timeout=5.0) as control, pytest.raises(NoAnswer):
        control.ready()

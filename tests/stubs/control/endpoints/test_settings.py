"""Settings, over HTTP."""

import httpx

from trivet_stubs import AgentStub, BusStub, ChatStub


def test_settings_of_each_service_are_read_and_changed(any_steer):
    with BusStub() as bus, ChatStub() as chat, AgentStub() as agent:
        changes = [
            (bus, {"page_size": 3, "holidays": ["2025-08-09"], "account_key": "other", "volume_rows": 5}),
            (chat, {"observed": ["late_commits"], "quota": {"requests": 9, "per": 60.0}}),
            (agent, {"heartbeat_every": 0.5, "null_at_end": True, "observed": ["parent_ids"]}),
        ]
        for stub, change in changes:
            control = any_steer(stub)
            before = control.get("settings").json()
            assert control.patch("settings", json=change).json() == {**before, **change}
            control.post("reset")
            assert control.get("settings").json() == before


def test_quota_is_a_count(steer):
    with BusStub() as stub:
        control = steer(stub)
        for quota in (1e300, {"requests": 1e300}):
            answer = control.patch("settings", json={"quota": quota})
            assert (answer.status_code, answer.json()["error"][:6]) == (400, "quota:")
        assert '"requests":2,' in control.patch("settings", json={"quota": {"requests": 2.0}}).text


def test_quota_is_used_up_and_comes_back_with_its_window(steer):
    with BusStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://bus.test") as http:
        http.headers["AccountKey"] = stub.account_key
        control = steer(stub)
        control.patch("settings", json={"quota": {"requests": 1, "per": 60}})
        statuses = [http.get("/BusStops").status_code for _ in range(2)]
        control.patch("clock", json={"advance": 60})
        assert [*statuses, http.get("/BusStops").status_code] == [200, 500, 200]

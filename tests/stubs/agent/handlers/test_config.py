"""The operations of the config of a context."""

from tests.stubs.agent.helpers import LIGHTHOUSE, data, refusal


def test_update_is_merged_into_the_config_of_one_context(http):
    update = {"username": "eve", "compaction": {"auto": True}, "command": {"go": {"template": "Go."}}}
    changed = data(http.patch("/api/config", json={"config": update}))
    http.patch("/api/config", json={"config": {"compaction": {"prune": False}, "disabled_providers": ["router"]}})
    config = data(http.get("/api/config"))

    assert (changed["username"], changed["model"]) == ("eve", "stub/stub-1")
    assert config["compaction"] == {"auto": True, "prune": False}
    assert {"name": "go", "template": "Go."} in data(http.get("/api/command"))
    assert [each["disabled"] for each in data(http.get("/api/provider"))] == [False, True]
    assert "username" not in data(http.get("/api/config", params=LIGHTHOUSE))
    assert refusal(http.patch("/api/config", json={"config": {"share": "never"}}))[0] == 400

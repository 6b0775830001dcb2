"""The config of a context, and its agents, commands, providers and models."""

import pytest

from tests.stubs.agent.helpers import (
    LIGHTHOUSE,
    data,
    refusal,
)


@pytest.mark.rule("agent.config.update-changes-it")
def test_update_is_merged_into_the_config_of_one_context(http):
    update = {"username": "eve", "compaction": {"auto": True}, "command": {"go": {"template": "Go."}}}
    changed = data(http.patch("/api/config", json={"config": update}))
    http.patch("/api/config", json={"config": {"compaction": {"prune": False}, "disabled_providers": ["router"]}})
    config = data(http.get("/api/config"))

    assert (changed["username"], changed["model"]) == ("eve", "stub/stub-1")
    assert config["compaction"] == {"auto": True, "prune": False}
    assert {"name": "go", "template": "Go."} in data(http.get("/api/command"))
    assert [provider["disabled"] for provider in data(http.get("/api/provider"))] == [False, True]
    assert "username" not in data(http.get("/api/config", params=LIGHTHOUSE))
    assert refusal(http.patch("/api/config", json={"config": {"share": "never"}}))[0] == 400


@pytest.mark.parametrize("path", ["agent", "command", "skill", "provider", "formatter", "lsp", "config", "mcp/server"])
def test_inventory_names_its_context(http, path):
    here, there = http.get(f"/api/{path}").json(), http.get(f"/api/{path}", params=LIGHTHOUSE).json()

    assert here["location"] == {"directory": "/home/dev/orchard"}
    assert there["location"] == LIGHTHOUSE
    assert here["data"]


def test_model_is_found_by_an_id_with_slashes(http):
    models = data(http.get("/api/catalog/model"))
    model = data(http.get("/api/catalog/model/router/meadow%2Fgrass-3.1%3Afree"))

    assert model in models
    assert model["id"] == "meadow/grass-3.1:free"
    missing = http.get("/api/catalog/model/router/none")
    assert refusal(missing)[:2] == (404, "ModelNotFoundError")
    assert (missing.json()["providerID"], missing.json()["modelID"]) == ("router", "none")

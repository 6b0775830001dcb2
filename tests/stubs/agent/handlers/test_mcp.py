"""The operations of tool-protocol servers."""

import pytest

from tests.stubs.agent.helpers import data, refusal


def states(http):
    return {server["name"]: server["status"]["status"] for server in data(http.get("/api/mcp/server"))}


@pytest.mark.rule("agent.mcp.create-adds-to-the-config", "agent.mcp.name-is-free")
def test_created_server_is_part_of_the_config(http):
    config = {"type": "remote", "url": "https://maps.example.com", "oauth": {"scope": "read"}}
    server = data(http.post("/api/mcp/server", json={"name": "maps", "config": config}))
    off = {"type": "local", "command": "off", "enabled": False}
    data(http.post("/api/mcp/server", json={"name": "off", "config": off}))

    assert server == {"name": "maps", "status": {"status": "needs_auth"}}
    assert data(http.get("/api/config"))["mcp"]["maps"] == config
    assert states(http) == {"almanac": "connected", "tracker": "needs_auth", "maps": "needs_auth", "off": "disabled"}
    assert refusal(http.post("/api/mcp/server", json={"name": "off", "config": off}))[:2] == (409, "ConflictError")


@pytest.mark.rule("agent.mcp.list-has-status-and-auth", "agent.mcp.oauth-starts-completes-and-is-removed")
def test_server_is_connected_until_its_oauth_is_deleted(http):
    path = "/api/mcp/server/tracker/oauth"
    early = http.post(f"{path}/callback", json={"code": "c0de"})
    started = data(http.post(path))
    done = data(http.post(f"{path}/callback", json={"code": "c0de"}))

    assert refusal(early)[:2] == (400, "InvalidRequestError")
    assert started["oauthState"] in started["authorizationUrl"]
    assert done == {"name": "tracker", "status": {"status": "connected"}}
    assert "tracker" in {prompt["server"] for prompt in data(http.get("/api/mcp/prompt"))}
    assert http.delete(path).status_code == 204
    assert states(http)["tracker"] == "needs_auth"
    assert "tracker" not in {resource["server"] for resource in data(http.get("/api/mcp/resource"))}


@pytest.mark.rule("agent.mcp.oauth-is-started-first")
def test_oauth_of_a_server_without_it_or_an_unknown_one_is_refused(http):
    assert refusal(http.post("/api/mcp/server/almanac/oauth"))[:2] == (400, "InvalidRequestError")
    assert refusal(http.post("/api/mcp/server/none/oauth"))[:2] == (404, "McpServerNotFoundError")
    assert refusal(http.delete("/api/mcp/server/none/oauth"))[0] == 404
    assert refusal(http.post("/api/mcp/server/none/oauth/callback", json={"code": "c"}))[0] == 404


@pytest.mark.rule("agent.mcp.prompt-is-rendered", "agent.mcp.prompt-arguments-are-known")
def test_prompt_is_rendered_with_checked_arguments(http):
    def render(name="forecast", server="almanac", **arguments):
        body = {"server": server, "name": name, "arguments": arguments}
        return http.post("/api/mcp/prompt/render", json=body)

    rendered = data(render(season="autumn"))
    assert rendered["messages"] == [{"role": "user", "content": {"type": "text", "text": "forecast: season=autumn"}}]
    assert refusal(render())[2] == "arguments: season is missing"
    assert refusal(render(season="s", shade="c"))[2] == "arguments: shade is unknown"
    assert refusal(render("none"))[:2] == (404, "McpPromptNotFoundError")
    assert refusal(render(server="none"))[:2] == (404, "McpServerNotFoundError")


def test_every_listed_resource_is_read(http):
    for resource in data(http.get("/api/mcp/resource")):
        (content,) = data(http.get("/api/mcp/resource/read", params={key: resource[key] for key in ("server", "uri")}))[
            "contents"
        ]
        assert content["mimeType"] == resource["mimeType"]
        assert "text" in content or "blob" in content
    wrong = {"server": "almanac", "uri": "almanac://sun"}
    assert refusal(http.get("/api/mcp/resource/read", params=wrong))[:2] == (404, "McpResourceNotFoundError")

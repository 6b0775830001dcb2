"""Arguments that break a rule of the contract: each raises an error with its name, before anything is sent."""

import re

import pytest

from tests.sdk.agent.inputs import OPERATIONS, chosen
from tests.wrong_rows import wrong_rows
from trivet import InvalidArgumentError
from trivet.agent import ApiCredential, McpLocalConfig, McpRemoteConfig, ModelReference, OauthCredential, PtySize

# A union of the contract's, with records that say that they are of another kind.
CONTRADICTIONS = {
    "Credential": [
        ApiCredential(type="oauth", key="s3cret"),
        ApiCredential(type="", key="s3cret"),
        OauthCredential(type="api", refresh="s3cret", access="s3cret", expires=0),
    ],
    "McpServerConfig": [
        McpLocalConfig(type="remote", command="run", environment={"KEY": "s3cret"}),
        McpRemoteConfig(type="Remote", url="http://mcp.test", headers={"key": "s3cret"}),
    ],
}


async def refused(stub, client, operation, arguments):
    """Return the error of a call that is refused before anything is sent."""
    with pytest.raises(InvalidArgumentError) as caught:
        await operation.call(client, **arguments)
    assert len(stub.requests) == 0
    assert "s3cret" not in f"{caught.value} {caught.value!r} {caught.value.args!r}"
    return caught.value


def test_every_choice_and_union_of_the_contract_is_covered():
    assert len(chosen(lambda parameter: parameter.identifies)) == 36
    assert {parameter.name for _, parameter in chosen(lambda parameter: parameter.choices)} == {
        *("delivery", "format", "mode", "order", "type")
    }
    unions = {parameter.target for _, parameter in chosen(lambda parameter: "discriminator" in parameter.schema)}
    assert unions == CONTRADICTIONS.keys()


async def test_id_that_is_empty_or_not_text_raises(agent_stub, async_agent_client):
    async with async_agent_client as agent:
        with wrong_rows() as row:
            for operation, parameter in chosen(lambda parameter: parameter.identifies):
                for bad in ("", 7, b"id", ["id"], *([None] if parameter.required else [])):
                    with row(f"{operation}, {parameter}={bad!r}"):
                        error = await refused(agent_stub, agent, operation, {parameter.name: bad})
                        assert error.argument == parameter.name
                        assert error.rule == ("text that is not empty" if bad == "" else "text")


@pytest.mark.parametrize(
    ("model", "argument"),
    [
        (ModelReference(provider_id="", model_id="stub-1"), "model.provider_id"),
        (ModelReference(provider_id="stub", model_id=""), "model.model_id"),
    ],
)
async def test_empty_id_in_a_record_raises(agent_stub, async_agent_client, model, argument):
    async with async_agent_client as agent:
        with pytest.raises(InvalidArgumentError, match=f"^{re.escape(argument)} must be text that is not empty"):
            await agent.session.create(model=model)
    assert len(agent_stub.requests) == 0


@pytest.mark.parametrize(("operation", "parameter"), chosen(lambda parameter: parameter.choices), ids=str)
async def test_value_outside_of_enum_raises(agent_stub, async_agent_client, operation, parameter):
    first = parameter.choices[0]
    async with async_agent_client as agent:
        for bad in ("", "other", first.upper(), f"{first} ", first.encode(), [first], True, 0):
            error = await refused(agent_stub, agent, operation, {parameter.name: bad})
            assert error.argument == parameter.name
            assert error.rule == "one of " + ", ".join(map(repr, parameter.choices))


@pytest.mark.parametrize(
    ("operation", "parameter"), chosen(lambda parameter: parameter.target in CONTRADICTIONS), ids=str
)
async def test_union_record_with_contradicting_type_raises(agent_stub, async_agent_client, operation, parameter):
    async with async_agent_client as agent:
        for bad in CONTRADICTIONS[parameter.target]:
            error = await refused(agent_stub, agent, operation, {parameter.name: bad})
            assert error.argument == f"{parameter.name}.type"
            assert re.fullmatch("one of '(local|remote|oauth|api)'", error.rule)
        for bad in ("s3cret", {"type": "api", "key": "s3cret"}, PtySize(columns=80, rows=24), [parameter]):
            error = await refused(agent_stub, agent, operation, {parameter.name: bad})
            assert error.argument == parameter.name
            assert re.fullmatch(r"of the type \w+ \| \w+ \| Unknown", error.rule)


@pytest.mark.parametrize(
    ("operation", "parameter"), chosen(lambda parameter: "properties" in parameter.schema), ids=str
)
async def test_record_of_another_class_raises(agent_stub, async_agent_client, operation, parameter):
    async with async_agent_client as agent:
        for bad in ("s3cret", {"key": "s3cret"}, [parameter], type(parameter)):
            error = await refused(agent_stub, agent, operation, {parameter.name: bad})
            assert (error.argument, error.rule) == (parameter.name, f"of the type {parameter.target}")


@pytest.mark.parametrize(
    ("method", "arguments", "argument", "rule"),
    [
        ("session.create", {"permission": "ask"}, "permission", "a list"),
        ("session.create", {"permission": [{"action": "*"}]}, "permission[0]", "of the type PermissionRule"),
        ("session.update", {"session_id": "ses_1", "permission": PtySize}, "permission", "a list"),
        ("project.update", {"project_id": "prj_1", "commands": [None]}, "commands[0]", "of the type ProjectCommand"),
        ("mcp.prompt.render", {"server": "a", "name": "b", "arguments": ["c"]}, "arguments", "a mapping"),
        ("workspace.create", {"type": "t", "metadata": "m"}, "metadata", "a mapping"),
        ("workspace.warp", {"session_id": "ses_1", "copy_changes": 1}, "copy_changes", "True or False"),
        ("workspace.update", {"workspace_id": "wrk_1", "archived": 1}, "archived", "True or False"),
        ("session.update", {"session_id": "ses_1", "archived": True}, "archived", "a number"),
        ("session.list", {"limit": "5"}, "limit", "a number"),
        ("session.list", {"roots": "yes"}, "roots", "True or False"),
        ("session.list", {"start": float("nan")}, "start", "a number"),
        ("session.message.list", {"session_id": "ses_1", "cursor": 5}, "cursor", "text"),
        ("mcp.server.oauth.callback", {"name": "tracker", "code": b"s3cret"}, "code", "text"),
        ("auth.create", {"service_id": "s", "credential": None}, "credential", "of the type OauthCredential | "),
    ],
)
async def test_argument_that_breaks_another_rule_raises(
    agent_stub, async_agent_client, method, arguments, argument, rule
):
    [operation] = [operation for operation in OPERATIONS if operation.id == method]
    async with async_agent_client as agent:
        error = await refused(agent_stub, agent, operation, arguments)
    assert error.argument == argument
    assert error.rule.startswith(rule)


async def test_no_method_takes_a_context(agent_stub, async_agent_client):
    async with async_agent_client as agent:
        with wrong_rows() as row:
            for operation in OPERATIONS:
                own = {parameter.name for parameter in operation.inputs}
                for name in {"directory", "workspace"} - own:
                    with row(f"{operation}, {name}"):
                        with pytest.raises(TypeError, match=f"unexpected keyword argument '{name}'"):
                            operation.call(agent, **{name: "/home/dev/orchard"})
    assert len(agent_stub.requests) == 0

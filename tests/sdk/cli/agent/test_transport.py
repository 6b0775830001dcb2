"""A client over another transport."""

from trivet import AgentClient, Bearer
from trivet.cli.agent.transport import with_transport
from trivet_stubs import AgentStub


def test_copy_has_the_settings_and_another_transport():
    with (
        AgentStub(credentials="token") as stub,
        AgentClient(base_url="http://agent.test", auth=Bearer("token"), clock=stub.clock) as client,
    ):
        with with_transport(client, stub.transport()) as other:
            assert other.session.create().id == "ses_000001"

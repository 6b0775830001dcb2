# Derived from tests/sdk/agent/_async/test_error_bodies.py by `python -m codegen`; do not edit.
"""Bodies of answers that do not decode."""

import pytest

from trivet import DecodeError


@pytest.mark.parametrize("body", [{"data": 5, "refresh": "s3cret"}, {"data": [5, {"env": {"apiKey": "s3cret"}}]}])
def test_decode_error_hides_secrets_of_every_group(agent_stub, agent_client, body):
    agent_stub.faults.add("skill.list", status=200, body=body)
    with agent_client as agent:
        with pytest.raises(DecodeError) as caught:
            agent.skill.list()
    assert "s3cret" not in f"{caught.value} {caught.value.body.decode()}"
    assert b"***" in caught.value.body

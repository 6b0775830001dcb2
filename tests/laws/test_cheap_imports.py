"""Law 6: importing a client is cheap."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("prefix", ["", "Async"])
@pytest.mark.parametrize(
    ("service", "arguments"), [("agent", ""), ("bus", "account_key='k'"), ("chat", "token='t', base_url='http://c'")]
)
def test_importing_a_client_loads_neither_models_nor_cattrs_nor_orjson(
    service: str, arguments: str, prefix: str
) -> None:
    client = f"{prefix}{service.capitalize()}Client"
    code = f"import sys; from trivet import {client}; {client}({arguments}); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert f"trivet.{service}._generated.calls" in loaded
    assert not loaded & {"attr", "attrs", "cattrs", "orjson", "asyncio", "httpcore", "csv", "typing_extensions"}
    records = (f"trivet.{service}._generated.models", f"trivet.{service}._generated.events")
    assert not {name for name in loaded if name.startswith(records)}


def test_agent_record_loads_only_its_group() -> None:
    code = "import sys; from trivet.agent import Skill; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {
        name
        for name in run.stdout.split()
        if name.startswith(("trivet.agent._generated.models.", "trivet.agent._generated.events"))
    }
    assert loaded == {"trivet.agent._generated.models.shared", "trivet.agent._generated.models.skill"}

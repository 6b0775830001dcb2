"""Law 6: importing a client is cheap."""

import json
import re
import subprocess
import sys

CLIENTS = {
    "AgentClient": "",
    "BusClient": "account_key='k'",
    "ChatClient": "token='t', base_url='http://c'",
    "AsyncAgentClient": "",
    "AsyncBusClient": "account_key='k'",
    "AsyncChatClient": "token='t', base_url='http://c'",
}
"""The arguments of each client."""


def test_importing_a_client_loads_neither_models_nor_cattrs_nor_orjson() -> None:
    """One process imports all clients, because what none of them loads is loaded by none."""
    code = "import json, sys\n"
    for client, arguments in CLIENTS.items():
        code += f"from trivet import {client}; {client}({arguments}); print(json.dumps([*sys.modules]))\n"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"attr", "attrs", "cattrs", "orjson", "asyncio", "httpcore", "csv", "typing_extensions"}
    for client, line in zip(CLIENTS, run.stdout.splitlines(), strict=True):
        loaded = set(json.loads(line))
        service = client.removeprefix("Async").removesuffix("Client").lower()
        assert f"trivet.{service}._generated.calls" in loaded
        records = re.compile(r"trivet\.\w+\._generated\.(models|events)")
        assert {name for name in loaded if name in heavy or records.match(name)} == set(), client


def test_agent_record_loads_only_its_group() -> None:
    code = "import sys; from trivet.agent import Skill; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {
        name
        for name in run.stdout.split()
        if name.startswith(("trivet.agent._generated.models.", "trivet.agent._generated.events"))
    }
    assert loaded == {"trivet.agent._generated.models.shared", "trivet.agent._generated.models.skill"}

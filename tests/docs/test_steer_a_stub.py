"""The blocks of the guide to controlling a stub run as printed, with curl, node and Python."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from trivet_stubs import AgentStub, ChatStub, Control
from trivet_stubs.agent.script import TURN_SCHEMA
from trivet_stubs.control.app import ControlApp
from trivet_stubs.control.endpoints import FaultEndpoints
from trivet_stubs.kernel.validation import check

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "steer_a_stub.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.fixture
def stub() -> Iterator[ChatStub]:
    with ChatStub() as stub:
        yield stub


def run(stub: ChatStub, folder: Path, *command: str) -> str:
    with stub.serve(control=Control()) as served:
        environment = {**os.environ, "STUB": served.url, "NO_PROXY": "*", "no_proxy": "*"}
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=600
        )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_curl_commands_run_in_order(stub: ChatStub, tmp_path: Path) -> None:
    if shutil.which("curl") is None or shutil.which("sh") is None:
        pytest.skip("curl or sh is not found")
    script = "set -eu\n" + "".join(blocks("sh"))
    output = run(stub, tmp_path, "sh", "-c", script)

    assert script.count("curl ") >= 25
    assert '{"service":"chat","ready":true}' in output
    assert '"title":"Tyres"' in output
    assert '"operation":"conversations.list"' in output
    assert "stub-token-zoe" not in output[output.index('"number":1') :]
    assert (tmp_path / "openapi.json").read_text("utf-8").startswith('{"openapi":"3.1.0"')
    assert stub.clock.running
    assert stub.observed.late_commits


def test_program_of_node_runs(stub: ChatStub, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not found")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True, timeout=600).stdout
    if int(version[1:].partition(".")[0]) < 18:
        pytest.skip("this node has no fetch")
    [program] = blocks("js")
    (tmp_path / "steer.mjs").write_text(program, "utf-8")
    output = run(stub, tmp_path, node, "steer.mjs")

    assert output.count("GET /conversations 200") == 2
    assert stub.requests.count("conversations.list") == 3


def test_turn_of_the_guide_is_accepted() -> None:
    [turn] = [json.loads(script) for script in blocks("json")]
    check(TURN_SCHEMA, turn)
    with AgentStub() as stub:
        stub.steering.script(turn)
        assert len(stub.scripts[0][1]) == len(turn["steps"]) == 9


def test_guide_names_every_endpoint_and_every_field_of_a_fault() -> None:
    with AgentStub() as stub:
        app = ControlApp(stub)
        paths = {path.removesuffix("/*") for _, path in app.routes}
        fields = FaultEndpoints(stub).routes()["POST", "faults"].schema["properties"]
    assert [path for path in sorted(paths) if not re.search(rf"[ `/]{path}\b", PAGE)] == []
    assert [field for field in fields if f"`{field}`" not in PAGE] == []

"""The script of a walk is one for `sh`, and shows the difference again on the server."""

import os
import re
import shutil
import subprocess

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.checks.explore.chat.explorations import USERS, explored
from trivet_checks import suite
from trivet_checks.mutants.changes import around
from trivet_stubs import ChatStub, Clock

SHELL = shutil.which("dash") or shutil.which("sh")
_BY_ID = re.compile(rb"search=[0-9a-f-]{8,36}(?=&|$)")

pytestmark = pytest.mark.skipif(SHELL is None, reason="this machine has no sh")


async def find_no_id(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Find nothing by the first characters of an id."""
    await app({**scope, "query_string": _BY_ID.sub(b"search=none", scope["query_string"])}, receive, send)


def script_of(stub: ChatStub, url: str) -> str:
    callers = {name: suite("chat").credentials(stub.token(who), f"{name.upper()}_TOKEN") for name, who in USERS.items()}
    result = explored(stub.async_transport(), callers, Clock(), walks=2, seed=3)
    [script] = [
        part.walk.curl
        for verdict in result.of("broken")
        for part in verdict.parts
        if part.walk is not None and "printf %." in part.walk.curl
    ][:1]
    return script.replace("http://chat.test", url)


def test_the_script_of_a_walk_runs_in_sh() -> None:
    assert SHELL is not None
    with ChatStub() as stub:
        around(stub, "admin.conversations.list", find_no_id)
        with stub.serve() as served:
            script = script_of(stub, served.url)
            checked = subprocess.run([SHELL, "-n"], input=script, capture_output=True, text=True, check=False)
            assert (checked.returncode, checked.stderr) == (0, "")
            if shutil.which("curl") is None or shutil.which("python3") is None:
                pytest.skip("this machine has no curl or no python3")
            before = len(stub.requests)
            tokens = {f"{name.upper()}_TOKEN": stub.token(who) for name, who in USERS.items()}
            ended = subprocess.run(
                [SHELL], input=script, capture_output=True, text=True, env={**os.environ, **tokens}, check=False
            )
            assert (ended.returncode, ended.stderr) == (0, "")
            sent = [*stub.requests][before:]
    assert sent[0].operation == "conversations.create"
    assert sent[-1].operation == "admin.conversations.list"
    assert {request.status for request in sent} <= {200, 201}

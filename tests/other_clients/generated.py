"""Clients that three generators make from the contract of each stub, run against it: they read what it answers.

openapi-python-client and @hey-api/openapi-ts write functions, openapi-typescript writes types for openapi-fetch. The
programs in TypeScript name every input literally, so that the compiler compares them with the generated types.
"""

from __future__ import annotations

import importlib
import inspect
import json
import re
import subprocess
import sys
import tempfile
import typing
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import UUID

from openapi_python_client.strings import PythonIdentifier

from tests.contract.examples import SERVICES, STUBS, Request, requests_of
from trivet_stubs import spec

KNOWN = {("openapi-python-client", "vcs.diff"), ("openapi-python-client", "admin.ratings.export")}
"""The generator supports one media type in an answer, and reads the patch and the table as JSON."""

Received = list[tuple[str, Any]]
"""The operation of each request, and what the client made of the answer, as JSON."""


def main(node: Path) -> int:
    """Print what the clients misread, and return 1 if they misread something."""
    clients = 3
    operations, answers, misread = 0, 0, set[tuple[str, str]]()
    with tempfile.TemporaryDirectory(prefix="trivet-generated-") as temporary:
        folder = Path(temporary).resolve()
        (folder / "node_modules").symlink_to(node / "node_modules")
        sys.path.insert(0, temporary)
        for service in SERVICES:
            (folder / f"{service}.json").write_text(json.dumps(spec(service)), "utf-8")
            runs = {
                "openapi-python-client": lambda stub, url, name=service: with_python(folder, name, stub, url),
                "openapi-fetch": lambda stub, url, name=service: with_typescript(folder, "fetch", name, stub, url),
                "@hey-api/openapi-ts": lambda stub, url, name=service: with_typescript(folder, "hey", name, stub, url),
            }
            generate(folder, service)
            expected = plain_answers(service)
            operations += len({operation for operation, _ in expected})
            for name, run in runs.items():
                for (operation, value), (_, other) in zip(expected, received_by(run, service), strict=True):
                    answers += 1
                    if normal(value) != normal(other):
                        misread.add((name, operation))
                        print(f"{name}: {operation}: {other!r}\ninstead of {value!r}")
    print(f"generated clients: {clients} clients, {operations} operations, {answers} answers, {len(misread)} misread")
    if misread != KNOWN:
        print(f"not as expected: {misread ^ KNOWN}")
    return 0 if misread == KNOWN else 1


def generate(folder: Path, service: str) -> None:
    """Write the three clients of a service, and compile the programs."""
    document = f"{service}.json"
    python = ["generate", "--path", document, "--output-path", f"py_{service}", "--meta", "none"]
    _run(folder, "-m", "openapi_python_client", *python, program=sys.executable)
    modules = folder / "node_modules"
    _run(folder, str(modules / "openapi-typescript" / "bin" / "cli.js"), document, "-o", f"types-{service}.ts")
    hey = ["-i", document, "-o", f"hey-{service}", "-c", "@hey-api/client-fetch"]
    _run(folder, str(modules / "@hey-api" / "openapi-ts" / "bin" / "run.js"), *hey)
    stub = STUBS[service]()
    (folder / f"{service}.ts").write_text(program(service, requests_of(service, stub)), "utf-8")
    strict = [
        "--strict",
        "--target",
        "es2022",
        "--module",
        "node16",
        "--lib",
        "es2023,dom,dom.iterable",
        "--skipLibCheck",
    ]
    _run(folder, str(modules / "typescript" / "bin" / "tsc"), *strict, "--outDir", "compiled", f"{service}.ts")


def _run(folder: Path, *words: str, program: str = "node") -> str:
    done = subprocess.run([program, *words], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(words[:2])}: {done.stdout}{done.stderr}")
    return done.stdout


def received_by(run: Callable[[Any, str], Received], service: str) -> Received:
    """Return what a client receives from a new stub."""
    stub = STUBS[service]()
    with stub.serve() as served:
        return [
            (operation, json.loads(json.dumps(value).replace(served.url, "http://stub")))
            for operation, value in run(stub, served.url)
        ]


def plain_answers(service: str) -> Received:
    """Return the bodies themselves; None if there is no body."""
    from tests.other_clients.plain import answers, with_httpx  # noqa: PLC0415  the generated clients do not need it

    bodies = answers(with_httpx, service)
    return [(name, _value(body)) for name, _, body in bodies if name != "event.subscribe"]


def _value(body: bytes) -> Any:
    """Return the JSON of a body, the text of another one, and None for an empty one."""
    try:
        return json.loads(body) if body else None
    except ValueError:
        return body.decode()


def normal(value: Any) -> Any:
    """Return a value in which equal times are written alike, and an empty body is None."""
    if isinstance(value, dict):
        return {name: normal(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [normal(inner) for inner in value]
    if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\dT", value):
        return datetime.fromisoformat(value).timestamp()
    return value


def with_python(folder: Path, service: str, stub: Any, url: str) -> Received:
    """Call the functions of openapi-python-client."""
    importlib.invalidate_caches()
    client = importlib.import_module(f"py_{service}.client").Client
    received: Received = []
    for request in requests_of(service, stub):
        [path] = (folder / f"py_{service}" / "api").rglob(f"{request.operation.replace('.', '_')}.py")
        function = importlib.import_module(".".join(path.relative_to(folder).with_suffix("").parts))
        headers = {name: value for name, value in request.headers.items() if name != "Content-Type"}
        with client(base_url=url, headers=headers, httpx_args={"trust_env": False}) as opened:
            try:
                answer = function.sync_detailed(client=opened, **dict(_arguments(function, request)))
                received.append((request.operation, _as_json(answer.parsed)))
            except (ValueError, TypeError, KeyError, AttributeError) as error:
                received.append((request.operation, {"raised": repr(error)}))
    return received


def _arguments(module: ModuleType, request: Request) -> Iterator[tuple[str, Any]]:
    hints = typing.get_type_hints(module.sync_detailed)
    for name, text in {**request.path, **request.query}.items():
        python_name = PythonIdentifier(name, "field_")
        yield python_name, _as_declared(text, hints[python_name])
    if request.body is not None:
        [model] = [hint for hint in _parts(hints["body"]) if hasattr(hint, "from_dict")]
        yield "body", model.from_dict(request.body)


def _parts(hint: Any) -> list[Any]:
    return list(typing.get_args(hint)) or [hint]


def _as_declared(text: str, hint: Any) -> Any:
    for declared in _parts(hint):
        if inspect.isclass(declared) and issubclass(declared, Enum | UUID):
            return declared(text)
    return text


def _as_json(value: Any) -> Any:
    if isinstance(value, list):
        return [_as_json(inner) for inner in value]
    return value.to_dict() if hasattr(value, "to_dict") else value


_PROGRAM = """
import createClient from "openapi-fetch";
import type { paths } from "./types-SERVICE";
import { createClient as createHey } from "./hey-SERVICE/client";
import * as sdk from "./hey-SERVICE/sdk.gen";

declare const process: { argv: string[] };
const [, , kind, baseUrl] = process.argv;
const api = createClient<paths>({ baseUrl });
const client = createHey({ baseUrl });
type Answer = { data?: unknown; error?: unknown; response: Response };

async function show(operation: string, answer: Promise<Answer>): Promise<void> {
  const { data, error, response } = await answer;
  const value = response.status === 204 ? null : data;
  console.log(JSON.stringify({ operation, status: response.status, error, value }));
}

async function withFetch(): Promise<void> {
FETCH}

async function withHey(): Promise<void> {
HEY}

void (kind === "fetch" ? withFetch() : withHey());
"""


def program(service: str, asked: list[Request]) -> str:
    """Return a program in TypeScript that sends the requests by both clients."""
    fetch, hey = "", ""
    for request in asked:
        headers = {name: value for name, value in request.headers.items() if name != "Content-Type"}
        body: Mapping[str, Any] = {} if request.body is None else {"body": request.body}
        parts = {"path": request.path, "query": request.query}
        places = {name: values for name, values in parts.items() if values}
        name = json.dumps(request.operation)
        is_text = {"patch", "csv"} & {*request.query.values()}
        kind = {"parseAs": "text"} if is_text else {}  # it takes JSON for granted
        call = json.dumps({"params": places, "headers": headers, **body, **kind})
        fetch += f"  await show({name}, api.{request.method}({json.dumps(request.template)}, {call}));\n"
        function = re.sub(r"[._](\w)", lambda match: match[1].upper(), request.operation)
        call = json.dumps({**places, "headers": headers, **body})
        hey += f"  await show({name}, sdk.{function}({{ client, ...{call} }}));\n"
    return _PROGRAM.replace("SERVICE", service).replace("FETCH", fetch).replace("HEY", hey)


def with_typescript(folder: Path, kind: str, service: str, stub: Any, url: str) -> Received:
    """Run the compiled program with one of its clients."""
    requests_of(service, stub)  # it creates the records that the program names
    lines = [json.loads(line) for line in _run(folder, f"compiled/{service}.js", kind, url).splitlines()]
    return [(line["operation"], {"raised": line["error"]} if "error" in line else line["value"]) for line in lines]

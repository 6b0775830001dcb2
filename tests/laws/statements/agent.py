"""The statements of the agent server's contract."""

import re
from collections.abc import Iterator

from tests.laws.statements import records
from tests.laws.statements.cells import entries, rules
from tests.laws.statements.markdown import Table, tables
from tests.laws.statements.statement import Note, Statement, noted

# The schemas of the spec, by their names in the cells.
RECORDS = {
    "Config": "Config",
    "MCP server config": "McpServerConfig",
    "PermissionReply": "PermissionReply",
    "PermissionRule": "PermissionRule",
    "Prompt": "Prompt",
    "QuestionResponse": "QuestionResponse",
    "model reference": "ModelReference",
}
# The schemas for the variants in the tables, and the unions to which the variants belong.
VARIANTS = {"oauth": "OauthCredential", "api": "ApiCredential", "local": "McpLocalConfig", "remote": "McpRemoteConfig"}
UNIONS = {"oauth": "Credential", "api": "Credential", "local": "McpServerConfig", "remote": "McpServerConfig"}
PROSE = ("all strings", "strings")
CREATE, UPDATE = "POST /api/auth", "PATCH /api/auth/{accountID}"
LIMIT = (Statement("GET /api/session/{sessionID}/message limit", "type", "number"),)


def fields(record: str, **types: str) -> tuple[Statement, ...]:
    """Return the statements about fields that are always present, with their types."""
    return tuple(
        Statement(f"{record}.{wire}", aspect, value)
        for wire, kind in types.items()
        for aspect, value in (("field", ""), ("required", ""), ("type", kind))
        if value or aspect != "type"
    )


def texts(about: str, *names: str) -> tuple[Statement, ...]:
    return tuple(Statement(f"{about} {name}", "type", "string") for name in names)


NOTES = [
    Note(
        "GET /api/fs/tree with query path, directory, workspace.",
        (Statement("GET /api/fs/tree path", "in", "query"),),
    ),
    Note(
        "Runtime context: object with `directory` (string) and `workspaceID` (string, optional).",
        (
            *fields("RuntimeContext", directory="string"),
            Statement("RuntimeContext.workspaceID", "field"),
            Statement("RuntimeContext.workspaceID", "type", "string"),
        ),
    ),
    Note(
        "Project commands: array of objects with `name` (string) and `command` (string).",
        (
            *fields("ProjectCommand", name="string", command="string"),
            Statement("PATCH /api/project/{projectID} commands", "type", "array of ProjectCommand"),
        ),
    ),
    Note(
        "PTY size: object with `columns` (number) and `rows` (number).",
        (
            *fields("PtySize", columns="number", rows="number"),
            Statement("PATCH /api/pty/{ptyID} size", "type", "PtySize"),
        ),
    ),
    Note(
        "Model reference: object with `providerID` and `modelID`.",
        fields("ModelReference", providerID="ProviderID", modelID="ModelID"),
    ),
    Note(
        "command?; cwd?; shell? (all strings)",
        texts("POST /api/pty", "command", "cwd", "shell"),
    ),
    Note(
        "projectID?; name?; directory? (strings)",
        (
            *texts("POST /api/workspace", "projectID", "name", "directory"),
            *texts("PATCH /api/workspace/{workspaceID}", "name"),
        ),
    ),
    Note(
        "- Known event kind: `message.part.delta`, payload fields sessionID, messageID, partID, field (names the part "
        "field being extended, e.g. the text field), delta (string appended).",
        (
            Statement("MessagePartDeltaEvent", "extends", "EventEnvelope"),
            Statement("MessagePartDeltaEvent.type", "value", "message.part.delta"),
            Statement("MessagePartDeltaEvent.payload", "type", "MessagePartDelta"),
            # An identifier and a name are texts.
            *fields("MessagePartDelta", sessionID="string", messageID="string", partID="string", field="string"),
            *fields("MessagePartDelta", delta="string"),
        ),
    ),
    Note(
        "Credential (auth accounts), one of:",
        tuple(Statement(f"{about} credential", "type", "Credential") for about in (CREATE, UPDATE)),
    ),
    Note("description? (string); active? (boolean)", (Statement(f"{UPDATE} description", "type", "string"),)),
    Note("metadata? (map string to any)", (Statement("PATCH /api/workspace/{workspaceID} metadata", "type", "map"),)),
    Note("`limit` on fs.grep, fs.search, session.list and session.message.list (type number)", LIMIT),
    Note(
        "- The surface is labelled v2 and every route is mounted under /api.",
        (Statement("the service", "version", "2"),),
    ),
]
# An empty identifier identifies nothing, so the type of an identifier implies that it is not empty.
IDENTIFIERS = re.compile(r"^Identifier types named by the interface: (.+)\.$", re.MULTILINE)
CONTEXT = "Resolves runtime context from the query parameters `directory` and `workspace`."


def read(text: str) -> set[Statement]:
    """Return all statements of the contract."""
    statements = noted(text, [*NOTES, Note(CONTEXT, ())])
    named = IDENTIFIERS.search(text)
    if named is None:
        raise ValueError("the contract names no types of identifiers")
    identifiers = named[1].split(", ")
    for table in tables(text):
        if table.heading == "Events":
            statements.update(records.fields(table, "EventEnvelope"))
        elif table.columns == ("Variant", "Fields"):
            statements.update(_variants(table))
        elif table.columns[0] == "Operation":
            for row in table.rows:
                statements.update(_operation(row, identifiers))
    statements |= {Statement(f"ModelReference.{wire}", "minLength", "1") for wire in ("providerID", "modelID")}
    return statements


def _variants(table: Table) -> Iterator[Statement]:
    for row in table.rows:
        record = VARIANTS[row["Variant"]]
        yield Statement(UNIONS[row["Variant"]], "variant", record)
        for entry in entries(row["Fields"]):
            about = f"{record}.{entry.name}"
            yield Statement(about, "field")
            if not entry.optional:
                yield Statement(about, "required")
            yield from rules(entry, about, records=RECORDS)


def _operation(row: dict[str, str], identifiers: list[str]) -> Iterator[Statement]:
    about, context = row["Method and path"], row["Context"]
    name, _, flag = row["Operation"].partition(" ")
    yield Statement(about, "operation")
    yield Statement(about, "id", name)
    yield Statement(about, "context", context)
    if flag:
        yield Statement(about, "open")
    if context == "request":
        for name in ("directory", "workspace"):
            yield Statement(f"{about} {name}", "input")
            yield Statement(f"{about} {name}", "in", "query")
            yield Statement(f"{about} {name}", "type", "string")
    path = re.findall(r"{(\w+)}", about)
    for entry in entries(row["Input fields (? = optional)"]):
        where = f"{about} {entry.name}"
        yield Statement(where, "input")
        if entry.name in path:
            yield Statement(where, "in", "path")
        if not entry.optional:
            yield Statement(where, "required")
        if entry.name[0].upper() + entry.name[1:] in identifiers:
            yield Statement(where, "minLength", "1")
        yield from rules(entry, where, PROSE, RECORDS)

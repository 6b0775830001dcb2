# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The operations of the Agent Server as unsent calls, made from checked arguments."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..._core import check
from ..._core.call import Call, no_value, segment, whole_record
from ..._core.lazy_imports import lazy
from ..._core.pagination import Batch, CursorPagination, key_of_any

if TYPE_CHECKING:
    from ..._core import wire_encoder as encoding
    from . import models as m
else:
    encoding = lazy("trivet._core.wire_encoder")
    m = lazy("trivet.agent._generated.models")


Accept: TypeAlias = Literal["application/json", "text/x-diff"]
"""The media types of answers."""


SESSION_LIST_PAGES: CursorPagination[m.Session] = CursorPagination("cursor", attrgetter("id"), first=["order"])
SESSION_MESSAGE_LIST_PAGES: CursorPagination[m.Message] = CursorPagination(
    "cursor", key_of_any("id", "id"), first=["order"]
)


def agent_list() -> Call[list[m.Agent]]:
    return Call(
        "agent.list",
        "GET",
        "/api/agent",
        record=m.AgentsEnvelope,
        decode=m.decode_agents_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
        context=True,
    )


def auth_activate(account_id: str) -> Call[m.Account]:
    check.text("account_id", account_id, min_length=1)
    return Call(
        "auth.activate",
        "POST",
        "/api/auth/" + segment(account_id) + "/activate",
        record=m.AccountEnvelope,
        decode=m.decode_account_envelope,
        extract=attrgetter("data"),
        template="/api/auth/{accountID}/activate",
        retryable=False,
        unwrapped_field="data",
    )


def auth_create(
    *, service_id: str, credential: m.Credential, description: str | None, active: bool | None
) -> Call[m.Account]:
    check.text("service_id", service_id, min_length=1)
    check.record("credential", credential, m.Credential)
    if description is not None:
        check.text("description", description)
    if active is not None:
        check.boolean("active", active)
    body: dict[str, Any] = {}
    body["serviceID"] = service_id
    body["credential"] = encoding.encode(credential)
    if description is not None:
        body["description"] = description
    if active is not None:
        body["active"] = active
    return Call(
        "auth.create",
        "POST",
        "/api/auth",
        record=m.AccountEnvelope,
        decode=m.decode_account_envelope,
        extract=attrgetter("data"),
        body=body,
        retryable=False,
        unwrapped_field="data",
    )


def auth_delete(account_id: str) -> Call[None]:
    check.text("account_id", account_id, min_length=1)
    return Call(
        "auth.delete",
        "DELETE",
        "/api/auth/" + segment(account_id),
        record=None,
        decode=None,
        extract=no_value,
        template="/api/auth/{accountID}",
        retryable=False,
    )


def auth_get(account_id: str) -> Call[m.Account]:
    check.text("account_id", account_id, min_length=1)
    return Call(
        "auth.get",
        "GET",
        "/api/auth/" + segment(account_id),
        record=m.AccountEnvelope,
        decode=m.decode_account_envelope,
        extract=attrgetter("data"),
        template="/api/auth/{accountID}",
        unwrapped_field="data",
    )


def auth_list(*, service_id: str | None) -> Call[m.AccountsAnswer]:
    if service_id is not None:
        check.text("service_id", service_id, min_length=1)
    return Call(
        "auth.list",
        "GET",
        "/api/auth",
        record=m.AccountsAnswer,
        decode=m.decode_accounts_answer,
        extract=whole_record,
        query=(("serviceID", service_id),),
    )


def auth_update(account_id: str, *, description: str | None, credential: m.Credential | None) -> Call[m.Account]:
    check.text("account_id", account_id, min_length=1)
    if description is not None:
        check.text("description", description)
    if credential is not None:
        check.record("credential", credential, m.Credential)
    body: dict[str, Any] = {}
    if description is not None:
        body["description"] = description
    if credential is not None:
        body["credential"] = encoding.encode(credential)
    return Call(
        "auth.update",
        "PATCH",
        "/api/auth/" + segment(account_id),
        record=m.AccountEnvelope,
        decode=m.decode_account_envelope,
        extract=attrgetter("data"),
        template="/api/auth/{accountID}",
        body=body,
        retryable=False,
        unwrapped_field="data",
    )


def catalog_model_get(provider_id: str, model_id: str) -> Call[m.CatalogModel]:
    check.text("provider_id", provider_id, min_length=1)
    check.text("model_id", model_id, min_length=1)
    return Call(
        "catalog.model.get",
        "GET",
        "/api/catalog/model/" + segment(provider_id) + "/" + segment(model_id),
        record=m.CatalogModelEnvelope,
        decode=m.decode_catalog_model_envelope,
        extract=attrgetter("data"),
        template="/api/catalog/model/{providerID}/{modelID}",
        unwrapped_field="data",
    )


def catalog_model_list() -> Call[list[m.CatalogModel]]:
    return Call(
        "catalog.model.list",
        "GET",
        "/api/catalog/model",
        record=m.CatalogModelsEnvelope,
        decode=m.decode_catalog_models_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
    )


def command_list() -> Call[list[m.Command]]:
    return Call(
        "command.list",
        "GET",
        "/api/command",
        record=m.CommandsEnvelope,
        decode=m.decode_commands_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
        context=True,
    )


def config_get() -> Call[m.Config]:
    return Call(
        "config.get",
        "GET",
        "/api/config",
        record=m.ConfigEnvelope,
        decode=m.decode_config_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
        context=True,
    )


def config_update(*, config: m.Config) -> Call[m.Config]:
    check.record("config", config, m.Config)
    body: dict[str, Any] = {}
    body["config"] = encoding.encode(config)
    return Call(
        "config.update",
        "PATCH",
        "/api/config",
        record=m.ConfigEnvelope,
        decode=m.decode_config_envelope,
        extract=attrgetter("data"),
        body=body,
        retryable=False,
        unwrapped_field="data",
        context=True,
    )


def event_subscribe() -> Call[None]:
    return Call(
        "event.subscribe",
        "GET",
        "/api/event",
        record=None,
        decode=None,
        extract=no_value,
        context=True,
        accept="text/event-stream",
    )


def formatter_status() -> Call[list[m.FormatterStatus]]:
    return Call(
        "formatter.status",
        "GET",
        "/api/formatter",
        record=m.FormatterStatusesEnvelope,
        decode=m.decode_formatter_statuses_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
        context=True,
    )


def fs_file(path: str) -> Call[m.FileContent]:
    check.text("path", path, min_length=1)
    return Call(
        "fs.file",
        "GET",
        "/api/fs/file",
        record=m.FileContentEnvelope,
        decode=m.decode_file_content_envelope,
        extract=attrgetter("data"),
        query=(("path", path),),
        max_body=64_000_000,
        unwrapped_field="data",
        context=True,
    )


def fs_grep(*, pattern: str, include: str | None, limit: float | None) -> Call[list[m.GrepMatch]]:
    check.text("pattern", pattern)
    if include is not None:
        check.text("include", include)
    if limit is not None:
        check.number("limit", limit)
    body: dict[str, Any] = {}
    body["pattern"] = pattern
    if include is not None:
        body["include"] = include
    if limit is not None:
        body["limit"] = limit
    return Call(
        "fs.grep",
        "POST",
        "/api/fs/grep",
        record=m.GrepMatchesEnvelope,
        decode=m.decode_grep_matches_envelope,
        extract=attrgetter("data"),
        body=body,
        unwrapped_field="data",
        context=True,
    )


def fs_search(
    *, query: str, type: Literal["file", "directory"] | None, limit: float | None
) -> Call[list[m.FileSystemEntry]]:
    check.text("query", query)
    if type is not None:
        check.choice("type", type, ("file", "directory"))
    if limit is not None:
        check.number("limit", limit)
    body: dict[str, Any] = {}
    body["query"] = query
    if type is not None:
        body["type"] = type
    if limit is not None:
        body["limit"] = limit
    return Call(
        "fs.search",
        "POST",
        "/api/fs/search",
        record=m.FileSystemEntriesEnvelope,
        decode=m.decode_file_system_entries_envelope,
        extract=attrgetter("data"),
        body=body,
        unwrapped_field="data",
        context=True,
    )


def fs_tree(path: str) -> Call[list[m.FileSystemEntry]]:
    check.text("path", path, min_length=1)
    return Call(
        "fs.tree",
        "GET",
        "/api/fs/tree",
        record=m.FileSystemEntriesEnvelope,
        decode=m.decode_file_system_entries_envelope,
        extract=attrgetter("data"),
        query=(("path", path),),
        unwrapped_field="data",
        context=True,
    )


def lsp_status() -> Call[list[m.LspStatus]]:
    return Call(
        "lsp.status",
        "GET",
        "/api/lsp",
        record=m.LspStatusesEnvelope,
        decode=m.decode_lsp_statuses_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
        context=True,
    )


def mcp_prompt_list() -> Call[list[m.McpPrompt]]:
    return Call(
        "mcp.prompt.list",
        "GET",
        "/api/mcp/prompt",
        record=m.McpPromptsEnvelope,
        decode=m.decode_mcp_prompts_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
        context=True,
    )


def mcp_prompt_render(*, server: str, name: str, arguments: dict[str, str] | None) -> Call[m.RenderedPrompt]:
    check.text("server", server)
    check.text("name", name)
    if arguments is not None:
        check.mapping("arguments", arguments)
    body: dict[str, Any] = {}
    body["server"] = server
    body["name"] = name
    if arguments is not None:
        body["arguments"] = arguments
    return Call(
        "mcp.prompt.render",
        "POST",
        "/api/mcp/prompt/render",
        record=m.RenderedPromptEnvelope,
        decode=m.decode_rendered_prompt_envelope,
        extract=attrgetter("data"),
        body=body,
        unwrapped_field="data",
        context=True,
    )


def mcp_resource_list() -> Call[list[m.McpResource]]:
    return Call(
        "mcp.resource.list",
        "GET",
        "/api/mcp/resource",
        record=m.McpResourcesEnvelope,
        decode=m.decode_mcp_resources_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
        context=True,
    )


def mcp_resource_read(server: str, uri: str) -> Call[m.McpResourceContents]:
    check.text("server", server, min_length=1)
    check.text("uri", uri, min_length=1)
    return Call(
        "mcp.resource.read",
        "GET",
        "/api/mcp/resource/read",
        record=m.McpResourceContentsEnvelope,
        decode=m.decode_mcp_resource_contents_envelope,
        extract=attrgetter("data"),
        query=(
            ("server", server),
            ("uri", uri),
        ),
        max_body=64_000_000,
        unwrapped_field="data",
        context=True,
    )


def mcp_server_create(*, name: str, config: m.McpServerConfig) -> Call[m.McpServer]:
    check.text("name", name)
    check.record("config", config, m.McpServerConfig)
    body: dict[str, Any] = {}
    body["name"] = name
    body["config"] = encoding.encode(config)
    return Call(
        "mcp.server.create",
        "POST",
        "/api/mcp/server",
        record=m.McpServerEnvelope,
        decode=m.decode_mcp_server_envelope,
        extract=attrgetter("data"),
        body=body,
        retryable=False,
        unwrapped_field="data",
        context=True,
    )


def mcp_server_list() -> Call[list[m.McpServer]]:
    return Call(
        "mcp.server.list",
        "GET",
        "/api/mcp/server",
        record=m.McpServersEnvelope,
        decode=m.decode_mcp_servers_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
        context=True,
    )


def mcp_server_oauth_callback(name: str, *, code: str) -> Call[m.McpServer]:
    check.text("name", name, min_length=1)
    check.text("code", code, secret=True)
    body: dict[str, Any] = {}
    body["code"] = code
    return Call(
        "mcp.server.oauth.callback",
        "POST",
        "/api/mcp/server/" + segment(name) + "/oauth/callback",
        record=m.McpServerEnvelope,
        decode=m.decode_mcp_server_envelope,
        extract=attrgetter("data"),
        template="/api/mcp/server/{name}/oauth/callback",
        body=body,
        retryable=False,
        unwrapped_field="data",
        context=True,
    )


def mcp_server_oauth_delete(name: str) -> Call[None]:
    check.text("name", name, min_length=1)
    return Call(
        "mcp.server.oauth.delete",
        "DELETE",
        "/api/mcp/server/" + segment(name) + "/oauth",
        record=None,
        decode=None,
        extract=no_value,
        template="/api/mcp/server/{name}/oauth",
        retryable=False,
        context=True,
    )


def mcp_server_oauth_start(name: str) -> Call[m.McpAuthorization]:
    check.text("name", name, min_length=1)
    return Call(
        "mcp.server.oauth.start",
        "POST",
        "/api/mcp/server/" + segment(name) + "/oauth",
        record=m.McpAuthorizationEnvelope,
        decode=m.decode_mcp_authorization_envelope,
        extract=attrgetter("data"),
        template="/api/mcp/server/{name}/oauth",
        retryable=False,
        unwrapped_field="data",
        context=True,
    )


def permission_list() -> Call[list[m.PermissionRequest]]:
    return Call(
        "permission.list",
        "GET",
        "/api/permission",
        record=m.PermissionRequestsEnvelope,
        decode=m.decode_permission_requests_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
        context=True,
    )


def permission_reply(permission_id: str, *, response: Literal["once", "always", "reject"] | str) -> Call[None]:
    check.text("permission_id", permission_id, min_length=1)
    check.text("response", response)
    body: dict[str, Any] = {}
    body["response"] = response
    return Call(
        "permission.reply",
        "POST",
        "/api/permission/" + segment(permission_id) + "/reply",
        record=None,
        decode=None,
        extract=no_value,
        template="/api/permission/{permissionID}/reply",
        body=body,
        retryable=False,
        context=True,
    )


def project_get(project_id: str) -> Call[m.Project]:
    check.text("project_id", project_id, min_length=1)
    return Call(
        "project.get",
        "GET",
        "/api/project/" + segment(project_id),
        record=m.ProjectEnvelope,
        decode=m.decode_project_envelope,
        extract=attrgetter("data"),
        template="/api/project/{projectID}",
        unwrapped_field="data",
    )


def project_list() -> Call[list[m.Project]]:
    return Call(
        "project.list",
        "GET",
        "/api/project",
        record=m.ProjectsEnvelope,
        decode=m.decode_projects_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
    )


def project_update(
    project_id: str, *, name: str | None, icon: m.ProjectIcon | None, commands: list[m.ProjectCommand] | None
) -> Call[m.Project]:
    check.text("project_id", project_id, min_length=1)
    if name is not None:
        check.text("name", name)
    if icon is not None:
        check.record("icon", icon, m.ProjectIcon)
    if commands is not None:
        check.records("commands", commands, m.ProjectCommand)
    body: dict[str, Any] = {}
    if name is not None:
        body["name"] = name
    if icon is not None:
        body["icon"] = encoding.encode(icon)
    if commands is not None:
        body["commands"] = [encoding.encode(item) for item in commands]
    return Call(
        "project.update",
        "PATCH",
        "/api/project/" + segment(project_id),
        record=m.ProjectEnvelope,
        decode=m.decode_project_envelope,
        extract=attrgetter("data"),
        template="/api/project/{projectID}",
        body=body,
        retryable=False,
        unwrapped_field="data",
    )


def provider_list() -> Call[list[m.Provider]]:
    return Call(
        "provider.list",
        "GET",
        "/api/provider",
        record=m.ProvidersEnvelope,
        decode=m.decode_providers_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
        context=True,
    )


def pty_create(*, command: str | None, cwd: str | None, shell: str | None) -> Call[m.Pty]:
    if command is not None:
        check.text("command", command)
    if cwd is not None:
        check.text("cwd", cwd)
    if shell is not None:
        check.text("shell", shell)
    body: dict[str, Any] = {}
    if command is not None:
        body["command"] = command
    if cwd is not None:
        body["cwd"] = cwd
    if shell is not None:
        body["shell"] = shell
    return Call(
        "pty.create",
        "POST",
        "/api/pty",
        record=m.PtyEnvelope,
        decode=m.decode_pty_envelope,
        extract=attrgetter("data"),
        body=body,
        retryable=False,
        unwrapped_field="data",
        context=True,
    )


def pty_delete(pty_id: str) -> Call[None]:
    check.text("pty_id", pty_id, min_length=1)
    return Call(
        "pty.delete",
        "DELETE",
        "/api/pty/" + segment(pty_id),
        record=None,
        decode=None,
        extract=no_value,
        template="/api/pty/{ptyID}",
        retryable=False,
        context=True,
    )


def pty_get(pty_id: str) -> Call[m.Pty]:
    check.text("pty_id", pty_id, min_length=1)
    return Call(
        "pty.get",
        "GET",
        "/api/pty/" + segment(pty_id),
        record=m.PtyEnvelope,
        decode=m.decode_pty_envelope,
        extract=attrgetter("data"),
        template="/api/pty/{ptyID}",
        unwrapped_field="data",
        context=True,
    )


def pty_list() -> Call[list[m.Pty]]:
    return Call(
        "pty.list",
        "GET",
        "/api/pty",
        record=m.PtysEnvelope,
        decode=m.decode_ptys_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
        context=True,
    )


def pty_update(pty_id: str, *, title: str | None, size: m.PtySize | None) -> Call[m.Pty]:
    check.text("pty_id", pty_id, min_length=1)
    if title is not None:
        check.text("title", title)
    if size is not None:
        check.record("size", size, m.PtySize)
    body: dict[str, Any] = {}
    if title is not None:
        body["title"] = title
    if size is not None:
        body["size"] = encoding.encode(size)
    return Call(
        "pty.update",
        "PATCH",
        "/api/pty/" + segment(pty_id),
        record=m.PtyEnvelope,
        decode=m.decode_pty_envelope,
        extract=attrgetter("data"),
        template="/api/pty/{ptyID}",
        body=body,
        retryable=False,
        unwrapped_field="data",
        context=True,
    )


def question_list() -> Call[list[m.QuestionRequest]]:
    return Call(
        "question.list",
        "GET",
        "/api/question",
        record=m.QuestionRequestsEnvelope,
        decode=m.decode_question_requests_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
        context=True,
    )


def question_reject(question_id: str) -> Call[None]:
    check.text("question_id", question_id, min_length=1)
    return Call(
        "question.reject",
        "POST",
        "/api/question/" + segment(question_id) + "/reject",
        record=None,
        decode=None,
        extract=no_value,
        template="/api/question/{questionID}/reject",
        retryable=False,
        context=True,
    )


def question_reply(question_id: str, *, response: m.QuestionResponse) -> Call[None]:
    check.text("question_id", question_id, min_length=1)
    check.record("response", response, m.QuestionResponse)
    body: dict[str, Any] = {}
    body["response"] = encoding.encode(response)
    return Call(
        "question.reply",
        "POST",
        "/api/question/" + segment(question_id) + "/reply",
        record=None,
        decode=None,
        extract=no_value,
        template="/api/question/{questionID}/reply",
        body=body,
        retryable=False,
        context=True,
    )


def session_compact(session_id: str) -> Call[None]:
    check.text("session_id", session_id, min_length=1)
    return Call(
        "session.compact",
        "POST",
        "/api/session/" + segment(session_id) + "/compact",
        record=None,
        decode=None,
        extract=no_value,
        template="/api/session/{sessionID}/compact",
        retryable=False,
    )


def session_context(session_id: str) -> Call[list[m.Message]]:
    check.text("session_id", session_id, min_length=1)
    return Call(
        "session.context",
        "GET",
        "/api/session/" + segment(session_id) + "/context",
        record=m.MessagesEnvelope,
        decode=m.decode_messages_envelope,
        extract=attrgetter("data"),
        template="/api/session/{sessionID}/context",
        max_body=64_000_000,
        unwrapped_field="data",
    )


def session_create(
    *, title: str | None, agent: str | None, model: m.ModelReference | None, permission: list[m.PermissionRule] | None
) -> Call[m.Session]:
    if title is not None:
        check.text("title", title)
    if agent is not None:
        check.text("agent", agent)
    if model is not None:
        check.record("model", model, m.ModelReference)
        check.text("model.provider_id", model.provider_id, min_length=1)
        check.text("model.model_id", model.model_id, min_length=1)
    if permission is not None:
        check.records("permission", permission, m.PermissionRule)
    body: dict[str, Any] = {}
    if title is not None:
        body["title"] = title
    if agent is not None:
        body["agent"] = agent
    if model is not None:
        body["model"] = encoding.encode(model)
    if permission is not None:
        body["permission"] = [encoding.encode(item) for item in permission]
    return Call(
        "session.create",
        "POST",
        "/api/session",
        record=m.SessionEnvelope,
        decode=m.decode_session_envelope,
        extract=attrgetter("data"),
        body=body,
        retryable=False,
        unwrapped_field="data",
        context=True,
    )


def session_delete(session_id: str) -> Call[None]:
    check.text("session_id", session_id, min_length=1)
    return Call(
        "session.delete",
        "DELETE",
        "/api/session/" + segment(session_id),
        record=None,
        decode=None,
        extract=no_value,
        template="/api/session/{sessionID}",
        retryable=False,
    )


def session_diff(session_id: str) -> Call[list[m.FileDiff]]:
    check.text("session_id", session_id, min_length=1)
    return Call(
        "session.diff",
        "GET",
        "/api/session/" + segment(session_id) + "/diff",
        record=m.FileDiffsEnvelope,
        decode=m.decode_file_diffs_envelope,
        extract=attrgetter("data"),
        template="/api/session/{sessionID}/diff",
        max_body=64_000_000,
        unwrapped_field="data",
    )


def session_get(session_id: str) -> Call[m.Session]:
    check.text("session_id", session_id, min_length=1)
    return Call(
        "session.get",
        "GET",
        "/api/session/" + segment(session_id),
        record=m.SessionEnvelope,
        decode=m.decode_session_envelope,
        extract=attrgetter("data"),
        template="/api/session/{sessionID}",
        unwrapped_field="data",
    )


def session_list(
    *,
    limit: float | None,
    order: Literal["asc", "desc"] | None,
    path: str | None,
    roots: bool | None,
    start: float | None,
    search: str | None,
    cursor: str | None,
) -> Call[Batch[m.Session]]:
    if limit is not None:
        check.number("limit", limit)
    if order is not None:
        check.choice("order", order, ("asc", "desc"))
    if path is not None:
        check.text("path", path)
    if roots is not None:
        check.boolean("roots", roots)
    if start is not None:
        check.number("start", start)
    if search is not None:
        check.text("search", search)
    if cursor is not None:
        check.text("cursor", cursor)
    return Call(
        "session.list",
        "GET",
        "/api/session",
        record=m.SessionPage,
        decode=m.decode_session_page,
        extract=lambda page: Batch(page.data, next=None if page.cursor is None else page.cursor.next),
        query=(
            ("limit", limit),
            ("order", order),
            ("path", path),
            ("roots", roots),
            ("start", start),
            ("search", search),
            ("cursor", cursor),
        ),
        unwrapped_field="data",
        context=True,
    )


def session_message_list(
    session_id: str, *, limit: float | None, order: Literal["asc", "desc"] | None, cursor: str | None
) -> Call[Batch[m.Message]]:
    check.text("session_id", session_id, min_length=1)
    if limit is not None:
        check.number("limit", limit)
    if order is not None:
        check.choice("order", order, ("asc", "desc"))
    if cursor is not None:
        check.text("cursor", cursor)
    return Call(
        "session.message.list",
        "GET",
        "/api/session/" + segment(session_id) + "/message",
        record=m.MessagePage,
        decode=m.decode_message_page,
        extract=lambda page: Batch(page.data, next=None if page.cursor is None else page.cursor.next),
        template="/api/session/{sessionID}/message",
        query=(
            ("limit", limit),
            ("order", order),
            ("cursor", cursor),
        ),
        max_body=64_000_000,
        unwrapped_field="data",
    )


def session_prompt(
    session_id: str, *, prompt: m.Prompt, delivery: Literal["immediate", "deferred"] | None
) -> Call[m.SessionInputAdmitted]:
    check.text("session_id", session_id, min_length=1)
    check.record("prompt", prompt, m.Prompt)
    if delivery is not None:
        check.choice("delivery", delivery, ("immediate", "deferred"))
    body: dict[str, Any] = {}
    body["prompt"] = encoding.encode(prompt)
    if delivery is not None:
        body["delivery"] = delivery
    return Call(
        "session.prompt",
        "POST",
        "/api/session/" + segment(session_id) + "/prompt",
        record=m.SessionInputAdmittedEnvelope,
        decode=m.decode_session_input_admitted_envelope,
        extract=attrgetter("data"),
        template="/api/session/{sessionID}/prompt",
        body=body,
        retryable=False,
        unwrapped_field="data",
    )


def session_todo(session_id: str) -> Call[list[m.Todo]]:
    check.text("session_id", session_id, min_length=1)
    return Call(
        "session.todo",
        "GET",
        "/api/session/" + segment(session_id) + "/todo",
        record=m.TodosEnvelope,
        decode=m.decode_todos_envelope,
        extract=attrgetter("data"),
        template="/api/session/{sessionID}/todo",
        unwrapped_field="data",
    )


def session_update(
    session_id: str, *, title: str | None, archived: float | None, permission: list[m.PermissionRule] | None
) -> Call[m.Session]:
    check.text("session_id", session_id, min_length=1)
    if title is not None:
        check.text("title", title)
    if archived is not None:
        check.number("archived", archived)
    if permission is not None:
        check.records("permission", permission, m.PermissionRule)
    body: dict[str, Any] = {}
    if title is not None:
        body["title"] = title
    if archived is not None:
        body["archived"] = archived
    if permission is not None:
        body["permission"] = [encoding.encode(item) for item in permission]
    return Call(
        "session.update",
        "PATCH",
        "/api/session/" + segment(session_id),
        record=m.SessionEnvelope,
        decode=m.decode_session_envelope,
        extract=attrgetter("data"),
        template="/api/session/{sessionID}",
        body=body,
        retryable=False,
        unwrapped_field="data",
    )


def session_wait(session_id: str) -> Call[None]:
    check.text("session_id", session_id, min_length=1)
    return Call(
        "session.wait",
        "POST",
        "/api/session/" + segment(session_id) + "/wait",
        record=None,
        decode=None,
        extract=no_value,
        template="/api/session/{sessionID}/wait",
    )


def skill_list() -> Call[list[m.Skill]]:
    return Call(
        "skill.list",
        "GET",
        "/api/skill",
        record=m.SkillsEnvelope,
        decode=m.decode_skills_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
        context=True,
    )


def vcs_diff(
    *, format: Literal["json", "patch"] | None, mode: Literal["worktree", "default"] | None, accept: Accept
) -> Call[list[m.VcsFileDiff]]:
    if format is not None:
        check.choice("format", format, ("json", "patch"))
    if mode is not None:
        check.choice("mode", mode, ("worktree", "default"))
    check.choice("accept", accept, ("application/json", "text/x-diff"))
    return Call(
        "vcs.diff",
        "GET",
        "/api/vcs/diff",
        record=m.VcsFileDiffsEnvelope,
        decode=m.decode_vcs_file_diffs_envelope,
        extract=attrgetter("data"),
        query=(
            ("format", format),
            ("mode", mode),
        ),
        max_body=64_000_000,
        unwrapped_field="data",
        context=True,
        accept=accept,
    )


def vcs_get() -> Call[m.VcsInfo]:
    return Call(
        "vcs.get",
        "GET",
        "/api/vcs",
        record=m.VcsInfoEnvelope,
        decode=m.decode_vcs_info_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
        context=True,
    )


def vcs_patch(*, patch: str) -> Call[m.VcsApplied]:
    check.text("patch", patch)
    body: dict[str, Any] = {}
    body["patch"] = patch
    return Call(
        "vcs.patch",
        "POST",
        "/api/vcs/patch",
        record=m.VcsAppliedEnvelope,
        decode=m.decode_vcs_applied_envelope,
        extract=attrgetter("data"),
        body=body,
        retryable=False,
        unwrapped_field="data",
        context=True,
    )


def vcs_status() -> Call[list[m.VcsFileStatus]]:
    return Call(
        "vcs.status",
        "GET",
        "/api/vcs/status",
        record=m.VcsFileStatusesEnvelope,
        decode=m.decode_vcs_file_statuses_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
        context=True,
    )


def workspace_create(
    *, type: str, project_id: str | None, name: str | None, directory: str | None, metadata: dict[str, Any] | None
) -> Call[m.Workspace]:
    check.text("type", type)
    if project_id is not None:
        check.text("project_id", project_id, min_length=1)
    if name is not None:
        check.text("name", name)
    if directory is not None:
        check.text("directory", directory)
    if metadata is not None:
        check.mapping("metadata", metadata)
    body: dict[str, Any] = {}
    body["type"] = type
    if project_id is not None:
        body["projectID"] = project_id
    if name is not None:
        body["name"] = name
    if directory is not None:
        body["directory"] = directory
    if metadata is not None:
        body["metadata"] = metadata
    return Call(
        "workspace.create",
        "POST",
        "/api/workspace",
        record=m.WorkspaceEnvelope,
        decode=m.decode_workspace_envelope,
        extract=attrgetter("data"),
        body=body,
        retryable=False,
        unwrapped_field="data",
    )


def workspace_delete(workspace_id: str) -> Call[None]:
    check.text("workspace_id", workspace_id, min_length=1)
    return Call(
        "workspace.delete",
        "DELETE",
        "/api/workspace/" + segment(workspace_id),
        record=None,
        decode=None,
        extract=no_value,
        template="/api/workspace/{workspaceID}",
        retryable=False,
    )


def workspace_get(workspace_id: str) -> Call[m.Workspace]:
    check.text("workspace_id", workspace_id, min_length=1)
    return Call(
        "workspace.get",
        "GET",
        "/api/workspace/" + segment(workspace_id),
        record=m.WorkspaceEnvelope,
        decode=m.decode_workspace_envelope,
        extract=attrgetter("data"),
        template="/api/workspace/{workspaceID}",
        unwrapped_field="data",
    )


def workspace_list(*, project_id: str | None) -> Call[list[m.Workspace]]:
    if project_id is not None:
        check.text("project_id", project_id, min_length=1)
    return Call(
        "workspace.list",
        "GET",
        "/api/workspace",
        record=m.WorkspacesEnvelope,
        decode=m.decode_workspaces_envelope,
        extract=attrgetter("data"),
        query=(("projectID", project_id),),
        unwrapped_field="data",
    )


def workspace_status() -> Call[list[m.WorkspaceStatus]]:
    return Call(
        "workspace.status",
        "GET",
        "/api/workspace/status",
        record=m.WorkspaceStatusesEnvelope,
        decode=m.decode_workspace_statuses_envelope,
        extract=attrgetter("data"),
        unwrapped_field="data",
    )


def workspace_sync() -> Call[None]:
    return Call(
        "workspace.sync",
        "POST",
        "/api/workspace/sync",
        record=None,
        decode=None,
        extract=no_value,
        retryable=False,
    )


def workspace_update(
    workspace_id: str, *, name: str | None, metadata: dict[str, Any] | None, archived: bool | None
) -> Call[m.Workspace]:
    check.text("workspace_id", workspace_id, min_length=1)
    if name is not None:
        check.text("name", name)
    if metadata is not None:
        check.mapping("metadata", metadata)
    if archived is not None:
        check.boolean("archived", archived)
    body: dict[str, Any] = {}
    if name is not None:
        body["name"] = name
    if metadata is not None:
        body["metadata"] = metadata
    if archived is not None:
        body["archived"] = archived
    return Call(
        "workspace.update",
        "PATCH",
        "/api/workspace/" + segment(workspace_id),
        record=m.WorkspaceEnvelope,
        decode=m.decode_workspace_envelope,
        extract=attrgetter("data"),
        template="/api/workspace/{workspaceID}",
        body=body,
        retryable=False,
        unwrapped_field="data",
    )


def workspace_warp(*, session_id: str, copy_changes: bool, workspace_id: str | None) -> Call[None]:
    check.text("session_id", session_id, min_length=1)
    check.boolean("copy_changes", copy_changes)
    if workspace_id is not None:
        check.text("workspace_id", workspace_id, min_length=1)
    body: dict[str, Any] = {}
    body["sessionID"] = session_id
    body["copyChanges"] = copy_changes
    if workspace_id is not None:
        body["workspaceID"] = workspace_id
    return Call(
        "workspace.warp",
        "POST",
        "/api/workspace/warp",
        record=None,
        decode=None,
        extract=no_value,
        body=body,
        retryable=False,
    )

# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The operations of the Agent Server, in groups by their operationIds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ...._async.client import AsyncResource
from ...._async.pager import AsyncPager
from ...._core.lazy_imports import lazy
from ...._core.operation_group import OperationGroup
from ...._core.traceback_locals import async_hide_arguments
from ..._handles._async.sessions import AsyncSessionHandles
from ..._store._async.events import AsyncEventSubscription
from ..._vcs._async.diff import AsyncVcsDiff
from .. import calls

if TYPE_CHECKING:
    from .. import models as m
else:
    m = lazy("trivet.agent._generated.models")

__all__ = [
    "AsyncAgent", "AsyncAuth", "AsyncCatalog", "AsyncCatalogModel", "AsyncCommand", "AsyncConfig", "AsyncEvent",
    "AsyncFormatter", "AsyncFs", "AsyncLsp", "AsyncMcp", "AsyncMcpPrompt", "AsyncMcpResource", "AsyncMcpServer",
    "AsyncMcpServerOauth", "AsyncPermission", "AsyncProject", "AsyncProvider", "AsyncPty", "AsyncQuestion",
    "AsyncSession", "AsyncSessionMessage", "AsyncSkill", "AsyncVcs", "AsyncWorkspace",
]  # fmt: skip


class AsyncAgent(AsyncResource):
    """The agent of the Agent Server."""

    async def list(self) -> list[m.Agent]:
        """List the available agents of the runtime context.

        >>> await client.agent.list()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/agent`.
        """
        answer = await self._connection.exchange(calls.agent_list())
        return answer.value


class AsyncAuth(AsyncResource):
    """The auth of the Agent Server."""

    async def activate(self, account_id: str) -> m.Account:
        """Make an account the active account of its service.

        Another account of the service that was active before is no longer active.

        >>> await client.auth.activate("acc_000001")

        Args:
            account_id: The id of the account.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/auth/{accountID}/activate`.
        """
        answer = await self._connection.exchange(calls.auth_activate(account_id))
        return answer.value

    async def create(
        self, *, service_id: str, credential: m.Credential, description: str | None = None, active: bool | None = None
    ) -> m.Account:
        """Save an account for a service.

        At most one account is active per service.

        >>> await client.auth.create(
        ...     service_id="router", credential=ApiCredential(type="api", key="an-api-key")
        ... )

        Args:
            service_id: The id of the service that the account is for.
            credential: The credential for the service.
            description: A description of the account.
            active: Whether the account becomes the active account of its service.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/auth`.
        """
        answer = await self._connection.exchange(
            calls.auth_create(service_id=service_id, credential=credential, description=description, active=active)
        )
        return answer.value

    async def delete(self, account_id: str) -> None:
        """Remove an account.

        >>> await client.auth.delete("acc_000001")

        Args:
            account_id: The id of the account.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `DELETE /api/auth/{accountID}`.
        """
        await self._connection.exchange(calls.auth_delete(account_id))

    async def get(self, account_id: str) -> m.Account:
        """Get one saved account.

        The answer never contains secrets (assumed).

        >>> await client.auth.get("acc_000001")

        Args:
            account_id: The id of the account.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/auth/{accountID}`.
        """
        answer = await self._connection.exchange(calls.auth_get(account_id))
        return answer.value

    async def update(
        self, account_id: str, *, description: str | None = None, credential: m.Credential | None = None
    ) -> m.Account:
        """Change the description or the credential of an account.

        >>> await client.auth.update("acc_000001", description="Work")

        Args:
            account_id: The id of the account.
            description: The new description.
            credential: The new credential.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `PATCH /api/auth/{accountID}`.
        """
        answer = await self._connection.exchange(
            calls.auth_update(account_id, description=description, credential=credential)
        )
        return answer.value

    async def list(self, *, service_id: str | None = None) -> m.AccountsAnswer:
        """List the saved accounts, and which one is active for each service.

        The answer never contains secrets (assumed).

        >>> await client.auth.list(service_id="router")

        Args:
            service_id: Only the accounts of this service.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/auth`.
        """
        answer = await self._connection.exchange(calls.auth_list(service_id=service_id))
        return answer.value


class AsyncCatalogModel(AsyncResource):
    """The catalog model of the Agent Server."""

    async def get(self, provider_id: str, model_id: str) -> m.CatalogModel:
        """Get one model of the catalog.

        >>> await client.catalog.model.get("stub", "stub-1")

        Args:
            provider_id: The id of the provider.
            model_id: The id of the model, which may contain a slash (assumed).

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/catalog/model/{providerID}/{modelID}`.
        """
        answer = await self._connection.exchange(calls.catalog_model_get(provider_id, model_id))
        return answer.value

    async def list(self) -> list[m.CatalogModel]:
        """List all models of the catalog in one flat list.

        >>> await client.catalog.model.list()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/catalog/model`.
        """
        answer = await self._connection.exchange(calls.catalog_model_list())
        return answer.value


class AsyncCatalog(AsyncResource):
    """The catalog of the Agent Server.

    Attributes:
        model: `get`, `list`.
    """

    model: OperationGroup[AsyncCatalogModel] = OperationGroup(AsyncCatalogModel)


class AsyncCommand(AsyncResource):
    """The command of the Agent Server."""

    async def list(self) -> list[m.Command]:
        """List the commands of this runtime context.

        >>> await client.command.list()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/command`.
        """
        answer = await self._connection.exchange(calls.command_list())
        return answer.value


class AsyncConfig(AsyncResource):
    """The config of the Agent Server."""

    async def get(self) -> m.Config:
        """Get the configuration that is resolved for the runtime context.

        >>> await client.config.get()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/config`.
        """
        answer = await self._connection.exchange(calls.config_get())
        return answer.value

    async def update(self, *, config: m.Config) -> m.Config:
        """Update the configuration.

        Fields that are left out do not change (assumed).

        >>> await client.config.update(config=Config(username="eve"))

        Args:
            config: The fields to change.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `PATCH /api/config`.
        """
        answer = await self._connection.exchange(calls.config_update(config=config))
        return answer.value


class AsyncEvent(AsyncEventSubscription):
    """The event of the Agent Server."""


class AsyncFormatter(AsyncResource):
    """The formatter of the Agent Server."""

    async def status(self) -> list[m.FormatterStatus]:
        """List the formatters of the runtime context with their status.

        >>> await client.formatter.status()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/formatter`.
        """
        answer = await self._connection.exchange(calls.formatter_status())
        return answer.value


class AsyncFs(AsyncResource):
    """The fs of the Agent Server."""

    async def file(self, path: str) -> m.FileContent:
        """Read one file.

        >>> await client.fs.file("README.md")

        Args:
            path: The path of the file, relative to the directory of the runtime context (assumed).

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/fs/file`.
        """
        answer = await self._connection.exchange(calls.fs_file(path))
        return answer.value

    async def grep(self, *, pattern: str, include: str | None = None, limit: float | None = None) -> list[m.GrepMatch]:
        """Search the contents of files.

        >>> await client.fs.grep(pattern="apple")

        Args:
            pattern: The regular expression to look for (assumed).
            include: Only files whose path matches this glob pattern (assumed).
            limit: The maximum number of matches (assumed).

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/fs/grep`.
        """
        answer = await self._connection.exchange(calls.fs_grep(pattern=pattern, include=include, limit=limit))
        return answer.value

    async def search(
        self, *, query: str, type: Literal["file", "directory"] | None = None, limit: float | None = None
    ) -> list[m.FileSystemEntry]:
        """Search files and directories by name.

        >>> await client.fs.search(query="readme")

        Args:
            query: The text to match names against.
            type: Only files or only directories.
            limit: The maximum number of entries (assumed).

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/fs/search`.
        """
        answer = await self._connection.exchange(calls.fs_search(query=query, type=type, limit=limit))
        return answer.value

    async def tree(self, path: str) -> list[m.FileSystemEntry]:
        """List the entries of a directory.

        >>> await client.fs.tree("src")

        Args:
            path: The path of the directory, relative to the directory of the runtime context (assumed).

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/fs/tree`.
        """
        answer = await self._connection.exchange(calls.fs_tree(path))
        return answer.value


class AsyncLsp(AsyncResource):
    """The lsp of the Agent Server."""

    async def status(self) -> list[m.LspStatus]:
        """List the language servers of the runtime context with their status.

        >>> await client.lsp.status()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/lsp`.
        """
        answer = await self._connection.exchange(calls.lsp_status())
        return answer.value


class AsyncMcpServerOauth(AsyncResource):
    """The mcp server oauth of the Agent Server."""

    @async_hide_arguments
    async def callback(self, name: str, *, code: str) -> m.McpServer:
        """Complete the OAuth authorization of a tool-protocol server.

        >>> await client.mcp.server.oauth.callback("tracker", code="an-authorization-code")

        Args:
            name: The name of the tool-protocol server.
            code: The code that the authorization server issued.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/mcp/server/{name}/oauth/callback`.
        """
        answer = await self._connection.exchange(calls.mcp_server_oauth_callback(name, code=code))
        return answer.value

    async def delete(self, name: str) -> None:
        """Remove the OAuth credentials of a tool-protocol server.

        >>> await client.mcp.server.oauth.delete("tracker")

        Args:
            name: The name of the tool-protocol server.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `DELETE /api/mcp/server/{name}/oauth`.
        """
        await self._connection.exchange(calls.mcp_server_oauth_delete(name))

    async def start(self, name: str) -> m.McpAuthorization:
        """Start the OAuth authorization of a tool-protocol server.

        >>> await client.mcp.server.oauth.start("tracker")

        Args:
            name: The name of the tool-protocol server.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/mcp/server/{name}/oauth`.
        """
        answer = await self._connection.exchange(calls.mcp_server_oauth_start(name))
        return answer.value


class AsyncMcpServer(AsyncResource):
    """The mcp server of the Agent Server.

    Attributes:
        oauth: `callback`, `delete`, `start`.
    """

    oauth: OperationGroup[AsyncMcpServerOauth] = OperationGroup(AsyncMcpServerOauth)

    async def create(self, *, name: str, config: m.McpServerConfig) -> m.McpServer:
        """Add a tool-protocol server to the runtime configuration.

        >>> await client.mcp.server.create(
        ...     name="notes", config=McpLocalConfig(type="local", command="notes-server")
        ... )

        Args:
            name: The name of the server.
            config: How the server is run or reached.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/mcp/server`.
        """
        answer = await self._connection.exchange(calls.mcp_server_create(name=name, config=config))
        return answer.value

    async def list(self) -> list[m.McpServer]:
        """List the tool-protocol servers with their status, including the state of authorization.

        >>> await client.mcp.server.list()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/mcp/server`.
        """
        answer = await self._connection.exchange(calls.mcp_server_list())
        return answer.value


class AsyncMcpResource(AsyncResource):
    """The mcp resource of the Agent Server."""

    async def read(self, server: str, uri: str) -> m.McpResourceContents:
        """Read one resource of a tool-protocol server.

        >>> await client.mcp.resource.read("almanac", "almanac://moon")

        Args:
            server: The name of the server that offers the resource.
            uri: The URI of the resource.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/mcp/resource/read`.
        """
        answer = await self._connection.exchange(calls.mcp_resource_read(server, uri))
        return answer.value

    async def list(self) -> list[m.McpResource]:
        """List the resources that tool-protocol servers offer.

        >>> await client.mcp.resource.list()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/mcp/resource`.
        """
        answer = await self._connection.exchange(calls.mcp_resource_list())
        return answer.value


class AsyncMcpPrompt(AsyncResource):
    """The mcp prompt of the Agent Server."""

    async def render(self, *, server: str, name: str, arguments: dict[str, str] | None = None) -> m.RenderedPrompt:
        """Render one prompt of a tool-protocol server.

        >>> await client.mcp.prompt.render(server="almanac", name="forecast", arguments={"season": "spring"})

        Args:
            server: The name of the server that offers the prompt.
            name: The name of the prompt.
            arguments: The arguments of the prompt by name.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/mcp/prompt/render`.
        """
        answer = await self._connection.exchange(calls.mcp_prompt_render(server=server, name=name, arguments=arguments))
        return answer.value

    async def list(self) -> list[m.McpPrompt]:
        """List the prompts that tool-protocol servers offer.

        >>> await client.mcp.prompt.list()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/mcp/prompt`.
        """
        answer = await self._connection.exchange(calls.mcp_prompt_list())
        return answer.value


class AsyncMcp(AsyncResource):
    """The mcp of the Agent Server.

    Attributes:
        prompt: `list`, `render`.
        resource: `list`, `read`.
        server: `create`, `list`; group `oauth`.
    """

    prompt: OperationGroup[AsyncMcpPrompt] = OperationGroup(AsyncMcpPrompt)
    resource: OperationGroup[AsyncMcpResource] = OperationGroup(AsyncMcpResource)
    server: OperationGroup[AsyncMcpServer] = OperationGroup(AsyncMcpServer)


class AsyncPermission(AsyncResource):
    """The permission of the Agent Server."""

    async def reply(self, permission_id: str, *, response: Literal["once", "always", "reject"] | str) -> None:
        """Reply to a permission request.

        >>> await client.permission.reply("per_000001", response="once")

        Args:
            permission_id: The id of the permission request.
            response: The reply.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/permission/{permissionID}/reply`.
        """
        await self._connection.exchange(calls.permission_reply(permission_id, response=response))

    async def list(self) -> list[m.PermissionRequest]:
        """List the pending permission requests.

        >>> await client.permission.list()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/permission`.
        """
        answer = await self._connection.exchange(calls.permission_list())
        return answer.value


class AsyncProject(AsyncResource):
    """The project of the Agent Server."""

    async def get(self, project_id: str) -> m.Project:
        """Get one project.

        >>> await client.project.get("prj_000001")

        Args:
            project_id: The id of the project.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/project/{projectID}`.
        """
        answer = await self._connection.exchange(calls.project_get(project_id))
        return answer.value

    async def update(
        self,
        project_id: str,
        *,
        name: str | None = None,
        icon: m.ProjectIcon | None = None,
        commands: list[m.ProjectCommand] | None = None,
    ) -> m.Project:
        """Update the name, the icon or the commands of a project.

        >>> await client.project.update("prj_000001", name="Orchard")

        Args:
            project_id: The id of the project.
            name: The new name.
            icon: The new icon.
            commands: The new commands.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `PATCH /api/project/{projectID}`.
        """
        answer = await self._connection.exchange(
            calls.project_update(project_id, name=name, icon=icon, commands=commands)
        )
        return answer.value

    async def list(self) -> list[m.Project]:
        """List the projects known to the server.

        >>> await client.project.list()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/project`.
        """
        answer = await self._connection.exchange(calls.project_list())
        return answer.value


class AsyncProvider(AsyncResource):
    """The provider of the Agent Server."""

    async def list(self) -> list[m.Provider]:
        """List the model providers of the runtime context.

        >>> await client.provider.list()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/provider`.
        """
        answer = await self._connection.exchange(calls.provider_list())
        return answer.value


class AsyncPty(AsyncResource):
    """The pty of the Agent Server."""

    async def create(self, *, command: str | None = None, cwd: str | None = None, shell: str | None = None) -> m.Pty:
        """Create a pseudo-terminal in the runtime context.

        >>> await client.pty.create(command="top")

        Args:
            command: The command to run; a shell by default (assumed).
            cwd: The working directory; the directory of the runtime context by default (assumed).
            shell: The shell that runs the command (assumed).

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/pty`.
        """
        answer = await self._connection.exchange(calls.pty_create(command=command, cwd=cwd, shell=shell))
        return answer.value

    async def delete(self, pty_id: str) -> None:
        """Delete a pseudo-terminal.

        >>> await client.pty.delete("pty_000001")

        Args:
            pty_id: The id of the pseudo-terminal.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `DELETE /api/pty/{ptyID}`.
        """
        await self._connection.exchange(calls.pty_delete(pty_id))

    async def get(self, pty_id: str) -> m.Pty:
        """Get one pseudo-terminal.

        >>> await client.pty.get("pty_000001")

        Args:
            pty_id: The id of the pseudo-terminal.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/pty/{ptyID}`.
        """
        answer = await self._connection.exchange(calls.pty_get(pty_id))
        return answer.value

    async def update(self, pty_id: str, *, title: str | None = None, size: m.PtySize | None = None) -> m.Pty:
        """Change the title or the size of a pseudo-terminal.

        >>> await client.pty.update("pty_000001", title="Server")

        Args:
            pty_id: The id of the pseudo-terminal.
            title: The new title.
            size: The new size.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `PATCH /api/pty/{ptyID}`.
        """
        answer = await self._connection.exchange(calls.pty_update(pty_id, title=title, size=size))
        return answer.value

    async def list(self) -> list[m.Pty]:
        """List the pseudo-terminals of the runtime context.

        >>> await client.pty.list()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/pty`.
        """
        answer = await self._connection.exchange(calls.pty_list())
        return answer.value


class AsyncQuestion(AsyncResource):
    """The question of the Agent Server."""

    async def reject(self, question_id: str) -> None:
        """Reject the questions of a request.

        >>> await client.question.reject("que_000001")

        Args:
            question_id: The id of the question request.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/question/{questionID}/reject`.
        """
        await self._connection.exchange(calls.question_reject(question_id))

    async def reply(self, question_id: str, *, response: m.QuestionResponse) -> None:
        """Reply to the questions of a request.

        >>> await client.question.reply("que_000001", response=QuestionResponse(answers=[["Yes"]]))

        Args:
            question_id: The id of the question request.
            response: The reply.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/question/{questionID}/reply`.
        """
        await self._connection.exchange(calls.question_reply(question_id, response=response))

    async def list(self) -> list[m.QuestionRequest]:
        """List the pending questions to the user.

        >>> await client.question.list()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/question`.
        """
        answer = await self._connection.exchange(calls.question_list())
        return answer.value


class AsyncSessionMessage(AsyncResource):
    """The session message of the Agent Server."""

    def list(
        self,
        session_id: str,
        *,
        limit: float | None = None,
        order: Literal["asc", "desc"] | None = None,
        cursor: str | None = None,
    ) -> AsyncPager[m.Message, str | None]:
        """List the messages of a session, page by page.

        >>> await client.session.message.list("ses_000001", limit=20, order="asc").all()

        Args:
            session_id: The id of the session.
            limit: Messages per page (assumed).
            order: Oldest or newest first (assumed: by creation).
            cursor: The cursor of the page to return, from `cursor` of another page (assumed).

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/session/{sessionID}/message`.
        """
        call = calls.session_message_list(session_id, limit=limit, order=order, cursor=cursor)
        return AsyncPager(self._connection, call, calls.SESSION_MESSAGE_LIST_PAGES, start=cursor)


class AsyncSession(AsyncSessionHandles):
    """The session of the Agent Server.

    Attributes:
        message: `list`. List the messages of a session, page by page.
    """

    message: OperationGroup[AsyncSessionMessage] = OperationGroup(AsyncSessionMessage)

    async def compact(self, session_id: str) -> None:
        """Compact the conversation.

        >>> await client.session.compact("ses_000001")

        Args:
            session_id: The id of the session.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/session/{sessionID}/compact`.
        """
        await self._connection.exchange(calls.session_compact(session_id))

    async def context(self, session_id: str) -> list[m.Message]:
        """Get the active context: the messages after the last compaction.

        >>> await client.session.context("ses_000001")

        Args:
            session_id: The id of the session.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/session/{sessionID}/context`.
        """
        answer = await self._connection.exchange(calls.session_context(session_id))
        return answer.value

    async def create(
        self,
        *,
        title: str | None = None,
        agent: str | None = None,
        model: m.ModelReference | None = None,
        permission: list[m.PermissionRule] | None = None,
    ) -> m.Session:
        """Create a session that is pinned to the resolved runtime context.

        >>> await client.session.create(title="Fix the tests")

        Args:
            title: The title; generated by default (assumed).
            agent: The name of the agent; the default agent by default (assumed).
            model: The model to use; the model of the agent by default (assumed).
            permission: The permission rules of the session.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/session`.
        """
        answer = await self._connection.exchange(
            calls.session_create(title=title, agent=agent, model=model, permission=permission)
        )
        return answer.value

    async def delete(self, session_id: str) -> None:
        """Delete a session.

        >>> await client.session.delete("ses_000001")

        Args:
            session_id: The id of the session.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `DELETE /api/session/{sessionID}`.
        """
        await self._connection.exchange(calls.session_delete(session_id))

    async def diff(self, session_id: str) -> list[m.FileDiff]:
        """Get the diff summary of a session.

        >>> await client.session.diff("ses_000001")

        Args:
            session_id: The id of the session.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/session/{sessionID}/diff`.
        """
        answer = await self._connection.exchange(calls.session_diff(session_id))
        return answer.value

    async def get(self, session_id: str) -> m.Session:
        """Get one session.

        >>> await client.session.get("ses_000001")

        Args:
            session_id: The id of the session.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/session/{sessionID}`.
        """
        answer = await self._connection.exchange(calls.session_get(session_id))
        return answer.value

    async def prompt(
        self, session_id: str, *, prompt: m.Prompt, delivery: Literal["immediate", "deferred"] | None = None
    ) -> m.SessionInputAdmitted:
        """Create a user message, and queue the agent loop that answers it.

        It returns immediately (assumed). `session.wait` returns when the session is idle.

        >>> await client.session.prompt("ses_000001", prompt=Prompt(text="Fix the tests."))

        Args:
            session_id: The id of the session.
            prompt: The prompt for the agent.
            delivery: Whether the prompt interrupts the running turn or waits until it has ended (assumed).

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/session/{sessionID}/prompt`.
        """
        answer = await self._connection.exchange(calls.session_prompt(session_id, prompt=prompt, delivery=delivery))
        return answer.value

    async def todo(self, session_id: str) -> list[m.Todo]:
        """List the todos of a session.

        >>> await client.session.todo("ses_000001")

        Args:
            session_id: The id of the session.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/session/{sessionID}/todo`.
        """
        answer = await self._connection.exchange(calls.session_todo(session_id))
        return answer.value

    async def update(
        self,
        session_id: str,
        *,
        title: str | None = None,
        archived: float | None = None,
        permission: list[m.PermissionRule] | None = None,
    ) -> m.Session:
        """Change the title, the archival state or the permissions of a session.

        >>> await client.session.update("ses_000001", title="Fix the tests")

        Args:
            session_id: The id of the session.
            title: The new title.
            archived: When the session was archived (assumed: in Unix milliseconds).
            permission: The new permission rules.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `PATCH /api/session/{sessionID}`.
        """
        answer = await self._connection.exchange(
            calls.session_update(session_id, title=title, archived=archived, permission=permission)
        )
        return answer.value

    def list(
        self,
        *,
        limit: float | None = None,
        order: Literal["asc", "desc"] | None = None,
        path: str | None = None,
        roots: bool | None = None,
        start: float | None = None,
        search: str | None = None,
        cursor: str | None = None,
    ) -> AsyncPager[m.Session, str | None]:
        """List the sessions, by default in the current runtime context.

        >>> await client.session.list(limit=20, order="desc").all()

        Args:
            limit: Sessions per page (assumed).
            order: Oldest or newest first (assumed: by creation).
            path: Only sessions below this path of the project (assumed).
            roots: Whether to list only sessions without a parent (assumed).
            start: Only sessions updated at or after this time (assumed: in Unix milliseconds).
            search: Only sessions whose title contains this text (assumed).
            cursor: The cursor of the page to return, from `cursor` of another page (assumed).

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/session`.
        """
        call = calls.session_list(
            limit=limit, order=order, path=path, roots=roots, start=start, search=search, cursor=cursor
        )
        return AsyncPager(self._connection, call, calls.SESSION_LIST_PAGES, start=cursor)


class AsyncSkill(AsyncResource):
    """The skill of the Agent Server."""

    async def list(self) -> list[m.Skill]:
        """List the skills of this runtime context.

        >>> await client.skill.list()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/skill`.
        """
        answer = await self._connection.exchange(calls.skill_list())
        return answer.value


class AsyncVcs(AsyncVcsDiff):
    """The vcs of the Agent Server."""

    async def get(self) -> m.VcsInfo:
        """Get the version-control metadata of the runtime directory.

        >>> await client.vcs.get()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/vcs`.
        """
        answer = await self._connection.exchange(calls.vcs_get())
        return answer.value

    async def patch(self, *, patch: str) -> m.VcsApplied:
        """Apply a patch to the runtime directory.

        >>> await client.vcs.patch(patch="--- /dev/null\\n+++ b/new.txt\\n@@ -0,0 +1 @@\\n+new\\n")

        Args:
            patch: The patch, a unified diff (assumed).

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/vcs/patch`.
        """
        answer = await self._connection.exchange(calls.vcs_patch(patch=patch))
        return answer.value

    async def status(self) -> list[m.VcsFileStatus]:
        """List the changed files of the runtime directory.

        >>> await client.vcs.status()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/vcs/status`.
        """
        answer = await self._connection.exchange(calls.vcs_status())
        return answer.value


class AsyncWorkspace(AsyncResource):
    """The workspace of the Agent Server."""

    async def create(
        self,
        *,
        type: str,
        project_id: str | None = None,
        name: str | None = None,
        directory: str | None = None,
        metadata: dict[str, Any] | None = None,
    ) -> m.Workspace:
        """Create or register a workspace.

        >>> await client.workspace.create(type="worktree")

        Args:
            type: The type of the workspace (assumed: the adapter that runs it).
            project_id: The id of its project.
            name: The name of the workspace.
            directory: The directory of the workspace.
            metadata: Metadata of any kind.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/workspace`.
        """
        answer = await self._connection.exchange(
            calls.workspace_create(type=type, project_id=project_id, name=name, directory=directory, metadata=metadata)
        )
        return answer.value

    async def delete(self, workspace_id: str) -> None:
        """Remove the registration of a workspace.

        >>> await client.workspace.delete("wrk_000001")

        Args:
            workspace_id: The id of the workspace.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `DELETE /api/workspace/{workspaceID}`.
        """
        await self._connection.exchange(calls.workspace_delete(workspace_id))

    async def get(self, workspace_id: str) -> m.Workspace:
        """Get one workspace.

        >>> await client.workspace.get("wrk_000001")

        Args:
            workspace_id: The id of the workspace.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/workspace/{workspaceID}`.
        """
        answer = await self._connection.exchange(calls.workspace_get(workspace_id))
        return answer.value

    async def status(self) -> list[m.WorkspaceStatus]:
        """List the connection and lifecycle status of all workspaces.

        The contract marks this operation as open to discussion: its shape may change.

        >>> await client.workspace.status()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/workspace/status`.
        """
        answer = await self._connection.exchange(calls.workspace_status())
        return answer.value

    async def sync(self) -> None:
        """Sync the metadata of workspaces from their adapters.

        The contract marks this operation as open to discussion: its shape may change.

        >>> await client.workspace.sync()

        Raises:
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/workspace/sync`.
        """
        await self._connection.exchange(calls.workspace_sync())

    async def update(
        self,
        workspace_id: str,
        *,
        name: str | None = None,
        metadata: dict[str, Any] | None = None,
        archived: bool | None = None,
    ) -> m.Workspace:
        """Change the metadata or the lifecycle state of a workspace.

        >>> await client.workspace.update("wrk_000001", name="Experiment")

        Args:
            workspace_id: The id of the workspace.
            name: The new name.
            metadata: The new metadata.
            archived: Whether the workspace is archived.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `PATCH /api/workspace/{workspaceID}`.
        """
        answer = await self._connection.exchange(
            calls.workspace_update(workspace_id, name=name, metadata=metadata, archived=archived)
        )
        return answer.value

    async def warp(self, *, session_id: str, copy_changes: bool, workspace_id: str | None = None) -> None:
        """Move a session into or out of a workspace.

        The contract marks this operation as open to discussion: its shape may change.

        >>> await client.workspace.warp(session_id="ses_000001", copy_changes=True, workspace_id="wrk_000001")

        Args:
            session_id: The id of the session to move.
            copy_changes: Whether changes are copied along.
            workspace_id: The id of the workspace to move into; none to leave one (assumed).

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `POST /api/workspace/warp`.
        """
        await self._connection.exchange(
            calls.workspace_warp(session_id=session_id, copy_changes=copy_changes, workspace_id=workspace_id)
        )

    async def list(self, *, project_id: str | None = None) -> list[m.Workspace]:
        """List the workspaces of all projects or of one.

        >>> await client.workspace.list(project_id="prj_000001")

        Args:
            project_id: Only the workspaces of this project.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.

        Contract: Endpoints, `GET /api/workspace`.
        """
        answer = await self._connection.exchange(calls.workspace_list(project_id=project_id))
        return answer.value

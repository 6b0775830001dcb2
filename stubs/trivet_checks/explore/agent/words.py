"""The operations of the agent service that walks call, the fields that they compare, and the rules of both."""

from collections.abc import Mapping

CREATE, GET, UPDATE, DELETE, LIST = (f"session.{name}" for name in ("create", "get", "update", "delete", "list"))
PROMPT, WAIT, COMPACT, CONTEXT = (f"session.{name}" for name in ("prompt", "wait", "compact", "context"))
MESSAGES, TODO, DIFF = "session.message.list", "session.todo", "session.diff"
REGISTER, WORKSPACE, CHANGE, UNREGISTER, WORKSPACES = (
    f"workspace.{name}" for name in ("create", "get", "update", "delete", "list")
)
STATUS = "workspace.status"
SAVE, ACCOUNT, CHANGE_ACCOUNT, REMOVE, ACCOUNTS = (
    f"auth.{name}" for name in ("create", "get", "update", "delete", "list")
)
ACTIVATE = "auth.activate"
PROJECT, PROJECTS, MODEL, MODELS = "project.get", "project.list", "catalog.model.get", "catalog.model.list"
PERMISSIONS, REPLY = "permission.list", "permission.reply"
QUESTIONS, ANSWER, REJECT = "question.list", "question.reply", "question.reject"
AGENTS = "agent.list"
TREE, FILE, SEARCH, GREP = (f"fs.{name}" for name in ("tree", "file", "search", "grep"))
PATCH, CHANGED, CHANGES = (f"vcs.{name}" for name in ("patch", "status", "diff"))
FILES = (TREE, FILE, SEARCH, GREP, CHANGED, CHANGES)
"""The reads that show the files of a directory."""

OF_CONTEXTS = (
    AGENTS,
    "command.list",
    "config.get",
    "formatter.status",
    "lsp.status",
    "mcp.prompt.list",
    "mcp.resource.list",
    "mcp.server.list",
    "provider.list",
    "skill.list",
    "vcs.diff",
    "vcs.get",
    "vcs.status",
)
"""The reads of a runtime context that no step of a walk changes."""
LASTING = (AGENTS, "command.list", "mcp.prompt.list", "mcp.resource.list", "provider.list", "skill.list")
"""Those whose records are the same before and after."""
MAKES = {CREATE: "session", REGISTER: "workspace", SAVE: "account"}
"""The kinds of the records that operations make."""
REMOVES = {"session": DELETE, "workspace": UNREGISTER, "account": REMOVE}
KINDS = {
    **MAKES,
    **dict.fromkeys((GET, UPDATE, LIST), "session"),
    **dict.fromkeys((WORKSPACE, CHANGE, WORKSPACES), "workspace"),
    **dict.fromkeys((ACCOUNT, CHANGE_ACCOUNT, ACTIVATE, ACCOUNTS), "account"),
}
"""The kinds of the records that operations answer."""
LETS_IN: Mapping[str, str] = {
    CREATE: "agent.sessions.create-takes-title-agent-model-and-permissions",
    UPDATE: "agent.sessions.update-changes-title-archival-or-permissions",
    DELETE: "agent.sessions.delete-removes-it",
    LIST: "agent.sessions.list-is-of-the-context",
    PROMPT: "agent.sessions.prompt-adds-a-message-and-queues",
    WAIT: "agent.sessions.wait-returns-when-idle",
    COMPACT: "agent.sessions.compact-compacts",
    CONTEXT: "agent.sessions.context-begins-at-the-last-compaction",
    REGISTER: "agent.workspaces.create-registers-one",
    CHANGE: "agent.workspaces.update-changes-metadata-or-archives",
    UNREGISTER: "agent.workspaces.delete-removes-the-registration",
    WORKSPACES: "agent.workspaces.list-by-project",
    STATUS: "agent.workspaces.status-of-all",
    SAVE: "agent.accounts.create-saves-an-account",
    CHANGE_ACCOUNT: "agent.accounts.update-changes-description-or-credential",
    REMOVE: "agent.accounts.delete-removes-it",
    ACCOUNTS: "agent.accounts.list-by-service",
    REPLY: "agent.permissions.reply-answers-the-request",
    ANSWER: "agent.questions.reply-answers-the-question",
    REJECT: "agent.questions.reject-ends-the-question",
    TREE: "agent.files.tree-lists-a-directory",
    FILE: "agent.files.file-is-read",
    SEARCH: "agent.files.search-finds-paths-by-name",
    GREP: "agent.files.grep-finds-contents",
    PATCH: "agent.vcs.patch-is-applied",
    **dict.fromkeys(
        (
            GET,
            MESSAGES,
            TODO,
            DIFF,
            WORKSPACE,
            ACCOUNT,
            PROJECT,
            PROJECTS,
            MODEL,
            MODELS,
            PERMISSIONS,
            QUESTIONS,
            *OF_CONTEXTS,
        ),
        "agent.requests.reads-answer-what-they-name",
    ),
}
"""The rule by which an operation takes a step, where no narrower one is known."""
CONTEXT_RULE = "agent.contexts.request-operations-take-directory-and-workspace"
DEFAULT_RULE = "agent.contexts.default-runtime-without-both"
PINNED_RULE = "agent.contexts.session-is-pinned-where-it-was-created"
ACTIVE_RULE = "agent.accounts.at-most-one-is-active"
MAPPING_RULE = "agent.accounts.list-has-the-active-mapping"
FILTER_RULE, ORDER_RULE = "agent.sessions.list-filters", "agent.limits.order-is-asc-or-desc"
LIMIT_RULE, CURSOR_RULE = "agent.limits.limit-is-a-number", "agent.limits.cursors-page-through"
READS_RULE = "agent.requests.reads-answer-what-they-name"
GONE_RULES = {
    "session": "agent.sessions.delete-removes-it",
    "workspace": "agent.workspaces.delete-removes-the-registration",
    "account": "agent.accounts.delete-removes-it",
}
"""The rules about records that are gone, by their kinds."""
FIELDS: Mapping[str, Mapping[str, str]] = {
    "session": {
        "title": LETS_IN[CREATE],
        "agent": LETS_IN[CREATE],
        "model": LETS_IN[CREATE],
        "location.directory": PINNED_RULE,
        "location.workspaceID": PINNED_RULE,
        "time.archived": LETS_IN[UPDATE],
    },
    "workspace": {
        "type": LETS_IN[REGISTER],
        "name": LETS_IN[REGISTER],
        "directory": LETS_IN[REGISTER],
        "projectID": LETS_IN[REGISTER],
        "metadata": LETS_IN[CHANGE],
        "archived": LETS_IN[CHANGE],
    },
    "account": {
        "serviceID": LETS_IN[SAVE],
        "description": LETS_IN[CHANGE_ACCOUNT],
        "type": LETS_IN[CHANGE_ACCOUNT],
        "active": ACTIVE_RULE,
    },
}
"""The fields of each kind of record that are compared wherever both sides show them, and their rules."""
NOT_GIVEN = {
    "session": {"title", "agent", "model"},
    "workspace": {"name", "directory", "projectID", "metadata"},
    "account": {"description"},
}
"""The fields that a server chooses if no step has given them."""

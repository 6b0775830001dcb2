"""The weights by which a walk on an agent server draws its operations, and the reads that follow a write."""

from collections.abc import Mapping, Sequence

from trivet_checks.explore.agent.words import (
    ACCOUNT,
    ACCOUNTS,
    ACTIVATE,
    CHANGE,
    CHANGE_ACCOUNT,
    CONTEXT,
    CREATE,
    DELETE,
    DIFF,
    GET,
    LIST,
    MESSAGES,
    MODEL,
    MODELS,
    OF_CONTEXTS,
    PATCH,
    PERMISSIONS,
    PROJECT,
    PROJECTS,
    QUESTIONS,
    REGISTER,
    REJECT,
    REMOVE,
    REPLY,
    SAVE,
    STATUS,
    TODO,
    UNREGISTER,
    UPDATE,
    WAIT,
    WORKSPACE,
    WORKSPACES,
)

READS_AFTER: Mapping[str, Sequence[str]] = {
    CREATE: (LIST, LIST, GET, GET, MESSAGES, CONTEXT),
    UPDATE: (GET, GET, LIST, LIST),
    DELETE: (GET, LIST, LIST, MESSAGES, CONTEXT),
    REGISTER: (WORKSPACES, WORKSPACE, STATUS, "agent.list"),
    CHANGE: (WORKSPACE, WORKSPACES, STATUS),
    UNREGISTER: (WORKSPACES, WORKSPACE, STATUS, LIST),
    SAVE: (ACCOUNTS, ACCOUNTS, ACCOUNT),
    CHANGE_ACCOUNT: (ACCOUNT, ACCOUNT, ACCOUNTS),
    ACTIVATE: (ACCOUNTS, ACCOUNTS, ACCOUNT),
    REMOVE: (ACCOUNTS, ACCOUNT),
}
WRITES: Sequence[tuple[str, int]] = (
    (CREATE, 20),
    (UPDATE, 12),
    (DELETE, 3),
    (REGISTER, 6),
    (CHANGE, 6),
    (UNREGISTER, 4),
    (SAVE, 11),
    (CHANGE_ACCOUNT, 6),
    (ACTIVATE, 5),
    (REMOVE, 4),
    (PATCH, 4),
)
SUBJECTS = (
    (CREATE, UPDATE, DELETE),
    (REGISTER, CHANGE, UNREGISTER),
    (SAVE, CHANGE_ACCOUNT, ACTIVATE, REMOVE),
    (PATCH,),
)
"""The writes of which a walk has more than others: several records of a kind show what one alone does not."""
MORE = 4
"""By how much their weights are multiplied."""
READS = (
    *OF_CONTEXTS,
    *(LIST, LIST, LIST, GET, GET, WAIT, TODO, DIFF, PROJECT, PROJECTS, MODEL, MODELS, WORKSPACES, STATUS),
    *(ACCOUNTS, ACCOUNT, PERMISSIONS, QUESTIONS, REPLY, REJECT),
)

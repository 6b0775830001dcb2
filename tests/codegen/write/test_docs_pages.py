"""The pages of operations and commands."""

import re

from codegen.customizations import CUSTOMIZATIONS
from codegen.write.docs_pages import commands_page, operations_page
from tests.codegen.conftest import service_of

SERVICES = {name: (service_of(name), CUSTOMIZATIONS[name]) for name in ("bus", "chat")}


def test_page_of_operations_has_a_row_for_each():
    page = operations_page(SERVICES)
    rows = re.findall(r"^\| `[A-Z]+ \S+` \| `[\w.]+\(.*?\)` \| `trivet [^`]+` \|$", page, re.M)
    assert len(rows) == sum(len(service.operations) for service, _ in SERVICES.values())
    assert (
        "| `PATCH /conversations/{conversation_id}` | `conversations.update(conversation_id, title=…, is_archived=…)` "
        "| `trivet chat conversations update CONVERSATION_ID` |" in rows
    )
    assert "`admin.ratings.export(format=…, rating_filter=…, with_comments_only=…, timeout=…)`" in page


def test_page_of_commands_has_a_section_for_each_with_its_inputs():
    page = commands_page(SERVICES)
    _, _, section = page.partition("#### `trivet chat conversations messages create CONVERSATION_ID`")
    section = section.partition("####")[0]
    for line in (
        "| `CONVERSATION_ID` | The id of the conversation. |",
        "| `--role user\\|assistant\\|system` | Required. The author of the message. |",
    ):
        assert line in section.splitlines()
    assert "`--null thinking` and `--null model-name` and `--null tokens-used`" in section
    assert "| `--shared-token-file FILE` | Required. " in page
    assert "Also: `--out FILE`, `--force`." in page
    assert page.count("\n#### ") == sum(len(service.operations) for service, _ in SERVICES.values())

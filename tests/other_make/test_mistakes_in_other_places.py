"""The table of mistakes that show in another place, in docs/mutants.md, says what the checks report today."""

import re
from pathlib import Path

import pytest

from tests.other_make.agent_faults import AgentFault
from tests.other_make.bus_faults import BusFault
from tests.other_make.trials import judge_agent, judge_bus, judge_chat
from trivet_checks import Result

PAGE = Path(__file__).parents[2] / "docs" / "mutants.md"
ROW = re.compile(r"\| (\w+) \| (.+?) \| (?:unseen|DIFFERS) \| (BROKEN|DIFFERS) `(\S+)` \| (.+) \|")


def rows() -> list[tuple[str, ...]]:
    """The service, the mistake, the outcome, the rule and the beginning of the finding in each row."""
    _, _, table = PAGE.read_text("utf-8").partition("<!-- the mistakes in other places -->")
    return ROW.findall(table.partition("<!-- the end")[0])


def judged(service: str, mistake: str, rule: str) -> Result:
    """The result of the check of a rule, and of the walk for it, on a server with a mistake."""
    if service == "chat":
        return judge_chat([mistake], [rule])
    if service == "bus":
        return judge_bus([BusFault(mistake)], [rule])
    return judge_agent([AgentFault(mistake)], [rule])


def test_each_service_has_a_mistake_that_shows_in_another_place() -> None:
    assert {service for service, *_ in rows()} == {"bus", "chat", "agent"}


@pytest.mark.long
@pytest.mark.parametrize(("service", "mistake", "outcome", "rule", "finding"), rows())
def test_mistake_in_another_place_is_reported_as_the_page_says(
    service: str, mistake: str, outcome: str, rule: str, finding: str
) -> None:
    [verdict] = [verdict for verdict in judged(service, mistake, rule).of("broken") if verdict.id == rule]

    assert verdict.reason.startswith(finding)
    assert verdict.fails == (outcome == "BROKEN")

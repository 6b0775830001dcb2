"""The scenarios of control and of the agent's work over the transports that users pass to the adapter.

`control.py` and `scenarios.py` run them over connections of the adapter's own.
"""

import pytest

from tests.real._async import driving
from tests.real._async.control import (  # noqa: F401  they are collected here, too
    test_attached_turn_cancelled_before_its_block_ends_its_command,
    test_detached_turn_leaves_its_command_at_work,
    test_prompt_with_an_id_of_ones_own_is_found_by_the_second_turn,
    test_second_client_attaches_to_the_turn_of_a_killed_program,
    test_turn_cancelled_before_its_block_calls_no_model,
    test_turn_over_its_budget_asks_the_model_no_more,
    test_turn_that_is_cancelled_or_left_ends_its_command,
)
from tests.real._async.scenarios import (  # noqa: F401
    test_interrupted_command_is_killed_and_the_model_is_not_called_again,
    test_interrupted_text_is_an_interrupted_turn,
    test_permission_is_asked_and_replied,
    test_question_is_answered_or_rejected,
    test_stopped_command_writes_nothing_later,
    test_store_follows_two_directories,
    test_text_arrives_in_pieces_and_completely,
    test_two_turns_of_a_session_have_their_own_answers,
)
from tests.real.transports import async_transports


@pytest.fixture(autouse=True, params=[name for name in async_transports() if name != "own"])
def transport(request, monkeypatch):
    """Let the clients of the scenarios use a transport."""
    monkeypatch.setattr(driving, "below", async_transports()[request.param])

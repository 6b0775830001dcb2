"""How the answers of the agent service wrap their data."""

from trivet_stubs.agent.context import Context
from trivet_stubs.agent.envelope import located, plain


def test_located_answer_names_its_context():
    assert located(Context("/a"), [1]) == {"location": {"directory": "/a"}, "data": [1]}


def test_later_change_of_the_data_does_not_reach_an_answer():
    rows = [{"id": 1}]
    answers = located(Context("/a"), rows), plain(rows)
    rows[0]["id"] = 2

    assert [answer["data"] for answer in answers] == [[{"id": 1}]] * 2

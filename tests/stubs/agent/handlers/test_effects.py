"""A write changes what it says, every answer shows the same record, and a list has it once."""

import pytest

PATHS = {
    "session": "/api/session",
    "workspace": "/api/workspace",
    "account": "/api/auth",
    "pty": "/api/pty",
}
MADE = {
    "session": {"title": "One", "agent": "build"},
    "workspace": {"type": "local", "name": "One", "metadata": {"kept": 1}},
    "account": {"serviceID": "router", "credential": {"type": "api", "key": "k"}, "description": "one"},
    "pty": {"command": "cat"},
}
CHANGES = {
    "session": {"title": "Two"},
    "workspace": {"name": "Two"},
    "account": {"description": "two"},
    "pty": {"title": "two"},
}


@pytest.mark.rule("agent.effects.nothing-else-changes")
@pytest.mark.parametrize("kind", MADE)
def test_update_of_one_field_leaves_the_others(http, kind):
    path, change = PATHS[kind], CHANGES[kind]
    made = http.post(path, json=MADE[kind]).json()["data"]

    http.patch(f"{path}/{made['id']}", json=change)
    after = http.get(f"{path}/{made['id']}").json()["data"]

    assert {**after, "time": 0} == {**made, **change, "time": 0}


@pytest.mark.rule("agent.answers.records-are-the-same-everywhere", "agent.answers.lists-have-each-record-once")
@pytest.mark.parametrize("kind", MADE)
def test_record_is_listed_once_with_the_fields_that_it_has_by_itself(http, kind):
    path = PATHS[kind]
    made = http.post(path, json=MADE[kind]).json()["data"]

    listed = [row for row in http.get(path).json()["data"] if row["id"] == made["id"]]

    assert listed == [http.get(f"{path}/{made['id']}").json()["data"]]

"""The email addresses of a job's rows: whose they are, and how many no user has."""

import uuid
from datetime import UTC, datetime

from trivet.chat import AdminUser
from trivet.chat._bulk.addresses import Addresses

READ_AT = datetime(2025, 6, 16, 8, tzinfo=UTC)


def user(email: str) -> AdminUser:
    row_id = str(uuid.uuid5(uuid.NAMESPACE_URL, email))
    return AdminUser(id=row_id, email=email, role="user", is_active=True, conversation_count=0, created_at=READ_AT)


def test_addresses_count_those_that_no_user_has():
    addresses = Addresses()
    for email in ("Bob@x.test", "bob@x.test", "Bob@x.test", "ann@x.test", "eve@x.test"):
        addresses.add(email)
    assert (addresses.left, addresses.missing, bool(addresses)) == (4, 4, True)
    for _ in range(2):
        addresses.match(user("bob@x.test"), READ_AT)
        addresses.match(user("ANN@x.test"), READ_AT)
        addresses.match(user("other@x.test"), READ_AT)
    assert (addresses.left, addresses.missing) == (3, 1)
    assert list(addresses.unmatched()) == ["Bob@x.test", "ann@x.test", "eve@x.test"]
    assert list(addresses.unmatched(missing=True)) == ["eve@x.test"]
    addresses.match(user("Bob@x.test"), READ_AT)
    assert (addresses.left, addresses.missing) == (2, 1)


def test_address_has_the_user_of_its_search_or_of_the_pages():
    addresses = Addresses()
    for email in ("bob@x.test", "ann@x.test", "eve@x.test"):
        addresses.add(email)
    addresses.match(user("Bob@x.test"), READ_AT)
    addresses.settle("ann@x.test", (user("ann@x.test"), None))
    addresses.hidden = 2
    assert addresses.user_of("bob@x.test") == (user("Bob@x.test"), READ_AT)
    assert addresses.user_of("ann@x.test") == (user("ann@x.test"), None)
    row, read_at = addresses.user_of("eve@x.test")
    assert (row.row.cause, read_at) == ("no_user", None)
    assert row.row.reason.endswith("(2 users are on none)")
